"""What may name a tenant, a document, a group: one line of visible text that both databases keep unchanged."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from citeward.errors import InputError

__all__ = ["check_identifier", "identifiers", "is_identifier", "one_line"]

_LONGEST = 500
"""Code points."""
_LARGEST = 800
"""Bytes in UTF-8: an index entry of PostgreSQL holds 2,700, and three names make the longest one."""
_INVISIBLE = frozenset({"Cc", "Cs", "Co", "Cn", "Zl", "Zp"})
"""Control characters, lone surrogates, what Unicode has not assigned, line separators."""


def is_identifier(name: object) -> bool:
    """Whether something can be a stored name at all."""
    if not isinstance(name, str) or not 0 < len(name) <= _LONGEST:
        return False
    if name.isascii():
        return name.isprintable()
    if any(unicodedata.category(char) in _INVISIBLE for char in name):
        return False
    return len(name.encode()) <= _LARGEST


def identifiers(names: Sequence[str]) -> list[str]:
    """Those that can be stored names, in order. Plain ones are looked at all in one: a page shows a thousand."""
    if names and min(map(len, names)) > 0 and max(map(len, names)) <= _LONGEST:
        joined = "".join(names)
        if joined.isascii() and joined.isprintable():
            return list(names)
    return [name for name in names if is_identifier(name)]


def check_identifier(field: str, name: str) -> str:
    """The name, unchanged.

    Raises:
        InputError: it cannot be stored.
    """
    if not is_identifier(name):
        raise InputError(field, f"{name!r} cannot be a name", f"Use 1 to {_LONGEST} visible characters.")
    return name


def one_line(text: str) -> str:
    """Somebody's text as one storable line of at most 500 code points: what cannot be seen or stored is a space."""
    head = text[: 4 * _LONGEST]
    seen = "".join(" " if unicodedata.category(char) in _INVISIBLE else char for char in head)
    return " ".join(seen.split())[:_LONGEST]
