"""Where the words that were cited stand in the stored version, and an anchor to find them by in later ones."""

from __future__ import annotations

from dataclasses import dataclass, replace

from citeward.model import Evidence
from citeward.registry import DocumentText, RootRow, SpanFate, compare_span
from citeward.text import Anchor, IndexCache, anchor

__all__ = ["Placed", "locate", "place", "root_of"]

_INDEX_BYTES = 8 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Placed:
    """A span of a stored version; offsets and anchor are None where its place could not be told."""

    document: str
    version: int | None
    start: int | None = None
    end: int | None = None
    anchor: Anchor | None = None

    @property
    def kept(self) -> tuple[str, str, str] | None:
        """The anchor as it is stored."""
        return None if self.anchor is None else (self.anchor.prefix, self.anchor.suffix, self.anchor.span_hash)


def place(evidence: Evidence, extent: tuple[int, int], version: DocumentText | None, key: bytes) -> Placed:
    """Finds a part of a chunk in the version the chunk was cut from, and anchors it. See :func:`locate`."""
    found = locate(evidence, extent, version, key)
    if version is None or found.start is None or found.end is None:
        return found
    return replace(found, anchor=anchor(version.text, found.start, found.end, key))


def locate(evidence: Evidence, extent: tuple[int, int], version: DocumentText | None, key: bytes) -> Placed:
    """Finds a part of a chunk in the version the chunk was cut from.

    Words that the version does not have were not cut from it, whatever the chunk says: then there is no such version,
    and nothing will confirm the citation. Words it has several times are in it at a place nobody can tell.

    Args:
        evidence: the chunk.
        extent: code points of the chunk's text.
        version: as stored; None where the registry does not have it.
        key: the tenant's span key.
    """
    if version is None:
        return Placed(evidence.id, None)
    start, end = extent
    if not 0 <= start < end <= len(evidence.text):
        return Placed(evidence.id, version.number)
    base = _base(evidence, version.text)
    if base is not None:
        return Placed(evidence.id, version.number, base + start, base + end)
    return _moved(evidence, extent, version, key)


def _base(evidence: Evidence, text: str) -> int | None:
    """Where the chunk begins in the version, where its characters are the version's own."""
    if evidence.locator is not None:
        start, end = evidence.locator.start, evidence.locator.end
        return start if text[start:end] == evidence.text else None
    first = text.find(evidence.text)
    return first if first >= 0 and text.find(evidence.text, first + 1) < 0 else None


def _moved(evidence: Evidence, extent: tuple[int, int], version: DocumentText, key: bytes) -> Placed:
    """The span in a version that is set differently from the chunk."""
    kept = anchor(evidence.text, *extent, key)
    exact = evidence.text[slice(*extent)]
    found = compare_span(kept, exact, (version.sha256, version.text), key, IndexCache(_INDEX_BYTES))
    if found.fate is SpanFate.CHANGED:
        return Placed(evidence.id, None)
    if found.fate is SpanFate.AMBIGUOUS:
        return Placed(evidence.id, version.number)
    return Placed(evidence.id, version.number, found.start, found.end)


def root_of(placed: Placed, role: str) -> RootRow:
    """A placed span as something to rest on. A version that is not stored is number 0, which nothing confirms."""
    return RootRow(placed.document, placed.version or 0, placed.start, placed.end, role, placed.kept)
