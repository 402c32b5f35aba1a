"""The ``[database]`` table: where what is stored is."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from citeward.config import values
from citeward.errors import ConfigError

__all__ = ["DEFAULT_DATABASE", "read_database", "read_display_counts"]

DEFAULT_DATABASE = "sqlite:///citeward.db"
"""A file in the working directory: enough for one machine, and nothing to set up."""
_URL = re.compile(r"(?:sqlite|postgres|postgresql)(?:\+\w+)?://.*", re.DOTALL)


_KEYS = {"url", "count_displays"}


def read_display_counts(value: object) -> bool:
    """Whether displayed citations are counted by state, for ``citeward states``: one small write per display.

    Raises:
        ConfigError: it is neither true nor false.
    """
    counted = values.table(value, "database").get("count_displays", False)
    if not isinstance(counted, bool):
        raise ConfigError("database.count_displays", "is neither true nor false", "Write true or false.")
    return counted


def read_database(value: object) -> str:
    """The URL of the database.

    Raises:
        ConfigError: an unknown key, or not the URL of a database. The message never holds the URL: it may hold a
            password.
    """
    table: Mapping[str, Any] = values.only(values.table(value, "database"), _KEYS, "database")
    url = table.get("url", DEFAULT_DATABASE)
    if not isinstance(url, str) or not _URL.fullmatch(url):
        raise ConfigError(
            "database.url",
            "is no URL of SQLite or PostgreSQL",
            "Write sqlite:///citeward.db or postgresql://host/name.",
        )
    return url
