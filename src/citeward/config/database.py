"""The ``[database]`` table: where what is stored is."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from citeward.config import values
from citeward.errors import ConfigError

__all__ = ["DEFAULT_DATABASE", "read_database"]

DEFAULT_DATABASE = "sqlite:///citeward.db"
"""A file in the working directory: enough for one machine, and nothing to set up."""
_URL = re.compile(r"(?:sqlite|postgres|postgresql)(?:\+\w+)?://.*", re.DOTALL)


def read_database(value: object) -> str:
    """The URL of the database.

    Raises:
        ConfigError: an unknown key, or not the URL of a database. The message never holds the URL: it may hold a
            password.
    """
    table: Mapping[str, Any] = values.only(values.table(value, "database"), {"url"}, "database")
    url = table.get("url", DEFAULT_DATABASE)
    if not isinstance(url, str) or not _URL.fullmatch(url):
        raise ConfigError(
            "database.url",
            "is no URL of SQLite or PostgreSQL",
            "Write sqlite:///citeward.db or postgresql://host/name.",
        )
    return url
