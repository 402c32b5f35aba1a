"""The permalink of a stored citation, as an HTTP response without a framework: a page for people, JSON for machines.

Every request checks the citation again for who is looking. Removed, revoked, unknown and somebody else's are one
response, byte for byte: status, headers and body.
"""

from __future__ import annotations

import json
from dataclasses import dataclass

from citeward.model import Principal
from citeward.records.book import RecordBook
from citeward.records.nouns import State
from citeward.render import page

__all__ = ["Response", "permalink"]

_STATUS = {State.CURRENT: 200, State.SOURCE_CHANGED: 200, State.UNAVAILABLE: 404, State.UNVERIFIED: 503}
_HEADINGS = {
    State.CURRENT: "Current",
    State.SOURCE_CHANGED: "The source has changed",
    State.UNAVAILABLE: "Not available",
    State.UNVERIFIED: "Could not be checked now",
}
_HTML, _JSON = "text/html", "application/json"
_COMMON = (
    ("cache-control", "no-store"),  # what is shown holds for this viewer and this moment
    ("vary", "accept"),
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "no-referrer"),
    ("content-security-policy", "frame-ancestors 'none'"),  # the page's own policy stands in the page
)
_RETRY_S = 60


@dataclass(frozen=True, slots=True)
class Response:
    """What to send. Nothing is to be added that depends on the citation."""

    status: int
    headers: tuple[tuple[str, str], ...]
    """Names in lower case, the body's length among them."""
    body: bytes


async def permalink(book: RecordBook, citation: str, principal: Principal, accept: str = "*/*") -> Response:
    """Answers a GET of a permalink. Never raises for what a store or an engine does.

    Status 200: ``current`` or ``source_changed``; 404: ``unavailable``; 503: ``unverified``.

    Args:
        book: where records are.
        citation: the id, as it stands in the URL after percent-decoding. Untrusted.
        principal: who looks, as your authentication says.
        accept: the request's ``Accept`` (RFC 9110, section 12.5.1). JSON, unless HTML is wanted more.
    """
    found = await book.show_citation(citation, principal)
    state = found.state.state
    if _wants_html(accept):
        kind, body = _HTML, page("Citation", [(_HEADINGS[state], found.html)]).encode("utf-8", "replace")
    else:
        kind, body = _JSON, (json.dumps(found.json, sort_keys=True) + "\n").encode()
    retry = (("retry-after", str(_RETRY_S)),) if state is State.UNVERIFIED else ()
    own = (("content-type", f"{kind}; charset=utf-8"), ("content-length", str(len(body))))
    return Response(_STATUS[state], (*own, *_COMMON, *retry), body)


def _wants_html(accept: str) -> bool:
    return _weight(accept, _HTML) > _weight(accept, _JSON)


def _weight(accept: str, kind: str) -> float:
    """How much a media type is wanted: the weight of the most specific range that holds it."""
    best = (-1, 0.0)
    for part in accept[:_LONGEST_ACCEPT].lower().split(","):
        media, *parameters = (each.strip() for each in part.split(";"))
        rank = {"*/*": 0, kind.partition("/")[0] + "/*": 1, kind: 2}.get(media, -1)
        if rank >= 0:
            best = max(best, (rank, _quality(parameters)))
    return best[1]


_LONGEST_ACCEPT = 2_000
"""Code points read: a header is not a way to keep us busy."""


def _quality(parameters: list[str]) -> float:
    for parameter in parameters:
        name, _, value = parameter.partition("=")
        if name.strip() == "q":
            try:
                return min(max(float(value), 0.0), 1.0)
            except ValueError:
                return 0.0
    return 1.0
