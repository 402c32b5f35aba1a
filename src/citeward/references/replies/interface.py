"""How a registry's reply is recognised and read. One file per shape; none of them trusts a single field."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from citeward.references.record import Record

__all__ = ["Reading", "ReplyState", "Shape", "as_list", "as_map", "as_text"]


class ReplyState(StrEnum):
    """What a reply amounts to."""

    FOUND = "found"
    ABSENT = "absent"
    """The registry says that it has no such record."""
    DEGRADED = "degraded"
    """Not an answer: an error page, a cut-off body, a refused item. Nothing is known."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What a reply says."""

    state: ReplyState
    records: tuple[Record, ...] = ()
    detail: str = ""
    """A stable code for operators."""
    is_search: bool = False
    """The records are hits of a search: they lead on, and confirm nothing."""


class Shape(ABC):
    """One shape of reply. Reading never raises: what does not fit is degraded."""

    name: str

    @abstractmethod
    def recognises(self, data: object) -> bool:
        """Whether a parsed reply has this shape. Cheap, and true for at most one shape."""

    @abstractmethod
    def read(self, data: Any) -> Reading:
        """Reads a reply this shape recognises."""


def as_text(value: object) -> str:
    """The value where it is text, else nothing."""
    return value if isinstance(value, str) else ""


def as_map(value: object) -> Mapping[str, Any]:
    """The value where it is an object, else an empty one."""
    return value if isinstance(value, Mapping) else {}


def as_list(value: object) -> Sequence[Any]:
    """The value where it is a list, else an empty one."""
    return value if isinstance(value, list) else ()
