"""Whatever a state rests on is part of its key: a cached state is never the answer to another question."""

from __future__ import annotations

from typing import Any

import pytest

from citeward.access import GroupAccess, Membership
from citeward.model import Principal
from citeward.records.cache import StateCache, StateKey
from citeward.records.facts import RootFact
from citeward.records.nouns import CitationState, Reason, State
from citeward.records.revalidate import Revalidator
from citeward.storage import Database

SAM = Principal("sam", frozenset({"staff"}))
OWN = RootFact(
    citation="c", answer="a", seq=1, ordinal=0, document="d", version=1, start=0, end=1, role="own", status="active",
    version_now=1, epoch=1, changed_at=1, title="", url=None, tier=3, source_status="active", seq_cited=None,
    label_cited=None, seq_now=None, label_now=None, successor=None, successor_status=None, successor_epoch=None,
    successor_title=None, successor_url=None, successor_label=None, acl_epoch=1, span_key="", normaliser="1",
)  # fmt: skip
ROOT = OWN._replace(ordinal=1, document="r", role="root")
STATE = CitationState("c", State.CURRENT, Reason.UNCHANGED)


async def key(*facts: RootFact, principal: Principal = SAM, epoch: int | str = 1, name: str = "c") -> StateKey:
    async with await Database.open() as database:
        access = GroupAccess(database, Membership.ASSERTED)
        revalidator = Revalidator(database, access, StateCache())
        return revalidator._keys({name: facts}, principal, epoch)[name]


CHANGES: list[tuple[str, Any]] = [
    ("document", "e"), ("version_now", 2), ("epoch", 2), ("status", "retired"), ("status", None),
    ("source_status", "poisoned"), ("tier", 0), ("successor", "s"), ("successor_status", "poisoned"),
    ("successor_epoch", 2), ("normaliser", "2"),
]  # fmt: skip


@pytest.mark.parametrize(("field", "value"), CHANGES)
async def test_whatever_changes_of_any_root_is_another_key(field: str, value: object) -> None:
    before = await key(OWN, ROOT)
    assert await key(OWN, ROOT) == before
    assert await key(OWN._replace(**{field: value}), ROOT) != before
    assert await key(OWN, ROOT._replace(**{field: value})) != before


async def test_so_is_another_viewer_tenant_epoch_or_record() -> None:
    before = await key(OWN)
    assert await key(OWN, principal=Principal("lea", frozenset({"staff"}))) != before
    assert await key(OWN, principal=Principal("sam", frozenset({"legal"}))) != before
    assert await key(OWN, principal=Principal("sam", frozenset({"staff"}), "acme")) != before
    assert await key(OWN, epoch=2) != before
    assert await key(OWN, name="c2") != before
    assert await key(OWN, ROOT) != before


async def test_trimming_takes_what_rests_on_a_document_and_nothing_else() -> None:
    cache = StateCache()
    resting, other = await key(OWN, ROOT), await key(OWN)
    foreign = await key(ROOT, principal=Principal("sam", tenant="acme"))
    for each in (resting, other, foreign):
        cache.put(each, STATE)
    cache.trim("default", {"r", "unknown"})
    assert [cache.get(each) for each in (resting, other, foreign)] == [None, STATE, STATE]
    cache.trim("default", None)
    assert [cache.get(each) for each in (other, foreign)] == [None, STATE]
    cache.trim(None, None)
    assert len(cache) == 0


async def test_the_least_recently_used_goes_first() -> None:
    cache = StateCache(2)
    first, second, third = [await key(OWN, name=name) for name in ("a", "b", "c")]
    cache.put(first, STATE)
    cache.put(second, STATE)
    cache.get(first)
    cache.put(third, STATE)
    assert [cache.get(each) for each in (first, second, third)] == [STATE, None, STATE]
