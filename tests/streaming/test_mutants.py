"""Each rule of the automaton is there for a reason: without it, a law that the other tests check no longer holds."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from citeward.parse import markdown, parser, stream
from citeward.policy import PERMISSIVE, STRICT
from citeward.streaming import Mode, sentences, tail
from tests.streaming.screen import played, render_gate, render_turn, same
from tests.streaming.test_no_phantom import SENTENCE, watch
from tests.streaming.test_sentences import held_to

TURN = render_turn()
ANSWERS = (
    "Refunds take 30 days [S1].\n\n- Keep the receipt [S2].\n\n- Ask [S3].\n\nThe end.",
    "Refunds take\n30 days [S1].\n\n[S2]\n\nItems must be unused [S3].",
    "Read [this][r] first.\n\nThen [S1] that.\n\n[r]: https://evil.test/x\n\nThe end.",
    "| a | b |\n|---|---|\n| Refunds [S1] | x |\n| y | z [S2] |\n\nEnd.",
    "Words [S1].\n\n[S9] [S2]\n\n---\n\n[S3]\n\nMore words.",
    "> quoted [S1]\n> more\n\nEnd [S2].",
)
PARAGRAPHS = (
    "Ferries sail [S1]. Tides turn. [S9] Nobody steers them [S1]. The moon pulls us on. ",
    "Ferries sail [S1]. Tides **turn [S2]. The moon** pulls us on [S1]. More of it comes. ",
    'Ferries sail [S1]. It says "tides turn [S1]. The moon pulls [S9]". The sun shines on [S1]. More of it comes. ',
)


def laws() -> None:
    """The three laws over a handful of answers, by character and by line."""
    guard = render_gate(policy=PERMISSIVE)
    for answer in ANSWERS:
        batch = guard.check(answer, TURN)
        for pieces in (list(answer), answer.splitlines(keepends=True)):
            same(played(guard.stream(TURN), pieces), batch)
    watch(SENTENCE, list(SENTENCE), Mode.PLAIN_FIRST)
    strict = render_gate(policy=STRICT)
    for answer in PARAGRAPHS:
        assert held_to(strict, TURN, answer, list(answer), strict.check(answer, TURN))


def emit_the_last_block(patch: pytest.MonkeyPatch) -> None:
    """A block is taken for final while lines can still be added to it."""
    patch.setattr(parser, "_ENDS_WITH_ITS_LINE", frozenset({"Paragraph", "List", "Table", "BlockQuote", "Heading"}))


def emit_at_any_blank_line(patch: pytest.MonkeyPatch) -> None:
    """A list is taken for final behind a blank line, like a paragraph."""
    patch.setattr(parser, "_ENDS_AT_BLANK_LINE", frozenset({"Paragraph", "Table", "List"}))


def allow_reference_definitions(patch: pytest.MonkeyPatch) -> None:
    """A later line decides what an earlier one links to."""
    patch.setattr(markdown, "COLON", ":")


def release_markers_alone(patch: pytest.MonkeyPatch) -> None:
    """A block of nothing but markers does not wait for, or go with, the block it stands for."""
    patch.setattr(stream.UnitParser, "_own", lambda self, start, after: True)


def take_anything_for_words(patch: pytest.MonkeyPatch) -> None:
    """The block behind is taken to say something as soon as it has a character."""
    patch.setattr(stream, "_SAYS", re.compile(r"\S"))
    patch.setattr(stream, "may_be_tail", lambda text: False)


def hold_nothing_back(patch: pytest.MonkeyPatch) -> None:
    """The tail shows what has been written."""
    patch.setattr(tail, "_SPECIAL", re.compile(r"(?!)"))


def show_addresses(patch: pytest.MonkeyPatch) -> None:
    """The tail shows addresses that are still being written."""
    patch.setattr(tail, "_ADDRESSES", re.compile(r"(?!)"))
    patch.setattr(tail, "defang", lambda text, **_: text)


def end_a_sentence_at_its_stop(patch: pytest.MonkeyPatch) -> None:
    """A sentence is judged before it is known whether a marker follows."""
    patch.setattr(sentences, "_END", re.compile(r"[.!?] *(?P<word>)"))


def take_anything_for_plain(patch: pytest.MonkeyPatch) -> None:
    """A sentence is judged by itself whatever stands in it."""
    patch.setattr(sentences, "_is_plain", lambda parsed: True)


def end_a_sentence_in_a_parenthesis(patch: pytest.MonkeyPatch) -> None:
    """A sentence is judged by itself though what it stands in is still open."""
    patch.setattr(sentences, "is_paired", lambda text: True)


MUTANTS: tuple[Callable[[pytest.MonkeyPatch], None], ...] = (
    emit_the_last_block,
    emit_at_any_blank_line,
    allow_reference_definitions,
    release_markers_alone,
    take_anything_for_words,
    hold_nothing_back,
    show_addresses,
    end_a_sentence_at_its_stop,
    take_anything_for_plain,
    end_a_sentence_in_a_parenthesis,
)


def test_the_laws_hold() -> None:
    laws()


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.__name__)
def test_a_mutant_is_killed(mutant: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch) -> None:
    mutant(monkeypatch)
    with pytest.raises((AssertionError, IndexError)):  # a reference to what another unit holds may be out of reach
        laws()
