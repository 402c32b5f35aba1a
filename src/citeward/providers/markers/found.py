"""What a family of markers finds, and the list of sources it counts in."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from citeward.providers.interface import SourceRef

__all__ = ["Family", "Found", "Known"]

Known = Mapping[int | str, SourceRef]
"""The sources the payload lists, by the number or key a marker names them with; empty where it lists none."""


class Found(NamedTuple):
    """One marker: its extent in the answer, in code points, and the sources it names in order."""

    start: int
    end: int
    sources: tuple[SourceRef, ...]


Family = Callable[[str], Iterable[Found]]
"""Finds every marker of one family in a text. Linear in the text; code and links are left to the scan."""
