"""A database of an earlier release is brought up to date, and its log stays whole."""

from __future__ import annotations

from sqlalchemy import Column, MetaData, Table, text

from citeward.storage import ANSWERS, VERDICTS, Database, Entry, append, ensure_tenant, verify_log
from citeward.storage.migrate import migrate

ADDED = {"score_ppm", "tier", "judged_by", "rules"}


def _before(table: Table) -> Table:
    """The table as the first release had it."""
    return Table(
        table.name, MetaData(), *(Column(each.name, each.type) for each in table.columns if each.name not in ADDED)
    )


ANSWER = {"id": "a1", "turn": "t1", "action": "deliver", "policy": "strict", "latency_us": 1, "at": 1}
VERDICT = {
    "answer": "a1", "ordinal": 0, "id": "a1.1", "kind": "marker", "verdict": "ok", "reason": "granted", "checks": "{}",
    "action": "keep", "claim_start": 0, "claim_end": 9,
}  # fmt: skip


async def test_verdicts_written_before_scores_were_keep_their_digests(bare_url: str) -> None:
    old = Database.unmigrated(bare_url)
    async with old.write() as connection:
        await connection.run_sync(migrate, "0001")
        await ensure_tenant(connection, "default")
        await append(
            connection,
            "default",
            [Entry("answer", [(_before(ANSWERS), [ANSWER]), (_before(VERDICTS), [VERDICT])], {"text": "x"})],
        )
    await old.close()
    async with await Database.open(bare_url) as database:
        scored = {**VERDICT, "ordinal": 1, "id": "a1.2", "score_ppm": 812_500, "tier": 3, "judged_by": "d1gest"}
        async with database.write() as connection:
            await append(connection, "default", [Entry("answer", [(VERDICTS, [scored])])])
        async with database.read() as connection:
            rows = await connection.execute(text("SELECT id, score_ppm, tier, judged_by FROM verdicts ORDER BY id"))
            assert [tuple(row) for row in rows] == [("a1.1", None, None, None), ("a1.2", 812_500, 3, "d1gest")]
            report = await verify_log(connection, "default")
    assert (report.ok, report.entries) == (True, 2)
