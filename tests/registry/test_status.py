"""What becomes of a document, and what the gate's document store then says of its passages."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest
from sqlalchemy import text

from citeward.access import Acl
from citeward.errors import InputError
from citeward.ledger import Ledger
from citeward.model import Chunk, DocumentStatus, Evidence, Tier
from citeward.registry import Document, Passage, Registry, Source, StoredDocuments
from citeward.storage import Database, verify_log
from citeward.verify import Current

TEXT = "1. Scope\nAll staff.\n\n2. Leave\nLeave is 30 days a year.\n\n3. Appeals\nAppeal within 14 days."
POLICY = Document("policy", "hr", TEXT, title="Policy", acl=Acl.of_groups(["staff"]))
LEAVE = (TEXT.index("Leave is"), TEXT.index("\n\n3."))


@pytest.fixture
async def registry(database: Database) -> Registry:
    opened = Registry(database)
    await opened.register(Source("hr", Tier.A))
    await opened.ingest("default", POLICY)
    return opened


def evidence(chunk: Chunk, tenant: str = "default") -> Evidence:
    (item,) = Ledger.of([chunk], tenant)
    return item


async def leave(registry: Registry) -> Evidence:
    (chunk,) = await registry.chunks("default", [Passage("policy", *LEAVE)])
    return evidence(chunk)


async def current(database: Database, item: Evidence, tenant: str = "default") -> Current | None:
    (found,) = await StoredDocuments(database).current(tenant, [item])
    return found


async def test_an_unchanged_passage_reads_as_it_was(registry: Registry, database: Database) -> None:
    item = await leave(registry)
    assert await current(database, item) == Current(DocumentStatus.ACTIVE, "1", item.text, None, Tier.A)


async def test_an_edit_elsewhere_leaves_the_passage_alone(registry: Registry, database: Database) -> None:
    item = await leave(registry)
    await registry.ingest("default", replace(POLICY, text="0. Preamble\nNew.\n\n" + TEXT.replace("14 days", "7 days")))
    found = await current(database, item)
    assert found is not None and found.text == item.text


async def test_a_rewrapped_passage_is_the_same(registry: Registry, database: Database) -> None:
    item = await leave(registry)
    wrapped = TEXT.replace("is 30 days a", "is\n**30** days  a")
    await registry.ingest("default", replace(POLICY, text=f"Intro.\n{wrapped}"))
    found = await current(database, item)
    assert found is not None and found.text == "Leave is\n**30** days  a year."


async def test_an_edited_passage_reads_as_it_stands_now(registry: Registry, database: Database) -> None:
    item = await leave(registry)
    await registry.ingest("default", replace(POLICY, text=TEXT.replace("30 days", "25 days")))
    found = await current(database, item)
    assert found is not None and found.text == "Leave is 25 days a year."


async def test_a_chunk_without_a_place_is_looked_for_everywhere(registry: Registry, database: Database) -> None:
    item = replace(await leave(registry), locator=None)
    found = await current(database, item)
    assert found is not None and found.text == item.text
    await registry.ingest("default", replace(POLICY, text=TEXT.replace("30 days", "25 days")))
    found = await current(database, item)
    assert found is not None and found.text != item.text


async def test_a_passage_the_document_never_had_is_not_confirmed(registry: Registry, database: Database) -> None:
    forged = replace(await leave(registry), text="Leave is 300 days a year.")
    found = await current(database, forged)
    assert found is not None and found.text != forged.text


@pytest.mark.parametrize(
    ("act", "status"),
    [
        ("retire", DocumentStatus.RETIRED),
        ("retract", DocumentStatus.RETRACTED),
        ("remove", DocumentStatus.REMOVED),
        ("poison", DocumentStatus.POISONED),
    ],
)
async def test_a_status_shows_at_once_and_can_end(
    registry: Registry, database: Database, act: str, status: DocumentStatus
) -> None:
    item = await leave(registry)
    await getattr(registry, act)("default", "policy")
    found = await current(database, item)
    assert found is not None and found.status is status
    await registry.reinstate("default", "policy")
    found = await current(database, item)
    assert found is not None and found.status is DocumentStatus.ACTIVE


async def test_a_superseded_document_says_so(registry: Registry, database: Database) -> None:
    item = await leave(registry)
    await registry.ingest("default", replace(POLICY, id="policy-2027"))
    await registry.supersede("default", "policy", "policy-2027")
    found = await current(database, item)
    assert found is not None and found.status is DocumentStatus.SUPERSEDED
    for wrong in ("policy", "unknown"):
        with pytest.raises(InputError):
            await registry.supersede("default", "policy", wrong)


async def test_a_poisoned_source_takes_all_its_documents_with_it(registry: Registry, database: Database) -> None:
    item = await leave(registry)
    await registry.poison_source("default", "hr")
    found = await current(database, item)
    assert found is not None and found.status is DocumentStatus.POISONED
    await registry.register(Source("hr", Tier.A))
    found = await current(database, item)
    assert found is not None and found.status is DocumentStatus.POISONED


@pytest.mark.parametrize("act", ["retire", "retract", "poison"])
async def test_delivering_a_document_again_does_not_end_its_status(
    registry: Registry, database: Database, act: str
) -> None:
    item = await leave(registry)
    await getattr(registry, act)("default", "policy")
    await registry.ingest("default", replace(POLICY, text=TEXT + "\nMore."))
    found = await current(database, item)
    assert found is not None and found.status is not DocumentStatus.ACTIVE


@pytest.mark.parametrize("text", [TEXT, TEXT + "\nMore."])
async def test_delivering_a_removed_document_again_brings_it_back(
    registry: Registry, database: Database, text: str
) -> None:
    item = await leave(registry)
    await registry.remove("default", "policy")
    await registry.ingest("default", replace(POLICY, text=text))
    found = await current(database, item)
    assert found is not None and found.status is DocumentStatus.ACTIVE


async def test_an_unknown_document_and_another_tenants_are_not_there(registry: Registry, database: Database) -> None:
    item = await leave(registry)
    assert await current(database, replace(item, id="unknown")) is None
    assert await current(database, replace(item, id="nul\0")) is None
    assert await current(database, replace(item, tenant="acme"), "acme") is None
    assert await current(database, item, "acme") is None


async def test_the_tier_is_the_one_of_now(registry: Registry, database: Database) -> None:
    item = await leave(registry)
    await registry.register(Source("hr", Tier.D))
    found = await current(database, item)
    assert found is not None and found.tier is Tier.D


async def test_erasing_a_document_takes_its_texts_and_leaves_the_log_whole(
    registry: Registry, database: Database
) -> None:
    item = await leave(registry)
    await registry.ingest("default", replace(POLICY, text=TEXT + "\nMore."))
    assert await registry.erase("default", "policy", "request 12") == 2
    assert await registry.current("default", "policy") is None
    assert await current(database, item) is None
    async with database.read() as connection:
        report = await verify_log(connection, "default")
    assert report.ok
    assert report.erased == 2


async def test_what_is_not_there_cannot_change(registry: Registry) -> None:
    for act in (registry.retire, registry.retract, registry.remove, registry.poison, registry.reinstate):
        with pytest.raises(InputError, match="not stored"):
            await act("default", "unknown")
    with pytest.raises(InputError, match="not registered"):
        await registry.poison_source("default", "unknown")


async def test_a_retired_source_takes_its_documents_out_of_force_and_can_come_back(
    registry: Registry, database: Database
) -> None:
    item = await leave(registry)
    await registry.retire_source("default", "hr")
    found = await current(database, item)
    assert found is not None and found.status is DocumentStatus.RETIRED
    await registry.retract("default", "policy")
    found = await current(database, item)
    assert found is not None and found.status is DocumentStatus.RETRACTED, "what is worse by itself stays worse"
    await registry.reinstate("default", "policy")
    await registry.reinstate_source("default", "hr")
    found = await current(database, item)
    assert found is not None and found.status is DocumentStatus.ACTIVE
    assert [source.status for source in await registry.sources("default")] == [DocumentStatus.ACTIVE]
    for act in (registry.retire_source, registry.reinstate_source):
        with pytest.raises(InputError, match="not registered"):
            await act("default", "unknown")


async def _texts_left(database: Database) -> int:
    async with database.read() as connection:
        count = text(
            "SELECT count(*) FROM payloads p JOIN document_versions v ON v.tenant = p.tenant AND v.seq = p.seq"
        )
        return int((await connection.execute(count)).scalar_one())


async def test_outdated_texts_go_when_their_time_has_come_and_current_ones_stay(
    registry: Registry, database: Database
) -> None:
    days = [datetime(2026, 1, day, tzinfo=UTC) for day in range(1, 8)]
    await registry.register(Source("wiki", Tier.C))
    for source in ("hr", "wiki"):
        for number, day in enumerate(days[:3]):
            await registry.ingest(
                "default", replace(POLICY, id=f"{source}-d", source=source, text=f"v{number}"), now=day
            )
    await registry.ingest("default", replace(POLICY, id="gone", text="gone"), now=days[0])
    await registry.remove("default", "gone", now=days[4])
    assert await _texts_left(database) == 8, "with the one of the fixture"
    assert await registry.erase_outdated("default", "hr", days[2]) == 1, "the first, replaced on the second day"
    assert await registry.erase_outdated("default", "hr", days[2]) == 0
    assert await registry.erase_outdated("default", "hr", days[6]) == 2, "the second, and the one that was removed"
    assert await _texts_left(database) == 5
    assert await registry.current("default", "gone") is None
    kept = await registry.current("default", "hr-d")
    assert kept is not None and kept.text == "v2"
    async with database.read() as connection:
        report = await verify_log(connection, "default")
    assert (report.ok, report.erased) == (True, 3)
    (again,) = await registry.ingest("default", replace(POLICY, id="gone", text="gone"))
    assert again.new, "what was erased is not there to be the same"


async def test_documents_are_listed_as_they_stand(registry: Registry) -> None:
    await registry.register(Source("wiki", Tier.C))
    await registry.ingest("default", replace(POLICY, id="a", source="wiki"))
    await registry.retire("default", "policy")
    found = await registry.documents("default")
    assert [(each.document, each.source, each.status.value) for each in found] == [
        ("a", "wiki", "active"), ("policy", "hr", "retired"),
    ]  # fmt: skip
    assert [each.document for each in await registry.documents("default", "wiki")] == ["a"]
    assert await registry.documents("acme") == []
