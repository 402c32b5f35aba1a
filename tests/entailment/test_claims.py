"""What is claimed at all, in which parts, and of what."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citeward.entailment import ClaimKind, adds_nothing, claims_nothing_of, kind_of_claim, parts, resolve
from citeward.entailment.claims import without_opener


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Hello there!", "greeting"),
        ("Thank you for your question.", "greeting"),
        ("What does the warranty cover?", "question"),
        ("Eligibility and limits:", "heading"),
        ("I could not find this in the sources.", "abstention"),
        ("Unfortunately, I cannot find the answer.", "abstention"),
        ("The provided documents do not mention the price.", "abstention"),
        ("Let me know if you have more questions.", "offer"),
        ("Here are the main points:", "offer"),
        ("Here is a short summary:", "offer"),
        ("Feel free to ask about that.", "offer"),
        ("Is there anything else you would like to know?", "offer"),
        ("Dear Ms. Okafor,", "greeting"),
        ("I don't know whether the tower leans.", "abstention"),
        ("I cannot tell from the documents.", "abstention"),
        ("What does that mean?", "question"),
        ("**", "empty"),
    ],
)
def test_these_claim_nothing(text: str, kind: str) -> None:
    assert kind_of_claim(text) == kind
    assert not kind_of_claim(text).needs_support


@pytest.mark.parametrize(
    "text",
    [
        "The drug is safe.",
        "I could not find it, but it costs $5.",
        "I could not find evidence that the drug is unsafe.",
        "Did you know that the tower leans?",
        "Why did Acme fire its auditors?",
        "Isn't the tower leaning?",
        "Refunds take a week",
        "Yes.",
        "The sources do not mention the price, which is 40 euros.",
        "Hello, the tower leans.",
        "Dear customers of the bank that was closed for fraud",
        "I cannot tell you enough how safe the drug is.",
        "I don't know any shop with shorter terms.",
        "Here is a summary of our unlimited lifetime returns:",
        "Let me know when you return your items after a year.",
        "Feel free to ask for a refund at any time.",
        "Hope that helps you return items without a receipt.",
        "Did the committee find that returns are unlimited?",
        "Could it be that returns never expire?",
        "Would you like to keep the money that is yours by law.",
    ],
)
def test_what_hides_a_claim_needs_support(text: str) -> None:
    assert kind_of_claim(text) is ClaimKind.STATEMENT


@pytest.mark.parametrize(
    ("claim", "expected"),
    [
        ("The mill opened in 1911.", ["The mill opened in 1911."]),
        (
            "The mill opened in 1911, and its owner sold it in 1930.",
            ["The mill opened in 1911", "its owner sold it in 1930."],
        ),
        ("Sales rose 5%; the board was pleased.", ["Sales rose 5%", "the board was pleased."]),
        ("The firm makes boats and employs 40 people.", ["The firm makes boats and employs 40 people."]),
        ("Apples, pears, and plums are sold.", ["Apples, pears, and plums are sold."]),
        ("It opened in May. It closed in June.", ["It opened in May.", "It closed in June."]),
    ],
)
def test_a_claim_is_cut_where_both_halves_stand_alone(claim: str, expected: list[str]) -> None:
    assert [part.text for part in parts(claim)] == expected


@given(st.text(max_size=200))
def test_parts_are_passages_of_the_claim_in_order(claim: str) -> None:
    last = 0
    for part in parts(claim):
        assert last <= part.start <= part.end <= len(claim)
        assert claim[part.start : part.end].strip() == part.text.strip()
        last = part.end


def test_a_pronoun_takes_the_subject_before_it() -> None:
    found = resolve(
        ["The Harbour Act came into force in 1998.", "It applies to ferries.", "This act was amended in 2003."]
    )
    assert [one.text for one in found] == [
        "The Harbour Act came into force in 1998.",
        "The Harbour Act applies to ferries.",
        "The Harbour Act was amended in 2003.",
    ]
    assert [one.antecedent for one in found] == [None, 0, 1]


def test_a_demonstrative_takes_the_phrase_with_its_noun() -> None:
    assert (
        resolve(["Our new refund policy covers returns.", "This policy applies online."])[1].text
        == "Our new refund policy applies online."
    )


@pytest.mark.parametrize(
    "claims",
    [
        ["It applies to ferries."],
        ["Marcus Okafor met Tobias Lind.", "It was raining."],
        ["The old lease and the new lease differ.", "This lease is valid."],
        ["In 1998 the act came into force.", "It applies to ferries."],
    ],
)
def test_where_nothing_or_two_things_could_be_meant_nothing_is_replaced(claims: list[str]) -> None:
    last = resolve(claims)[-1]
    assert last.text == claims[-1]
    assert last.open


def test_an_it_that_stands_for_nothing_is_left() -> None:
    last = resolve(["The act came into force.", "It is clear that ferries are covered."])[-1]
    assert not last.open
    assert last.antecedent is None


def test_opening_words_of_the_answer_are_no_part_of_the_claim() -> None:
    assert without_opener("In short, the mill closed in 1930.") == "the mill closed in 1930."
    assert without_opener("The report states that the mill closed in 1930.") == " the mill closed in 1930.".strip()
    assert without_opener("As a result, the mill closed in 1930.") == "As a result, the mill closed in 1930."


@pytest.mark.parametrize(
    "opening",
    [
        "According to the letter, ",
        "Based on the documentation you provided, ",
        "Based on the documentation, I can explain why you don't see a code yet: ",
        "Let me explain: ",
        "I can tell you how this works: ",
        "In short, based on the report, ",
    ],
)
def test_an_announcement_is_no_part_of_the_claim(opening: str) -> None:
    assert without_opener(f"{opening}the mill closed in 1930.") == "the mill closed in 1930."


@pytest.mark.parametrize(
    "opening",
    [
        "None of this is true: ",
        "I can explain why you owe a fee: ",
        "I can confirm that you may keep it: ",
        "I can explain why you don't see the 40 euro: ",
        "Let me explain why the mill burnt: ",
        "From Leeds, ",
        "The opposite holds: ",
    ],
)
def test_an_opening_that_says_something_is_judged(opening: str) -> None:
    claim = f"{opening}the mill closed in 1930."
    assert without_opener(claim) == claim


@pytest.mark.parametrize(
    ("source", "heading"),
    [
        ("The drug reduces the risk of stroke. It increases the risk of bleeding.", "Increased risk of stroke:"),
        ("The strike was illegal; the lockout was legal.", "Legal strike:"),
        ("The court acquitted Smith and convicted Jones.", "CONVICTED SMITH"),
        ("Profits are falling. Costs are rising.", "RISING PROFITS"),
        ("Refunds are taxable; gifts are exempt.", "TAXABLE GIFTS"),
        ("Trading may be suspended if prices fall.", "TRADING SUSPENDED"),
        ("The vaccine may cause fever.", "VACCINE CAUSES FEVER"),
        ("Employees who commit fraud are dismissed.", "EMPLOYERS DISMISSED"),
        ("Internal audits are yearly.", "International audits:"),
        ("The fee is not refundable.", "REFUNDABLE FEE"),
    ],
)
def test_a_heading_made_of_the_sources_words_that_says_something_else_is_judged(source: str, heading: str) -> None:
    assert kind_of_claim(heading) is ClaimKind.HEADING
    assert not claims_nothing_of(source, heading)


@pytest.mark.parametrize(
    ("text", "nothing"),
    [
        ("Returned items:", True),
        ("Unlimited returns:", False),
        ("RETURNS FOR ALL MEMBERS", False),
        ("LIFETIME RETURNS", False),
        ("LIFETIME RETURNS OF ITEMS", False),
        ("Key points on returned items:", True),
        ("I could not find a price in the sources.", True),
        ("The sources do not mention a receipt.", False),
        ("The documents do not say members must present a receipt.", False),
        ("I could not find this.", True),
        ("Hello there!", True),
        ("What does the warranty cover?", True),
        ("Items may be returned.", False),
        ("**", False),
    ],
)
def test_a_heading_or_admission_with_a_source_behind_it_may_say_something_of_the_source(
    text: str, nothing: bool
) -> None:
    source = "Items may be returned within 30 days of purchase. Members must present a receipt."
    assert claims_nothing_of(source, text) is nothing


@pytest.mark.parametrize(
    ("lead", "neutral"),
    [
        ("Top tech headlines I opened (brief):", True),
        ("Here are the articles we found:", True),
        ("The main sources that I\u2019ve consulted so far:", True),
        ("Drugs I found:", False),
        ("Reports I found to be false:", False),
        ("Cancelled posts I read:", False),
        ("Articles I found safe for children:", False),
    ],
)
def test_what_the_assistant_did_to_find_it_says_nothing_of_what_follows(lead: str, neutral: bool) -> None:
    assert adds_nothing(lead) is neutral
