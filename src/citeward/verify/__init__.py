"""Verification: plan which facts are needed, gather them in batches, judge. Nothing here decides or renders."""

from __future__ import annotations

from citeward.verify.addresses import page_address
from citeward.verify.clauses import clause_extents
from citeward.verify.facts import Case, Facts, Needs
from citeward.verify.findings import PageFinding, PageNeed, PageState
from citeward.verify.gather import Sources, decide_access, gather
from citeward.verify.interfaces import (
    AccessAnswer,
    AccessControl,
    AccessObject,
    AccessScope,
    Current,
    Decision,
    DocumentStore,
    ExternalFinding,
    ExternalState,
    PageFetcher,
    PerAnswer,
    RecordSink,
    Resolver,
    SupportFinding,
    SupportModel,
    SupportPair,
)
from citeward.verify.judge import Trial
from citeward.verify.lookups import plan_pages
from citeward.verify.memory import GroupAccess, InMemoryDocuments, InMemoryResolver, InMemorySink, InMemorySupport
from citeward.verify.plan import EXTERNAL_KINDS, URL_KINDS, access_objects, canonical, plan
from citeward.verify.principals import fault_of
from citeward.verify.requirements import Lookups, Need, Requirements
from citeward.verify.stages import JOINT, NO_CLAIM, UNCERTAIN
from citeward.verify.verifier import plan_all, verify, with_support
from citeward.verify.web import UNREGISTERED, Web, WebSource

__all__ = [
    "EXTERNAL_KINDS",
    "JOINT",
    "NO_CLAIM",
    "UNCERTAIN",
    "UNREGISTERED",
    "URL_KINDS",
    "AccessAnswer",
    "AccessControl",
    "AccessObject",
    "AccessScope",
    "Case",
    "Current",
    "Decision",
    "DocumentStore",
    "ExternalFinding",
    "ExternalState",
    "Facts",
    "GroupAccess",
    "InMemoryDocuments",
    "InMemoryResolver",
    "InMemorySink",
    "InMemorySupport",
    "Lookups",
    "Need",
    "Needs",
    "PageFetcher",
    "PageFinding",
    "PageNeed",
    "PageState",
    "PerAnswer",
    "RecordSink",
    "Requirements",
    "Resolver",
    "Sources",
    "SupportFinding",
    "SupportModel",
    "SupportPair",
    "Trial",
    "Web",
    "WebSource",
    "access_objects",
    "canonical",
    "clause_extents",
    "decide_access",
    "fault_of",
    "gather",
    "page_address",
    "plan",
    "plan_all",
    "plan_pages",
    "verify",
    "with_support",
]
