"""Which texts share a run of letters and digits with a measuring set: those are not trained on."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

__all__ = ["Blocks"]

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
        files = sorted(folder.glob("*.jsonl"))
        return cls(json.loads(line)["source"] for file in files for line in file.open(encoding="utf-8"))

    def touch(self, text: str) -> bool:
        """Whether ``text`` holds one: always where it shares 79 letters and digits in a row, never below 40."""
        plain = _plain(text)
        return any(hash(plain[at : at + _RUN]) in self._known for at in range(len(plain) - _RUN + 1))


def _plain(text: str) -> str:
    return "".join(character for character in text.casefold() if character.isalnum())
