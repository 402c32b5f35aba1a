"""Quotes that can be trusted: match them, hash their spans, find them again in a later version."""

from __future__ import annotations

from citeward.model import QuoteStatus

from .anchor import Anchor, anchor, anchor_from_selectors
from .cache import IndexCache
from .diff import word_diff
from .hashing import same_span, span_hash
from .index import SourceIndex, index
from .normalise import normalise
from .reanchor import AnchorState, Reanchored, reanchor
from .result import (
    DEFAULT_LIMITS,
    DiffOp,
    NearKind,
    NearMiss,
    QuoteLimits,
    QuoteMatch,
    QuoteReason,
    Tolerance,
)
from .sentinels import is_no_source
from .verify import find, find_many, verify
from .version import NORMALISER_VERSION

__all__ = [
    "DEFAULT_LIMITS",
    "NORMALISER_VERSION",
    "Anchor",
    "AnchorState",
    "DiffOp",
    "IndexCache",
    "NearKind",
    "NearMiss",
    "QuoteLimits",
    "QuoteMatch",
    "QuoteReason",
    "QuoteStatus",
    "Reanchored",
    "SourceIndex",
    "Tolerance",
    "anchor",
    "anchor_from_selectors",
    "find",
    "find_many",
    "index",
    "is_no_source",
    "normalise",
    "reanchor",
    "same_span",
    "span_hash",
    "verify",
    "word_diff",
]
