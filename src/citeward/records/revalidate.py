"""Revalidation: what a stored citation is for the person who is looking, now.

Three queries for any number of citations: what they rest on, who may see it, and the texts that have changed.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from itertools import groupby
from operator import attrgetter
from typing import Any

from sqlalchemy.exc import SQLAlchemyError

from citeward.access import GroupAccess
from citeward.model import Principal
from citeward.records.cache import StateCache, StateKey
from citeward.records.compare import Comparison, numbers_of
from citeward.records.facts import RootFact, load_facts, load_payloads
from citeward.records.judge import Access, answer_object, judge_all, to_compare
from citeward.records.nouns import CitationState, Reason, State
from citeward.records.trimming import Trimmer
from citeward.storage import Database, identifiers, listen
from citeward.text import IndexCache
from citeward.verify import AccessAnswer, AccessControl, AccessObject, Decision

__all__ = ["Revalidator"]

_INDEX_BYTES = 64 * 1024 * 1024
_Groups = Mapping[str, Sequence[RootFact]]


class Revalidator:
    """Re-checks stored citations for one viewer at a time.

    Args:
        database: where they are.
        access: who may see what. Only decisions of the embedded :class:`GroupAccess` are cached: its epoch is read
            with the citations themselves.
        cache: states kept between calls; None keeps none.
        deadline_s: seconds after which what could not be checked is ``unverified``.
    """

    def __init__(
        self, database: Database, access: AccessControl, cache: StateCache | None = None, deadline_s: float = 10.0
    ) -> None:
        self._database = database
        self._access = access
        self._cache = cache if isinstance(access, GroupAccess) else None
        self._deadline_s = deadline_s
        self._indexes = IndexCache(_INDEX_BYTES)

    async def revalidate(self, citations: Sequence[str], principal: Principal) -> list[CitationState]:
        """The state of each citation, in the order asked. Never raises for what a store or an engine does.

        A citation that does not exist is unavailable, exactly like one that this viewer may not see.
        """
        wanted = identifiers(list(dict.fromkeys(citations)))
        states: dict[str, CitationState] = {}
        try:
            async with asyncio.timeout(self._deadline_s):
                states = await self._states(wanted, principal)
        except (SQLAlchemyError, OSError, TimeoutError):
            states = {name: CitationState(name, State.UNVERIFIED, Reason.UNCONFIRMED) for name in citations}
        return [states.get(name) or _unknown(name, Decision.DENY) for name in citations]

    async def listen(self) -> None:
        """Trims the cache as other processes tell of changes, until it is cancelled."""
        if self._cache is None:
            await asyncio.Event().wait()
            return
        trimmer = Trimmer(self._cache)
        try:
            await listen(self._database, trimmer)
        finally:
            trimmer.stop()

    async def _states(self, wanted: list[str], principal: Principal) -> dict[str, CitationState]:
        tenant = principal.tenant
        async with self._database.read() as connection:
            facts = await load_facts(connection, tenant, wanted)
        groups = {name: list(group) for name, group in groupby(facts, key=attrgetter("citation"))}
        keys = self._keys(groups, principal, facts[0].acl_epoch if facts else 0)
        states = {name: state for name, key in keys.items() if (state := self._cached(key)) is not None}
        missing = {name: group for name, group in groups.items() if name not in states} if states else groups
        unknown = [name for name in wanted if name not in groups]
        if not missing and not unknown:
            return states
        flat = [fact for group in missing.values() for fact in group] if states else facts
        needed = Access.needed(flat)
        objects = needed.objects(tenant)
        # The engine is asked of what does not exist, too: neither its silence nor the time it takes tells what does.
        answer = await self._decide(principal, [*objects, *(answer_object(tenant, name) for name in unknown)])
        access = needed.decided(answer.decisions[: len(objects)])
        for name, decision in zip(unknown, answer.decisions[len(objects) :], strict=True):
            states[name] = _unknown(name, decision)
        compare = await self._comparison(tenant, to_compare(missing, access))
        states.update(judge_all(missing, access, compare))
        self._keep(missing, states, principal, answer.epoch)
        return states

    async def _decide(self, principal: Principal, objects: Sequence[AccessObject]) -> AccessAnswer:
        try:
            answer = await self._access.decide(principal, objects)
        except Exception:  # whatever an engine raises, nothing was decided, and what is undecided is not shown
            return AccessAnswer((Decision.ERROR,) * len(objects))
        if len(answer.decisions) != len(objects):
            return AccessAnswer((Decision.ERROR,) * len(objects))
        return answer

    async def _comparison(self, tenant: str, changed: Sequence[RootFact]) -> Comparison:
        if not changed:
            return Comparison({}, self._indexes)
        async with self._database.read() as connection:
            return Comparison(await load_payloads(connection, tenant, numbers_of(changed)), self._indexes)

    def _keys(self, groups: _Groups, principal: Principal, epoch: int | str) -> dict[str, StateKey]:
        if self._cache is None or not isinstance(self._access, GroupAccess):
            return {}
        viewer = self._access.key(principal)
        return {
            name: (principal.tenant, name, viewer, str(epoch), tuple(map(_rests_on, group)))
            for name, group in groups.items()
        }

    def _cached(self, key: StateKey) -> CitationState | None:
        return self._cache.get(key) if self._cache is not None else None

    def _keep(self, groups: _Groups, states: Mapping[str, CitationState], principal: Principal, epoch: str) -> None:
        if self._cache is None or not epoch:
            return
        for name, key in self._keys(groups, principal, epoch).items():
            if states[name].reason is not Reason.UNCONFIRMED:
                self._cache.put(key, states[name])


def _unknown(name: str, decision: Decision) -> CitationState:
    """Of what is not there: the same as of what is hidden."""
    if decision is Decision.ALLOW or decision is Decision.DENY:
        return CitationState(name, State.UNAVAILABLE, Reason.SOURCE_REMOVED)
    return CitationState(name, State.UNVERIFIED, Reason.UNCONFIRMED)


def _rests_on(fact: RootFact) -> tuple[Any, ...]:
    """Whatever of a root can change and change a state with it."""
    return (
        fact.document, fact.version_now, fact.epoch, fact.status, fact.source_status, fact.tier, fact.successor,
        fact.successor_status, fact.successor_epoch, fact.normaliser,
    )  # fmt: skip
