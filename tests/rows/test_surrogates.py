"""Half of a surrogate pair: JSON can spell it, UTF-8 cannot, and no source holds it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.calling import call

CHUNK = {"id": "d", "text": "The fee is 20 euros.", "acl": ["g"], "trust": 3}
ROW: dict[str, Any] = {"principal": {"id": "p", "groups": ["g"]}, "answer": "The fee is 20 euros [S1]."}


@pytest.mark.parametrize("half", ["\ud800", "\udc00", "\udfff\ud800"])
@pytest.mark.parametrize(
    ("field", "spelt"),
    [
        ("chunks[0].text", {"chunks": [CHUNK | {"text": "Half {} of it. The fee is 20 euros."}]}),
        ("chunks[0].title", {"chunks": [CHUNK | {"title": "{}"}]}),
        ("current[0].text", {"chunks": [CHUNK], "current": [{"id": "d", "text": "{}"}]}),
    ],
)
def test_a_source_that_holds_one_is_an_error_row_and_the_others_come_out(
    tmp_path: Path, field: str, spelt: dict[str, Any], half: str
) -> None:
    bad = json.dumps({"id": "bad", **ROW, **spelt}).replace("{}", json.dumps(half)[1:-1])
    rows = [bad, json.dumps({"id": "good", **ROW, "chunks": [CHUNK]})]
    (tmp_path / "rows.jsonl").write_text("\n".join(rows), "utf-8")
    done = call("verify", "--jsonl", tmp_path / "rows.jsonl")
    assert done.status == 1
    first, second = done.lines
    assert (first["id"], first["error"]["message"].startswith(field)) == ("bad", True)
    assert (second["id"], second["citations"][0]["verdict"]) == ("good", "ok")
