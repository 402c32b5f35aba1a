"""One released unit after the other through the same plan, gather, judge and decide as a whole answer."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from datetime import datetime

from citeward.ids import uuid7
from citeward.model import CitationRecord, Incident, IncidentKind, Judgement
from citeward.parse import Parsed
from citeward.policy import Decisions, Policy, decide
from citeward.recording import Answer, incidents_of, records_of, version_of
from citeward.turn import Turn, incident
from citeward.verify import Case, Facts, Needs, Sources, Trial, access_objects, gather, plan_all, with_support

__all__ = ["CheckedUnit", "Checker"]


@dataclass(frozen=True, slots=True)
class CheckedUnit:
    """A unit with its verdicts, decisions and records. What its decisions say of the answer counts only for itself."""

    parsed: Parsed
    judgements: tuple[Judgement, ...]
    decisions: Decisions
    records: tuple[CitationRecord, ...]
    incidents: tuple[Incident, ...]
    latency_s: float
    """Seconds the check of the unit took."""


class Checker:
    """Judges the units of one answer.

    Access to the whole ledger is asked for once, when the first unit comes, and once more by :meth:`lost_access`.
    Documents, registries and the support model are asked for what each unit cites, in one batch a unit.
    """

    def __init__(self, turn: Turn, policy: Policy, sources: Sources, clock: Callable[[], datetime], key: bytes) -> None:
        self.id = uuid7()
        """UUIDv7 of the answer."""
        self._turn, self._policy, self._sources, self._clock, self._key = turn, policy, sources, clock, key
        self._evidence = {item.handle: item for item in turn.ledger}
        self._access: Facts | None = None
        self._earlier: tuple[str, ...] = ()
        self._ahead: tuple[str, ...] | None = None

    async def check(self, parsed: Parsed, *, ahead: bool = False) -> CheckedUnit:
        """The verdicts on a unit. Never raises for what a source does.

        Args:
            parsed: the unit.
            ahead: it is part of a unit that will be checked as a whole: what it says is said to the sentences behind it
                in that unit and not to the unit itself, whose pronouns would refer to its own words.
        """
        began = time.perf_counter()
        needed = self._policy.requirements
        principal, tenant = self._turn.principal, self._turn.ledger.tenant
        earlier = self._earlier if self._ahead is None or not ahead else self._ahead
        case = Case(parsed, self._evidence, principal, tenant, self._clock(), earlier)
        access = self._access = self._access or await self._ask_access()
        facts = await gather(
            replace(plan_all(case, self._sources, needed), access={}), self._sources, case.tenant, case.principal
        )
        facts = replace(facts, access=access.access, epoch=access.epoch)
        trial = Trial(case, facts, needed)
        trial.deterministic()
        facts = await with_support(trial, self._sources, facts)
        trial.late(facts)
        if ahead:
            self._ahead = trial.context
        else:
            self._earlier, self._ahead = trial.context, None
        judgements = trial.judgements()
        decisions = decide(parsed.claims, judgements, self._policy)
        latency = time.perf_counter() - began
        judged_by = version_of(self._sources.support)
        about = Answer(self.id, self._turn, parsed, needed, case.now, latency, self._key, judged_by)
        records = records_of(about, judgements, decisions)
        incidents = incidents_of(self._turn, judgements, facts)
        return CheckedUnit(parsed, judgements, decisions, records, incidents, latency)

    async def lost_access(self, handles: Iterable[str]) -> tuple[Incident, ...]:
        """Asks again, at the end: an incident for each of these handles that may be seen or opened no longer.

        A long answer takes a minute to write, and access can be revoked in it.
        """
        cited = [self._evidence[handle] for handle in handles if handle in self._evidence]
        before = self._access
        if not cited or before is None:
            return ()
        now = await self._ask_access()
        lost = [
            item
            for item in cited
            if (before.may_read(item) and not now.may_read(item)) or (before.may_open(item) and not now.may_open(item))
        ]
        return tuple(incident(IncidentKind.UNAUTHORISED_CITATION, item, self._turn.principal) for item in lost)

    async def _ask_access(self) -> Facts:
        needs = Needs(access={item.handle: access_objects(item) for item in self._evidence.values()})
        return await gather(needs, self._sources, self._turn.ledger.tenant, self._turn.principal)
