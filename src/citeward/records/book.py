"""The citation ledger: answers are kept in it, and shown from it, re-checked for whoever looks."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from contextlib import asynccontextmanager, suppress
from datetime import datetime
from enum import StrEnum

from sqlalchemy import select
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection

from citeward.access import Acl
from citeward.errors import CheckFailed, InputError, PayloadError
from citeward.kept import KeptAnswer
from citeward.model import DocumentStatus, Incident, Principal
from citeward.records.audience import set_audience
from citeward.records.cache import StateCache
from citeward.records.citation_view import CitationView, current_view, notice_view
from citeward.records.erasing import answers_before, answers_of, erase_answers, erase_name
from citeward.records.judge import answer_object
from citeward.records.lineage import Derived, derive
from citeward.records.nouns import CitationState, Reason, State
from citeward.records.policies import PoliciesInUse, PolicyChange, policy_changes
from citeward.records.questions import (
    AnswerDetails,
    RecordDetails,
    StateShare,
    count_displays,
    describe,
    describe_answer,
    shares,
)
from citeward.records.redisplay import BLOCKED, Redisplay, redisplay
from citeward.records.revalidate import Revalidator
from citeward.records.sink import AnswerSink
from citeward.records.stored import StoredAnswer, answer_of, load_answer
from citeward.records.view import View, view
from citeward.registry import DocumentText, Ingested, load_texts, standings, status_of
from citeward.render import Permalinks
from citeward.storage import (
    ANSWERS,
    Database,
    Head,
    LogReport,
    check_identifier,
    is_identifier,
    now_us,
    to_us,
    verify_log,
)
from citeward.verify import AccessControl, AccessObject, AccessScope, Decision, Web

__all__ = ["OnUnverified", "RecordBook"]


_IN_USE = frozenset({DocumentStatus.ACTIVE, DocumentStatus.SUPERSEDED})


class OnUnverified(StrEnum):
    """What a surface does with an answer when a check could not be made."""

    RENDER = "render_unverified"
    """It shows the rest, and what this viewer may certainly read as unverified."""
    STOP = "stop_and_retry"
    """It shows nothing and tries again."""


class RecordBook:
    """Keeps answers and shows them again. One per process; every check is made for the viewer at hand.

    It is a :class:`citeward.verify.RecordSink`: ``Gate(..., sink=book)`` keeps every answer for whoever asked.

    Args:
        database: where everything is.
        access: who may see what.
        cache: how many states are kept between displays; 0 keeps none.
        deadline_s: seconds a check may take before a citation is ``unverified``.
        counts: whether :meth:`show` counts states for :meth:`shares`, at one small write per display.
        permalinks: where each citation is shown by itself, and where a reader asks again.
        web: where copies of pages open (:attr:`citeward.verify.Web.copies`); give the gate's.
        actor: who runs this process, for what the log says of the policies that answers are checked under.
    """

    def __init__(
        self,
        database: Database,
        access: AccessControl,
        cache: int = 100_000,
        deadline_s: float = 10.0,
        *,
        counts: bool = False,
        permalinks: Permalinks | None = None,
        web: Web | None = None,
        actor: str = "",
    ) -> None:
        self._permalinks = permalinks
        self._web = web or Web()
        self._counts = counts
        self._database = database
        self._access = access
        self._policies = PoliciesInUse(actor)
        self._sink = AnswerSink(database, policies=self._policies)
        self._revalidator = Revalidator(database, access, StateCache(cache) if cache else None, deadline_s)

    async def write(self, kept: KeptAnswer) -> None:
        """Keeps an answer that only who asked may open. See :meth:`AnswerSink.write`."""
        await self._sink.write(kept)

    async def report(self, incidents: Sequence[Incident], at: datetime) -> None:
        """Keeps incidents of a turn that came to no answer."""
        await self._sink.report(incidents, at)

    def shared_with(self, audience: Acl) -> AnswerSink:
        """Where a gate writes whose answers others may open too: ``Gate(..., sink=book.shared_with(acl))``.

        What an answer cites is judged for each of them all the same.
        """
        return AnswerSink(self._database, audience, self._policies)

    async def revalidate(self, citations: Sequence[str], principal: Principal) -> list[CitationState]:
        """The state of each citation for this viewer now, in the order asked. See :class:`Revalidator`."""
        return await self._revalidator.revalidate(citations, principal)

    @asynccontextmanager
    async def listening(self) -> AsyncIterator[None]:
        """Keeps the cache trimmed while the block runs, where the database is PostgreSQL.

        States are right without it: what they rest on is their key. It only frees what nobody will ask for again.
        """
        task = asyncio.create_task(self._revalidator.listen())
        try:
            yield
        finally:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task

    async def show(self, answer: str, principal: Principal, unverified: OnUnverified = OnUnverified.RENDER) -> View:
        """An answer as this viewer may see it now. One that is not there looks like one that is not for this viewer.

        Raises:
            CheckFailed: a check could not be made, and the surface wants to try again; or the database failed.
        """
        try:
            return await self._show(answer, principal, unverified)
        except (SQLAlchemyError, OSError) as error:
            raise CheckFailed("answer: could not be read. Show nothing and try again.") from error

    async def _show(self, answer: str, principal: Principal, unverified: OnUnverified) -> View:
        stored = await self._open(answer, principal)
        if stored is None:
            return view(answer, BLOCKED, ())
        found = await self.revalidate(stored.citations, principal)
        await self._count(principal.tenant, found)
        if unverified is OnUnverified.STOP and any(state.state is State.UNVERIFIED for state in found):
            raise CheckFailed("citations: could not be checked. Show nothing and try again.")
        display = await self._redisplay(principal, stored, found)
        return view(answer, display, found, self._permalinks)

    async def show_citation(self, citation: str, principal: Principal) -> CitationView:
        """One citation as this viewer may see it now. Never raises for what a store or an engine does."""
        try:
            return await self._show_citation(citation, principal)
        except (SQLAlchemyError, OSError):
            return notice_view(CitationState(citation, State.UNVERIFIED, Reason.UNCONFIRMED), self._permalinks)
        except PayloadError:  # as in :meth:`show`
            return notice_view(CitationState(citation, State.UNAVAILABLE, Reason.SOURCE_REMOVED), self._permalinks)

    async def _show_citation(self, citation: str, principal: Principal) -> CitationView:
        (state,) = await self.revalidate([citation], principal)
        await self._count(principal.tenant, [state])
        if state.state is not State.CURRENT:
            return notice_view(state, self._permalinks)
        async with self._database.read() as connection:
            stored = await answer_of(connection, principal.tenant, citation)
        if stored is None:
            return notice_view(CitationState(citation, State.UNAVAILABLE, Reason.SOURCE_REMOVED), self._permalinks)
        # What stands beside it in its claim decides, too, whether the claim is shown.
        found = await self.revalidate(stored.citations, principal)
        now = next(each for each in found if each.id == citation)
        if now.state is not State.CURRENT:
            return notice_view(now, self._permalinks)
        return current_view(stored.id, now, await self._redisplay(principal, stored, found))

    async def has(self, tenant: str, answer: str) -> bool:
        """Whether an answer goes by this id.

        Raises:
            InputError: it cannot be an id.
        """
        check_identifier("answer", answer)
        async with self._database.read() as connection:
            found = select(ANSWERS.c.seq).where(ANSWERS.c.tenant == tenant, ANSWERS.c.id == answer)
            return (await connection.execute(found)).first() is not None

    async def derive(self, tenant: str, derived: Derived, now: datetime | None = None) -> Ingested:
        """Stores a text made from answers, with its lineage.

        Raises:
            InputError: no lineage, unknown answers, a text that came from itself, a chain that is too long.
        """
        async with self._database.write() as connection:
            return await derive(connection, tenant, derived, None if now is None else to_us(now))

    async def share(self, tenant: str, answer: str, audience: Acl, *, actor: str = "") -> Acl:
        """Sets who may open an answer besides the one who asked. What it cites is judged for each of them all the same.

        Args:
            tenant: whose.
            answer: its id.
            audience: takes the place of the audience it had; :data:`citeward.access.NOBODY` leaves it to its asker.
                A denial wins, over the asker too.
            actor: who shares it, for the log.

        Returns:
            Who may open it now, the asker among them.

        Raises:
            InputError: there is no such answer, or its text was erased.
        """
        async with self._database.write() as connection:
            seq = await self._seq(connection, tenant, answer)
            return await set_audience(connection, tenant, answer, seq, audience, actor=actor)

    async def erase(self, tenant: str, answer: str, reason: str) -> bool:
        """Erases an answer's text, who asked for it and the words around its citations; the log stays whole.

        Returns whether there was anything left to erase.

        Raises:
            InputError: there is no such answer.
        """
        async with self._database.write() as connection:
            seq = await self._seq(connection, tenant, answer)
            return bool(await erase_answers(connection, tenant, {answer: seq}, reason))

    async def erase_before(self, tenant: str, moment: datetime, reason: str = "retention") -> int:
        """Erases all answers given before a moment, as :meth:`erase` does; returns how many still had a text."""
        async with self._database.write() as connection:
            old = await answers_before(connection, tenant, to_us(moment))
            return await erase_answers(connection, tenant, old, reason)

    async def erase_principal(self, tenant: str, principal: str, reason: str) -> int:
        """Erases all answers a principal asked for, and their name; returns how many answers still had a text.

        Incidents and derived texts go on, under a pseudonym that nothing ties to a name any more. Entries of the log
        that say how access was changed lose what they say, where they name the principal. Groups the principal is in,
        and lists that name them, are how things are now: change those by :meth:`Directory.set_groups` and
        :meth:`Registry.set_acl`.

        Raises:
            InputError: an impossible name.
        """
        check_identifier("principal", principal)
        async with self._database.write() as connection:
            mine = await answers_of(connection, tenant, principal)
            erased = await erase_answers(connection, tenant, mine, reason)
            await erase_name(connection, tenant, principal, reason)
            return erased

    async def describe(self, tenant: str, record: str) -> RecordDetails | None:
        """What was recorded of one proposal. For operators."""
        async with self._database.read() as connection:
            return await describe(connection, tenant, record)

    async def describe_answer(self, tenant: str, answer: str) -> AnswerDetails | None:
        """What was recorded of one answer, with all of its records. For operators."""
        async with self._database.read() as connection:
            return await describe_answer(connection, tenant, answer)

    async def shares(self, tenant: str, since: datetime | None = None) -> list[StateShare]:
        """How displayed citations have fared, by state and reason. For operators. See :func:`shares`."""
        async with self._database.read() as connection:
            return await shares(connection, tenant, since)

    async def policy_changes(self, tenant: str) -> Sequence[PolicyChange]:
        """By which rules answers were checked, and since when. For operators."""
        async with self._database.read() as connection:
            return await policy_changes(connection, tenant)

    async def verify_log(
        self, tenant: str, published: Head | None = None, reached: Callable[[int], None] | None = None
    ) -> LogReport:
        """Whether everything is as it was written. See :func:`citeward.storage.verify_log`."""
        async with self._database.read() as connection:
            return await verify_log(connection, tenant, published, reached)

    async def _open(self, answer: str, principal: Principal) -> StoredAnswer | None:
        """A stored answer, for whom it is meant."""
        if not is_identifier(answer):
            return None
        asked = answer_object(principal.tenant, answer)
        try:
            decided = (await self._access.decide(principal, [asked])).decisions
        except Exception:  # whatever an engine raises, nothing was decided, and what is undecided is not shown
            return None
        if decided != (Decision.ALLOW,):
            return None
        try:
            async with self._database.read() as connection:
                return await load_answer(connection, principal.tenant, answer)
        except PayloadError:  # stored by a later release: what cannot be read as it was verified is not shown
            return None

    async def _redisplay(self, principal: Principal, stored: StoredAnswer, found: Sequence[CitationState]) -> Redisplay:
        states = {state.id: state for state in found}
        tenant = principal.tenant
        texts = await self._texts(tenant, stored, found)
        reads = await self._reads_prompt(principal, stored)
        return redisplay(tenant, stored, states, texts, self._permalinks, web=self._web, reads_prompt=reads)

    async def _reads_prompt(self, principal: Principal, stored: StoredAnswer) -> bool:
        """Whether a viewer asked for an answer, or may read everything its prompt held and all of it is there.

        The audience of an answer's own words is that of a text derived from all of it. What is gone counts as what is
        hidden: else the words that are left would tell the two apart.
        """
        if principal.id == stored.asker or not stored.evidence:
            return True
        held = dict.fromkeys((each.document, each.label, each.version) for each in stored.evidence)
        asked = [
            AccessObject(principal.tenant, document, label, AccessScope.PASSAGE, None, number)
            for document, label, number in held
        ]
        try:
            decided = (await self._access.decide(principal, asked)).decisions
        except Exception:  # whatever an engine raises, nothing was decided, and what is undecided is not shown
            return False
        if decided != (Decision.ALLOW,) * len(asked):
            return False
        async with self._database.read() as connection:
            found = await standings(connection, principal.tenant, {document for document, _, _ in held})
        return all(own is not None and status_of(own, roots) in _IN_USE for own, roots in found.values())

    async def _count(self, tenant: str, found: Sequence[CitationState]) -> None:
        if not self._counts:
            return
        with suppress(SQLAlchemyError, OSError):  # a count that cannot be written must not cost a display
            async with self._database.write() as connection:
                await count_displays(connection, tenant, found, now_us())

    async def _texts(
        self, tenant: str, stored: StoredAnswer, states: Iterable[CitationState]
    ) -> dict[tuple[str, int], DocumentText]:
        """The cited versions of what is current."""
        current = {state.id for state in states if state.state is State.CURRENT}
        cited = {verdict.document for verdict in stored.verdicts if verdict.id in current}
        wanted = {(e.document, e.version) for e in stored.evidence if e.version is not None and e.document in cited}
        async with self._database.read() as connection:
            return await load_texts(connection, tenant, wanted)

    @staticmethod
    async def _seq(connection: AsyncConnection, tenant: str, answer: str) -> int:
        check_identifier("answer", answer)
        found = select(ANSWERS.c.seq).where(ANSWERS.c.tenant == tenant, ANSWERS.c.id == answer)
        seq = (await connection.execute(found)).scalar()
        if seq is None:
            raise InputError("answer", f"{answer!r} is not stored", "Name a stored answer.")
        return int(seq)
