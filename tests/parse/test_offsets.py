"""Laws of the parse: offsets, indices and order hold for every answer."""

from __future__ import annotations

import re
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from citeward.model import ProposalKind
from citeward.parse import BRACKETS, LONGEST, SIGNS, Cite, Close, Open, Parsed, Url, clean, parse
from tests.strategies import LAW, answers

CITED = {
    ProposalKind.MARKER, ProposalKind.DOI, ProposalKind.ARXIV, ProposalKind.PUBMED, ProposalKind.LEGAL,
    ProposalKind.PROSE, ProposalKind.UNREAD,
}  # fmt: skip
"""What may stand in the text as a citation; a link only lends its words."""
ANSWERS = answers() | st.text(st.characters(codec=None))


def claims_in(parsed: Parsed) -> list[int]:
    return [event.claim for event in parsed.events if hasattr(event, "claim")]


@LAW
@given(ANSWERS)
def test_offsets_always_slice_to_the_reference(answer: str) -> None:
    for proposal in parse(answer).proposals:
        assert 0 <= proposal.start < proposal.end <= len(answer)
        assert answer[proposal.start : proposal.end] == proposal.reference


@LAW
@given(ANSWERS)
def test_a_marker_s_reference_is_literally_a_marker_that_names_its_handle(answer: str) -> None:
    for proposal in parse(answer).proposals:
        if proposal.kind is ProposalKind.MARKER:
            command = re.fullmatch(r"\\[A-Za-z]+\*?(?:\[[^\[\]]*\])*\{[^{}]+\}", proposal.reference)
            opener = proposal.reference[0]
            closer = BRACKETS[opener].closer if opener in BRACKETS else None
            assert command or opener in SIGNS or proposal.reference[-1] == closer
            assert len(proposal.reference) <= LONGEST
            assert clean(proposal.reference).text == proposal.reference
            ranged = "-" in proposal.reference or "\u2013" in proposal.reference
            assert ranged or opener in SIGNS or (proposal.handle or "").lstrip("\u27e6\u301a") in proposal.reference


@LAW
@given(ANSWERS)
def test_proposals_are_numbered_in_the_order_they_begin(answer: str) -> None:
    proposals = parse(answer).proposals
    assert [p.index for p in proposals] == list(range(len(proposals)))
    assert all(one.start <= two.start for one, two in pairwise(proposals))


@LAW
@given(ANSWERS)
def test_markers_never_overlap_one_another(answer: str) -> None:
    places = sorted({(p.start, p.end) for p in parse(answer).proposals if p.kind is ProposalKind.MARKER})
    assert all(one[1] <= two[0] for one, two in pairwise(places))


@LAW
@given(ANSWERS)
def test_claims_and_quotations_lie_in_the_answer_and_in_order(answer: str) -> None:
    parsed = parse(answer)
    assert [claim.index for claim in parsed.claims] == list(range(len(parsed.claims)))
    for claim in parsed.claims:
        assert 0 <= claim.start <= claim.end <= len(answer)
    for quotation in parsed.quotations:
        assert 0 <= quotation.start < quotation.end <= len(answer)
        assert 0 <= quotation.claim < len(parsed.claims)


@LAW
@given(ANSWERS)
def test_every_index_points_at_something(answer: str) -> None:
    parsed = parse(answer)
    assert all(-1 <= claim < len(parsed.claims) for claim in claims_in(parsed))
    assert all(0 <= p.claim < len(parsed.claims) for p in parsed.proposals)
    for event in parsed.events:
        for index in getattr(event, "proposals", ()):
            assert 0 <= index < len(parsed.proposals)


@LAW
@given(ANSWERS)
def test_a_proposal_has_at_most_one_place_and_every_citation_one(answer: str) -> None:
    parsed = parse(answer)
    cited = [index for event in parsed.events if isinstance(event, Cite) for index in event.proposals]
    addressed = [event.proposal for event in parsed.events if isinstance(event, Url)]
    markers = {index for index in cited if parsed.proposals[index].kind is ProposalKind.LINK}
    assert sorted(cited) == [p.index for p in parsed.proposals if p.kind in CITED or p.index in markers]
    assert len(set(addressed)) == len(addressed)
    assert not set(addressed) & set(cited)


@LAW
@given(ANSWERS)
def test_elements_close_in_the_order_they_opened(answer: str) -> None:
    stack = []
    for event in parse(answer).events:
        if isinstance(event, Open):
            stack.append(event.tag)
        elif isinstance(event, Close):
            assert stack.pop() == event.tag
    assert stack == []


@LAW
@given(ANSWERS)
def test_parsing_is_a_function_of_the_answer(answer: str) -> None:
    assert parse(answer) == parse(answer)
    assert parse(answer).answer == answer
