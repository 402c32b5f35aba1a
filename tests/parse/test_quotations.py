"""Quoted passages, told from words in scare quotes."""

from __future__ import annotations

import pytest

from citeward.parse import Quote, parse

from .reading import text_of


def quoted(answer: str) -> list[str]:
    return [quotation.text for quotation in parse(answer).quotations]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ('"', '"'),
        ("\u201c", "\u201d"),
        ("\u00ab", "\u00bb"),
        ("\u201e", "\u201c"),
        ("\u201e", "\u201d"),
        ("\u2018", "\u2019"),
        ("'", "'"),
    ],
)
def test_a_passage_long_enough_to_have_been_copied_is_a_quotation(before: str, after: str) -> None:
    assert quoted(f"The policy has {before}refunds within thirty days{after} in it [S1].") == [
        "refunds within thirty days"
    ]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("\u2039", "\u203a"),
        ("\uff02", "\uff02"),
        ("\u275d", "\u275e"),
        ("\u201e", '"'),
        ("\u201d", "\u201d"),
        ("\u00bb", "\u00ab"),
        ("\u201f", "\u201d"),
        ("\u301d", "\u301e"),
        ("``", "''"),
    ],
)
def test_a_passage_in_rarer_quotation_marks_is_a_quotation_too(before: str, after: str) -> None:
    (found,) = quoted(f"The policy has {before}refunds within thirty days{after} in it [S1].")
    assert found.strip("`'") == "refunds within thirty days"


def test_a_passage_too_long_to_be_compared_is_still_a_quotation() -> None:
    assert len(quoted('It says "' + "refunds within thirty days. " * 200 + '" [S1].')) == 1


@pytest.mark.parametrize(
    "answer",
    [
        '"Refunds within thirty days are fine."\n\n[S1]',
        '| "Refunds within thirty days are fine." | [S1] |\n|---|---|\n',
        '- "Refunds within thirty days are fine."\n  - [S1]\n',
    ],
)
def test_a_quotation_is_seen_where_its_marker_stands_in_a_block_of_its_own(answer: str) -> None:
    assert quoted(answer) == ["Refunds within thirty days are fine."]


@pytest.mark.parametrize(("before", "after"), [("\u300c", "\u300d"), ("\u300e", "\u300f"), ("\u201c", "\u201d")])
def test_a_chinese_or_japanese_passage_is_a_quotation(before: str, after: str) -> None:
    passage = "\u9000\u6b3e\u671f\u9650\u4e3a\u4e09\u5341\u5929\u5185"
    assert quoted(f"\u6761\u6b3e\u8bf4{before}{passage}{after}[S1]\u3002") == [passage]


@pytest.mark.parametrize(
    "answer",
    [
        'The "policy" is old [S1].',
        "The so-called \u201cfree refund\u201d is not free [S1].",
        "It's the user's own \u2018choice\u2019 [S1].",
        "The dogs' and cats' food is here [S1].",
        'A 24" screen and a 27" screen are offered here [S1].',
        "Rock 'n' roll and the '90s are over now [S1].",
    ],
)
def test_scare_quotes_apostrophes_and_inches_are_no_quotations(answer: str) -> None:
    assert quoted(answer) == []


@pytest.mark.parametrize(
    "answer",
    [
        'The policy says "free refunds" [S1].',
        'The policy states: "free refunds" [S1].',
        "As stated, \u201cfree refunds\u201d [S1].",
        'The clause "free refunds" is old [S1].',
    ],
)
def test_a_short_passage_is_a_quotation_where_it_is_introduced_as_one(answer: str) -> None:
    assert quoted(answer) == ["free refunds"]


@pytest.mark.parametrize(
    "answer", ['`"refunds within thirty days are fine"` [S1]', '```\n"refunds within thirty days"\n```\n[S1]']
)
def test_code_is_not_quoted_prose(answer: str) -> None:
    assert [type(event) for event in parse(answer).events].count(Quote) == 0


def test_two_quotations_in_one_sentence_are_two() -> None:
    answer = 'It says "refunds within thirty days" and \u201citems must be entirely unused\u201d [S1].'
    assert quoted(answer) == ["refunds within thirty days", "items must be entirely unused"]


def test_a_missing_closing_mark_quotes_nothing() -> None:
    assert quoted('It says "refunds within thirty days are fine [S1].') == []


def test_the_extent_of_a_quotation_excludes_its_marks() -> None:
    answer = "\U0001f469 It says \u201crefunds within *thirty* days\u201d [S1]."
    (quotation,) = parse(answer).quotations
    assert answer[quotation.start : quotation.end] == "refunds within *thirty* days"
    assert quotation.text == "refunds within thirty days"


@pytest.mark.parametrize(
    "answer",
    [
        'It says "refunds within thirty days are fine" [S1].',
        'It says "\nrefunds within thirty days are fine" [S1].',
        'It says "refunds within\nthirty days are fine\n" [S1].',
        'It says "*refunds* within thirty days **are fine**" [S1].',
        'It says "refunds **within thirty days" are fine** [S1].',
        'It says **"refunds within thirty days are fine**" [S1].',
        'It says "`refunds` within thirty days are fine" [S1].',
        'It says "[refunds](u) within thirty days are fine" [S1].',
        'It says "refunds within [thirty days are fine" [x](u) [S1].',
        'It says "[S1] refunds within thirty days are fine".',
        'It says "refunds within thirty [S1] days are fine".',
        'It says "refunds within \\"thirty days\\" are fine" [S1].',
        'It says "refunds &amp; within thirty days are fine" [S1].',
        'It says "<b>refunds</b> within thirty days are fine" [S1].',
        'It says "refunds within 10.1234/abc thirty days" [S1].',
        '"refunds within thirty days are fine"[S1]',
    ],
)
def test_no_word_of_a_quotation_is_lost_from_the_events(answer: str) -> None:
    shown = "".join(text_of(parse(answer)).split())
    for word in ("refunds", "within", "thirty", "days"):
        assert word in shown
    assert shown.count('"') >= 2


def test_a_passage_in_a_code_span_or_a_link_is_verified_but_not_replaced() -> None:
    parsed = parse('It says "`refunds` within thirty days are fine" [S1].')
    assert [q.text for q in parsed.quotations] == ["refunds within thirty days are fine"]
    assert not any(isinstance(event, Quote) for event in parsed.events)


@pytest.mark.parametrize(
    ("before", "after"), [("\u201c", '"'), ('"', "\u201d"), ("\u201e", '"'), ("\u300c", "\u300d"), ("\u201c", "\u201d")]
)
def test_marks_of_two_kinds_make_a_pair_too(before: str, after: str) -> None:
    assert quoted(f"The policy says {before}refunds within thirty days{after} [S1].") == ["refunds within thirty days"]


def test_a_quotation_with_words_in_straight_marks_inside_is_one() -> None:
    assert quoted('"The refund, "in full", is paid within a month" [S1].') == [
        'The refund, "in full", is paid within a month'
    ]
    assert quoted('He said "hello and "refunds within thirty days are fine" [S1].') == [
        "refunds within thirty days are fine"
    ]


@pytest.mark.parametrize(
    ("answer", "quotation"),
    [
        ('"The refund is paid within a month." (Policy) [S1]', "The refund is paid within a month."),
        ('"The refund is paid within a month." says the policy [S1].', "The refund is paid within a month."),
        ("「返金は90日以内です。」と書かれています[S1]。", "返金は90日以内です。"),
        ("规定：\u201c退款在九十天内支付。\u201d见政策[S1]。", "退款在九十天内支付。"),
    ],
)  # fmt: skip
def test_a_stop_inside_the_marks_does_not_part_a_quotation_from_its_citation(answer: str, quotation: str) -> None:
    parsed = parse(answer)
    assert [q.text for q in parsed.quotations] == [quotation]
    assert [q.claim for q in parsed.quotations] == [proposal.claim for proposal in parsed.proposals]


def test_a_block_quotation_is_one_without_marks() -> None:
    assert quoted("> Refunds are paid within thirty days.\n\n[S1]") == ["Refunds are paid within thirty days."]
    assert quoted("> Refunds are paid within thirty days. \u2014 Returns policy [S1]") == [
        "Refunds are paid within thirty days."
    ]
    assert quoted("> Refunds are paid within a month. [S1] The fee is due in ten days. [S2]") == [
        "Refunds are paid within a month.",
        "The fee is due in ten days.",
    ]


@pytest.mark.parametrize(
    "answer",
    [
        "> **Note:** refunds are paid within thirty days [S1].",
        "> [!TIP]\n> Refunds are paid within thirty days [S1].",
        "> \u26a0 Refunds are paid within thirty days [S1].",
        "Refunds are paid within thirty days [S1].",
    ],
)
def test_a_callout_is_no_block_quotation(answer: str) -> None:
    assert quoted(answer) == []
