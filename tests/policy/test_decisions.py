"""What happens to answers, sentences and citations, preset by preset."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citeward import AnswerAction, Policy, Verdict
from citeward.errors import InputError
from citeward.model import CitationAction, ClaimAction, Tier, Uncited
from citeward.policy import BALANCED, PERMISSIVE, PRESETS, STRICT, Surface
from citeward.verify import AccessAnswer, Decision, Need, Requirements
from tests.world import ANA, CHUNKS, check, gate, seen


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


@pytest.mark.parametrize("policy", PRESETS.values(), ids=list(PRESETS))
def test_a_source_nobody_could_decide_on_blocks_the_whole_answer_whatever_policy_says(policy: Policy) -> None:
    class Unsure:
        async def decide(self, principal: object, objects: Sequence[object]) -> AccessAnswer:
            return AccessAnswer(tuple(Decision.ERROR for _ in objects))

    lenient = replace(policy, actions={Verdict.UNCONFIRMED: CitationAction.MARK})
    checked = replace(gate(policy=lenient), access=Unsure()).check("Items may be returned [S1].", seen())
    assert checked.judgements[0].verdict is Verdict.UNCONFIRMED
    assert (checked.action, checked.decisions.reason) == (AnswerAction.BLOCK, "unauthorised")


def test_every_blocked_answer_reads_the_same() -> None:
    policy = replace(STRICT, actions={Verdict.QUOTE_UNVERIFIED: CitationAction.BLOCK})
    blocked = [
        check("The window will be 14 days [S4]."),
        check("Free for life [S9]."),
        check('It says "items may never be returned" [S1].', policy=policy),
    ]
    assert {c.action for c in blocked} == {AnswerAction.BLOCK}
    assert len({(c.html, c.markdown, c.text) for c in blocked}) == 1


def test_ok_has_no_other_action_than_keep() -> None:
    policy = replace(STRICT, actions={Verdict.OK: CitationAction.BLOCK})
    assert check("Items may be returned [S1].", policy=policy).action is AnswerAction.DELIVER


def test_an_action_may_be_given_as_a_word_and_keep_is_still_no_action() -> None:
    policy = replace(STRICT, actions={"fabricated": "keep"})
    assert check("Free for life [S9]. Returned [S1].", policy=policy).decisions.citations[0] is CitationAction.STRIP
    with pytest.raises(ValueError, match="lax"):
        replace(STRICT, actions={Verdict.FABRICATED: "lax"})


def test_a_surface_without_citations_still_marks_what_failed() -> None:
    policy = replace(PERMISSIVE, surfaces={"voice": Surface(citations=False)})
    checked = gate(policy=policy).check("Free for life [S9].", seen(), surface="voice")
    assert "not supported by a source" in checked.html


def test_what_external_skip_shows_is_marked_and_what_require_refuses_is_gone() -> None:
    answer = "Items may be returned [S1]. As shown in 10.1000/xyz."
    skip = replace(STRICT, requirements=replace(STRICT.requirements, external=Need.SKIP))
    assert "10.1000/xyz" in check(answer, policy=skip).html
    assert "not supported by a source" in check(answer, policy=skip).html
    assert "10.1000/xyz" not in check(answer, policy=STRICT).html


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


def test_the_bars_of_intents_and_surfaces_tighten_too() -> None:
    legal = replace(
        STRICT, intents={"filing": Requirements(min_tier=Tier.A)}, surfaces={"voice": Surface(False, False)}
    )
    turn = seen(intent="filing")
    assert gate().check("Labels are free [S2].", turn, at_least=legal).judgements[0].verdict is Verdict.UNTRUSTED_SOURCE
    both = STRICT.tightened_by(legal)
    assert not both.surface("voice").citations
    assert not both.surface("voice").retractable


def test_an_intent_nobody_configured_is_refused_by_name() -> None:
    legal = replace(STRICT, intents={"filing": Requirements(min_tier=Tier.A)}, whole_intents=frozenset({"mail"}))
    for call in (
        lambda: gate(policy=legal).open(ANA, CHUNKS, "fillin"),
        lambda: gate(policy=legal).check("Items may be returned [S1].", seen(intent="fillin")),
        lambda: gate(policy=legal).stream(seen(intent="fillin")),
    ):
        with pytest.raises(InputError, match=r"'fillin' is unknown .* Use one of: filing, mail"):
            call()
    assert gate(policy=legal).check("Items may be returned [S1].", seen(intent="mail")).counts == {"ok": 1}


def test_two_allowlists_have_to_be_met_both() -> None:
    wide = replace(STRICT, requirements=Requirements(allowed_hosts=("*.acme.example",)))
    exact = replace(STRICT, requirements=Requirements(allowed_hosts=("policies.acme.example",)))
    assert check("Returned [S1].", policy=wide.tightened_by(exact)).counts == {"ok": 1}
    assert (
        check("Labels are free [S2].", policy=exact.tightened_by(wide)).judgements[0].verdict
        is Verdict.UNTRUSTED_SOURCE
    )


def test_the_brands_of_both_are_watched_over() -> None:
    ours = replace(STRICT, requirements=Requirements(brands=("paypal.com",)))
    theirs = replace(STRICT, requirements=Requirements(brands=("acme.example",)))
    for both in (ours.tightened_by(theirs), theirs.tightened_by(ours)):
        (judgement,) = check("Log in at https://paypa1.com/ now.", policy=both).judgements
        assert judgement.verdict is Verdict.LOOKALIKE_HOST


bars = st.builds(
    Requirements,
    min_tier=st.sampled_from(Tier),
    external_tier=st.sampled_from(Tier),
    support=st.sampled_from(Need),
    external=st.sampled_from(Need),
    supported_from=st.floats(0, 1),
    unsupported_below=st.floats(0, 1),
    allowed_hosts=st.sampled_from([(), ("a.example",), ("a.example", "b.example"), ("c.example",)]),
    denied_hosts=st.sampled_from([(), ("a.example",)]),
    brands=st.sampled_from([(), ("a.example",), ("b.example", "a.example"), ("c.example",)]),
    principal_max_age=st.timedeltas(timedelta(0), timedelta(days=1)),
)
policies = st.builds(
    Policy,
    name=st.just("p"),
    requirements=bars,
    actions=st.dictionaries(st.sampled_from(Verdict), st.sampled_from(CitationAction)),
    drop_failed=st.booleans(),
    uncited=st.sampled_from(Uncited),
    uncited_intents=st.dictionaries(st.sampled_from(["x", "y"]), st.sampled_from(Uncited)),
    intents=st.dictionaries(st.sampled_from(["x", "y"]), bars),
    surfaces=st.dictionaries(
        st.sampled_from(["x", "y"]),
        st.builds(Surface, st.booleans(), st.booleans(), st.none() | st.sampled_from(Uncited)),
    ),
    whole_intents=st.frozensets(st.sampled_from(["x", "y"])),
    max_regenerations=st.integers(0, 3),
)
_ORDER = [CitationAction.KEEP, CitationAction.MARK, CitationAction.STRIP, CitationAction.BLOCK]


def at_least(one: Requirements, two: Requirements) -> bool:
    """Whether every bar of ``one`` is as high as that of ``two``."""
    lists = {one.allowed_hosts, *one.further_allowlists}
    return (
        one.min_tier >= two.min_tier
        and one.external_tier <= two.external_tier
        and (one.support is Need.REQUIRE or two.support is Need.SKIP)
        and (one.external is Need.REQUIRE or two.external is Need.SKIP)
        and one.supported_from >= two.supported_from
        and one.unsupported_below >= two.unsupported_below
        and set(one.denied_hosts) >= set(two.denied_hosts)
        and set(one.brands) >= set(two.brands)
        and (not two.allowed_hosts or two.allowed_hosts in lists)
        and one.principal_max_age <= two.principal_max_age
    )


@given(policies, policies, st.sampled_from([None, "x", "y"]))
def test_law_tightening_never_loosens_anything(one: Policy, two: Policy, name: str | None) -> None:
    both = one.tightened_by(two)
    for policy in (one, two):
        for verdict in Verdict:
            assert _ORDER.index(both.action(verdict)) >= _ORDER.index(policy.action(verdict))
        assert at_least(both.requirements, policy.requirements)
        if name is None or policy.knows(name):
            assert at_least(both.for_intent(name).requirements, policy.for_intent(name).requirements)
            met, asked = (each.for_intent(name).for_surface(name).uncited for each in (both, policy))
            assert met.stricter(asked) is met
        assert both.drop_failed >= policy.drop_failed
        assert both.surface(name).citations <= policy.surface(name).citations
        assert both.shows_whole(name, name) >= policy.shows_whole(name, name)
        assert both.max_regenerations <= policy.max_regenerations


@given(policies, policies)
def test_law_tightening_does_not_depend_on_the_order(one: Policy, two: Policy) -> None:
    both, other_way = one.tightened_by(two), two.tightened_by(one)
    assert [both.action(v) for v in Verdict] == [other_way.action(v) for v in Verdict]
    assert at_least(both.requirements, other_way.requirements)
    assert at_least(other_way.requirements, both.requirements)


@pytest.mark.parametrize("policy", PRESETS.values(), ids=list(PRESETS))
def test_no_preset_relaxes_access_membership_or_integrity(policy: Policy) -> None:
    for verdict in (Verdict.UNAUTHORISED, Verdict.FABRICATED, Verdict.RETRACTED, Verdict.CHANGED_SINCE_RETRIEVAL):
        assert policy.action(verdict) is not CitationAction.KEEP
