"""Values of a configuration file, each read with an error that names its key and the remedy."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from citeward.errors import ConfigError
from citeward.hosts import Watchlist, parse_pattern

__all__ = ["brands", "flag", "hosts", "only", "seconds", "share", "table", "variable", "whole"]

_VARIABLE = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,127}")
_OURS = "CITEWARD_"


def whole(value: object, at: str, most: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= most:
        raise ConfigError(at, f"{value!r} is out of range", f"Use a whole number from 0 to {most}.")
    return value


def share(value: object, at: str) -> float:
    if not isinstance(value, (int, float)) or isinstance(value, bool) or not 0 <= value <= 1:
        raise ConfigError(at, f"{value!r} is out of range", "Use a number from 0 to 1.")
    return float(value)


def flag(value: object, at: str) -> bool:
    if not isinstance(value, bool):
        raise ConfigError(at, f"{value!r} is not true or false", "Use true or false.")
    return value


def hosts(value: object, at: str) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise ConfigError(at, "is not a list of hosts", 'Write ["example.com", "*.example.com"].')
    for item in value:
        try:
            parse_pattern(item)
        except ValueError as error:
            raise ConfigError(at, str(error), 'Write "example.com", "*.example.com" or ".example.com".') from error
    return tuple(value)


def brands(value: object, at: str) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise ConfigError(at, "is not a list of domains", 'Write ["example.com"].')
    for item in value:
        try:
            Watchlist((item,))
        except ValueError as error:
            raise ConfigError(at, f"{item!r}: {error}", 'Write a domain of yours: "example.com".') from error
    return tuple(value)


def seconds(value: object, at: str) -> timedelta:
    return timedelta(seconds=whole(value, at, 31_536_000))


def variable(value: object, at: str, example: str) -> str:
    """The name of the environment variable that holds a secret.

    What stands here is never repeated: written by mistake, it is the secret itself.
    """
    if not isinstance(value, str) or not _VARIABLE.fullmatch(value):
        raise ConfigError(at, "is not the name of a variable", f'Write "{example}", not the key itself.')
    if value.startswith(_OURS):
        raise ConfigError(at, "names one of citeward's own settings", "Use a name that begins otherwise.")
    return value


def table(value: object, at: str) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise ConfigError(at, "is not a table", "See docs/configuration.md.")
    return value


def only(table: Mapping[str, Any], known: set[str], at: str) -> Mapping[str, Any]:
    for key in table:
        if key not in known:
            raise ConfigError(f"{at}.{key}".lstrip("."), "unknown key", f"Known here: {', '.join(sorted(known))}.")
    return table
