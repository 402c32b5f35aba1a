"""Gather: the facts a plan names, one batched call each, all at once, each under its own deadline.

A call that raises, is late or answers with the wrong number of items yields no fact. The judge reads an absent fact as
a check that could not be made.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Sequence, Sized
from dataclasses import dataclass, replace
from typing import TypeVar

from citeward.model import Principal
from citeward.verify.facts import Facts, Needs
from citeward.verify.interfaces import (
    AccessControl,
    AccessObject,
    Current,
    Decision,
    DocumentStore,
    ExternalFinding,
    Resolver,
    SupportModel,
    SupportPair,
)

__all__ = ["Sources", "decide_access", "gather", "gather_support"]

_Reply = TypeVar("_Reply", bound=Sized)


@dataclass(frozen=True, slots=True)
class Sources:
    """Where facts come from, and how many seconds each may take."""

    access: AccessControl
    documents: DocumentStore
    support: SupportModel | None = None
    resolver: Resolver | None = None
    deadline_s: float = 5.0
    """For access and documents."""
    slow_deadline_s: float = 10.0
    """For the support model and for registries."""


async def gather(needs: Needs, sources: Sources, tenant: str, principal: Principal) -> Facts:
    """Fetches what :func:`citeward.verify.plan.plan` asked for."""
    access, documents, external = await asyncio.gather(
        decide_access(needs.access, sources, principal),
        _documents(needs, sources, tenant),
        _external(needs, sources, tenant),
    )
    replies = {"access": access, "documents": documents, "external": external}
    return Facts(
        access=access[0] if access else {},
        epoch=access[1] if access else "",
        documents=dict(zip((e.handle for e in needs.documents), documents, strict=True)) if documents else {},
        external=dict(zip(needs.external, external, strict=True)) if external else {},
        has_support_model=sources.support is not None,
        has_resolver=sources.resolver is not None,
        failures=tuple(name for name, reply in replies.items() if reply is None),
    )


async def decide_access(
    objects: Sequence[AccessObject], sources: Sources, principal: Principal
) -> tuple[dict[AccessObject, Decision], str] | None:
    """One decision per object and the epoch they were made at, or None where the engine did not answer."""
    if not objects:
        return {}, ""
    try:
        async with asyncio.timeout(sources.deadline_s):
            answer = await sources.access.decide(principal, objects)
        return dict(zip(objects, answer.decisions, strict=True)), answer.epoch
    except Exception:  # whatever an engine raises, no decision was made, and no decision denies
        return None


async def _documents(needs: Needs, sources: Sources, tenant: str) -> Sequence[Current | None] | None:
    if not needs.documents:
        return ()
    return await _ask(sources.documents.current(tenant, needs.documents), len(needs.documents), sources.deadline_s)


async def _external(needs: Needs, sources: Sources, tenant: str) -> Sequence[ExternalFinding] | None:
    if not needs.external or sources.resolver is None:
        return ()
    return await _ask(sources.resolver.resolve(tenant, needs.external), len(needs.external), sources.slow_deadline_s)


async def gather_support(pairs: Sequence[SupportPair], sources: Sources, facts: Facts) -> Facts:
    """Scores every pair in one batch; a pair that occurs twice is scored once."""
    distinct = tuple(dict.fromkeys(pairs))
    if sources.support is None or not distinct:
        return facts
    scores = await _ask(sources.support.score(distinct), len(distinct), sources.slow_deadline_s)
    if scores is None:
        return replace(facts, failures=(*facts.failures, "support"))
    return replace(facts, support=dict(zip(distinct, scores, strict=True)))


async def _ask(call: Awaitable[_Reply], count: int, deadline_s: float) -> _Reply | None:
    """The reply to a batched call, or None where it failed, was late, or does not answer what was asked."""
    try:
        async with asyncio.timeout(deadline_s):
            reply = await call
        return reply if len(reply) == count else None
    except Exception:  # whatever a backend raises, no fact came back, and an absent fact fails
        return None
