"""Replies recorded by public projects, read as they are expected to be read. They are not part of this repository."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from citeward.providers import parse_row

FORMATS = Path(__file__).resolve().parents[2].parent / "shared" / "vectors" / "formats"
EXPECTED = sorted(FORMATS.glob("*/*.expect.json"))


@pytest.mark.skipif(not EXPECTED, reason="the recorded payloads are not beside this checkout")
@pytest.mark.parametrize("path", EXPECTED, ids=lambda path: f"{path.parent.name}/{path.name.split('.')[0]}")
def test_a_recorded_reply_reads_as_expected(path: Path) -> None:
    expected = json.loads(path.read_text("utf-8"))
    base = str(path).removesuffix(".expect.json")
    request = Path(f"{base}.request.json")
    row = {
        "id": path.name,
        "provider": expected["provider"],
        "api": expected["api"],
        "payload": json.loads(Path(f"{base}.json").read_text("utf-8")),
        "request": json.loads(request.read_text("utf-8")) if request.exists() else None,
    }
    result: Any = parse_row(row)
    assert result["answer"] == expected["answer"]
    got = Counter(_key(c["start"], c["end"], c["role"], c["source"]) for c in result["citations"])
    wanted = Counter(
        _key(s["answer_start"], s["answer_end"], s["span_role"], s["source_ref"]) for s in expected["segments"]
    )
    assert got == wanted
    quotes = Counter(json.dumps(c["cited_text"]) for c in result["citations"])
    assert quotes == Counter(json.dumps(s["cited_text"]) for s in expected["segments"])


def _key(start: Any, end: Any, role: str, source: dict[str, Any]) -> tuple[Any, ...]:
    names = ("kind", "index", "id", "url")
    return (start, end, role, *(source.get(name) for name in names))
