"""A stream as an application runs it: what is shown when, what is taken back, what is recorded."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from types import MappingProxyType

import pytest

from citeward import AnswerAction, Policy, Verdict
from citeward.errors import CheckFailed, LimitExceeded, UsageError
from citeward.model import CitationAction, IncidentKind
from citeward.parse import LONGEST_ANSWER
from citeward.policy import STRICT, Surface
from citeward.streaming import BlockReleased, Mode, TailChanged, Upgraded, Withdrawn
from citeward.verify import AccessAnswer, Decision, InMemorySink
from tests.streaming.screen import Screen, normal, played, same, steps
from tests.world import ANA, CHUNKS, gate, seen

GOOD = "Items may be returned within 30 days [S1].\n\nLabels are free within the EU [S2].\n\nAsk us."
NOTICE = "This answer cannot be shown."


class Broken:
    """A sink on a full disk."""

    async def write(self, kept: object) -> None:
        raise OSError("disk full")

    async def report(self, incidents: object, at: object) -> None:
        raise OSError("disk full")


def kinds(screen: Screen) -> list[str]:
    return [type(event).__name__ for event in screen.events]


class TestHold:
    def test_a_block_is_shown_once_the_next_one_says_something(self) -> None:
        stream = gate().stream(seen())
        assert stream.feed("Items may be returned within 30 days [S1].") == []
        assert stream.feed("\n\n") == []
        assert stream.feed("Labels ") == [], "it may still be the name of the source"
        shown = stream.feed("are free within the whole of the EU ")
        assert isinstance(shown[0], BlockReleased)
        assert shown[0].text == "Items may be returned within 30 days \u27e61\u27e7.\n"

    def test_a_list_is_shown_once_it_cannot_go_on(self) -> None:
        stream = gate().stream(seen())
        assert stream.feed("- Items may be returned [S1].\n\n- Labels are free [S2].\n\n") == []
        assert isinstance(stream.feed("The rest is told by mail to whoever asks ")[0], BlockReleased)

    def test_a_block_of_markers_goes_with_the_block_it_stands_for(self) -> None:
        stream = gate().stream(seen())
        assert stream.feed("Items may be returned within 30 days.\n\n[S1]\n\n") == []
        [block, _] = stream.feed("More is told by mail to whoever asks ")
        assert "\u27e61\u27e7" in block.text

    def test_nothing_unjudged_is_ever_shown(self) -> None:
        screen = played(gate().stream(seen()), GOOD)
        assert not any(isinstance(event, TailChanged | Upgraded) for event in screen.events)
        assert all(event.checked for event in screen.events if isinstance(event, BlockReleased))

    def test_a_sentence_without_a_source_is_left_out_and_counted_at_the_end(self) -> None:
        screen = played(gate().stream(seen()), "Items may be returned [S1].\n\nFree for life [S9].\n\nAsk us.")
        assert "Free for life" not in screen.body
        assert screen.end is not None
        assert (screen.end.action, screen.end.dropped) == (AnswerAction.REDACT, 1)
        assert "1 sentence was left out" in screen.end.html


class TestPlainFirst:
    def test_words_come_at_once_and_citations_once_they_are_judged(self) -> None:
        screen = played(gate().stream(seen(), mode=Mode.PLAIN_FIRST), GOOD)
        first = next(event for event in screen.events if isinstance(event, BlockReleased))
        assert not first.checked
        assert "cw-cite" not in first.html
        upgrade = next(event for event in screen.events if isinstance(event, Upgraded) and event.index == 0)
        assert "cw-cite" in upgrade.html
        assert screen.events.index(first) < screen.events.index(upgrade)

    def test_the_block_is_out_before_anything_is_asked(self) -> None:
        asked: list[str] = []

        class Watched:
            async def decide(self, principal: object, objects: Sequence[object]) -> AccessAnswer:
                asked.append("access")
                return AccessAnswer(tuple(Decision.ALLOW for _ in objects))

        async def first() -> tuple[str, list[str]]:
            stream = replace(gate(), access=Watched()).astream(seen(), mode=Mode.PLAIN_FIRST)
            async for event in stream.feed(GOOD):
                return type(event).__name__, list(asked)
            return "", []

        assert asyncio.run(first()) == ("BlockReleased", [])

    def test_the_tail_grows_by_words_and_is_cleared_by_its_block(self) -> None:
        screen = Screen()
        tails = [screen.tail for _ in steps(gate().stream(seen(), mode=Mode.PLAIN_FIRST), GOOD, screen)]
        assert "Items may be " in tails
        assert screen.tail == ""


class TestWithdrawal:
    UNSEEN = GOOD + "\n\nFrom June the window will be 14 days [S4].\n\nAsk us."

    @pytest.mark.parametrize("mode", list(Mode))
    def test_one_citation_this_reader_may_not_see_takes_everything_back(self, mode: Mode) -> None:
        screen = played(gate().stream(seen(), mode=mode), self.UNSEEN)
        assert NOTICE in screen.body
        assert "30 days" not in screen.body
        assert kinds(screen).count("Withdrawn") == 1
        same(screen, gate().check(self.UNSEEN, seen()), mode)

    def test_so_does_a_verdict_the_policy_blocks_on(self) -> None:
        policy = replace(STRICT, actions=MappingProxyType({Verdict.FABRICATED: CitationAction.BLOCK}))
        screen = played(gate(policy=policy).stream(seen()), GOOD + "\n\nFree for life [S9].\n\nAsk us.")
        assert NOTICE in screen.body
        assert screen.end is not None
        assert screen.end.reason == "policy"

    def test_so_does_an_answer_of_which_nothing_is_left(self) -> None:
        answer = "---\n\nFree for life [S9].\n\nAnd beyond [S8]."
        screen = played(gate().stream(seen()), answer)
        same(screen, gate().check(answer, seen()))
        assert screen.end is not None
        assert screen.end.reason == "nothing_left"

    def test_so_does_access_that_is_lost_while_the_answer_is_written(self) -> None:
        class Revoked:
            calls = 0

            async def decide(self, principal: object, objects: Sequence[object]) -> AccessAnswer:
                self.calls += 1
                return AccessAnswer(tuple(Decision.DENY if self.calls > 1 else Decision.ALLOW for _ in objects))

        engine = Revoked()
        sink = InMemorySink()
        stream = replace(gate(), access=engine, sink=sink).stream(seen())
        screen = played(stream, GOOD)
        assert engine.calls == 2, "once when the first block came, once at the end"
        assert NOTICE in screen.body
        assert {each.kind for each in sink.incidents} == {IncidentKind.UNAUTHORISED_CITATION}
        assert stream.incidents == tuple(sink.incidents)

    def test_what_is_written_after_it_is_still_judged_and_recorded_but_not_shown(self) -> None:
        sink = InMemorySink()
        answer = "From June 14 days [S4].\n\nItems may be returned [S1].\n\nFree for life [S9]."
        screen = played(replace(gate(), sink=sink).stream(seen()), answer)
        assert [record.verdict.value for record in sink.records] == ["unauthorised", "ok", "fabricated"]
        assert screen.html == {}

    def test_an_answer_that_is_too_long_is_withdrawn_with_the_error(self) -> None:
        screen = played(gate().stream(seen()), [GOOD + "\n\nMore ", "x" * LONGEST_ANSWER, "y"])
        assert NOTICE in screen.body
        assert screen.end is not None
        assert isinstance(screen.end.error, LimitExceeded)
        assert screen.end.action is AnswerAction.BLOCK


class TestWhole:
    @pytest.mark.parametrize("mode", list(Mode))
    def test_a_surface_that_cannot_take_words_back_is_shown_nothing_before_the_end(self, mode: Mode) -> None:
        policy = replace(STRICT, surfaces=MappingProxyType({"mail": Surface(retractable=False)}))
        stream = gate(policy=policy).stream(seen(), surface="mail", mode=mode)
        assert [event for piece in GOOD for event in stream.feed(piece)] == []
        screen = Screen()
        for event in stream.finish():
            screen.apply(event)
        same(screen, gate(policy=policy).check(GOOD, seen(), surface="mail"), Mode.HOLD)

    def test_nor_is_an_intent_on_which_somebody_acts(self) -> None:
        policy = replace(STRICT, whole_intents=frozenset({"filing"}))
        stream = gate(policy=policy).stream(seen(intent="filing"))
        assert [event for piece in GOOD for event in stream.feed(piece)] == []
        assert [type(e).__name__ for e in stream.finish()][-1] == "AnswerEnded"

    def test_a_caller_can_ask_for_it_and_not_talk_it_away(self) -> None:
        whole = replace(STRICT, whole_intents=frozenset({"filing"}))
        asked = gate().stream(seen(intent="filing"), at_least=whole)
        assert asked.feed(GOOD) == []
        kept = gate(policy=whole).stream(seen(intent="filing"), at_least=STRICT)
        assert kept.feed(GOOD) == []

    def test_a_blocked_one_is_never_shown_at_all(self) -> None:
        policy = replace(STRICT, whole_intents=frozenset({"filing"}))
        screen = played(gate(policy=policy).stream(seen(intent="filing")), TestWithdrawal.UNSEEN)
        assert kinds(screen) == ["Withdrawn", "AnswerEnded"]


class TestRecords:
    def test_every_proposal_once_and_all_of_them_together_when_the_answer_ends(self) -> None:
        sink = InMemorySink()
        stream = replace(gate(), sink=sink).stream(seen(), model="a-model")
        fed = [event for piece in GOOD for event in stream.feed(piece)]
        assert any(isinstance(event, BlockReleased) for event in fed)
        assert not sink.answers
        stream.finish()
        batch = InMemorySink()
        replace(gate(), sink=batch).check(GOOD, seen(), model="a-model")

        def core(records: Sequence[object]) -> list[object]:
            return [(r.handle, r.verdict, r.action, r.claim_start, r.claim_end, r.span) for r in records]  # type: ignore[attr-defined]

        assert core(sink.records) == core(batch.records)
        assert {record.answer_id for record in sink.records} == {stream.id}
        assert sink.incidents == batch.incidents
        (streamed,), (whole,) = sink.answers, batch.answers
        for field in ("action", "policy", "drop_failed", "model", "provider"):
            assert getattr(streamed, field) == getattr(whole, field)
        assert streamed.parsed == whole.parsed

    def test_what_cannot_be_recorded_is_taken_back(self) -> None:
        screen = played(replace(gate(), sink=Broken()).stream(seen()), GOOD)
        assert any(isinstance(event, Withdrawn) for event in screen.events)
        assert NOTICE in screen.body
        assert screen.end is not None
        assert isinstance(screen.end.error, CheckFailed)

    def test_where_words_cannot_be_taken_back_what_cannot_be_recorded_is_never_shown(self) -> None:
        policy = replace(STRICT, surfaces=MappingProxyType({"mail": Surface(retractable=False)}))
        screen = played(replace(gate(policy=policy), sink=Broken()).stream(seen(), surface="mail"), GOOD)
        assert not any(isinstance(event, BlockReleased) for event in screen.events)
        assert NOTICE in screen.body

    def test_documents_are_asked_for_once_a_block_and_only_for_what_it_cites(self) -> None:
        asked: list[list[str]] = []
        store = gate().documents

        class Watched:
            async def current(self, tenant: str, evidence: Sequence[object]) -> object:
                asked.append([item.handle for item in evidence])  # type: ignore[attr-defined]
                return await store.current(tenant, evidence)  # type: ignore[arg-type]

        played(replace(gate(), documents=Watched()).stream(seen()), GOOD)
        assert asked == [["S1"], ["S2"]]

    def test_of_a_reader_who_leaves_what_was_judged_is_kept(self) -> None:
        sink = InMemorySink()
        stream = replace(gate(), sink=sink).stream(seen())
        stream.feed(f"{GOOD} And ")
        stream.abandon()
        stream.abandon()
        (kept,) = sink.answers
        assert (kept.id, [record.handle for record in kept.records]) == (stream.id, ["S1", "S2"])
        assert GOOD.startswith(kept.parsed.answer)
        assert "Ask us" not in kept.parsed.answer, "nobody judged the open block"
        assert [each.handle for each in sink.incidents] == ["S4"]
        with pytest.raises(UsageError):
            stream.feed("more")

    def test_of_a_reader_who_leaves_before_the_first_block_only_incidents_are_kept(self) -> None:
        sink = InMemorySink()
        opened = gate().open(ANA, CHUNKS)
        stream = replace(gate(), sink=sink).stream(opened)
        stream.feed("Items may")
        stream.abandon()
        assert sink.answers == []
        assert [each.handle for each in sink.incidents] == ["S4"]
        broken = replace(gate(), sink=Broken()).stream(opened)
        with pytest.raises(CheckFailed, match="could not be written"):
            broken.abandon()

    def test_an_answer_that_breaks_off_is_kept_as_blocked(self) -> None:
        sink = InMemorySink()
        played(replace(gate(), sink=sink).stream(seen()), [GOOD + "\n\nMore ", "x" * LONGEST_ANSWER, "y"])
        (kept,) = sink.answers
        assert kept.action is AnswerAction.BLOCK
        assert [record.handle for record in kept.records] == ["S1", "S2"]

    def test_the_meter_counts_a_stream_like_a_whole_answer(self) -> None:
        class Meter:
            def __init__(self) -> None:
                self.found: list[object] = []

            def count(self, name: str, value: int, labels: dict[str, str]) -> None:
                self.found.append((name, value, tuple(labels.items())))

        one, two = Meter(), Meter()
        played(replace(gate(), meter=one).stream(seen()), GOOD)
        replace(gate(), meter=two).check(GOOD, seen())
        assert one.found == two.found


class TestMemory:
    def test_it_is_bounded_by_what_is_open(self) -> None:
        stream = gate().astream(seen())

        async def run() -> int:
            most = 0
            for number in range(400):
                async for _ in stream.feed(f"Items may be returned within {number} days [S1].\n\n"):
                    pass
                parser = stream._units
                kept = len(parser._out.events) + len(parser._out.claims) + sum(map(len, parser._open))
                most = max(most, kept + len(parser.unreleased) + len(stream._kept) + len(stream._waiting))
            return most

        assert asyncio.run(run()) < 200

    def test_unless_the_whole_answer_is_asked_for(self) -> None:
        screen = played(gate().stream(seen(), keep=True), GOOD)
        assert screen.end is not None
        assert screen.end.checked is not None
        assert screen.end.checked.answer == GOOD
        assert normal(screen.end.checked.html) == normal(gate().check(GOOD, seen()).html)


class TestUse:
    def test_a_finished_stream_takes_nothing_more(self) -> None:
        stream = gate().stream(seen())
        stream.finish()
        with pytest.raises(UsageError):
            stream.feed("more")
        with pytest.raises(UsageError):
            stream.finish()

    def test_events_that_nobody_waits_for_end_in_a_withdrawal_and_not_in_a_missing_block(self) -> None:
        async def run() -> Screen:
            screen = Screen()
            stream = gate().astream(seen())
            async for _ in stream.feed(GOOD):
                break
            async for event in stream.finish():
                screen.apply(event)
            return screen

        screen = asyncio.run(run())
        assert screen.withdrawn is not None
        assert screen.end is not None
        assert isinstance(screen.end.error, CheckFailed)

    def test_an_empty_answer_ends_with_what_stands_below_it(self) -> None:
        screen = played(gate().stream(seen()), [])
        same(screen, gate().check("", seen()))

    def test_numbers_of_sources_run_on_and_the_list_comes_last(self) -> None:
        answer = "Labels are free [S2].\n\nItems may be returned [S1].\n\nLabels again [S2]."
        screen = played(gate().stream(seen()), answer)
        assert [source.handle for source in screen.end.sources] == ["S2", "S1"]  # type: ignore[union-attr]
        assert "\u27e61\u27e7" in screen.text[2]

    def test_a_surface_without_citations_gets_none(self) -> None:
        policy = replace(STRICT, surfaces=MappingProxyType({"voice": Surface(citations=False)}))
        screen = played(gate(policy=policy).stream(seen(), surface="voice"), GOOD)
        assert "cw-cite" not in screen.body
        same(screen, gate(policy=policy).check(GOOD, seen(), surface="voice"))

    def test_quotations_are_repaired_as_in_the_whole_answer(self) -> None:
        answer = 'It says "Items  may be  returned within 30 days of delivery" [S1].\n\nAsk us.'
        same(played(gate().stream(seen()), answer), gate().check(answer, seen()))


def test_the_policy_of_a_stream_can_only_be_tightened() -> None:
    loose: Policy = replace(STRICT, name="loose", drop_failed=False)
    screen = played(gate().stream(seen(), at_least=loose), "Free for life [S9].\n\nItems may be returned [S1].")
    assert "Free for life" not in screen.body
