"""Where the gate writes answers: the database, one transaction each."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from citeward.access import NOBODY, Acl
from citeward.kept import KeptAnswer
from citeward.model import Incident
from citeward.records.keeping import keep, keep_incidents
from citeward.records.policies import PoliciesInUse
from citeward.storage import Database, to_us

__all__ = ["AnswerSink"]


class AnswerSink:
    """Implements :class:`citeward.verify.RecordSink`.

    Args:
        database: where answers are kept.
        shared: who may open each of them besides the one who asked.
        policies: what this process has said of the policies it uses; None: nothing yet.
    """

    def __init__(self, database: Database, shared: Acl = NOBODY, policies: PoliciesInUse | None = None) -> None:
        self._database = database
        self._shared = shared
        self._policies = policies or PoliciesInUse()

    async def write(self, kept: KeptAnswer) -> None:
        """Stores an answer with all of it, in one transaction. When it returns, it is kept.

        Raises:
            UsageError: the records are not of this answer.
        """
        async with self._database.write() as connection:
            await self._policies.note(connection, kept)
            await keep(connection, kept, self._shared)
        self._policies.said(kept)

    async def report(self, incidents: Sequence[Incident], at: datetime) -> None:
        """Stores incidents of a turn that came to no answer, in one transaction."""
        async with self._database.write() as connection:
            for tenant in dict.fromkeys(item.tenant for item in incidents):
                mine = [item for item in incidents if item.tenant == tenant]
                await keep_incidents(connection, tenant, mine, to_us(at))
