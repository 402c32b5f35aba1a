"""The recorded URLs: nothing forbidden is allowed, nothing legitimate refused, and the simulation is the fetch."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from citeward.fetch import Decision, DnsScript, FetchError, judge_url
from citeward.hosts import host_syntax, parse_url

from .fetch_world import Visit, World

OWN = Path(__file__).resolve().parents[1] / "vectors" / "urls.jsonl"
SHARED = Path(__file__).resolve().parents[2].parent / "shared" / "vectors" / "urls.jsonl"


def rows(path: Path) -> list[dict[str, Any]]:
    if not path.exists():
        pytest.skip("the shared vectors are not beside this checkout")
    lines = path.read_text(encoding="utf-8").splitlines()
    return [row for row in map(json.loads, lines) if "server" not in row]


def start_answers(row: dict[str, Any]) -> list[list[str]]:
    return row.get("resolves_seq") or ([row["resolves_to"]] if row.get("resolves_to") else [])


def redirects(row: dict[str, Any]) -> list[str]:
    targets = row.get("redirect_to") or []
    return [targets] if isinstance(targets, str) else targets


def decide(row: dict[str, Any]) -> Decision:
    dns = DnsScript(start_answers(row), row.get("redirect_resolves"))
    return judge_url(row["url"], dns, redirects(row), fetches=row.get("fetches", 1)).decision


@pytest.mark.parametrize("path", [OWN, SHARED], ids=["own", "shared"])
def test_every_row_is_decided_as_recorded(path: Path) -> None:
    assert [row["id"] for row in rows(path) if decide(row) != row["expect"]] == []


@pytest.mark.asyncio
async def test_the_real_fetch_decides_like_the_simulation_and_dials_only_public_addresses(world: World) -> None:
    script: list[str] = []

    async def serve(visit: Visit) -> None:
        await (visit.redirect(script.pop(0)) if script else visit.reply())

    async with world.serving(serve):
        for row in rows(OWN):
            try:
                start = parse_url(row["url"]).host
            except ValueError:
                start = ""
            world.answers = {host_syntax(name): [ips] for name, ips in (row.get("redirect_resolves") or {}).items()}
            if start_answers(row):
                world.answers[start] = list(start_answers(row))
            decision = Decision.ALLOW
            for _ in range(row.get("fetches", 1)):
                script[:] = redirects(row)
                try:
                    await world.get(row["url"])
                except FetchError:
                    decision = Decision.BLOCK
            assert decision == decide(row), row["id"]


def test_a_simulation_needs_no_event_loop_and_says_why() -> None:
    decision = judge_url("https://a.example.com/", DnsScript([["10.0.0.1"]]))
    assert (decision.decision, decision.reason) == (Decision.BLOCK, "address: private: 10.0.0.1")
    assert judge_url("https://a.example.com/", DnsScript()).decision is Decision.BLOCK


@pytest.mark.parametrize("fetches", [0, -1, 101])
def test_a_row_cannot_buy_a_loop(fetches: int) -> None:
    with pytest.raises(ValueError, match="fetches"):
        judge_url("https://a.example.com/", DnsScript(), fetches=fetches)
