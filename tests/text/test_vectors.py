"""Whole files of cases: the project's own, and the shared ones where they are at hand."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from citeward.text import find

OWN = Path(__file__).resolve().parents[1] / "vectors" / "quotes.jsonl"
SHARED = Path(__file__).resolve().parents[2].parent / "shared" / "vectors" / "quotes.jsonl"


def _with_pair(excerpts: list[str]) -> list[str]:
    """Excerpts that begin inside a bracket, with its other half."""
    return [f"({text}" if text.count(")") > text.count("(") else text for text in excerpts]


def _rows(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]


@pytest.mark.parametrize("row", _rows(OWN), ids=lambda row: f"{row['id']}-{row['class']}")
def test_own_case(row: dict[str, Any]) -> None:
    match = find(row["source"], row["quote"])
    expected = ("verified", "repaired") if row["expect"] == "granted" else (row["expect"],)
    assert match.status in expected, match.reason
    if row["expect_excerpt"] is not None:
        assert list(match.excerpts) == row["expect_excerpt"]
    assert [row["source"][start:end] for start, end in match.spans] == list(match.excerpts)


@pytest.mark.skipif(not SHARED.exists(), reason="the shared vectors are not beside this checkout")
def test_shared_vectors_grant_nothing_false_and_refuse_at_most_three_true_quotes() -> None:
    false_grants, refused, wrong = [], [], []
    for row in _rows(SHARED):
        match = find(row["source"], row["quote"])
        assert [row["source"][start:end] for start, end in match.spans] == list(match.excerpts)
        if row["expect"] == "unverified":
            false_grants += [row["id"]] * match.granted
            continue
        refused += [row["id"]] * (not match.granted)
        want = row["expect_excerpt"]
        want = want if want is None or isinstance(want, list) else [want]
        if match.granted and want is not None and list(match.excerpts) not in (want, _with_pair(want)):
            wrong.append(row["id"])
    assert false_grants == []
    assert len(refused) <= 3, refused
    assert wrong == []
