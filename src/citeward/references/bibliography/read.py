"""A bibliography in whichever notation it is written."""

from __future__ import annotations

from collections.abc import Iterator

from citeward.errors import LimitExceeded, RowError
from citeward.references.bibliography.bibtex import BibTeX
from citeward.references.bibliography.csl import CslJson
from citeward.references.bibliography.interface import MAX_BIBLIOGRAPHY_CHARS, Bibliography, Entry
from citeward.references.bibliography.markdown import MarkdownList

__all__ = ["NOTATIONS", "read_bibliography"]

NOTATIONS: tuple[Bibliography, ...] = (CslJson(), BibTeX(), MarkdownList())


def read_bibliography(text: str, notation: str | None = None) -> Iterator[Entry]:
    """The entries of a bibliography, in order.

    Args:
        text: the whole file.
        notation: ``bibtex``, ``csl`` or ``markdown``; recognised where nothing is said.

    Raises:
        LimitExceeded: over :data:`MAX_BIBLIOGRAPHY_CHARS`.
        RowError: an unknown notation, or a text that is not in the one named.
        UsageError: BibTeX without the ``bibliography`` extra.
    """
    if len(text) > MAX_BIBLIOGRAPHY_CHARS:
        raise LimitExceeded("bibliography", f"is over {MAX_BIBLIOGRAPHY_CHARS} characters", "Split it.")
    if notation is not None and notation not in {known.name for known in NOTATIONS}:
        names = ", ".join(known.name for known in NOTATIONS)
        raise RowError("notation", f"{notation!r} is unknown", f"Use one of: {names}.")
    for known in NOTATIONS:
        if known.name == notation or (notation is None and known.recognises(text)):
            yield from known.read(text)
            return
