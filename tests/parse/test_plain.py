"""A parse that is stored is the parse that was verified."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given

from citeward.errors import PayloadError
from citeward.ledger import Ledger
from citeward.model import ReportedPage
from citeward.parse import Parsed, from_plain, parse, to_plain
from citeward.providers import read
from citeward.reported import parse_reply
from citeward.rows import Fields
from citeward.rows.turns import read_chunks
from tests.strategies import LAW, answers
from tests.world import example


def there_and_back(parsed: Parsed) -> Parsed:
    return from_plain(parsed.answer, json.loads(json.dumps(to_plain(parsed))))


@LAW
@given(answers())
def test_law_any_parse_comes_back_identical(answer: str) -> None:
    parsed = parse(answer, {"S1", "S2", "S3"})
    assert there_and_back(parsed) == parsed


@pytest.mark.parametrize("name", ["anthropic_messages", "openai_responses"])
def test_what_a_provider_cited_comes_back_too(name: str) -> None:
    turn = example(f"payloads/{name}.json")
    reply = read(str(turn["provider"]), turn["payload"], request=turn.get("request"))
    parsed = parse_reply(reply, Ledger.of(read_chunks(Fields(turn))))
    assert parsed.proposals
    assert there_and_back(parsed) == replace(parsed, reported=())


def test_no_word_of_a_page_that_a_provider_handed_over_is_stored_with_the_answer() -> None:
    """It would outlive the erasure of the page."""
    page = ReportedPage("https://pages.example/tides", "Tides", ("Tides are caused by the Moon.",), "openai")
    stored = json.dumps(to_plain(replace(parse("The Moon raises them [S1].", {"S1"}), reported=(page,))))
    assert "caused by the Moon" not in stored
    assert page.url not in stored


def broken(**changes: Any) -> dict[str, Any]:
    return to_plain(parse("Granted [S1].")) | changes


@pytest.mark.parametrize(
    "data",
    [
        {},
        broken(events=[["Script", "alert(1)"]]),
        broken(events=[["Text", "too", 0, "many"]]),
        broken(claims=[["index", "start", "end", "text", "mood"], [0, 0, 1, "x", "good"]]),
        broken(claims=[["index", "start"], [0]]),
        broken(claims=[]),
        broken(proposals=[["index", "kind"], [0, "hologram"]]),
        broken(quotations=7),
    ],
    ids=str,
)
def test_what_is_no_parse_of_ours_is_refused(data: dict[str, Any]) -> None:
    with pytest.raises(PayloadError, match="parse: cannot be read"):
        from_plain("Granted [S1].", data)
