"""Every render vector in a real browser: no request, no script, no foreign link, nothing lost, the right citations."""

from __future__ import annotations

import json
import unicodedata
from typing import Any
from urllib.parse import urlsplit

import pytest

from citeward.rows import render_row
from tests.world import ROOT

from .reader import ORIGIN, Reader

pytestmark = pytest.mark.browser

VECTORS = ROOT / "tests" / "vectors"
ALLOWED = {
    *("p", "h1", "h2", "h3", "h4", "h5", "h6", "ul", "ol", "li", "blockquote", "pre", "hr", "br", "section", "div"),
    *("table", "thead", "tbody", "tr", "th", "td", "em", "strong", "del", "a", "span", "code", "q", "bdi"),
}
FORBIDDEN = frozenset("\u200b\u2060\ufeff\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\x00\x1b\x85")


def rows() -> list[dict[str, Any]]:
    ledger = json.loads((VECTORS / "render_ledger.json").read_text(encoding="utf-8"))
    lines = (VECTORS / "render.jsonl").read_text(encoding="utf-8").split("\n")
    found = [json.loads(line) for line in lines if line]
    return [{**row, "ledger": {**ledger, **(row.get("ledger") or {})}} for row in found]


def squeezed(text: str) -> str:
    return " ".join(unicodedata.normalize("NFC", text).split())


def hosts(row: dict[str, Any]) -> set[str]:
    """The hosts of the row's ledger."""
    return {urlsplit(entry["url"]).hostname or "" for entry in row["ledger"].values() if entry.get("url")}


@pytest.mark.parametrize("row", rows(), ids=lambda row: row["id"])
def test_vector(reader: Reader, row: dict[str, Any]) -> None:
    expect = row["expect"]
    html = render_row(row)["html"]
    seen = reader.read(html)

    assert (seen.requests, seen.dialogs, seen.acts, seen.active) == ([], [], [], [])
    assert set(seen.names) <= ALLOWED
    assert seen.visible and seen.whole

    out = [link for link in seen.links if not link.startswith(ORIGIN + "#") and not link.startswith("about:blank#")]
    assert {urlsplit(link).scheme for link in out} <= {"http", "https"}
    assert {urlsplit(link).hostname for link in out} <= hosts(row)
    for host in expect["no_link_to"]:
        assert not any((urlsplit(link).hostname or "").endswith(host) for link in out)

    assert not set(seen.content) & FORBIDDEN
    assert not any(characters in html or characters in seen.content for characters in expect["must_not_contain"])
    assert len(seen.ids) == len(set(seen.ids)) and all(name.startswith("cw-") for name in seen.ids)

    shown = {squeezed(seen.text), squeezed(seen.content)}
    for words in expect["must_keep_text"]:
        assert any(squeezed(words) in text for text in shown), words
    for lines in expect.get("must_have_code", ()):
        assert any(lines in block for block in seen.code), lines
    assert set(seen.names).issuperset(expect.get("must_have_tags", ()))
    assert set(seen.names).isdisjoint(expect.get("must_not_have_tags", ()))
    if "citations" in expect:
        assert seen.sids == expect["citations"]
