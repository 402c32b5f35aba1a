"""A bibliography in some notation, read into cites."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass

from citeward.references.cite import Cite

__all__ = ["MAX_BIBLIOGRAPHY_CHARS", "Bibliography", "Entry"]

MAX_BIBLIOGRAPHY_CHARS = 20_000_000
"""Some forty thousand entries with abstracts."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry: a cite, or why it could not be read. One broken entry does not hide the others."""

    key: str
    cite: Cite | None
    problem: str = ""
    line: int = 0
    """First line of the entry, counted from 1; 0 where the notation has none."""


class Bibliography(ABC):
    """One notation."""

    name: str

    @abstractmethod
    def recognises(self, text: str) -> bool:
        """Whether the text is in this notation, judged by how it begins. True for at most one notation."""

    @abstractmethod
    def read(self, text: str) -> Iterator[Entry]:
        """The entries in order.

        Raises:
            RowError: the text as a whole is not in this notation.
        """
