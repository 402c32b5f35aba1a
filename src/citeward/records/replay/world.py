"""What a history is played against: the registry, the directory, the gate and the citation ledger over one database."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from citeward.access import EVERYONE, Acl, Directory, GroupAccess
from citeward.checked import CheckedAnswer
from citeward.errors import UsageError
from citeward.gate import Gate
from citeward.kept import KeptAnswer
from citeward.ledger import Ledger
from citeward.model import DEFAULT_TENANT, Chunk, Incident, Principal
from citeward.policy import PRESETS, STRICT, Policy
from citeward.records.book import RecordBook
from citeward.records.replay.clock import Clock
from citeward.records.sink import AnswerSink
from citeward.registry import Passage, Registry, StoredDocuments
from citeward.storage import Database, find_tenant
from citeward.turn import Turn
from citeward.verify import Need

__all__ = ["World"]

_ALL = Acl(frozenset({EVERYONE}))
"""Answers of a history may be opened by everybody: it is played to see what each of them would get."""


@dataclass(frozen=True, slots=True)
class World:
    """Everything a history acts on."""

    registry: Registry
    directory: Directory
    book: RecordBook
    gate: Gate
    database: Database
    clock: Clock
    policies: Mapping[str, Policy] = field(default_factory=lambda: PRESETS)
    """What a turn may name."""
    tenant: str = DEFAULT_TENANT

    @classmethod
    async def open(cls, database: Database, policy: Policy = STRICT, policies: Mapping[str, Policy] = PRESETS) -> World:
        """A world over an empty database.

        Args:
            database: nothing may be in it yet.
            policy: of turns that name none.
            policies: those a turn may name.

        Raises:
            UsageError: the database is not empty.
        """
        async with database.read() as connection:
            if await find_tenant(connection, DEFAULT_TENANT) is not None:
                raise UsageError("the database holds something already; play a history against an empty one")
        return cls.over(database, policy, policies)

    @classmethod
    def over(cls, database: Database, policy: Policy = STRICT, policies: Mapping[str, Policy] = PRESETS) -> World:
        """A world over a database, whatever it holds."""
        clock, access = Clock(), GroupAccess(database)
        gate = Gate(access, StoredDocuments(database), _unweighed(policy), support=None, clock=clock)
        registry, directory, book = Registry(database), Directory(database), RecordBook(database, access)
        return cls(registry, directory, book, gate, database, clock, policies)

    async def ask(
        self, answer_id: str, answer: str, principal: Principal, passages: Sequence[Passage], policy: Policy
    ) -> tuple[CheckedAnswer, Sequence[str]]:
        """Checks an answer over passages as the model was given them, under the handles S1, S2 ...; keeps it.

        Returns what came of it and the id of each proposal, which here tells where it stands: ``ID.1``, ``ID.2`` ...
        """
        chunks = await self.registry.chunks(self.tenant, passages)
        numbered = [_with_handle(chunk, number) for number, chunk in enumerate(chunks, start=1)]
        turn = Turn(Ledger.of(numbered, self.tenant), principal)
        sink = _Renaming(self.book.shared_with(_ALL), answer_id)
        checked = await replace(self.gate, policy=_unweighed(policy), sink=sink).acheck(answer, turn)
        return checked, [_name(answer_id, number) for number in range(len(checked.records))]


def _unweighed(policy: Policy) -> Policy:
    """The policy without support: a history tells what became of documents and access, and would come out otherwise
    with another model."""
    return replace(policy, requirements=replace(policy.requirements, support=Need.SKIP))


@dataclass(frozen=True, slots=True)
class _Renaming:
    """Gives records ids that are the same in every replay."""

    sink: AnswerSink
    answer_id: str

    async def write(self, kept: KeptAnswer) -> None:
        renamed = (
            replace(record, id=_name(self.answer_id, number), answer_id=self.answer_id)
            for number, record in enumerate(kept.records)
        )
        await self.sink.write(replace(kept, id=self.answer_id, records=tuple(renamed)))

    async def report(self, incidents: Sequence[Incident], at: datetime) -> None:
        await self.sink.report(incidents, at)


def _name(answer_id: str, number: int) -> str:
    return f"{answer_id}.{number + 1}"


def _with_handle(chunk: Chunk, number: int) -> Chunk:
    return replace(chunk, handle=f"S{number}")
