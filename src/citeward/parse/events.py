"""The event stream: what is verified is what is rendered.

Named tuples, because an answer makes hundreds of them and they are built on the hot path. ``claim`` is an index into
``Parsed.claims`` or -1 where no claim is made (code blocks, structure).
"""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["Break", "Cite", "Close", "Code", "Event", "Fence", "Html", "Math", "Open", "Quote", "Rule", "Text", "Url"]


class Open(NamedTuple):
    """A structural element begins. ``attr``: heading level, list start, or the column's alignment."""

    tag: str
    attr: int | str | None = None


class Close(NamedTuple):
    """The innermost open element ends."""

    tag: str


class Text(NamedTuple):
    """Words. Markers inside them were not markers."""

    text: str
    claim: int


class Quote(NamedTuple):
    """A quoted passage, without its quotation marks. Formatting inside it is the model's and is not kept."""

    text: str
    quotation: int
    """Index into ``Parsed.quotations``."""
    claim: int


class Code(NamedTuple):
    """An inline code span."""

    text: str
    claim: int


class Math(NamedTuple):
    """A formula, as TeX source. It is shown as source: a typesetter would follow the links in it."""

    text: str
    display: bool
    claim: int


class Html(NamedTuple):
    """Raw HTML the model wrote. It is shown as the characters it is."""

    text: str
    claim: int


class Fence(NamedTuple):
    """A code block with its declared language."""

    text: str
    language: str


class Break(NamedTuple):
    """A line break inside a paragraph."""

    hard: bool
    claim: int


class Rule(NamedTuple):
    """A thematic break."""


class Cite(NamedTuple):
    """The place of one marker or DOI, with the proposals it makes, in order."""

    proposals: tuple[int, ...]
    text: str
    """What stands there when none is granted: nothing for a marker, the identifier for a DOI."""
    claim: int


class Url(NamedTuple):
    """The place of a URL the model wrote: shown only where the reader may open it anyway."""

    text: str
    proposal: int
    claim: int


Event = Open | Close | Text | Quote | Code | Math | Html | Fence | Break | Rule | Cite | Url
