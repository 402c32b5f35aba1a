"""The citation ledger: what was granted, re-checked for whoever looks at it."""

from __future__ import annotations

from citeward.records.book import OnUnverified, RecordBook
from citeward.records.citation_view import CitationView
from citeward.records.copies import open_copy
from citeward.records.lineage import MAX_DEPTH, MAX_ROOTS, Derived
from citeward.records.nouns import Change, CitationState, CurrentSource, Reason, State
from citeward.records.permalink import Response, permalink
from citeward.records.policies import PolicyChange
from citeward.records.questions import AnswerDetails, RecordDetails, RootSpan, StateShare
from citeward.records.sink import AnswerSink
from citeward.records.verdicts import StoredVerdicts
from citeward.records.view import View

__all__ = [
    "MAX_DEPTH",
    "MAX_ROOTS",
    "AnswerDetails",
    "AnswerSink",
    "Change",
    "CitationState",
    "CitationView",
    "CurrentSource",
    "Derived",
    "OnUnverified",
    "PolicyChange",
    "Reason",
    "RecordBook",
    "RecordDetails",
    "Response",
    "RootSpan",
    "State",
    "StateShare",
    "StoredVerdicts",
    "View",
    "open_copy",
    "permalink",
]
