"""The project's own render vectors, without a browser: what must be kept is kept, what must not be there is not."""

from __future__ import annotations

import json
import unicodedata
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from citeward.rows import render_row
from tests.world import ROOT, SHARED

from .pages import Page, links_in_markdown, links_in_text

OWN = ROOT / "tests" / "vectors"


def rows(folder: Path = OWN) -> list[dict[str, Any]]:
    ledger = json.loads((OWN / "render_ledger.json").read_text(encoding="utf-8"))
    lines = (folder / "render.jsonl").read_text(encoding="utf-8").split("\n")
    found = [json.loads(line) for line in lines if line]
    return [{**row, "ledger": {**ledger, **(row.get("ledger") or {})}} for row in found]


def squeezed(text: str) -> str:
    return " ".join(unicodedata.normalize("NFC", text).split())


def assert_row(row: dict[str, Any]) -> None:
    out = render_row(row)
    page, expect = Page(out["html"]), row["expect"]
    seen = squeezed(page.text())
    for words in expect.get("must_keep_text", ()):
        assert squeezed(words) in seen
    code = ["".join(element.itertext()).rstrip("\n") for element in page if element.tag == "code"]
    for lines in expect.get("must_have_code", ()):
        assert any(lines in block for block in code)
    for characters in expect.get("must_not_contain", ()):
        assert not any(characters in out[form] for form in ("html", "markdown", "text"))
    assert page.tags.isdisjoint(expect.get("must_not_have_tags", ()))
    assert page.tags.issuperset(expect.get("must_have_tags", ()))
    if "citations" in expect:
        assert page.sids == expect["citations"]
    for link in (*page.hrefs, *links_in_markdown(out["markdown"]), *links_in_text(out["text"])):
        host = urlsplit(link).hostname or ""
        assert not any(host == bad or host.endswith("." + bad) for bad in expect["no_link_to"]), link


@pytest.mark.parametrize("row", rows(), ids=lambda row: row["id"])
def test_vector(row: dict[str, Any]) -> None:
    assert_row(row)


@pytest.mark.skipif(not SHARED.is_dir(), reason="the shared vectors are not beside this checkout")
def test_our_vectors_are_the_shared_ones_or_newer() -> None:
    known = {row["id"] for row in rows()}
    for row in rows(SHARED / "vectors"):
        if row["id"] not in known:
            assert_row(row)
