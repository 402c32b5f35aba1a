"""Cited words against current texts, from payloads that were fetched in one query."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from citeward.records.facts import RootFact
from citeward.registry import SpanFate, SpanOutcome, anchor_in, compare_span
from citeward.storage import read_payload
from citeward.text import Anchor, IndexCache

__all__ = ["Comparison", "numbers_of"]


def numbers_of(facts: Sequence[RootFact]) -> list[int]:
    """The log entries whose payloads are needed: the anchors, the old text, the current one."""
    numbers = {fact.seq for fact in facts} | {fact.seq_cited for fact in facts} | {fact.seq_now for fact in facts}
    return sorted(number for number in numbers if number is not None)


class Comparison:
    """Looks for cited spans in current versions. Each payload is read once, however many citations need it."""

    def __init__(self, bodies: Mapping[int, str], indexes: IndexCache) -> None:
        self._bodies = bodies
        self._indexes = indexes
        self._read: dict[int, dict[str, Any]] = {}
        self._outcomes: dict[tuple[object, ...], SpanOutcome] = {}

    def __call__(self, fact: RootFact) -> SpanOutcome | None:
        """What became of a span; None where a text that is needed has been erased."""
        own, now = self._payload(fact.seq), self._payload(fact.seq_now)
        if own is None or now is None:
            return None
        anchor = anchor_in(own["anchors"], fact.citation, fact.ordinal)
        if anchor is None or fact.start is None or fact.end is None:
            # Where in the document it stood was never known: in another text it cannot be found again.
            return SpanOutcome(SpanFate.CHANGED)
        key = (fact.document, fact.version, fact.start, fact.end, *anchor)
        if key not in self._outcomes:
            old = self._payload(fact.seq_cited)
            exact = None if old is None else old["text"][fact.start : fact.end]
            place = Anchor(fact.start, fact.end, *anchor)
            current = (now["sha256"], now["text"])
            self._outcomes[key] = compare_span(place, exact, current, bytes.fromhex(fact.span_key), self._indexes)
        return self._outcomes[key]

    def _payload(self, number: int | None) -> dict[str, Any] | None:
        if number is None or number not in self._bodies:
            return None
        if number not in self._read:
            self._read[number] = read_payload(self._bodies[number])
        return self._read[number]
