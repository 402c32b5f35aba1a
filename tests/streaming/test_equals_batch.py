"""The law of streaming: however an answer is cut, the reader ends up with what the whole answer gives."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import islice, pairwise

import pyromark
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from citeward import CheckedAnswer, Gate, Ledger, Policy, Turn
from citeward.model import Uncited
from citeward.parse import UnitParser, moved, parse
from citeward.policy import BALANCED, PERMISSIVE, STRICT
from citeward.streaming import Mode
from citeward.streaming.sentences import Sentences
from citeward.verify import GroupAccess, InMemoryDocuments
from tests.strategies import LAW, answers, chunk_lists, cuts, pieces_of
from tests.streaming.screen import READER, SHARES, normal, played, render_gate, render_rows, render_turn, same
from tests.world import SHARED

ROWS = render_rows()
SHORT, SAMPLES = 120, 24
TELLING = re.compile(r"[\n\[\]!<&`*_|$\\]")
DROPPING = replace(STRICT, uncited=Uncited.DROP)
GATE, TURN = render_gate(policy=PERMISSIVE), render_turn()


def check(answer: str, pieces: list[str | bytes], mode: Mode = Mode.HOLD, batch: CheckedAnswer | None = None) -> None:
    same(played(GATE.stream(TURN, mode=mode), pieces), batch or GATE.check(answer, TURN), mode)


def units_of(pieces: list[str]) -> list[object]:
    parser = UnitParser()
    units = [unit for piece in pieces for unit in parser.units(piece)] + parser.last_units()
    return [(unit.index, unit.start, replace(unit.parsed, answer=unit.parsed.answer.rstrip())) for unit in units]


def positions(answer: str, draw: random.Random) -> Sequence[int]:
    """Every place to cut a short answer at. A long one repeats itself: what is behind each of its first line ends and
    openers, and places at random; every place would cost the square of its length."""
    if len(answer) <= SHORT:
        return range(len(answer) + 1)
    telling = [match.end() for match in islice(TELLING.finditer(answer), SAMPLES)]
    return sorted({*telling, *draw.sample(range(len(answer)), SAMPLES)})


def handed_over(begun: str) -> tuple[object, ...]:
    """What has to be judged once so much of an answer has come: all that the rest of a stream can depend on."""
    parser, sentences = UnitParser(TURN.ledger.handles), Sentences(TURN.ledger.handles)
    units = parser.units(begun)
    ahead = sentences.restart(parser.unreleased) if units else sentences.feed(begun)
    return len(units), *(unit.end for unit in units), None if ahead is None else ahead.answer


class TestUnits:
    def test_together_they_are_the_parse_of_the_whole(self) -> None:
        for name, answer in ROWS:
            parser = UnitParser()
            units = parser.units(answer) + parser.last_units()
            whole = parse(answer)
            events, claims, proposals, quotations, groups = [], [], [], [], 0
            for unit in units:
                part = moved(
                    unit.parsed,
                    claims=len(claims),
                    proposals=len(proposals),
                    quotations=len(quotations),
                    groups=groups,
                )
                events += part.events
                claims += part.claims
                proposals += part.proposals
                quotations += part.quotations
                groups = max([groups, *(proposal.group for proposal in part.proposals)])
            found = (tuple(events), tuple(claims), tuple(proposals), tuple(quotations))
            assert found == (whole.events, whole.claims, whole.proposals, whole.quotations), name

    @pytest.mark.parametrize("step", SHARES)
    def test_the_cut_does_not_change_them(self, step: int) -> None:
        for name, answer in ROWS[::step]:
            whole = units_of([answer])
            step = max(1, len(answer) // 6)
            for at in range(0, len(answer), step):
                assert units_of([answer[:at], answer[at:]]) == whole, (name, at)
            assert units_of([*answer[:1_000], answer[1_000:]]) == whole, name

    @pytest.mark.slow
    def test_every_vector_cut_at_every_position(self) -> None:
        draw = random.Random(6)
        for name, answer in ROWS:
            whole = units_of([answer])
            for at in positions(answer, draw):
                assert units_of([answer[:at], answer[at:]]) == whole, (name, at)

    @LAW
    @given(st.data())
    def test_no_answer_of_any_pieces_breaks_it(self, data: st.DataObject) -> None:
        answer = data.draw(answers())
        pieces = pieces_of(answer, data.draw(cuts(answer)))
        assert units_of(pieces) == units_of([answer]) == units_of(list(answer))

    @pytest.mark.parametrize(
        "shape",
        [
            "---\n", "[S1]\n\n", "- a [S1]\n\n", "- a\n\nb\n", "a\n", "a b [S1].\n\n", "```\n\na\n", "> a\n\nb ",
            "[S1, ", "<div>\n\na", "|a|\n|-|\n\n", "# [S1]\n", "1)\n\n", "    a\n\n", "a\n-\n", "1. x\n\n   y\n\n",
            "\n\na",
        ],
    )  # fmt: skip
    @pytest.mark.parametrize("begun", ["", "```\n", "- ", "> "])
    def test_a_hostile_answer_costs_linear_work(self, begun: str, shape: str, monkeypatch: pytest.MonkeyPatch) -> None:
        """Fed by character, what is handed to the Markdown parser stays within a constant of what was written."""
        parsed = 0
        real = pyromark.events_with_range

        def counted(text: str, **options: object) -> object:
            nonlocal parsed
            parsed += len(text)
            return real(text, **options)  # type: ignore[arg-type]

        monkeypatch.setattr(pyromark, "events_with_range", counted)
        answer = begun + shape * (4_000 // len(shape))
        parser = UnitParser()
        for char in answer:
            parser.units(char)
        parser.last_units()
        assert parsed < 20 * len(answer)

    def test_a_unit_stands_for_itself(self) -> None:
        for unit in (unit for _, answer in ROWS for unit in UnitParser().last_units(answer)):
            parsed = unit.parsed
            assert [claim.index for claim in parsed.claims] == list(range(len(parsed.claims)))
            assert all(0 <= proposal.claim < len(parsed.claims) for proposal in parsed.proposals)
            assert all(quotation.claim < len(parsed.claims) for quotation in parsed.quotations)


class TestVectors:
    @pytest.mark.parametrize("step", SHARES)
    @pytest.mark.parametrize("mode", list(Mode))
    def test_by_character(self, mode: Mode, step: int) -> None:
        for _, answer in ROWS[::step]:
            check(answer, [*answer[:400], answer[400:]], mode)

    @pytest.mark.parametrize("step", SHARES)
    def test_by_line_and_at_once(self, step: int) -> None:
        for _, answer in ROWS[::step]:
            batch = GATE.check(answer, TURN)
            check(answer, answer.splitlines(keepends=True), batch=batch)
            check(answer, [answer], batch=batch)

    @pytest.mark.parametrize("step", SHARES)
    def test_at_sampled_positions(self, step: int) -> None:
        draw = random.Random(4)
        for _, answer in ROWS[::step]:
            batch = GATE.check(answer, TURN)
            for at in draw.sample(range(len(answer) + 1), min(2, len(answer) + 1)):
                check(answer, [answer[:at], answer[at:]], batch=batch)

    @pytest.mark.slow
    def test_at_every_position(self) -> None:
        """What a stream hands to the judge is looked at for every position; one of each kind is played to its end."""
        draw = random.Random(7)
        for _, answer in ROWS:
            batch = GATE.check(answer, TURN)
            kinds: dict[tuple[object, ...], list[int]] = {}
            for at in positions(answer, draw):
                kinds.setdefault(handed_over(answer[:at]), []).append(at)
            for at in (draw.choice(found) for found in kinds.values()):
                check(answer, [answer[:at], answer[at:]], batch=batch)

    def test_as_bytes_cut_inside_characters(self) -> None:
        draw = random.Random(5)
        for _, answer in ROWS:
            sent = answer.encode("utf-8", "replace")
            if len(sent) == len(answer) or len(sent) > 3_000:
                continue
            places = sorted(draw.sample(range(len(sent)), min(40, len(sent))))
            check(sent.decode(), [sent[low:high] for low, high in pairwise([0, *places, len(sent)])])

    @pytest.mark.skipif(not SHARED.is_dir(), reason="the shared vectors are not beside this checkout")
    def test_of_the_shared_file_by_word(self) -> None:
        lines = (SHARED / "vectors" / "render.jsonl").read_text(encoding="utf-8").splitlines()
        for answer in (json.loads(line)["input"] for line in lines):
            check(answer, [word + " " for word in answer.split(" ")][:-1] + answer.split(" ")[-1:])


class TestAnyAnswer:
    @LAW
    @given(st.data())
    def test_of_any_chunks_under_any_policy(self, data: st.DataObject) -> None:
        chunks = data.draw(chunk_lists())
        policy: Policy = data.draw(st.sampled_from([STRICT, BALANCED, PERMISSIVE, DROPPING]))
        mode = data.draw(st.sampled_from(list(Mode)))
        answer = data.draw(st.lists(answers(8), max_size=5).map("\n\n".join))
        guard = Gate(GroupAccess(), InMemoryDocuments.of(chunks), policy)
        turn = Turn(Ledger.of(chunks), READER)
        batch = guard.check(answer, turn)
        stream = guard.stream(turn, mode=mode, keep=True)
        screen = played(stream, pieces_of(answer, data.draw(cuts(answer))))
        same(screen, batch, mode)
        assert set(stream.incidents) == set(batch.incidents)
        assert screen.end is not None
        kept = screen.end.checked
        assert kept is not None
        assert (kept.answer, kept.decisions) == (batch.answer, batch.decisions)
        assert [j.verdict for j in kept.judgements] == [j.verdict for j in batch.judgements]
        assert normal(kept.html) == normal(batch.html)
        assert (kept.markdown, kept.text) == (batch.markdown, batch.text)

    @LAW
    @given(answers(), st.integers(1, 5))
    def test_as_bytes(self, answer: str, size: int) -> None:
        sent = answer.encode("utf-8", "replace")
        check(sent.decode(), [sent[at : at + size] for at in range(0, len(sent), size)])


@settings(LAW, max_examples=40)
@given(answers(10))
def test_half_a_character_at_the_end_is_a_replacement_character(answer: str) -> None:
    sent = answer.encode("utf-8", "replace") + "\U0001f600".encode()[:2]
    check(sent.decode("utf-8", "replace"), [sent[at : at + 3] for at in range(0, len(sent), 3)])
