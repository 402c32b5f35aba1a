"""Which words a reported citation stands for, by its place."""

from __future__ import annotations

import pytest

from citeward.ledger import Ledger
from citeward.model import ProposalKind
from citeward.providers import Anchor, ProviderAnswer, ProviderCitation, Role, SourceKind, SourceRef, Timing
from citeward.reported import parse_reply
from tests.world import CHUNKS

CHINESE = "\u7b2c\u4e00\u6761\u89c4\u5b9a\u4e86\u671f\u9650\u3002\u7b2c\u4e8c\u6761\u89c4\u5b9a\u4e86\u8d39\u7528\u3002"
FIRST = CHINESE.index("\u3002") + 1


def claims_of(answer: str, role: Role, start: int, end: int) -> list[str]:
    """The claims one citation at this place stands for; empty words are those of the message as a whole."""
    source = SourceRef(SourceKind.DOCUMENT_INDEX, index=0)
    citation = ProviderCitation(Anchor(role, start, end), (source,), "/0", Timing.END)
    reply = ProviderAnswer(answer, (), (citation,), (), (), "test", "")
    parsed = parse_reply(reply, Ledger.of(CHUNKS))
    return [parsed.claims[p.claim].text for p in parsed.proposals if p.kind is ProposalKind.STRUCTURED]


@pytest.mark.parametrize(
    ("answer", "role", "start", "end", "claims"),
    [
        ("Tides turn. The moon pulls.", Role.BLOCK, 0, 27, ["Tides turn.", "The moon pulls."]),
        ("Tides turn. The moon pulls.", Role.CLAIM, 0, 11, ["Tides turn."]),
        ("Tides turn. The moon pulls.", Role.INSERTION, 11, 11, ["Tides turn."]),
        ("Tides turn. The moon pulls.", Role.INSERTION, 27, 27, ["The moon pulls."]),
        ("Tides turn.\n\n- The moon pulls.", Role.BLOCK, 11, 15, [""]),
        ("- \n\nThe moon pulls.", Role.CLAIM, 0, 2, [""]),
        ("- The moon pulls.", Role.INSERTION, 0, 0, [""]),
        (CHINESE, Role.INSERTION, FIRST, FIRST, [CHINESE[:FIRST]]),
        (CHINESE, Role.CLAIM, FIRST, len(CHINESE), [CHINESE[FIRST:]]),
    ],
)
def test_a_citation_stands_for_the_words_at_its_place_and_for_no_others(
    answer: str, role: Role, start: int, end: int, claims: list[str]
) -> None:
    assert claims_of(answer, role, start, end) == claims
