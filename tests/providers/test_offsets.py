"""Offsets: the documented unit, then proof, then a unique occurrence, then an honest absence."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citeward.providers import Defect, NativeSpan, Role, Unit
from citeward.providers.offsets import Frame, place, relocate

TEXT = "Zürich 🇨🇭 liegt hier."


def at(start: int | None, end: int | None, unit: Unit = Unit.UTF8, *, inclusive: bool = False) -> NativeSpan:
    return NativeSpan(start, end, unit, inclusive)


def test_bytes_become_code_points() -> None:
    anchor = place(Role.CLAIM, [Frame(TEXT, 0, "/p")], at(0, 7), "Zürich")
    assert (anchor.start, anchor.end, anchor.part_path, anchor.defects) == (0, 6, "/p", ())


def test_offsets_leave_as_offsets_of_the_answer() -> None:
    anchor = place(Role.CLAIM, [Frame("Bern.", 100, None)], at(0, 4))
    assert (anchor.start, anchor.end) == (100, 104)


@pytest.mark.parametrize(
    ("start", "end", "defect"),
    [
        (None, 4, Defect.NO_POSITION),
        (5, 2, Defect.INVERTED),
        (3, 3, Defect.ZERO_SPAN),
        (-1, 3, Defect.OUT_OF_RANGE),
        (0, 999, Defect.OUT_OF_RANGE),
        (2, 7, Defect.SPLIT_CODE_POINT),
    ],
)
def test_what_is_wrong_is_named(start: int | None, end: int, defect: Defect) -> None:
    anchor = place(Role.CLAIM, [Frame(TEXT, 0, None)], at(start, end))
    assert (anchor.role, anchor.start, anchor.end, anchor.defects) == (Role.MESSAGE, None, None, (defect,))
    assert anchor.native == at(start, end)


def test_another_unit_is_taken_only_where_the_repeated_text_proves_it() -> None:
    frame = Frame(TEXT, 0, None)
    proved = place(Role.CLAIM, [frame], at(7, 9, Unit.UTF8), "🇨🇭")
    assert (proved.start, proved.end, proved.defects) == (7, 9, (Defect.OTHER_UNIT,))
    assert proved.native == at(7, 9, Unit.CODE_POINTS)
    assert place(Role.CLAIM, [frame], at(7, 9, Unit.UTF8), "nicht").defects == (Defect.TEXT_MISMATCH,)


def test_an_inclusive_end_is_tried_and_proved() -> None:
    anchor = place(Role.CLAIM, [Frame("One. Two.", 0, None)], at(0, 3, Unit.CODE_POINTS), "One.")
    assert (anchor.start, anchor.end, anchor.defects) == (0, 4, (Defect.OTHER_UNIT,))


def test_the_documented_inclusive_end_is_no_defect() -> None:
    anchor = place(Role.CLAIM, [Frame("One. Two.", 0, None)], at(0, 3, Unit.CODE_POINTS, inclusive=True), "One.")
    assert (anchor.start, anchor.end, anchor.defects) == (0, 4, ())


def test_a_text_that_occurs_once_is_found_and_one_that_occurs_twice_is_not_guessed() -> None:
    whole = Frame("Alpha. Beta. Alpha.", 0, None)
    once = relocate(Role.CLAIM, whole, None, "Beta.")
    twice = relocate(Role.CLAIM, whole, None, "Alpha.")
    assert (once.start, once.end, once.defects) == (7, 12, (Defect.RELOCATED,))
    assert (twice.role, twice.start, twice.defects) == (
        Role.MESSAGE,
        None,
        (Defect.TEXT_MISMATCH, Defect.AMBIGUOUS_TEXT),
    )


def test_a_recitation_without_a_place_stays_a_recitation() -> None:
    assert place(Role.RECITATION, [Frame("x", 0, None)], at(0, 9)).role is Role.RECITATION


def test_offsets_of_a_part_that_is_not_in_the_answer_have_no_place() -> None:
    assert place(Role.CLAIM, [], at(0, 1)).defects == (Defect.UNKNOWN_PART,)


@given(st.text(max_size=60), st.data())
def test_every_unit_of_every_span_leads_back_to_its_text(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    widths = {
        Unit.CODE_POINTS: len,
        Unit.UTF8: lambda piece: len(piece.encode("utf-8", "surrogatepass")),
        Unit.UTF16: lambda piece: len(piece.encode("utf-16-le", "surrogatepass")) // 2,
    }
    frame = Frame(text, 5, None)
    for unit, width in widths.items():
        anchor = place(Role.CLAIM, [frame], at(width(text[:start]), width(text[:end]), unit))
        assert (anchor.start, anchor.end) == ((5 + start, 5 + end) if start < end else (None, None))


@given(
    st.text(max_size=40), st.integers(-5, 200), st.integers(-5, 200), st.sampled_from(list(Unit)), st.text(max_size=5)
)
def test_whatever_is_sent_a_placed_anchor_slices_to_the_repeated_text(
    text: str, start: int, end: int, unit: Unit, echo: str
) -> None:
    anchor = place(Role.CLAIM, [Frame(text, 0, None)], at(start, end, unit), echo)
    if anchor.start is not None and anchor.end is not None:
        assert 0 <= anchor.start < anchor.end <= len(text)
        assert not echo or text[anchor.start : anchor.end] == echo
    else:
        assert anchor.defects
