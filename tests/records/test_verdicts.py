"""Verdicts of support between processes: on both databases, without a word of text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import pytest
from sqlalchemy import select

from citeward.entailment import (
    KeptVerdict,
    Manifest,
    Pair,
    Support,
    SupportState,
    VerdictKey,
)
from citeward.evaluation import Judged
from citeward.records import StoredVerdicts
from citeward.storage import SUPPORT_VERDICTS, Database

from .worlds import SPAN, ask, build

SOURCE = "The mast above the bay is 330 metres high. It was raised in May 1998."
CLAIM = "The mast above the bay is high."
KEY = VerdictKey("default", "a" * 64, "b" * 64, "c" * 64, 3)
KEPT = KeptVerdict(0.1 + 0.2, "supported", (0, 42), False)


class Counting:
    """A backend that counts what it is asked."""

    english_only = True
    manifest = Manifest("counting", "counting", ("no", "yes"), "any", "1", "1")

    def __init__(self) -> None:
        self.asked = 0

    def score(self, pairs: Sequence[Pair], deadline: float) -> list[float]:
        self.asked += len(pairs)
        return [0.95] * len(pairs)


async def test_what_is_put_is_got_to_the_last_digit(database: Database) -> None:
    store = StoredVerdicts(database)
    other = replace(KEY, tier=None, tenant="acme")
    await store.put({KEY: KEPT, other: replace(KEPT, score=1.0, vetoed=True)})
    assert await store.get([KEY, other, replace(KEY, claim_sha256="d" * 64)]) == {
        KEY: KEPT,
        other: replace(KEPT, score=1.0, vetoed=True),
    }
    assert await store.get([]) == {}


@pytest.mark.parametrize("part", ["tenant", "source_sha256", "claim_sha256", "manifest", "tier"])
async def test_every_part_of_the_key_counts(database: Database, part: str) -> None:
    store = StoredVerdicts(database)
    await store.put({KEY: KEPT})
    other = replace(KEY, **{part: 0 if part == "tier" else "other"})
    assert await store.get([other]) == {}


async def test_it_is_bounded_and_the_oldest_go_first(database: Database) -> None:
    store = StoredVerdicts(database, limit=3)
    keys = [replace(KEY, claim_sha256=f"{n:064}") for n in range(8)]
    for key in keys:
        await store.put({key: KEPT})
    assert set(await store.get(keys)) == set(keys[-3:])


async def test_another_process_asks_no_model(database: Database) -> None:
    store = StoredVerdicts(database)
    first, second = Counting(), Counting()
    asked = [Judged(SOURCE, CLAIM), Judged(SOURCE, "The mast above the bay is 350 metres high."), Judged(SOURCE, CLAIM)]
    told = await Support(first, store=store).judge(asked)
    again = await Support(second, store=store).judge(asked)
    assert again == told
    assert first.asked > 0
    assert second.asked == 0


async def test_no_word_of_a_source_or_a_claim_is_kept(database: Database) -> None:
    await Support(Counting(), store=StoredVerdicts(database)).judge(
        [Judged(SOURCE, CLAIM), Judged(SOURCE, "The mast above the bay is 350 metres high.")]
    )
    async with database.read() as connection:
        rows = (await connection.execute(select(SUPPORT_VERDICTS))).all()
    assert len(rows) == 2
    for word in ("mast", "bay", "metres", "330", "350"):
        assert word not in str([[value for value in row if not str(value).isdigit()][4:] for row in rows])
        assert not any(word == value for row in rows for value in row)


@pytest.mark.parametrize(
    "kept",
    [
        KeptVerdict(7.0, "supported", (0, 4), False),
        KeptVerdict(float("nan"), "supported", (0, 4), False),
        KeptVerdict(0.9, "certain", (0, 4), False),
        KeptVerdict(0.1, "supported", (0, 4), False),
        KeptVerdict(0.9, "supported", (0, 9_999), False),
        KeptVerdict(0.9, "supported", (0, 4), True),
    ],
    ids=str,
)
async def test_a_row_that_cannot_be_is_no_verdict(kept: KeptVerdict) -> None:
    class Odd:
        async def get(self, keys: Sequence[VerdictKey]) -> Mapping[VerdictKey, KeptVerdict]:
            return dict.fromkeys(keys, kept)

        async def put(self, verdicts: Mapping[VerdictKey, KeptVerdict]) -> None:
            return None

    backend = Counting()
    (verdict,) = await Support(backend, store=Odd()).judge([Judged(SOURCE, CLAIM)])
    assert (verdict.state, backend.asked) == (SupportState.SUPPORTED, 1)


async def test_a_store_that_is_down_costs_a_call_and_nothing_else() -> None:
    class Down:
        async def get(self, keys: Sequence[VerdictKey]) -> Mapping[VerdictKey, KeptVerdict]:
            raise ConnectionError("down")

        async def put(self, verdicts: Mapping[VerdictKey, KeptVerdict]) -> None:
            raise ConnectionError("down")

    backend = Counting()
    (verdict,) = await Support(backend, store=Down()).judge([Judged(SOURCE, CLAIM)])
    assert (verdict.state, backend.asked) == (SupportState.SUPPORTED, 1)


async def test_what_is_erased_leaves_no_hash_that_would_confirm_a_guess(database: Database) -> None:
    world = await build(database)
    await ask(world, "a", f"{SPAN} [S1]", "policy")
    verdicts = StoredVerdicts(database)
    others = replace(KEY, tenant="acme")

    async def left() -> set[VerdictKey]:
        return set(await verdicts.get([KEY, others]))

    await verdicts.put({KEY: KEPT, others: KEPT})
    await world.book.erase("default", "a", "request 9")
    assert await left() == {others}, "an answer's"
    await verdicts.put({KEY: KEPT})
    await world.registry.erase("default", "policy", "request 9")
    assert await left() == {others}, "a document's"
