"""At no moment does a screen hold a live link, an image, half a marker, or a citation that the whole answer lacks."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citeward.parse import parse
from citeward.policy import PERMISSIVE, STRICT
from citeward.streaming import Mode, Tail
from citeward.streaming.tail import HELD
from tests.strategies import LAW, answers, cuts, pieces_of
from tests.streaming.screen import SHARES, Screen, normal, render_gate, render_rows, render_turn, steps

TURN = render_turn()
CHIP = re.compile(r'<a class="cw-cite[^>]*>')
OUTSIDE = re.compile(
    r'<(?:img|script|iframe|form|input|style|link|meta|svg|object|video|audio)\b|<a (?!class="cw-cite)', re.I
)
ADDRESS = re.compile(r"(?i)\b(?:https?|ftp):[/\\]|\b(?:javascript|data|mailto):\S|\bwww\.\S|//[^\s\u27e7]")
HALF = re.compile(r"\[ ?S\d*\Z")
HIDDEN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\ud800-\udfff]")

SENTENCE = (
    "See [the guide](https://docs.acme.test/handbook), ![logo](https://evil.test/i.png), https://evil.test/a?b=c, "
    "www.evil.test or <https://evil.test/x> for refunds [S1], [S2, S3] and [S9]; `a[9]` &amp; [[S4]] "
    "\u30104:0\u2020source\u3011.\n\n"
)


def watch(answer: str, pieces: list[str], mode: Mode, *, strict: bool = False) -> None:
    guard = render_gate(policy=STRICT if strict else PERMISSIVE)
    checked = guard.check(answer, TURN)
    batch = normal(checked.html)
    granted = CHIP.findall(batch)
    # Where the same characters are text somewhere else in the answer (code, an escape), the tail may show them there.
    markers = {each.reference for each in parse(answer).proposals if each.handle and each.reference not in batch}
    screen = Screen()
    for _ in steps(guard.stream(TURN, mode=mode), pieces, screen):
        body = normal("".join(screen.html.values()))
        assert not OUTSIDE.search(body)
        chips = CHIP.findall(body)
        assert chips == granted[: len(chips)], "a citation is shown in its order or not at all"
        if mode is Mode.HOLD and not checked.shown.blocked:  # which only the end of an answer can tell
            assert batch.startswith(body), "what is shown is never shown differently"
        assert not ADDRESS.search(screen.tail)
        assert not HIDDEN.search(screen.tail)
        assert not HALF.search(screen.tail)
        assert not any(marker in screen.tail for marker in markers)
    assert screen.tail == ""


@pytest.mark.parametrize("mode", list(Mode))
def test_every_prefix_of_a_sentence_with_everything_in_it(mode: Mode) -> None:
    watch(SENTENCE * 2, list(SENTENCE * 2), mode)
    for at in range(len(SENTENCE)):
        watch(SENTENCE[:at], [SENTENCE[: at // 2], SENTENCE[at // 2 : at]], mode)


@pytest.mark.parametrize("step", SHARES)
@pytest.mark.parametrize("mode", list(Mode))
def test_the_vectors(mode: Mode, step: int) -> None:
    for _, answer in render_rows(step):
        watch(answer, [*answer[:300], answer[300:]], mode)


@LAW
@given(st.data())
def test_any_answer(data: st.DataObject) -> None:
    answer = data.draw(answers(20))
    mode = data.draw(st.sampled_from(list(Mode)))
    watch(answer, pieces_of(answer, data.draw(cuts(answer))), mode, strict=data.draw(st.booleans()))


@LAW
@given(answers(), st.data())
def test_the_tail_does_not_depend_on_the_cut(answer: str, data: st.DataObject) -> None:
    """Up to characters that are judged by their neighbours, and so may be left out at a cut."""
    simple = "".join(char for char in answer if not HIDDEN.search(char) and ord(char) < 0x300)
    pieces = pieces_of(simple, data.draw(cuts(simple)))
    tail, whole = Tail(), Tail()
    assert "".join(map(tail.feed, pieces)) == whole.feed(simple)


@LAW
@given(answers(), st.data())
def test_the_tail_never_shows_a_marker(answer: str, data: st.DataObject) -> None:
    """Escapes, entities, code and unseen characters make text of one; without them no marker is ever left."""
    plain = "".join(char for char in answer if char not in "\\&`" and not HIDDEN.search(char) and ord(char) < 0x300)
    markers = {proposal.reference for proposal in parse(plain).proposals if proposal.handle}
    shown = "".join(map(Tail().feed, pieces_of(plain, data.draw(cuts(plain)))))
    assert markers.isdisjoint(re.findall(r"\[[^\[\]]*\]", shown))


class TestHoldBack:
    @pytest.mark.parametrize(
        "begun",
        ["[", "[S", "[S1", "[S1]", "[S1, S2", "[[S1]", "!", "![", "![x](", "<", "<b", "<https://a", "&", "&am",
         "`", "`a[", "\u3010", "\u30104:0\u2020", "\ue200cite", "https:",
         "https://evil", "www.evil", "evil.exa", "<CITATIO", "\\", "[@doe", "\\cite", "\\citep[p. 4]{do"],
    )  # fmt: skip
    def test_nothing_of_what_is_not_resolved_is_shown(self, begun: str) -> None:
        assert Tail().feed("Refunds take " + begun) == "Refunds take "

    @pytest.mark.parametrize(
        ("written", "shown"),
        [
            ("Refunds take 30 days [S1] or so ", "Refunds take 30 days  or so "),
            ("the [guide](https://evil.test/x) says ", "the guide says "),
            ("![logo](https://evil.test/i.png) Words ", "logo Words "),
            ("Done![S1] More ", "Done! More "),
            ("see https://evil.test/a?b=c&d=[e] now ", "see \u27e6link removed\u27e7 now "),
            ("a &lt;b&gt; & c ", "a <b> & c "),
            ("`a[9]` and [2020] stay ", "a[9] and [2020] stay "),
            ("\\[S1\\] is text ", "[S1] is text "),
            ("Tides turn [see @doe2020, p. 3] or \\citep[p. 4]{S1} so ", "Tides turn  or  so "),
            ("\\cited words stay ", "cited words stay "),
            ("\u27e61\u27e7 is not ours ", " is not ours "),
            ("Words <CITATIONS>[1]</CITATIONS> more ", "Words "),
            ("ask evil.test today ", "ask evil[.]test today "),
            ("\x1b]8;;https://evil.test\x07click\x1b]8;;\x07 ", "]8;;\u27e6link removed\u27e7 "),
        ],
    )
    def test_what_is_resolved_is_shown_as_text(self, written: str, shown: str) -> None:
        assert Tail().feed(written) == shown
        tail = Tail()
        assert "".join(map(tail.feed, written)) == shown

    def test_past_the_cap_it_is_literal_and_still_no_marker(self) -> None:
        long = "[" + ", ".join(f"S{number}" for number in range(1, 30)) + "]"
        assert len(long) > HELD
        tail = Tail()
        shown = "".join(map(tail.feed, f"Words {long} end. "))
        assert shown.startswith("Words [S1, S2")
        assert not [p for p in parse(f"Words {long} end.").proposals if p.handle], "nor is it one in the answer"

    def test_it_is_linear(self) -> None:
        """Work is counted in characters that are looked at again: what is held never grows past a bound."""
        tail = Tail()
        for piece in (
            "[" * 5_000,
            "[S1, " * 2_000,
            "<a " * 2_000,
            "&amp" * 2_000,
            "`" * 5_000,
            "a" * 5_000,
            "![" * 3_000,
        ):
            for char in piece:
                tail.feed(char)
                assert len(tail._held) + len(tail._word) + len(tail._raw) <= 4 * HELD
