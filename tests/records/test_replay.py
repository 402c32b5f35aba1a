"""Histories: the two cases the project is built around, and what replay promises about every history."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from citeward.errors import ConfigError, UsageError
from citeward.records.replay import replay

from ..storage.databases import KINDS, fresh_url

HISTORIES = Path(__file__).resolve().parents[2] / "examples" / "histories"
NAMES = sorted(path.stem for path in HISTORIES.glob("*.jsonl"))
Row = dict[str, Any]


def history(name: str) -> list[Row]:
    return [json.loads(line) for line in (HISTORIES / f"{name}.jsonl").read_text("utf-8").splitlines()]


def play(name: str, kind: str) -> list[Row]:
    return list(replay(history(name), fresh_url(kind), explain=True))


def of(lines: list[Row], event: str) -> list[Row]:
    return [line for line in lines if line.get("event") == event]


@pytest.mark.parametrize("kind", KINDS)
def test_refund_window(kind: str) -> None:
    lines = play("refund-window", kind)
    assert of(lines, "turn")[0]["action"] == "deliver"
    before, after = of(lines, "show")
    assert [each["state"] for each in before["citations"]] == ["current", "current"]
    assert after["citations"] == [
        {"id": "runbook.1", "state": "source_changed", "reason": "span_changed"},
        {"id": "runbook.2", "state": "current", "reason": "unchanged"},
    ]
    changed = after["viewer"]["json"]["citations"][0]
    assert changed["current"] == {
        "version": "43", "title": "Returns policy", "url": "https://policies.example.com/returns",
    }  # fmt: skip
    html = after["viewer"]["html"]
    assert "<del>30</del> <ins>14</ins>" in html
    assert 'href="https://policies.example.com/returns"' in html
    assert "Current version: 43" in html
    assert of(lines, "log_verify")[0]["ok"]


@pytest.mark.parametrize("kind", KINDS)
def test_laundering(kind: str) -> None:
    lines = play("laundering", kind)
    legal, support = of(lines, "show")
    assert legal["citations"] == [{"id": "handover.1", "state": "current", "reason": "unchanged"}]
    assert support["citations"] == [{"id": "handover.1", "state": "unavailable", "reason": "no_longer_permitted"}]
    assert "2.4 million" in legal["viewer"]["html"]
    assert "2.4 million" not in json.dumps(support["viewer"])
    asked = of(lines, "turn")[-1]
    assert (asked["action"], asked["citations"][0]["verdict"]) == ("block", "unauthorised")
    with_lineage, without = of(lines, "derive")
    assert with_lineage["ok"]
    assert without["error"]["type"] == "InputError"


@pytest.mark.parametrize("kind", KINDS)
def test_poisoned_page(kind: str) -> None:
    lines = play("poisoned-page", kind)
    before, after = of(lines, "show")
    assert "cw-tier-c" in before["viewer"]["html"], "it calls itself HR policy, and renders as what it came through"
    assert of(lines, "poison")[0]["answers"] == ["monday"]
    assert [each["state"] for each in after["citations"]] == ["unavailable", "current"]
    assert "60 days" not in json.dumps(after["viewer"])


@pytest.mark.parametrize("name", NAMES)
def test_a_history_plays_the_same_on_every_database_and_every_time(name: str) -> None:
    first = play(name, "sqlite")
    assert first == play(name, "postgresql") == list(replay(history(name), explain=True))


@pytest.mark.parametrize("name", NAMES)
def test_one_line_comes_out_for_every_event_in_order(name: str) -> None:
    events = history(name)
    lines = list(replay(events))
    assert [line["event"] for line in lines] == [event["event"] for event in events]
    assert all("reason" not in json.dumps(line.get("viewer", {})) for line in lines)


def test_what_cannot_be_played_is_an_error_and_changes_nothing() -> None:
    events: list[object] = [
        {"event": "document", "id": "d", "source": "nowhere", "text": "x"},
        {"event": "source", "id": "s", "tier": 9},
        {"event": "source", "id": "s"},
        {"event": "acl", "id": "d", "acl": ["g"]},
        {"event": "supersede", "id": "d", "by": "d"},
        {"event": "turn", "answer_id": "a", "principal": "p", "chunks": [{"document": "d"}], "answer": "x"},
        {"event": "unheard of"},
        {"event": "derive", "id": "nul\0", "source": "s", "text": "x", "from": ["\ud800"]},
        {"event": "remove", "id": "nul\0"},
        {"event": "turn", "answer_id": "nul\0", "principal": "p", "chunks": [], "answer": "x"},
        "not an object",
        {"event": "show", "answer_id": "a", "principal": "p"},
        {"event": "log_verify"},
    ]
    *bad, show, verified = list(replay(events))
    assert all(set(line["error"]) == {"type", "message"} for line in bad)
    assert show["citations"] == []
    assert verified == {"event": "log_verify", "ok": True, "rows": 0}


def test_groups_that_change_change_what_is_shown() -> None:
    show = {"event": "show", "answer_id": "a", "principal": "p"}
    turn = {"event": "turn", "answer_id": "a", "principal": "p", "chunks": [{"document": "d"}]}
    events = [
        {"event": "source", "id": "s", "tier": 3},
        {"event": "document", "id": "d", "source": "s", "version": 1, "text": "Leave is 30 days.", "acl": ["g"]},
        {"event": "principal", "id": "p", "groups": ["g"]},
        {**turn, "answer": "Leave is 30 days [S1]."},
        show,
        {"event": "principal", "id": "p", "groups": []},
        show,
        {**turn, "answer": "Again."},
    ]
    lines = list(replay(events))
    assert [line["citations"][0]["state"] for line in of(lines, "show")] == ["current", "unavailable"]
    assert lines[1]["version"] == "1"
    assert "is taken" in lines[-1]["error"]["message"]


@pytest.mark.parametrize("kind", KINDS)
def test_only_an_empty_database_is_played_against(kind: str) -> None:
    url = fresh_url(kind)
    assert len(list(replay(history("refund-window"), url))) == len(history("refund-window"))
    with pytest.raises(UsageError, match="empty"):
        list(replay(history("refund-window"), url))
    with pytest.raises(ConfigError):
        list(replay([], "mysql://host/db"))


def test_a_replay_that_is_abandoned_leaves_nothing_open() -> None:
    lines = replay(history("laundering"))
    next(lines)
    lines.close()


ODD = st.one_of(
    st.sampled_from(
        [
            "9999-12-31T23:59:59Z",
            "0001-01-01T00:00:00+23:59",
            "0001-01-01T00:00:00Z",
            "9999-12-31T23:59:59-14:00",
            "2026-05-01",
            "2026-05-01T12:00:00",
            "9" * 400,
            "\ud800",
            "",
            "a\x00b",
            10**400,
            -(2**63) - 1,
            2**63,
            1.5,
            float("nan"),
            True,
            None,
            [],
            {},
        ]
    ),
    st.text(max_size=8),
    st.integers(),
)
EVENTS: list[Row] = [
    {"event": "source", "id": "s", "tier": 3},
    {"event": "document", "id": "d", "source": "s", "version": "1", "acl": ["g"], "text": "Refunds within 30 days."},
    {"event": "principal", "id": "p", "groups": ["g"]},
    {"event": "turn", "answer_id": "a", "principal": "p", "chunks": [{"document": "d", "start": 0, "end": 23}],
     "answer": "Refunds within 30 days [S1]."},
    {"event": "derive", "id": "n", "source": "s", "text": "Refunds.", "acl": ["g"], "from": ["a"], "by": "p"},
    {"event": "acl", "id": "d", "acl": ["g"]},
    {"event": "show", "answer_id": "a", "principal": "p"},
    {"event": "supersede", "id": "d", "by": "n"},
]  # fmt: skip


@given(st.lists(st.tuples(st.integers(0, len(EVENTS) - 1), st.text("adeginorstux_", min_size=1, max_size=6), ODD)))
@example([(0, "at", "9999-12-31T23:59:59Z")])
@example([(0, "tier", 10**400)])
@example([(2, "id", "\ud800")])
@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_an_odd_value_costs_its_event_and_no_other(odd: list[tuple[int, str, Any]]) -> None:
    """Whatever stands in a field, each event has its line, and the log is whole."""
    history = [dict(event) for event in EVENTS]
    for at, name, value in odd:
        names = sorted({*history[at], "at"} - {"event"})
        history[at][name if name in names else names[len(name) % len(names)]] = value
    lines = list(replay([*history, {"event": "log_verify"}]))
    assert [line["event"] for line in lines] == [event["event"] for event in [*EVENTS, {"event": "log_verify"}]]
    assert lines[-1]["ok"] is True


def test_a_time_at_the_edge_is_refused_and_moves_nothing() -> None:
    first, second, third = replay(
        [{**EVENTS[0], "at": "9999-12-31T23:59:59Z"}, {**EVENTS[0], "at": "9998-12-31T00:00:00Z"}, EVENTS[2]]
    )
    assert first["error"]["message"].startswith("at: is out of range")
    assert (second, third) == (
        {"event": "source", "id": "s", "ok": True},
        {"event": "principal", "id": "p", "ok": True},
    )
