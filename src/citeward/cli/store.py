"""The database as commands use it: opened from the options, closed at the end, every failure one line."""

from __future__ import annotations

import getpass
import json
import re
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import typer

from citeward import sync
from citeward.config import Settings, load
from citeward.errors import CheckFailed, ConfigError, UsageError
from citeward.verify import Web

if TYPE_CHECKING:  # the rooms below need an extra, and every command would pay for their import
    from citeward.access import Directory, GroupAccess
    from citeward.records import RecordBook
    from citeward.registry import Registry
    from citeward.storage import Database

__all__ = ["Store", "actor", "echo_json", "opened", "run", "web_of", "with_storage"]

_T = TypeVar("_T")
_FILE = re.compile(r"sqlite(?:\+\w+)?:///([^?]+)")
_EXTRA = frozenset({"sqlalchemy", "alembic", "aiosqlite"})


@dataclass(frozen=True, slots=True)
class Store:
    """Everything a command acts on."""

    tenant: str
    settings: Settings
    database: Database
    access: GroupAccess
    registry: Registry
    directory: Directory
    book: RecordBook


@contextmanager
def opened(url: str | None, tenant: str, config: Path | None, *, makes: bool = False) -> Iterator[Store]:
    """The store behind the options of a command.

    Args:
        url: as given; None for the configured one.
        tenant: whose world.
        config: the configuration file.
        makes: whether a SQLite file that is not there is made. A question asked of one would be answered with nothing,
            as if nothing had ever been stored.

    Raises:
        ConfigError: no such database, or not the URL of one.
        CheckFailed: the database cannot be reached, or fails.
        UsageError: the extra is not installed.
    """
    settings = load(config)
    target = url or settings.database
    if not makes:
        _must_be_there(target)
    with with_storage():
        from citeward.access import Directory, GroupAccess
        from citeward.records import RecordBook
        from citeward.registry import Registry
        from citeward.storage import Database

        database = sync.run(Database.open(target))
        try:
            access = GroupAccess(database)
            book = RecordBook(
                database,
                access,
                counts=settings.count_displays,
                permalinks=settings.permalinks,
                web=web_of(settings),
                actor=actor(),
            )
            yield Store(tenant, settings, database, access, Registry(database), Directory(database), book)
        finally:
            sync.run(database.close())


def actor() -> str:
    """Who runs the command, as the operating system knows them, for the log; empty where it does not."""
    try:
        return getpass.getuser()
    except (OSError, KeyError):
        return ""


def web_of(settings: Settings) -> Web:
    """Where stored copies open, as configured. Which hosts are registered is for the gate to know."""
    return Web() if settings.lookups is None else Web(copies=settings.lookups.copies)


@contextmanager
def with_storage() -> Iterator[None]:
    """Says what is missing, or what the database said, in one line.

    Raises:
        UsageError: the extra is not installed.
        CheckFailed: the database failed.
    """
    try:
        from sqlalchemy.exc import SQLAlchemyError
    except ModuleNotFoundError as error:
        raise _missing(error) from error
    try:
        yield
    except ModuleNotFoundError as error:
        if error.name not in _EXTRA:
            raise
        raise _missing(error) from error
    except SQLAlchemyError as error:
        said = str(getattr(error, "orig", None) or error).partition("\n")[0]
        if "database is locked" in said:
            said = "is locked by another program, and was so for 30 seconds"
        raise CheckFailed(f"database: {said}. Nothing was changed; see that it runs and try again.") from error


def run(call: Coroutine[Any, Any, _T]) -> _T:
    """Runs a call on the loop the database was opened in."""
    return sync.run(call)


def echo_json(value: object) -> None:
    """Prints one JSON object a line."""
    typer.echo(json.dumps(value, ensure_ascii=True))


def _missing(error: ModuleNotFoundError) -> UsageError:
    return UsageError(f'this command needs {error.name}, which is not installed. Run: pip install "citeward[storage]"')


def _must_be_there(url: str) -> None:
    found = _FILE.match(url)
    if found is not None and found[1] != ":memory:" and not Path(found[1]).exists():
        remedy = "Ingest documents first, or name another one with --database."
        raise ConfigError("database", f"there is no file {found[1]}", remedy)
