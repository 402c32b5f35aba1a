"""pyromark as this project uses it: one dialect, no definitions, characters instead of bytes.

Reference and footnote definitions act at a distance and hide links, so they are made impossible: hygiene has banned the
control character that takes the place of the colon in every ``]:`` while the text is parsed, and the colon is back in
everything that comes out. Dollars that are money are hidden from it in the same way.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import accumulate
from typing import Any

import pyromark

from citeward.parse.formulas import DOLLAR, without_money

__all__ = ["COLON", "OPTIONS", "read", "restored"]

COLON = "\x1f"
"""Stands for the colon of ``]:`` while pyromark parses. Hygiene bans it from input."""
_TABLES = pyromark.Options.ENABLE_TABLES | pyromark.Options.ENABLE_STRIKETHROUGH
OPTIONS = _TABLES | pyromark.Options.ENABLE_MATH
"""Tables, strikethrough and maths; everything else CommonMark does not have is off."""
_BEGINS = tuple(0 if 0x80 <= byte < 0xC0 else 1 for byte in range(256))


def read(view: str, *, maths: bool = True) -> tuple[Iterable[tuple[Any, Any]], Sequence[int] | None]:
    """pyromark's events of a view, and how many characters begin before each byte of it.

    Args:
        view: text that hygiene has cleaned.
        maths: False where dollars mean something else than a formula.

    Returns:
        Events with byte ranges, and the count per byte of the UTF-8 form; None where bytes are characters.
    """
    safe = view.replace("]:", "]" + COLON)
    raw = pyromark.events_with_range(without_money(safe) if maths else safe, options=OPTIONS if maths else _TABLES)
    return raw, None if view.isascii() else (0, *accumulate(map(_BEGINS.__getitem__, view.encode())))


def restored(value: str) -> str:
    """Something that pyromark read, as the model wrote it: with the characters that were hidden from it."""
    if COLON in value:
        value = value.replace(COLON, ":")
    return value.replace(DOLLAR, "$") if DOLLAR in value else value
