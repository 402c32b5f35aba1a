"""The three presets. None of them relaxes access, membership or integrity."""

from __future__ import annotations

from types import MappingProxyType

from citeward.model import CitationAction, Tier, Uncited, Verdict
from citeward.policy.rules import Policy
from citeward.verify import Need, Requirements

__all__ = ["BALANCED", "PERMISSIVE", "PRESETS", "STRICT"]

STRICT = Policy(name="strict")
"""The default: only registered sources, and only where they carry what is claimed; every failing sentence goes, every
external reference must be confirmed, and what cites nothing says so."""

BALANCED = Policy(
    name="balanced",
    requirements=Requirements(min_tier=Tier.D, external=Need.SKIP),
    actions=MappingProxyType({Verdict.UNSUPPORTED: CitationAction.MARK, Verdict.UNCONFIRMED: CitationAction.MARK}),
)
"""Unregistered sources are shown as what they are; what could not be checked stays, marked, and so does what cites
nothing: a reader who is to judge for himself has to see which sentences nobody looked at."""

PERMISSIVE = Policy(
    name="permissive",
    requirements=Requirements(min_tier=Tier.D, support=Need.SKIP, external=Need.SKIP),
    actions=MappingProxyType(
        {
            Verdict.UNSUPPORTED: CitationAction.MARK,
            Verdict.UNCONFIRMED: CitationAction.MARK,
            Verdict.FABRICATED: CitationAction.MARK,
            Verdict.QUOTE_UNVERIFIED: CitationAction.MARK,
            Verdict.UNRESOLVABLE: CitationAction.MARK,
            Verdict.REFERENCE_MISMATCH: CitationAction.MARK,
        }
    ),
    drop_failed=False,
    uncited=Uncited.KEEP,
)
"""No sentence is dropped: what failed is marked. For drafts that a person edits: much of a draft cites nothing yet, and
marks on it would hide those on what failed. The list of sources says that it is of the cited sentences only."""

PRESETS = MappingProxyType({policy.name: policy for policy in (STRICT, BALANCED, PERMISSIVE)})
