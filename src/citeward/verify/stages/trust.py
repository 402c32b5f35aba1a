"""Trust: is the source good enough for this intent, and does its link lead where it says?"""

from __future__ import annotations

from functools import lru_cache

from citeward.hosts import HostPolicy, HostVerdict, LookalikeVerdict, SafeUrl, UrlReason, read_url
from citeward.model import Verdict
from citeward.verify.stages.brands import watchlist
from citeward.verify.stages.interface import Outcome, Subject, failed, passed, skipped
from citeward.verify.stages.tiers import tier_now

__all__ = ["check"]

# A connector's own address (s3://, file://, an id) is no link; these are attempts to be one.
_HARMLESS = frozenset({UrlReason.SCHEME})
_ACTIVE = ("javascript:", "data:", "vbscript:", "blob:")


def check(subject: Subject) -> Outcome:
    """Tier first, then the host of the evidence's own URL."""
    evidence, needed = subject.evidence, subject.requirements
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
    for allowed in (needed.allowed_hosts, *needed.further_allowlists):
        verdict = _policy(allowed, needed.denied_hosts).judge(url.host)
        if verdict is not HostVerdict.ALLOWED:
            return failed(Verdict.UNTRUSTED_SOURCE, verdict.value)
    return passed()


@lru_cache(maxsize=64)
def _policy(allow: tuple[str, ...], deny: tuple[str, ...]) -> HostPolicy:
    return HostPolicy.of(allow or None, deny)
