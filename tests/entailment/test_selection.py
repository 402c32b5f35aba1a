"""What of a source a model sees, and what a reader is pointed to."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from citeward.entailment import best_window, select, windows

FILLER = "The weather station sends its readings twice a day. "


def test_a_short_source_is_shown_whole() -> None:
    found = select("The mast is 330 metres high.", "The mast is high.")
    assert found.whole
    assert found.text == "The mast is 330 metres high."


def test_of_a_long_source_the_sentences_that_speak_to_the_claim_are_shown() -> None:
    source = FILLER * 60 + "The mast above the bay is 330 metres high. " + FILLER * 60
    found = select(source, "The mast is 330 metres high.", 40)
    assert not found.whole
    assert "330 metres" in found.text
    assert len(found.text.split()) <= 60


def test_evidence_at_the_very_end_of_ten_thousand_words_is_found() -> None:
    source = FILLER * 1200 + "The mast above the bay is 330 metres high."
    assert "330 metres" in select(source, "The mast is 330 metres high.").text


def test_evidence_inside_a_sentence_longer_than_the_budget_is_found() -> None:
    source = "and so on, " * 500 + "the mast is 330 metres high, " + "and so on, " * 500
    assert "330 metres" in select(source, "The mast is 330 metres high.", 60).text


@given(st.text(alphabet="ab .\n", max_size=400), st.integers(2, 30))
def test_windows_cover_every_word(text: str, size: int) -> None:
    found = windows(text, size)
    covered = {i for low, high in found for i in range(low, high)}
    assert all(i in covered for i, char in enumerate(text) if not char.isspace())
    assert all(len(text[low:high].split()) <= size for low, high in found)


@given(st.text(max_size=300), st.text(max_size=60), st.integers(5, 40))
def test_spans_are_passages_of_the_source(source: str, claim: str, budget: int) -> None:
    for start, end in select(source, claim, budget).spans:
        assert 0 <= start <= end <= len(source)
    low, high = best_window(source, claim)
    assert 0 <= low <= high <= len(source)


def test_the_span_is_the_sentence_that_carries_the_claim() -> None:
    source = "The town lies on a bay. The mast is 330 metres high. Boats are built there."
    low, high = best_window(source, "The mast rises 330 metres.")
    assert source[low:high] == "The mast is 330 metres high."


def test_the_span_takes_in_a_neighbour_that_carries_the_rest() -> None:
    source = "The town lies on a bay. The mast was raised in May. It was painted red. Boats are built there."
    low, high = best_window(source, "The mast was raised in May and painted red.")
    assert source[low:high] == "The mast was raised in May. It was painted red."
