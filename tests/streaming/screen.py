"""A reader's screen: what stands on it after each event of a stream, and the batch answer to compare it with."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator

import pytest

from citeward import CheckedAnswer, Chunk, Gate, Ledger, Principal, Turn
from citeward.streaming import (
    AnswerEnded,
    BlockReleased,
    Mode,
    StreamEvent,
    SyncAnswerStream,
    TailChanged,
    Upgraded,
    VerdictsReady,
    Withdrawn,
)
from citeward.verify import GroupAccess, InMemoryDocuments
from tests.world import ROOT, believing

__all__ = ["READER", "Screen", "normal", "played", "render_gate", "render_rows", "render_turn", "same"]

READER = Principal("reader", frozenset({"reader"}))
_IDS = re.compile(r'cw-[0-9a-f]{12}|data-citation="[^"]*"')


def normal(html: str) -> str:
    """HTML without what is new in every answer: its prefix and the ids of its records."""
    return _IDS.sub("ID", html)


class Screen:
    """Applies events as a client does."""

    def __init__(self) -> None:
        self.html: dict[int, str] = {}
        self.markdown: dict[int, str] = {}
        self.text: dict[int, str] = {}
        self.tail = ""
        self.verdicts: list[str] = []
        self.withdrawn: Withdrawn | None = None
        self.end: AnswerEnded | None = None
        self.events: list[StreamEvent] = []

    def apply(self, event: StreamEvent) -> None:
        assert self.end is None, "nothing comes after the last event"
        self.events.append(event)
        match event:
            case BlockReleased() | Upgraded():
                assert self.withdrawn is None, "nothing is shown after a withdrawal"
                assert (event.index in self.html) is isinstance(event, Upgraded)
                assert event.index <= len(self.html)
                self.html[event.index] = event.html
                self.markdown[event.index] = event.markdown
                self.text[event.index] = event.text
            case TailChanged():
                self.tail = self.tail + event.text if event.append else event.text
            case VerdictsReady():
                self.verdicts += (found.verdict.value for found in event.verdicts.values())
            case Withdrawn():
                self.withdrawn = event
                self.html, self.markdown, self.text, self.tail = {}, {}, {}, ""
            case AnswerEnded():
                self.end = event

    @property
    def body(self) -> str:
        """The HTML that stands there now."""
        if self.withdrawn is not None:
            return self.withdrawn.html
        return "".join(self.html[index] for index in sorted(self.html)) + (self.end.html if self.end else "")


def played(stream: SyncAnswerStream, pieces: Iterable[str | bytes]) -> Screen:
    """The screen at the end of a stream."""
    screen = Screen()
    for _ in steps(stream, pieces, screen):
        pass
    return screen


def steps(stream: SyncAnswerStream, pieces: Iterable[str | bytes], screen: Screen) -> Iterator[StreamEvent]:
    """Every event, applied to the screen before it is given out."""
    for piece in pieces:
        for event in stream.feed(piece):
            screen.apply(event)
            yield event
    for event in stream.finish():
        screen.apply(event)
        yield event


def same(screen: Screen, batch: CheckedAnswer, mode: Mode = Mode.HOLD) -> None:
    """Everything a reader ends up with, and everything an operator is told, is what the whole answer gives."""
    assert normal(screen.body) == normal(batch.html)
    assert screen.end is not None
    assert (screen.end.action, screen.end.counts) == (batch.action, batch.counts)
    if mode is Mode.HOLD and screen.withdrawn is None:
        assert "".join(screen.markdown.values()) + screen.end.markdown == batch.markdown
        assert "".join(screen.text.values()) + screen.end.text == batch.text
        assert screen.verdicts == [judgement.verdict.value for judgement in batch.judgements]


SHARES = (pytest.param(6, id="every sixth"), pytest.param(1, id="every one", marks=pytest.mark.slow))
"""Steps through the rendering vectors: a sweep over all of them takes tens of seconds."""


def render_rows(step: int = 1) -> list[tuple[str, str]]:
    """Id and answer of every rendering vector, or of every so-manieth."""
    lines = (ROOT / "tests" / "vectors" / "render.jsonl").read_text(encoding="utf-8").splitlines()
    return [(row["id"], row["input"]) for row in map(json.loads, lines[::step])]


def _chunks() -> list[Chunk]:
    ledger = json.loads((ROOT / "tests" / "vectors" / "render_ledger.json").read_text(encoding="utf-8"))
    return [
        Chunk(handle, item["text"], "1", item["title"], item["url"], READER.groups, 3, handle=handle)
        for handle, item in ledger.items()
    ]


def render_gate(**changes: object) -> Gate:
    """A gate over the ledger of the rendering vectors. Its support model believes everything."""
    return Gate(GroupAccess(), InMemoryDocuments.of(_chunks()), **{"support": believing()} | changes)  # type: ignore[arg-type]


def render_turn() -> Turn:
    """A turn over the same ledger."""
    return Turn(Ledger.of(_chunks()), READER)
