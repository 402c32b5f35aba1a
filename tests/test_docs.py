"""The README, the tutorial and the pages do what they say: their Python runs, in order, and their commands exist."""

from __future__ import annotations

import ast
import asyncio
import inspect
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from citeward import rows
from citeward.config import parse_settings
from tests.cli.calling import call
from tests.world import ROOT

CONSOLE = re.compile(r"^```console\n(.*?)^```", re.MULTILINE | re.DOTALL)
PYTHON = re.compile(r"^```python\n(.*?)^```", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\((?!https?:)([^)#]+)")


PAGES = [Path("README.md"), *sorted(path.relative_to(ROOT) for path in (ROOT / "docs").glob("*.md"))]


def python_of(page: Path) -> list[str]:
    return PYTHON.findall((ROOT / page).read_text(encoding="utf-8"))


@pytest.mark.parametrize("page", [page for page in PAGES if python_of(page)], ids=str)
def test_the_python_of_a_page_runs_in_order(
    page: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(ROOT)
    names: dict[str, object] = {}
    for block in python_of(page):
        code = compile(block, str(page), "exec", flags=ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)
        run = eval(code, names)
        if inspect.iscoroutine(run):
            asyncio.run(run)
    if page == Path("README.md"):
        printed = capsys.readouterr().out
        assert "Items may be returned within 30 days" in printed
        assert "a year" not in printed


def test_the_commands_of_the_page_on_changed_sources_print_what_it_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("sqlalchemy", reason="the page needs the extra storage")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    blocks = CONSOLE.findall((ROOT / "docs" / "changed-sources.md").read_text(encoding="utf-8"))
    steps = [step for block in blocks for step in block.split("$ citeward ")[1:]]
    assert len(steps) > 8
    for step in steps:
        command, *expected = step.splitlines()
        done = call(*shlex.split(command))
        assert done.status == int('"error"' in step), done.err
        printed = " ".join(done.out.split())
        for line in expected:
            assert line in printed, f"{command} does not print {line}"


def test_the_example_of_integrity_runs() -> None:
    pytest.importorskip("sqlalchemy", reason="the example needs the extra storage")
    done = subprocess.run(
        [sys.executable, "examples/integrity.py"], capture_output=True, text=True, cwd=ROOT, timeout=120, check=False
    )
    assert done.returncode == 0, done.stderr
    printed = " ".join(done.stdout.split())
    for line in (
        "sam sees source_changed (span_changed); current version: 43",
        "lea sees current (unchanged) sam sees unavailable (no_longer_permitted)",
        "used by 2 answers and 1 derived text",
        "lea sees unavailable (poisoned) log: whole",
    ):
        assert line in printed


def test_the_readme_shows_five_lines_of_use() -> None:
    block = python_of(Path("README.md"))[0]
    lines = [line for line in block.splitlines() if line and not line.startswith(("from ", "import "))]
    assert len(lines) <= 6


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
