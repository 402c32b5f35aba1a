"""Which policies answers were checked under: each change is in the log, before the first answer it was used for.

A configuration is a file of somebody's, and no database sees it change. What can be told is that a process began to
keep answers that were checked by other rules than those last used under the name.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from citeward.kept import KeptAnswer
from citeward.storage import (
    PAYLOADS,
    POLICIES,
    Entry,
    append,
    ensure_tenant,
    from_us,
    lock_head,
    names_of,
    pseudonym,
    read_payload,
    to_us,
)

__all__ = ["PoliciesInUse", "PolicyChange", "policy_changes", "rules_digest"]

_MOST_KNOWN = 10_000
"""Policies remembered: whoever makes one per request must not fill the memory."""


@dataclass(frozen=True, slots=True)
class PolicyChange:
    """From here on, answers were checked by these rules. For operators."""

    at: datetime
    name: str
    intent: str
    """Empty: of answers without one."""
    digest: str
    """Hex SHA-256 of the rules; the answers that were checked by them carry it."""
    by: str
    """Who ran the process, where that is known and was not forgotten."""
    rules: Mapping[str, Any] | None


class PoliciesInUse:
    """What one process has said of the policies it uses.

    Args:
        actor: who runs the process, for the log; empty: not known.
    """

    def __init__(self, actor: str = "") -> None:
        self._actor = actor
        self._said: set[tuple[str, str, str, str]] = set()

    async def note(self, connection: AsyncConnection, kept: KeptAnswer) -> None:
        """Says so where an answer is the first of this process by rules that were not the last ones used.

        Call :meth:`said` once the transaction is committed.
        """
        key = _key(kept)
        if kept.rules is None or key in self._said:
            return
        tenant, name, intent, digest = key
        await ensure_tenant(connection, tenant)
        await lock_head(connection, tenant)
        mine = (POLICIES.c.tenant == tenant) & (POLICIES.c.name == name) & (POLICIES.c.intent == intent)
        newest = select(POLICIES.c.ordinal, POLICIES.c.digest).where(mine).order_by(POLICIES.c.ordinal.desc()).limit(1)
        last = (await connection.execute(newest)).first()
        if last is not None and last.digest == digest:
            return
        row = {
            "name": name, "intent": intent, "ordinal": 1 if last is None else last.ordinal + 1, "digest": digest,
            "actor": await pseudonym(connection, tenant, self._actor), "at": to_us(kept.created_at),
        }  # fmt: skip
        await append(connection, tenant, [Entry("policy", [(POLICIES, [row])], {"rules": dict(kept.rules)})])

    def said(self, kept: KeptAnswer) -> None:
        """It is in the database now."""
        if len(self._said) >= _MOST_KNOWN:
            self._said.clear()
        self._said.add(_key(kept))


def rules_digest(rules: Mapping[str, object] | None) -> str | None:
    """Hex SHA-256 of a policy in plain values."""
    if rules is None:
        return None
    text = json.dumps(rules, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


async def policy_changes(connection: AsyncConnection, tenant: str) -> Sequence[PolicyChange]:
    """Every change of the policies that answers were checked under, the oldest first."""
    names = await names_of(connection, tenant)
    query = (
        select(POLICIES, PAYLOADS.c.body)
        .outerjoin(PAYLOADS, (PAYLOADS.c.tenant == tenant) & (PAYLOADS.c.seq == POLICIES.c.seq))
        .where(POLICIES.c.tenant == tenant)
        .order_by(POLICIES.c.seq)
    )
    return [
        PolicyChange(
            from_us(row.at),
            row.name,
            row.intent,
            row.digest,
            names.get(row.actor, ""),
            None if row.body is None else read_payload(row.body)["rules"],
        )
        for row in await connection.execute(query)
    ]


def _key(kept: KeptAnswer) -> tuple[str, str, str, str]:
    return kept.turn.ledger.tenant, kept.policy, kept.turn.intent or "", rules_digest(kept.rules) or ""
