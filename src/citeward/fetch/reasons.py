"""Why a fetch gave no snapshot.

::

    CitewardError
    └── FetchError          every way a fetch can end without a snapshot
        ├── FetchRefused    a check said no: the URL, an address, a redirect, a size, a budget
        └── FetchFailed     nobody could say: the name did not resolve, the server was late, broken or gone

The first is a finding about the reference, the second is none: being a ``CheckFailed`` too, it becomes ``unconfirmed``.
"""

from __future__ import annotations

from enum import StrEnum

from citeward.errors import CheckFailed, CitewardError


class FetchReason(StrEnum):
    """Stable codes for verdicts, logs and JSON; `detail` of the error says more."""

    UNSAFE_URL = "unsafe_url"
    """No single reading; the detail is a `UrlReason`."""
    PORT = "port"
    LOCAL_NAME = "local_name"
    HOST_NOT_ALLOWED = "host_not_allowed"
    ADDRESS = "address"
    """A literal or a DNS answer that is not public unicast; the detail is an `AddressReason`."""
    TOO_MANY_ANSWERS = "too_many_answers"
    REDIRECT_DOWNGRADE = "redirect_downgrade"
    REDIRECT_LOOP = "redirect_loop"
    REDIRECT_LIMIT = "redirect_limit"
    REDIRECT_TARGET = "redirect_target"
    """A Location header that is repeated or not text."""
    TLS = "tls"
    """The certificate does not prove the name, or the handshake failed."""
    HEADERS_TOO_LARGE = "headers_too_large"
    BODY_TOO_LARGE = "body_too_large"
    CONTENT_ENCODING = "content_encoding"
    """An encoding that was not asked for, is stacked, or does not decode."""
    PROTOCOL = "protocol"
    """The reply is not HTTP/1.1, or asks to leave it."""
    CUT_SHORT = "cut_short"
    """The connection ended where nothing says that the page did: half a page is no evidence."""
    PARTIAL = "partial"
    """Part of a page (206) came though a whole one was asked for (RFC 9110 section 15.3.7)."""
    BUDGET = "budget"
    UNRESOLVED = "unresolved"
    DEADLINE = "deadline"
    NETWORK = "network"


class FetchError(CitewardError):
    """Base of both outcomes. `url` is the hop it happened at, canonical where it could be read."""

    def __init__(self, reason: FetchReason, detail: str, url: str) -> None:
        super().__init__(f"{reason}: {detail} ({url})")
        self.reason = reason
        self.detail = detail
        self.url = url

    def again(self) -> FetchError:
        """A fresh error of the same kind, to raise for a remembered outcome without its old traceback."""
        return type(self)(self.reason, self.detail, self.url)


class FetchRefused(FetchError):
    """A check said no. Trying again gives the same answer."""


class FetchFailed(FetchError, CheckFailed):
    """The check could not be completed: nothing is known about the reference."""
