"""From a reference to a finding: ask the registries that know its kind of identifier, compare, look for retractions."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace

from citeward.model import DEFAULT_TENANT
from citeward.references.cite import Cite, parse_cite
from citeward.references.compare import Agreement, compare_best
from citeward.references.desk import Desk
from citeward.references.finding import Finding, ReferenceVerdict
from citeward.references.identifiers import Identifier
from citeward.references.record import Retraction
from citeward.references.registries import Registry
from citeward.references.replies import Reading, ReplyState
from citeward.references.search import after_search, best_hit, claimed_of, search_words

__all__ = ["References"]

_VERDICTS = {
    Agreement.MATCH: ReferenceVerdict.MATCH,
    Agreement.PARTIAL: ReferenceVerdict.PARTIAL,
    Agreement.MISMATCH: ReferenceVerdict.MISMATCH,
}


class References:
    """Resolves references against the registries of a deployment."""

    def __init__(
        self,
        registries: Sequence[Registry],
        desk: Desk,
        *,
        deadline_seconds: float | None = 8.0,
        search: bool = False,
    ) -> None:
        """``deadline_seconds`` bounds one reference, waiting for its turn included; None leaves the bound to the fetch
        policy of each request, which is what a long bibliography needs. ``search`` also looks for references without
        an identifier, by their words, in the registries that can be searched."""
        self._registries = tuple(registries)
        self._desk = desk
        self._deadline = deadline_seconds
        self._searched = tuple(r for r in self._registries if r.search_rate is not None) if search else ()

    @property
    def registries(self) -> tuple[Registry, ...]:
        """Who is asked, in this order."""
        return self._registries

    def would_ask(self, cite: Cite) -> bool:
        """Whether a registry would be asked about this reference at all."""
        return cite.target is not None or (bool(self._searched) and search_words(cite) is not None)

    async def resolve(self, cite: Cite | str, *, tenant: str = DEFAULT_TENANT) -> Finding:
        """The finding on one reference. Never raises for what a registry did; late is unknown."""
        cite = parse_cite(cite) if isinstance(cite, str) else cite
        if cite.target is None and not self._searched:
            return Finding(ReferenceVerdict.UNKNOWN, "no_identifier")
        if cite.conflicting:
            return Finding(ReferenceVerdict.MISMATCH, "two_identifiers")
        try:
            async with asyncio.timeout(self._deadline):
                return await (self._search(cite, tenant) if cite.target is None else self._resolve(cite, tenant))
        except TimeoutError:
            return Finding(ReferenceVerdict.UNKNOWN, "deadline")

    async def aclose(self) -> None:
        """Abandons what nobody waits for any more. Call it before the event loop ends."""
        await self._desk.aclose()

    async def _search(self, cite: Cite, tenant: str) -> Finding:
        words = search_words(cite)
        if words is None:
            return Finding(ReferenceVerdict.UNKNOWN, "too_little_to_search")
        reason = "no_search_hit"
        for registry in self._searched:
            reading = await self._desk.search(tenant, registry, words, self._deadline)
            if reading.state is ReplyState.DEGRADED:
                reason = reading.detail or "degraded"
            hit = best_hit(cite, reading.records)
            if hit is not None:
                return after_search(cite, await self._resolve(replace(cite, target=hit[1]), tenant))
        return Finding(ReferenceVerdict.UNKNOWN, reason)

    async def _resolve(self, cite: Cite, tenant: str) -> Finding:
        askable = [registry for registry in self._registries if registry.knows(cite)]
        primary = [registry for registry in askable if not registry.second_opinion]
        if not primary:
            return Finding(ReferenceVerdict.UNKNOWN, "no_registry")
        second = [
            asyncio.create_task(self._desk.ask(tenant, r, cite, self._deadline)) for r in askable if r.second_opinion
        ]
        try:
            finding = await self._ask_in_turn(cite, primary, tenant)
            return await _with_second_opinion(finding, second)
        finally:
            for task in second:
                task.cancel()

    async def _ask_in_turn(self, cite: Cite, registries: Sequence[Registry], tenant: str) -> Finding:
        trouble = settled = ""
        for registry in registries:
            reading = await self._desk.ask(tenant, registry, cite, self._deadline)
            if reading.state is ReplyState.FOUND:
                if _is_about(reading, cite):
                    return _judge(cite, reading, registry.name)
                trouble = "answered_for_another"
            elif reading.state is ReplyState.ABSENT:
                settled = settled or (registry.name if registry.decides(cite) else "")
            else:
                trouble = reading.detail or "degraded"
        if settled:
            # The registry that decides has said no; that others were down does not change it.
            return Finding(ReferenceVerdict.NOT_FOUND, "not_registered", settled)
        return Finding(ReferenceVerdict.UNKNOWN, trouble or "other_agency")


def _is_about(reading: Reading, cite: Cite) -> bool:
    """Whether the record is the one that was asked for; a record without identifiers of its own cannot say."""
    if not isinstance(cite.target, Identifier):
        return True
    target = cite.target
    asked = {str(target), target.value}
    known = {name for record in reading.records for name in record.identifiers | record.related}
    of_kind = {name for name in known if name.startswith("10.") == (target.kind == "doi")}
    return not of_kind or not asked.isdisjoint(of_kind) or target.kind == "pmcid"


def _judge(cite: Cite, reading: Reading, registry: str) -> Finding:
    claims = [(record, claimed_of(cite, record)) for record in reading.records]
    judged = [(compare_best(claimed, [record]), record) for record, claimed in claims]
    comparison, record = min(judged, key=lambda pair: list(Agreement).index(pair[0].verdict))
    finding = Finding(_VERDICTS[comparison.verdict], comparison.reason, registry, record)
    if comparison.verdict is Agreement.MISMATCH or not record.retractions:
        return finding
    return _retracted(finding, record.retractions[0])


def _retracted(finding: Finding, retraction: Retraction) -> Finding:
    return replace(finding, verdict=ReferenceVerdict.RETRACTED, reason=retraction.kind, retraction=retraction)


async def _with_second_opinion(finding: Finding, second: Sequence[asyncio.Task[Reading]]) -> Finding:
    """A second opinion may find a retraction; it can confirm nothing, and its silence costs nothing."""
    if finding.verdict not in (ReferenceVerdict.MATCH, ReferenceVerdict.PARTIAL):
        return finding
    for task in second:
        reading = await task
        for record in reading.records:
            if record.retractions and finding.record and record.identifiers & finding.record.identifiers:
                return _retracted(finding, record.retractions[0])
    return finding
