"""Styles that hide: values, nesting, variables and the cascade, as a browser takes them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citeward.extract import NoTextError, TooLargeError, extract
from citeward.extract.colours import colour
from citeward.extract.css import block, computed, pixels

from .style_tricks import TRICKS, Trick
from .test_html import text_of


def seen(page: str) -> bool:
    """Whether the word is in the text read from a page."""
    try:
        return "WORD" in extract(page.encode(), name="a.html").text
    except NoTextError:
        return False


@pytest.mark.parametrize("trick", TRICKS, ids=lambda trick: trick.name)
def test_a_word_is_read_where_a_reader_sees_it(trick: Trick) -> None:
    assert seen(trick.page) is trick.shown


class TestColours:
    @pytest.mark.parametrize(
        ("value", "expected"),
        [
            ("oklch(0.628 0.2577 29.23)", (255, 0, 0)),
            ("hsl(120deg 100% 25%)", (0, 128, 0)),
            ("hwb(0 50% 50%)", (128, 128, 128)),
            ("lab(0 0 0)", (0, 0, 0)),
            ("rebeccapurple", (102, 51, 153)),
            ("color-mix(in srgb, red 25%, blue)", (64, 0, 191)),
        ],
    )
    def test_every_notation_comes_out_as_a_screen_shows_it(self, value: str, expected: tuple[int, int, int]) -> None:
        found = colour(value)
        assert found is not None
        assert all(abs(ours - theirs) <= 1 for ours, theirs in zip(found[0], expected, strict=True))

    @given(st.integers(0, 255), st.integers(0, 100))
    def test_law_a_colour_mixed_with_itself_is_itself(self, grey: int, share: int) -> None:
        for space in ("srgb", "srgb-linear", "oklab", "hsl"):
            found = colour(f"color-mix(in {space}, rgb({grey} {grey} {grey}) {share}%, rgb({grey} {grey} {grey}))")
            assert found is not None
            assert max(abs(channel - grey) for channel in found[0]) <= 1

    @given(st.text(max_size=30))
    def test_law_nonsense_is_no_colour_and_no_error(self, text: str) -> None:
        found = colour(text)
        assert found is None or (all(0 <= channel <= 255 for channel in found[0]) and 0 <= found[1] <= 1)


class TestValues:
    @given(st.integers(-2000, 2000), st.sampled_from(["calc({}px)", "calc({}px + 0px)", "calc({} * 1px)", "max({}px)"]))
    def test_law_a_sum_is_its_length(self, amount: int, form: str) -> None:
        assert pixels(form.format(amount)) == amount

    @given(st.text("-:;{}()\"'\\/*!av,0 %#", max_size=40))
    def test_law_any_declaration_list_is_read_without_an_error(self, text: str) -> None:
        found = block(text)
        computed({**found.normal, **found.important}, {})

    def test_variables_that_double_each_other_end(self) -> None:
        doubled = ";".join(f"--v{n}:var(--v{n + 1}) var(--v{n + 1})" for n in range(60))
        assert text_of(f"<p style='{doubled};--v60:x;color:var(--v0)'>WORD</p>") == "WORD"

    def test_a_ring_of_variables_has_no_value(self) -> None:
        assert text_of("<p style='--a:var(--b);--b:var(--a);display:var(--a)'>WORD</p>") == "WORD"


class TestSheets:
    def test_a_sheet_of_opening_braces_ends(self) -> None:
        assert text_of("<p>WORD</p>", f"<style>{'a{' * 5_000}</style>") == "WORD"

    def test_rules_that_multiply_by_nesting_end(self) -> None:
        nested = ".a,.b{" * 30 + "color:white" + "}" * 30
        assert text_of("<p>WORD</p>", f"<style>{nested}</style>") == "WORD"

    def test_rules_that_match_everything_everywhere_are_refused(self) -> None:
        sheet = "*{color:red}" * 2_000
        with pytest.raises(TooLargeError, match="style rules"):
            text_of("<p>x</p>" * 1_000, f"<style>{sheet}</style>")
