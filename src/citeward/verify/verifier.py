"""Plan, gather, judge: the one async core that streaming, batch and bulk share."""

from __future__ import annotations

from citeward.model import Judgement
from citeward.verify.facts import Case, Facts
from citeward.verify.gather import Sources, gather, gather_support
from citeward.verify.judge import Trial
from citeward.verify.plan import plan
from citeward.verify.requirements import Requirements

__all__ = ["verify"]


async def verify(case: Case, sources: Sources, requirements: Requirements) -> tuple[tuple[Judgement, ...], Facts]:
    """The verdict on every proposal of an answer, and the facts they rest on.

    Never raises for what a source does: what could not be learned is a failing verdict.
    """
    facts = await gather(plan(case), sources, case.tenant, case.principal)
    trial = Trial(case, facts, requirements)
    trial.deterministic()
    facts = await gather_support(trial.pairs(), sources, facts)
    trial.late(facts)
    return trial.judgements(), facts
