"""Span hashes, anchors and W3C selectors by example."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citeward.text import (
    NORMALISER_VERSION,
    Anchor,
    AnchorState,
    anchor,
    anchor_from_selectors,
    reanchor,
    same_span,
    span_hash,
)

KEY = b"a key of sixteen"
TEXT = "Alpha beta gamma. The rent is 500 euros per month. Delta epsilon zeta. The fee is 20 euros per year."
SPAN = "The rent is 500 euros per month."
START = TEXT.index(SPAN)


@pytest.fixture
def kept() -> Anchor:
    return anchor(TEXT, START, START + len(SPAN), KEY)


class TestSpanHash:
    @pytest.mark.parametrize(
        "text",
        [
            "The rent is\n500 euros  per month.",
            "The **rent** is _500_ euros per `month`.",
            "### The rent is 500 euros per month.",
            "* The rent is 500 euros per month.",
            "> The rent is 500 euros\n> per month.",
            "The rent\u200b is 500\u00a0euros per month.",
        ],
    )
    def test_survives_setting(self, text: str) -> None:
        assert span_hash(text, KEY) == span_hash(SPAN, KEY)

    def test_survives_quotation_marks(self) -> None:
        assert span_hash("He said “it’s due”.", KEY) == span_hash('He said "it\'s due".', KEY)
        assert span_hash("Il dit « oui » hier.", KEY) == span_hash("Il dit “oui” hier.", KEY)

    @pytest.mark.parametrize(
        "text",
        [
            "The rent is 501 euros per month.",
            "The rent is -500 euros per month.",
            "The rent is 5.00 euros per month.",
            "The rent is not 500 euros per month.",
            "the rent is 500 euros per month.",
            "The rent is 500 euros per week.",
            "The rent is 500 euros per month",
        ],
    )
    def test_changes_with_what_is_said(self, text: str) -> None:
        assert span_hash(text, KEY) != span_hash(SPAN, KEY)

    def test_a_product_keeps_its_asterisk(self) -> None:
        assert span_hash("5*3", KEY) != span_hash("53", KEY)

    def test_names_its_version_and_depends_on_the_key(self) -> None:
        assert span_hash(SPAN, KEY).startswith(f"{NORMALISER_VERSION}:")
        assert span_hash(SPAN, KEY) != span_hash(SPAN, b"another key of sixteen bytes")

    def test_the_first_version_stays_computable(self) -> None:
        stored = "n1:e24e3691be763163ffe2bcc6de0c12891759ee43567034fad325253909e331ad"
        assert span_hash(SPAN, KEY, version="n1") == stored
        assert same_span(stored, SPAN, KEY)

    def test_a_short_key_and_an_unknown_version_are_errors(self) -> None:
        with pytest.raises(ValueError, match="16 bytes"):
            span_hash(SPAN, b"short")
        with pytest.raises(ValueError, match="unknown normaliser version"):
            span_hash(SPAN, KEY, version="n0")
        assert not same_span("n0:00", SPAN, KEY)


class TestReanchor:
    @pytest.mark.parametrize("exact", [SPAN, None])
    def test_found(self, kept: Anchor, exact: str | None) -> None:
        assert reanchor(kept, TEXT, KEY, exact).state is AnchorState.FOUND

    @pytest.mark.parametrize("exact", [SPAN, None])
    def test_moved(self, kept: Anchor, exact: str | None) -> None:
        found = reanchor(kept, "A new preface. " + TEXT, KEY, exact)
        assert (found.state, found.start) == (AnchorState.MOVED, START + 15)

    @pytest.mark.parametrize("exact", [SPAN, None])
    def test_moved_by_rewrapping_and_emphasis(self, kept: Anchor, exact: str | None) -> None:
        later = TEXT.replace("rent is 500", "rent\nis **500**")
        found = reanchor(kept, later, KEY, exact)
        assert found.state in (AnchorState.FOUND, AnchorState.MOVED)
        assert later[found.start : found.end] == "The rent\nis **500** euros per month."

    def test_changed_with_its_diff(self, kept: Anchor) -> None:
        found = reanchor(kept, TEXT.replace("500", "550"), KEY, SPAN)
        assert found.state is AnchorState.CHANGED
        assert [(op.old, op.new) for op in found.diff if op.op != "equal"] == [("500", "550")]

    def test_changed_without_the_old_text_has_no_diff(self, kept: Anchor) -> None:
        found = reanchor(kept, TEXT.replace("is 500", "is not 500"), KEY)
        assert (found.state, found.diff) == (AnchorState.CHANGED, ())

    def test_lost(self, kept: Anchor) -> None:
        assert reanchor(kept, "Nothing of it remains in here.", KEY, SPAN).state is AnchorState.LOST

    def test_the_same_text_in_two_like_places_is_ambiguous(self, kept: Anchor) -> None:
        later = f"{TEXT}\n{TEXT}"
        assert reanchor(kept, later, KEY, SPAN).state is AnchorState.AMBIGUOUS

    def test_context_tells_two_places_apart(self, kept: Anchor) -> None:
        later = f"Once {SPAN} Elsewhere words follow. Some more of them stand here. {TEXT}"
        found = reanchor(kept, later, KEY, SPAN)
        assert (found.state, found.start) == (AnchorState.MOVED, later.rindex(SPAN))

    def test_a_short_span_that_occurs_elsewhere_without_its_context_is_ambiguous(self) -> None:
        text = "The cat sat. A dog ran. The cat left."
        kept = anchor(text, 4, 7, KEY)
        later = "One cat here, one cat there, one cat everywhere."
        assert reanchor(kept, later, KEY, "cat").state is AnchorState.AMBIGUOUS

    def test_a_text_that_is_not_the_anchored_one_cannot_steer(self, kept: Anchor) -> None:
        assert reanchor(kept, TEXT, KEY, "The fee is 20 euros per year.").start == START


class TestSelectors:
    def test_round_trip(self, kept: Anchor) -> None:
        quote, position = kept.text_quote_selector(TEXT), kept.text_position_selector()
        assert quote["exact"] == SPAN
        assert position == {"type": "TextPositionSelector", "start": START, "end": START + len(SPAN)}
        assert anchor_from_selectors(TEXT, quote, position, KEY) == kept
        assert anchor_from_selectors(TEXT, quote, None, KEY) == kept
        assert anchor_from_selectors(TEXT, None, position, KEY) == kept

    def test_a_stale_position_yields_to_the_quote(self, kept: Anchor) -> None:
        stale = {"type": "TextPositionSelector", "start": 0, "end": 5}
        assert anchor_from_selectors(TEXT, kept.text_quote_selector(TEXT), stale, KEY) == kept

    @pytest.mark.parametrize("exact", ["euros per", "yen per", ""])
    def test_an_absent_or_ambiguous_quote_is_an_error(self, exact: str) -> None:
        with pytest.raises(ValueError):
            anchor_from_selectors(TEXT, {"exact": exact}, None, KEY)

    @pytest.mark.parametrize(("start", "end"), [(-1, 3), (3, 3), (5, 4), (0, 1000)])
    def test_a_span_outside_the_text_is_an_error(self, start: int, end: int) -> None:
        with pytest.raises(ValueError, match="outside"):
            anchor(TEXT, start, end, KEY)


class TestSpansThatCutWords:
    """A retriever may cut its chunks inside words; what was cited of them is found again where those words stand."""

    WORDS = "Employees know information is stored in Ghent. More words follow."

    def found(self, start: int, end: int, later: str) -> AnchorState:
        return reanchor(anchor(self.WORDS, start, end, KEY), later, KEY, self.WORDS[start:end]).state

    @given(st.integers(0, len(WORDS) - 12), st.integers(12, len(WORDS)), st.text("xyz 9.\n", max_size=50))
    def test_moved_unchanged_is_moved(self, start: int, length: int, before: str) -> None:
        end = min(start + length, len(self.WORDS))
        later = f"{before}\n\n{self.WORDS}"
        assert self.found(start, end, later) is AnchorState.MOVED

    @given(st.integers(1, 9), st.sampled_from(["q", "qu", "9"]))
    def test_another_word_around_the_same_letters_is_another_text(self, cut: int, other: str) -> None:
        """Letters of a longer word are not the words that were cited, even where the rest of a word agrees."""
        word = "Unbearable"
        text, rest = f"{word} heat was measured in Ghent.", word[cut:]
        kept = anchor(text, cut, len(text), KEY)
        exact = text[cut:]
        assert reanchor(kept, f"So: {other}{rest} heat was measured in Ghent.", KEY, exact).state not in (
            AnchorState.FOUND,
            AnchorState.MOVED,
        )
        assert reanchor(kept, f"So: {text}", KEY, exact).state is AnchorState.MOVED

    def test_a_span_that_was_set_more_widely_than_the_text_is_found_at_its_end(self) -> None:
        kept = anchor("Know   this:   it is   stored.", 0, 30, KEY)
        assert reanchor(kept, "Know this: it is stored.", KEY, "Know   this:   it is   stored.").state in (
            AnchorState.FOUND,
            AnchorState.MOVED,
        )

    def test_a_span_that_began_where_a_word_does_is_not_found_inside_one(self) -> None:
        text = "Know information is stored."
        kept = anchor(text, 0, len(text), KEY)
        assert reanchor(kept, "Wellknow information is stored.", KEY, text).state is not AnchorState.MOVED
