"""Claimed references against registry replies, case by case. ``nomatch`` is anything but a match."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from citeward.errors import RowError
from citeward.references import reference_row

from .payloads import crossref

OWN = Path(__file__).resolve().parents[1] / "vectors" / "reference_pairs.jsonl"
SHARED = Path(__file__).resolve().parents[2].parent / "shared" / "vectors"


def rows(path: Path) -> list[dict[str, Any]]:
    if not path.is_file():
        return []
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]


@pytest.mark.parametrize("row", rows(OWN), ids=lambda row: f"{row['id']}: {row['why']}")
def test_pair(row: dict[str, Any]) -> None:
    verdict = reference_row(row)["verdict"]
    assert verdict in {"nomatch": ("partial", "mismatch")}.get(row["expect"], (row["expect"],))


@pytest.mark.parametrize("row", rows(SHARED / "reference_pairs.jsonl"), ids=lambda row: f"{row['id']}: {row['reason']}")
def test_recorded_pair(row: dict[str, Any]) -> None:
    text = (SHARED / "registry" / row["fixture"]).read_text(encoding="utf-8")
    assert reference_row({"claimed": row["claimed"], "record": text})["verdict"] == row["expect"]


def test_a_row_keeps_its_id_and_gives_a_reason() -> None:
    answer = reference_row({"id": 7, "claimed": {"title": "Other", "ignored": 1}, "record": crossref()})
    assert answer == {"id": 7, "verdict": "mismatch", "reason": "title"}


@pytest.mark.parametrize(
    "record", ["<html><body>Sign in</body></html>", '{"status": "ok", "mess', {"x": 1}, "", "[" * 9_999]
)
def test_what_is_no_answer_of_a_registry_is_an_error_and_not_a_verdict(record: object) -> None:
    with pytest.raises(RowError, match="record"):
        reference_row({"claimed": {"title": "x"}, "record": record})


@pytest.mark.parametrize(
    "row",
    [
        {"record": crossref()},
        {"claimed": "a title", "record": crossref()},
        {"claimed": {"title": 5}, "record": crossref()},
        {"claimed": {"title": "x", "authors": 5}, "record": crossref()},
        {"claimed": {"title": "x", "year": []}, "record": crossref()},
        {"claimed": {"title": "x" * 20_001}, "record": crossref()},
        {"claimed": {"title": "x"}},
    ],
)
def test_a_row_that_cannot_be_read_is_an_error(row: dict[str, Any]) -> None:
    with pytest.raises(RowError):
        reference_row(row)
