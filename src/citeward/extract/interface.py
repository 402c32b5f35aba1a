"""The contract every format keeps. To add one, write a file with an :class:`Extractor` and list it in ``formats``."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import ClassVar

from .document import Extracted
from .limits import Budget


@dataclass(frozen=True, slots=True)
class SourceFile:
    """One file to read.

    Attributes:
        data: its bytes, at most ``max_bytes`` of the limits.
        name: how errors call it: a file name or URL.
        charset: the encoding its transport declared (``text/html; charset=...``); ``None`` where it declared none.
    """

    data: bytes
    name: str
    charset: str | None = None


class Extractor(ABC):
    """Reads one media type.

    An implementation

    * returns the text *a reader sees*, in reading order, and nothing a reader does not see: what is hidden is left out
      and, where it can be counted, reported as a warning;
    * raises an :class:`~citeward.extract.ExtractionError` for everything else: no partial text, no error text, no
      exception of its parser;
    * reads nothing but ``source.data``: no network, no other file, no external entity, stylesheet or link;
    * asks ``budget`` before it unpacks and while it loops;
    * is deterministic, keeps no state, and imports its parser only when it is used.
    """

    media_type: ClassVar[str]
    """The one media type it reads, without parameters."""

    @abstractmethod
    def version(self) -> str:
        """Name and version of this reader and of the parser under it. Raises :class:`MissingExtraError`."""

    @abstractmethod
    def extract(self, source: SourceFile, budget: Budget) -> Extracted:
        """The visible text of ``source``. Raises :class:`~citeward.extract.ExtractionError`."""
