"""From what a citation names to a handle of the ledger, or to the reason why there is none.

Keys are compared, never searched: a name equals a handle or an id, a URL equals a URL in canonical form, an index
counts in the evidence in the order of the prompt. A handle decides wherever it came back, because nobody but us wrote
it; an index may count documents of earlier turns, so it only picks among what a name leaves open. Nothing is matched by
text, or by a title other than the handle we put there ourselves.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import Protocol

from citeward.providers.addresses import canonical, hides_its_page, host_of
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
    """How a source was matched."""

    EXACT = "exact"
    SEVERAL = "several"
    """It names a document, and the ledger holds several chunks of it: the claim is checked against each."""
    AMBIGUOUS = "ambiguous"
    """More than one piece of evidence fits, or the key itself reads two ways: it cannot be confirmed."""
    DANGLING = "dangling"
    """Nothing fits: the reference is fabricated."""


@dataclass(frozen=True, slots=True)
class Resolution:
    """What became of one source."""

    handle: str | None
    """The evidence, where there is exactly one."""
    state: Match
    handles: tuple[str, ...] = ()
    """All of it, in the order of the prompt: one handle where exact, the chunks of a document where several."""


_DANGLING = Resolution(None, Match.DANGLING)
_AMBIGUOUS = Resolution(None, Match.AMBIGUOUS)
_REQUEST_INDICES = frozenset({SourceKind.DOCUMENT_INDEX, SourceKind.SEARCH_RESULT_INDEX, SourceKind.FACT_INDEX})
"""Indices the provider counts in the request, with the documents of earlier turns in it. An ordinal is the model's
count, or one in a list of the reply's own: where the payload says what stands under the number, that decides and the
number does not."""
_FIRST = {SourceKind.ORDINAL: 1, SourceKind.ORDINAL0: 0, **dict.fromkeys(_REQUEST_INDICES, 0)}
_PAGES = frozenset({SourceKind.URL, SourceKind.CHUNK_INDEX, SourceKind.ORDINAL, SourceKind.ORDINAL0})
"""Kinds whose title a page gives itself: one that calls itself ``S1`` is not our S1."""
_NAMES = ("documentName", "document_name", "uri", "x-amz-bedrock-kb-source-uri")
"""Fields beside id and URL under which services repeat the name a document was stored under."""
_HANDLE = re.compile(r"S\d{1,6}(?:-[a-z0-9]{2,8})?")
"""The shape of a handle: one that is not in the ledger is of another turn, or invented."""


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
        self._place = {handle: at for at, handle in enumerate(self._order)}
        self._ids = _group((key, item.handle) for item in evidence for key in _keys(item.id))
        urls = ((canonical(item.url), item.handle) for item in evidence if item.url)
        self._urls = _group((url, handle) for url, handle in urls if url is not None)
        self._addresses = tuple((item.url, item.handle) for item in evidence if item.url)

    def resolve(self, source: SourceRef) -> Resolution:
        """The handle a source stands for."""
        if source.dangling:
            return _DANGLING
        if source.ambiguous or source.kind is SourceKind.UNKNOWN:
            return _AMBIGUOUS
        handle = self._handle(source)
        if handle is not None:
            return self._found((handle,)) if handle in self._place else _DANGLING
        if hides_its_page(source.url):
            return self._behind(source)
        at = self._at(source)
        named = self._named(source)
        if named is None:
            return _DANGLING if at is None else self._found((at,))
        if at in named and source.kind in _REQUEST_INDICES:
            return self._found((at,))
        if not named:
            return _AMBIGUOUS if self._contradicts(source) else _DANGLING
        return self._found(named)

    def _found(self, handles: Iterable[str | None]) -> Resolution:
        known = tuple(handle for handle in handles if handle is not None)
        if len(known) == 1:
            return Resolution(known[0], Match.EXACT, known)
        return Resolution(None, Match.SEVERAL, tuple(sorted(known, key=self._place.__getitem__)))

    def _handle(self, source: SourceRef) -> str | None:
        """The handle that came back under whichever field, and a foreign one where ours would stand."""
        said = [source.id] if source.kind in _PAGES else [source.id, source.title, source.attributes.get("handle")]
        fields = [field for field in said if isinstance(field, str)]
        known = [field for field in fields if field in self._place]
        if known:
            return known[0]
        return next((field for field in fields if field and _HANDLE.fullmatch(field) and not self._holds(field)), None)

    def _behind(self, source: SourceRef) -> Resolution:
        """What a redirect of Gemini's may lead to: its title is the host, or the page's own title.

        Where the ledger has nothing of that host nobody can tell, short of following it.
        """
        found = self._hosts.get(host_of(source.title or "") or "")
        return self._found(found) if found else _AMBIGUOUS

    @cached_property
    def _hosts(self) -> dict[str, list[str]]:
        """The evidence by its hosts; only redirects ask for it."""
        hosts = ((host_of(url), handle) for url, handle in self._addresses)
        return _group((host, handle) for host, handle in hosts if host is not None)

    def _holds(self, name: str) -> bool:
        return name in self._ids

    def _named(self, source: SourceRef) -> frozenset[str] | None:
        """The handles that all names fit which the source carries and the ledger knows; None where it carries none.

        Services number their chunks themselves, so a name nobody here knows says nothing against one that is known.
        """
        names = self._names(source)
        if not names:
            return None
        known = [found for found in names if found]
        return frozenset.intersection(*known) if known else frozenset()

    def _contradicts(self, source: SourceRef) -> bool:
        """Whether its names are known, each as something else."""
        return sum(map(bool, self._names(source))) > 1

    def _names(self, source: SourceRef) -> list[frozenset[str]]:
        names = [source.id, source.url, *(source.attributes.get(name) for name in _NAMES)]
        return [self._under(name) for name in dict.fromkeys(names) if isinstance(name, str) and name]

    def _under(self, name: str) -> frozenset[str]:
        found = self._ids.get(name)
        if found is None:
            address = canonical(name)
            found = None if address is None else self._urls.get(address)
        return frozenset(found or ())

    def _at(self, source: SourceRef) -> str | None:
        first = _FIRST.get(source.kind)
        if first is None or source.index is None:
            return None
        position = source.index - first
        return self._order[position] if 0 <= position < len(self._order) else None


def _keys(id_: str) -> tuple[str, ...]:
    """What a piece of evidence is found under: its id, and for ``file-1#3`` the file it is a chunk of."""
    document, mark, _ = id_.rpartition("#")
    return (id_, document) if mark and document else (id_,)


def _group(pairs: Iterable[tuple[str, str]]) -> dict[str, list[str]]:
    grouped: dict[str, list[str]] = {}
    for key, handle in pairs:
        grouped.setdefault(key, []).append(handle)
    return grouped
