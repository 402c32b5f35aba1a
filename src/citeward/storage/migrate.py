"""Migrations, run by the program itself: whoever opens a database finds it up to date."""

from __future__ import annotations

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import text
from sqlalchemy.engine import Connection

__all__ = ["is_migrated", "migrate"]

_LOCK = 0x63697465
"""PostgreSQL advisory lock: two processes that start at once must not both create the tables."""


def migrate(connection: Connection, revision: str = "head") -> None:
    """Brings the tables to a revision, within the caller's transaction."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})
    config = _config()
    config.attributes["connection"] = connection
    command.upgrade(config, revision)


def is_migrated(connection: Connection) -> bool:
    """Whether the tables are those of this release. Only reads."""
    now = MigrationContext.configure(connection, opts={"version_table": "citeward_version"}).get_current_heads()
    return set(now) == set(ScriptDirectory.from_config(_config()).get_heads())


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", "citeward.storage:migrations")
    config.set_main_option("path_separator", "os")
    return config
