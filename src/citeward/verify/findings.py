"""What is asked about a page of the web, and what became of it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from citeward.hosts import HostPolicy
from citeward.model import Evidence, ReportedPage

__all__ = ["PageFinding", "PageNeed", "PageState"]


@dataclass(frozen=True, slots=True)
class PageNeed:
    """One page that is cited, and how it is to be had."""

    url: str
    """Canonical, without fragment and tracking."""
    handed: ReportedPage | None = None
    """What the provider's reply holds of it: then nothing is fetched."""
    refused: str = ""
    """Why it is not looked up although its kind of URL may be: no page of its host would be good enough."""
    within: tuple[HostPolicy, ...] = ()
    """What every host on the way to it has to meet: the policy's lists, and where it is looked up only because its host
    is registered, the registered ones."""


class PageState(StrEnum):
    """What became of a page. Only ``read`` is evidence."""

    READ = "read"
    FORBIDDEN = "forbidden"
    """The URL, or where it leads, is nothing that may be visited."""
    UNTRUSTED = "untrusted"
    """No page of this host is good enough for the policy, or the fetch may not visit it."""
    ABSENT = "absent"
    """The server has no such page, or none that can be read."""
    UNKNOWN = "unknown"
    """Nobody could say: late, broken, out of budget, or not kept."""


class PageFinding(NamedTuple):
    """What became of one page."""

    state: PageState
    reason: str
    """A stable code: a ``FetchReason``, ``status_404``, ``no_text``, ``tier_too_low`` ..."""
    evidence: Evidence | None = None
    """Its text as evidence, where it was read."""
