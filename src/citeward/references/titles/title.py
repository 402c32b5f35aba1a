"""A title as a registry keeps it."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["RecordTitle"]


@dataclass(frozen=True, slots=True)
class RecordTitle:
    """A title as registered, markup included, with the subtitle where the registry keeps it apart."""

    main: str
    subtitle: str = ""
