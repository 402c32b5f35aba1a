"""The outbox of notices: one row per answer that may have to be told of. Rows are claimed, and come back if nobody
settles them: a process that is killed loses nothing."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Update, case, delete, func, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from citeward.ids import uuid7
from citeward.storage import ANSWERS, CHANGES, CITATIONS, NOTICES, PAYLOADS, ChangeKind, from_us, read_payload

__all__ = ["Due", "Waiting", "claim", "forget", "postpone", "prepare", "settle", "waiting"]

_FURTHEST_US = 7 * 3_600_000_000
"""Microseconds. Nothing is put off for longer: what is due later than that was put off by a clock that ran ahead."""

States = Mapping[str, str]
"""Citations that are not current, and their states."""


@dataclass(frozen=True, slots=True)
class Due:
    """An answer whose owner may have to be told."""

    answer: str
    owner: str | None
    """Who asked; None where the answer's text was erased."""
    citations: tuple[str, ...]
    id: str | None
    """Of the notice that is on its way."""
    told: States
    pending: States | None
    """What the notice that is on its way says."""
    number: int
    attempts: int
    at: datetime
    """Since when it has been due."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """What is left to do."""

    changes: int
    """Things that changed and were not followed up."""
    everything: bool
    """Whether so much had changed that every answer is to be looked at: nobody followed it up for too long."""
    answers: int
    """Answers whose owner may have to be told."""
    failing: int
    """Those among them that were tried in vain."""
    since: datetime | None
    """Since when the oldest of them has been due."""


async def claim(connection: AsyncConnection, tenant: str, now: int, until: int) -> Due | None:
    """Takes the answer that has been due for longest, for a while: unless it is settled it is due again after that.

    Args:
        connection: a writing one.
        tenant: whose.
        now: microseconds.
        until: microseconds; when it is anybody's again.
    """
    row = await _first(connection, tenant, NOTICES.c.due_at <= now)
    if row is None:  # two questions: of either alone, no row that was settled has to be read
        row = await _first(connection, tenant, NOTICES.c.due_at > now + _FURTHEST_US)
    if row is None:
        return None
    await connection.execute(_update(tenant, row.answer).values(due_at=until))
    owner = (
        select(PAYLOADS.c.body)
        .join(ANSWERS, (ANSWERS.c.tenant == PAYLOADS.c.tenant) & (ANSWERS.c.seq == PAYLOADS.c.seq))
        .where(ANSWERS.c.tenant == tenant, ANSWERS.c.id == row.answer)
    )
    body = (await connection.execute(owner)).scalar()
    mine = select(CITATIONS.c.id).where(CITATIONS.c.tenant == tenant, CITATIONS.c.answer == row.answer)
    citations = (await connection.execute(mine.order_by(CITATIONS.c.ordinal))).scalars()
    return Due(
        row.answer,
        None if body is None else read_payload(body)["principal"],
        tuple(citations),
        row.id,
        json.loads(row.told),
        None if row.pending is None else json.loads(row.pending),
        row.number,
        row.attempts,
        from_us(row.at),
    )


async def _first(connection: AsyncConnection, tenant: str, is_due: ColumnElement[bool]) -> Any:
    first = (
        select(NOTICES)
        .where(NOTICES.c.tenant == tenant, is_due)
        .order_by(NOTICES.c.due_at, NOTICES.c.answer)
        .limit(1)
        .with_for_update(skip_locked=True)
    )
    return (await connection.execute(first)).first()


async def prepare(connection: AsyncConnection, tenant: str, due: Due, fresh: States) -> str:
    """Writes down what is about to be sent, and returns its id: the same one for as long as it says the same."""
    if due.id is not None and due.pending == fresh:
        return due.id
    name = uuid7()
    await connection.execute(_update(tenant, due.answer).values(id=name, pending=json.dumps(dict(fresh))))
    return name


async def settle(connection: AsyncConnection, tenant: str, due: Due, told: States) -> None:
    """The owner knows these. Due again at once where something changed in the meantime."""
    later = case((NOTICES.c.number == due.number, None), else_=NOTICES.c.due_at)
    known = {"told": json.dumps(dict(told)), "pending": None, "id": None, "due_at": later, "attempts": 0}
    await connection.execute(_update(tenant, due.answer).values(known))


async def postpone(connection: AsyncConnection, tenant: str, due: Due, until: int) -> None:
    """It could not be done: tried again later. Sooner where something changed in the meantime."""
    later = case((NOTICES.c.number == due.number, until), else_=NOTICES.c.due_at)
    await connection.execute(_update(tenant, due.answer).values(due_at=later, attempts=due.attempts + 1))


async def forget(connection: AsyncConnection, tenant: str, due: Due) -> None:
    """Nobody is to be told of this answer any more."""
    await connection.execute(delete(NOTICES).where(NOTICES.c.tenant == tenant, NOTICES.c.answer == due.answer))


async def waiting(connection: AsyncConnection, tenant: str) -> Waiting:
    """What is left to do for a tenant."""
    is_all = case((CHANGES.c.kind == ChangeKind.EVERYTHING.value, 1), else_=0)
    changes = select(func.count(), func.coalesce(func.max(is_all), 0)).where(CHANGES.c.tenant == tenant)
    failing = func.coalesce(func.sum(case((NOTICES.c.attempts > 0, 1), else_=0)), 0)
    open_ = select(func.count(), failing, func.min(NOTICES.c.at)).where(
        NOTICES.c.tenant == tenant, NOTICES.c.due_at.is_not(None)
    )
    answers, tried, since = (await connection.execute(open_)).one()
    left, everything = (await connection.execute(changes)).one()
    return Waiting(left, bool(everything), answers, tried, None if since is None else from_us(since))


def _update(tenant: str, answer: str) -> Update:
    return update(NOTICES).where(NOTICES.c.tenant == tenant, NOTICES.c.answer == answer)
