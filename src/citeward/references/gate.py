"""The gate's resolver: references of an answer, all at once, each within its own deadline."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from types import MappingProxyType

from citeward.references.finding import Finding, ReferenceVerdict
from citeward.references.resolve import References
from citeward.verify import ExternalFinding, ExternalState

__all__ = ["ReferenceResolver"]

_STATES = MappingProxyType(
    {
        ReferenceVerdict.MATCH: ExternalState.MATCH,
        # The gate knows no half-right reference: what is cited wrongly is not confirmed as cited.
        ReferenceVerdict.PARTIAL: ExternalState.MISMATCH,
        ReferenceVerdict.MISMATCH: ExternalState.MISMATCH,
        ReferenceVerdict.NOT_FOUND: ExternalState.NOT_FOUND,
        ReferenceVerdict.RETRACTED: ExternalState.RETRACTED,
        ReferenceVerdict.UNKNOWN: ExternalState.UNKNOWN,
    }
)


class ReferenceResolver:
    """Implements :class:`citeward.verify.Resolver`. It is given cites, and registries are given identifiers."""

    def __init__(self, references: References, *, max_references: int = 50) -> None:
        """``max_references`` are looked up per answer; the rest are unknown, so one prompt cannot fan out."""
        self._references = references
        self._max = max_references

    async def resolve(self, tenant: str, references: Sequence[str]) -> Sequence[ExternalFinding]:
        """The finding on each reference, in the order asked."""
        asked = list(dict.fromkeys(references))[: self._max]
        found = await asyncio.gather(*(self._references.resolve(cite, tenant=tenant) for cite in asked))
        by_cite = dict(zip(asked, found, strict=True))
        return [_external(by_cite.get(cite)) for cite in references]


def _external(finding: Finding | None) -> ExternalFinding:
    if finding is None:
        return ExternalFinding(ExternalState.UNKNOWN, "too_many_references")
    prefix = "partial_" if finding.verdict is ReferenceVerdict.PARTIAL else ""
    return ExternalFinding(_STATES[finding.verdict], prefix + finding.reason)
