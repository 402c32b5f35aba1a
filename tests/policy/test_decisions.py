"""What happens to answers, sentences and citations, preset by preset."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citeward import AnswerAction, Policy, Verdict
from citeward.model import CitationAction, ClaimAction, Tier
from citeward.policy import BALANCED, PERMISSIVE, PRESETS, STRICT, Surface
from citeward.verify import Need, Requirements
from tests.world import check, gate, seen


def test_a_sentence_whose_only_citation_failed_is_dropped() -> None:
    checked = check("Items may be returned [S1]. Free for life [S9].")
    assert checked.decisions.claims == (ClaimAction.KEEP, ClaimAction.DROP)
    assert checked.action is AnswerAction.REDACT
    assert "Free for life" not in checked.html
    assert "1 sentence was left out" in checked.html


def test_a_sentence_that_keeps_another_citation_stays_visibly_marked() -> None:
    checked = check("Items may be returned [S1][S9].")
    assert checked.decisions.claims == (ClaimAction.PARTLY,)
    assert checked.action is AnswerAction.DELIVER
    for shown in (checked.html, checked.markdown, checked.text):
        assert "only partly cited" in shown


def test_a_stripped_link_alone_never_drops_a_sentence() -> None:
    checked = check("Sign in [at the portal](https://evil.example/) first.")
    assert checked.action is AnswerAction.DELIVER
    assert "Sign in" in checked.html
    assert "at the portal" in checked.html


def test_a_sentence_without_any_reference_is_left_alone() -> None:
    assert check("Hello! Items may be returned [S1].").decisions.claims == (ClaimAction.KEEP, ClaimAction.KEEP)


def test_an_answer_of_which_nothing_is_left_is_blocked() -> None:
    checked = check("Free for life [S9]. And beyond [S8].")
    assert checked.action is AnswerAction.BLOCK
    assert checked.decisions.reason == "nothing_left"
    assert checked.html == check("Something else entirely [S7].").html


def test_any_unauthorised_citation_blocks_the_whole_answer() -> None:
    for policy in PRESETS.values():
        checked = check("Items may be returned [S1]. The window will be 14 days [S4].", policy=policy)
        assert checked.action is AnswerAction.BLOCK
        assert checked.decisions.reason == "unauthorised"


def test_every_blocked_answer_reads_the_same() -> None:
    blocked = [
        check("The window will be 14 days [S4]."),
        check("Free for life [S9]."),
        check("Items [S1].", policy=replace(STRICT, actions={Verdict.OK: CitationAction.BLOCK})),
    ]
    assert len({(c.html, c.markdown, c.text) for c in blocked[:2]}) == 1
    assert blocked[2].action is AnswerAction.DELIVER, "ok has no other action than keep"


def test_permissive_marks_what_strict_drops() -> None:
    answer = "Items may be returned [S1]. Free for life [S9]."
    checked = check(answer, policy=PERMISSIVE)
    assert checked.decisions.claims == (ClaimAction.KEEP, ClaimAction.UNSUPPORTED)
    assert "Free for life" in checked.html
    assert "not supported by a source" in checked.html
    assert 'data-sid="S9"' not in checked.html


def test_balanced_shows_unvetted_sources_as_what_they_are() -> None:
    checked = check("Refunds take two weeks [S3].", policy=BALANCED)
    assert "cw-tier-d" in checked.html
    assert "⟦1?⟧" in checked.html
    assert "<https://forum.example" not in checked.text, "links in exports go to tier 1 and better only"
    assert "](<https://forum.example" not in checked.markdown


def test_a_verdict_can_be_made_to_block() -> None:
    policy = replace(STRICT, actions={Verdict.QUOTE_UNVERIFIED: CitationAction.BLOCK})
    checked = check('Returned [S1]. It says "items may never be returned" [S1].', policy=policy)
    assert (checked.action, checked.decisions.reason) == (AnswerAction.BLOCK, "policy")


def test_no_action_keeps_a_citation_that_is_not_ok() -> None:
    policy = replace(STRICT, actions=dict.fromkeys(Verdict, CitationAction.KEEP))
    checked = check("Returned [S1]. Free for life [S9]. The window [S4].", policy=policy)
    assert checked.decisions.citations == (CitationAction.KEEP, CitationAction.STRIP, CitationAction.BLOCK)


def test_a_surface_without_citations_checks_them_all_the_same() -> None:
    policy = replace(STRICT, surfaces={"voice": Surface(citations=False)})
    checked = gate(policy=policy).check("Items may be returned [S1]. Free for life [S9].", seen(), surface="voice")
    assert "data-sid" not in checked.html
    assert "Sources" not in checked.html
    assert "Items may be returned." in checked.html
    assert "Free for life" not in checked.html
    assert len(checked.records) == 2


def test_what_a_caller_brings_can_only_tighten() -> None:
    strict = gate().check("Refunds take two weeks [S3].", seen(), at_least=PERMISSIVE)
    assert strict.judgements[0].verdict is Verdict.UNTRUSTED_SOURCE
    permissive = gate(policy=PERMISSIVE).check("Refunds take two weeks [S3].", seen(), at_least=STRICT)
    assert permissive.judgements[0].verdict is Verdict.UNTRUSTED_SOURCE
    assert permissive.action is AnswerAction.BLOCK


policies = st.builds(
    Policy,
    name=st.just("p"),
    requirements=st.builds(
        Requirements,
        min_tier=st.sampled_from(Tier),
        support=st.sampled_from(Need),
        external=st.sampled_from(Need),
        supported_from=st.floats(0, 1),
        unsupported_below=st.floats(0, 1),
        allowed_hosts=st.sampled_from([(), ("a.example",), ("a.example", "b.example"), ("c.example",)]),
        denied_hosts=st.sampled_from([(), ("a.example",)]),
    ),
    actions=st.dictionaries(st.sampled_from(Verdict), st.sampled_from(CitationAction)),
    require_citation=st.booleans(),
)
_ORDER = [CitationAction.KEEP, CitationAction.MARK, CitationAction.STRIP, CitationAction.BLOCK]


@given(policies, policies)
def test_law_tightening_never_loosens_and_does_not_depend_on_the_order(one: Policy, two: Policy) -> None:
    both, other_way = one.tightened_by(two), two.tightened_by(one)
    for policy in (one, two):
        for verdict in Verdict:
            assert _ORDER.index(both.action(verdict)) >= _ORDER.index(policy.action(verdict))
        assert both.requirements.min_tier >= policy.requirements.min_tier
        assert both.requirements.supported_from >= policy.requirements.supported_from
        assert both.require_citation >= policy.require_citation
        assert set(policy.requirements.denied_hosts) <= set(both.requirements.denied_hosts)
        if policy.requirements.allowed_hosts:
            assert set(both.requirements.allowed_hosts) <= {*policy.requirements.allowed_hosts, "invalid"}
            assert both.requirements.allowed_hosts
    assert [both.action(v) for v in Verdict] == [other_way.action(v) for v in Verdict]
    assert both.requirements.min_tier == other_way.requirements.min_tier
    assert set(both.requirements.allowed_hosts) == set(other_way.requirements.allowed_hosts)


@pytest.mark.parametrize("policy", PRESETS.values(), ids=list(PRESETS))
def test_no_preset_relaxes_access_membership_or_integrity(policy: Policy) -> None:
    for verdict in (Verdict.UNAUTHORISED, Verdict.FABRICATED, Verdict.RETRACTED, Verdict.CHANGED_SINCE_RETRIEVAL):
        assert policy.action(verdict) is not CitationAction.KEEP
