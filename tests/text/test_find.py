"""Occurrences, the cited span, the nearest passage, other sources, many quotes."""

from __future__ import annotations

import random

import pytest

from citeward.text import (
    IndexCache,
    NearKind,
    QuoteLimits,
    QuoteReason,
    QuoteStatus,
    find,
    find_many,
    index,
    verify,
    word_diff,
)

TWICE = "The rent is due. Filler stands here. The rent is due. More filler. The RENT is due!"


def test_occurrences_are_counted() -> None:
    match = find(TWICE, "The rent is due")
    assert match.occurrences == 3
    assert match.spans == ((0, 15),)


def test_the_place_nearest_the_cited_span_is_chosen() -> None:
    second = TWICE.index("The rent", 5)
    assert find(TWICE, "The rent is due", near=(second - 3, second + 20)).spans[0][0] == second
    last = TWICE.index("The RENT")
    match = find(TWICE, "The rent is due", near=(last, last + 15))
    assert match.status is QuoteStatus.REPAIRED
    assert match.excerpts == ("The RENT is due",)


def test_without_a_cited_span_an_exact_place_is_preferred() -> None:
    match = find("THE RENT IS DUE. The rent is due.", "The rent is due")
    assert match.status is QuoteStatus.VERIFIED
    assert match.spans == ((17, 32),)


def test_too_many_undecided_places_are_refused() -> None:
    source = "unlawful " * 50 + "the end"
    match = find(source, "lawful unlawful", limits=QuoteLimits(max_candidates=16))
    assert match.reason is QuoteReason.TOO_MANY_CANDIDATES


def test_the_cited_span_is_reached_among_thousands_of_places() -> None:
    source = "word by word " * 5000
    match = find(source, "word by word", near=(39_000, 39_012))
    assert match.spans == ((39_000, 39_012),)


def test_a_light_edit_is_shown_with_its_diff() -> None:
    match = find("Payment is due within thirty days of notice.", "Payment is due within thirteen days of notice.")
    assert match.reason is QuoteReason.LIGHT_EDIT
    assert match.nearest is not None
    assert match.nearest.kind is NearKind.LIGHT_EDIT
    assert match.nearest.excerpt == "Payment is due within thirty days of notice."
    assert [(op.old, op.new) for op in match.nearest.diff if op.op != "equal"] == [("thirteen", "thirty")]


def test_a_splice_is_named() -> None:
    source = (
        "The tenant shall keep the garden tidy at all times. " + "Filler. " * 200 + "The landlord insures the house."
    )
    match = find(source, "The tenant shall keep the garden tidy the landlord insures the house.")
    assert match.reason is QuoteReason.SPLICE


def test_lost_spaces_are_typography() -> None:
    match = find("The tenant shall keep the gardentidy.", "The tenant shall keep the garden tidy.")
    assert match.reason is QuoteReason.TYPOGRAPHY
    assert match.nearest is not None


def test_only_a_number_differs() -> None:
    match = find("Payment is due within 30 days of notice.", "Payment is due within 60 days of notice.")
    assert match.reason is QuoteReason.DIGITS_DIFFER


def test_a_quote_of_another_source_stays_unverified_and_names_it() -> None:
    others = {"S2": "Nothing of the kind stands here.", "S3": "He said: the roof leaks badly."}
    match = verify("the roof leaks badly", "The floor is dry and clean.", others=others)
    assert match.status is QuoteStatus.UNVERIFIED
    assert match.reason is QuoteReason.FOUND_IN_ANOTHER_SOURCE
    assert match.nearest is not None
    assert (match.nearest.source_id, match.nearest.excerpt) == ("S3", "the roof leaks badly")


def test_another_source_cannot_help_a_quote_the_cited_one_contradicts() -> None:
    match = verify(
        "permitted to terminate", "He is not permitted to terminate.", others={"S2": "permitted to terminate"}
    )
    assert match.reason is QuoteReason.AFTER_NEGATOR


@pytest.mark.parametrize("letters", ["abcdefghij", "abcdéßжש中각"])
def test_many_quotes_at_once_get_the_answers_of_one_at_a_time(letters: str) -> None:
    rng = random.Random(7)
    words = ["".join(rng.choices(letters, k=rng.randint(3, 9))) for _ in range(4000)]
    source = " ".join(rng.choices(words, k=60_000))
    starts = [rng.randrange(60_000 - 12) for _ in range(90)]
    tokens = source.split(" ")
    quotes = [" ".join(tokens[at : at + 10]) for at in starts]
    quotes += [quote.replace(quote.split()[3], "zzzz") for quote in quotes[:20]]
    indexed = index(source)
    assert find_many(indexed, quotes) == [find(indexed, quote) for quote in quotes]


def test_an_index_is_kept_by_digest_within_its_budget() -> None:
    first, second = index("first text " * 50), index("second text " * 50)
    cache = IndexCache(first.nbytes + second.nbytes // 2)
    kept = cache.get(first.sha256, first.text)
    assert cache.get(first.sha256, lambda: pytest.fail("kept, so never loaded")) is kept
    cache.get(second.sha256, second.text)
    assert len(cache) == 1
    assert cache.nbytes <= first.nbytes + second.nbytes // 2


def test_an_index_larger_than_the_budget_is_built_but_not_kept() -> None:
    cache = IndexCache(10)
    assert cache.get("digest", "a text longer than the budget").text
    assert len(cache) == 0


def test_index_memory_is_under_three_bytes_per_code_point() -> None:
    for text in (
        "The rent is due. " * 4000,
        "Арендатор платит. " * 4000,
        "契約は有効である。" * 4000,
        "Straße ofﬁce Œuvre " * 4000,
    ):
        indexed = index(text)
        assert indexed.raw.skeleton.nbytes <= 3 * len(text)


def test_word_diff() -> None:
    steps = [(op.op, op.old, op.new) for op in word_diff("pay in ten days now", "pay in two days")]
    assert steps == [
        ("equal", "pay in", "pay in"),
        ("replace", "ten", "two"),
        ("equal", "days", "days"),
        ("delete", "now", ""),
    ]
    assert word_diff("same words", "same words")[0].op == "equal"
    assert word_diff("", "") == ()
