"""The gate's resolver: references of an answer, all at once, each within its own deadline."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from types import MappingProxyType

from citeward.references.allowance import TenantAllowance
from citeward.references.cite import parse_cite
from citeward.references.finding import Finding, ReferenceVerdict
from citeward.references.resolve import References
from citeward.verify import ExternalFinding, ExternalState, Resolver

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

    def __init__(
        self,
        references: References,
        *,
        max_references: int = 50,
        per_tenant_minute: int = 300,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        """``max_references`` are looked up per answer and ``per_tenant_minute`` for all answers of a tenant in any
        minute; the rest are unknown, so neither one prompt nor one tenant can fan out. ``now`` is monotonic seconds."""
        self._references = references
        self._max = max_references
        self._allowance = TenantAllowance(per_tenant_minute, now)

    def for_answer(self) -> Resolver:
        """See :class:`citeward.verify.PerAnswer`: ``max_references`` for all blocks of a streamed answer together."""
        return _OneAnswer(self._references, self._allowance, self._max)

    async def resolve(self, tenant: str, references: Sequence[str]) -> Sequence[ExternalFinding]:
        """The finding on each reference, in the order asked: those of one whole answer."""
        return await self.for_answer().resolve(tenant, references)

    async def aclose(self) -> None:
        """Abandons what nobody waits for any more. Call it before the event loop ends."""
        await self._references.aclose()


class _OneAnswer:
    """What one answer may have looked up; nothing is looked up twice for it."""

    def __init__(self, references: References, allowance: TenantAllowance, left: int) -> None:
        self._references = references
        self._allowance = allowance
        self._left = left
        self._found: dict[str, Finding] = {}

    async def resolve(self, tenant: str, references: Sequence[str]) -> Sequence[ExternalFinding]:
        """See :class:`citeward.verify.Resolver`."""
        cites = {text: parse_cite(text) for text in references if text not in self._found}
        # Words that nobody could be asked about cost nobody a turn.
        free = [text for text, cite in cites.items() if not self._references.would_ask(cite)]
        asking = [text for text in cites if text not in set(free)][: self._left]
        granted = self._allowance.take(tenant, len(asking))
        self._left -= granted
        asked = [*free, *asking[:granted]]
        found = await asyncio.gather(*(self._references.resolve(cites[text], tenant=tenant) for text in asked))
        self._found.update(zip(asked, found, strict=True))
        return [_external(self._found.get(text)) for text in references]


def _external(finding: Finding | None) -> ExternalFinding:
    if finding is None:
        return ExternalFinding(ExternalState.UNKNOWN, "too_many_references")
    prefix = "partial_" if finding.verdict is ReferenceVerdict.PARTIAL else ""
    return ExternalFinding(_STATES[finding.verdict], prefix + finding.reason)
