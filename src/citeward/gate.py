"""The gate: the whole answer-time journey, top to bottom."""

from __future__ import annotations

import inspect
import secrets
import time
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Protocol

from citeward import sync
from citeward.checked import CheckedAnswer
from citeward.errors import CheckFailed
from citeward.ids import uuid7
from citeward.ledger import Ledger
from citeward.model import AnswerAction, Chunk, Incident, IncidentKind, Principal
from citeward.parse import parse
from citeward.policy import STRICT, Policy, decide
from citeward.providers import ProviderAnswer
from citeward.recording import Answer, incidents_of, records_of
from citeward.reported import parse_reply
from citeward.turn import Turn, incident
from citeward.verify import (
    AccessControl,
    Case,
    Decision,
    DocumentStore,
    GroupAccess,
    InMemoryDocuments,
    RecordSink,
    Resolver,
    Sources,
    SupportModel,
    access_objects,
    decide_access,
    verify,
)

__all__ = ["Gate", "Meter"]

Reply = str | ProviderAnswer
Generate = Callable[[str], Reply | Awaitable[Reply]]


class Meter(Protocol):
    """Where counts go. Labels are few and fixed: verdicts, stages, actions, tenants."""

    def count(self, name: str, value: int, labels: dict[str, str]) -> None:
        """Adds ``value`` to a counter."""
        ...


@dataclass(frozen=True, slots=True)
class Gate:
    """Stands between a language model and its reader. Immutable, shared by every request of a process.

    Methods come in pairs: ``check`` runs to its end, ``acheck`` is awaited.
    """

    access: AccessControl
    documents: DocumentStore
    policy: Policy = STRICT
    support: SupportModel | None = None
    resolver: Resolver | None = None
    sink: RecordSink | None = None
    meter: Meter | None = None
    deadline_s: float = 5.0
    """Seconds access and documents may take."""
    slow_deadline_s: float = 10.0
    """Seconds the support model and registries may take."""
    key: bytes = field(default_factory=lambda: secrets.token_bytes(32), repr=False)
    """Keys the hashes in records. Give the same one to every process whose records are compared."""
    clock: Callable[[], datetime] = lambda: datetime.now(UTC)

    @classmethod
    def in_memory(cls, chunks: Iterable[Chunk], policy: Policy = STRICT) -> Gate:
        """A gate for trying out: the chunks themselves are the documents, and the groups on them decide access."""
        return cls(GroupAccess(), InMemoryDocuments.of(chunks), policy)

    async def aopen(self, principal: Principal, chunks: Sequence[Chunk], intent: str | None = None) -> Turn:
        """Begins a turn: what this principal may not read never enters the ledger, and is an incident."""
        offered = Ledger.of(chunks, principal.tenant)
        passages = {evidence.handle: access_objects(evidence)[:1] for evidence in offered}
        reply = await decide_access(passages, self._sources(), principal)
        decisions = reply.decisions if reply is not None else {}
        allowed = {handle for (handle, _), decision in decisions.items() if decision is Decision.ALLOW}
        withheld = tuple(
            incident(IncidentKind.UNAUTHORISED_CHUNK, evidence, principal)
            for evidence in offered
            if evidence.handle not in allowed
        )
        readable = tuple(evidence for evidence in offered if evidence.handle in allowed)
        return Turn(replace(offered, evidence=readable), principal, intent, withheld)

    async def acheck(
        self, answer: str | ProviderAnswer, turn: Turn, *, surface: str | None = None, at_least: Policy | None = None
    ) -> CheckedAnswer:
        """Checks an answer and decides what its reader gets.

        Args:
            answer: the model's answer, exactly as it came; or a reply read by :func:`citeward.providers.read`.
            turn: what the model was given.
            surface: where the answer will be shown, as named in the policy.
            at_least: a policy to meet as well; it can only make the outcome stricter.

        Raises:
            LimitExceeded: the answer is too long or makes too many references to be judged.
            CheckFailed: the records could not be written; the answer must not be shown.
        """
        began = time.perf_counter()
        policy = self.policy if at_least is None else self.policy.tightened_by(at_least)
        policy = policy.for_intent(turn.intent)
        parsed = parse(answer, turn.ledger.handles) if isinstance(answer, str) else parse_reply(answer, turn.ledger)
        evidence = {item.handle: item for item in turn.ledger}
        case = Case(parsed, evidence, turn.principal, turn.ledger.tenant, self.clock())
        judgements, facts = await verify(case, self._sources(), policy.requirements)
        decisions = decide(parsed.claims, judgements, policy)
        latency = time.perf_counter() - began
        kept = Answer(uuid7(), turn, parsed, policy.requirements, case.now, latency, self.key)
        records = records_of(kept, judgements, decisions)
        incidents = incidents_of(turn, judgements, facts)
        shows = policy.surface(surface).citations
        checked = CheckedAnswer(kept.id, parsed, judgements, decisions, incidents, records, shows)
        await self._keep(checked)
        return checked

    async def arun(
        self,
        generate: Generate,
        principal: Principal,
        chunks: Sequence[Chunk],
        *,
        intent: str | None = None,
        surface: str | None = None,
    ) -> CheckedAnswer:
        """Asks for an answer and checks it; a blocked one is asked for again in a fresh context.

        Each attempt gets a new ledger, with new handles and without every chunk this principal turned out not to be
        allowed to read. After the policy's ``max_regenerations`` the reader gets the neutral notice.

        Args:
            generate: takes the prompt text and returns the model's answer; may be async. Give it no memory of earlier
                attempts: what the model has not seen it cannot repeat.
        """
        incidents: dict[Incident, None] = {}
        remaining = list(chunks)
        for attempt in range(self.policy.max_regenerations + 1):
            turn = await self.aopen(principal, remaining, intent)
            answer = generate(turn.prompt)
            if inspect.isawaitable(answer):
                answer = await answer
            checked = await self.acheck(answer, turn, surface=surface)
            incidents.update(dict.fromkeys(checked.incidents))
            checked = replace(checked, incidents=tuple(incidents), regenerations=attempt)
            if checked.action is not AnswerAction.BLOCK:
                break
            unreadable = {item.document for item in checked.incidents}
            remaining = [chunk for chunk in remaining if chunk.id not in unreadable]
        return checked

    def open(self, principal: Principal, chunks: Sequence[Chunk], intent: str | None = None) -> Turn:
        """See :meth:`aopen`."""
        return sync.run(self.aopen(principal, chunks, intent))

    def check(
        self, answer: str | ProviderAnswer, turn: Turn, *, surface: str | None = None, at_least: Policy | None = None
    ) -> CheckedAnswer:
        """See :meth:`acheck`."""
        return sync.run(self.acheck(answer, turn, surface=surface, at_least=at_least))

    def run(
        self,
        generate: Generate,
        principal: Principal,
        chunks: Sequence[Chunk],
        *,
        intent: str | None = None,
        surface: str | None = None,
    ) -> CheckedAnswer:
        """See :meth:`arun`."""
        return sync.run(self.arun(generate, principal, chunks, intent=intent, surface=surface))

    def _sources(self) -> Sources:
        return Sources(self.access, self.documents, self.support, self.resolver, self.deadline_s, self.slow_deadline_s)

    async def _keep(self, checked: CheckedAnswer) -> None:
        if self.meter is not None:
            self.meter.count("citeward_answers", 1, {"action": checked.action.value})
            for verdict, number in checked.counts.items():
                self.meter.count("citeward_citations", number, {"verdict": verdict})
            for found in checked.incidents:
                self.meter.count("citeward_incidents", 1, {"kind": found.kind.value})
        if self.sink is not None:
            try:
                await self.sink.write(checked.records, checked.incidents)
            except Exception as error:
                raise CheckFailed("records: could not be written. Do not show the answer; mend the sink.") from error
