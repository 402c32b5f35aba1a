"""The journey as an application runs it: open, generate, check, regenerate, record."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from citeward import AnswerAction, Gate, Verdict
from citeward.errors import CheckFailed, LimitExceeded, UsageError
from citeward.model import CitationRecord, Incident, IncidentKind
from citeward.policy import STRICT
from citeward.verify import AccessAnswer, Decision, InMemorySink
from tests.world import ANA, CHUNKS, DRAFT, RETURNS, SHIPPING, check, gate, seen

ANSWER = "Items may be returned within 30 days [S1]. See https://evil.example/?q=secret. Free for life [S9]."


class TestOpen:
    def test_what_this_reader_may_not_see_never_enters_the_ledger(self) -> None:
        turn = gate().open(ANA, CHUNKS)
        assert turn.ledger.handles == {"S1", "S2", "S3"}
        assert DRAFT.text not in turn.prompt
        assert [incident.cache_key for incident in turn.incidents] == ["cache:9f2c"]

    def test_an_access_engine_that_is_down_builds_no_prompt_and_accuses_nobody(self) -> None:
        class Down:
            async def decide(self, principal: object, objects: object) -> object:
                raise ConnectionError("down")

        with pytest.raises(CheckFailed, match="access: the engine did not answer") as failed:
            replace(gate(), access=Down()).open(ANA, CHUNKS)
        assert isinstance(failed.value.__cause__, ConnectionError)

    def test_what_an_engine_of_the_users_raised_is_logged_and_nothing_is_granted(
        self, caplog: pytest.LogCaptureFixture
    ) -> None:
        class Down:
            async def decide(self, principal: object, objects: object) -> object:
                raise ConnectionError("down")

            async def current(self, tenant: str, evidence: object) -> object:
                raise ConnectionError("lost")

        for broken in (replace(gate(), access=Down()), replace(gate(), documents=Down())):
            assert broken.check("Items may be returned [S1].", seen()).action is AnswerAction.BLOCK
        assert [record.exc_info[1].args for record in caplog.records if record.exc_info] == [("down",), ("lost",)]

    def test_a_chunk_nobody_could_decide_on_stays_out_and_says_so(self) -> None:
        class Unsure:
            async def decide(self, principal: object, objects: Sequence[object]) -> AccessAnswer:
                return AccessAnswer(tuple(Decision.ERROR for _ in objects))

        turn = replace(gate(), access=Unsure()).open(ANA, CHUNKS)
        assert len(turn.ledger) == 0
        assert {incident.kind.value for incident in turn.incidents} == {"access_undecided"}

    def test_groups_resolved_too_long_ago_open_nothing(self) -> None:
        with pytest.raises(CheckFailed, match="principal_outdated"):
            gate().open(replace(ANA, as_of=datetime(2020, 1, 1, tzinfo=UTC)), CHUNKS)

    def test_a_turn_remembers_when_its_groups_were_resolved(self) -> None:
        turn = gate().open(ANA, CHUNKS)
        late = replace(gate(), clock=lambda: datetime.now(UTC) + timedelta(minutes=6))
        assert late.check("Items may be returned [S1].", turn).action is AnswerAction.BLOCK
        again = replace(ANA, as_of=datetime.now(UTC) + timedelta(minutes=6))
        assert late.check("Items may be returned [S1].", turn, principal=again).action is AnswerAction.DELIVER

    def test_a_turn_is_checked_for_nobody_else(self) -> None:
        turn = gate().open(ANA, CHUNKS)
        with pytest.raises(UsageError, match="open a turn for each reader"):
            gate().check("Returned [S1].", turn, principal=replace(ANA, id="bob"))

    def test_what_retrieval_did_wrong_is_kept_whatever_the_model_does(self) -> None:
        def broken(prompt: str) -> str:
            raise TimeoutError

        sink = InMemorySink()
        with pytest.raises(TimeoutError):
            replace(gate(), sink=sink).run(broken, ANA, CHUNKS)
        assert [incident.cache_key for incident in sink.incidents] == ["cache:9f2c"]
        with pytest.raises(LimitExceeded):
            replace(gate(), sink=sink).run(lambda _: "[S1-S60]" * 20_000, ANA, CHUNKS)
        assert len(sink.incidents) == 2


class TestIncidents:
    @pytest.mark.parametrize("answer", ["The window will be 14 days [S4].", f"It is [here]({DRAFT.url})."])
    def test_citing_what_this_reader_may_not_see_is_another_incident_than_having_been_shown_it(
        self, answer: str
    ) -> None:
        assert [i.kind for i in check(answer).incidents] == [IncidentKind.UNAUTHORISED_CITATION]
        assert [i.kind for i in check("Items may be returned [S1].").incidents] == [IncidentKind.UNAUTHORISED_CHUNK]

    def test_citing_what_nobody_could_decide_on_is_one_too(self) -> None:
        class Unsure:
            async def decide(self, principal: object, objects: Sequence[object]) -> AccessAnswer:
                return AccessAnswer(tuple(Decision.ERROR for _ in objects))

        checked = replace(gate(), access=Unsure()).check("Items may be returned [S1].", seen())
        kinds = {incident.handle: incident.kind for incident in checked.incidents}
        assert kinds["S1"] is IncidentKind.UNAUTHORISED_CITATION
        assert {kinds[handle] for handle in ("S2", "S3", "S4")} == {IncidentKind.UNAUTHORISED_CHUNK}


class TestRun:
    def test_a_blocked_answer_is_asked_for_again_without_what_was_not_permitted(self) -> None:
        class Revoked:
            """Access to the draft is lost between the prompt and the answer."""

            def __init__(self) -> None:
                self.calls = 0

            async def decide(self, principal: object, objects: Sequence[object]) -> object:
                self.calls += 1
                late = self.calls > 1
                return AccessAnswer(
                    tuple(Decision.DENY if late and o.id == "draft" else Decision.ALLOW for o in objects)  # type: ignore[attr-defined]
                )

        prompts: list[str] = []

        async def model(prompt: str) -> str:
            prompts.append(prompt)
            return "The window will be 14 days [S4]." if "14 days" in prompt else "Items may be returned [S1]."

        checked = asyncio.run(replace(gate(), access=Revoked()).arun(model, ANA, CHUNKS))
        assert checked.action is AnswerAction.DELIVER
        assert checked.regenerations == 1
        assert ["14 days" in prompt for prompt in prompts] == [True, False]
        assert {incident.handle for incident in checked.incidents} >= {"S4"}

    def test_it_gives_up_politely_after_a_bounded_number_of_times(self) -> None:
        calls: list[str] = []

        def stubborn(prompt: str) -> str:
            calls.append(prompt)
            return "Free for life [S9]."

        checked = gate(policy=replace(STRICT, max_regenerations=2)).run(stubborn, ANA, CHUNKS)
        assert len(calls) == 3
        assert checked.action is AnswerAction.BLOCK
        assert checked.text == "\u27e6This answer cannot be shown.\u27e7\n"


class TestSyncAndAsync:
    def test_both_give_the_same_verdicts(self) -> None:
        awaited = asyncio.run(gate().acheck(ANSWER, seen()))
        assert [j.verdict for j in awaited.judgements] == [j.verdict for j in gate().check(ANSWER, seen()).judgements]

    def test_the_facade_inside_an_event_loop_says_what_to_do(self) -> None:
        async def inside() -> None:
            gate().check(ANSWER, seen())

        with pytest.raises(UsageError, match="await the async method"):
            asyncio.run(inside())

    def test_threads_do_not_share_a_loop(self) -> None:
        from concurrent.futures import ThreadPoolExecutor

        with ThreadPoolExecutor(4) as pool:
            found = list(pool.map(lambda _: gate().check(ANSWER, seen()).counts, range(16)))
        assert found == [found[0]] * 16


class TestRecords:
    def records(self) -> tuple[list[CitationRecord], list[Incident]]:
        sink = InMemorySink()
        replace(gate(), sink=sink).check(ANSWER, seen())
        return sink.records, sink.incidents

    def test_one_record_per_proposal_with_what_was_decided(self) -> None:
        records, incidents = self.records()
        assert [record.verdict for record in records] == [
            Verdict.OK,
            Verdict.MODEL_URL_STRIPPED,
            Verdict.FABRICATED,
        ]
        first = records[0]
        assert (first.tenant, first.principal, first.document, first.version, first.policy) == (
            "default",
            "ana",
            "returns",
            "42",
            "strict",
        )
        assert len({record.answer_id for record in records}) == 1
        assert first.latency_s > 0
        assert [incident.handle for incident in incidents] == ["S4"]

    def test_ids_are_ordered_by_time(self) -> None:
        from citeward.ids import uuid7

        assert uuid7(1) < uuid7(2)
        assert uuid7()[14] == "7"
        assert uuid7()[19] in "89ab"

    def test_no_text_no_title_and_no_url_is_kept(self) -> None:
        records, incidents = self.records()
        kept = repr(records) + repr(incidents)
        for text in (RETURNS.text, RETURNS.title, "evil.example", "secret", DRAFT.title, DRAFT.text, "policies.acme"):
            assert text not in kept

    def test_a_url_is_kept_as_its_class_and_a_keyed_hash(self) -> None:
        sink = InMemorySink()
        guard = replace(gate(), sink=sink, key=b"k" * 32)
        links = "https://evil.example/a", "https://evil.example/a", "https://policies.acme.example/returns"
        guard.check(" and ".join(links), seen())
        assert [record.host_class for record in sink.records] == ["other", "other", "ledger"]
        assert sink.records[0].target_hash == sink.records[1].target_hash != sink.records[2].target_hash
        other = InMemorySink()
        replace(guard, sink=other, key=b"x" * 32).check("https://evil.example/a", seen())
        assert other.records[0].target_hash != sink.records[0].target_hash

    def test_an_answer_that_cannot_be_recorded_is_not_shown(self) -> None:
        class Full:
            async def write(self, kept: object) -> None:
                raise OSError("disk full")

            async def report(self, incidents: object, at: object) -> None:
                raise AssertionError("an answer was there")

        with pytest.raises(CheckFailed, match="Do not show the answer"):
            replace(gate(), sink=Full()).check(ANSWER, seen())

    def test_rendered_citations_carry_the_id_of_their_record(self) -> None:
        checked = check(ANSWER)
        assert f'data-citation="{checked.records[0].id}"' in checked.html


def test_counts_go_to_the_meter() -> None:
    class Meter:
        def __init__(self) -> None:
            self.seen: dict[str, int] = {}

        def count(self, name: str, value: int, labels: dict[str, str]) -> None:
            key = f"{name}{json.dumps(labels)}"
            self.seen[key] = self.seen.get(key, 0) + value

    meter = Meter()
    replace(gate(), meter=meter).check(ANSWER, seen())
    assert meter.seen == {
        'citeward_answers{"action": "redact"}': 1,
        'citeward_citations{"verdict": "ok"}': 1,
        'citeward_citations{"verdict": "fabricated"}': 1,
        'citeward_citations{"verdict": "model_url_stripped"}': 1,
        'citeward_incidents{"kind": "unauthorised_chunk"}': 1,
    }


def test_a_meter_that_fails_costs_neither_the_answer_nor_its_records() -> None:
    class Broken:
        def count(self, name: str, value: int, labels: dict[str, str]) -> None:
            raise RuntimeError

    sink = InMemorySink()
    assert replace(gate(), meter=Broken(), sink=sink).check(ANSWER, seen()).action is AnswerAction.REDACT
    assert len(sink.records) == 3


class TestLimits:
    def test_ten_megabytes_are_refused_by_name(self) -> None:
        with pytest.raises(LimitExceeded, match="answer: longer than"):
            check("a" * 10_000_000)

    def test_ten_thousand_markers_are_judged(self) -> None:
        assert check("Returned " + "[S1]" * 10_000).counts == {"ok": 10_000}

    def test_ten_thousand_markers_for_nothing_carry_nothing(self) -> None:
        assert check("[S1]" * 10_000).counts == {"unsupported": 10_000}

    def test_a_million_proposals_are_refused_by_name(self) -> None:
        with pytest.raises(LimitExceeded, match="references"):
            check("[S1-S60]" * 20_000)

    def test_five_thousand_nested_quotes_stay_shallow(self) -> None:
        checked = check(">" * 5_000 + " deep [S1]")
        assert checked.html.count("<blockquote>") < 50
        assert "deep" in checked.html

    def test_lone_surrogates_and_nulls_are_no_reason_to_fail(self) -> None:
        assert check("Returned\ud800 [S1]\x00.").counts == {"ok": 1}


def test_the_in_memory_gate_takes_several_passages_of_one_document_and_any_tenant() -> None:
    passages = [replace(RETURNS, text="Items may be returned.", handle=None), replace(RETURNS, handle=None)]
    guard = Gate.in_memory(passages, tenant="acme")
    turn = guard.open(replace(ANA, tenant="acme"), passages)
    answer = " ".join(f"Returned [{item.handle}]." for item in turn.ledger)
    assert guard.check(answer, turn).counts == {"ok": 2}


def test_the_in_memory_gate_is_enough_to_try_out() -> None:
    guard = Gate.in_memory([RETURNS])
    turn = guard.open(ANA, [RETURNS])
    assert guard.check("Items may be returned within 30 days [S1].", turn).counts == {"ok": 1}


class TestNumbers:
    """Assistants that cite by number."""

    def test_a_number_is_the_piece_of_evidence_in_the_order_of_the_prompt(self) -> None:
        chunks = (RETURNS, SHIPPING)
        guard = Gate.in_memory(chunks, markers="numeric")
        turn = guard.open(ANA, chunks)
        checked = guard.check("Return labels are free within the EU [2]. Refunds take a year [9].", turn)
        assert [judgement.proposal.handle for judgement in checked.granted] == ["S2"]
        assert checked.counts == {"ok": 1, "fabricated": 1}
        assert "a year" not in checked.text

    def test_they_count_from_0_where_the_assistant_does(self) -> None:
        guard = Gate.in_memory([RETURNS], markers="numeric0")
        turn = guard.open(ANA, [RETURNS])
        checked = guard.check("Items may be returned within 30 days [0].", turn)
        assert checked.counts == {"ok": 1}

    def test_the_prompt_numbers_the_passages_and_breaks_up_numbers_in_them(self) -> None:
        chunks = (RETURNS, replace(SHIPPING, text="Labels are free [1]."))
        turn = Gate.in_memory(chunks, markers="numeric").open(ANA, chunks)
        assert f"=={turn.ledger.fence}== 2\nLabels are free (1].\n" in turn.prompt
        assert "[S1]" not in turn.prompt

    def test_a_stream_reads_them_as_the_whole_answer_does(self) -> None:
        chunks = (RETURNS, SHIPPING)
        guard = Gate.in_memory(chunks, markers="numeric")
        turn = guard.open(ANA, chunks)
        answer = "Items may be returned within 30 days [1].\n\nReturn labels are free within the EU [2][9]."
        stream = guard.stream(turn, keep=True)
        events = [event for letter in answer for event in stream.feed(letter)] + list(stream.finish())
        streamed = events[-1].checked  # type: ignore[union-attr]
        assert streamed is not None
        whole = guard.check(answer, turn)
        assert streamed.counts == whole.counts == {"ok": 2, "fabricated": 1}
        assert streamed.decisions == whole.decisions

    def test_another_word_for_them_is_refused(self) -> None:
        with pytest.raises(UsageError, match="numeric"):
            Gate.in_memory([RETURNS], markers="numbers")  # type: ignore[arg-type]
