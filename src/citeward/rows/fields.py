"""Typed reading of JSON: every complaint names the field and what to write instead."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from typing import Any

from citeward.errors import RowError

__all__ = ["Fields"]

_HALF = re.compile("[\ud800-\udfff]")
_KINDS = {str: "a string", int: "a whole number", list: "a list", dict: "an object", bool: "true or false"}


class Fields:
    """One JSON object, read field by field. Fields nobody asks for are ignored."""

    __slots__ = ("_data", "_path")

    def __init__(self, data: object, path: str = "") -> None:
        if not isinstance(data, Mapping):
            raise RowError(path or "row", "is not an object", "Write one JSON object with the fields in docs/rows.md.")
        self._data = data
        self._path = path

    def _at(self, name: str) -> str:
        return f"{self._path}.{name}" if self._path else name

    def __contains__(self, name: str) -> bool:
        return self._data.get(name) is not None

    @property
    def data(self) -> Mapping[str, Any]:
        """The object itself."""
        return self._data

    def raw(self, name: str) -> Any:
        """The value as it stands, None where there is none."""
        return self._data.get(name)

    def _typed(self, name: str, kind: type, default: Any) -> Any:
        value = self._data.get(name)
        if value is None:
            if default is _REQUIRED:
                raise RowError(self._at(name), "missing", f"Give {_KINDS[kind]}.")
            return default
        if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
            raise RowError(self._at(name), f"is {_name(value)}", f"Give {_KINDS[kind]}.")
        return value

    def text(self, name: str, default: Any = ...) -> str:
        """A string; required unless a default is given."""
        return str(self._typed(name, str, _REQUIRED if default is ... else default))

    def optional(self, name: str) -> str | None:
        """A string or None."""
        value = self._typed(name, str, None)
        return None if value is None else str(value)

    def characters(self, name: str, default: Any = ...) -> str:
        """A string of whole characters. Half of a surrogate pair, which JSON can spell, is in no UTF-8."""
        value = self.text(name, default)
        if _HALF.search(value):
            remedy = "Write the whole character, or U+FFFD in its place."
            raise RowError(self._at(name), "holds half of a surrogate pair", remedy)
        return value

    def integer(self, name: str, default: Any = ...) -> int:
        """A whole number of 64 bits; required unless a default is given. What is larger, no database can keep."""
        value = int(self._typed(name, int, _REQUIRED if default is ... else default))
        if not -_LARGEST <= value < _LARGEST:
            raise RowError(self._at(name), "is out of range", "Give a whole number of at most 64 bits.")
        return value

    def flag(self, name: str) -> bool:
        """True or false; false where nothing is said."""
        return bool(self._typed(name, bool, False))

    def one_of(self, name: str, choices: tuple[str, ...], default: str) -> str:
        """One of a few words."""
        value = self.text(name, default)
        if value not in choices:
            raise RowError(self._at(name), f"{value!r} is unknown", f"Use one of: {', '.join(choices)}.")
        return value

    def object(self, name: str) -> Fields:
        """A required object."""
        return Fields(self._typed(name, dict, _REQUIRED), self._at(name))

    def optional_object(self, name: str) -> Fields | None:
        """An object or None."""
        value = self._typed(name, dict, None)
        return None if value is None else Fields(value, self._at(name))

    def objects(self, name: str, *, required: bool = False) -> Iterator[Fields]:
        """Each object of a list."""
        for index, item in enumerate(self._typed(name, list, _REQUIRED if required else [])):
            yield Fields(item, f"{self._at(name)}[{index}]")

    def strings(self, name: str) -> list[str] | None:
        """A list of strings, or None where there is none."""
        value = self._typed(name, list, None)
        if value is None:
            return None
        for index, item in enumerate(value):
            if not isinstance(item, str):
                raise RowError(f"{self._at(name)}[{index}]", f"is {_name(item)}", "Give a string.")
        return list(value)

    def groups(self, name: str) -> frozenset[str] | None:
        """A list of groups; None where there is none, which denies."""
        value = self.strings(name)
        return None if value is None else frozenset(value)

    def moment(self, name: str) -> datetime | None:
        """An aware ISO 8601 time, or None."""
        value = self.optional(name)
        if value is None:
            return None
        try:
            found = datetime.fromisoformat(value)
        except ValueError as error:
            said = f"{value[:_SHOWN]!r} is not an ISO 8601 time"
            raise RowError(self._at(name), said, "Write 2026-01-31T12:00:00Z.") from error
        if found.tzinfo is None:
            raise RowError(self._at(name), "has no time zone", "Write it with an offset: 2026-01-31T12:00:00Z.")
        try:
            found.astimezone(UTC)  # an offset may lead out of the years that can be counted
        except OverflowError as error:
            raise RowError(self._at(name), "is out of range", "Name a year between 1 and 9999.") from error
        return found

    def refuse(self, name: str, problem: str, remedy: str) -> RowError:
        """An error about a field, to be raised."""
        return RowError(self._at(name), problem, remedy)


_REQUIRED = object()
_LARGEST = 2**63
_SHOWN = 40
"""Characters of a wrong value that an error repeats."""


def _name(value: object) -> str:
    if isinstance(value, bool):
        return "true or false"
    return _KINDS.get(type(value), f"a {type(value).__name__}")
