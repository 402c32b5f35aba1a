"""Delivery: what is due is checked again for its owner as things stand now, signed, sent, and settled when it arrived.

At least once: a process that is killed between the receiver's reply and our settling sends the same notice, under the
same id, again. A receiver that is down costs a few tries a round and holds up nobody: what changes documents and lists
only ever writes a row.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from citeward.errors import CheckFailed
from citeward.model import Principal
from citeward.records.book import RecordBook
from citeward.records.notices.follow_up import follow_up
from citeward.records.notices.notice import Notice
from citeward.records.notices.outbox import Due, claim, forget, postpone, prepare, settle
from citeward.records.notices.post import NotTaken, Transport
from citeward.records.notices.signature import Secret
from citeward.records.nouns import CitationState, State
from citeward.render import Permalinks
from citeward.storage import Database, to_us

__all__ = ["Courier", "OwnerOf", "Round"]

OwnerOf = Callable[[str, str], Awaitable[Principal]]
"""From tenant and id to a principal with groups as they are now."""

_LEASE = timedelta(minutes=5)
"""How long a claimed answer is nobody else's: many times what one takes."""
_FIRST_WAIT = timedelta(seconds=30)
_LONGEST_WAIT = timedelta(hours=6)
_TRIES_IN_VAIN = 3
"""In a row, after which a round ends: a receiver that is down is not asked ten thousand times."""


@dataclass(frozen=True, slots=True)
class Round:
    """What one round did."""

    delivered: int = 0
    """Notices that arrived."""
    settled: int = 0
    """Answers of which there was nothing new to say."""
    postponed: int = 0
    """Answers whose check, or whose notice, has to be tried again."""


async def directory_owner(tenant: str, principal: str) -> Principal:
    """The owner as the embedded directory knows them: by id alone."""
    return Principal(principal, tenant=tenant)


class Courier:
    """Delivers the notices of one tenant to one receiver.

    Several processes may run one: each answer is claimed by one of them.

    Args:
        database: where records and the outbox are.
        book: how states are found.
        transport: how a message is sent.
        secret: what it is signed with.
        owner_of: how an owner's groups are known; needed where access does not rest on the embedded directory.
        permalinks: added to each citation.
        at_once: messages on their way at a time.
        clock: the time.
    """

    def __init__(
        self,
        database: Database,
        book: RecordBook,
        transport: Transport,
        secret: Secret,
        *,
        owner_of: OwnerOf = directory_owner,
        permalinks: Permalinks | None = None,
        at_once: int = 8,
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self._database = database
        self._book = book
        self._transport = transport
        self._secret = secret
        self._owner_of = owner_of
        self._permalinks = permalinks
        self._at_once = at_once
        self._clock = clock

    async def deliver(self, tenant: str, most: int = 10_000) -> Round:
        """One round: follows up what changed, and tells owners what is due.

        Args:
            tenant: whose.
            most: answers looked at; the others wait for the next round.
        """
        now = self._clock()
        while await self._follow_up(tenant, now):
            pass
        running = _Running(most)
        await asyncio.gather(*(self._work(tenant, now, running) for _ in range(self._at_once)))
        return running.round

    async def _follow_up(self, tenant: str, now: datetime) -> bool:
        async with self._database.write() as connection:
            return await follow_up(connection, tenant, to_us(now))

    async def _work(self, tenant: str, now: datetime, running: _Running) -> None:
        while running.takes_one_more():
            async with self._database.write() as connection:
                due = await claim(connection, tenant, to_us(now), to_us(self._clock() + _LEASE))
            if due is None:
                return
            await self._one(tenant, due, running)

    async def _one(self, tenant: str, due: Due, running: _Running) -> None:
        if due.owner is None:
            async with self._database.write() as connection:
                await forget(connection, tenant, due)
            running.count(settled=1)
            return
        states = await self._states(tenant, due, due.owner)
        if states is None:
            await self._postpone(tenant, due)
            running.count(postponed=1)
            return
        fresh = {name: state for name, state in states.items() if due.told.get(name) != state}
        if fresh:
            try:
                await self._send(tenant, due, due.owner, fresh)
            except CheckFailed as error:
                await self._postpone(tenant, due, error.retry_after_s if isinstance(error, NotTaken) else None)
                running.count(postponed=1, failed=True)
                return
        async with self._database.write() as connection:
            await settle(connection, tenant, due, states)
        running.count(delivered=int(bool(fresh)), settled=int(not fresh), failed=False if fresh else None)

    async def _states(self, tenant: str, due: Due, owner: str) -> dict[str, str] | None:
        """The citations that are not current for their owner; None where that could not be found out."""
        try:
            principal = await self._owner_of(tenant, owner)
        except Exception:  # whatever a directory raises, nobody knows what this owner may see
            return None
        found = await self._book.revalidate(due.citations, principal)
        if any(_is_unknown(state) for state in found):
            return None
        return {state.id: state.state.value for state in found if state.state is not State.CURRENT}

    async def _send(self, tenant: str, due: Due, owner: str, fresh: dict[str, str]) -> None:
        async with self._database.write() as connection:
            name = await prepare(connection, tenant, due, fresh)
        body = Notice(name, tenant, due.answer, owner, due.at, fresh).body(self._permalinks)
        await self._transport.post(self._secret.sign(name, self._clock(), body), body)

    async def _postpone(self, tenant: str, due: Due, asked_s: float | None = None) -> None:
        wait = max(_FIRST_WAIT * 2 ** min(due.attempts, 20), timedelta(seconds=asked_s or 0.0))
        wait = min(wait, _LONGEST_WAIT)  # a receiver cannot silence a notice for longer, whatever it asks for
        async with self._database.write() as connection:
            await postpone(connection, tenant, due, to_us(self._clock() + wait))


def _is_unknown(state: CitationState) -> bool:
    """Whether the check itself failed, as it may not next time. A text that is gone for good is something to tell."""
    return state.state is State.UNVERIFIED and not state.readable


class _Running:
    """How far a round has come."""

    def __init__(self, most: int) -> None:
        self._left = most
        self._in_vain = 0
        self.round = Round()

    def takes_one_more(self) -> bool:
        """Whether another answer may be begun; counts it."""
        if self._left <= 0 or self._in_vain >= _TRIES_IN_VAIN:
            return False
        self._left -= 1
        return True

    def count(self, *, delivered: int = 0, settled: int = 0, postponed: int = 0, failed: bool | None = None) -> None:
        """Counts what became of one; ``failed`` only where something was sent."""
        done = self.round
        self.round = Round(done.delivered + delivered, done.settled + settled, done.postponed + postponed)
        if failed is not None:
            self._in_vain = self._in_vain + 1 if failed else 0
