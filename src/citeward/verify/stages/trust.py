"""Trust: is the source good enough for this intent, and does its link lead where it says?"""

from __future__ import annotations

from citeward.hosts import LookalikeVerdict, SafeUrl, UrlReason, read_url
from citeward.model import Verdict
from citeward.verify.hostrules import host_fault, watchlist
from citeward.verify.stages.interface import Outcome, Subject, failed, passed, skipped
from citeward.verify.stages.tiers import tier_now

__all__ = ["check"]

# A connector's own address (s3://, file://, an id) is no link; these are attempts to be one.
_HARMLESS = frozenset({UrlReason.SCHEME})
_ACTIVE = ("javascript:", "data:", "vbscript:", "blob:")


def check(subject: Subject) -> Outcome:
    """Tier first, then the host of the evidence's own URL."""
    evidence, needed = subject.evidence, subject.requirements
    if evidence is None and subject.page is not None:
        return skipped("page_not_read")
    subject.tier = needed.external_tier if evidence is None else tier_now(subject)
    if subject.tier < needed.min_tier:
        return failed(Verdict.UNTRUSTED_SOURCE, "tier_too_low")
    if evidence is None:
        return skipped("no_evidence")
    if evidence.url is None:
        return passed()
    url = read_url(evidence.url)
    if isinstance(url, SafeUrl):
        return _host(url, subject)
    subject.may_link = False
    if url in _HARMLESS and not evidence.url.strip().casefold().startswith(_ACTIVE):
        return passed("no_web_link")
    return failed(Verdict.UNSAFE_URL, url.value)


def _host(url: SafeUrl, subject: Subject) -> Outcome:
    needed = subject.requirements
    if needed.brands:
        found = watchlist(needed.brands).judge(url.host)
        if found.verdict is LookalikeVerdict.BLOCK:
            return failed(Verdict.LOOKALIKE_HOST, found.reason.value)
    fault = host_fault(url.host, needed)
    return passed() if fault is None else failed(Verdict.UNTRUSTED_SOURCE, fault)
