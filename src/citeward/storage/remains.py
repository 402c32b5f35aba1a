"""Where words still stand, in rows and in the files of the database: for who has to be sure that they are forgotten."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import Text, func, or_, select, text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection

from citeward.storage.database import Database
from citeward.storage.tables import METADATA

__all__ = ["Remains", "remains_of"]

_CHUNK = 1 << 20
"""Bytes read at a time."""
_UNVACUUMED = text("SELECT relname, n_dead_tup FROM pg_stat_user_tables WHERE n_dead_tup > 0 ORDER BY relname")
_FOLDER = text(
    "SELECT current_setting('data_directory') AS folder, oid FROM pg_database WHERE datname = current_database()"
)


@dataclass(frozen=True, slots=True)
class Remains:
    """What was found."""

    rows: dict[str, int]
    """How many rows hold the words, by table, whoever's they are."""
    files: tuple[str, ...]
    """Files of the database that hold them."""
    unvacuumed: dict[str, int]
    """PostgreSQL: rows that were deleted and not yet vacuumed, by table; about as many, and whatever they held."""
    looked_at_files: bool
    """False where the files are on another machine, or not for us to read."""

    @property
    def is_clean(self) -> bool:
        """Whether the words stand nowhere that was looked at."""
        return not (self.rows or self.files)


async def remains_of(database: Database, words: str) -> Remains:
    """Looks for words, letter by letter, in every row and in the database's files.

    PostgreSQL compresses long texts: there a file may hold words that cannot be seen in it, until it is vacuumed.
    """
    async with database.read() as connection:
        rows = await _rows(connection, words)
        folders, unvacuumed = await _postgresql(connection) if database.dialect == "postgresql" else ([], {})
    files = folders if database.dialect == "postgresql" else database.files()
    try:
        holding = await asyncio.to_thread(lambda: tuple(_holding(files, words)))
    except OSError:
        return Remains(rows, (), unvacuumed, looked_at_files=False)
    return Remains(rows, holding, unvacuumed, looked_at_files=bool(files))


def _spellings(words: str) -> set[str]:
    """As written, and as JSON spells it."""
    return {words, json.dumps(words, ensure_ascii=False)[1:-1], json.dumps(words)[1:-1]}


async def _rows(connection: AsyncConnection, words: str) -> dict[str, int]:
    found: dict[str, int] = {}
    for table in METADATA.sorted_tables:
        texts = [column for column in table.columns if isinstance(column.type, Text)]
        holds = or_(*(column.contains(each, autoescape=True) for column in texts for each in _spellings(words)))
        number = (await connection.execute(select(func.count()).select_from(table).where(holds))).scalar_one()
        if number:
            found[table.name] = number
    return found


async def _postgresql(connection: AsyncConnection) -> tuple[list[Path], dict[str, int]]:
    unvacuumed = {row.relname: row.n_dead_tup for row in await connection.execute(_UNVACUUMED)}
    try:
        row = (await connection.execute(_FOLDER)).one()
    except SQLAlchemyError:  # only superusers are told where the files are
        return [], unvacuumed
    folder = Path(row.folder)
    return [folder / "base" / str(row.oid), folder / "pg_wal"], unvacuumed


def _holding(places: Iterable[Path], words: str) -> Iterator[str]:
    wanted = [each.encode("utf-8", "surrogatepass") for each in _spellings(words)]
    for place in places:
        for file in sorted(place.iterdir()) if place.is_dir() else [place]:
            if file.is_file() and _holds(file, wanted):
                yield str(file)


def _holds(file: Path, wanted: list[bytes]) -> bool:
    overlap = max(map(len, wanted)) - 1
    tail = b""
    with file.open("rb") as opened:
        while chunk := opened.read(_CHUNK):
            seen = tail + chunk
            if any(each in seen for each in wanted):
                return True
            tail = seen[-overlap:] if overlap else b""
    return False
