"""Which proposals are offered for the same words, and which quotations of the answer each group stands for."""

from __future__ import annotations

from collections.abc import Container

from citeward.model import Proposal
from citeward.parse import Close, Open, Parsed
from citeward.verify.plan import EXTERNAL_KINDS

__all__ = ["attach", "group_of"]


def group_of(proposal: Proposal) -> int:
    """The group of a proposal; a link or URL, which has none in the answer, is one of its own."""
    return proposal.group if proposal.group >= 0 else -2 - proposal.index


def attach(parsed: Parsed, citing: Container[int] = ()) -> dict[int, tuple[int, ...]]:
    """Which quotations each group of proposals stands for.

    A quotation belongs to the groups that stand in it or around it, else to the next group of its claim, else to the
    last before it. A marker that stands for other claims (``"..." - Returns policy [S1]``) stands for what they quote.
    A work named by itself takes none from a marker: ``"..." (Doe, 2020) [S1]`` quotes S1. In a table the row is one
    statement: a quotation whose own cell cites nothing belongs to the cells beside it.

    Args:
        parsed: the answer.
        citing: the indices of links and URLs that count as citations in it.
    """
    if not parsed.quotations:
        return {}
    groups: dict[int, list[Proposal]] = {}
    for proposal in parsed.proposals:
        if proposal.group >= 0 or proposal.index in citing:
            for claim in (proposal.claim, *parsed.claims[proposal.claim].covers):
                groups.setdefault(claim, []).append(proposal)
    found: dict[int, list[int]] = {}
    rows = _rows(parsed)
    for quotation in parsed.quotations:
        named = groups.get(quotation.claim, [])
        if not named and quotation.claim in rows:
            named = [proposal for claim in rows[quotation.claim] for proposal in groups.get(claim, ())]
        members = [proposal for proposal in named if proposal.kind not in EXTERNAL_KINDS] or named
        around = {group_of(p) for p in members if p.start < quotation.end and quotation.start < p.end}
        after = [group_of(p) for p in members if p.start >= quotation.end]
        before = [group_of(p) for p in members if p.end <= quotation.start]
        for group in around or set(after[:1]) or set(before[-1:]):
            found.setdefault(group, []).append(quotation.index)
    return {group: tuple(indices) for group, indices in found.items()}


def _rows(parsed: Parsed) -> dict[int, range]:
    """The claims of the row of each claim that stands in a table."""
    rows: dict[int, range] = {}
    inside: list[int] | None = None
    for event in parsed.events:
        if isinstance(event, Open) and event.tag == "tr":
            inside = []
        elif isinstance(event, Close) and event.tag == "tr" and inside is not None:
            claims = range(min(inside, default=0), max(inside, default=-1) + 1)
            rows |= dict.fromkeys(claims, claims)
            inside = None
        elif inside is not None and (claim := getattr(event, "claim", -1)) >= 0:
            inside.append(claim)
    return rows
