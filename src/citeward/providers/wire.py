"""Reading plain values: fields in either spelling, types checked, nothing assumed.

APIs write ``groundingMetadata``, their Python SDKs dump ``grounding_metadata``; adapters name fields in the API's
spelling and both are found.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from citeward.errors import PayloadError

__all__ = [
    "begin",
    "decimal",
    "fields",
    "get",
    "integer",
    "items",
    "listed",
    "needed_text",
    "number",
    "numbers",
    "objects",
    "snake",
    "string",
    "strings",
    "typed",
]

_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_DIGITS = re.compile(r"\d{1,9}")


@lru_cache(maxsize=1024)
def snake(name: str) -> str:
    """A field's name as Python's SDKs spell it."""
    return _HUMP.sub("_", name).lower()


def get(value: object, *names: str) -> object:
    """The field under the first of these names, in either spelling, that is not None; None where there is none.

    >>> get({"grounding_metadata": 1}, "groundingMetadata")
    1
    """
    if isinstance(value, Mapping):
        for name in names:
            found = value.get(name)
            if found is None:
                found = value.get(snake(name))
            if found is not None:
                return found
    return None


def string(value: object, *names: str) -> str | None:
    """A field that is a string, else None."""
    found = get(value, *names)
    return found if isinstance(found, str) else None


def integer(value: object, *names: str) -> int | None:
    """A field that is a whole number, else None. A truth value is not a number.

    The JSON of protobuf writes 64-bit numbers as strings.
    """
    found = get(value, *names)
    if isinstance(found, bool):
        return None
    if isinstance(found, int):
        return found
    if isinstance(found, str):
        return decimal(found)
    return int(found) if isinstance(found, float) and found.is_integer() else None


def begin(value: object, *names: str) -> int | None:
    """Where a span begins: 0 where the field is left out, as protobuf leaves out a zero; None where it is no number."""
    return 0 if get(value, *names) is None else integer(value, *names)


def number(value: object, *names: str) -> float | None:
    """A field that is a finite number, else None."""
    return _finite(get(value, *names))


def numbers(value: object, *names: str) -> tuple[float | None, ...]:
    """A field that is a list of numbers; what is not a number in it is None."""
    return tuple(_finite(item) for item in items(value, *names))


def _finite(value: object) -> float | None:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    try:
        real = float(value)
    except OverflowError:
        return None
    return real if abs(real) < float("inf") else None


def decimal(text: object) -> int | None:
    """A number written as up to nine digits, else None."""
    return int(text) if isinstance(text, str) and text.isascii() and _DIGITS.fullmatch(text) else None


def items(value: object, *names: str) -> Sequence[object]:
    """A field that is a list, else an empty one."""
    found = get(value, *names) if names else value
    return found if isinstance(found, list | tuple) else ()


def objects(value: object, *names: str) -> Iterator[tuple[int, Mapping[str, object]]]:
    """The objects of a list with their indices; what is not an object is left out."""
    for index, item in enumerate(items(value, *names)):
        if isinstance(item, Mapping):
            yield index, item


def strings(value: object, *names: str) -> list[str]:
    """The strings of a list."""
    return [item for item in items(value, *names) if isinstance(item, str)]


def listed(found: Sequence[object], index: int | None) -> object:
    """The element at a 0-based index, or None past either end."""
    return found[index] if index is not None and 0 <= index < len(found) else None


def fields(value: object, *names: str) -> dict[str, object]:
    """The named fields that are present, under these names."""
    return {name: found for name in names if (found := get(value, name)) is not None}


def typed(value: object) -> str:
    """An object's ``type``, or what can be said instead."""
    if isinstance(value, Mapping):
        return string(value, "type") or f"object with {_keys(value)}"
    return type(value).__name__


def _keys(value: Mapping[str, object]) -> str:
    return ", ".join(str(key)[:40] for key in list(value)[:4]) or "no fields"


def needed_text(value: object, pointer: str, *names: str) -> str:
    """A field of the answer's text, where an absent one reads as empty.

    Raises:
        PayloadError: the field is there and is not a string.
    """
    found = get(value, *names)
    if found is None or isinstance(found, str):
        return found or ""
    raise PayloadError(
        f"payload{pointer}/{names[0]}",
        f"is {type(found).__name__}, not text",
        "Pass the reply as the provider sent it; the words of an answer are strings.",
    )
