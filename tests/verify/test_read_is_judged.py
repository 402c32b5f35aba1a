"""The law of the read and the judged: what a reader sees a chip stand for is what was asked of the support model."""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citeward import CheckedAnswer, Chunk, Gate, Principal
from citeward.model import CitationAction, ClaimForm
from citeward.verify import SupportPair
from tests.strategies import LAW

WORDS = "alpha beta gamma delta rho sigma tau omega"
STAFF = frozenset({"staff"})
SAID = f"The rule is that {WORDS} hold, and {WORDS} are so, for all of the items here."
CHUNKS = [Chunk(f"d{k}", SAID, acl=STAFF, trust=3, handle=f"S{k}") for k in (1, 2)]
SAYS_NOTHING = {ClaimForm.TAIL, ClaimForm.HEADING, ClaimForm.LEAD, ClaimForm.QUESTION}
"""Claims whose marker stands for other words: what they name or announce is context."""
_LETTER = re.compile(r"[^\W_]")


class AlwaysYes:
    """A model that carries everything, and remembers what it was asked."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    async def judge(self, pairs: Sequence[SupportPair]) -> list[float]:
        self.asked += [pair.claim for pair in pairs]
        return [0.99] * len(pairs)


def checked(answer: str) -> tuple[CheckedAnswer, list[str]]:
    model = AlwaysYes()
    gate = Gate.in_memory(CHUNKS, support=model)
    return gate.check(answer, gate.open(Principal("ana", STAFF), CHUNKS)), model.asked


def letters(text: str) -> str:
    return "".join(_LETTER.findall(text.casefold()))


def parts_of(answer: CheckedAnswer) -> list[tuple[str, list[str]]]:
    """For each granted citation its statement on the record, and the words a reader sees it stand for."""
    claims = answer.parsed.claims
    found = []
    for judgement, action in zip(answer.judgements, answer.decisions.citations, strict=True):
        if action is not CitationAction.KEEP:
            continue
        claim = claims[judgement.proposal.claim]
        said = claim.text if judgement.clause is None else claim.text[slice(*judgement.clause)]
        own = [] if claim.form in SAYS_NOTHING else [said]
        covered = [claims[index].text for index in claim.covers if claims[index].form not in SAYS_NOTHING]
        found.append((judgement.support.claim, [*own, *covered]))
    return found


_word = st.sampled_from(WORDS.split())
_mark = st.sampled_from(["", "", " [S1]", " [S2]", " [S1][S2]"])
_shape = st.sampled_from(["{}", "*{}*", "**{}**", "`{}`", "{}&amp;", "\\_{}", "&quot;{}&quot;"])
_phrase = st.lists(st.tuples(_word, _shape).map(lambda pair: pair[1].format(pair[0])), min_size=1, max_size=3).map(
    " ".join
)
_sentence = st.tuples(_phrase, _phrase, _mark, _mark).map(lambda p: f"The {p[0]}{p[2]} is {p[1]}{p[3]}. ")
_tail = st.sampled_from(
    ["Source: [S1]", "OK [S2]. ", "(the rule, [S1]) ", "Thanks! [S1] ", "Yes. [S1] ", "[S2] ", "It is so. "]
)
_running = st.lists(_sentence | _tail, min_size=1, max_size=4).map("".join)
_items = st.lists(st.tuples(_phrase, _mark), min_size=1, max_size=3)
_list = st.tuples(st.sampled_from(["- ", "1. ", "  - "]), _items).map(
    lambda p: "\n".join(f"{p[0]}{a}{b}" for a, b in p[1])
)
_row = st.tuples(_phrase, _phrase, _mark, _mark).map(lambda p: f"| {p[0]}{p[2]} | {p[1]} |{p[3]} |")
_table = st.lists(_row, min_size=1, max_size=3).map(
    lambda rows: "| Item | alpha | Source |\n|---|---|---|\n" + "\n".join(rows)
)
_head = st.tuples(
    st.sampled_from(["## {}", "**{}**", "{}:", "The following is {}:", "Key points:"]), _phrase, _mark
).map(lambda p: p[0].format(p[1]) + p[2])
_block = _running | _list | _table | _head | _running.map("> {}".format) | st.just("[S1]") | st.just("```\nomega\n```")
ANSWERS = st.lists(_block, min_size=1, max_size=5).map("\n\n".join)


@LAW
@given(ANSWERS)
def test_law_what_a_chip_stands_for_was_judged_with_every_letter_of_it(answer: str) -> None:
    found, _ = checked(answer)
    for statement, parts in parts_of(found):
        assert statement.strip(), answer
        for part in parts:
            # What "It" stands for is judged in its place.
            assert letters(part.removeprefix("It ")) in letters(statement), (answer, part, statement)


@LAW
@given(ANSWERS)
def test_law_a_chip_is_only_where_something_was_asked(answer: str) -> None:
    found, asked = checked(answer)
    if "data-sid" in found.html or "\u27e61\u27e7" in found.text:
        assert asked, answer
    for judgement, action in zip(found.judgements, found.decisions.citations, strict=True):
        if action is CitationAction.KEEP:
            assert judgement.support.claim, answer


@pytest.mark.parametrize(
    ("answer", "statement"),
    [
        ("The rule is alpha [S1].", "The rule is alpha."),
        ("The rule is alpha. Source: [S1]", "The rule is alpha."),
        ("- The rule is alpha.\n- The rule is beta.\n\n[S1]", "The rule is alpha. The rule is beta."),
        ("| Item | Price |\n|---|---|\n| alpha | beta [S1] |", "For alpha, the price is beta."),
        ("| Item | Price | Source |\n|---|---|---|\n| alpha | beta | [S1] |", "For alpha, the price is beta."),
        ("The alpha holds:\n\n- beta [S1]", "The alpha holds: beta"),
        ("## alpha\n\n- beta [S1]", "alpha: beta"),
        ("Key points:\n\n- The rule is alpha [S1].", "The rule is alpha."),
        ("Is the rule alpha? Yes, it is alpha [S1].", "The rule is alpha."),
    ],
)
def test_the_statement_is_composed_in_a_fixed_form(answer: str, statement: str) -> None:
    found, asked = checked(answer)
    assert (found.judgements[0].support.claim, asked) == (statement, [statement])


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        ("Source: [S1]", "no_claim"),
        ("OK [S1].", "no_claim"),
        ("```\nThe rule is alpha.\n```\n\n[S1]", "no_claim"),
        ("None of these is true:\n\n- The rule is that alpha hold [S1].", "uncertain"),
        ("## Rome\n\nThe rule is that alpha hold [S1].", "uncertain"),
        ("Is the rule alpha? Yes. [S1]", "uncertain"),
        ("The Munich statute says that the rule is alpha [S1].", "uncertain"),
        ("The rule is that alpha hold [S1]. That is false.", "uncertain"),
        ("- The rule is that alpha hold [S1]\n  - does not apply any more", "uncertain"),
        ("Rumour: the rule is that alpha hold [S1].", "uncertain"),
        ("Suppose the rule is that alpha hold [S1].", "uncertain"),
        ("The rule is that 12 alpha hold [S1]?", "uncertain"),
        ("When does the gym open? At alpha [S1].", "uncertain"),
        ("When does the gym open?\n\nAt alpha [S1].", "uncertain"),
    ],
)
def test_what_cannot_be_told_is_not_granted_whatever_the_model_says(answer: str, reason: str) -> None:
    found, _ = checked(answer)
    assert [judgement.reason for judgement in found.judgements] == [reason]
    assert "data-sid" not in found.html
