"""What a character reference stands for is cleaned like the character itself, alone and beside its neighbours."""

from __future__ import annotations

import html

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from citeward.parse import Cite, Code, Text, clean, parse
from tests.parse.seen import shown_text
from tests.world import listed

HIDDEN = st.sampled_from(
    "\x00\x07\x1b\x9b\u200b\u200d\u202e\u2066\u2069\ufeff\u00ad\ufe0f\U000e0041\U000e0101\u0301\u0336\u20e0\ufffe"
)
PIECES = st.one_of(
    HIDDEN,
    HIDDEN.map(lambda char: f"&#{ord(char)};"),
    HIDDEN.map(lambda char: f"&#x{ord(char):X};"),
    st.sampled_from(["a", "b ", "[S1]", "*", "`x`", "&amp;", "&mdash;", "\u4e00", "\U0001f469", "=", "\n", "<b>"]),
)


@given(st.lists(PIECES, max_size=24).map("".join))
@example("a" + "&#x301;" * 12 + "\u0301b [S1]")
@example("n&#x336;o&#x336;t&#x336;")
@example("\U0001f469&#x200d;\U0001f469")
def test_law_no_text_that_is_shown_would_be_cleaned_again(answer: str) -> None:
    parsed = parse(answer)
    for event in parsed.events:
        if isinstance(event, Text | Code):
            assert clean(event.text).text == event.text
    for claim in parsed.claims:
        assert clean(claim.text).text == claim.text


@given(st.lists(PIECES, max_size=24).map("".join))
def test_law_no_output_holds_what_hygiene_takes_out(answer: str) -> None:
    checked = listed(f"{answer} [S1]")
    for shown in (html.unescape(checked.html), checked.markdown, checked.text):
        assert not set("\x07\x1b\x9b\u202e\u2066\u2069\ufeff\U000e0041") & set(shown)


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("The warranty lasts &#x202e;12&#x202c; months", "The warranty lasts 12 months"),
        ("&#27;]0;x&#7;", "]0;x"),
        ("Five &lt; six &mdash; a&nbsp;b", "Five < six \u2014 a\u00a0b"),
        ("a" + "&#x301;" * 12, "a" + "\u0301" * 8),
        ("\U0001f469&#x200d;\U0001f469", "\U0001f469\u200d\U0001f469"),
        ("a&#x200d;b", "ab"),
        ("x =&#x338; y", "x =\u0338 y"),
        ("n&#x336;o&#x336;t", "not"),
    ],
)
def test_worked_references(written: str, shown: str) -> None:
    assert shown_text(parse(written)) == shown


def test_a_marker_behind_a_decoded_character_is_still_one() -> None:
    events = parse("It is so" + "&#x301;" * 9 + "\u0301 [S1].").events
    assert [event.proposals for event in events if isinstance(event, Cite)] == [(0,)]


def test_an_overlay_makes_another_sign_of_mathematics_and_strikes_no_letter_out() -> None:
    assert clean("a \u2208\u0338 B, x =\u0338 y").text == "a \u2208\u0338 B, x =\u0338 y"
    assert clean("n\u0336o\u0337t\u20e5 e\u0301\u0338").text == "not e\u0301"
