"""The ``[webhook]`` table: where notices go, and the name of the environment variable that holds their key."""

from __future__ import annotations

import re
from dataclasses import dataclass

from citeward.config import values
from citeward.errors import ConfigError
from citeward.hosts import SafeUrl, UnsafeUrl, parse_url

__all__ = ["Webhook", "read_webhook"]

_VARIABLE = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,127}")
_OURS = "CITEWARD_"


@dataclass(frozen=True, slots=True)
class Webhook:
    """Where notices go."""

    url: SafeUrl
    secret_env: str
    """Name of the environment variable with the key they are signed with."""


def read_webhook(value: object) -> Webhook | None:
    """The table as parsed; None where there is none.

    Raises:
        ConfigError: an unknown key, no https URL, no name of a variable.
    """
    if value is None:
        return None
    table = values.only(values.table(value, "webhook"), {"url", "secret_env"}, "webhook")
    return Webhook(_url(table.get("url")), _variable(table.get("secret_env")))


def _url(value: object) -> SafeUrl:
    remedy = 'Write "https://example.com/hooks/citeward".'
    try:
        url = parse_url(value if isinstance(value, str) else "")
    except UnsafeUrl as error:
        raise ConfigError("webhook.url", f"{value!r} is no safe URL: {error.reason}", remedy) from error
    if url.scheme != "https":
        raise ConfigError("webhook.url", f"{value!r} is not https", remedy)
    return url


def _variable(value: object) -> str:
    if not isinstance(value, str) or not _VARIABLE.fullmatch(value):
        # Not repeated: what stands here by mistake is likely to be the key.
        raise ConfigError("webhook.secret_env", "is no name of a variable", 'Write "WEBHOOK_SECRET", not the key.')
    if value.startswith(_OURS):
        raise ConfigError("webhook.secret_env", f"{value} would be read as a setting", "Choose a name of its own.")
    return value
