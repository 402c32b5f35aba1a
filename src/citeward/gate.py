"""The gate: the whole answer-time journey, top to bottom."""

from __future__ import annotations

import inspect
import secrets
import time
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Literal, Protocol

from citeward import sync
from citeward.checked import CheckedAnswer
from citeward.entailment import default_support
from citeward.errors import CheckFailed, LimitExceeded, UsageError
from citeward.ids import uuid7
from citeward.ledger import Ledger
from citeward.model import DEFAULT_TENANT, AnswerAction, Chunk, Incident, IncidentKind, Principal
from citeward.parse import parse
from citeward.policy import STRICT, Policy, decide
from citeward.providers import ProviderAnswer
from citeward.recording import Answer, incidents_of, kept_of, records_of, version_of
from citeward.render import Permalinks
from citeward.reported import parse_reply
from citeward.streaming import AnswerEnded, AnswerStream, Mode, Setting, SyncAnswerStream
from citeward.turn import Turn, incident
from citeward.verify import (
    AccessControl,
    Case,
    Decision,
    DocumentStore,
    GroupAccess,
    InMemoryDocuments,
    PageFetcher,
    PerAnswer,
    RecordSink,
    Resolver,
    Sources,
    SupportModel,
    Web,
    access_objects,
    decide_access,
    fault_of,
    verify,
)

__all__ = ["Gate", "Meter"]

_WITHHELD = {Decision.DENY: IncidentKind.UNAUTHORISED_CHUNK}
_MARKERS = Literal["handles", "numeric", "numeric0"]
_FIRST: Mapping[str, int | None] = {"handles": None, "numeric": 1, "numeric0": 0}
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
    support: SupportModel | None = field(default_factory=default_support)
    """Whether a passage carries its claim. The embedded model where none is given; None: nobody can tell, and a policy
    that requires support grants nothing."""
    resolver: Resolver | None = None
    pages: PageFetcher | None = None
    """Reads the pages that answers cite, where policy lets them be looked up; None: none ever is."""
    web: Web = field(default_factory=Web)
    """Which hosts are registered, and where copies of pages are kept and opened."""
    sink: RecordSink | None = None
    meter: Meter | None = None
    deadline_s: float = 5.0
    """Seconds access and documents may take."""
    slow_deadline_s: float = 10.0
    """Seconds the support model and registries may take."""
    key: bytes = field(default_factory=lambda: secrets.token_bytes(32), repr=False)
    """Keys the hashes in records. Give the same one to every process whose records are compared."""
    clock: Callable[[], datetime] = lambda: datetime.now(UTC)
    permalinks: Permalinks | None = None
    """Where readers look at a citation again; shown only where a sink keeps the records."""
    markers: _MARKERS = "handles"
    """What the model cites by: our handles; or numbers in the order of ``turn.ledger``, counted from 1 or from 0."""

    def __post_init__(self) -> None:
        if self.markers not in _FIRST:
            raise UsageError(f"markers: {self.markers!r} is none of {', '.join(_FIRST)}")

    @classmethod
    def in_memory(
        cls,
        chunks: Iterable[Chunk],
        policy: Policy = STRICT,
        tenant: str = DEFAULT_TENANT,
        *,
        support: SupportModel | None = None,
        markers: _MARKERS = "handles",
    ) -> Gate:
        """A gate for trying out: the chunks themselves are the documents, and the groups on them decide access.

        Support is judged by the embedded model where none is given.
        """
        documents = InMemoryDocuments.of(chunks, tenant)
        return cls(GroupAccess(), documents, policy, support=support or default_support(), markers=markers)

    async def aopen(self, principal: Principal, chunks: Sequence[Chunk], intent: str | None = None) -> Turn:
        """Begins a turn: what this principal may not read never enters the ledger, and is an incident.

        Raises:
            LedgerError: the chunks cannot become a ledger.
            InputError: the policy knows nothing of this intent.
            CheckFailed: the access engine did not answer, or the principal's groups are too old to decide anything.
        """
        now = self.clock()
        needed = self.policy.for_intent(intent).requirements
        fault = fault_of(principal, principal.tenant, now, needed.principal_max_age)
        if fault is not None:
            raise CheckFailed(f"principal: {fault}. Resolve its groups again and set as_of to that time.")
        offered = Ledger.of(chunks, principal.tenant)
        passages = {evidence.handle: access_objects(evidence)[:1] for evidence in offered}
        try:
            reply = await decide_access(passages, self._sources(), principal)
        except Exception as error:
            problem = f"the engine did not answer ({type(error).__name__}), so no prompt was built"
            raise CheckFailed(f"access: {problem}. Mend it and ask again.") from error
        decisions = {handle: decision for (handle, _), decision in reply.decisions.items()}
        allowed = {handle for handle, decision in decisions.items() if decision is Decision.ALLOW}
        withheld = tuple(
            incident(_WITHHELD.get(decisions[evidence.handle], IncidentKind.ACCESS_UNDECIDED), evidence, principal)
            for evidence in offered
            if evidence.handle not in allowed
        )
        readable = tuple(evidence for evidence in offered if evidence.handle in allowed)
        resolved = principal if principal.as_of is not None else replace(principal, as_of=now)
        ledger = replace(offered, evidence=readable)
        return Turn(ledger, resolved, intent, withheld, first_number=_FIRST[self.markers])

    async def acheck(
        self,
        answer: str | ProviderAnswer,
        turn: Turn,
        *,
        surface: str | None = None,
        at_least: Policy | None = None,
        principal: Principal | None = None,
        model: str | None = None,
    ) -> CheckedAnswer:
        """Checks an answer and decides what its reader gets.

        Args:
            answer: the model's answer, exactly as it came; or a reply read by :func:`citeward.providers.read`.
            turn: what the model was given.
            surface: where the answer will be shown, as named in the policy.
            at_least: a policy to meet as well; it can only make the outcome stricter.
            principal: the asker with groups as they are now, where they were resolved again since the turn began.
            model: what wrote the answer, for its record; a provider's reply says so itself.

        Raises:
            UsageError: the principal is somebody else than the one the turn was opened for.
            LimitExceeded: the answer is too long or makes too many references to be judged.
            CheckFailed: the records could not be written; the answer must not be shown.
        """
        began = time.perf_counter()
        policy = self.policy if at_least is None else self.policy.tightened_by(at_least)
        policy = policy.for_intent(turn.intent).for_surface(surface)
        turn = turn if principal is None else turn.seen_by(principal)
        try:
            names = turn.names
            parsed = parse(answer, names) if isinstance(answer, str) else parse_reply(answer, turn.ledger, names)
        except LimitExceeded:
            await self._report(turn.incidents)
            raise
        evidence = {item.handle: item for item in turn.ledger}
        case = Case(parsed, evidence, turn.principal, turn.ledger.tenant, self.clock())
        judgements, facts = await verify(case, self._sources(), policy.requirements)
        decisions = decide(parsed.claims, judgements, policy)
        latency = time.perf_counter() - began
        judged_by = version_of(self.support)
        about = Answer(uuid7(), turn, parsed, policy.requirements, case.now, latency, self.key, judged_by)
        records = records_of(about, judgements, decisions)
        incidents = incidents_of(turn, judgements, facts)
        shows = policy.surface(surface).citations
        links = None if self.sink is None else self.permalinks
        checked = CheckedAnswer(about.id, parsed, judgements, decisions, incidents, records, shows, permalinks=links)
        if self.sink is not None:
            provider = None if isinstance(answer, str) else answer.provider
            wrote = model if isinstance(answer, str) else model or answer.model
            kept = kept_of(checked, turn, policy, created_at=case.now, latency_s=latency, origin=(wrote, provider))
            await self._store(lambda sink: sink.write(kept))
        self._measure(checked.action, checked.counts, checked.incidents)
        return checked

    def astream(
        self,
        turn: Turn,
        *,
        surface: str | None = None,
        at_least: Policy | None = None,
        mode: Mode = Mode.HOLD,
        keep: bool = False,
        model: str | None = None,
    ) -> AnswerStream:
        """Checks an answer while it is being written, block by block.

        Args:
            turn: what the model was given.
            surface: where the answer is shown. One that cannot take words back is shown nothing before the end.
            at_least: a policy to meet as well.
            mode: whether a block is shown before it has been judged.
            keep: whether the last event carries the whole checked answer; memory then grows with the answer, as it
                does where there is a sink.
            model: what writes the answer, for its record.
        """
        policies = [self.policy] if at_least is None else [self.policy, at_least]
        policy = self.policy if at_least is None else self.policy.tightened_by(at_least)
        return AnswerStream(
            Setting(
                turn,
                policy.for_intent(turn.intent).for_surface(surface),
                self._sources(),
                self.clock,
                self.key,
                self.sink,
                mode,
                any(each.shows_whole(turn.intent, surface) for each in policies),
                policy.surface(surface).citations,
                keep,
                self._streamed,
                model,
                None if self.sink is None else self.permalinks,
            )
        )

    async def arun(
        self,
        generate: Generate,
        principal: Principal,
        chunks: Sequence[Chunk],
        *,
        intent: str | None = None,
        surface: str | None = None,
        model: str | None = None,
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
            try:
                answer = generate(turn.prompt)
                if inspect.isawaitable(answer):
                    answer = await answer
            except BaseException:  # whatever the model does, what retrieval did wrong is kept
                await self._report(turn.incidents)
                raise
            checked = await self.acheck(answer, turn, surface=surface, model=model)
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
        self,
        answer: str | ProviderAnswer,
        turn: Turn,
        *,
        surface: str | None = None,
        at_least: Policy | None = None,
        principal: Principal | None = None,
        model: str | None = None,
    ) -> CheckedAnswer:
        """See :meth:`acheck`."""
        call = self.acheck(answer, turn, surface=surface, at_least=at_least, principal=principal, model=model)
        return sync.run(call)

    def stream(
        self,
        turn: Turn,
        *,
        surface: str | None = None,
        at_least: Policy | None = None,
        mode: Mode = Mode.HOLD,
        keep: bool = False,
        model: str | None = None,
    ) -> SyncAnswerStream:
        """See :meth:`astream`."""
        stream = self.astream(turn, surface=surface, at_least=at_least, mode=mode, keep=keep, model=model)
        return SyncAnswerStream(stream)

    def run(
        self,
        generate: Generate,
        principal: Principal,
        chunks: Sequence[Chunk],
        *,
        intent: str | None = None,
        surface: str | None = None,
        model: str | None = None,
    ) -> CheckedAnswer:
        """See :meth:`arun`."""
        return sync.run(self.arun(generate, principal, chunks, intent=intent, surface=surface, model=model))

    def _sources(self) -> Sources:
        """One answer's: its pages and references are looked up within budgets of its own."""
        pages = None
        if self.pages is not None:
            from citeward.verify.pages import AnswerPages  # brings the fetch along, which most gates never need

            pages = AnswerPages(self.pages, self.web, self.slow_deadline_s, self.clock)
        resolver = self.resolver.for_answer() if isinstance(self.resolver, PerAnswer) else self.resolver
        return Sources(
            self.access, self.documents, self.support, resolver, self.deadline_s, self.slow_deadline_s, pages
        )

    def _streamed(self, ended: AnswerEnded, incidents: Sequence[Incident]) -> None:
        self._measure(ended.action, ended.counts, incidents)

    def _measure(self, action: AnswerAction, counts: Mapping[str, int], incidents: Sequence[Incident]) -> None:
        if self.meter is None:
            return
        with suppress(Exception):  # a counter that fails must cost neither the answer nor its records
            self.meter.count("citeward_answers", 1, {"action": action.value})
            for verdict, number in counts.items():
                self.meter.count("citeward_citations", number, {"verdict": verdict})
            for found in incidents:
                self.meter.count("citeward_incidents", 1, {"kind": found.kind.value})

    async def _report(self, incidents: Sequence[Incident]) -> None:
        if incidents:
            await self._store(lambda sink: sink.report(incidents, self.clock()))

    async def _store(self, write: Callable[[RecordSink], Awaitable[None]]) -> None:
        if self.sink is None:
            return
        try:
            await write(self.sink)
        except Exception as error:
            raise CheckFailed("records: could not be written. Do not show the answer; mend the sink.") from error
