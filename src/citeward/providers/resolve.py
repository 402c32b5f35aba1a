"""From what a citation names to a handle of the ledger, or to the reason why there is none.

Keys are compared, never searched: an index counts in the evidence in the order of the prompt, a name equals a handle
or an id, a URL equals a URL in canonical form. Where a source carries a name, the index alone is never enough. Nothing
is matched by text, or by a title other than the handle we put there ourselves.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from citeward.providers.addresses import canonical
from citeward.providers.interface import SourceKind, SourceRef

__all__ = ["EvidenceKey", "Match", "Resolution", "Resolver", "resolve"]


class EvidenceKey(Protocol):
    """What is needed of one piece of evidence; :class:`citeward.model.Evidence` has it."""

    @property
    def handle(self) -> str:
        """The opaque handle."""

    @property
    def id(self) -> str:
        """The document or passage."""

    @property
    def url(self) -> str | None:
        """Where it lives, or None."""

    @property
    def title(self) -> str:
        """Its title. Never compared."""


class Match(StrEnum):
    """How a source was matched. Only ``exact`` carries a handle."""

    EXACT = "exact"
    AMBIGUOUS = "ambiguous"
    """More than one piece of evidence fits, or the key itself reads two ways: it cannot be confirmed."""
    DANGLING = "dangling"
    """Nothing fits: the reference is fabricated."""


@dataclass(frozen=True, slots=True)
class Resolution:
    """What became of one source."""

    handle: str | None
    state: Match


_DANGLING = Resolution(None, Match.DANGLING)
_AMBIGUOUS = Resolution(None, Match.AMBIGUOUS)
_REQUEST_INDICES = frozenset({SourceKind.DOCUMENT_INDEX, SourceKind.SEARCH_RESULT_INDEX, SourceKind.FACT_INDEX})
"""Indices the provider counts in the request. An ordinal is the model's count, or one in a list of the reply's own:
where the payload says what stands under the number, that decides and the number does not."""
_FIRST = {SourceKind.ORDINAL: 1, SourceKind.ORDINAL0: 0, **dict.fromkeys(_REQUEST_INDICES, 0)}


def resolve(source: SourceRef, evidence: Sequence[EvidenceKey]) -> Resolution:
    """The handle a source stands for.

    For many sources of one turn make one :class:`Resolver`.

    Args:
        source: as an adapter read it.
        evidence: the ledger in the order of the prompt.
    """
    return Resolver(evidence).resolve(source)


class Resolver:
    """Resolves any number of sources against one ledger, each in constant time."""

    def __init__(self, evidence: Sequence[EvidenceKey]) -> None:
        self._order = tuple(item.handle for item in evidence)
        self._handles = frozenset(self._order)
        self._ids = _group((item.id, item.handle) for item in evidence)
        urls = ((canonical(item.url), item.handle) for item in evidence if item.url)
        self._urls = _group((url, handle) for url, handle in urls if url is not None)

    def resolve(self, source: SourceRef) -> Resolution:
        """The handle a source stands for."""
        if source.dangling:
            return _DANGLING
        if source.ambiguous or source.kind is SourceKind.UNKNOWN:
            return _AMBIGUOUS
        named = self._named(source)
        at = self._at(source)
        if source.kind in _REQUEST_INDICES and at is not None:
            if named is None:
                return Resolution(at, Match.EXACT)
            if not named:
                return _DANGLING
            return Resolution(at, Match.EXACT) if at in named else _AMBIGUOUS
        if named is None:
            return _DANGLING if at is None else Resolution(at, Match.EXACT)
        if not named:
            return _DANGLING
        return Resolution(named[0], Match.EXACT) if len(named) == 1 else _AMBIGUOUS

    def _named(self, source: SourceRef) -> Sequence[str] | None:
        """The handles under the names the source carries; None where it carries none."""
        if source.kind is SourceKind.DOCUMENT_INDEX and source.title in self._handles:
            return (source.title,)
        if source.id:
            return (source.id,) if source.id in self._handles else self._ids.get(source.id) or self._under(source.id)
        return self._under(source.url) if source.url else None

    def _under(self, url: str) -> Sequence[str]:
        address = canonical(url)
        return () if address is None else self._urls.get(address, ())

    def _at(self, source: SourceRef) -> str | None:
        first = _FIRST.get(source.kind)
        if first is None or source.index is None:
            return None
        position = source.index - first
        return self._order[position] if 0 <= position < len(self._order) else None


def _group(pairs: Iterable[tuple[str, str]]) -> dict[str, list[str]]:
    grouped: dict[str, list[str]] = {}
    for key, handle in pairs:
        grouped.setdefault(key, []).append(handle)
    return grouped
