"""The pages of the web a provider's reply names, with what it holds of their text."""

from __future__ import annotations

from collections.abc import Iterator

from citeward.model import ReportedPage
from citeward.providers import ProviderAnswer, ProviderCitation, QuoteKind, SourceKind, SourceRef
from citeward.verify import page_address

__all__ = ["reported_pages"]

_FROM_THE_SOURCE = frozenset({QuoteKind.VERBATIM, QuoteKind.SOURCE_CHUNK})
"""What a provider cut out of a source. What the model wrote, or an echo of the answer, would confirm itself."""
_MOST_PASSAGES = 200
"""Of one page; each is searched for every quotation."""
_LONGEST = 2_000_000
"""Code points of one page, all passages together."""


def reported_pages(reply: ProviderAnswer) -> tuple[ReportedPage, ...]:
    """The pages a provider reported, cited or merely consulted, in the order they are named.

    None of a reply whose sources the model itself wrote down: then nobody reported them.
    """
    if reply.written_by_model:
        return ()
    titles: dict[str, str] = {}
    passages: dict[str, dict[str, None]] = {}
    for source, text in _named(reply):
        address = None if source.dangling or source.ambiguous else page_address(source.url)
        if address is None or source.kind is SourceKind.UNKNOWN:
            continue
        held = passages.setdefault(address.url, {})
        titles[address.url] = titles.get(address.url) or source.title or ""
        if text and text.strip():
            held[text] = None
    return tuple(
        ReportedPage(url, titles[url], tuple(_bounded(held)), reply.provider) for url, held in passages.items()
    )


def _named(reply: ProviderAnswer) -> Iterator[tuple[SourceRef, str | None]]:
    for citation in reply.citations:
        for source in citation.sources:
            yield source, source.text
            yield source, _cut_out(citation)
    for source in reply.consulted:
        yield source, source.text


def _cut_out(citation: ProviderCitation) -> str | None:
    """What a citation quotes of its source; of several sources nobody knows which of them says it."""
    return citation.cited_text if citation.quote_kind in _FROM_THE_SOURCE and len(citation.sources) == 1 else None


def _bounded(held: dict[str, None]) -> Iterator[str]:
    """The passages that are not part of another one, within the bounds."""
    length = 0
    kept: list[str] = []
    for passage in sorted(held, key=len, reverse=True)[:_MOST_PASSAGES]:
        length += len(passage)
        if length > _LONGEST or any(passage in longer for longer in kept):
            continue
        kept.append(passage)
        yield passage
