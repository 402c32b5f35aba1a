"""The ``[webhook]`` table: where notices go, and the name of the environment variable that holds their key."""

from __future__ import annotations

from dataclasses import dataclass, field

from citeward.config import values
from citeward.errors import ConfigError
from citeward.hosts import SafeUrl, UnsafeUrl, parse_url

__all__ = ["Webhook", "read_webhook"]


@dataclass(frozen=True, slots=True)
class Webhook:
    """Where notices go."""

    url: SafeUrl = field(repr=False)
    """Never shown: its query may hold a token of the receiver's."""
    secret_env: str = field(repr=False)
    """Name of the environment variable with the key they are signed with."""


def read_webhook(value: object) -> Webhook | None:
    """The table as parsed; None where there is none.

    Raises:
        ConfigError: an unknown key, no https URL, no name of a variable.
    """
    if value is None:
        return None
    table = values.only(values.table(value, "webhook"), {"url", "secret_env"}, "webhook")
    return Webhook(
        _url(table.get("url")), values.variable(table.get("secret_env"), "webhook.secret_env", "WEBHOOK_SECRET")
    )


def _url(value: object) -> SafeUrl:
    remedy = 'Write "https://example.com/hooks/citeward".'
    try:
        url = parse_url(value if isinstance(value, str) else "")
    except UnsafeUrl as error:
        raise ConfigError("webhook.url", f"is no safe URL: {error.reason}", remedy) from error
    if url.scheme != "https":
        raise ConfigError("webhook.url", "is not https", remedy)
    return url
