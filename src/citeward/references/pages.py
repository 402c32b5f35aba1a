"""A web page somebody asked about by its URL: whether it is there, and what was checked on the way.

For an operator who names the URL. Nothing that a model wrote comes here, and what is found is no verdict on a citation:
a page that answers may say anything.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from enum import StrEnum
from http import HTTPStatus

from citeward.extract import ExtractionError, extract_isolated
from citeward.fetch import Fetcher, FetchError, FetchFailed, FetchReason, Snapshot
from citeward.model import DEFAULT_TENANT
from citeward.references.identifiers import parse_identifier

__all__ = ["Page", "PageVerdict", "is_plain_url", "look_at"]


class PageVerdict(StrEnum):
    """What became of the look-up."""

    REACHABLE = "reachable"
    """The server answered with a page. It confirms nothing but that."""
    NOT_FOUND = "not_found"
    """The server says that there is no such page."""
    REFUSED = "refused"
    """A check said no; nothing was sent to whatever it stopped at."""
    UNKNOWN = "unknown"
    """Nobody answered, or with something else than a page."""


_CHECKS = (
    "syntax",
    "port",
    "public_name",
    "host_policy",
    "budget",
    "addresses",
    "certificate",
    "reply",
    "size",
    "redirects",
)
"""In the order the safe fetch makes them, at every hop."""
_FAILS = {
    FetchReason.UNSAFE_URL: "syntax",
    FetchReason.PORT: "port",
    FetchReason.LOCAL_NAME: "public_name",
    FetchReason.HOST_NOT_ALLOWED: "host_policy",
    FetchReason.BUDGET: "budget",
    FetchReason.UNRESOLVED: "addresses",
    FetchReason.TOO_MANY_ANSWERS: "addresses",
    FetchReason.ADDRESS: "addresses",
    FetchReason.NETWORK: "certificate",
    FetchReason.TLS: "certificate",
    FetchReason.PROTOCOL: "reply",
    FetchReason.PARTIAL: "reply",
    FetchReason.CUT_SHORT: "size",
    FetchReason.HEADERS_TOO_LARGE: "reply",
    FetchReason.CONTENT_ENCODING: "size",
    FetchReason.BODY_TOO_LARGE: "size",
    FetchReason.REDIRECT_TARGET: "redirects",
    FetchReason.REDIRECT_DOWNGRADE: "redirects",
    FetchReason.REDIRECT_LOOP: "redirects",
    FetchReason.REDIRECT_LIMIT: "redirects",
}
_GONE = (HTTPStatus.NOT_FOUND, HTTPStatus.GONE)


@dataclass(frozen=True, slots=True)
class Page:
    """What was found where a URL leads. Text is the server's own: nothing in it is trusted."""

    url: str
    verdict: PageVerdict
    reason: str
    """A stable code: ``status_200``, or why the safe fetch gave no page."""
    checked: tuple[str, ...]
    """The checks that were passed, at every hop, in the order they are made."""
    status: int | None = None
    final_url: str = ""
    """Where it ended; where it was stopped, for a refusal."""
    passed_urls: tuple[str, ...] = ()
    """The hops before the final URL."""
    title: str = ""
    content_type: str = ""
    sha256: str = ""
    size: int = 0
    """Bytes of the body, decoded."""
    retrieved_at: str = ""
    """ISO 8601, UTC."""


def is_plain_url(text: str) -> bool:
    """Whether a reference is the URL of a page and not that of a registered work, such as a DOI's.

    >>> is_plain_url("https://example.com/report"), is_plain_url("https://doi.org/10.1000/182")
    (True, False)
    """
    text = text.strip()
    return text.lower().startswith(("http://", "https://")) and not text.split()[1:] and parse_identifier(text) is None


async def look_at(url: str, fetcher: Fetcher, *, tenant: str = DEFAULT_TENANT) -> Page:
    """Looks at one URL by the safe fetch. Never raises for what a server did."""
    try:
        snapshot = await fetcher.fetch(url, tenant=tenant, answer=fetcher.answer_budget())
    except FetchError as error:
        # A budget that is used up says nothing about the page either.
        unknown = isinstance(error, FetchFailed) or error.reason is FetchReason.BUDGET
        verdict = PageVerdict.UNKNOWN if unknown else PageVerdict.REFUSED
        failed = _FAILS.get(error.reason, _CHECKS[0])
        return Page(url, verdict, str(error.reason), _CHECKS[: _CHECKS.index(failed)], final_url=error.url)
    hops = (*snapshot.passed_urls, snapshot.final_url)
    secure = all(hop.startswith("https:") for hop in hops)
    return Page(
        url=url,
        verdict=_verdict(snapshot),
        reason=f"status_{snapshot.status}",
        checked=tuple(check for check in _CHECKS if secure or check != "certificate"),
        status=snapshot.status,
        final_url=snapshot.final_url,
        passed_urls=snapshot.passed_urls,
        title=await asyncio.to_thread(_title, snapshot) if snapshot.ok else "",
        content_type=snapshot.content_type,
        sha256=snapshot.sha256,
        size=len(snapshot.body),
        retrieved_at=snapshot.retrieved_at.isoformat(timespec="seconds"),
    )


def _verdict(snapshot: Snapshot) -> PageVerdict:
    if snapshot.ok:
        return PageVerdict.REACHABLE
    return PageVerdict.NOT_FOUND if snapshot.status in _GONE else PageVerdict.UNKNOWN


def _title(snapshot: Snapshot) -> str:
    declared = dict(snapshot.headers).get("content-type") or snapshot.content_type
    try:
        return extract_isolated(snapshot.body, name=snapshot.final_url, media_type=declared).title or ""
    except ExtractionError:  # a page without text, or a format nobody here reads, has no title to show
        return ""
