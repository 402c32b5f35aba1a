"""What the providers' own clients return, from their objects through the gate to the page."""

from __future__ import annotations

import asyncio
import importlib.util
import warnings
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from citeward import Gate, Principal
from citeward.providers import read
from citeward.streaming import AnswerEnded, ReplyStream
from tests.sdks.clients import ROWS, Row, close
from tests.sdks.loopback import serving
from tests.sdks.payloads import CHUNKS, CLAIM, STAFF

pytestmark = pytest.mark.filterwarnings("ignore")  # of libraries about themselves
ANA = Principal("ana", STAFF)
WHOLE = [row for row in ROWS if not row.streams]
STREAMED = [row for row in ROWS if row.streams]


def name(row: Row) -> str:
    return f"{row.package}: {row.form}"


@contextmanager
def asked(row: Row) -> Iterator[Any]:
    """What the client returns; libraries warn about themselves, and that is not what is tested."""
    if importlib.util.find_spec(row.module.partition(".")[0]) is None or importlib.util.find_spec(row.module) is None:
        pytest.skip(f"{row.package} is not installed")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            with serving(row.reply()) as url:
                yield row.ask(url)
        finally:
            close()


def opened() -> tuple[Gate, Any]:
    guard = Gate.in_memory(CHUNKS)
    return guard, guard.open(ANA, CHUNKS)


@pytest.mark.parametrize("row", ROWS, ids=name)
def test_its_object_is_read_checked_and_shown(row: Row) -> None:
    guard, turn = opened()
    with asked(row) as reply:
        answer = read(row.provider, reply)
    assert answer.answer == row.answer
    checked = guard.check(answer, turn)
    assert [judgement.proposal.handle for judgement in checked.granted] == ["S1"]
    assert CLAIM.rstrip(".") in checked.text
    assert 'data-sid="S1"' in checked.html


@pytest.mark.parametrize("row", STREAMED, ids=name)
def test_its_stream_is_judged_as_it_comes(row: Row) -> None:
    guard, turn = opened()

    async def play(events: Iterable[Any]) -> AnswerEnded:
        stream = ReplyStream(guard.astream(turn, keep=True).setting, row.provider)
        for event in events:
            async for _ in stream.feed_event(event):
                pass
        *_, ended = [shown async for shown in stream.finish()]
        assert isinstance(ended, AnswerEnded)
        return ended

    with asked(row) as reply:
        events = reply["stream"] if isinstance(reply, dict) else reply
        ended = asyncio.run(play(list(events)))
    assert ended.error is None
    assert ended.checked is not None
    assert [judgement.proposal.handle for judgement in ended.checked.granted] == ["S1"]
    assert ended.checked.parsed.answer == row.answer
