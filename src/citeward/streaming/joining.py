"""The units of an answer, put together again as the whole they were cut from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from citeward.checked import CheckedAnswer
from citeward.model import AnswerAction, Claim, Incident, Judgement, Proposal, Quotation, QuoteFinding, ReportedPage
from citeward.parse import Event, Parsed, moved
from citeward.policy import Decisions
from citeward.render import Permalinks
from citeward.streaming.checking import CheckedUnit

__all__ = ["joined"]


def joined(
    id_: str,
    answer: str,
    units: Sequence[CheckedUnit],
    *,
    action: AnswerAction,
    reason: str,
    incidents: tuple[Incident, ...],
    policy: str,
    shows: bool,
    permalinks: Permalinks | None,
    reported: tuple[ReportedPage, ...] = (),
) -> CheckedAnswer:
    """The checked answer that was streamed.

    Args:
        id_: of the answer.
        answer: the canonical answer.
        units: in order.
        action: what happens to the whole.
        reason: why, for operators.
        incidents: of the whole.
        policy: its name.
        shows: whether the surface shows citations.
        permalinks: where its records are shown again.
        reported: pages of the web that its provider reported.
    """
    events: list[Event] = []
    claims: list[Claim] = []
    proposals: list[Proposal] = []
    quotations: list[Quotation] = []
    judgements: list[Judgement] = []
    clauses: list[int] = []
    uncited: list[int] = []
    groups = 0
    for unit in units:
        before = len(quotations)
        part = moved(unit.parsed, claims=len(claims), proposals=len(proposals), quotations=before, groups=groups)
        clauses += (len(proposals) + index for index in unit.decisions.clauses)
        uncited += (len(claims) + index for index in unit.decisions.uncited)
        groups = max((groups, *(proposal.group for proposal in part.proposals)))
        events += part.events
        claims += part.claims
        proposals += part.proposals
        quotations += part.quotations
        judgements += (
            replace(judgement, proposal=proposal, quotes=_moved(judgement.quotes, before))
            for judgement, proposal in zip(unit.judgements, part.proposals, strict=True)
        )
    return CheckedAnswer(
        id_,
        Parsed(answer, tuple(events), tuple(claims), tuple(proposals), tuple(quotations), reported),
        tuple(judgements),
        Decisions(
            action,
            reason,
            tuple(fate for unit in units for fate in unit.decisions.claims),
            tuple(each for unit in units for each in unit.decisions.citations),
            policy,
            tuple(clauses),
            uncited=tuple(uncited),
        ),
        incidents,
        tuple(record for unit in units for record in unit.records),
        shows,
        permalinks=permalinks,
    )


def _moved(quotes: Sequence[QuoteFinding], by: int) -> tuple[QuoteFinding, ...]:
    return tuple(
        quote if quote.quotation is None else replace(quote, quotation=quote.quotation + by) for quote in quotes
    )
