"""The example of look-ups does what it says, and without a network."""

from __future__ import annotations

import runpy

import pytest

from tests.world import EXAMPLES


def test_each_policy_looks_up_what_it_allows_and_no_more(capsys: pytest.CaptureFixture[str]) -> None:
    runpy.run_path(str(EXAMPLES / "pages.py"))["main"]()
    nothing, registered, anything = capsys.readouterr().out.split("lookups = ")[1:]
    assert "looked up" not in nothing
    assert "looked up journal.example.org" in registered
    assert "blog.example.org\n" not in registered.partition("reference")[0]
    assert "looked up blog.example.org" in anything
    assert "looked up wiki.example.org" in anything
    assert "asked 10.0.0.7" not in anything
    assert "archived copy, retrieved" in anything
