"""The view: what a reader cannot see is gone before anything is parsed, and offsets lead back to what was sent."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citeward.parse import clean
from tests.strategies import LAW, answers

C0 = [chr(code) for code in range(0x20) if chr(code) not in "\t\n\x0b\x0c\r"]
C1 = [chr(code) for code in range(0x7F, 0xA0) if code != 0x85]
BIDI = list("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
ZERO_WIDTH = list("\u200b\u2060\u2061\u2062\u2063\u2064\ufeff\u180e\u200c\u200d")
# Default_Ignorable_Code_Point (Unicode 16, DerivedCoreProperties.txt) outside the classes above: each is drawn as
# nothing, so each splits a word, a host or a marker unseen.
IGNORABLE = [
    *list("\xad͏ᅟᅠ឴឵\u206a\u206fㅤﾠ\ufff0\ufff8"),
    "\U0001bca0",
    "\U0001d173",
    "\U000e0001",
    "\U000e0080",
    "\U000e01f0",
    "\U000e0fff",
]
TAGS = [chr(0xE0000 + code) for code in range(0x20, 0x80)]
SURROGATES = ["\ud800", "\udbff", "\udc00", "\udfff"]
NONCHARACTERS = ["\ufdd0", "\ufdef", "\ufffe", "\uffff"]


def _name(char: str) -> str:
    return f"U+{ord(char):04X}"


@pytest.mark.parametrize("char", C0 + C1 + BIDI + ZERO_WIDTH + IGNORABLE + TAGS + SURROGATES + NONCHARACTERS, ids=_name)
def test_what_cannot_be_seen_leaves_the_view(char: str) -> None:
    assert clean(f"ab{char}cd").text == "abcd"


@pytest.mark.parametrize("char", ["\ufe00", "\ufe0e", "\ufe0f", "\U000e0100", "\U000e01ef"], ids=_name)
def test_a_variation_selector_behind_a_letter_carries_a_hidden_byte_and_goes(char: str) -> None:
    assert clean(f"ab{char}cd").text == "abcd"


def test_an_escape_sequence_loses_what_drives_a_terminal() -> None:
    assert clean("\x1b[31mred\x1b]8;;https://evil.example\x07").text == "[31mred]8;;https://evil.example"


@pytest.mark.parametrize(
    ("sent", "seen"),
    [("a\rb", "a\nb"), ("a\r\nb", "a\nb"), ("a\r\r\nb", "a\n\nb"), ("a\x85b", "a b"), ("a\u2028b\u2029c", "a b c")],
)
def test_every_line_ends_in_a_newline_and_rare_separators_are_spaces(sent: str, seen: str) -> None:
    assert clean(sent).text == seen


@pytest.mark.parametrize(
    "text",
    [
        "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",  # Persian: the non-joiner is spelling
        "\u0915\u094d\u200d\u0937",  # Hindi: the joiner asks for the half form
        "\u0915\u094d\u200c\u0937",
        "\u0d28\u0d4d\u200d",  # Malayalam chillu at the end of a word
        "\U0001f468\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466",  # a family
        "\U0001f469\U0001f3fd\u200d\U0001f4bb",  # skin tone before the joiner
        "\u2764\ufe0f\u200d\U0001f525",  # a heart on fire: selector before the joiner
        "\U0001f3f3\ufe0f\u200d\U0001f308",
        "1\ufe0f\u20e3",  # a keycap
        "\u845b\U000e0100",  # an ideographic variation sequence
        "\u4e0d\ufe00",
        "\U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",  # England
        "\U0001f3f4\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f",  # Scotland
        "\U0001f3f4\U000e0067\U000e0062\U000e0077\U000e006c\U000e0073\U000e007f",  # Wales
        "Z\u0301\u0302\u0303",
    ],
)
def test_joiners_and_selectors_stay_where_a_script_or_an_emoji_needs_them(text: str) -> None:
    assert clean(f"a {text} b").text == f"a {text} b"


@pytest.mark.parametrize(
    ("sent", "seen"),
    [
        ("\u200d\U0001f469", "\U0001f469"),
        ("a\u200d\U0001f469", "a\U0001f469"),
        ("\U0001f469\u200da", "\U0001f469a"),
        ("\u0645\u200ca", "\u0645a"),
        ("S\u200d1", "S1"),
        ("\U0001f3f4\U000e0068\U000e0069\U000e007f", "\U0001f3f4"),  # a flag nobody has carries a message
        ("\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f", ""),
    ],
)
def test_the_same_characters_go_where_nothing_needs_them(sent: str, seen: str) -> None:
    assert clean(sent).text == seen


def test_a_stack_of_marks_is_cut_before_it_covers_other_lines() -> None:
    view = clean("z" + "\u0301" * 40 + "x").text
    assert view.startswith("z\u0301\u0301") and view.endswith("x")
    assert len(view) <= 2 + 8


def test_marks_that_meet_only_after_a_removal_are_one_stack() -> None:
    assert len(clean("z" + ("\u0301" * 8 + "\u200b") * 5).text) <= 1 + 8


def test_a_clean_text_is_its_own_view() -> None:
    text = "Refunds are accepted \u2014 \u4e2d\u6587\uff0c\u05e2\u05d1\u05e8\u05d9\u05ea.\tOK\n"
    view = clean(text)
    assert view.text == text
    assert [view.to_source(i) for i in range(len(text))] == list(range(len(text)))


def test_an_offset_of_the_view_leads_to_the_character_that_was_sent() -> None:
    sent = "a\u200b\u200bb\r\nc\u202ed"
    view = clean(sent)
    assert view.text == "ab\ncd"
    assert [sent[view.to_source(i)] for i in (0, 1, 3, 4)] == ["a", "b", "c", "d"]


def test_an_end_leaves_removed_characters_behind_it_outside() -> None:
    sent = "[S1]\u200b\u200b rest"
    view = clean(sent)
    assert sent[view.to_source(0) : view.to_source(4, end=True)] == "[S1]"


def test_a_start_leaves_removed_characters_before_it_outside() -> None:
    sent = "x\u200b\u200b[S1]"
    view = clean(sent)
    assert sent[view.to_source(1) : view.to_source(5, end=True)] == "[S1]"


@LAW
@given(answers() | st.text(st.characters(codec=None)))
def test_cleaning_a_view_changes_nothing(text: str) -> None:
    view = clean(text).text
    assert clean(view).text == view


@LAW
@given(answers() | st.text(st.characters(codec=None)))
def test_every_character_of_the_view_stands_in_the_source_in_the_same_order(text: str) -> None:
    view = clean(text)
    places = [view.to_source(i) for i in range(len(view.text))]
    assert places == sorted(set(places))
    ends = {"\n": "\n\r", " ": " \x85\u2028\u2029\x0b\x0c"}
    assert all(text[at] in ends.get(char, char) for at, char in zip(places, view.text, strict=True))
    assert all(view.to_source(i + 1, end=True) == at + 1 or text[at] == "\r" for i, at in enumerate(places))


@LAW
@given(answers() | st.text(st.characters(codec=None)))
def test_a_view_holds_no_control_no_surrogate_and_no_bidirectional_control(text: str) -> None:
    view = clean(text).text
    assert not set(view) & set(C0 + C1 + BIDI + SURROGATES + NONCHARACTERS + ["\u200b", "\ufeff", "\x0b", "\x0c", "\r"])
    assert not any(unicodedata.category(char) == "Cs" for char in view)
    view.encode("utf-8")
