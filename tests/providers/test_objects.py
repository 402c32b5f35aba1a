"""SDK objects and streams are taken as they are."""

from __future__ import annotations

import warnings
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from pydantic import BaseModel, ConfigDict

from citeward.errors import PayloadError
from citeward.providers import plain, read

NOTE = {"type": "char_location", "document_index": 0, "document_title": "S1", "cited_text": "x"}
EVENTS = [
    {"type": "message_start", "message": {"model": "m", "content": []}},
    {"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": "Yes."}},
    {"type": "content_block_delta", "index": 0, "delta": {"type": "citations_delta", "citation": NOTE}},
]


class Sent(BaseModel):
    """What a service adds to a type makes pydantic warn."""

    model_config = ConfigDict(extra="allow")
    type: str
    index: int = 0


class Field:
    def __init__(self, name: str) -> None:
        self.name = name


class Message:
    """As a protobuf message looks from outside."""

    DESCRIPTOR = "a message"

    def __init__(self, **fields: Any) -> None:
        self.fields = fields

    def ListFields(self) -> list[tuple[Field, Any]]:
        return [(Field(name), value) for name, value in self.fields.items()]


@dataclass
class Wrapped:
    proto: Message


class Stream:
    """An iterable that is no list, as clients return it."""

    def __iter__(self) -> Iterator[Any]:
        return iter(EVENTS)


async def awaited() -> AsyncIterator[Any]:
    yield EVENTS[0]


def test_a_stream_is_read_to_its_end() -> None:
    whole = read("anthropic", EVENTS)
    assert whole.citations
    assert read("anthropic", Stream()) == read("anthropic", iter(EVENTS)) == whole
    assert read("anthropic", (Sent(**event) for event in EVENTS)) == whole


def test_a_stream_beside_the_metadata_of_its_call() -> None:
    events = [{"messageStart": {"role": "assistant"}}, {"contentBlockDelta": {"delta": {"text": "Yes."}}}]
    assert read("bedrock", {"ResponseMetadata": {"HTTPStatusCode": 200}, "stream": iter(events)}).answer == "Yes."


def test_one_that_has_to_be_awaited_says_what_to_do() -> None:
    with pytest.raises(PayloadError, match="ReplyStream"):
        read("anthropic", awaited())


def test_a_protobuf_message_is_its_fields() -> None:
    message = Message(outputs=[Message(message=Message(content="Yes.", citations=[]))])
    expected = {"outputs": [{"message": {"content": "Yes.", "citations": []}}]}
    assert plain(message) == plain(Wrapped(message)) == expected
    assert read("xai", message).answer == "Yes."


def test_what_pydantic_thinks_of_a_reply_is_no_warning() -> None:
    value = Sent(type="message_start")
    object.__setattr__(value, "index", "not a number")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert plain(value) == {"type": "message_start", "index": "not a number"}
