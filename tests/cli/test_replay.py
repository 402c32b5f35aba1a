"""``citeward replay``: one line for every event, the same every time, and an error row for what cannot be played."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ..storage.databases import KINDS, fresh_url
from .calling import Shell, call

HISTORIES = Path(__file__).resolve().parents[2] / "examples" / "histories"
NAMES = sorted(path.stem for path in HISTORIES.glob("*.jsonl"))


@pytest.mark.parametrize("name", NAMES)
def test_a_history_of_the_examples_plays_the_same_anywhere(name: str) -> None:
    file = HISTORIES / f"{name}.jsonl"
    in_memory = call("replay", file)
    errors = sum("error" in line for line in in_memory.lines)
    assert (in_memory.status, errors) == ((1, 1) if name == "laundering" else (0, 0))
    assert len(in_memory.lines) == len(file.read_text("utf-8").splitlines())
    for kind in KINDS:
        assert Shell(fresh_url(kind))("replay", file).out == in_memory.out


def test_refund_window_ends_with_a_changed_source_and_a_link_to_version_43() -> None:
    shown = [line for line in call("replay", HISTORIES / "refund-window.jsonl").lines if line["event"] == "show"]
    changed = shown[-1]["viewer"]["json"]["citations"][0]
    assert (changed["state"], changed["next"]) == ("source_changed", "retrieve_again")
    assert changed["current"] == {
        "version": "43", "title": "Returns policy", "url": "https://policies.example.com/returns",
    }  # fmt: skip
    assert "reason" not in json.dumps(shown)


def test_laundering_shows_legal_what_support_may_not_see() -> None:
    lines = call("replay", HISTORIES / "laundering.jsonl", "--explain").lines
    lea, sam = (line for line in lines if line["event"] == "show")
    assert [each["state"] for each in lea["citations"]] == ["current"]
    assert sam["citations"] == [{"id": "handover.1", "state": "unavailable", "reason": "no_longer_permitted"}]
    assert "2.4 million" not in json.dumps(sam["viewer"])


def test_what_is_no_event_is_an_error_row_and_the_rest_is_played() -> None:
    events = ['{"event": "source", "id": "s", "tier": 2}', "not json", '{"event": "retire", "id": "d"}', "[]"]
    events.append('{"event": "log_verify"}')
    done = call("replay", "-", stdin="\n".join(events))
    registered, no_json, unknown, no_object, verified = done.lines
    assert done.status == 1
    assert registered == {"event": "source", "id": "s", "ok": True}
    assert no_json["error"]["message"].startswith("line 2: not JSON")
    assert (unknown["event"], unknown["id"], unknown["error"]["type"]) == ("retire", "d", "InputError")
    assert no_object["error"]["type"] == "RowError"
    assert verified == {"event": "log_verify", "ok": True, "rows": 1}


@pytest.mark.parametrize("kind", KINDS)
def test_a_database_that_holds_something_is_not_played_against(kind: str) -> None:
    shell = Shell(fresh_url(kind))
    assert shell.ok("replay", HISTORIES / "refund-window.jsonl")
    again = shell("replay", HISTORIES / "refund-window.jsonl")
    assert (again.status, again.out) == (2, "")
    assert "play a history against an empty one" in " ".join(again.err.split())
    assert shell.ok("show", "runbook", "--principal", "sam", "--json").json["citations"][0]["state"] == "source_changed"
    assert shell.ok("cited", "--document", "returns-policy", "--json").json["answers"] == ["runbook"]


def test_a_policy_of_the_configuration_holds_for_a_history(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    config = 'policy = "own"\n[policies.own]\nmin_tier = 3\n[policies.lax]\npreset = "permissive"\n'
    Path("citeward.toml").write_text(config, "utf-8")
    turn = {"event": "turn", "principal": "p", "chunks": [{"document": "d"}], "answer": "Leave is 30 days [S1]."}
    events = [
        {"event": "source", "id": "s", "tier": 2},
        {"event": "document", "id": "d", "source": "s", "text": "Leave is 30 days.", "acl": ["g"]},
        {"event": "principal", "id": "p", "groups": ["g"]},
        {**turn, "answer_id": "a"},
        {**turn, "answer_id": "b", "policy": "lax"},
        {**turn, "answer_id": "c", "policy": "unheard-of"},
    ]
    lines = call("replay", "-", stdin="\n".join(map(json.dumps, events))).lines
    assert [line["citations"][0]["verdict"] for line in lines[3:5]] == ["untrusted_source", "ok"]
    assert "'unheard-of' is unknown" in lines[5]["error"]["message"]
