"""Pairs that stand with both labels."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest

from training import twins

WRITTEN: dict[str, Any] = {
    "id": "bakery-1",
    "collection": "own:price list",
    "lang": "en",
    "passage": "A loaf costs 4 euros. Rolls are free on Mondays.",
    "claims": [{"claim": "Loaves are four euros.", "supported": 1, "manner": "figure", "edit": ["4 euros", "5 euros"]}],
}


def test_a_claim_stands_with_both_labels() -> None:
    plain, twin = twins.expanded(WRITTEN)
    assert (plain["source"], plain["supported"]) == (WRITTEN["passage"], 1)
    assert (twin["source"], twin["supported"]) == ("A loaf costs 5 euros. Rolls are free on Mondays.", 0)
    assert plain["claim"] == twin["claim"]
    assert twin["twin"] == plain["id"]


@pytest.mark.parametrize("old", ["6 euros", "o"])
def test_an_edit_whose_place_is_not_certain_is_an_error(old: str) -> None:
    claim = WRITTEN["claims"][0] | {"edit": [old, "x"]}
    with pytest.raises(ValueError, match="bakery-1-0"):
        list(twins.expanded(WRITTEN | {"claims": [claim]}))


def test_what_is_written_holds_each_claim_with_both_labels_and_no_passage_twice() -> None:
    rows = list(twins.rows())
    assert len(rows) > 8_000
    assert Counter(row["supported"] for row in rows) == {0: len(rows) // 2, 1: len(rows) // 2}
    assert len({row["id"] for row in rows}) == len(rows)
    lines = [line for file in twins.FOLDER.glob("*.jsonl") for line in file.read_text(encoding="utf-8").splitlines()]
    passages = [json.loads(line)["passage"] for line in lines]
    assert len(set(passages)) == len(passages)
