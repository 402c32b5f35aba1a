"""Plan, gather, judge: the one async core that streaming, batch and bulk share."""

from __future__ import annotations

import time
from dataclasses import replace

from citeward.model import Judgement
from citeward.verify.facts import Case, Facts, Needs
from citeward.verify.gather import Sources, gather, gather_support
from citeward.verify.judge import Trial
from citeward.verify.lookups import plan_pages, sources_by_url
from citeward.verify.plan import plan
from citeward.verify.requirements import Requirements

__all__ = ["plan_all", "verify", "with_support"]


def plan_all(case: Case, sources: Sources, requirements: Requirements) -> Needs:
    """The facts an answer needs, with the sources it names by their address; and the pages that policy lets be read."""
    needs = plan(case)
    documents = dict.fromkeys((*needs.documents, *sources_by_url(case)))
    pages = () if sources.pages is None else plan_pages(case, requirements, sources.pages.web)
    return replace(needs, documents=tuple(documents), pages=pages)


async def verify(case: Case, sources: Sources, requirements: Requirements) -> tuple[tuple[Judgement, ...], Facts]:
    """The verdict on every proposal of an answer, and the facts they rest on.

    Never raises for what a source does: what could not be learned is a failing verdict.
    """
    facts = await gather(plan_all(case, sources, requirements), sources, case.tenant, case.principal)
    trial = Trial(case, facts, requirements)
    trial.deterministic()
    facts = await with_support(trial, sources, facts)
    trial.late(facts)
    return trial.judgements(), facts


async def with_support(trial: Trial, sources: Sources, facts: Facts) -> Facts:
    """The facts, and what the support model says: of every claim and passage in one batch, and in a second one of the
    passages that may carry a claim only together. Both under one deadline; what is late is not known.
    """
    if sources.support is None:
        return facts
    until = time.monotonic() + sources.slow_deadline_s
    facts = await gather_support(trial.pairs(), sources, facts, sources.slow_deadline_s)
    return await gather_support(trial.joint_pairs(facts), sources, facts, until - time.monotonic())
