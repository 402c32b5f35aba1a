"""Replies of registries: recognised by shape; what is no answer says nothing."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citeward.references import RecordKind, ReplyState, parse_record, parse_reply

from .payloads import (
    EMPTY_FEED,
    atom,
    courtlistener,
    crossref,
    csl,
    datacite,
    datacite_error,
    efetch,
    esummary,
    openalex,
    retraction,
)

SHARED = Path(__file__).resolve().parents[2].parent / "shared" / "vectors" / "registry"


@pytest.mark.parametrize(
    ("reply", "registry"),
    [
        (crossref(), "crossref"),
        (csl(), "doi.org"),
        (datacite(), "datacite"),
        (atom(), "arxiv"),
        (esummary(), "pubmed"),
        (efetch(), "pubmed"),
        (openalex(), "openalex"),
        (courtlistener(200, "A v. B"), "courtlistener"),
    ],
)
def test_every_shape_is_recognised_as_json_and_as_text(reply: object, registry: str) -> None:
    assert parse_record(reply).registry == registry
    if not isinstance(reply, str):
        assert parse_record(json.dumps(reply)) == parse_record(reply)


@pytest.mark.parametrize(
    "reply",
    [
        "Resource not found.",
        datacite_error(),
        EMPTY_FEED,
        esummary(error="cannot get document summary"),
        courtlistener(404),
        "<!DOCTYPE html><html><head><title>Error: DOI Not Found</title></head>",
    ],
)
def test_a_registry_that_says_no_is_absent(reply: object) -> None:
    assert parse_reply(reply).state is ReplyState.ABSENT


@pytest.mark.parametrize(
    "reply",
    [
        "",
        "upstream connect error",
        "<html><head><title>Just a moment...</title></head></html>",
        '{"status": "ok", "message-type": "work", "message": {"DOI": "10.5',
        "[" * 100_000,
        "<feed><entry>",
        '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>',
        "<a>" * 100_000,
        {"status": "failed", "message-type": "validation-failure", "message": []},
        {"message-type": "work-agency", "status": "ok", "message": {"DOI": "10.5555/a", "agency": {"id": "crossref"}}},
        datacite_error("500"),
        courtlistener(400),
        courtlistener(429),
        [],
        None,
        5,
    ],
)
def test_what_is_no_answer_is_degraded_and_never_absent(reply: object) -> None:
    assert parse_reply(reply).state is ReplyState.DEGRADED


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=12,
)
SHAPES = [crossref(), csl(), datacite(), esummary(), openalex(), courtlistener(200, "A v. B")]


@given(st.sampled_from(SHAPES), st.data())
def test_a_field_of_the_wrong_type_never_breaks_reading(shape: object, data: st.DataObject) -> None:
    broken = json.loads(json.dumps(shape))
    node = broken
    for _ in range(data.draw(st.integers(1, 5))):
        places = list(node) if isinstance(node, dict) else list(range(len(node))) if isinstance(node, list) else []
        if not places:
            break
        place = data.draw(st.sampled_from(places))
        if data.draw(st.booleans()):
            node[place] = data.draw(JSON)
            break
        node = node[place]
    assert parse_reply(broken).state in ReplyState


class TestRetraction:
    def test_stands_in_updated_by_with_its_notice(self) -> None:
        record = parse_record(crossref(**{"updated-by": [retraction()]}))
        assert [(r.kind, r.notice, r.date) for r in record.retractions] == [
            ("retraction", "10.5555/notice.1", "2021-06-01")
        ]

    @pytest.mark.parametrize("kind", ["correction", "erratum", "addendum", "new_version", "expression_of_concern"])
    def test_other_updates_are_none(self, kind: str) -> None:
        assert not parse_record(crossref(**{"updated-by": [retraction(kind=kind)]})).retractions

    @pytest.mark.parametrize(
        "kind", ["retraction", "withdrawal", "removal", "partial_retraction", "Partial-Retraction"]
    )
    def test_every_kind_of_it_counts(self, kind: str) -> None:
        assert parse_record(crossref(**{"updated-by": [retraction(kind=kind)]})).retractions

    def test_update_to_marks_the_notice_and_not_a_retracted_work(self) -> None:
        record = parse_record(crossref("10.5555/notice.1", **{"update-to": [retraction("10.5555/tide.1")]}))
        assert (record.kind, record.retractions) == (RecordKind.NOTICE, ())

    def test_a_work_may_be_retracted_in_place(self) -> None:
        record = parse_record(crossref(**{"update-to": [retraction("10.5555/TIDE.1")]}))
        assert [r.notice for r in record.retractions] == [None]

    def test_a_notice_is_preferred_to_a_retraction_in_place(self) -> None:
        record = parse_record(crossref(**{"updated-by": [retraction("10.5555/tide.1"), retraction()]}))
        assert record.retractions[0].notice == "10.5555/notice.1"

    @pytest.mark.parametrize(
        "reply",
        [
            crossref(title="WITHDRAWN: Tidal mixing"),
            datacite(title="[Withdrawn] Gauge readings"),
            datacite(dates=[{"date": "2020", "dateType": "Withdrawn"}]),
            atom(comment="This paper has been withdrawn by the authors"),
            esummary(pubtype=["Journal Article", "Retracted Publication"]),
            efetch(
                '<CommentsCorrectionsList><CommentsCorrections RefType="RetractionIn"><PMID>9</PMID>'
                "</CommentsCorrections></CommentsCorrectionsList>"
            ),
            openalex(is_retracted=True),
        ],
    )
    def test_each_registry_has_its_own_way_to_say_it(self, reply: object) -> None:
        assert parse_record(reply).retractions

    @pytest.mark.parametrize(
        "reply",
        [
            crossref(title="Withdrawn fluids in tidal basins"),
            crossref(title="Retracted-domain folding: a survey"),
            atom(comment="Samples were drawn in May"),
            esummary(pubtype=["Retraction of Publication"]),
        ],
    )
    def test_a_word_is_no_mark(self, reply: object) -> None:
        assert not parse_record(reply).retractions


@pytest.mark.skipif(not SHARED.is_dir(), reason="recorded registry replies are not beside the checkout")
class TestRecorded:
    def test_every_recorded_reply_is_read(self) -> None:
        expected = {"crossref_agency.json": "degraded", "doi_redirect_302.txt": "degraded"}
        absent = ("crossref_404.txt", "courtlistener_404.json", "doi_not_found_404.html", "doi_bad_request_400.html")
        refused = ("courtlistener_400_item.json", "courtlistener_429_item.json")
        expected |= dict.fromkeys(absent, "absent") | dict.fromkeys(refused, "degraded")
        for path in sorted(SHARED.iterdir()):
            if path.name != "MANIFEST.json":
                state = parse_reply(path.read_text(encoding="utf-8")).state
                assert (path.name, state) == (path.name, expected.get(path.name, "found"))

    def test_retractions_as_recorded(self) -> None:
        def notices(name: str) -> list[str | None]:
            return [r.notice for r in parse_record((SHARED / name).read_text(encoding="utf-8")).retractions]

        assert notices("crossref_work_retracted_wakefield.json") == ["10.1016/s0140-6736(10)60175-4"]
        assert notices("crossref_work_dual_source_retraction.json")[0] == "10.1016/j.micpro.2023.104901"
        assert notices("crossref_work_retraction_notice.json") == []
        assert notices("crossref_work_addendum_nature.json") == []
        assert notices("crossref_work_10_1371_journal_ppat_1008184.json") == []
