"""The registry as the gate's document store: each passage as it stands now, derived texts with all they came from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from citeward.model import DocumentStatus, Evidence
from citeward.registry.nouns import DocumentText
from citeward.registry.spans import SpanFate, compare_span
from citeward.registry.standing import RootStanding, Standing, lowest_tier, standings, status_of
from citeward.registry.versions import load_texts
from citeward.storage import Database, find_tenant, is_identifier
from citeward.text import Anchor, IndexCache, anchor, normalise
from citeward.verify import Current

__all__ = ["StoredDocuments"]

_CACHE_BYTES = 64 * 1024 * 1024
_NO_LINEAGE = "no_lineage"
"""A status the gate does not know, and that therefore confirms nothing."""

_Roots = tuple[RootStanding, ...]
_Texts = Mapping[tuple[str, int], DocumentText]


class StoredDocuments:
    """Implements :class:`citeward.verify.DocumentStore`: three queries for any number of passages."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._indexes = IndexCache(_CACHE_BYTES)

    async def current(self, tenant: str, evidence: Sequence[Evidence]) -> Sequence[Current | None]:
        """See :class:`citeward.verify.DocumentStore`."""
        names = {item.id for item in evidence if item.tenant == tenant and is_identifier(item.id)}
        async with self._database.read() as connection:
            found = await standings(connection, tenant, names)
            known = await find_tenant(connection, tenant)
            texts = await load_texts(connection, tenant, _needed(found))
        key = known.span_key if known is not None else b""
        return [self._current(item, found.get(item.id), texts, key) for item in evidence]

    def _current(
        self, item: Evidence, found: tuple[Standing | None, _Roots] | None, texts: _Texts, key: bytes
    ) -> Current | None:
        own, roots = found if found is not None else (None, ())
        version = None if own is None else texts.get((own.document, own.version))
        if own is None or version is None:
            return None
        tier = lowest_tier(own, roots)
        status = self._status(own, roots, texts, version, key)
        if status is None:
            # What it came from has changed: nothing that stands there now is the passage that was retrieved.
            return Current(DocumentStatus.ACTIVE, own.label, "", None, tier)
        return Current(status, own.label, self._passage(item, version, key), None, tier)

    def _status(
        self, own: Standing, roots: _Roots, texts: _Texts, version: DocumentText, key: bytes
    ) -> DocumentStatus | str | None:
        """The strictest status of a document and all it came from; None where a root span reads differently now."""
        status = status_of(own, roots)
        if status is not DocumentStatus.ACTIVE or not own.derived:
            return status
        if not roots:
            return _NO_LINEAGE
        return status if all(self._holds(root, texts, version, key) for root in roots) else None

    def _holds(self, root: RootStanding, texts: _Texts, version: DocumentText, key: bytes) -> bool:
        if root.role != "root" or root.standing is None or root.standing.version == root.version:
            return True
        now = texts.get((root.document, root.standing.version))
        kept = version.anchors.get(root.ordinal)
        if now is None or kept is None or root.start is None or root.end is None:
            return False
        old = texts.get((root.document, root.version))
        exact = None if old is None else old.text[root.start : root.end]
        outcome = compare_span(Anchor(root.start, root.end, *kept), exact, (now.sha256, now.text), key, self._indexes)
        return outcome.fate in (SpanFate.UNCHANGED, SpanFate.RELOCATED)

    def _passage(self, item: Evidence, version: DocumentText, key: bytes) -> str:
        """The passage as it stands in the current version: at its place, else where it moved to."""
        place = item.locator
        here = version.text if place is None else version.text[place.start : place.end]
        if here == item.text or not item.text:
            return here
        if item.text in version.text:
            return item.text
        if normalise(here) == normalise(item.text):
            return here
        kept = anchor(item.text, 0, len(item.text), key)
        if place is not None:
            kept = replace(kept, start=place.start, end=place.end)
        found = compare_span(kept, item.text, (version.sha256, version.text), key, self._indexes)
        if found.fate in (SpanFate.UNCHANGED, SpanFate.RELOCATED):
            return version.text[found.start : found.end]
        return here


def _needed(found: Mapping[str, tuple[Standing | None, _Roots]]) -> set[tuple[str, int]]:
    """The texts to compare: every current version, and of roots that were edited both the old and the new."""
    wanted = {(own.document, own.version) for own, _ in found.values() if own is not None}
    for _, roots in found.values():
        for root in roots:
            if root.role == "root" and root.standing is not None and root.standing.version != root.version:
                wanted |= {(root.document, root.version), (root.document, root.standing.version)}
    return wanted
