"""Each stage, by what it must say and when."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from citeward import AnswerAction, Gate, Policy, Principal, Verdict
from citeward.model import Check, Evidence, Locator, ProposalKind, Stage, Tier
from citeward.policy import BALANCED, PERMISSIVE, STRICT
from citeward.verify import (
    AccessAnswer,
    AccessObject,
    Current,
    Decision,
    ExternalFinding,
    ExternalState,
    GroupAccess,
    InMemoryDocuments,
    InMemoryResolver,
    InMemorySupport,
    Requirements,
    SupportModel,
    SupportPair,
)
from tests.world import ANA, CHUNKS, RETURNS, SHIPPING, check, gate, now, seen, verdicts


def first(answer: str, **kwargs: object) -> tuple[Verdict, str, Stage]:
    judgement = check(answer, **kwargs).judgements[0]  # type: ignore[arg-type]
    return judgement.verdict, judgement.reason, judgement.stage


class TestChecks:
    def test_a_granted_citation_says_what_every_stage_did(self) -> None:
        checks = check("Items may be returned within 30 days [S1].").judgements[0].checks
        assert checks == {
            Stage.MEMBERSHIP: Check.PASSED,
            Stage.ACCESS: Check.PASSED,
            Stage.INTEGRITY: Check.PASSED,
            Stage.TRUST: Check.PASSED,
            Stage.QUOTATION: Check.SKIPPED,
            Stage.SUPPORT: Check.PASSED,
            Stage.EXTERNAL: Check.SKIPPED,
        }

    def test_a_proposal_stops_at_its_first_failure(self) -> None:
        checks = check("Free for life [S9].").judgements[0].checks
        assert checks[Stage.MEMBERSHIP] is Check.FAILED
        assert {checks[stage] for stage in list(Stage)[1:]} == {Check.NOT_RUN}


class TestMembership:
    def test_handles_are_compared_exactly(self) -> None:
        assert first("Returned [S01].")[0] is Verdict.FABRICATED
        assert first("Returned [S1-k7fd].")[0] is Verdict.FABRICATED

    def test_a_range_names_every_handle_in_it_and_the_missing_ones_are_fabricated(self) -> None:
        checked = check("Returned [S1-S3].", [RETURNS, replace(SHIPPING, handle="S3")])
        assert [(j.proposal.handle, j.verdict) for j in checked.judgements] == [
            ("S1", Verdict.OK),
            ("S2", Verdict.FABRICATED),
            ("S3", Verdict.OK),
        ]

    def test_the_bare_url_of_a_source_is_no_citation(self) -> None:
        verdict, reason, _ = first("See https://policies.acme.example/returns for more.")
        assert (verdict, reason) == (Verdict.MODEL_URL_STRIPPED, "url_of_a_source")

    @pytest.mark.parametrize(
        "link",
        ["([Returns, 2025]({}))", "([acme.example]({}))", "[[1]]({})", "[S1]({})", "[Returns policy]({})", "<{}>"],
    )
    def test_a_link_to_a_source_is_a_citation_of_it_and_leads_where_we_say(self, link: str) -> None:
        url = "https://policies.acme.example/returns"
        checked = check(f"Items may be returned within 30 days {link.format(url + '#model')}.")
        assert [judgement.verdict for judgement in checked.judgements] == [Verdict.OK]
        assert "#model" not in checked.html + checked.text + checked.markdown
        wrong = check(f"Items may be returned within a year {link.format(url)}.")
        assert wrong.judgements[0].checks[Stage.MEMBERSHIP] is Check.PASSED

    @pytest.mark.parametrize(
        "url", ["javascript:alert(1)", "https://a@evil.example/", "https://evil.example\\@x", "data:text/html,x"]
    )
    def test_a_url_with_a_trick_in_it_is_unsafe(self, url: str) -> None:
        assert first(f"[x]({url})")[0] is Verdict.UNSAFE_URL

    def test_a_host_that_imitates_one_of_ours_is_named_for_what_it_is(self) -> None:
        policy = replace(STRICT, requirements=Requirements(brands=("securityportal.com",)))
        checked = check("Sign in [here](https://securltyportal.com/login). Items may be returned [S1].", policy=policy)
        assert checked.judgements[0].verdict is Verdict.LOOKALIKE_HOST
        assert {incident.kind.value for incident in checked.incidents} == {"lookalike_host", "unauthorised_chunk"}
        assert "securltyportal" not in checked.html
        assert "Items may be returned" in checked.html

    def test_citing_a_hidden_source_by_its_address_is_citing_it(self) -> None:
        checked = check("[The window will be 14 days](https://policies.acme.example/draft).")
        assert verdicts(checked)[0][1] is Verdict.UNAUTHORISED
        assert checked.action is AnswerAction.BLOCK

    def test_an_address_is_shown_only_where_its_source_is_cited(self) -> None:
        url = "https://policies.acme.example/returns"
        assert url not in check(f"See {url} for more.").html
        assert f"See {url}" in check(f"Items may be returned [S1]. See {url} for more.").html
        poisoned = now(RETURNS, status="poisoned")
        assert url not in check(f"See {url} or [S1]. Labels [S2].", returns=poisoned).html

    def test_a_doi_of_several_versions_is_not_known_to_be_any_of_them(self) -> None:
        papers = [replace(RETURNS, id="doi:10.1000/xyz", version=v, handle=f"S{v}") for v in ("1", "2")]
        assert first("As shown (10.1000/xyz).", chunks=papers)[:2] == (Verdict.UNCONFIRMED, "ambiguous_source")
        hidden = [papers[0], replace(papers[1], acl=frozenset({"legal"}))]
        assert first("As shown (10.1000/xyz).", chunks=hidden)[0] is Verdict.UNAUTHORISED

    def test_a_doi_in_a_query_is_not_the_doi_of_a_source(self) -> None:
        decoy = replace(RETURNS, url="https://evil.example/?doi.org/10.1000/xyz")
        assert first("As shown (10.1000/xyz).", chunks=[decoy])[0] is Verdict.UNCONFIRMED

    def test_a_doi_of_a_source_is_a_citation_of_it(self) -> None:
        paper = replace(RETURNS, id="doi:10.1000/xyz", url="https://doi.org/10.1000/xyz")
        checked = check("As shown (10.1000/XYZ).", [paper])
        assert verdicts(checked) == [("10.1000/XYZ", Verdict.OK)]
        assert checked.html.count("data-sid=") == 1


class TestAccess:
    def test_a_chunk_without_an_acl_is_denied(self) -> None:
        assert first("Returned [S1].", chunks=[replace(RETURNS, acl=None)])[0] is Verdict.UNAUTHORISED

    def test_an_acl_of_nobody_is_denied(self) -> None:
        assert first("Returned [S1].", chunks=[replace(RETURNS, acl=frozenset())])[0] is Verdict.UNAUTHORISED

    def test_another_tenants_evidence_is_denied_whatever_the_groups(self) -> None:
        turn = seen([RETURNS])
        evidence = (replace(turn.ledger.evidence[0], tenant="other"),)
        foreign = replace(turn, ledger=replace(turn.ledger, evidence=evidence))
        checked = gate([RETURNS]).check("Returned [S1].", foreign)
        assert checked.judgements[0].verdict is Verdict.UNAUTHORISED

    def test_the_groups_of_now_count_and_not_the_snapshot(self) -> None:
        access = GroupAccess({"returns": frozenset({"legal"})})
        checked = Gate(access, InMemoryDocuments.of(CHUNKS)).check("Returned [S1].", seen())
        assert checked.judgements[0].verdict is Verdict.UNAUTHORISED

    def test_a_permitted_passage_does_not_permit_a_link_into_a_wider_document(self) -> None:
        checked = check("Returned [S1].", [replace(RETURNS, link_acl=frozenset({"legal"}))])
        assert checked.judgements[0].verdict is Verdict.OK
        assert "policies.acme.example" not in checked.html + checked.markdown + checked.text
        assert "Returns policy" in checked.html

    def test_groups_resolved_too_long_ago_decide_nothing(self) -> None:
        old = replace(ANA, as_of=datetime.now(UTC) - timedelta(minutes=6))
        checked = gate().check("Returned [S1].", seen(principal=old))
        judgement = checked.judgements[0]
        assert (judgement.verdict, judgement.reason) == (Verdict.UNCONFIRMED, "principal_outdated")
        assert checked.action is AnswerAction.BLOCK

    def test_groups_from_the_future_decide_nothing(self) -> None:
        early = replace(ANA, as_of=datetime.now(UTC) + timedelta(minutes=6))
        assert gate().check("Returned [S1].", seen(principal=early)).action is AnswerAction.BLOCK

    @pytest.mark.parametrize("decisions", [(), (Decision.ERROR, Decision.ERROR), (Decision.ALLOW,) * 9])
    def test_an_engine_that_errs_or_answers_something_else_blocks(self, decisions: tuple[Decision, ...]) -> None:
        class Odd:
            async def decide(self, principal: Principal, objects: Sequence[AccessObject]) -> AccessAnswer:
                return AccessAnswer(decisions)

        checked = Gate(Odd(), InMemoryDocuments.of(CHUNKS)).check("Returned [S1].", seen([RETURNS]))
        assert checked.judgements[0].verdict is Verdict.UNCONFIRMED
        assert checked.action is AnswerAction.BLOCK

    def test_an_engine_may_answer_in_words_and_is_read_the_same_everywhere(self) -> None:
        class Words:
            async def decide(self, principal: Principal, objects: Sequence[AccessObject]) -> AccessAnswer:
                return AccessAnswer(tuple("allow" for _ in objects))  # type: ignore[misc]

        guard = replace(gate(), access=Words())
        checked = guard.check("Returned [S1].", seen([RETURNS]))
        assert (checked.counts, checked.incidents) == ({"ok": 1}, ())
        assert len(guard.open(ANA, [RETURNS]).ledger) == 1

    def test_an_unreadable_chunk_nobody_cited_is_an_incident_all_the_same(self) -> None:
        checked = check("Items may be returned [S1].")
        assert checked.action is AnswerAction.DELIVER
        assert [(i.kind.value, i.cache_key) for i in checked.incidents] == [("unauthorised_chunk", "cache:9f2c")]


class TestIntegrity:
    @pytest.mark.parametrize(
        "text",
        [
            RETURNS.text.replace(" ", "\n"),
            RETURNS.text.replace("Returns", "**Returns**"),
            "  " + RETURNS.text + "\n",
        ],
        ids=["re-wrapped", "bold", "padded"],
    )
    def test_white_space_and_formatting_are_no_change(self, text: str) -> None:
        assert first("Returned [S1].", returns=now(RETURNS, text=text))[0] is Verdict.OK

    @pytest.mark.parametrize("text", [RETURNS.text.replace("cannot", "can"), RETURNS.text.replace("30", "3.0"), ""])
    def test_words_and_digits_are(self, text: str) -> None:
        assert first("Returned [S1].", returns=now(RETURNS, text=text))[0] is Verdict.CHANGED_SINCE_RETRIEVAL

    def test_a_store_that_keeps_hashes_is_compared_by_hash(self) -> None:
        right = seen().ledger.evidence[0].sha256
        assert first("Returned [S1].", returns=Current(sha256=right.upper()))[0] is Verdict.OK
        assert first("Returned [S1].", returns=Current(sha256="0" * 64))[0] is Verdict.CHANGED_SINCE_RETRIEVAL

    def test_a_hash_that_contradicts_its_text_confirms_nothing(self) -> None:
        contradiction = now(RETURNS, sha256="0" * 64)
        assert first("Returned [S1].", returns=contradiction)[:2] == (Verdict.UNCONFIRMED, "hash_contradicts_text")

    def test_the_same_version_is_the_same_text_and_another_one_is_not_known_to_be(self) -> None:
        assert first("Returned [S1].", returns=Current(version="42"))[0] is Verdict.OK
        assert first("Returned [S1].", returns=Current(version="43"))[0] is Verdict.CHANGED_SINCE_RETRIEVAL

    def test_a_store_that_says_nothing_confirms_nothing(self) -> None:
        assert first("Returned [S1].", returns=Current())[:2] == (Verdict.UNCONFIRMED, "no_hash")

    def test_an_unknown_status_is_not_active(self) -> None:
        assert first("Returned [S1].", returns=now(RETURNS, status="archived"))[0] is Verdict.UNCONFIRMED

    def test_a_document_the_store_does_not_have_is_gone(self) -> None:
        checked = Gate(GroupAccess(), InMemoryDocuments.of([SHIPPING])).check("Returned [S1].", seen())
        assert (checked.judgements[0].verdict, checked.judgements[0].reason) == (Verdict.RETRACTED, "missing")
        assert "retracted_citation" in {incident.kind.value for incident in checked.incidents}

    def test_a_store_that_raises_is_late_or_miscounts_confirms_nothing(self) -> None:
        class Broken:
            async def current(self, tenant: str, evidence: Sequence[Evidence]) -> Sequence[Current | None]:
                raise ConnectionError("down")

        class Short:
            async def current(self, tenant: str, evidence: Sequence[Evidence]) -> Sequence[Current | None]:
                return []

        class Late:
            async def current(self, tenant: str, evidence: Sequence[Evidence]) -> Sequence[Current | None]:
                await asyncio.sleep(60)
                return [now(RETURNS)]

        class Rude:
            def current(self, tenant: str, evidence: Sequence[Evidence]) -> Sequence[Current | None]:
                raise ConnectionError("before anything could be awaited")

        class Junk:
            async def current(self, tenant: str, evidence: Sequence[Evidence]) -> Sequence[object]:
                return ["active"]

        for store in (Broken(), Short(), Late(), Rude(), Junk()):
            checked = Gate(GroupAccess(), store, deadline_s=0.05).check("Returned [S1].", seen([RETURNS]))
            assert checked.judgements[0].verdict is Verdict.UNCONFIRMED
            assert "Returned" not in checked.html


class TestTrust:
    def test_the_bar_of_an_intent_is_met_or_the_source_is_not_trusted(self) -> None:
        policy = replace(STRICT, intents={"legal": Requirements(min_tier=Tier.A)})
        guard = gate(policy=policy)
        legal = guard.check("Labels are free [S2].", seen(intent="legal"))
        assert legal.judgements[0].verdict is Verdict.UNTRUSTED_SOURCE
        assert guard.check("Labels are free [S2].", seen()).judgements[0].verdict is Verdict.OK

    def test_an_intent_never_lowers_the_bar(self) -> None:
        policy = replace(STRICT, intents={"chat": Requirements(min_tier=Tier.D)})
        checked = gate(policy=policy).check("Two weeks [S3].", seen(intent="chat"))
        assert checked.judgements[0].verdict is Verdict.UNTRUSTED_SOURCE

    def test_a_source_that_was_degraded_since_counts_as_what_it_is_now(self) -> None:
        assert first("Returned [S1].", returns=now(RETURNS, tier=Tier.D))[0] is Verdict.UNTRUSTED_SOURCE

    def test_hosts_outside_the_allowlist_are_not_trusted(self) -> None:
        policy = replace(STRICT, requirements=Requirements(allowed_hosts=("*.acme.example",)))
        assert first("Returned [S1].", policy=policy)[0] is Verdict.OK
        elsewhere = replace(RETURNS, url="https://acme.example.evil.test/returns")
        assert first("Returned [S1].", chunks=[elsewhere], policy=policy)[0] is Verdict.UNTRUSTED_SOURCE

    def test_a_denied_host_is_denied_also_where_it_is_allowed(self) -> None:
        needed = Requirements(allowed_hosts=("*.acme.example",), denied_hosts=("policies.acme.example",))
        assert first("Returned [S1].", policy=replace(STRICT, requirements=needed))[0] is Verdict.UNTRUSTED_SOURCE

    @pytest.mark.parametrize("url", ["javascript:alert(1)", "https://a.example@evil.test/", "data:text/html,x"])
    def test_a_ledger_url_with_a_trick_in_it_is_unsafe(self, url: str) -> None:
        assert first("Returned [S1].", chunks=[replace(RETURNS, url=url)])[0] is Verdict.UNSAFE_URL

    @pytest.mark.parametrize("url", [None, "s3://bucket/key", "file:///srv/returns.pdf", "doc-17"])
    def test_a_connectors_own_address_is_no_link_and_no_fault(self, url: str | None) -> None:
        checked = check("Returned [S1].", [replace(RETURNS, url=url)])
        assert checked.judgements[0].verdict is Verdict.OK
        assert '<a class="cw-link"' not in checked.html


class TestQuotation:
    def test_an_exact_quotation_binds_the_citation_to_its_span(self) -> None:
        checked = check('It says "Opened software cannot be returned" [S1].')
        judgement = checked.judgements[0]
        assert judgement.checks[Stage.QUOTATION] is Check.PASSED
        assert judgement.span is not None
        assert RETURNS.text[judgement.span.start : judgement.span.end] == "Opened software cannot be returned"

    def test_spans_count_from_the_document_where_the_chunks_place_is_known(self) -> None:
        placed = replace(RETURNS, locator=Locator(1000, 1000 + len(RETURNS.text)))
        span = check('It says "Opened software cannot be returned" [S1].', [placed]).judgements[0].span
        assert span is not None
        assert span.in_document
        assert span.start == 1000 + RETURNS.text.index("Opened")

    def test_a_repaired_quotation_is_shown_in_the_sources_words(self) -> None:
        checked = check('It says "items may be   returned within 30 days of delivery" [S1].')
        assert checked.judgements[0].verdict is Verdict.OK
        assert "Items may be returned within 30 days of delivery" in checked.html

    @pytest.mark.parametrize("quote", ["Items may be returned within 3 days", "Opened software can be returned"])
    def test_a_changed_number_or_a_lost_not_is_no_quotation(self, quote: str) -> None:
        assert first(f'It says "{quote}" [S1].')[0] is Verdict.QUOTE_UNVERIFIED

    def test_scare_quotes_are_no_quotation(self) -> None:
        checks = check('The so-called "grace" period is 30 days [S1].').judgements[0].checks
        assert checks[Stage.QUOTATION] is Check.SKIPPED

    def test_without_a_quotation_the_span_is_the_sentence_that_says_it(self) -> None:
        span = check("You cannot bring back opened software [S1].").judgements[0].span
        assert span is not None
        assert RETURNS.text[span.start : span.end] == "Opened software cannot be returned."

    def test_one_quotation_offered_for_two_sources_must_stand_in_one_of_them(self) -> None:
        checked = check('It says "Return labels are free within the EU" [S1][S2].')
        assert [j.verdict for j in checked.judgements] == [Verdict.OK, Verdict.OK]
        assert [j.checks[Stage.QUOTATION] for j in checked.judgements] == [Check.SKIPPED, Check.PASSED]
        none = check('It says "Return labels cost five euros each" [S1][S2].')
        assert [j.verdict for j in none.judgements] == [Verdict.QUOTE_UNVERIFIED] * 2

    @pytest.mark.parametrize("state", [{"status": "poisoned"}, {"text": "Other words."}, {"tier": Tier.D}])
    def test_a_source_that_is_no_good_vouches_for_no_quotation(self, state: dict[str, object]) -> None:
        checked = check('It says "Return labels are free within the EU" [S1][S2].', shipping=now(SHIPPING, **state))
        assert checked.judgements[0].verdict is Verdict.QUOTE_UNVERIFIED

    def test_words_quoted_for_a_doi_must_stand_in_it(self) -> None:
        paper = replace(RETURNS, id="doi:10.1000/xyz")
        quoted = 'The paper says "opened software can always be returned for free" (10.1000/xyz).'
        assert first(quoted, chunks=[paper])[0] is Verdict.QUOTE_UNVERIFIED
        registry = InMemoryResolver({"10.1000/xyz": ExternalFinding(ExternalState.MATCH)})
        elsewhere = replace(gate(), resolver=registry).check(quoted, seen([])).judgements[0]
        assert (elsewhere.verdict, elsewhere.reason) == (Verdict.UNCONFIRMED, "quoted_text_not_at_hand")

    def test_a_source_the_reader_may_not_see_vouches_for_no_quotation(self) -> None:
        checked = check('It says "the window will be 14 days" [S1][S4].')
        assert checked.judgements[0].verdict is Verdict.QUOTE_UNVERIFIED


def supported(answer: str, model: SupportModel, policy: Policy = STRICT) -> list[tuple[Verdict, str]]:
    guard = replace(gate(policy=policy), support=model)
    return [(j.verdict, j.reason) for j in guard.check(answer, seen()).judgements]


class TestSupport:
    @pytest.mark.parametrize("policy", [STRICT, BALANCED])
    def test_where_it_is_required_and_no_model_is_there_nothing_is_granted(self, policy: Policy) -> None:
        judgement = replace(gate(policy=policy), support=None).check("Returned [S1].", seen()).judgements[0]
        assert (judgement.verdict, judgement.reason) == (Verdict.UNCONFIRMED, "no_support_model")

    def test_where_it_may_be_skipped_the_reader_is_told(self) -> None:
        checked = replace(gate(policy=PERMISSIVE), support=None).check("Returned within 30 days [S1].", seen())
        assert checked.judgements[0].checks[Stage.SUPPORT] is Check.SKIPPED
        for shown in (checked.html, checked.markdown, checked.text):
            assert "listed, support not checked" in shown

    def test_one_batch_for_an_answer_and_only_for_survivors(self) -> None:
        model = InMemorySupport(default=0.9)
        supported("Returned [S1]. Free labels [S2]. For life [S9].", model)
        assert [len(batch) for batch in model.batches] == [2]

    def test_the_same_claim_and_passage_is_scored_once(self) -> None:
        model = InMemorySupport(default=0.9)
        assert supported("Returned [S1][S1].", model) == [(Verdict.OK, "granted")] * 2
        assert len(model.batches[0]) == 1

    @pytest.mark.parametrize(
        ("score", "verdict", "reason"),
        [
            (0.96, Verdict.OK, "granted"),
            (0.92, Verdict.UNSUPPORTED, "uncertain"),
            (0.5, Verdict.UNSUPPORTED, "uncertain"),
            (0.1, Verdict.UNSUPPORTED, "unsupported"),
            (float("nan"), Verdict.UNCONFIRMED, "no_score"),
            (1.7, Verdict.UNCONFIRMED, "no_score"),
        ],
    )
    def test_between_the_thresholds_nobody_knows(self, score: float, verdict: Verdict, reason: str) -> None:
        policy = replace(STRICT, requirements=Requirements(supported_from=0.95, unsupported_below=0.3))
        assert supported("Returned [S1].", InMemorySupport(default=score), policy) == [(verdict, reason)]

    def test_a_model_that_is_down_or_miscounts_confirms_nothing(self) -> None:
        class Short:
            async def judge(self, pairs: Sequence[SupportPair]) -> Sequence[float]:
                return []

        for model in (InMemorySupport(), Short()):
            assert supported("Returned [S1].", model) == [(Verdict.UNCONFIRMED, "no_score")]

    def test_each_pair_gets_its_own_score(self) -> None:
        model = InMemorySupport({(RETURNS.text, "Returned."): 0.9, (SHIPPING.text, "Labels are free."): 0.1})
        verdicts = [verdict for verdict, _ in supported("Returned [S1]. Labels are free [S2].", model)]
        assert verdicts == [Verdict.OK, Verdict.UNSUPPORTED]

    def test_a_supported_citation_is_labelled_so(self) -> None:
        guard = replace(gate(), support=InMemorySupport(default=0.9))
        assert "support checked" in guard.check("Returned [S1].", seen()).html


class TestExternal:
    @pytest.mark.parametrize(
        ("state", "verdict"),
        [
            (ExternalState.MATCH, Verdict.OK),
            (ExternalState.MISMATCH, Verdict.REFERENCE_MISMATCH),
            (ExternalState.NOT_FOUND, Verdict.UNRESOLVABLE),
            (ExternalState.RETRACTED, Verdict.RETRACTED),
            (ExternalState.UNKNOWN, Verdict.UNCONFIRMED),
        ],
    )
    def test_a_registry_decides(self, state: ExternalState, verdict: Verdict) -> None:
        registry = InMemoryResolver({"10.1000/xyz": ExternalFinding(state)})
        checked = replace(gate(), resolver=registry).check("As shown in 10.1000/xyz.", seen([]))
        assert [j.verdict for j in checked.judgements] == [verdict]
        assert registry.asked == [("10.1000/xyz",)]

    def test_a_registry_alone_does_not_lift_a_reference_over_the_bar(self) -> None:
        registry = InMemoryResolver({"10.1000/xyz": ExternalFinding(ExternalState.MATCH)})
        guard = replace(gate(policy=replace(STRICT, requirements=Requirements(min_tier=Tier.A))), resolver=registry)
        assert guard.check("As shown in 10.1000/xyz.", seen([])).judgements[0].verdict is not Verdict.OK

    def test_a_registry_holds_no_passage_and_the_reader_is_told_that_support_was_not_checked(self) -> None:
        registry = InMemoryResolver({"10.1000/xyz": ExternalFinding(ExternalState.MATCH)})
        checked = replace(gate(), resolver=registry).check("As shown in 10.1000/xyz.", seen([]))
        assert checked.judgements[0].checks[Stage.SUPPORT] is Check.SKIPPED
        assert "listed, support not checked" in checked.html

    @pytest.mark.parametrize("policy", [STRICT, BALANCED])
    def test_with_no_registry_nothing_is_known_whatever_policy_says(self, policy: Policy) -> None:
        assert first("As shown in 10.1000/xyz.", policy=policy)[0] is Verdict.UNCONFIRMED

    def test_a_reference_nobody_looked_up_is_shown_as_such_or_not_at_all(self) -> None:
        answer = "As shown in 10.1000/xyz."
        assert "10.1000" not in check(answer).html
        balanced = check(answer, policy=BALANCED).html
        assert "10.1000/xyz" in balanced
        assert "not supported by a source" in balanced


def test_a_stage_that_breaks_has_confirmed_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    from citeward.verify import judge

    def broken(subject: object) -> object:
        raise ZeroDivisionError

    stages = tuple((stage, broken if stage is Stage.TRUST else check) for stage, check in judge.DETERMINISTIC)
    monkeypatch.setattr(judge, "DETERMINISTIC", stages)
    judgement = check("Returned [S1].").judgements[0]
    assert (judgement.verdict, judgement.reason) == (Verdict.UNCONFIRMED, "stage_error:ZeroDivisionError")


def test_the_kinds_of_links_a_model_writes_are_told_apart() -> None:
    answer = (
        "[a](https://e.test/1) ![b](https://e.test/2) <https://e.test/3> https://e.test/4 <img src=https://e.test/5>"
    )
    kinds = [j.proposal.kind for j in check(answer).judgements]
    assert kinds == [
        ProposalKind.LINK,
        ProposalKind.IMAGE,
        ProposalKind.AUTOLINK,
        ProposalKind.URL,
        ProposalKind.HTML,
    ]


class TestQuotationsBesideTheirMarker:
    @pytest.mark.parametrize(
        "answer",
        [
            '| What | Whence | Where |\n|---|---|---|\n| "Items may be returned within 90 days" | Returns | [S1] |',
            "> Items may be returned within 90 days.\n\n[S1]",
            '"Items may be returned within 90 days." (Returns) [S1]',
            'The policy says \u201citems may be returned within 90 days" [S1].',
        ],
    )
    def test_a_quotation_is_looked_for_wherever_a_reader_sees_one(self, answer: str) -> None:
        verdict, _, stage = first(answer)
        assert (verdict, stage) == (Verdict.QUOTE_UNVERIFIED, Stage.QUOTATION)
