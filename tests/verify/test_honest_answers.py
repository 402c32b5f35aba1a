"""Honest answers as good models write them, through the whole gate, and the false neighbours of each."""

from __future__ import annotations

import pytest

from citeward import STRICT, Chunk, Gate, Verdict
from citeward.verify import GroupAccess, InMemoryDocuments
from tests.world import ANA, STAFF

RETURNS = (
    "Returns policy. The refund is paid within 30 days of the return. Exchanges are made within 10 days. "
    "Gift cards cannot be refunded."
)
ROUTER = (
    "Router manual. To reset the router, press the button for ten seconds. Then wait until the green light blinks. "
    "Do not unplug the router during the reset."
)
MENU = "The caf\u00e9's menu (cr\u00e8me br\u00fbl\u00e9e, 7 \u20ac) is short. It is good."


def verdicts(source: str, answer: str) -> set[Verdict]:
    chunks = (Chunk("s1", source, title="Manual", acl=STAFF, trust=3, handle="S1"),)
    gate = Gate(GroupAccess(), InMemoryDocuments.of(chunks), STRICT)
    return {each.verdict for each in gate.check(answer, gate.open(ANA, chunks)).judgements}


HONEST = {
    "an opening phrase around a marker": (
        RETURNS,
        "As stated in [S1], the refund is paid within 30 days of the return.",
    ),
    "a text that specifies": (RETURNS, "The policy specifies that exchanges are made within 10 days [S1]."),
    "words quoted as a text puts them": (RETURNS, 'As the policy puts it, "gift cards cannot be refunded" [S1].'),
    "a text that is clear": (RETURNS, 'The policy is clear on this: "Exchanges are made within 10 days." [S1]'),
    "a marker behind see": (RETURNS, "The refund is paid within 30 days of the return (see [S1])."),
    "a marker behind source": (RETURNS, "The refund is paid within 30 days of the return (Source: [S1])."),
    "a line of sources": (RETURNS, "The refund is paid within 30 days of the return.\n\n**Sources:** [S1]"),
    "a step that goes on": (ROUTER, "To reset the router:\n\n1. Wait until the green light blinks. [S1]"),
    "a label that warns": (ROUTER, "**Warning:** Do not unplug the router during the reset [S1]."),
    "words with accents": (MENU, "The caf\u00e9's menu (cr\u00e8me br\u00fbl\u00e9e, 7 \u20ac) is short [S1]."),
}


@pytest.mark.parametrize(("source", "answer"), HONEST.values(), ids=HONEST)
def test_it_is_granted(source: str, answer: str) -> None:
    assert verdicts(source, answer) == {Verdict.OK}


FALSE = {
    "an opening phrase": (RETURNS, "As stated in [S1], the refund is paid within 60 days of the return."),
    "another text": (RETURNS, 'As the Munich statute puts it, "gift cards cannot be refunded" [S1].'),
    "other words quoted": (RETURNS, 'The policy is clear on this: "Gift cards can be refunded." [S1]'),
    "brackets that limit": (RETURNS, "Exchanges are made within 10 days (members only, [S1])."),
    "another source named": (RETURNS, "Exchanges are made within 10 days (see the Munich statute, [S1])."),
    "a step of something else": (ROUTER, "To update the modem:\n\n1. Wait until the green light blinks. [S1]"),
    "a warning turned": (ROUTER, "**Warning:** Unplug the router during the reset [S1]."),
    "words of another language": (MENU, "Das Men\u00fc im Caf\u00e9 ist kurz [S1]."),
}


@pytest.mark.parametrize(("source", "answer"), FALSE.values(), ids=FALSE)
def test_its_false_neighbour_is_refused(source: str, answer: str) -> None:
    assert Verdict.OK not in verdicts(source, answer)
