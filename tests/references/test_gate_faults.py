"""The fault run, through the gate: whatever registries do, nothing of theirs is granted and the answer is shown."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

import pytest

from citeward import AnswerAction, CheckedAnswer, Gate, Verdict
from citeward.fetch import FetchPolicy
from citeward.model import Check, Stage
from citeward.references import ReferenceResolver
from citeward.streaming import AnswerEnded
from tests.world import gate, seen, verdicts

from .loopback import HOSTS, Loopback, Says
from .payloads import crossref
from .test_faults import FAULTS, hang

DOI = "10.5555/tide.1"
ANSWER = f"Items may be returned within 30 days of delivery [S1].\n\nMixing was measured in 2019 (doi:{DOI}).\n"
DEADLINE_S = 1.0
"""For one reference; the gate's own, around all of them, is longer."""
GATE_DEADLINE_S = 3.0


@asynccontextmanager
async def asking(world: Loopback, **options: Any) -> AsyncIterator[Gate]:
    """A gate whose registries are these."""
    policy = FetchPolicy(total_seconds=0.4, idle_seconds=0.3)
    async with world.serving():
        references = world.references(policy=policy, **{"deadline_seconds": DEADLINE_S, **options})
        try:
            yield replace(gate(), resolver=ReferenceResolver(references), slow_deadline_s=GATE_DEADLINE_S)
        finally:
            await references.aclose()


def assert_unconfirmed_and_shown(checked: CheckedAnswer) -> None:
    assert verdicts(checked) == [("[S1]", Verdict.OK), (DOI, Verdict.UNCONFIRMED)]
    assert checked.judgements[1].stage is Stage.EXTERNAL
    assert checked.judgements[1].checks[Stage.EXTERNAL] is Check.FAILED
    assert checked.action is AnswerAction.REDACT
    assert "Items may be returned within 30 days of delivery" in checked.html
    assert DOI not in checked.html
    assert DOI not in checked.text


@pytest.mark.parametrize("fault", FAULTS)
async def test_a_registry_that_fails_leaves_its_reference_unconfirmed(fault: str) -> None:
    world = Loopback()
    world.behaviours = dict.fromkeys(HOSTS.values(), FAULTS[fault])
    async with asking(world) as broken, asyncio.timeout(GATE_DEADLINE_S):
        assert_unconfirmed_and_shown(await broken.acheck(ANSWER, seen()))


EVERY_KIND = """Items may be returned within 30 days of delivery [S1].

- Mixing was measured (doi:10.5555/tide.1).
- It was modelled (arXiv:2101.00001).
- It was reviewed (PMID: 11122233).
- It was litigated in Ostrow v. Harbor Lines, 12 F.3d 345 (2d Cir. 1994).
- It was doubted by Brandt et al. (2019).
"""


@pytest.mark.parametrize("fault", ["slow", "500", "429", "truncated json", "html"])
async def test_no_kind_of_reference_is_granted_by_a_registry_that_fails(fault: str) -> None:
    world = Loopback()
    world.behaviours = dict.fromkeys(HOSTS.values(), FAULTS[fault])
    async with asking(world, search=True) as broken, asyncio.timeout(GATE_DEADLINE_S):
        checked = await broken.acheck(EVERY_KIND, seen())
    first, *others = verdicts(checked)
    assert first == ("[S1]", Verdict.OK)
    assert {verdict for _, verdict in others} == {Verdict.UNCONFIRMED}
    assert "Items may be returned within 30 days of delivery" in checked.text


async def test_names_that_do_not_resolve_leave_it_unconfirmed() -> None:
    world = Loopback()
    world.dns_fails = set(HOSTS.values())
    async with asking(world) as broken, asyncio.timeout(GATE_DEADLINE_S):
        assert_unconfirmed_and_shown(await broken.acheck(ANSWER, seen()))


async def test_a_resolver_that_never_answers_is_given_up_by_the_gate() -> None:
    class Never:
        async def resolve(self, tenant: str, references: object) -> Any:
            await asyncio.Event().wait()

    silent = replace(gate(), resolver=Never(), slow_deadline_s=0.2)
    async with asyncio.timeout(2.0):
        assert_unconfirmed_and_shown(await silent.acheck(ANSWER, seen()))


@pytest.mark.parametrize(
    "reply",
    [
        Says(crossref(title="Another paper about something else")),
        Says(crossref(year=2003)),
        Says("Resource not found.", 404),
        Says(crossref("10.5555/another")),
    ],
)
async def test_what_a_registry_says_against_a_reference_is_no_grant_either(reply: Says) -> None:
    world = Loopback()
    world.knows("crossref", f"/works/{DOI}", reply)
    cite = "Brandt A, Halim N, Ferreira T (2019). Tidal mixing in a narrow estuary. doi:" + DOI
    async with world.serving():
        found = await ReferenceResolver(world.references()).resolve("t", [cite])
    assert all(finding.state != "match" for finding in found)


async def test_the_same_gate_grants_what_a_sound_registry_confirms() -> None:
    world = Loopback()
    world.knows("crossref", f"/works/{DOI}", crossref())
    async with asking(world) as sound:
        checked = await sound.acheck(ANSWER, seen())
    assert verdicts(checked) == [("[S1]", Verdict.OK), (DOI, Verdict.OK)]
    assert checked.action is AnswerAction.DELIVER
    assert "Mixing was measured" in checked.text


async def test_one_slow_reference_does_not_take_the_others_with_it() -> None:
    world = Loopback()
    world.behaviours[HOSTS["datacite"]] = hang
    world.knows("crossref", f"/works/{DOI}", crossref())
    answer = ANSWER + "\nThe readings are kept elsewhere (doi:10.5281/zenodo.77).\n"
    async with asking(world, registries=("crossref", "datacite")) as half:
        checked = await half.acheck(answer, seen())
    assert [verdict for _, verdict in verdicts(checked)] == [Verdict.OK, Verdict.OK, Verdict.UNCONFIRMED]


async def test_a_stream_withholds_the_block_and_goes_on() -> None:
    world = Loopback()
    world.behaviours = dict.fromkeys(HOSTS.values(), FAULTS["500"])
    async with asking(world) as broken:
        stream = broken.astream(seen(), keep=True)
        for start in range(0, len(ANSWER), 7):
            async for _ in stream.feed(ANSWER[start : start + 7]):
                pass
        events = [event async for event in stream.finish()]
    ended = events[-1]
    assert isinstance(ended, AnswerEnded)
    assert ended.checked is not None
    assert_unconfirmed_and_shown(ended.checked)
