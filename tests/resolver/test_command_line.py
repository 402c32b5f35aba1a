"""From the command line to a page and back: verify with look-ups, kept in the database, shown again."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from datetime import UTC, datetime
from pathlib import Path

from tests.resolver.test_service import TOKEN, running
from tests.verify.test_pages import PAGE, Pages, snapshot

CONFIGURATION = """
policy = "web"
[policies.web]
preset = "balanced"
[policies.web.intents.research]
lookups = "registered"
[lookups]
resolver = "{address}"
copies = "https://cite.example.com/copies/"
"""


async def citeward(folder: Path, *arguments: str, stdin: str = "") -> str:
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "citeward", *arguments,
        stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
        cwd=folder, env=os.environ | {"CITEWARD_RESOLVER_TOKEN": TOKEN},
    )  # fmt: skip
    out, errors = await process.communicate(stdin.encode())
    assert process.returncode == 0, errors.decode()
    return out.decode()


async def test_a_kept_answer_keeps_the_page_it_cites(tmp_path: Path) -> None:
    retrieved = datetime.now(UTC)  # the command reads the machine's clock, and an old page says nothing about today
    pages = Pages({PAGE: snapshot(PAGE, retrieved_at=retrieved)})
    turn = {
        "principal": {"id": "ana", "groups": ["staff"]},
        "chunks": [],
        "answer": f"\u201cTides are caused by the Moon\u201d ({PAGE}).",
        "intent": "research",
    }
    async with running(pages) as (host, port):
        configuration = CONFIGURATION.format(address=f"http://{host}:{port}")
        (tmp_path / "citeward.toml").write_text(configuration, encoding="utf-8")
        await citeward(tmp_path, "source", "add", "journal", "--tier", "B", "--host", "*.example.org")
        found = json.loads(await citeward(tmp_path, "verify", "--jsonl", "-", "--keep", stdin=json.dumps(turn)))
        assert [citation["verdict"] for citation in found["citations"]] == ["ok"]
        shown = await citeward(tmp_path, "show", found["answer_id"], "--principal", "ana", "--html")
    assert len(pages.asked) == 1, "shown again from the copy, asking nobody"
    assert f"archived copy, retrieved {retrieved.date()}" in shown
    assert "Tides are caused by the Moon" in shown
