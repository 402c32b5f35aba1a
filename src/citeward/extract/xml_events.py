"""XML as a stream of events: no tree, no entity, no recursion.

ECMA-376 part 2 forbids document type declarations in Office packages, so one is refused on sight: that ends entity
expansion ("billion laughs"), external entities and parameter entities before they begin.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol
from xml.parsers.expat import ExpatError, ParserCreate

from .errors import BrokenFileError, ExtractionError
from .limits import Budget

SEPARATOR = " "
"""Between namespace and local name in every name a handler gets."""

_CHUNK = 64 * 1024


class Handler(Protocol):
    """Receives the events of one document in order. Names are ``namespace local``."""

    def start(self, name: str, attributes: Mapping[str, str]) -> None:
        """An element begins."""

    def end(self, name: str) -> None:
        """An element ends."""

    def data(self, text: str) -> None:
        """Character data, possibly in several pieces."""


def parse(data: bytes, part: str, handler: Handler, budget: Budget) -> None:
    """Feed the XML document ``data`` to ``handler``.

    Raises:
        BrokenFileError: it is not well-formed, or declares a document type.
        TooLargeError: elements nest deeper than ``max_depth``.
        TimedOutError: the seconds are used up.
    """
    parser = ParserCreate(namespace_separator=SEPARATOR)
    parser.buffer_text = True
    depth = 0

    def start(name: str, attributes: dict[str, str]) -> None:
        nonlocal depth
        depth += 1
        budget.check_depth(depth)
        handler.start(name, attributes)

    def end(name: str) -> None:
        nonlocal depth
        depth -= 1
        handler.end(name)

    def doctype(*_: object) -> None:
        raise BrokenFileError(
            budget.document,
            f"its part {part} declares a document type, which Office documents never do",
            "Open and save it again with an office program",
        )

    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.CharacterDataHandler = handler.data
    parser.StartDoctypeDeclHandler = doctype
    try:
        for position in range(0, len(data), _CHUNK):
            budget.check_time()
            parser.Parse(data[position : position + _CHUNK], False)
        parser.Parse(b"", True)
    except ExtractionError:
        raise
    except (ExpatError, LookupError, ValueError) as error:  # The latter two for an encoding expat does not know.
        raise BrokenFileError(
            budget.document,
            f"its part {part} is not well-formed XML ({error})",
            "Open and save it again with an office program",
        ) from None
