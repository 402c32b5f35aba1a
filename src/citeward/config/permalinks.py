"""``permalinks`` and ``ask_again``: where stored citations are looked at again, and where a reader asks again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from citeward.errors import ConfigError
from citeward.render import Permalinks

__all__ = ["KEYS", "read_permalinks"]

KEYS = frozenset({"permalinks", "ask_again"})


def read_permalinks(data: Mapping[str, Any]) -> Permalinks | None:
    """Permalinks from the top of a configuration; None where none are configured.

    Raises:
        ConfigError: not an https URL or a path that ends in a slash; ``ask_again`` without ``permalinks``.
    """
    if "permalinks" not in data:
        if "ask_again" in data:
            raise ConfigError("ask_again", "stands without permalinks", 'Add permalinks = "https://example.com/c/".')
        return None
    base = _base(data["permalinks"], "permalinks")
    return Permalinks(base, _base(data["ask_again"], "ask_again") if "ask_again" in data else None)


def _base(value: object, at: str) -> str:
    try:
        return Permalinks.at(value if isinstance(value, str) else "").base
    except ValueError as error:  # its words are not passed on: they repeat the value, which may hold a password
        raise ConfigError(at, "cannot be linked to", 'Write "https://example.com/c/" or "/c/".') from error
