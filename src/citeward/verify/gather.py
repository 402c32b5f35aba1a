"""Gather: the facts a plan names, one batched call each, all at once, each under its own deadline.

A call that raises, is late or answers with the wrong number of items yields no fact. The judge reads an absent fact as
a check that could not be made.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence, Sized
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeVar

from citeward.model import Principal, Tier
from citeward.verify.facts import Facts, Needs
from citeward.verify.findings import PageFinding
from citeward.verify.interfaces import (
    AccessControl,
    AccessObject,
    AccessScope,
    Current,
    Decision,
    DocumentStore,
    ExternalFinding,
    Resolver,
    SupportModel,
    SupportPair,
)

if TYPE_CHECKING:
    from citeward.verify.pages import AnswerPages

_LOG = logging.getLogger("citeward")
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
    pages: AnswerPages | None = None
    """The pages of this answer; None where no page is ever looked up."""


async def gather(needs: Needs, sources: Sources, tenant: str, principal: Principal) -> Facts:
    """Fetches what :func:`citeward.verify.plan.plan` asked for."""
    access, documents, external, pages = await asyncio.gather(
        _access(needs, sources, principal),
        _documents(needs, sources, tenant),
        _external(needs, sources, tenant),
        _pages(needs, sources, tenant, principal),
    )
    return Facts(
        access=access.decisions if access else {},
        epoch=access.epoch if access else "",
        documents={e.handle: c for e, c in zip(needs.documents, documents or (), strict=False) if _is_current(c)},
        external={r: f for r, f in zip(needs.external, external or (), strict=False) if isinstance(f, ExternalFinding)},
        has_support_model=sources.support is not None,
        has_resolver=sources.resolver is not None,
        pages=pages,
    )


@dataclass(frozen=True, slots=True)
class Access:
    """Decisions by handle and scope, and the epoch they were made at."""

    decisions: Mapping[tuple[str, AccessScope], Decision]
    epoch: str = ""


def _is_current(item: object) -> bool:
    """Whether a store's reply can be read as what it is said to be; anything else is no fact."""
    return item is None or (isinstance(item, Current) and (item.tier is None or isinstance(item.tier, Tier)))


async def decide_access(
    objects: Mapping[str, Sequence[AccessObject]], sources: Sources, principal: Principal
) -> Access:
    """Decides for every object in one call, each distinct one once.

    Raises:
        Exception: whatever the engine raised, or what came of a reply that does not answer what was asked.
    """
    distinct = tuple(dict.fromkeys(item for items in objects.values() for item in items))
    if not distinct:
        return Access({})
    async with asyncio.timeout(sources.deadline_s):
        answer = await sources.access.decide(principal, distinct)
    decided = dict(zip(distinct, map(Decision, answer.decisions), strict=True))
    by_handle = {(handle, item.scope): decided[item] for handle, items in objects.items() for item in items}
    return Access(by_handle, answer.epoch)


async def _access(needs: Needs, sources: Sources, principal: Principal) -> Access | None:
    try:
        return await decide_access(needs.access, sources, principal)
    except Exception:  # whatever an engine raises, no decision was made, and no decision denies
        _LOG.warning("access: the engine did not answer, and nothing is granted", exc_info=True)
        return None


async def _documents(needs: Needs, sources: Sources, tenant: str) -> Sequence[Current | None] | None:
    if not needs.documents:
        return ()
    store = sources.documents
    count = len(needs.documents)
    return await _ask("documents", lambda: store.current(tenant, needs.documents), count, sources.deadline_s)


async def _external(needs: Needs, sources: Sources, tenant: str) -> Sequence[ExternalFinding] | None:
    if not needs.external or sources.resolver is None:
        return ()
    registry = sources.resolver
    count = len(needs.external)
    return await _ask("resolver", lambda: registry.resolve(tenant, needs.external), count, sources.slow_deadline_s)


async def _pages(needs: Needs, sources: Sources, tenant: str, principal: Principal) -> Mapping[str, PageFinding]:
    return await sources.pages.read(needs.pages, tenant, principal) if sources.pages and needs.pages else {}


async def gather_support(pairs: Sequence[SupportPair], sources: Sources, facts: Facts, left_s: float) -> Facts:
    """Judges every pair in one batch; a pair that occurs twice is judged once.

    Args:
        pairs: what to judge.
        sources: holds the model.
        facts: what is known so far.
        left_s: seconds that are left to answer.
    """
    distinct = tuple(dict.fromkeys(pairs))
    if sources.support is None or not distinct or left_s <= 0:
        return facts
    model = sources.support
    findings = await _ask("support", lambda: model.judge(distinct), len(distinct), left_s)
    if findings is None:
        return facts
    found = {pair: finding for pair, finding in zip(distinct, findings, strict=True) if finding is not None}
    return replace(facts, support={**facts.support, **found})


async def _ask(what: str, call: Callable[[], Awaitable[_Reply]], count: int, deadline_s: float) -> _Reply | None:
    """The reply to a batched call, or None where it failed, was late, or does not answer what was asked."""
    try:
        async with asyncio.timeout(deadline_s):
            reply = await call()
        if len(reply) == count:
            return reply
        _LOG.warning("%s: %d answers to %d questions, and nothing is confirmed", what, len(reply), count)
    except Exception:  # whatever a backend raises, no fact came back, and an absent fact fails
        _LOG.warning("%s: no answer, and nothing is confirmed", what, exc_info=True)
    return None
