"""Word lists written as running text, which is how they are read and compared."""

from __future__ import annotations

__all__ = ["listed", "words"]


def listed(text: str) -> list[str]:
    """The words of ``text``, in order."""
    return text.split()


def words(text: str) -> frozenset[str]:
    """The words of ``text``, as a set."""
    return frozenset(text.split())
