"""Claims: which words a marker stands for."""

from __future__ import annotations

from itertools import pairwise

import pytest

from citeward.model import ClaimForm
from citeward.parse import parse, sentences

from .reading import claims_of

LAPTOPS, PHONES = "Laptops are encrypted.", "Phones are not."


@pytest.mark.parametrize(
    "answer",
    [
        "Laptops are encrypted [S1]. Phones are not [S2].",
        "Laptops are encrypted. [S1] Phones are not. [S2]",
        "Laptops are encrypted.[S1] Phones are not.[S2]",
        "Laptops are encrypted [S1].\nPhones are not [S2].",
        "[S1] Laptops are encrypted. [S2] Phones are not.",
        "Laptops [S1] are encrypted. Phones [S2] are not.",
        "Laptops are encrypted.\n[S1] Phones are not.\n[S2]",
        "**Laptops are encrypted. [S1]** *Phones are not [S2].*",
        "- Laptops are encrypted. [S1]\n- Phones are not. [S2]",
        "> Laptops are encrypted [S1].\n>\n> Phones are not [S2].",
        "Laptops are encrypted.\n\n[S1]\n\nPhones are not.\n\n[S2]",
    ],
)
def test_a_marker_stands_for_its_sentence_wherever_it_stands(answer: str) -> None:
    assert claims_of(answer) == [("S1", LAPTOPS), ("S2", PHONES)]


def test_a_marker_that_opens_the_next_sentence_belongs_to_the_one_before() -> None:
    assert claims_of("Laptops are encrypted. [S1] Phones are not.") == [("S1", LAPTOPS)]


def test_a_marker_that_opens_the_answer_belongs_to_the_sentence_it_opens() -> None:
    assert claims_of("[S1] Laptops are encrypted. Phones are not.") == [("S1", LAPTOPS)]


def test_a_marker_that_ends_a_paragraph_belongs_to_the_last_sentence_only() -> None:
    assert claims_of("Laptops are encrypted. Phones are not. [S1]") == [("S1", PHONES)]


def test_a_paragraph_of_markers_stands_for_the_block_before_it() -> None:
    assert claims_of("Phones are not.\n\n[S1][S2]") == [("S1", PHONES), ("S2", PHONES)]
    parsed = parse("Laptops are encrypted. Phones are not.\n\n[S1][S2]")
    assert {parsed.claims[p.claim].covers for p in parsed.proposals} == {(0, 1)}


def test_a_list_item_is_a_claim_of_its_own() -> None:
    assert claims_of("Rules:\n\n- Encrypt laptops [S1]\n- Encrypt phones [S2]\n") == [
        ("S1", "Encrypt laptops"),
        ("S2", "Encrypt phones"),
    ]


def test_a_nested_list_item_does_not_speak_for_its_parent() -> None:
    assert claims_of("- Laptops\n  - with a disk [S1]\n- Phones [S2]\n") == [("S1", "with a disk"), ("S2", "Phones")]


def test_a_list_item_of_several_sentences_has_several_claims() -> None:
    assert claims_of("1. Encrypt. Always [S1].\n2. Lock [S2].\n") == [("S1", "Always."), ("S2", "Lock.")]


def test_a_table_cell_is_a_claim_of_its_own() -> None:
    table = "| Device | Rule |\n|---|---|\n| Laptop [S1] | Encrypt [S2] |\n"
    assert claims_of(table) == [("S1", "Laptop"), ("S2", "Encrypt")]


def test_a_cell_of_nothing_but_a_marker_stands_for_the_cell_before_it() -> None:
    assert claims_of("| Rule | Source |\n|---|---|\n| Encrypt | [S1] |\n| Lock | [S2] |\n") == [
        ("S1", "Encrypt"),
        ("S2", "Lock"),
    ]


def test_a_marker_that_opens_a_row_stands_for_the_first_cell_that_says_something() -> None:
    assert claims_of("| Source | Rule |\n|---|---|\n| [S1] | Encrypt |\n| [S2] | Lock |\n") == [
        ("S1", "Encrypt"),
        ("S2", "Lock"),
    ]


def test_a_row_of_markers_does_not_stand_for_another_row() -> None:
    claims = claims_of("| Rule | Source |\n|---|---|\n| Encrypt | [S1] |\n| [S2] | [S3] |\n")
    assert [text for _, text in claims] == ["Encrypt", "", ""]


@pytest.mark.parametrize(
    "row", ["| Refund | 10 days | [S1] |", "| [S1] | Refund | 10 days |", "| Refund | [S1] | 10 days |"]
)
def test_a_cell_of_nothing_but_a_marker_stands_for_its_row(row: str) -> None:
    parsed = parse(f"| a | b | c |\n|---|---|---|\n{row}\n")
    whole = parsed.claims[parsed.proposals[0].claim]
    assert [parsed.claims[index].text for index in whole.covers] == ["Refund", "10 days"]


def test_a_cell_of_a_column_of_sources_stands_for_its_row_whatever_it_says_itself() -> None:
    parsed = parse("| Item | Time | Source |\n|---|---|---|\n| Refund | 10 days | Policy [S1] |\n")
    cell = parsed.claims[parsed.proposals[0].claim]
    assert (cell.text, cell.form, [parsed.claims[k].text for k in cell.covers]) == (
        "Policy", ClaimForm.TAIL, ["Refund", "10 days"],
    )  # fmt: skip


def context_of(answer: str) -> list[tuple[str, str]]:
    """The context of the last claim with a marker."""
    parsed = parse(answer)
    return [(each.kind.value, each.text) for each in parsed.claims[parsed.proposals[-1].claim].context]


@pytest.mark.parametrize(
    ("answer", "context"),
    [
        ("## Berlin\n\nStaff have leave [S1].", [("heading", "Berlin")]),
        ("# Leave\n\n## Berlin\n\nStaff have leave [S1].", [("heading", "Leave"), ("heading", "Berlin")]),
        ("## Berlin\n\n## Paris\n\nStaff have leave [S1].", [("heading", "Paris")]),
        ("**Model B**\n\nThe battery lasts [S1].", [("heading", "Model B")]),
        ("**Model A**\n\n**Model B:**\n\nThe battery lasts [S1].", [("heading", "Model B:")]),
        ("Not permitted:\n\n- smoking [S1]", [("lead_in", "Not permitted:")]),
        ("The following is true.\n\n- It is so [S1]", [("lead_in", "The following is true.")]),
        ("Not permitted:\n\nSmoking [S1]\n\nLater [S2]", []),
        ("- Laptops\n  - with a disk [S1]", [("item", "Laptops")]),
        ("- Laptops:\n  - with a disk [S1]", [("lead_in", "Laptops:")]),
        ("| Item | Time |\n|---|---|\n| Refund | 10 days [S1] |", [("row", "Refund"), ("column", "Time")]),
        ("| Item |\n|---|\n| Refund [S1] |", [("column", "Item")]),
        ("Intro. One more.\n\nStaff have leave [S1].", []),
    ],
)
def test_a_claim_knows_what_its_reader_takes_it_to_be_about(answer: str, context: list[tuple[str, str]]) -> None:
    assert context_of(answer) == context


@pytest.mark.parametrize(
    ("answer", "form", "covered"),
    [
        (f"{LAPTOPS} Source: [S1]", "tail", [LAPTOPS]),
        (f"{LAPTOPS} Per the Returns policy [S1].", "tail", [LAPTOPS]),
        (f"{LAPTOPS} This is stated in the policy [S1].", "tail", [LAPTOPS]),
        (f"{LAPTOPS} (House rules, [S1])", "tail", [LAPTOPS]),
        (f"{LAPTOPS} Thanks! [S1]", "tail", [LAPTOPS]),
        (f"{LAPTOPS} Quelle: [S1]", "tail", [LAPTOPS]),
        (f"{LAPTOPS} Selon le manuel [S1].", "tail", [LAPTOPS]),
        (f"{LAPTOPS} Fuente: el manual [S1]", "tail", [LAPTOPS]),
        (f"{LAPTOPS} \u6765\u6e90\uff1a[S1]", "tail", [LAPTOPS]),
        (f"{LAPTOPS} {PHONES}\n\nSource: [S1]", "tail", [LAPTOPS, PHONES]),
        (f"- {LAPTOPS}\n- {PHONES}\n\nSources: [S1]", "tail", [LAPTOPS, PHONES]),
        (f"- {LAPTOPS}\n  - Source: [S1]", "tail", [LAPTOPS]),
        (f"- {LAPTOPS}\n- {PHONES}\n\n[S1]", "whole", [LAPTOPS, PHONES]),
        (f"**Key facts:** [S1]\n\n- {LAPTOPS}\n- {PHONES}", "heading", [LAPTOPS, PHONES]),
        (f"In summary: [S1]\n\n{LAPTOPS}", "lead", [LAPTOPS]),
        (f"## Rules [S1]\n\n{LAPTOPS}\n\n{PHONES}\n\n## More\n\nText.", "heading", [LAPTOPS, PHONES]),
        ("Are they? Yes. [S1]", "answer", ["Are they?"]),
        ("Are they? [S1] Yes.", "question", ["Yes."]),
        ("Are they? [S1]\n\nYes.", "question", ["Yes."]),
        (f"```\n{LAPTOPS}\n```\n\n[S1]", "whole", []),
        ("Source: [S1]", "tail", []),
        (f"{LAPTOPS} From nine to six the pool is open [S1].", "statement", []),
        (f"{LAPTOPS} Per the policy, refunds take 90 days [S1].", "statement", []),
        (f"- {LAPTOPS}\n- mobile phones [S1]", "statement", []),
    ],
)
def test_words_that_claim_nothing_leave_their_marker_to_what_does(answer: str, form: str, covered: list[str]) -> None:
    parsed = parse(answer)
    claim = parsed.claims[parsed.proposals[0].claim]
    assert (claim.form, [parsed.claims[index].text for index in claim.covers]) == (form, covered)


def test_numbers_that_count_nothing_are_words_of_their_items() -> None:
    assert claims_of("40. days of leave [S1]") == [("S1", "40. days of leave")]
    assert claims_of("1. One [S1]\n\n```\nx\n```\n\n2. Two [S2]") == [("S1", "One"), ("S2", "Two")]


def test_a_heading_is_a_claim() -> None:
    assert claims_of("## Encryption of laptops [S1]\n\nText.") == [("S1", "Encryption of laptops")]


def test_a_sentence_runs_over_line_breaks() -> None:
    assert claims_of("Laptops are\nencrypted [S1].") == [("S1", "Laptops are encrypted.")]


def test_two_paragraphs_are_two_claims_without_a_full_stop() -> None:
    assert claims_of("Laptops are encrypted [S1]\n\nPhones are not [S2]") == [
        ("S1", "Laptops are encrypted"),
        ("S2", "Phones are not"),
    ]


@pytest.mark.parametrize(
    "sentence",
    [
        "See Smith v. Jones, 5 U.S.C. \u00a7 12, at 3.",
        "See Mr. Smith v. Jones, 410 U.S. 113 (1973).",
        "Cf. Art. 5 para. 2 GDPR and No. 7 of the Regs.",
        "The court (9th Cir. 2019) held that Fed. R. Civ. P. 12 applies.",
        "Siehe Abs. 2 Nr. 3 bzw. Art. 4 der Verordnung.",
        "It costs $3.50 vs. $4.00 per unit.",
        "Version 2.0.1 of the tool is required.",
        "Use encryption, e.g. full-disk encryption, i.e. all of it.",
        "The U.S. Supreme Court and Acme Inc. agree.",
        "Dr. J. R. Smith et al. wrote it on Jan. 5, 2024 at 5 p.m. sharp.",
        "He asked \u201cIs it so? Really?\u201d and left.",
        "The rule (see the note. It is long.) applies here.",
        'The rule says "Encrypt laptops. Lock phones." and no more.',
        "The limit is 1.5 GB and 20.000,50 EUR for all.",
        "Is a name like Node.js or example.test a sentence end?",
    ],
)
def test_abbreviations_decimals_quotations_and_brackets_do_not_end_a_sentence(sentence: str) -> None:
    text = f"{sentence} Next one here."
    assert sentences(text) == [len(sentence) + 1, len(text)]


@pytest.mark.parametrize(
    "answer",
    [
        "The limit is 20 W [S1]. Exceptions are allowed [S9].",
        "The limit is 3.5 m [S1]. Exceptions are allowed [S9].",
        "This holds for Plan B [S1]. Exceptions are allowed [S9].",
        "Take vitamin C [S1]. Exceptions are allowed [S9].",
        "It is sold by Acme Inc. [S1] Exceptions are allowed [S9].",
        "It closes at 5 p.m. [S1] Exceptions are allowed [S9].",
        "It covers phones, tablets etc. [S1] Exceptions are allowed [S9].",
        "This is rule no. [S1] Exceptions are allowed [S9].",
    ],
)
def test_words_that_can_be_abbreviations_do_not_hide_the_next_sentence_behind_a_granted_marker(answer: str) -> None:
    (_, first), (_, second) = claims_of(answer)
    assert second == "Exceptions are allowed."
    assert "Exceptions" not in first


@pytest.mark.parametrize(
    ("answer", "claim"),
    [
        ("第一条很长。第二条[S1]。第三条。", "第二条。"),
        ("第一条很长。[S1]第二条。", "第一条很长。"),
        ("返品は30日です[S1]。引用も可。", "返品は30日です。"),
        ("他说：「走吧。现在。」[S1]然后。", "他说：「走吧。现在。」"),
    ],
)
def test_chinese_and_japanese_sentences(answer: str, claim: str) -> None:
    assert [text for _, text in claims_of(answer)] == [claim]


@pytest.mark.parametrize("stop", ["?", "!", "\u0964", "\u061f", "\u06d4"])
def test_other_full_stops_end_sentences_too(stop: str) -> None:
    first = f"Laptops are encrypted{stop}"
    assert claims_of(f"{first} [S1] Phones are not. [S2]") == [("S1", first), ("S2", PHONES)]


def test_a_closing_quotation_mark_or_bracket_belongs_to_the_sentence_it_ends() -> None:
    assert claims_of("\u201cLaptops are encrypted.\u201d [S1] Phones are not.") == [
        ("S1", "\u201cLaptops are encrypted.\u201d")
    ]


def test_a_claim_reads_as_its_reader_sees_it_once_markers_are_gone() -> None:
    assert claims_of("Laptops [S1], the *new* ones [S2] , are `encrypted` [S3].")[0][1] == (
        "Laptops, the new ones, are encrypted."
    )


def test_a_url_is_no_word_of_a_claim() -> None:
    assert claims_of("Laptops (https://evil.example/x) are encrypted [S1].") == [("S1", "Laptops () are encrypted.")]


def test_a_claim_s_extent_is_its_sentence_in_the_answer() -> None:
    answer = "\U0001f469 Intro.\r\n\r\n**Laptops** are\u200b encrypted [S1]. Phones are not."
    parsed = parse(answer)
    claim = parsed.claims[parsed.proposals[0].claim]
    assert answer[claim.start : claim.end] == "Laptops** are\u200b encrypted [S1]."


def test_claims_are_numbered_in_the_order_of_the_answer_and_do_not_overlap() -> None:
    parsed = parse("A sentence. Another one [S1].\n\n- an item\n\n| a cell |\n|---|\n| b [S2] |\n")
    assert [claim.index for claim in parsed.claims] == list(range(len(parsed.claims)))
    assert all(one.end <= two.start for one, two in pairwise(parsed.claims))


def test_sentences_cover_the_text_and_white_space_belongs_to_the_left() -> None:
    text = "One here.  Two here.\nThree"
    assert sentences(text) == [11, 21, 26]
    assert sentences("") == [0]
