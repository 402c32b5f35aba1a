"""Laws of quotation, span hashes and anchors, checked over generated texts."""

from __future__ import annotations

import re
import unicodedata

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from citeward.text import (
    AnchorState,
    QuoteStatus,
    anchor,
    find,
    index,
    normalise,
    reanchor,
    span_hash,
)
from citeward.text.letters import SIEVED
from citeward.text.skeleton import build_skeleton, sift

KEY = b"a key of sixteen"
PLAIN = ["rent", "tenant", "garden", "roof", "Paris", "Größe", "naïve", "the", "of", "and", "shall", "owner", "house"]
NUMBERS = ["12", "1.2", "3,500", "-4", "$7", "5%", "2024-02-01", "v1.10.2", "±3", "10:30"]
NEGATORS = ["not", "never", "no", "without"]
MARKS = [" ", " ", " ", ", ", "; ", ". ", "\n", "  "]

law = settings(deadline=None)
"""Machines differ in speed; these laws do not speak of time."""

words = st.sampled_from(PLAIN + NUMBERS)


@st.composite
def texts(draw: st.DrawFn) -> str:
    """A text of plain words and numbers, parted by space and punctuation."""
    tokens = draw(st.lists(words, min_size=6, max_size=30))
    return "".join(token + draw(st.sampled_from(MARKS)) for token in tokens).strip()


@st.composite
def excerpts(draw: st.DrawFn) -> tuple[str, str]:
    """A text and an excerpt of it between two plain words, at least two words and eight code points long."""
    text = draw(texts())
    spans = [match.span() for match in re.finditer(r"[^\W\d_]{3,}", text) if match.group() in PLAIN]
    assume(len(spans) >= 2)
    first = draw(st.integers(0, len(spans) - 2))
    last = draw(st.integers(first + 1, len(spans) - 1))
    quote = text[spans[first][0] : spans[last][1]]
    assume(len(quote) >= 8)
    return text, quote


def squeezed(text: str) -> str:
    return " ".join(text.split())


@given(excerpts())
@law
def test_an_excerpt_between_whole_words_verifies(case: tuple[str, str]) -> None:
    text, quote = case
    assume(not re.search(r"\d\s*$", text[: text.index(quote)]) and not re.match(r"\s*[\d$±-]", quote))
    assume(", shall" not in quote)  # "the tenant, the owner, shall": cut inside, it reads as another statement
    match = find(text, quote)
    assert match.status is QuoteStatus.VERIFIED
    assert match.excerpts == (quote,)


@given(excerpts(), st.integers(0, 10_000), st.sampled_from("0123456789"))
@law
def test_a_changed_digit_is_never_granted(case: tuple[str, str], pick: int, digit: str) -> None:
    text, quote = case
    places = [at for at, char in enumerate(quote) if char.isdigit() and char != digit]
    assume(places)
    at = places[pick % len(places)]
    changed = quote[:at] + digit + quote[at + 1 :]
    assume(sift(changed) not in sift(text))
    assert not find(text, changed).granted


@given(excerpts(), st.integers(0, 10_000), st.sampled_from("0123456789"))
@example(("Paris, Paris rent the garden", "Paris, Paris"), 6, "0")
@law
def test_an_inserted_digit_is_never_granted(case: tuple[str, str], pick: int, digit: str) -> None:
    text, quote = case
    at = pick % (len(quote) + 1)
    changed = quote[:at] + digit + quote[at:]
    assume(sift(changed) not in sift(text))
    assert not find(text, changed).granted


@given(excerpts(), st.integers(0, 10_000))
@law
def test_a_deleted_digit_is_never_granted(case: tuple[str, str], pick: int) -> None:
    text, quote = case
    places = [at for at, char in enumerate(quote) if char.isdigit()]
    assume(places)
    at = places[pick % len(places)]
    changed = quote[:at] + quote[at + 1 :]
    assume(sift(changed) not in sift(text))
    assert not find(text, changed).granted


@given(excerpts(), st.integers(0, 10_000), st.sampled_from("-−+±<>$€~"))
@law
def test_an_inserted_sign_is_never_granted(case: tuple[str, str], pick: int, sign: str) -> None:
    text, quote = case
    places = [match.start() for match in re.finditer(r"(?<![\d.,:/+±$v-])\d", quote)]
    assume(places)
    at = places[pick % len(places)]
    changed = quote[:at] + sign + quote[at:]
    assume(squeezed(changed) not in squeezed(text))
    assert not find(text, changed).granted


@given(excerpts(), st.integers(0, 10_000))
@law
def test_a_deleted_sign_is_never_granted(case: tuple[str, str], pick: int) -> None:
    text, quote = case
    places = [match.start() for match in re.finditer(r"[-$±%](?=\d|\b|\W|$)", quote)]
    assume(places)
    at = places[pick % len(places)]
    changed = quote[:at] + quote[at + 1 :]
    assume(squeezed(changed) not in squeezed(text))
    assert not find(text, changed).granted


@given(excerpts(), st.integers(0, 10_000), st.sampled_from(NEGATORS))
@law
def test_an_inserted_negator_is_never_granted(case: tuple[str, str], pick: int, negator: str) -> None:
    text, quote = case
    places = [match.end() for match in re.finditer(r"\s", quote)]
    assume(places)
    at = places[pick % len(places)]
    assert not find(text, f"{quote[:at]}{negator} {quote[at:]}").granted


@given(excerpts(), st.integers(0, 10_000), st.sampled_from(NEGATORS))
@law
def test_a_deleted_negator_is_never_granted(case: tuple[str, str], pick: int, negator: str) -> None:
    text, quote = case
    places = [match.end() for match in re.finditer(r"\s", quote)]
    assume(places)
    at = places[pick % len(places)]
    start = text.index(quote)
    source = text[: start + at] + negator + " " + text[start + at :]
    assume(sift(quote) not in sift(source))
    assert not find(source, quote).granted
    assert not find(source, f"{quote[:at]} ... {quote[at:]}").granted


@given(st.text(max_size=200), st.text(max_size=60))
@example("a\u0301\u0301 b", "a b")
@example("각" * 3, unicodedata.normalize("NFD", "각각"))
@law
def test_offsets_always_slice_to_the_excerpts(source: str, quote: str) -> None:
    match = find(source, quote)
    assert tuple(source[start:end] for start, end in match.spans) == match.excerpts
    assert all(0 <= start < end <= len(source) for start, end in match.spans)
    assert match.granted == bool(match.spans)


@given(st.text(alphabet="aA1.2-−% \n*…[](){}éßﬁ각한́न不。<b>&;|#_'\"’“”", max_size=80), st.data())
@settings(max_examples=300, deadline=None)
def test_offsets_slice_for_quotes_cut_from_hostile_text(source: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(source)))
    end = data.draw(st.integers(start, len(source)))
    match = find(source, source[start:end])
    assert tuple(source[low:high] for low, high in match.spans) == match.excerpts


@given(st.text(max_size=400))
@law
def test_a_skeleton_maps_back_to_the_letters_it_came_from(text: str) -> None:
    skeleton = build_skeleton(text)
    assert skeleton.data == sift(text)
    offset = 0
    for position, char in enumerate(text):
        assert skeleton.offset(position) == offset
        for _ in SIEVED[char]:
            assert skeleton.position(offset) == position
            offset += 1


@given(st.text(min_size=600, max_size=900))
@settings(max_examples=40, deadline=None)
def test_a_long_skeleton_is_the_same_as_a_short_one(text: str) -> None:
    skeleton = build_skeleton(text)
    assert skeleton.data == sift(text)
    places = [position for position, char in enumerate(text) for _ in SIEVED[char]]
    assert [skeleton.position(offset) for offset in range(len(skeleton.data))] == places


@given(st.text(max_size=200))
@example("* # text")
@example("- - - x")
@law
def test_normalising_is_idempotent(text: str) -> None:
    once = normalise(text)
    assert normalise(once) == once


@given(excerpts())
@law
def test_a_span_hash_survives_setting(case: tuple[str, str]) -> None:
    _, quote = case
    stored = span_hash(quote, KEY)
    assert span_hash(quote.replace(" ", "\n"), KEY) == stored
    assert span_hash(f"## {quote}", KEY) == stored
    assert span_hash(f"- {quote}", KEY) == stored
    assert span_hash(f"> {quote}", KEY) == stored
    assert span_hash(unicodedata.normalize("NFD", quote), KEY) == stored
    first = quote.split()[0]
    assert span_hash(quote.replace(first, f"**{first}**", 1), KEY) == stored


@given(excerpts(), st.integers(0, 10_000), st.sampled_from(["0", "9", "-", "x", "not "]))
@law
def test_a_span_hash_changes_with_a_digit_a_sign_or_a_word(case: tuple[str, str], pick: int, inserted: str) -> None:
    _, quote = case
    places = [match.start() for match in re.finditer(r"(?<=\s)\w", quote)]
    assume(places)
    at = places[pick % len(places)]
    assert span_hash(quote[:at] + inserted + quote[at:], KEY) != span_hash(quote, KEY)


@given(excerpts())
@law
def test_a_span_hash_changes_with_case(case: tuple[str, str]) -> None:
    _, quote = case
    assert span_hash(quote.swapcase(), KEY) != span_hash(quote, KEY)


@given(excerpts(), st.sampled_from(["", "An introduction. ", "Another page of words. " * 5]))
@law
def test_a_moved_span_is_found_again_or_ambiguous(case: tuple[str, str], before: str) -> None:
    text, quote = case
    start = text.index(quote)
    kept = anchor(text, start, start + len(quote), KEY)
    later = before + text
    found = reanchor(kept, later, KEY, quote)
    if found.state in (AnchorState.FOUND, AnchorState.MOVED):
        assert normalise(later[found.start : found.end]) == normalise(quote)
        assert (found.state is AnchorState.FOUND) == (found.start == start)
    else:
        assert found.state is AnchorState.AMBIGUOUS
        assert text.count(quote) > 1 or len(sift(quote)) < len(quote)


@pytest.mark.parametrize("size", [64, 4096])
def test_an_index_answers_as_the_text_does(size: int) -> None:
    text = "The tenant shall pay the rent on time. Größe und Maß. " * (size // 50)
    quote = "shall pay the rent"
    assert find(index(text), quote) == find(text, quote)
