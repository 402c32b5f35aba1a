"""Which texts share a run of letters and digits with a measuring set: those are not trained on."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

__all__ = ["Blocks", "rows_of"]

_RUN = 40
"""Letters and digits. Blocks of so many lie end to end, so that every run of twice as many holds a whole one."""


class Blocks:
    """The blocks of some texts, by hash."""

    def __init__(self, texts: Iterable[str]) -> None:
        self._known = {
            hash(plain[at : at + _RUN]) for plain in map(_plain, texts) for at in range(0, len(plain) - _RUN + 1, _RUN)
        }

    @classmethod
    def of(cls, folder: Path) -> Blocks:
        """Those of the sources of every ``*.jsonl`` there."""
        return cls(row["source"] for file in sorted(folder.glob("*.jsonl")) for row in rows_of(file))

    def touch(self, text: str) -> bool:
        """Whether ``text`` holds one: always where it shares 79 letters and digits in a row, never below 40."""
        plain = _plain(text)
        return any(hash(plain[at : at + _RUN]) in self._known for at in range(len(plain) - _RUN + 1))


def rows_of(file: Path) -> Iterator[dict[str, Any]]:
    """Those of a file of JSON lines."""
    with file.open(encoding="utf-8") as lines:
        yield from map(json.loads, lines)


def _plain(text: str) -> str:
    return "".join(character for character in text.casefold() if character.isalnum())
