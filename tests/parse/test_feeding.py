"""Feeding an answer in pieces of any size gives exactly what feeding it once gives."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citeward.parse import Event, Parsed, Parser, parse
from tests.strategies import LAW, answers, cuts, pieces_of
from tests.world import ROOT, SHARED

OWN = ROOT / "tests" / "vectors" / "render.jsonl"


def inputs(path: Path = OWN) -> list[tuple[str, str]]:
    lines = path.read_text(encoding="utf-8").split("\n")
    return [(row["id"], row["input"]) for row in map(json.loads, filter(None, lines))]


def fed(pieces: list[str]) -> tuple[Parsed, list[Event]]:
    """What comes out of a parser fed with pieces, and the events it gave away on the way."""
    parser = Parser()
    early = [event for piece in pieces for event in parser.feed(piece)]
    return parser.finish(), early


def check(answer: str, pieces: list[str]) -> None:
    parsed, early = fed(pieces)
    assert parsed == parse(answer)
    assert list(parsed.events[: len(early)]) == early


@pytest.mark.parametrize("size", [1, 2, 3, 7, 64])
def test_every_vector_in_pieces_of_one_size(size: int) -> None:
    for _, answer in inputs():
        text = answer if size >= 7 else answer[:3_000]
        check(text, [text[at : at + size] for at in range(0, len(text), size)])


def test_every_vector_in_lines() -> None:
    for _, answer in inputs():
        check(answer, answer.splitlines(keepends=True))


@pytest.mark.skipif(not SHARED.is_dir(), reason="the shared vectors are not beside this checkout")
def test_the_shared_vectors_cut_once() -> None:
    for place, (name, answer) in enumerate(inputs(SHARED / "vectors" / "render.jsonl")):
        for at in range(1 + place % 43, min(len(answer), 300), 211):
            parsed, early = fed([answer[:at], answer[at:]])
            assert parsed == parse(answer), name
            assert list(parsed.events[: len(early)]) == early, name


@LAW
@given(st.data())
def test_any_answer_cut_anywhere(data: st.DataObject) -> None:
    answer = data.draw(answers())
    check(answer, pieces_of(answer, data.draw(cuts(answer))))


@LAW
@given(st.lists(answers(8), max_size=6), st.sampled_from(["\n\n", "\n", "\r\n\r\n", "\r\r", "\n \n", "\n\u200b\n"]))
def test_any_answer_of_several_blocks_fed_block_by_block_and_by_character(blocks: list[str], gap: str) -> None:
    answer = gap.join(blocks)
    check(answer, [answer[: len(answer) // 2], answer[len(answer) // 2 :]])
    check(answer, [block + gap for block in blocks[:-1]] + blocks[-1:] if blocks else [])
    check(answer, list(answer))


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("a\r", "\nb\n\nc [S1]"),
        ("first\n\n[S", "1] last"),
        ("first\n\nlast [S1", "]"),
        ("first [S1]\n\n```\n[S2]", "\n```\n\n[S3]"),
        ("a\n\n\ud83d", "\ude00 [S1]"),
        ("\U0001f469\n\n\u0645\u200c", "\u0645 [S1]"),
        ("e\n\ne" + "\u0301" * 6, "\u0301" * 6 + " [S1]"),
        ("x\n\n\U0001f3f4\U000e0067\U000e0062", "\U000e0065\U000e006e\U000e0067\U000e007f [S1]"),
        ("a\n\n| x |\n|--", "-|\n| [S1] |\n\nb"),
        ("para\n", "===\n\n[S1]"),
        ("- a\n\n", "  b [S1]\n\nc"),
        ("> a\n", "b [S1]\n\nc"),
        ("[r]\n\n[r]", ": https://evil.example\n\n[r]"),
        ("<div>\n\n", "[S1]\n\n</div>"),
        ("a.\n\n", "[S1]\n\nb"),
        ('It says "\n\n', 'refunds within thirty days" [S1]'),
    ],
)
def test_a_cut_inside_something(one: str, two: str) -> None:
    check(one + two, [one, two])
    check(one + two, list(one + two))


def test_events_come_out_as_soon_as_nothing_can_be_added_to_their_block() -> None:
    parser = Parser()
    assert parser.feed("Refunds take 30 days [S1].\n") == ()
    assert len(parser.feed("\n")) > 0
    assert len(parser.feed("# A heading\n")) > 0
    assert parser.feed("- a list\n\n") == ()
    assert len(parser.feed("Items must be unused.\n")) > 0


def test_an_open_block_gives_nothing_away() -> None:
    parser = Parser()
    assert all(parser.feed(f"- item {number} [S1]\n") == () for number in range(50))


def test_the_answer_is_kept_as_it_was_fed() -> None:
    parsed, _ = fed(["a\r", "\n\ud800", "\u200b"])
    assert parsed.answer == "a\r\n\ud800\u200b"
