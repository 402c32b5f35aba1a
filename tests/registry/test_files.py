"""Files become documents under the names of their places; what cannot be read is said, never shortened."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from typing import Any

import pytest

from citeward.access import Acl
from citeward.extract import Extracted, Page, TooLargeError
from citeward.model import Tier
from citeward.registry import Document, FileFailure, PageMark, Registry, Source, document_of, documents_in
from citeward.storage import Database


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "hr").mkdir()
    (tmp_path / "hr" / "leave.md").write_text("# Leave\n\nLeave is 30 days.", "utf-8")
    (tmp_path / "a.txt").write_text("Opening hours: nine to five.", "utf-8")
    (tmp_path / "broken.pdf").write_bytes(b"%PDF-1.7 nothing else")
    (tmp_path / ".hidden.txt").write_text("secret", "utf-8")
    (tmp_path / "link.txt").symlink_to("/etc/passwd")
    (tmp_path / "loop").symlink_to(tmp_path)
    return tmp_path


def test_a_folder_is_read_in_order_without_links_and_hidden_files(folder: Path) -> None:
    found = list(documents_in(folder, "hr", isolated=False))
    assert [each.id if isinstance(each, Document) else each.path.name for each in found] == [
        "a.txt", "broken.pdf", "hr/leave.md",
    ]  # fmt: skip
    assert isinstance(found[1], FileFailure)


async def test_files_are_ingested_once(folder: Path, database: Database) -> None:
    registry = Registry(database)
    await registry.register(Source("hr", Tier.A))
    acl = Acl.of_groups(["staff"])
    for is_new in (True, False):
        found = documents_in(folder / "hr" / "leave.md", "hr", acl=acl)
        done = await registry.ingest("default", *(each for each in found if isinstance(each, Document)))
        assert [(each.id, each.new) for each in done] == [("leave.md", is_new)]


def test_pages_and_extractor_come_along() -> None:
    extracted = Extracted("one\ftwo", "application/pdf", None, (Page(1, "i", 0, 3), Page(2, "1", 4, 7)), "example 1")
    document = document_of(extracted, "hr/policy.pdf", "hr")
    assert document.pages == (PageMark(1, "i", 0, 3), PageMark(2, "1", 4, 7))
    assert (document.title, document.extractor) == ("policy.pdf", "example 1")


def test_of_a_file_that_is_too_large_no_more_is_read_than_tells_so(tmp_path: Path) -> None:
    huge = tmp_path / "huge.txt"
    with huge.open("wb") as file:
        file.truncate(2**40)
    (found,) = documents_in(huge, "hr")
    assert isinstance(found, FileFailure)
    assert isinstance(found.error, TooLargeError)


def test_a_folder_that_cannot_be_looked_into_is_said(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    closed = folder / "closed"
    closed.mkdir()
    (closed / "lost.txt").write_text("Nobody reads this.", encoding="utf-8")
    scandir = os.scandir

    def refused(path: str | Path) -> Any:
        if Path(path) == closed:
            raise PermissionError(errno.EACCES, "Permission denied", str(path))
        return scandir(path)

    monkeypatch.setattr(os, "scandir", refused)
    failures = [found for found in documents_in(folder, "wiki") if isinstance(found, FileFailure)]
    assert closed in [failure.path for failure in failures]
