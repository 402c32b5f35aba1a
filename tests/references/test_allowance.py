"""How many references a tenant may have looked up."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citeward.references import ReferenceResolver
from citeward.references.allowance import TenantAllowance
from citeward.streaming import AnswerEnded
from citeward.verify import ExternalState
from tests.world import gate, seen

from .payloads import crossref
from .shelf import Shelf


def clock(*times: float) -> Callable[[], float]:
    return iter(times).__next__


def test_a_minute_holds_so_many_and_no_more() -> None:
    allowance = TenantAllowance(5, clock(0, 10, 20, 61, 71))
    assert [allowance.take("t", 3) for _ in range(5)] == [3, 2, 0, 3, 2]


def test_tenants_do_not_share() -> None:
    allowance = TenantAllowance(2, clock(0, 0, 0))
    assert [allowance.take(tenant, 2) for tenant in ("t", "u", "t")] == [2, 2, 0]


@given(st.lists(st.tuples(st.floats(0, 90), st.integers(0, 9)), max_size=40), st.integers(1, 12))
def test_no_window_of_a_minute_ever_holds_more(steps: list[tuple[float, int]], limit: int) -> None:
    time = 0.0
    allowance = TenantAllowance(limit, lambda: time)
    granted: list[float] = []
    for pause, wanted in steps:
        time += pause
        granted += [time] * allowance.take("t", wanted)
    assert all(sum(start <= at < start + 60 for at in granted) <= limit for start in granted)


def test_an_allowance_is_positive() -> None:
    with pytest.raises(ValueError, match="at least 1"):
        TenantAllowance(0, clock())


async def test_words_nobody_could_be_asked_about_use_none_of_it() -> None:
    world = Shelf({f"/works/10.5555/{n}": crossref(f"10.5555/{n}") for n in range(2)})
    resolver = ReferenceResolver(world.references(), max_references=2, per_tenant_minute=2, now=lambda: 0.0)
    cites = ["Smith et al. (2023)", "10.5555/0", "(Doe, 2020)", "10.5555/1"]
    found = await resolver.resolve("t", cites)
    assert [(f.state, f.reason) for f in found] == [
        (ExternalState.UNKNOWN, "no_identifier"),
        (ExternalState.MATCH, "identifier_only"),
        (ExternalState.UNKNOWN, "no_identifier"),
        (ExternalState.MATCH, "identifier_only"),
    ]


async def test_one_answer_has_so_many_however_many_blocks_it_is_released_in() -> None:
    world = Shelf({f"/works/10.5555/{n}": crossref(f"10.5555/{n}") for n in range(9)})
    asking = replace(gate(), resolver=ReferenceResolver(world.references(), max_references=3, now=lambda: 0.0))
    answer = "".join(f"Tides mix, says doi:10.5555/{n}.\n\n" for n in (0, 1, 0, 2, 3, 4))
    for _ in range(2):
        stream = asking.astream(seen(), keep=True)
        events = [event async for event in stream.feed(answer)] + [event async for event in stream.finish()]
        ended = events[-1]
        assert isinstance(ended, AnswerEnded)
        assert ended.counts == {"ok": 4, "unconfirmed": 2}
        assert ended.counts == (await asking.acheck(answer, seen())).counts
    assert len(world.asked) == 3


async def test_what_is_beyond_it_is_unknown_and_not_asked() -> None:
    world = Shelf({f"/works/10.5555/{n}": crossref(f"10.5555/{n}") for n in range(4)})
    resolver = ReferenceResolver(world.references(), per_tenant_minute=3, now=lambda: 0.0)
    first = await resolver.resolve("t", ["10.5555/0", "10.5555/1"])
    second = await resolver.resolve("t", ["10.5555/2", "10.5555/3"])
    assert [finding.state for finding in (*first, *second)] == [ExternalState.MATCH] * 3 + [ExternalState.UNKNOWN]
    assert second[1].reason == "too_many_references"
    assert len(world.asked) == 3
