"""Files that were made to break a reader, or that a tool wrote badly: one line of error, status 2, and no traceback."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from citeward.entailment import UNCALIBRATED

from .calling import call

DEEP = "[" * 100_000
LONG = "9" * 5_000
SHAPES = {
    "deep": DEEP,
    "deep object": '{"a":' * 50_000,
    "long number": f'{{"score": {LONG}}}',
    "null": "null",
    "text": '"text"',
    "number": "7",
    "list of numbers": "[1, 2]",
    "empty objects": "[{}]",
    "no data": '{"data": 7}',
    "odd data": '{"data": [7]}',
    "odd docs": '{"data": [{"output": 1, "docs": 2}]}',
    "odd chunks": '{"chunks": 7, "answer": "A."}',
    "odd answer": '{"chunks": [], "answer": 7}',
    "nulls": '{"chunks": [null], "answer": null}',
    "not a number": '{"source": NaN, "claim": Infinity, "supported": NaN}',
    "surrogate": '{"source": "\\ud800", "claim": "\\ud800", "supported": "\\ud800"}',
    "half a line": '{"source": "a", "cl',
    "not UTF-8": "",
}


def written(folder: Path, name: str) -> str:
    file = folder / "hostile.jsonl"
    file.write_bytes(b"\xff\xfe\x00" if name == "not UTF-8" else SHAPES[name].encode())
    return str(file)


def calibrator(folder: Path) -> None:
    replace(UNCALIBRATED, quantiles=tuple(n / 20 for n in range(21))).write(folder / "calibrator.json")


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("command", [("evaluate",), ("calibrate",), ("calibrate", "--drift")])
def test_a_file_that_cannot_be_read_is_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: tuple[str, ...], shape: str
) -> None:
    monkeypatch.chdir(tmp_path)
    calibrator(tmp_path)
    done = call(*command, written(tmp_path, shape))
    assert done.status == 2, (done.out, done.err)
    assert len(done.err.strip().splitlines()) == 1, done.err
    assert len(done.err) < 2_000


@pytest.mark.parametrize("score", ["NaN", "Infinity", "-Infinity", "1e999", "true", "-0.1", "1.1", LONG])
def test_a_score_that_is_none_is_named_by_its_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, score: str) -> None:
    monkeypatch.chdir(tmp_path)
    calibrator(tmp_path)
    (tmp_path / "scores.jsonl").write_text(f'{{"score": 0.5}}\n{{"score": {score}}}\n', "utf-8")
    done = call("calibrate", "--drift", "scores.jsonl")
    assert done.status == 2
    assert "line 2" in done.err


CONFIGURATIONS = [
    f"a = {DEEP[:5_000]}",
    f"a = {LONG}",
    f"[references]\nmax_references = {LONG}",
    "policy = nan",
]


@pytest.mark.parametrize("text", CONFIGURATIONS)
def test_a_configuration_that_cannot_be_read_is_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "citeward.toml").write_text(text, "utf-8")
    (tmp_path / "turns.jsonl").write_text("{}", "utf-8")
    done = call("verify", "--jsonl", "turns.jsonl")
    assert done.status == 2
    assert len(done.err.strip().splitlines()) == 1


@pytest.mark.parametrize("command", ["verify", "render", "quote", "parse", "url", "lookalike", "reference", "support"])
def test_a_row_that_cannot_be_read_costs_its_own(tmp_path: Path, command: str) -> None:
    rows = tmp_path / "rows.jsonl"
    rows.write_text("\n".join([DEEP, f'{{"id": {LONG}}}', "7", "{}", '{"id": "last"}', ""]), "utf-8")
    done = call(command, "--jsonl", str(rows))
    assert done.status == 1
    found = [json.loads(line) for line in done.out.splitlines()]
    assert len(found) == 5
    assert all("error" in row for row in found)
