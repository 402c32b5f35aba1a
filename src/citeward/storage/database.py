"""The database: a SQLite file, SQLite in memory, or PostgreSQL by URL; one object per process."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Self

from sqlalchemy import event
from sqlalchemy.engine import URL, Connection, make_url
from sqlalchemy.exc import ArgumentError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.pool import AsyncAdaptedQueuePool

from citeward.errors import CheckFailed, ConfigError, UsageError
from citeward.storage.migrate import is_migrated, migrate

__all__ = ["Database"]

_DRIVERS = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+asyncpg", "postgres": "postgresql+asyncpg"}
_BUSY_MS = 30_000
"""Milliseconds a writer waits for another one. SQLite has one writer at a time; a short wait would fail under load."""
_PRAGMAS = (
    "PRAGMA journal_mode=WAL",
    "PRAGMA synchronous=FULL",  # in WAL mode, NORMAL may lose the last commits with the power
    "PRAGMA foreign_keys=ON",
    "PRAGMA secure_delete=ON",  # what is erased is overwritten, and not left in a page that is free
    "PRAGMA recursive_triggers=ON",  # or INSERT OR REPLACE deletes past the delete triggers
    f"PRAGMA busy_timeout={_BUSY_MS}",
)
_PORTS = 65_536
_SCRUBBED = 1
"""What ``user_version`` says of a file in which everything that was ever erased has been overwritten."""
_WRITES = "citeward_writes"


class Database:
    """A pool of connections to a migrated database. Bound to the event loop it was opened in.

    A task that holds a connection must not ask for a second one: SQLite in memory has only one.
    """

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    @classmethod
    async def open(cls, url: str | None = None) -> Self:
        """Opens a database and brings its tables up to date; where they are, nothing is written and no lock is taken.

        Args:
            url: ``sqlite:///citeward.db``, ``postgresql://user@host/name``; None for SQLite in memory.

        Raises:
            ConfigError: not such a URL, or its driver is not installed.
            CheckFailed: the database cannot be reached.
        """
        database = cls.unmigrated(url)
        try:
            async with database.read() as connection:
                is_ready = await connection.run_sync(is_migrated)
            if not is_ready:
                async with database.write() as connection:
                    await connection.run_sync(migrate)
        except (OSError, SQLAlchemyError) as error:
            await database.close()
            raise CheckFailed(
                f"database: cannot be opened ({_cause(error)}). See that it runs and the URL is right."
            ) from error
        except TypeError as error:
            await database.close()
            if not database._engine.url.query:
                raise
            # The driver was called with what the URL has behind its question mark.
            remedy = "Take away what stands behind the '?'; for TLS to PostgreSQL write ?ssl=require."
            raise ConfigError("database", "has an option its driver does not know", remedy) from error
        except BaseException:
            await database.close()
            raise
        return database

    @classmethod
    def unmigrated(cls, url: str | None = None) -> Self:
        """The pool alone: nothing is connected to, and tables are left as they are. For migrations and their tests.

        Raises:
            ConfigError: not such a URL, or its driver is not installed.
        """
        target = _target(url or "sqlite://")
        try:
            if target.get_backend_name() == "sqlite":
                return cls(_sqlite(target))
            return cls(create_async_engine(target, pool_pre_ping=True))
        except ModuleNotFoundError as error:
            extra = "storage" if target.get_backend_name() == "sqlite" else "postgres"
            remedy = f'Run: pip install "citeward[{extra}]"'
            raise ConfigError("database", f"needs {error.name}, which is not installed", remedy) from error

    @property
    def dialect(self) -> str:
        """``sqlite`` or ``postgresql``."""
        return self._engine.dialect.name

    @asynccontextmanager
    async def read(self) -> AsyncIterator[AsyncConnection]:
        """A connection on which every statement sees the same moment."""
        options = {"isolation_level": "REPEATABLE READ"} if self.dialect == "postgresql" else {}
        async with self._engine.connect() as connection:
            await connection.execution_options(**options)
            async with connection.begin():
                yield connection

    @asynccontextmanager
    async def write(self) -> AsyncIterator[AsyncConnection]:
        """A transaction: committed when the block ends, rolled back whole when it raises."""
        async with self._engine.connect() as connection:
            await connection.execution_options(**{_WRITES: True})
            async with connection.begin():
                yield connection

    async def scrub(self) -> bool:
        """After an erasure: lets nothing of what was erased stand in the files of a SQLite database.

        What SQLite erases it overwrites (``secure_delete``); the log of recent writes beside the file is written back
        and emptied. A file of a release that did not overwrite yet is written anew, once. PostgreSQL is left alone: see
        docs/forgetting.md.

        Returns:
            Whether it could be done: False while another connection reads what was there before.
        """
        if self.dialect != "sqlite" or self._in_memory:
            return True
        async with self._engine.connect() as connection:
            raw = await connection.get_raw_connection()
            driver: Any = raw.driver_connection
            (scrubbed,) = await (await driver.execute("PRAGMA user_version")).fetchone()
            if scrubbed < _SCRUBBED:
                await driver.execute("VACUUM")
                await driver.execute(f"PRAGMA user_version = {_SCRUBBED}")
            (busy, *_) = await (await driver.execute("PRAGMA wal_checkpoint(TRUNCATE)")).fetchone()
            return not busy

    def files(self) -> list[Path]:
        """Of SQLite, the file of the database and those beside it that are there."""
        if self.dialect != "sqlite" or self._in_memory:
            return []
        main = Path(self._engine.url.database or "")
        beside = (main.with_name(main.name + end) for end in ("", "-wal", "-journal"))
        return [file for file in beside if file.exists()]

    @property
    def _in_memory(self) -> bool:
        return self._engine.url.database in (None, "", ":memory:")

    async def connect_driver(self) -> Any:
        """A connection of PostgreSQL's own driver, besides the pool; the caller closes it. For listening.

        Raises:
            UsageError: this is no PostgreSQL.
        """
        if self.dialect != "postgresql":
            raise UsageError("only PostgreSQL can be listened to; ask for the dialect first")
        import asyncpg

        _, parameters = self._engine.dialect.create_connect_args(self._engine.url)
        return await asyncpg.connect(**parameters)

    async def close(self) -> None:
        """Closes every connection."""
        await self._engine.dispose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *exc: object) -> None:
        await self.close()


def _cause(error: OSError | SQLAlchemyError) -> str:
    """What went wrong, in the driver's own words, which do not hold the URL and with it a password."""
    found = getattr(error, "orig", None) or error
    return str(found).partition("\n")[0]


def _target(url: str) -> URL:
    remedy = "Write sqlite:///citeward.db or postgresql://host/name."
    try:
        target = make_url(url)
        driver = _DRIVERS[target.get_backend_name()]
    except (ArgumentError, KeyError):
        raise ConfigError("database", "is no URL of SQLite or PostgreSQL", remedy) from None
    except ValueError:  # it quotes what stands where the port should: of a password with an '@' in it, a part
        remedy = "Percent-encode what is special in user and password: '/' is %2F, '@' is %40."
        raise ConfigError("database", "has no number where the port stands", remedy) from None
    if target.port is not None and not 0 < target.port < _PORTS:
        raise ConfigError("database", "has an impossible port", remedy)  # of a password with an '@' in it, a part
    return target.set(drivername=driver)


def _sqlite(target: URL) -> AsyncEngine:
    in_memory = not target.database or target.database == ":memory:"
    if not in_memory and not Path(target.database or "").absolute().parent.is_dir():
        raise ConfigError(
            "database", f"there is no folder for {target.database}", "Make the folder, or name another file."
        )
    # A database in memory lives in its connection: the one there is is kept, and everybody waits for it.
    limits: dict[str, Any] = {"pool_size": 1, "max_overflow": 0} if in_memory else {}
    engine = create_async_engine(target, poolclass=AsyncAdaptedQueuePool, **limits)
    event.listen(engine.sync_engine, "connect", _prepare)
    event.listen(engine.sync_engine, "begin", _begin)
    return engine


def _prepare(connection: Any, _record: object) -> None:
    connection.isolation_level = None  # the driver's own BEGIN comes too late for the first read and for DDL
    cursor = connection.cursor()
    for pragma in _PRAGMAS:
        cursor.execute(pragma)
    cursor.close()


def _begin(connection: Connection) -> None:
    # A reader that turns writer halfway can only fail when another writer was faster; writers say so at once.
    writes = connection.get_execution_options().get(_WRITES)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")
