"""The README and the tutorial do what they say: their Python runs, in order, and their commands exist."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from citeward import rows
from citeward.config import parse_settings
from tests.world import ROOT

PYTHON = re.compile(r"^```python\n(.*?)^```", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\((?!https?:)([^)#]+)")


@pytest.mark.parametrize("page", ["README.md", "docs/tutorial.md", "docs/support.md"])
def test_the_python_of_a_page_runs_in_order(
    page: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(ROOT)
    blocks = PYTHON.findall((ROOT / page).read_text(encoding="utf-8"))
    assert blocks
    names: dict[str, object] = {}
    for block in blocks:
        exec(compile(block, page, "exec"), names)
    if page == "README.md":
        printed = capsys.readouterr().out
        assert "Items may be returned within 30 days" in printed
        assert "a year" not in printed


def test_the_readme_shows_five_lines_of_use() -> None:
    block = PYTHON.findall((ROOT / "README.md").read_text(encoding="utf-8"))[0]
    lines = [line for line in block.splitlines() if line and not line.startswith(("from ", "import "))]
    assert len(lines) <= 6


PAGES = [Path("README.md"), *sorted(path.relative_to(ROOT) for path in (ROOT / "docs").glob("*.md"))]


@pytest.mark.parametrize("page", PAGES, ids=str)
def test_every_link_of_a_page_leads_somewhere(page: Path) -> None:
    for target in LINK.findall((ROOT / page).read_text(encoding="utf-8")):
        assert (ROOT / page.parent / target).exists(), f"{page} links to {target}"


def test_the_configuration_on_its_page_is_valid() -> None:
    import tomllib

    text = (ROOT / "docs" / "configuration.md").read_text(encoding="utf-8")
    block = re.search(r"^```toml\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    assert block is not None
    assert parse_settings(tomllib.loads(block.group(1))).policy.name == "legal"


def test_the_threat_model_names_only_tests_that_exist() -> None:
    text = (ROOT / "docs" / "threat-model.md").read_text(encoding="utf-8")
    named = re.findall(r"`(tests/[\w/]+\.py)::((?:\w+::)?test_\w+)`", text)
    assert len(named) > 20
    for file, test in named:
        source = (ROOT / file).read_text(encoding="utf-8")
        assert f"def {test.split('::')[-1]}(" in source, f"{file}::{test}"


def test_the_page_of_rows_names_every_row_function() -> None:
    table = (ROOT / "docs" / "rows.md").read_text(encoding="utf-8")
    named = set(re.findall(r"^\| `\w+` \| `(\w+)` \|", table, re.MULTILINE))
    assert named == {name for name in rows.__all__ if name.endswith("_row") or name == "check_turn"}
