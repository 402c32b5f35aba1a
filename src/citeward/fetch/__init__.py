"""The safe fetch: resolve a reference without being used. Snapshots are the evidence."""

from __future__ import annotations

from .budget import AnswerBudget, BudgetLimits, MinuteBudgets
from .cache import ResultCache
from .fetcher import Fetcher
from .policy import FetchPolicy, check_target
from .reading import IsolatedReader
from .reasons import FetchError, FetchFailed, FetchReason, FetchRefused
from .resolve import Resolver, SystemResolver
from .retry import retry_after
from .simulate import ANY_PUBLIC_HOST, Decision, DnsScript, UrlDecision, judge_url
from .snapshot import (
    DOCUMENT_PREFIX,
    InMemorySnapshots,
    PageText,
    Snapshot,
    SnapshotSink,
    SnapshotStore,
    TextExtractor,
)
from .tls import client_context
from .walk import Exchange, Reply

__all__ = [
    "ANY_PUBLIC_HOST",
    "DOCUMENT_PREFIX",
    "AnswerBudget",
    "BudgetLimits",
    "Decision",
    "DnsScript",
    "Exchange",
    "FetchError",
    "FetchFailed",
    "FetchPolicy",
    "FetchReason",
    "FetchRefused",
    "Fetcher",
    "InMemorySnapshots",
    "IsolatedReader",
    "MinuteBudgets",
    "PageText",
    "Reply",
    "Resolver",
    "ResultCache",
    "Snapshot",
    "SnapshotSink",
    "SnapshotStore",
    "SystemResolver",
    "TextExtractor",
    "UrlDecision",
    "check_target",
    "client_context",
    "judge_url",
    "retry_after",
]
