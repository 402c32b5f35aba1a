"""The batch row of ``citeward verify``: what it reads, what it writes, and what it says of a row it cannot use."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citeward.errors import InputError
from citeward.rows import check_turn, render_row
from citeward.verify import ExternalFinding, ExternalState, InMemoryResolver
from tests.world import RETURNS, SURE, example

CHUNK = {"id": "returns", "version": "42", "text": RETURNS.text, "title": "Returns", "acl": ["staff"], "trust": 3}
ROW: dict[str, Any] = {
    "id": 7,
    "principal": {"id": "ana", "groups": ["staff"]},
    "chunks": [CHUNK],
    "answer": 'It says "Items may be returned within 30 days" [S1]. Free for life [S9].',
}


def row(**changes: object) -> dict[str, Any]:
    return check_turn({**ROW, **changes}, support=SURE)


def first(answer: dict[str, Any]) -> tuple[str, str]:
    return answer["citations"][0]["verdict"], answer["citations"][0]["reason"]


class TestOut:
    def test_every_field_of_the_contract_is_there(self) -> None:
        out = row()
        assert set(out) == {
            "id", "answer", "action", "citations", "counts", "uncited", "unread", "incidents", "alce", "strict",
            "rendered",
        }  # fmt: skip
        assert set(out["citations"][0]) == {
            "id", "reference", "kind", "handle", "claim", "start", "end", "verdict", "reason", "checks", "quote",
            "score", "support", "action",
        }  # fmt: skip
        assert set(out["rendered"]) == {"html", "markdown", "text"}
        assert set(out["alce"]) == {"citation_recall", "citation_precision"}
        assert out["id"] == 7

    def test_what_was_not_read_is_counted_and_costs_its_sentence(self) -> None:
        out = row(answer="Returned [S1]. Returned twice &#91;S1].")
        assert (out["unread"], out["action"]) == (1, "redact")
        assert out["citations"][1]["reason"] == "unread_marker"
        assert "twice" not in out["rendered"]["text"]

    def test_numbers_count_in_the_chunks_from_one_or_from_nought(self) -> None:
        assert [c["handle"] for c in row(answer="Returned [1].", markers="numeric")["citations"]] == ["S1"]
        assert [c["handle"] for c in row(answer="Returned [0].", markers="numeric0")["citations"]] == ["S1"]

    def test_it_is_json(self) -> None:
        assert json.loads(json.dumps(row()))["action"] == "redact"

    def test_offsets_slice_the_canonical_answer(self) -> None:
        out = row(answer="\U0001f600 Returned\u200b [S1]. \u00e9 https://evil.example/x")
        for citation in out["citations"]:
            assert out["answer"][citation["start"] : citation["end"]] == citation["reference"]

    def test_a_quotation_comes_with_its_status_and_excerpts(self) -> None:
        assert row()["citations"][0]["quote"] == {
            "status": "verified",
            "excerpts": ["Items may be returned within 30 days"],
        }
        assert row()["citations"][1]["quote"] is None

    def test_skipped_and_unreached_stages_are_visible(self) -> None:
        assert row()["citations"][0]["checks"]["support"] == "passed"
        assert row(policy="permissive")["citations"][0]["checks"]["support"] == "skipped"
        assert row()["citations"][1]["checks"]["access"] == "not_run"


class TestIn:
    def test_a_chunk_without_a_handle_is_known_by_its_place(self) -> None:
        out = row(chunks=[CHUNK, {**CHUNK, "id": "b"}], answer="Returned [S2].")
        assert out["counts"] == {"ok": 1}

    def test_a_handle_is_kept_as_given(self) -> None:
        out = row(chunks=[{**CHUNK, "handle": "S17"}], answer="Returned [S17]. And [S1].")
        assert out["counts"] == {"ok": 1, "fabricated": 1}

    def test_an_absent_acl_denies_and_an_absent_trust_is_tier_d(self) -> None:
        without_acl = {key: value for key, value in CHUNK.items() if key != "acl"}
        assert first(row(chunks=[without_acl]))[0] == "unauthorised"
        without_trust = {key: value for key, value in CHUNK.items() if key != "trust"}
        assert first(row(chunks=[without_trust]))[0] == "untrusted_source"

    def test_an_unreadable_chunk_is_an_incident_cited_or_not(self) -> None:
        hidden = {**CHUNK, "id": "draft", "acl": ["legal"], "cache_key": "k1"}
        uncited = row(chunks=[CHUNK, hidden])
        assert uncited["incidents"] == [{"kind": "unauthorised_chunk", "handle": "S2", "cache_key": "k1"}]
        assert uncited["action"] == "redact"
        cited = row(chunks=[CHUNK, hidden], answer="Soon [S2].")
        assert cited["incidents"] == [{"kind": "unauthorised_citation", "handle": "S2", "cache_key": "k1"}]
        assert cited["action"] == "block"

    @pytest.mark.parametrize(
        ("current", "verdict"),
        [
            ([], "ok"),
            ([{"id": "other", "missing": True}], "ok"),
            ([{"id": "returns"}], "ok"),
            ([{"id": "returns", "text": RETURNS.text.replace(" ", "  ")}], "ok"),
            ([{"id": "returns", "version": "43", "text": RETURNS.text}], "ok"),
            ([{"id": "returns", "version": "43"}], "changed_since_retrieval"),
            ([{"id": "returns", "text": "Items may be returned within 14 days."}], "changed_since_retrieval"),
            ([{"id": "returns", "sha256": "00"}], "changed_since_retrieval"),
            ([{"id": "returns", "status": "superseded"}], "changed_since_retrieval"),
            ([{"id": "returns", "superseded_by": "returns-2027"}], "changed_since_retrieval"),
            ([{"id": "returns", "missing": True}], "retracted"),
            ([{"id": "returns", "status": "removed"}], "retracted"),
            ([{"id": "returns", "status": "retired"}], "retracted"),
            ([{"id": "returns", "status": "retracted"}], "retracted"),
            ([{"id": "returns", "status": "poisoned"}], "retracted"),
            ([{"id": "returns", "status": "on holiday"}], "unconfirmed"),
            ([{"id": "returns", "acl": ["legal"]}], "unauthorised"),
            ([{"id": "returns", "acl": []}], "unauthorised"),
            ([{"id": "returns", "acl": None}], "unauthorised"),
            ([{"id": "returns", "acl": ["legal"]}, {"id": "returns", "acl": ["staff"]}], "unauthorised"),
            ([{"id": "returns", "acl": ["staff"]}, {"id": "returns", "acl": ["legal"]}], "unauthorised"),
            ([{"id": "returns", "acl": ["staff"]}, {"id": "returns", "acl": None}], "unauthorised"),
            ([{"id": "returns", "acl": ["staff", "legal"]}, {"id": "returns", "acl": ["staff"]}], "ok"),
            ([{"id": "returns", "text": RETURNS.text, "sha256": "00"}], "unconfirmed"),
        ],
    )
    def test_what_the_store_says_now(self, current: list[dict[str, Any]], verdict: str) -> None:
        assert first(row(current=current))[0] == verdict

    def test_several_chunks_of_one_document_each_find_their_own_text(self) -> None:
        other = {**CHUNK, "text": "Opened software cannot be returned."}
        current = [{"id": "returns", "text": other["text"]}, {"id": "returns", "text": CHUNK["text"]}]
        out = row(chunks=[CHUNK, other], answer="Returned [S1]. Not opened [S2].", current=current)
        assert out["counts"] == {"ok": 2}

    def test_fields_it_does_not_know_are_ignored(self) -> None:
        assert row(question="?", note={"a": 1})["action"] == "redact"

    def test_a_policy_is_named(self) -> None:
        assert row(policy="permissive")["action"] == "deliver"

    def test_a_tenant_is_part_of_everything(self) -> None:
        assert row(tenant="acme")["citations"][0]["verdict"] == "ok"

    def test_a_providers_payload_takes_the_place_of_the_answer(self) -> None:
        out = check_turn(example("payloads/anthropic_messages.json"), support=SURE)
        assert [(c["kind"], c["handle"], c["verdict"]) for c in out["citations"]] == [
            ("structured", "S1", "ok"),
            ("structured", "S2", "ok"),
            ("structured", "S1", "quote_unverified"),
        ]
        assert "Opened software can be returned" not in out["rendered"]["html"]

    def test_a_reported_url_is_a_citation_only_of_what_was_retrieved(self) -> None:
        out = check_turn(example("payloads/openai_responses.json"), support=SURE)
        assert [c["verdict"] for c in out["citations"] if c["kind"] == "structured"] == ["ok", "fabricated"]
        assert "old-units" not in out["rendered"]["html"]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"principal": None}, "principal: missing"),
        ({"principal": "ana"}, "principal: is a string"),
        ({"principal": {"id": 3}}, "principal.id: is a whole number"),
        ({"principal": {"id": "a", "groups": "staff"}}, "principal.groups: is a string"),
        ({"principal": {"id": "a", "groups": [3]}}, "principal.groups[0]: is a whole number"),
        ({"principal": {"id": "a", "as_of": "2026-01-01T00:00:00"}}, "principal.as_of: has no time zone"),
        ({"chunks": None}, "chunks: missing"),
        ({"chunks": [3]}, "chunks[0]: is not an object"),
        ({"chunks": [{**CHUNK, "id": None}]}, "chunks[0].id: missing"),
        ({"chunks": [{**CHUNK, "text": 3}]}, "chunks[0].text: is a whole number"),
        ({"chunks": [{**CHUNK, "trust": 9}]}, "chunks[0].trust: 9 is not a tier"),
        ({"chunks": [{**CHUNK, "trust": "high"}]}, "chunks[0].trust: is a string"),
        ({"chunks": [{**CHUNK, "retrieved_at": "yesterday"}]}, "chunks[0].retrieved_at: 'yesterday' is not"),
        ({"chunks": [{**CHUNK, "retrieved_at": "2026-01-01T00:00:00"}]}, "chunks[0].retrieved_at: has no time zone"),
        ({"chunks": [{**CHUNK, "locator": {"start": 3}}]}, "chunks[0].locator.end: missing"),
        ({"answer": None}, "answer: missing"),
        ({"answer": ["x"]}, "answer: is a list"),
        ({"policy": "lax"}, "policy: 'lax' is unknown"),
        ({"markers": "roman"}, "markers: 'roman' is unknown"),
        ({"current": [{"missing": True}]}, "current[0].id: missing"),
        ({"current": [{"id": "returns", "missing": "yes"}]}, "current[0].missing: is a string"),
        ({"provider": "anthropic"}, "payload: missing"),
        ({"provider": "no-such-provider", "payload": {}}, "provider"),
    ],
)
def test_a_row_that_cannot_be_used_is_refused_by_field(change: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError) as error:
        row(**change)
    assert str(error.value).startswith(message)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)


NAMES = [*ROW, "current", "policy", "tenant", "intent", "surface", "provider", "payload"]


@given(st.dictionaries(st.sampled_from(NAMES), json_values))
def test_law_no_row_ends_in_anything_but_an_answer_or_a_named_error(changes: dict[str, Any]) -> None:
    try:
        out = row(**changes)
    except InputError as error:
        assert str(error)
    else:
        assert out["action"] in {"deliver", "redact", "block"}


LEDGER = {"S1": {"title": "T", "url": "https://docs.acme.example/t", "text": "Refunds within 30 days."}}


class TestRender:
    def test_a_failing_marker_is_shown_as_unsupported_and_nothing_is_dropped(self) -> None:
        out = render_row({"id": "r", "input": "Granted [S1]. Not granted [S9].", "ledger": LEDGER})
        assert set(out) == {"id", "html", "markdown", "text"}
        assert out["html"].count("data-sid=") == 1
        assert "Not granted" in out["html"]
        assert "not supported by a source" in out["html"]

    @pytest.mark.parametrize(
        ("change", "message"),
        [
            ({"ledger": None}, "ledger: missing"),
            ({"ledger": {"S1": "x"}}, "ledger.S1: is a string"),
            ({"ledger": {"S1": {"tier": 7}}}, "ledger.S1.tier: 7 is not a tier"),
            ({"input": 3}, "input: is a whole number"),
        ],
    )
    def test_what_is_wrong_is_named(self, change: dict[str, Any], message: str) -> None:
        with pytest.raises(InputError) as error:
            render_row({"id": "r", "input": "x", "ledger": {}, **change})
        assert str(error.value).startswith(message)


class TestReferencesOutsideTheChunks:
    ANSWER = "Mixing was measured in 2019 (doi:10.5555/tide.1)."

    def test_nobody_is_asked_by_default(self) -> None:
        assert first(row(answer=self.ANSWER)) == ("unconfirmed", "no_resolver")

    def test_they_are_asked_of_a_resolver_that_was_handed_over(self) -> None:
        resolver = InMemoryResolver({"10.5555/tide.1": ExternalFinding(ExternalState.MATCH)})
        out = check_turn({**ROW, "answer": self.ANSWER}, resolver=resolver)
        assert first(out) == ("ok", "granted")
        assert resolver.asked == [("10.5555/tide.1",)]

    def test_a_row_cannot_bring_one(self) -> None:
        settings = {"references": {"lookup": True}, "resolver": "https://registry.example/"}
        assert first(row(answer=self.ANSWER, **settings)) == ("unconfirmed", "no_resolver")
