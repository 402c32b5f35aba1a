"""``citeward recheck`` over a database: what it says of pages, and that it visits only what was configured."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

from citeward.registry import WebArchive
from citeward.storage import Database

from ..verify.test_pages import PAGE, snapshot
from .calling import call


@pytest.fixture
def stored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The URL of a database with one page."""
    monkeypatch.chdir(tmp_path)
    url = f"sqlite:///{tmp_path / 'pages.db'}"

    async def keep() -> None:
        database = await Database.open(url)
        try:
            await WebArchive(database).store("default", snapshot(PAGE))
        finally:
            await database.close()

    asyncio.run(keep())
    return url


def test_without_lookups_nothing_is_visited(stored: str) -> None:
    done = call("recheck", snapshot(PAGE).document, "--database", stored)
    assert done.status == 2
    assert "lookups" in done.err


def test_an_unknown_id_costs_its_row_and_not_the_others(stored: str, tmp_path: Path) -> None:
    (tmp_path / "citeward.toml").write_text('[lookups]\nhosts = ["other.example.com"]\n', "utf-8")
    done = call("recheck", "web:unknown", snapshot(PAGE).document, "--database", stored, "--json")
    assert done.status == 1
    assert [json.loads(line)["reason"] for line in done.out.splitlines()] == [
        "no_such_page",
        "refused_host_not_allowed",
    ]


def test_a_host_that_may_not_be_visited_is_unknown(stored: str, tmp_path: Path) -> None:
    (tmp_path / "citeward.toml").write_text('[lookups]\nhosts = ["other.example.com"]\n', "utf-8")
    done = call("recheck", snapshot(PAGE).document, "--database", stored, "--json")
    assert done.status == 1
    assert '"reason": "refused_host_not_allowed"' in done.out
