"""The support stage: what is judged, what a finding amounts to, what passages carry together."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest

from citeward import BALANCED, PERMISSIVE, STRICT, CheckedAnswer, Chunk, Gate, Policy, Verdict
from citeward.entailment import GuardFinding, GuardKind, Support, SupportState, SupportVerdict, default_support
from citeward.model import ClaimAction, Judgement, Tier
from citeward.verify import GroupAccess, InMemoryDocuments, Requirements, SupportFinding, SupportPair
from tests.render.pages import Page
from tests.world import STAFF, SURE, seen


def chunk(handle: str, text: str, trust: int = 3) -> Chunk:
    return Chunk(handle.lower(), text, acl=STAFF, trust=trust, handle=handle)


MILL = chunk("S1", "The mill opened in 1911. Its canteen serves soup.")
OWNER = chunk("S2", "In 1930 the owner sold the mill to the town.")
NOTE = chunk("S3", "The river freezes in January.", trust=1)
CHUNKS = (MILL, OWNER, NOTE)
YES, MAYBE, NO = 0.99, 0.6, 0.01


class Told:
    """A support model that answers as it is told, and remembers what it was asked."""

    def __init__(self, answer: Callable[[SupportPair], SupportFinding]) -> None:
        self.answer = answer
        self.batches: list[list[SupportPair]] = []

    async def judge(self, pairs: Sequence[SupportPair]) -> Sequence[SupportFinding]:
        self.batches.append(list(pairs))
        return [self.answer(pair) for pair in pairs]

    @property
    def claims(self) -> list[str]:
        return [pair.claim for batch in self.batches for pair in batch]


def check(
    answer: str, told: Callable[[SupportPair], SupportFinding] = lambda pair: YES, policy: Policy = STRICT
) -> tuple[CheckedAnswer, Told]:
    model = Told(told)
    gate = Gate(GroupAccess(), InMemoryDocuments.of(CHUNKS), policy, support=model)
    return gate.check(answer, seen(CHUNKS)), model


def verdict_of(judgement: Judgement) -> tuple[str | None, str, str]:
    return judgement.proposal.handle, judgement.verdict.value, judgement.reason


def holds(*words: str) -> Callable[[SupportPair], SupportFinding]:
    """Believes a pair whose passage holds all of these words."""
    return lambda pair: YES if all(word in pair.source for word in words) else NO


class TestWords:
    def test_a_pronoun_is_judged_for_what_it_stands_for(self) -> None:
        _, model = check("The mill opened in 1911 [S1]. It was sold in 1930 [S2].")
        assert model.claims == ["The mill opened in 1911.", "The mill was sold in 1930."]

    def test_a_clause_is_judged_for_itself(self) -> None:
        checked, model = check("The mill opened in 1911 [S1], and it was sold in 1930 [S2].")
        assert model.claims == ["The mill opened in 1911", "The mill was sold in 1930."]
        assert [judgement.support.claim for judgement in checked.judgements] == model.claims

    def test_a_streamed_pronoun_refers_across_blocks_as_in_the_whole(self) -> None:
        answer = "The mill opened in 1911 [S1].\n\nIt was sold in 1930 [S2].\n\n"
        whole, _ = check(answer)
        model = Told(lambda pair: YES)
        gate = Gate(GroupAccess(), InMemoryDocuments.of(CHUNKS), support=model)
        stream = gate.stream(seen(CHUNKS))
        for char in answer:
            list(stream.feed(char))
        list(stream.finish())
        assert model.claims == [judgement.support.claim for judgement in whole.judgements]
        assert model.claims[1] == "The mill was sold in 1930."

    @pytest.mark.parametrize(
        "answer",
        [
            "SOUP FOR ALL VISITORS [S1]",
            "OPENING HOURS [S1]",
            "Free soup for everybody: [S1]",
            "Could it be that the mill serves free soup? [S1]",
            "I cannot tell you enough how good the soup is [S1].",
            "Feel free to ask for free soup at the mill [S1].",
            "The sources do not say that the canteen serves soup [S1].",
        ],
    )
    def test_a_false_claim_in_the_dress_of_none_is_judged(self, answer: str) -> None:
        checked, model = check(answer, lambda pair: NO)
        assert model.claims
        assert [j.verdict for j in checked.judgements] == [Verdict.UNSUPPORTED]

    @pytest.mark.parametrize(
        "answer", ["I could not find it [S1].", "When did the mill open [S1]?", "Hello [S1]!", "The canteen: [S1]"]
    )
    def test_where_nothing_is_claimed_nothing_is_asked_or_granted_and_the_words_stay(self, answer: str) -> None:
        checked, model = check(answer, lambda pair: YES)
        assert not model.claims
        (judgement,) = checked.judgements
        assert (judgement.verdict, judgement.reason) == (Verdict.UNSUPPORTED, "no_claim")
        assert "data-sid" not in checked.html
        assert checked.text.split("\n")[0] == answer.replace(" [S1]", "")

    @pytest.mark.parametrize(
        "answer", ["I could not find it, but the mill opened in 1920 [S1].", "MILL OPENED 1920 [S1]"]
    )
    def test_a_figure_makes_a_claim_of_anything(self, answer: str) -> None:
        checked, _ = check(answer, lambda pair: NO)
        assert checked.judgements[0].verdict is Verdict.UNSUPPORTED

    def test_a_marker_for_no_words_carries_nothing(self) -> None:
        checked, model = check("[S1]")
        assert verdict_of(checked.judgements[0]) == ("S1", "unsupported", "no_claim")
        assert not model.batches

    def test_words_that_are_only_quoted_and_stand_in_the_source_are_carried_by_it(self) -> None:
        checked, _ = check('The record says: "The mill opened in 1911." [S1]', lambda pair: NO)
        (judgement,) = checked.judgements
        assert (judgement.verdict, judgement.support.claim) == (Verdict.OK, "The mill opened in 1911.")

    def test_who_said_it_is_a_claim(self) -> None:
        checked, _ = check('The mayor of Paris said "The mill opened in 1911." [S1]', lambda pair: NO)
        assert checked.judgements[0].verdict is Verdict.UNSUPPORTED

    @pytest.mark.parametrize("url", ["https://mills.example/1911", "https://towns.example/"])
    def test_the_label_of_a_link_in_the_place_of_a_marker_is_neither_shown_nor_judged(self, url: str) -> None:
        model, mill = Told(lambda pair: YES), replace(MILL, url=url)
        gate = Gate(GroupAccess(), InMemoryDocuments.of([mill]), STRICT, support=model)
        checked = gate.check("The mill opened in 1911 ([mills.example](https://mills.example/)) [S1].", seen([mill]))
        assert model.claims == ["The mill opened in 1911."]
        assert checked.text.startswith("The mill opened in 1911 \u27e61\u27e7.")


class TestSpan:
    def test_without_a_quotation_the_citation_is_bound_to_the_best_window_of_the_model(self) -> None:
        start = MILL.text.index("Its canteen")
        finding = SupportVerdict(YES, SupportState.SUPPORTED, "", (start, len(MILL.text)))
        checked, _ = check("There is soup in the canteen of the mill [S1].", lambda pair: finding)
        span = checked.judgements[0].span
        assert span is not None
        assert MILL.text[span.start : span.end] == "Its canteen serves soup."

    def test_a_quotation_is_smaller_and_stays(self) -> None:
        finding = SupportVerdict(YES, SupportState.SUPPORTED, "", (0, 24))
        checked, _ = check('The mill has a canteen that "serves soup" every day [S1].', lambda pair: finding)
        span = checked.judgements[0].span
        assert span is not None
        assert span.end - span.start < len(MILL.text)

    @pytest.mark.parametrize("span", [(0, 9_999), (-3, 4), (9, 9)])
    def test_a_window_outside_the_passage_is_none(self, span: tuple[int, int]) -> None:
        finding = SupportVerdict(YES, SupportState.SUPPORTED, "", span)
        checked, _ = check("The mill opened in 1911 [S1].", lambda pair: finding)
        found = checked.judgements[0].span
        assert found is not None
        assert MILL.text[found.start : found.end] == "The mill opened in 1911."


class TestThresholds:
    @pytest.mark.parametrize(
        ("state", "verdict", "reason"),
        [
            (SupportState.SUPPORTED, Verdict.OK, "granted"),
            (SupportState.UNCERTAIN, Verdict.UNSUPPORTED, "uncertain"),
            (SupportState.UNSUPPORTED, Verdict.UNSUPPORTED, "unsupported"),
        ],
    )
    def test_a_model_with_thresholds_of_its_own_is_taken_at_its_word(
        self, state: SupportState, verdict: Verdict, reason: str
    ) -> None:
        checked, _ = check("The mill opened in 1911 [S1].", lambda pair: SupportVerdict(0.4, state, "", (0, 5)))
        assert (checked.judgements[0].verdict, checked.judgements[0].reason) == (verdict, reason)

    def test_a_policy_may_ask_for_more(self) -> None:
        policy = replace(STRICT, requirements=Requirements(supported_from=0.7, unsupported_below=0.5))
        for score, reason in ((0.8, "granted"), (0.6, "uncertain"), (0.4, "unsupported")):
            finding = SupportVerdict(score, SupportState.SUPPORTED, "", (0, 5))
            checked, _ = check("The mill opened in 1911 [S1].", lambda pair, f=finding: f, policy)  # type: ignore[misc]
            assert checked.judgements[0].reason == reason

    def test_and_never_for_less(self) -> None:
        policy = replace(STRICT, requirements=Requirements(supported_from=0.0, unsupported_below=0.0))
        for finding in (SupportVerdict(0.9, SupportState.UNCERTAIN, "", (0, 5)), MAYBE):
            checked, _ = check("The mill opened in 1911 [S1].", lambda pair, f=finding: f, policy)  # type: ignore[misc]
            assert checked.judgements[0].reason == "uncertain"

    def test_a_bare_probability_has_to_reach_the_bar_of_an_uncalibrated_model(self) -> None:
        for score, reason in ((0.9, "granted"), (0.89, "uncertain"), (0.29, "unsupported")):
            checked, _ = check("The mill opened in 1911 [S1].", lambda pair, s=score: s)  # type: ignore[misc]
            assert checked.judgements[0].reason == reason

    def test_a_veto_refuses_whatever_state_comes_with_it(self) -> None:
        veto = GuardFinding(GuardKind.NUMBER, "The claim says 1912.", (0, 4), (19, 23))
        finding = SupportVerdict(1.0, SupportState.SUPPORTED, "Fine.", (0, 5), veto)
        checked, _ = check("The mill opened in 1912 [S1].", lambda pair: finding)
        (judgement,) = checked.judgements
        assert judgement.verdict is Verdict.UNSUPPORTED
        assert judgement.support.guard == "number"


class TestTogether:
    ANSWER = "The mill opened in 1911 and went to the town in 1930 [S1][S2]."

    def test_passages_that_carry_a_claim_only_together_are_both_granted(self) -> None:
        checked, model = check(self.ANSWER, holds("1911", "1930"))
        assert [verdict_of(j) for j in checked.judgements] == [
            ("S1", "ok", "joint_support"),
            ("S2", "ok", "joint_support"),
        ]
        assert checked.judgements[0].support.together == ("S1", "S2")
        assert [len(batch) for batch in model.batches] == [2, 1]
        assert model.batches[1][0].source == f"{MILL.text}\n{OWNER.text}"

    def test_one_that_denies_a_part_of_the_claim_is_tried_with_nobody(self) -> None:
        denies = chunk("S2", "Visitors may not bring dogs into the mill.")
        model = Told(lambda pair: YES if "1911" in pair.source and "dogs" in pair.source else MAYBE)
        gate = Gate(GroupAccess(), InMemoryDocuments.of((MILL, denies)), STRICT, support=model)
        answer = "The mill opened in 1911 and visitors may bring dogs into the mill [S1][S2]."
        assert gate.check(answer, seen((MILL, denies))).counts == {"unsupported": 2}
        assert len(model.batches) == 1

    def test_one_the_others_can_do_without_is_not_granted_for_their_sake(self) -> None:
        checked, model = check("The mill opened in 1911 [S1][S3].", holds("1911"))
        assert [verdict_of(j) for j in checked.judgements] == [
            ("S1", "ok", "granted"),
            ("S3", "unsupported", "unsupported"),
        ]
        assert len(model.batches) == 1, "there is nothing to ask where one passage needs no other"

    def test_nor_beside_two_that_need_each_other(self) -> None:
        checked, _ = check(f"{self.ANSWER[:-1]}[S3].", holds("1911", "1930"))
        assert [j.verdict for j in checked.judgements] == [Verdict.OK, Verdict.OK, Verdict.UNSUPPORTED]

    def test_a_passage_that_says_otherwise_is_not_rescued(self) -> None:
        veto = GuardFinding(GuardKind.NUMBER, "", (0, 4), (19, 23))

        def told(pair: SupportPair) -> SupportFinding:
            if pair.source == MILL.text:
                return SupportVerdict(0.1, SupportState.UNSUPPORTED, "", (0, 5), veto)
            return YES if "\n" in pair.source else NO

        checked, _ = check(self.ANSWER, told)
        assert [j.verdict for j in checked.judgements] == [Verdict.UNSUPPORTED] * 2

    def test_what_failed_an_earlier_check_supports_nobody(self) -> None:
        checked, model = check("The mill opened in 1911 and went to the town in 1930 [S1][S9].", holds("1911", "1930"))
        assert [j.verdict for j in checked.judgements] == [Verdict.UNSUPPORTED, Verdict.FABRICATED]
        assert len(model.batches) == 1

    def test_a_marker_later_in_its_clause_may_rest_on_the_one_before_it(self) -> None:
        answer = "The mill opened in 1911 [S1] with an owner until 1930 [S2]."

        def told(pair: SupportPair) -> SupportFinding:
            return YES if ("1930" in pair.claim) <= ("1930" in pair.source) and "1911" in pair.source else NO

        checked, _ = check(answer, told)
        assert [j.reason for j in checked.judgements] == ["granted", "joint_support"]

    def test_the_lowest_tier_of_several_is_told_to_the_model(self) -> None:
        _, model = check("The mill opened in 1911 and the river freezes [S1][S3].", holds("1911", "river"))
        assert [pair.tier for batch in model.batches for pair in batch] == [Tier.A, Tier.C, Tier.C]

    def test_five_passages_are_not_tried_in_every_combination(self) -> None:
        chunks = [chunk(f"S{n}", f"Fact {n} is known.") for n in range(1, 10)]
        model = Told(lambda pair: NO)
        gate = Gate(GroupAccess(), InMemoryDocuments.of(chunks), support=model)
        gate.check("All facts are known [S1-S9].", seen(chunks))
        assert [len(batch) for batch in model.batches] == [9, 11]

    def test_a_sentence_of_a_thousand_markers_costs_no_square(self) -> None:
        model = Told(lambda pair: NO)
        gate = Gate(GroupAccess(), InMemoryDocuments.of(CHUNKS), support=model)
        gate.check("The mill opened " + "[S1][S2][S3]" * 3_000, seen(CHUNKS))
        assert [len(batch) for batch in model.batches] == [3, 4]


class TestWhatTheReaderSees:
    ANSWER = "The mill opened in 1911 [S1], and the river was named in 1930 [S2]."

    def test_the_clause_and_not_the_sentence_is_marked(self) -> None:
        checked, _ = check(self.ANSWER, holds("1911"))
        assert checked.decisions.claims == (ClaimAction.CLAUSE,)
        assert Page(checked.html).body == (
            "The mill opened in 1911 ⟦1⟧, and the river was named in 1930 (not supported by a source)."
        )
        assert "named in 1930 ⟦not supported by a source⟧." in checked.text

    def test_the_first_clause_as_well(self) -> None:
        checked, _ = check(self.ANSWER, holds("owner"))
        assert Page(checked.html).body == (
            "The mill opened in 1911 (not supported by a source), and the river was named in 1930 ⟦1⟧."
        )

    def test_a_clause_of_an_invented_source_too(self) -> None:
        checked, _ = check("The mill opened in 1911 [S1], and the river was named in 1930 [S9].")
        assert "named in 1930 (not supported by a source)." in Page(checked.html).body

    def test_a_clause_that_keeps_one_of_two_makes_the_sentence_partly_cited(self) -> None:
        checked, _ = check("The mill opened in 1911 [S1][S9], and the river was named in 1930 [S2].")
        assert checked.decisions.claims == (ClaimAction.PARTLY,)
        assert Page(checked.html).body.endswith("in 1930 ⟦2⟧. (only partly cited)")

    @pytest.mark.parametrize("policy", [BALANCED, PERMISSIVE])
    def test_uncertain_is_shown_as_such(self, policy: Policy) -> None:
        checked, _ = check("The mill opened in 1911 [S1]. It fell in 1930 [S2].", lambda pair: MAYBE, policy)
        assert Page(checked.html).body.count("(uncertain whether a source supports this)") == 2
        assert "data-sid" not in checked.html

    def test_a_sentence_is_dropped_where_all_of_its_clauses_fail(self) -> None:
        first = "The mill opened in 1911."
        checked, _ = check(f"{first} [S1] {self.ANSWER}", lambda pair: YES if pair.claim == first else NO)
        assert checked.decisions.claims == (ClaimAction.KEEP, ClaimAction.DROP)

    def test_streamed_and_whole_marks_are_the_same(self) -> None:
        whole, _ = check(self.ANSWER, holds("1911"))
        gate = Gate(GroupAccess(), InMemoryDocuments.of(CHUNKS), support=Told(holds("1911")))
        stream = gate.stream(seen(CHUNKS), keep=True)
        events = [event for piece in self.ANSWER for event in stream.feed(piece)] + list(stream.finish())
        streamed = events[-1].checked  # type: ignore[union-attr]
        assert streamed is not None
        assert streamed.decisions == whole.decisions
        assert streamed.text == whole.text


class TestDefault:
    def test_a_gate_carries_the_embedded_model(self) -> None:
        gate = Gate(GroupAccess(), InMemoryDocuments.of(CHUNKS))
        assert gate.support is default_support()
        checked = gate.check("The mill opened in 1911 [S1]. The mill opened in 1912 [S1].", seen(CHUNKS))
        assert [j.verdict for j in checked.judgements] == [Verdict.OK, Verdict.UNSUPPORTED]
        assert "1912" not in checked.html

    def test_clauses_of_two_passages_cited_at_the_end_are_carried_together(self) -> None:
        first = chunk("S1", "Orrin claims the highest rainfall, with 12,700 mm a year.")
        second = chunk("S2", "The official record is held by Mawley, with 11,800 mm a year.")
        gate = Gate(GroupAccess(), InMemoryDocuments.of((first, second)), STRICT)
        claims = (
            "Orrin claims the highest rainfall with 12,700 mm a year, "
            "and the official record is held by Mawley with {} mm a year"
        )
        checked = gate.check(f"{claims.format('11,800')} [S1][S2].", seen((first, second)))
        assert {verdict_of(j)[1:] for j in checked.judgements} == {("ok", "joint_support")}
        checked = gate.check(f"{claims.format('11,900')} [S1][S2].", seen((first, second)))
        assert {j.verdict for j in checked.judgements} == {Verdict.UNSUPPORTED}

    def test_the_support_of_a_process_serves_the_sync_and_the_async_side(self) -> None:
        gate = Gate(GroupAccess(), InMemoryDocuments.of(CHUNKS), support=SURE)
        assert asyncio.run(gate.acheck("The mill opened in 1911 [S1].", seen(CHUNKS))).counts == {"ok": 1}
        assert isinstance(gate.support, Support)
