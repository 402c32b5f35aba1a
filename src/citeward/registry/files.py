"""Files as documents: found, extracted, and named by where they lie."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from citeward.access import Acl
from citeward.extract import Extracted, ExtractionError, ExtractLimits, extract_file, extract_isolated
from citeward.registry.nouns import Document, PageMark

__all__ = ["FileFailure", "document_of", "documents_in", "files_in", "read_file"]


@dataclass(frozen=True, slots=True)
class FileFailure:
    """A file or folder that could not be read. It is never ingested as an empty or a shorter text."""

    path: Path
    error: ExtractionError | OSError


def document_of(
    extracted: Extracted, name: str, source: str, *, acl: Acl | None = None, url: str | None = None, version: str = ""
) -> Document:
    """An extracted text as a document, with its page offsets.

    Its title is what the file calls itself, or its name: a claim, to be shown and never to be trusted.
    """
    pages = tuple(PageMark(page.number, page.label, page.start, page.end) for page in extracted.pages)
    title = extracted.title or name.rpartition("/")[2]
    return Document(name, source, extracted.text, version, title, url, acl, pages=pages, extractor=extracted.extractor)


def documents_in(
    path: Path, source: str, *, acl: Acl | None = None, isolated: bool = True
) -> Iterator[Document | FileFailure]:
    """The documents in a file or a folder, one after the other, in the order of their names.

    Args:
        path: as for :func:`files_in`.
        source: the registered source they come from.
        acl: who may read them; None leaves lists as they are.
        isolated: as for :func:`read_file`.
    """
    for file, name in files_in(path):
        found = read_file(file, isolated=isolated)
        yield found if isinstance(found, FileFailure) else document_of(found, name, source, acl=acl)


def files_in(path: Path) -> Iterator[tuple[Path, str]]:
    """A file, or every file below a folder in the order of their names, each with the name it goes by there.

    Hidden files and links are passed over: a link could lead out of the folder that was named.
    """
    for file in _files(path):
        yield file, file.name if file == path else file.relative_to(path).as_posix()


def read_file(file: Path, *, isolated: bool = True) -> Extracted | FileFailure:
    """The text of a file, or why there is none.

    Args:
        file: what to read.
        isolated: whether it is read in a process of its own. False only for files somebody vouches for.
    """
    try:
        return extract_isolated(_bytes(file), name=file.name) if isolated else extract_file(file)
    except (ExtractionError, OSError) as error:
        return FileFailure(file, error)


def _bytes(file: Path) -> bytes:
    """No more than extraction takes, and one byte to say that there is more: a file may be larger than our memory."""
    with file.open("rb") as opened:
        return opened.read(ExtractLimits().max_bytes + 1)


def _files(path: Path) -> Iterator[Path]:
    """The files; a folder that cannot be looked into is one that cannot be read, so that it is said."""
    if path.is_file():
        yield path
        return
    closed: list[OSError] = []
    found: list[Path] = []
    for folder, below, names in os.walk(path, onerror=closed.append):
        below[:] = [name for name in below if not _is_passed_over(Path(folder, name))]
        found += [file for name in names if not _is_passed_over(file := Path(folder, name)) and file.is_file()]
    yield from sorted([*found, *(Path(error.filename) for error in closed)])


def _is_passed_over(path: Path) -> bool:
    return path.name.startswith(".") or path.is_symlink()
