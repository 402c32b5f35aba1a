"""What a resolver and its client say to each other: JSON of one exact shape, read strictly on both sides."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from http import HTTPStatus
from itertools import pairwise
from typing import Any

from citeward.fetch import FetchError, FetchFailed, FetchPolicy, FetchReason, FetchRefused, Snapshot, check_target
from citeward.hosts import HostPattern, HostPolicy, SafeUrl, read_url
from citeward.verify import ExternalFinding, ExternalState

__all__ = [
    "MAX_CITES",
    "MAX_TEXT",
    "Bounds",
    "FetchQuestion",
    "ReferencesQuestion",
    "WireError",
    "dump",
    "dump_error",
    "dump_fetch",
    "dump_findings",
    "dump_snapshot",
    "load",
    "read_fetch",
    "read_fetch_reply",
    "read_findings",
    "read_references",
]

MAX_TEXT = 4 * 1024 * 1024
"""Code points of one page. A longer text is no page that somebody cites."""
MAX_CITES = 100
_MAX_CITE = 4_000
_MAX_NAME = 500
_MAX_URL = 8_192
_MAX_HEADERS = 16
_MAX_VALUE = 1_024
_MAX_RULES = 64
_MAX_PATTERNS = 10_000
_SHA256 = re.compile(r"[0-9a-f]{64}")
_CODE = re.compile(r"[a-z0-9_:.-]{0,80}", re.IGNORECASE)


class WireError(ValueError):
    """A message is not in the shape it has to be in; the text names the field."""


FetchQuestion = tuple[str, str, tuple[HostPolicy, ...]]
"""Tenant, URL, and what every host on the way has to meet."""
ReferencesQuestion = tuple[str, tuple[str, ...]]
"""Tenant and cites."""


def dump(message: Mapping[str, Any]) -> bytes:
    """A message as bytes."""
    return json.dumps(message, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")


def load(data: bytes) -> dict[str, Any]:
    """The object in a message.

    Raises:
        WireError: it is no JSON object in UTF-8, or names a key twice.
    """
    try:
        found = json.loads(data.decode("utf-8"), object_pairs_hook=_once, parse_constant=_no_constant)
    except (ValueError, RecursionError) as error:
        raise WireError(f"body: {error}"[:200]) from error
    if not isinstance(found, dict):
        raise WireError("body: not a JSON object")
    return found


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise WireError("body: a key stands twice")
    return found


def _no_constant(name: str) -> None:
    raise WireError(f"body: {name} is no JSON")


# -- questions -----------------------------------------------------------------------------------------------


def dump_fetch(tenant: str, url: str, within: Sequence[HostPolicy] = ()) -> dict[str, Any]:
    """Who wants to see which URL, and over which hosts alone."""
    asked: dict[str, Any] = {"tenant": tenant, "url": url}
    if within:
        asked["within"] = [{"allow": _patterns(rule.allow), "deny": _patterns(rule.deny)} for rule in within]
    return asked


def _patterns(entries: Sequence[HostPattern] | None) -> list[str] | None:
    return None if entries is None else [str(entry) for entry in entries]


def read_fetch(message: Mapping[str, Any]) -> FetchQuestion:
    """Who wants to see which URL. Raises WireError."""
    _only({"within": [], **message}, ("tenant", "url", "within"))
    rules = _list({"within": [], **message}, "within", _MAX_RULES)
    return _text(message, "tenant", _MAX_NAME), _text(message, "url", _MAX_URL), tuple(map(_rule, rules))


def _rule(value: Any) -> HostPolicy:
    if not isinstance(value, dict):
        raise WireError("within: not objects")
    _only(value, ("allow", "deny"))
    allow = None if value["allow"] is None else _list(value, "allow", _MAX_PATTERNS)
    deny = _list(value, "deny", _MAX_PATTERNS)
    if not all(isinstance(entry, str) and len(entry) <= _MAX_NAME for entry in (*(allow or ()), *deny)):
        raise WireError("within: not lists of hosts")
    try:
        return HostPolicy.of(allow, deny)
    except ValueError as error:
        raise WireError(f"within: {error}"[:200]) from error


def read_references(message: Mapping[str, Any]) -> ReferencesQuestion:
    """Who wants to know which references. Raises WireError."""
    _only(message, ("tenant", "cites"))
    cites = _list(message, "cites", MAX_CITES)
    if not all(isinstance(cite, str) and 0 < len(cite) <= _MAX_CITE for cite in cites):
        raise WireError(f"cites: not texts of 1 to {_MAX_CITE} characters")
    return _text(message, "tenant", _MAX_NAME), tuple(cites)


# -- answers -------------------------------------------------------------------------------------------------


def dump_snapshot(snapshot: Snapshot) -> dict[str, Any]:
    """A page without its bytes: they stay where they were fetched, and only their hash leaves."""
    return {
        "snapshot": {
            "requested_url": snapshot.requested_url, "final_url": snapshot.final_url,
            "passed_urls": list(snapshot.passed_urls), "status": snapshot.status,
            "headers": [list(header) for header in snapshot.headers], "retrieved_at": snapshot.retrieved_at.isoformat(),
            "sha256": snapshot.sha256, "content_type": snapshot.content_type, "text": snapshot.text,
            "title": snapshot.title, "extractor": snapshot.extractor,
        }
    }  # fmt: skip


def dump_error(error: FetchError) -> dict[str, Any]:
    """Why there is no page."""
    kind = "failed" if isinstance(error, FetchFailed) else "refused"
    return {kind: {"reason": error.reason.value, "detail": error.detail[:_MAX_VALUE], "url": error.url[:_MAX_URL]}}


@dataclass(frozen=True, slots=True)
class Bounds:
    """What a page in a reply has to keep to, as if this process had walked to it."""

    asked: SafeUrl
    policy: FetchPolicy
    """Ports, local names, inward addresses and the number of redirects are checked at every hop."""
    within: Sequence[HostPolicy]
    now: datetime
    """Aware."""
    skew: timedelta
    """How far the clocks of two machines may differ."""
    oldest: timedelta
    """How long a resolver may remember a page; one retrieved earlier says nothing about today."""


def read_fetch_reply(message: Mapping[str, Any], bounds: Bounds) -> Snapshot:
    """The page in a reply, checked field by field.

    Raises:
        WireError: it is in no shape a resolver would answer in, or of another page.
        FetchError: there is no page.
    """
    if len(message) != 1:
        raise WireError("body: must hold one of snapshot, refused and failed")
    ((kind, value),) = message.items()
    if not isinstance(value, dict):
        raise WireError(f"{kind}: not an object")
    if kind in ("refused", "failed"):
        raise _error(kind, value, bounds.asked)
    if kind != "snapshot":
        raise WireError("body: must hold one of snapshot, refused and failed")
    return _snapshot(value, bounds)


def _error(kind: str, value: Mapping[str, Any], asked: SafeUrl) -> FetchError:
    _only(value, ("reason", "detail", "url"))
    detail, url = _text(value, "detail", _MAX_VALUE, least=0), _text(value, "url", _MAX_URL)
    try:
        reason = FetchReason(_text(value, "reason", _MAX_NAME))
    except ValueError:
        return FetchFailed(FetchReason.NETWORK, "the resolver gave a reason this release does not know", asked.url)
    return (FetchFailed if kind == "failed" else FetchRefused)(reason, detail, url)


def _snapshot(value: Mapping[str, Any], bounds: Bounds) -> Snapshot:
    _only(
        value,
        (
            "requested_url", "final_url", "passed_urls", "status", "headers", "retrieved_at", "sha256", "content_type",
            "text", "title", "extractor",
        ),
    )  # fmt: skip
    hops = _hops(value, bounds)
    status = value["status"]
    if not isinstance(status, int) or isinstance(status, bool) or not 200 <= status <= 599:
        raise WireError("status: no HTTP status of a page")
    if status == HTTPStatus.PARTIAL_CONTENT:
        raise WireError("status: part of a page, though a whole one was asked for")
    text = value["text"]
    if text is not None and (not isinstance(text, str) or len(text) > MAX_TEXT):
        raise WireError(f"text: not a text of at most {MAX_TEXT} characters")
    sha256 = _text(value, "sha256", 64)
    if not _SHA256.fullmatch(sha256):
        raise WireError("sha256: no digest")
    return Snapshot(
        requested_url=hops[0],
        final_url=hops[-1],
        passed_urls=hops[1:-1],
        status=status,
        headers=_headers(value),
        retrieved_at=_moment(value, bounds),
        sha256=sha256,
        content_type=_text(value, "content_type", _MAX_VALUE),
        body=b"",
        text=text,
        title=_text(value, "title", 100_000, least=0)[:_MAX_VALUE],
        extractor=_text(value, "extractor", _MAX_VALUE, least=0),
    )


def _hops(value: Mapping[str, Any], bounds: Bounds) -> tuple[str, ...]:
    """What was asked for, the URLs passed, and the last one: each must be one that the walk itself would go to."""
    asked = bounds.asked
    passed = _list(value, "passed_urls", bounds.policy.max_redirects)
    hops = (_text(value, "requested_url", _MAX_URL), *passed, _text(value, "final_url", _MAX_URL))
    for hop in hops:
        safe = read_url(hop) if isinstance(hop, str) else None
        if not isinstance(safe, SafeUrl) or safe.url != hop:
            raise WireError("urls: not canonical web URLs")
        try:
            check_target(safe, bounds.policy, bounds.within)
        except FetchRefused as error:
            raise WireError(f"urls: {error.reason}, where the walk does not go") from error
    for before, after in pairwise(hops):
        if before.startswith("https:") and not after.startswith("https:"):
            raise WireError("urls: lead off https")
    if hops[0] != asked.url or (passed and passed[0] != asked.url) or (not passed and hops[-1] != asked.url):
        raise WireError("requested_url: another page than was asked for")
    return hops


def _headers(value: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
    found = []
    for pair in _list(value, "headers", _MAX_HEADERS):
        if not isinstance(pair, list) or len(pair) != 2 or not all(isinstance(part, str) for part in pair):
            raise WireError("headers: not pairs of texts")
        if len(pair[0]) > _MAX_VALUE or len(pair[1]) > _MAX_VALUE:
            raise WireError("headers: too long")
        found.append((pair[0], pair[1]))
    return tuple(found)


def _moment(value: Mapping[str, Any], bounds: Bounds) -> datetime:
    try:
        moment = datetime.fromisoformat(_text(value, "retrieved_at", 64))
    except (ValueError, OverflowError) as error:
        raise WireError("retrieved_at: no time") from error
    if moment.tzinfo is None or not bounds.now - bounds.oldest - bounds.skew <= moment <= bounds.now + bounds.skew:
        raise WireError("retrieved_at: without a time zone, in the future, or older than a resolver remembers")
    return moment


def dump_findings(findings: Sequence[ExternalFinding]) -> dict[str, Any]:
    """The findings on references, in the order asked."""
    return {"findings": [{"state": finding.state.value, "reason": finding.reason[:80]} for finding in findings]}


def read_findings(message: Mapping[str, Any], count: int) -> list[ExternalFinding]:
    """The findings in a reply; one for each reference asked about.

    Raises:
        WireError: another number of them, or another shape. A state this release does not know confirms nothing.
    """
    _only(message, ("findings",))
    listed = _list(message, "findings", MAX_CITES)
    if len(listed) != count:
        raise WireError(f"findings: {len(listed)} for {count} references")
    found = []
    for item in listed:
        if not isinstance(item, dict):
            raise WireError("findings: not objects")
        _only(item, ("state", "reason"))
        reason = _text(item, "reason", 80, least=0)
        if not _CODE.fullmatch(reason):
            raise WireError("findings.reason: no code")
        state = item["state"]
        known = state in tuple(ExternalState)
        found.append(ExternalFinding(ExternalState(state), reason) if known else _UNKNOWN)
    return found


_UNKNOWN = ExternalFinding(ExternalState.UNKNOWN, "unknown_state")


# -- fields --------------------------------------------------------------------------------------------------


def _only(value: Mapping[str, Any], names: tuple[str, ...]) -> None:
    for name in names:
        if name not in value:
            raise WireError(f"{name}: missing")
    for name in value:
        if name not in names:
            raise WireError(f"{name[:80]}: unknown")


def _text(value: Mapping[str, Any], name: str, most: int, least: int = 1) -> str:
    found = value[name]
    if not isinstance(found, str) or not least <= len(found) <= most:
        raise WireError(f"{name}: not a text of {least} to {most} characters")
    return found


def _list(value: Mapping[str, Any], name: str, most: int) -> list[Any]:
    found = value[name]
    if not isinstance(found, list) or len(found) > most:
        raise WireError(f"{name}: not a list of at most {most}")
    return found
