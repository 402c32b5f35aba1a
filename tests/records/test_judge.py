"""Judging a page at once is judging each of its citations."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from citeward.records.facts import RootFact
from citeward.records.judge import Access, judge, judge_all, to_compare
from citeward.registry import SpanFate, SpanOutcome
from citeward.verify import Decision

DECISIONS = st.sampled_from([Decision.ALLOW, Decision.DENY, Decision.ERROR, None])
NAMES = ("d", "e")


@st.composite
def facts(draw: st.DrawFn) -> list[RootFact]:
    """One root of one citation each, of two answers over two documents that have one state each."""
    status = {name: draw(st.sampled_from(["active", "retired", "superseded"])) for name in NAMES}
    now = {name: draw(st.integers(1, 2)) for name in NAMES}
    found = []
    for number in range(draw(st.integers(1, 8))):
        document = draw(st.sampled_from(NAMES))
        found.append(
            RootFact(
                f"c{number}", draw(st.sampled_from(["a", "b"])), 1, 0, document, draw(st.integers(1, 2)),
                draw(st.integers(0, 1)), 5, "own", status[document], now[document], 1, 1, document, None, 3, "active",
                1, "1", 1, "2", None, None, None, None, None, None, 1, "k", "n1",
            )
        )  # fmt: skip
    return found


def compare(fact: RootFact) -> SpanOutcome:
    """What begins at 0 has stayed, what begins at 1 has changed."""
    return SpanOutcome(SpanFate.CHANGED if fact.start else SpanFate.UNCHANGED)


@given(facts(), st.data())
@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_a_page_is_judged_as_its_citations_are(found: list[RootFact], data: st.DataObject) -> None:
    needed = Access.needed(found)
    access = replace(
        needed,
        answers={name: data.draw(DECISIONS) for name in needed.answers},
        passages={name: data.draw(DECISIONS) for name in needed.passages},
        earlier={cited: data.draw(DECISIONS) for cited in needed.earlier},
    )
    page = {fact.citation: [fact] for fact in found}
    wanted = to_compare(page, access)
    assert dict(judge_all(page, access, compare)) == {name: judge(own, access, compare) for name, own in page.items()}
    for fact in found:
        may_read_both = access.may_read(fact) is Decision.ALLOW and access.answers[fact.answer] is Decision.ALLOW
        assert may_read_both or fact not in wanted
        assert may_read_both or judge([fact], access, compare).change is None
