"""Extraction in a process of its own: the same answers, and an end for everything that does not end."""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path

import pytest

from citeward.extract import (
    BrokenFileError,
    EncryptedError,
    Extracted,
    ExtractionError,
    ExtractLimits,
    Page,
    TimedOutError,
    TooLargeError,
    UnsupportedFormatError,
    extract,
    extract_file,
    extract_isolated,
)
from citeward.extract.wire import pack, unpack

from .builders import line, pdf


def test_the_answer_is_the_one_of_this_process() -> None:
    data = pdf(line("Net sales rose", 100), line("by 12.5%.", 700))
    assert extract_isolated(data, name="a.pdf") == extract(data, name="a.pdf")


def test_errors_cross_the_border_as_themselves() -> None:
    with pytest.raises(UnsupportedFormatError, match=r"scan\.png: it is a PNG image"):
        extract_isolated(b"\x89PNG\r\n\x1a\n", name="scan.png")


@pytest.mark.skipif(sys.platform == "win32", reason="needs setrlimit")
def test_a_file_that_exhausts_the_memory_costs_only_itself() -> None:
    data = b"<!doctype html>" + b"<p>x" * 2_000_000
    with pytest.raises((TimedOutError, BrokenFileError)):
        extract_isolated(data, limits=ExtractLimits(memory_bytes=256 * 1024 * 1024))


def test_a_file_that_never_ends_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    from citeward.extract import isolated

    monkeypatch.setattr(isolated, "STARTUP_SECONDS", 0.0)
    began = time.monotonic()
    with pytest.raises(TimedOutError):
        extract_isolated(pdf(line("x", 700)), limits=ExtractLimits(seconds=0.001))
    assert time.monotonic() - began < 60


def test_nothing_of_the_parents_secrets_reaches_the_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    from citeward.extract import isolated

    monkeypatch.setenv("CITEWARD_SECRET", "hush")
    assert "CITEWARD_SECRET" not in isolated._environment()


@pytest.mark.parametrize(
    "answer",
    [
        b"",
        b"null",
        b"[]",
        b"{",
        b'{"error":"nonsense","field":"","problem":"","remedy":""}',
        b'{"text":1,"media_type":"","title":null,"pages":[],"extractor":"","warnings":[]}',
        b'{"text":"ab","media_type":"","title":null,"pages":[["1",0,3]],"extractor":"","warnings":[]}',
        b"[" * 100_000,
    ],
)
def test_an_answer_that_is_none_is_an_error(answer: bytes) -> None:
    with pytest.raises(ExtractionError):
        unpack(answer, "a.pdf")


def test_packing_is_lossless() -> None:
    whole = Extracted("a\f\U0001d7d9", "application/pdf", "T", (Page(1, "i", 0, 1), Page(2, "1", 2, 3)), "x 1", ("w",))
    assert unpack(pack(whole), "a") == whole
    assert json.loads(pack(EncryptedError("a", "b", "c")))["error"] == "encrypted"


def test_a_file_is_read_no_further_than_its_limit(tmp_path: Path) -> None:
    path = tmp_path / "note.txt"
    path.write_bytes(b"x" * 100)
    assert extract_file(path).text == "x" * 100
    with pytest.raises(TooLargeError, match=r"note\.txt: more than 10 bytes"):
        extract_file(path, limits=ExtractLimits(max_bytes=10))


def test_limits_cannot_be_switched_off() -> None:
    with pytest.raises(ValueError, match="positive"):
        ExtractLimits(seconds=0)
