"""Works an answer names by themselves: in the ledger under their own name, else a registry's word, else nothing."""

from __future__ import annotations

import importlib.util
from dataclasses import replace

import pytest

from citeward import AnswerAction, Chunk, Verdict
from citeward.model import Check, Stage
from citeward.policy import BALANCED, PERMISSIVE, STRICT
from citeward.verify import ExternalFinding, ExternalState, InMemoryResolver
from tests.world import RETURNS, SHIPPING, check, gate, seen, verdicts

needs_eyecite = pytest.mark.skipif(importlib.util.find_spec("eyecite") is None, reason="the extra `legal` is missing")
MATA = "Mata v. Avianca, 678 F. Supp. 3d 443 (S.D.N.Y. 2023)"


def paper(id_: str, title: str = "A paper", url: str | None = None) -> Chunk:
    return replace(RETURNS, id=id_, title=title, url=url)


class TestInTheLedger:
    @pytest.mark.parametrize(
        ("written", "chunk"),
        [
            ("arXiv:2301.12345", paper("arXiv:2301.12345v2")),
            ("arXiv:2301.12345v2", paper("x", url="https://arxiv.org/abs/2301.12345")),
            ("hep-th/9901001", paper("arXiv:hep-th/9901001")),
            ("PMID: 11122233", paper("x", url="https://pubmed.ncbi.nlm.nih.gov/11122233/")),
        ],
    )
    def test_an_identifier_is_found_by_id_or_address(self, written: str, chunk: Chunk) -> None:
        checked = check(f"Items may be returned within 30 days ({written}).", [chunk])
        assert verdicts(checked) == [(written, Verdict.OK)]
        assert 'data-sid="S1"' in checked.html

    def test_another_version_is_another_text(self) -> None:
        [judgement] = check("Returned (arXiv:2301.12345v1).", [paper("arXiv:2301.12345v2")]).judgements
        assert judgement.verdict is Verdict.UNCONFIRMED
        assert judgement.evidence is None

    @needs_eyecite
    def test_a_case_is_found_by_its_slot_under_its_own_name_only(self) -> None:
        known = paper("678 F. Supp. 3d 443", "Mata v. Avianca, Inc.")
        assert verdicts(check(f"Counsel must check ({MATA}).", [known])) == [(MATA, Verdict.OK)]
        other = MATA.replace("Mata v. Avianca", "Varghese v. China Southern")
        assert verdicts(check(f"Counsel must check ({other}).", [known])) == [(other, Verdict.UNCONFIRMED)]

    def test_words_name_nothing_in_it(self) -> None:
        checked = check("As Smith et al. (2023) show.", [paper("Smith et al. (2023)", "Smith et al. (2023)")])
        assert verdicts(checked) == [("Smith et al. (2023)", Verdict.UNCONFIRMED)]


class TestOutsideIt:
    @pytest.mark.parametrize(
        ("written", "asked"),
        [
            ("arXiv: 2301.12345v2", "arXiv:2301.12345v2"),
            ("PMC7654321", "PMC7654321"),
            ("Smith *et al.* (2023)", "Smith et al. (2023)"),
            pytest.param(MATA, MATA, marks=needs_eyecite),
        ],
    )
    @pytest.mark.parametrize(
        ("state", "verdict"),
        [
            (ExternalState.MATCH, Verdict.OK),
            (ExternalState.MISMATCH, Verdict.REFERENCE_MISMATCH),
            (ExternalState.NOT_FOUND, Verdict.UNRESOLVABLE),
            (ExternalState.UNKNOWN, Verdict.UNCONFIRMED),
        ],
    )
    def test_the_resolver_is_given_the_cite_alone_and_decides(
        self, written: str, asked: str, state: ExternalState, verdict: Verdict
    ) -> None:
        registry = InMemoryResolver({asked: ExternalFinding(state)})
        checked = replace(gate(), resolver=registry).check(f"It is shown, says {written}, to hold.", seen())
        assert [judgement.verdict for judgement in checked.judgements] == [verdict]
        assert registry.asked == [(asked,)]

    @pytest.mark.parametrize("policy", [STRICT, BALANCED, PERMISSIVE])
    @pytest.mark.parametrize("written", ["arXiv:2301.12345", "Mata v. Avianca", "(Doe & Lee, 2020)", "PMID: 11122233"])
    def test_without_one_nothing_is_known_and_nothing_is_granted(self, written: str, policy: object) -> None:
        checked = check(f"It is shown ({written}) to hold.", policy=policy)  # type: ignore[arg-type]
        assert [judgement.verdict for judgement in checked.judgements] == [Verdict.UNCONFIRMED]
        assert checked.judgements[0].checks[Stage.EXTERNAL] is Check.FAILED
        assert "cw-cite" not in checked.html

    def test_it_is_shown_as_what_it_is_or_not_at_all(self) -> None:
        answer = "Tides turn, as Smith et al. (2023) found."
        assert check(answer).action is AnswerAction.BLOCK
        balanced = check(answer, policy=BALANCED).html
        assert "Smith et al. (2023)" in balanced
        assert "not supported by a source" in balanced

    def test_beside_a_citation_that_holds_it_is_taken_out_and_said_to_be(self) -> None:
        html = check("Items may be returned, as Smith et al. (2023) found, within 30 days [S1].").html
        assert "Smith" not in html
        assert "reference removed" in html
        assert "cw-unsupported" in html
        assert 'data-sid="S1"' in html


def test_a_quotation_belongs_to_the_marker_and_not_to_the_work_beside_it() -> None:
    policy = replace(BALANCED, name="b")
    checked = check('It says "labels are free for every parcel" (Smith & Lee, 2020) [S2].', [RETURNS, SHIPPING], policy)
    assert [verdict for _, verdict in verdicts(checked)] == [Verdict.UNCONFIRMED, Verdict.QUOTE_UNVERIFIED]
