"""Citations a provider reported become proposals beside those the model wrote: same claims, same checks, no trust."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from citeward.ledger import Ledger
from citeward.model import Claim, Proposal, ProposalKind
from citeward.parse import Break, Cite, Close, Event, Fence, Mark, Names, Open, Parsed, Rule, Target, Text, parse
from citeward.providers import (
    Match,
    ProviderAnswer,
    ProviderCitation,
    QuoteKind,
    Resolver,
    Role,
    hides_its_page,
    marker_extent,
)
from citeward.reported_pages import reported_pages
from citeward.verify import page_address

__all__ = ["parse_reply"]

_QUOTES = frozenset({QuoteKind.VERBATIM, QuoteKind.SOURCE_CHUNK, QuoteKind.MODEL_AUTHORED, QuoteKind.TRUNCATED_PREFIX})
_ELLIPSES = "\u2026. "


def parse_reply(reply: ProviderAnswer, ledger: Ledger, names: Names | None = None) -> Parsed:
    """The parsed answer of a reply, with one structured proposal per claim and source the provider reported.

    A marker in the text is taken out of it and stands for its sentence, as one of ours does, where its characters prove
    it to be one; what the payload only calls a marker is words, and stays. A block or claim anchor
    stands for every sentence it touches, an insertion for the sentence it ends. One without a place, or at a place that
    says nothing (a list's dash), stands for the message as a whole. Recitation notices are no citations.

    Args:
        reply: as an adapter read it.
        ledger: of the turn.
        names: what the evidence may be called by; its handles, ids and titles where None.

    Raises:
        LimitExceeded: as for :func:`citeward.parse.parse`.
    """
    resolver = Resolver(ledger.evidence)
    citations = [citation for citation in reply.citations if citation.anchor.role is not Role.RECITATION]
    targets = _Targets(resolver, reply)
    parsed = parse(reply.answer, names or Names(ledger), _marks(reply.answer, citations, targets))
    placed = {(p.start, p.end) for p in parsed.proposals if p.kind is ProposalKind.STRUCTURED}
    rest = [citation for citation in citations if marker_extent(reply.answer, citation) not in placed]
    whole = _with(parsed, rest, targets) if rest else parsed
    pages = reported_pages(reply)
    return replace(whole, reported=pages) if pages else whole


def _marks(answer: str, citations: Iterable[ProviderCitation], targets: _Targets) -> list[Mark]:
    """The markers that may leave the text: a reply nobody vouches for could call any word of it one."""
    found: dict[tuple[int, int], list[Target]] = {}
    for citation in citations:
        extent = marker_extent(answer, citation)
        if extent is not None:
            found.setdefault(extent, []).extend(targets.of(citation))
    return [Mark(start, end, tuple(named)) for (start, end), named in found.items()]


@dataclass(frozen=True, slots=True)
class _Targets:
    """What the citations of a reply name."""

    resolver: Resolver
    reply: ProviderAnswer

    def of(self, citation: ProviderCitation) -> Iterator[Target]:
        """The sources of one citation: a handle of the ledger each, or else the page of the web it was reported as."""
        for source in citation.sources:
            match = self.resolver.resolve(source)
            unknown = match.state is Match.DANGLING or (match.state is Match.AMBIGUOUS and hides_its_page(source.url))
            page = page_address(source.url) if unknown and not source.dangling else None
            reported = None if page is None or self.reply.written_by_model else page.url
            for handle in match.handles or (None,):
                yield Target(handle, match.state is Match.AMBIGUOUS, _quoted(citation), reported)


def _quoted(citation: ProviderCitation) -> tuple[str, ...]:
    """What the provider says was quoted. It is checked against the ledger like anything the model wrote."""
    text = citation.cited_text
    if not text or citation.quote_kind not in _QUOTES:
        return ()
    return (text.rstrip(_ELLIPSES) if citation.quote_kind is QuoteKind.TRUNCATED_PREFIX else text,)


def _with(parsed: Parsed, citations: Sequence[ProviderCitation], named: _Targets) -> Parsed:
    """The parsed answer with proposals for citations that are anchored to words, not to a marker among them."""
    proposals, claims = list(parsed.proposals), list(parsed.claims)
    starts = [claim.start for claim in parsed.claims]
    group = max((proposal.group for proposal in proposals), default=0)
    places: dict[int, list[int]] = {}
    for citation in citations:
        start, end = citation.anchor.start or 0, citation.anchor.end or 0
        targets = tuple(named.of(citation))
        for claim in _claims_of(citation, parsed, claims, starts):
            group += 1  # one a sentence: what the next one quotes is not this one's, and may stream after it
            for target in targets:
                index = len(proposals)
                places.setdefault(claim, []).append(index)
                proposals.append(
                    Proposal(
                        index,
                        ProposalKind.STRUCTURED,
                        parsed.answer[start:end],
                        start,
                        end,
                        claim,
                        handle=target.handle,
                        target=target.url,
                        group=group,
                        quoted=target.quoted,
                        ambiguous=target.ambiguous,
                    )
                )
    events = tuple(_insert(parsed.events, places, len(parsed.claims)))
    return replace(parsed, events=events, claims=tuple(claims), proposals=tuple(proposals))


def _claims_of(citation: ProviderCitation, parsed: Parsed, claims: list[Claim], starts: Sequence[int]) -> list[int]:
    found = _anchored(citation, parsed.claims, starts)
    if not found and len(claims) == len(parsed.claims):
        claims.append(Claim(len(claims), len(parsed.answer), len(parsed.answer), ""))
    return found or [len(parsed.claims)]


def _anchored(citation: ProviderCitation, claims: Sequence[Claim], starts: Sequence[int]) -> list[int]:
    """The sentences a citation stands for by its place; none where that would have to be guessed."""
    role, start, end = citation.anchor.role, citation.anchor.start, citation.anchor.end
    if start is None or end is None:
        return []
    if role in (Role.CLAIM, Role.BLOCK) and end > start:
        return [c.index for c in claims if c.start < end and start < c.end and c.text]
    # The sentence that holds the marker, or the last one that ends before it: where nothing parts two sentences, as in
    # Chinese, what is inserted between them ends the first.
    at = bisect_right(starts, start) - 1
    if role is Role.INSERTION and at > 0 and claims[at - 1].end == start:
        at -= 1
    return [at] if at >= 0 else []


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
