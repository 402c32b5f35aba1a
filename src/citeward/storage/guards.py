"""Triggers that keep append-only tables append-only, in both databases.

They stop a program with a bug and a statement typed by hand. Whoever owns the database can drop them; that is what the
log is for.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

__all__ = ["guards"]

_MESSAGE = "citeward: {table} is append-only"

_POSTGRESQL_FUNCTION = """
CREATE OR REPLACE FUNCTION citeward_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'citeward: % is append-only', TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';
END $$
"""

_POSTGRESQL_ERASE = """
CREATE OR REPLACE FUNCTION citeward_erase_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT 1 FROM tombstones WHERE tenant = OLD.tenant AND erased = OLD.seq) THEN
    RAISE EXCEPTION 'citeward: a payload is erased only under a tombstone'
      USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN OLD;
END $$
"""


def guards(dialect: str, tables: Sequence[tuple[str, Sequence[str]]], erasable: str | None = None) -> Iterator[str]:
    """The statements that put the triggers in place.

    Args:
        dialect: ``sqlite`` or ``postgresql``.
        tables: name and primary key columns of each append-only table.
        erasable: the table whose rows may be deleted once a tombstone names them, and never changed; None:
            there is none among these.
    """
    if dialect == "postgresql":
        yield _POSTGRESQL_FUNCTION
        yield _POSTGRESQL_ERASE
        for table, _ in tables:
            yield from _postgresql(table, "UPDATE OR DELETE")
        if erasable is None:
            return
        yield from _postgresql(erasable, "UPDATE")
        yield (
            f"CREATE TRIGGER {erasable}_erase BEFORE DELETE ON {erasable} "
            "FOR EACH ROW EXECUTE FUNCTION citeward_erase_only()"
        )
        return
    for table, key in tables:
        yield from _sqlite(table, ("UPDATE", "DELETE"))
        yield _sqlite_insert(table, key)
    if erasable is None:
        return
    yield from _sqlite(erasable, ("UPDATE",))
    yield _sqlite_insert(erasable, ("tenant", "seq"))
    yield (
        f"CREATE TRIGGER {erasable}_erase BEFORE DELETE ON {erasable} "  # noqa: S608
        "WHEN NOT EXISTS (SELECT 1 FROM tombstones WHERE tenant = OLD.tenant AND erased = OLD.seq) "
        "BEGIN SELECT RAISE(ABORT, 'citeward: a payload is erased only under a tombstone'); END"
    )


def _postgresql(table: str, events: str) -> Iterator[str]:
    yield (
        f"CREATE TRIGGER {table}_append_only BEFORE {events} ON {table} "
        "FOR EACH ROW EXECUTE FUNCTION citeward_append_only()"
    )
    yield (
        f"CREATE TRIGGER {table}_no_truncate BEFORE TRUNCATE ON {table} "
        "FOR EACH STATEMENT EXECUTE FUNCTION citeward_append_only()"
    )


def _sqlite(table: str, events: Sequence[str]) -> Iterator[str]:
    for event in events:
        yield (
            f"CREATE TRIGGER {table}_no_{event.lower()} BEFORE {event} ON {table} "
            f"BEGIN SELECT RAISE(ABORT, '{_MESSAGE.format(table=table)}'); END"
        )


def _sqlite_insert(table: str, key: Sequence[str]) -> str:
    """INSERT OR REPLACE deletes without firing delete triggers where a connection has ``recursive_triggers`` off.

    Ours have it on. Another program's may not, so a row that would replace one is refused before it is inserted.
    """
    same = " AND ".join(f"{column} = NEW.{column}" for column in key)
    return (
        f"CREATE TRIGGER {table}_no_replace BEFORE INSERT ON {table} "  # noqa: S608
        f"WHEN EXISTS (SELECT 1 FROM {table} WHERE {same}) "
        f"BEGIN SELECT RAISE(ABORT, '{_MESSAGE.format(table=table)}'); END"
    )
