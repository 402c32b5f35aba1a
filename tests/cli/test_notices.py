"""``citeward notices``, run as an operator runs it."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from citeward.storage import Database
from tests.records.worlds import SPAN, ask, build, edit

SECRET = "whsec_" + "A" * 43 + "="


def citeward(folder: Path, *arguments: str, secret: str = SECRET) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "citeward", "notices", *arguments]
    environment = os.environ | {"HOOK": secret}
    return subprocess.run(
        command, capture_output=True, text=True, cwd=folder, timeout=120, check=False, env=environment
    )


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A database with an answer whose source was edited, and a webhook that may not be dialled."""
    asyncio.run(_fill(f"sqlite:///{tmp_path}/citeward.db"))
    (tmp_path / "citeward.toml").write_text('[webhook]\nurl = "https://10.0.0.7/hook"\nsecret_env = "HOOK"\n', "utf-8")
    return tmp_path


async def _fill(url: str) -> None:
    async with await Database.open(url) as database:
        world = await build(database)
        await ask(world, "a", f"{SPAN} [S1]", "policy")
        await edit(world, "Refunds are over.")


def test_what_could_not_be_sent_waits_and_status_is_1(folder: Path) -> None:
    done = citeward(folder, "deliver", "--database", "sqlite:///citeward.db")
    assert (done.returncode, done.stderr) == (1, "")
    line = json.loads(done.stdout)
    assert (line["delivered"], line["postponed"], line["answers"], line["failing"]) == (0, 1, 1, 1)
    left = citeward(folder, "waiting", "--database", "sqlite:///citeward.db")
    assert (json.loads(left.stdout)["failing"], json.loads(left.stdout)["everything"]) == (1, False)


def test_nothing_to_say_is_status_0(folder: Path) -> None:
    done = citeward(folder, "deliver", "--database", "sqlite://")
    assert done.returncode == 0
    assert json.loads(done.stdout)["delivered"] == 0


def test_without_a_webhook_or_its_key_the_error_says_what_to_do(folder: Path) -> None:
    unset = citeward(folder, "deliver", "--database", "sqlite:///citeward.db", secret="")
    assert (unset.returncode, unset.stdout) == (2, "")
    assert "HOOK: holds no key" in unset.stderr
    (folder / "citeward.toml").unlink()
    missing = citeward(folder, "deliver", "--database", "sqlite:///citeward.db")
    assert missing.returncode == 2
    assert "webhook: is not configured. Add [webhook]" in missing.stderr
