"""One file in, one text out, in this process."""

from __future__ import annotations

import re
from pathlib import Path

from .detect import media_type_of
from .document import Extracted
from .errors import BrokenFileError, NoTextError
from .formats import EXTRACTORS
from .interface import SourceFile
from .limits import Budget, ExtractLimits

DEFAULT_LIMITS = ExtractLimits()
"""Ample for a book, small enough for a server."""

_CHARSET = re.compile(r";\s*charset\s*=\s*\"?([^\s\";]+)", re.IGNORECASE)
_SURROGATE = re.compile("[\ud800-\udfff]")


def extract(
    data: bytes, *, name: str | None = None, media_type: str | None = None, limits: ExtractLimits = DEFAULT_LIMITS
) -> Extracted:
    """Extract the text a reader of ``data`` sees.

    The type is told by content; ``media_type`` (with its charset, as a server sent it) or else the suffix of ``name``
    narrows it, and a dangerous contradiction is an error. The parsers run in this process: for files you do not trust
    use :func:`~citeward.extract.extract_isolated`.

    Args:
        data: the whole file.
        name: file name or URL, for error messages and for its suffix.
        media_type: e.g. ``text/html; charset=windows-1252``.
        limits: bounds; passing one is an error, never a shorter text.

    Raises:
        ExtractionError: always one of its kinds; a file that cannot be read is never text.

    >>> extract(b"Net sales rose 12.5%.", name="note.txt").text
    'Net sales rose 12.5%.'
    """
    document = name or "document"
    budget = Budget.start(document, limits)
    budget.check_bytes(len(data))
    if not data:
        raise NoTextError(document, "the file is empty", "Fetch it again")
    charset = _CHARSET.search(media_type or "")
    extractor = EXTRACTORS[media_type_of(data, document, media_type)]
    extracted = extractor.extract(SourceFile(data, document, charset[1] if charset else None), budget)
    budget.check_text(len(extracted.text))
    if not extracted.text.strip():
        raise NoTextError(document, "a reader sees no text in it", "Check that this is the document you mean")
    if _SURROGATE.search(extracted.text):
        raise BrokenFileError(document, "its text holds half of a character pair", "Convert the file to UTF-8")
    return extracted


def extract_file(
    path: str | Path, *, media_type: str | None = None, limits: ExtractLimits = DEFAULT_LIMITS
) -> Extracted:
    """:func:`extract` for the file at ``path``, of which no more than ``limits.max_bytes`` are read.

    Raises:
        ExtractionError: as :func:`extract`.
        OSError: the file cannot be opened.
    """
    path = Path(path)
    with path.open("rb") as file:
        data = file.read(limits.max_bytes + 1)
    return extract(data, name=path.name, media_type=media_type, limits=limits)
