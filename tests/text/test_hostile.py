"""Input made to cost: each ends in a plain answer after a bounded number of steps, however long it is."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from citeward.text import (
    DEFAULT_LIMITS,
    AnchorState,
    QuoteReason,
    anchor,
    find,
    index,
    normalise,
    reanchor,
    span_hash,
    word_diff,
)
from citeward.text.locate import Locator, Place
from citeward.text.segments import Segment

KEY = b"a key of sixteen"
SIZE = 200_000


@pytest.fixture
def judged(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    """Counts the places that were judged letter by letter."""
    seen: list[int] = []
    judge = Locator.place

    def counting(self: Locator, segment: Segment, hit: int, **sides: bool) -> Place | QuoteReason:
        seen.append(hit)
        return judge(self, segment, hit, **sides)

    monkeypatch.setattr(Locator, "place", counting)
    yield seen


@pytest.mark.parametrize(
    ("source", "quote"),
    [
        ("a" * SIZE, "a" * 50 + " " + "a" * 50),
        ("a" * SIZE, "a" * 9000 + "b" + "a" * 9000),
        (("a" * 50 + "b") * (SIZE // 51), "a" * 49 + "c" + "a" * 40),
        ("[...]x" * (SIZE // 6), "hello there ... foo bar baz"),
        ("foo [...] bar " * (SIZE // 14), "foo bar ... bar foo [...] foo"),
        ("the tenant shall pay rent. " * (SIZE // 27), "the tenant ... " * 1300),
        ("the tenant shall pay rent. " * (SIZE // 27), " ... ".join(["the tenant", "pay rent", "shall pay"] * 10)),
        ("abc def " * (SIZE // 8), "[" * 10_000),
        ("abc def " * (SIZE // 8), "[a] " * 4900),
        ("abc" + " " * SIZE + "def", "abc def"),
        ("ab" + "\u0301" * SIZE + " cdef ghi", "ab cdef ghi"),
        ("a\u00ad" * (SIZE // 2), "aaaaaaaa aaaaaaa"),
        ("ﬃ" * (SIZE // 4), "ffi ffi ffi ffi"),
        ("각" * SIZE, "각각 각각각각"),
        ("<script>x" * (SIZE // 9), "hello world foo"),
        ("<b>" * (SIZE // 3) + "x", "hello world foo"),
        ("<!--x" * (SIZE // 5), "hello world foo"),
        ("[a](" * (SIZE // 4), "hello world foo"),
        ("&amp" * (SIZE // 4), "hello world foo"),
        ("a b\n\f" * (SIZE // 20), "hello world foo"),
        ("## Page 1\n" * (SIZE // 40), "hello world foo"),
        ("word " * (SIZE // 5), "word " * 3900 + "miss"),
    ],
    ids=lambda text: text[:12].encode("unicode_escape").decode(),
)
def test_nothing_is_granted_and_few_places_are_judged(source: str, quote: str, judged: list[int]) -> None:
    assert not find(source, quote).granted
    segments = min(DEFAULT_LIMITS.max_segments, quote.count(" ... ") + 1)
    assert len(judged) <= 3 * segments * (DEFAULT_LIMITS.max_candidates + 1)


def test_ten_thousand_ellipses_are_too_many() -> None:
    assert find("the tenant shall pay", "the tenant ... " * 1300).reason is QuoteReason.TOO_LONG


def test_a_quote_of_a_megabyte_is_too_long() -> None:
    assert find("the tenant shall pay", "the tenant " * 100_000).reason is QuoteReason.TOO_LONG


def test_thousands_of_occurrences_are_counted_up_to_the_limit() -> None:
    match = find("word by word. " * 10_000, "word by word")
    assert match.granted
    assert match.occurrences == DEFAULT_LIMITS.max_candidates


@pytest.mark.parametrize("unit", ["*", "_a", "# ", "> ", "\n", "`*_", "- ", "-\n", " ", "«  ", "a*"])
def test_normalising_and_hashing_a_megabyte_of_markup(unit: str) -> None:
    text = unit * (1_000_000 // len(unit))
    assert span_hash(text, KEY) == span_hash(normalise(text), KEY)


def test_a_diff_of_unrelated_texts_is_one_replacement() -> None:
    steps = word_diff("a b " * 50_000, "c d " * 50_000)
    assert [step.op for step in steps] == ["replace"]


def test_a_span_that_occurs_thousands_of_times_is_ambiguous() -> None:
    text = "the cat sat. " * 20_000
    kept = anchor(text, 4, 7, KEY)
    assert reanchor(kept, index("x " + text), KEY, "cat").state is AnchorState.AMBIGUOUS
