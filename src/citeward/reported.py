"""Citations a provider reported become proposals beside those the model wrote: same claims, same checks, no trust."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import replace

from citeward.ledger import Ledger
from citeward.model import Claim, Proposal, ProposalKind
from citeward.parse import Break, Cite, Close, Event, Fence, Open, Parsed, Rule, Text
from citeward.providers import Match, ProviderAnswer, ProviderCitation, QuoteKind, Resolver, Role

__all__ = ["with_reported"]

_QUOTES = frozenset({QuoteKind.VERBATIM, QuoteKind.SOURCE_CHUNK, QuoteKind.MODEL_AUTHORED, QuoteKind.TRUNCATED_PREFIX})
_ELLIPSES = "\u2026. "


def with_reported(parsed: Parsed, reply: ProviderAnswer, ledger: Ledger) -> Parsed:
    """The parsed answer with one structured proposal per claim and source the provider reported.

    A block or claim anchor stands for every sentence it touches; a marker or insertion for the sentence it ends; one
    without a place for the message as a whole. Recitation notices are no citations.
    """
    proposals, claims = list(parsed.proposals), list(parsed.claims)
    resolver = Resolver(ledger.evidence)
    group = max((proposal.group for proposal in proposals), default=0)
    places: dict[int, list[int]] = {}
    for citation in reply.citations:
        if citation.anchor.role is Role.RECITATION:
            continue
        group += 1
        for claim in _claims_of(citation, parsed, claims):
            for made in _proposals(citation, claim, parsed.answer, resolver):
                places.setdefault(claim, []).append(len(proposals))
                proposals.append(replace(made, index=len(proposals), group=group))
    if not places:
        return parsed
    events = tuple(_insert(parsed.events, places, len(parsed.claims)))
    return replace(parsed, events=events, claims=tuple(claims), proposals=tuple(proposals))


def _claims_of(citation: ProviderCitation, parsed: Parsed, claims: list[Claim]) -> list[int]:
    start, end = citation.anchor.start, citation.anchor.end
    if start is None or end is None or not parsed.claims:
        if len(claims) == len(parsed.claims):
            claims.append(Claim(len(claims), len(parsed.answer), len(parsed.answer), ""))
        return [len(parsed.claims)]
    if citation.anchor.role in (Role.CLAIM, Role.BLOCK) and end > start:
        touched = [c.index for c in parsed.claims if c.start < end and start < c.end and c.text]
        if touched:
            return touched
    # The sentence that holds the marker, or the last one that ends before it.
    starts = [claim.start for claim in parsed.claims]
    return [max(bisect_right(starts, start) - 1, 0)]


def _proposals(citation: ProviderCitation, claim: int, answer: str, resolver: Resolver) -> Iterator[Proposal]:
    start, end = citation.anchor.start or 0, citation.anchor.end or 0
    quoted = _quoted(citation)
    for source in citation.sources:
        found = resolver.resolve(source)
        yield Proposal(
            index=0,
            kind=ProposalKind.STRUCTURED,
            reference=answer[start:end],
            start=start,
            end=end,
            claim=claim,
            handle=found.handle,
            quoted=quoted,
            ambiguous=found.state is Match.AMBIGUOUS,
        )


def _quoted(citation: ProviderCitation) -> tuple[str, ...]:
    """What the provider says was quoted. It is checked against the ledger like anything the model wrote."""
    text = citation.cited_text
    if not text or citation.quote_kind not in _QUOTES:
        return ()
    return (text.rstrip(_ELLIPSES) if citation.quote_kind is QuoteKind.TRUNCATED_PREFIX else text,)


def _insert(events: tuple[Event, ...], places: dict[int, list[int]], loose: int) -> Iterator[Event]:
    """The events with a citation behind the last words of each claim; those of the whole message stand at its end."""
    last: dict[int, int] = {}
    for at, event in enumerate(events):
        if not isinstance(event, Open | Close | Fence | Rule | Break) and event.claim in places:
            last[event.claim] = at
    behind = {at: claim for claim, at in last.items()}
    for at, event in enumerate(events):
        claim = behind.get(at)
        if claim is None:
            yield event
            continue
        cite = Cite(tuple(places[claim]), "", claim)
        if isinstance(event, Text) and (words := event.text.rstrip()) != event.text:
            yield from (Text(words, claim), cite, Text(event.text[len(words) :], claim))
        else:
            yield from (event, cite)
    if loose in places:
        yield from (Open("p"), Cite(tuple(places[loose]), "", loose), Close("p"))
