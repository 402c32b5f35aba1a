"""With ``hold``, the sentences of a block that is still being written: shown once they hold, and never differently."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citeward import AnswerAction, CheckedAnswer, Gate, Turn
from citeward.policy import BALANCED, STRICT, Policy, Surface
from citeward.streaming import Mode, TailChanged
from citeward.streaming.sentences import Sentences
from citeward.verify import InMemorySink, InMemorySupport, SupportFinding, SupportPair
from tests.strategies import LAW, answers, cuts, pieces_of
from tests.streaming.screen import SHARES, Screen, played, render_gate, render_rows, render_turn, steps
from tests.world import gate, seen

TURN = render_turn()
OURS = re.compile("\u27e6[^\u27e7]*\u27e7|\\s+")
GOOD = "Items may be returned within 30 days [S1]. Labels are free within the EU [S2]. Ask us."


class Heard:
    """A support model that keeps in mind what it was asked."""

    def __init__(self) -> None:
        self.claims: set[str] = set()

    async def judge(self, pairs: Sequence[SupportPair]) -> Sequence[SupportFinding]:
        self.claims |= {pair.claim for pair in pairs}
        return await InMemorySupport(default=1.0).judge(pairs)


def stretches(*pieces: str) -> list[str]:
    """What can be judged by itself, piece by piece."""
    found = Sentences()
    return [parsed.answer for piece in pieces if (parsed := found.feed(piece)) is not None]


def tails(screen: Screen) -> list[str]:
    return [event.text for event in screen.events if isinstance(event, TailChanged)]


def held_to(guard: Gate, turn: Turn, answer: str, pieces: list[str], batch: CheckedAnswer) -> int:
    """Every tail is words of the whole answer's text; how many there were."""
    whole = OURS.sub("", batch.text)
    screen, found = Screen(), 0
    for _ in steps(guard.stream(turn), pieces, screen):
        if screen.tail and batch.action is not AnswerAction.BLOCK:
            found += 1
            assert OURS.sub("", screen.tail) in whole, answer
    assert screen.tail == ""
    return found


class TestStretches:
    def test_a_sentence_is_final_once_the_next_has_begun_with_a_word(self) -> None:
        assert stretches("Tides turn [S1].") == []
        assert stretches("Tides turn [S1]. ") == []
        assert stretches("Tides turn [S1]. And") == []
        assert stretches("Tides turn [S1]. And ") == ["Tides turn [S1]. "]

    def test_so_is_one_behind_which_its_marker_stands(self) -> None:
        assert stretches("Tides turn. [S1] And ") == ["Tides turn. [S1] "]

    def test_by_character_as_at_once(self) -> None:
        text = "Tides turn [S1]. The moon *pulls*. So they say [S2]. And "
        assert "".join(stretches(*text)) == "".join(stretches(text)) == text.removesuffix("And ")

    def test_apostrophes_and_closed_quotations_keep_no_sentence_back(self) -> None:
        text = "The tenants' moon isn't 'a stone' (so \"they\" say). "
        assert stretches(f"{text}And ") == [text]

    def test_an_item_of_a_list_is_final_once_the_next_has_begun(self) -> None:
        assert stretches("- Tides turn [S1].\n- The ") == ["- Tides turn [S1].\n"]
        assert stretches("1. Tides turn\n2. The ") == ["1. Tides turn\n"]

    @pytest.mark.parametrize(
        "text",
        [
            "Mata v. Avianca held it. ", "Dr. Smith said so. ", "He said \u201cTides turn. The moon pulls. ",
            "(Tides turn. The moon pulls. ", "**Tides turn. The moon ", "`Tides. Turn` and ",
            "He said 'Tides turn. The moon pulls. ", "He said \u2018Tides turn. The moon pulls. ",
            "Er sagt \u201eDie Flut steigt. Der Mond zieht. ", "a) Tides turn (as all. The moon pulls. ",
            'A 5" pipe is "One. The pipe ', "\u300eTides turn. The moon pulls. ", "\uff08Tides turn. The moon pulls. ",
            "See https://a.test. The ",
            "[Tides](https://a.test) turn. The ", "| Tides. The | moon ", "# Tides. The moon ", "> Tides turn. The ",
            "Tides &amp; more. The ", "<b>Tides</b> turn. The ", "Tides turn $a. The ", "[S1] Tides turn. The ",
            "Smith et al. (2023) found it. The ", "Tides\u200b turn. The ", "Tides turn [S9999999]. The ",
        ],
    )  # fmt: skip
    def test_what_is_not_certain_or_not_plain_waits_for_its_block(self, text: str) -> None:
        assert stretches(text) == []

    def test_a_block_that_stays_in_doubt_is_given_up(self) -> None:
        doubtful = Sentences()
        assert [doubtful.feed(piece) for piece in ["A *b. ", *["The moon pulls. "] * 8]] == [None] * 9
        assert doubtful.feed("And c*. The moon pulls. And ") is None
        assert doubtful.restart("Tides turn. The ") is not None

    def test_a_block_without_a_sentence_end_is_not_kept_for_ever(self) -> None:
        endless = Sentences()
        assert [endless.feed("tide ") for _ in range(2_000)] == [None] * 2_000
        assert len(endless._held) == 0
        assert endless.feed("Tides turn. The ") is None


class TestJourney:
    def test_the_reader_has_the_first_sentence_before_the_paragraph_ends(self) -> None:
        screen = played(gate().stream(seen()), GOOD)
        assert tails(screen) == [
            "Items may be returned within 30 days. ", "Labels are free within the EU. ", "",
        ]  # fmt: skip
        assert screen.text[0].startswith("Items may be returned within 30 days \u27e61\u27e7.")

    def test_one_whose_source_fails_is_not_among_them(self) -> None:
        screen = played(gate().stream(seen()), GOOD.replace("[S2]", "[S9]"))
        assert not any("Labels" in tail for tail in tails(screen))

    def test_nothing_is_shown_of_a_block_that_cites_what_this_reader_may_not_see(self) -> None:
        screen = played(gate().stream(seen()), "From June 14 days [S4]. Items may be returned [S1]. Ask us.")
        assert tails(screen) == []
        assert screen.withdrawn is not None

    def test_nor_where_words_cannot_be_taken_back(self) -> None:
        policy = replace(STRICT, surfaces={"mail": Surface(retractable=False)})
        screen = played(gate(policy=policy).stream(seen(), surface="mail"), GOOD)
        assert tails(screen) == []

    def test_a_citation_is_recorded_once_and_with_its_block(self) -> None:
        sink = InMemorySink()
        played(replace(gate(), sink=sink).stream(seen()), GOOD)
        assert [record.handle for record in sink.records] == ["S1", "S2"]

    def test_a_pronoun_of_the_block_refers_to_what_stood_before_it_and_not_to_its_own_sentences(self) -> None:
        text = "The plant opened in 1990 [S1].\n\nIt employs 300 [S1]. The old mill closed in 1980 [S1]. Ask us."
        streamed, batch = Heard(), Heard()
        played(replace(gate(), support=streamed).stream(seen()), list(text))
        replace(gate(), support=batch).check(text, seen())
        assert "The plant employs 300." in batch.claims
        assert streamed.claims == batch.claims

    def test_one_block_ends_where_the_next_begins(self) -> None:
        screen, said = Screen(), f"{GOOD}\n\nOne more rule is about the labels of all [S1]. Labels are free"
        texts = [screen.tail for _ in steps(gate().stream(seen()), list(said), screen)]
        assert "One more rule is about the labels of all. " in texts
        assert screen.tail == ""


class TestLaws:
    @pytest.mark.parametrize("step", SHARES)
    def test_no_tail_of_any_vector_says_what_the_answer_does_not(self, step: int) -> None:
        found = 0
        for policy in (STRICT, BALANCED):
            guard = render_gate(policy=policy)
            for answer in [GOOD, *(row for _, row in render_rows(step))]:
                found += held_to(guard, TURN, answer, [*answer[:300], answer[300:]], guard.check(answer, TURN))
        assert found

    @LAW
    @given(st.data())
    def test_nor_of_any_answer(self, data: st.DataObject) -> None:
        said = [
            "Tides turn. ",
            "The moon pulls [S1]. ",
            "So they say [S9]. ",
            "[S2] ",
            "- The sea. ",
            "\n",
            "\n\n",
            "(",
            ")",
        ]
        plain = st.lists(st.sampled_from(said), max_size=12).map("".join)
        answer = data.draw(plain | answers(24))
        policy: Policy = data.draw(st.sampled_from([STRICT, BALANCED]))
        guard = render_gate(policy=policy)
        held_to(guard, TURN, answer, pieces_of(answer, data.draw(cuts(answer))), guard.check(answer, TURN))

    def test_plain_first_shows_words_and_not_sentences(self) -> None:
        screen = played(gate().stream(seen(), mode=Mode.PLAIN_FIRST), GOOD)
        assert tails(screen)[0] == "Items "
