"""From a provider's offsets to code points of the answer, by proof where the payload gives one.

The rule, in order: the documented unit; where the payload repeats the anchored text the slice must equal it, else
other units and an inclusive end are tried, else a unique occurrence; else no place, with a defect that says why.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import accumulate

from citeward.providers.interface import Anchor, Defect, NativeSpan, Role, Unit

__all__ = ["Frame", "place", "relocate"]

_UNITS = (Unit.CODE_POINTS, Unit.UTF8, Unit.UTF16)


class Frame:
    """A text that offsets may count from: one part of the answer, or the answer. Converts in logarithmic time."""

    __slots__ = ("_tables", "base", "path", "text")

    def __init__(self, text: str, base: int, path: str | None) -> None:
        self.text, self.base, self.path = text, base, path
        self._tables: dict[Unit, list[int]] = {}

    def point(self, offset: int, unit: Unit) -> int | Defect:
        """The code point of this text at an offset of a unit, or what is wrong with the offset.

        >>> frame = Frame("Zürich", 0, None)
        >>> frame.point(3, Unit.UTF8), frame.point(2, Unit.UTF8), frame.point(99, Unit.UTF8)
        (2, <Defect.SPLIT_CODE_POINT: 'split_codepoint'>, <Defect.OUT_OF_RANGE: 'out_of_range'>)
        """
        if offset < 0:
            return Defect.OUT_OF_RANGE
        if unit is Unit.CODE_POINTS or self.text.isascii():
            return offset if offset <= len(self.text) else Defect.OUT_OF_RANGE
        table = self._table(unit)
        if offset > table[-1]:
            return Defect.OUT_OF_RANGE
        at = bisect_left(table, offset)
        return at if table[at] == offset else Defect.SPLIT_CODE_POINT

    def _table(self, unit: Unit) -> list[int]:
        table = self._tables.get(unit)
        if table is None:
            widths = map(_utf8_width if unit is Unit.UTF8 else _utf16_width, self.text)
            table = self._tables[unit] = list(accumulate(widths, initial=0))
        return table


def _utf8_width(character: str) -> int:
    point = ord(character)
    return 1 if point < 0x80 else 2 if point < 0x800 else 3 if point < 0x10000 else 4


def _utf16_width(character: str) -> int:
    return 1 if ord(character) < 0x10000 else 2


def place(role: Role, frames: Sequence[Frame], native: NativeSpan, echo: str | None = None) -> Anchor:
    """The anchor for offsets that count in one of ``frames``.

    Args:
        role: what the span is; a span that cannot be placed becomes a message, a recitation stays one.
        frames: the texts the offsets may count from, the documented one first.
        native: the offsets as sent, in the documented unit.
        echo: the anchored text as the payload repeats it; None or empty where it does not.
    """
    defect = None if frames else Defect.UNKNOWN_PART
    for frame in frames:
        span = _convert(frame, native)
        if not isinstance(span, Defect):
            if not echo or frame.text[span[0] : span[1]] == echo:
                return _anchor(role, frame, span, native)
            span = Defect.TEXT_MISMATCH
        defect = defect or span
    if not echo:
        return _lost(role, native, defect or Defect.NO_POSITION)
    readings = {
        (frame.base + span[0], frame.base + span[1]): (frame, span, read)
        for frame, span, read in _readings(frames, native, echo)
    }
    if len(readings) == 1:
        frame, span, read = next(iter(readings.values()))
        return _anchor(role, frame, span, read, Defect.OTHER_UNIT)
    return _lost(role, native, Defect.TEXT_MISMATCH)


def relocate(role: Role, whole: Frame, native: NativeSpan | None, echo: str) -> Anchor:
    """The anchor on the only occurrence of a repeated text whose offsets fit nowhere; no place if there is not one."""
    start = whole.text.find(echo)
    if start < 0:
        return _lost(role, native, Defect.TEXT_MISMATCH)
    if whole.text.find(echo, start + 1) >= 0:
        return _lost(role, native, Defect.TEXT_MISMATCH, Defect.AMBIGUOUS_TEXT)
    return _anchor(role, whole, (start, start + len(echo)), native, Defect.RELOCATED)


def _lost(role: Role, native: NativeSpan | None, *defects: Defect) -> Anchor:
    """No place. A notice of recitation stays one wherever it is, lest it be taken for a citation of the message."""
    kept = role if role is Role.RECITATION else Role.MESSAGE
    return Anchor(kept, None, None, None, native, defects)


def _anchor(role: Role, frame: Frame, span: tuple[int, int], native: NativeSpan | None, *defects: Defect) -> Anchor:
    return Anchor(role, frame.base + span[0], frame.base + span[1], frame.path, native, defects)


def _convert(frame: Frame, native: NativeSpan) -> tuple[int, int] | Defect:
    if native.start is None or native.end is None:
        return Defect.NO_POSITION
    if native.end < native.start:
        return Defect.INVERTED
    if native.start == native.end and not native.end_inclusive:
        return Defect.ZERO_SPAN
    start = frame.point(native.start, native.unit)
    if isinstance(start, Defect):
        return start
    end = frame.point(native.end + native.end_inclusive, native.unit)
    return end if isinstance(end, Defect) else (start, end)


def _readings(
    frames: Sequence[Frame], native: NativeSpan, echo: str
) -> Iterator[tuple[Frame, tuple[int, int], NativeSpan]]:
    """Every other reading of the offsets that yields exactly ``echo``."""
    for frame in frames:
        for inclusive in (False, True):
            for unit in _UNITS:
                read = NativeSpan(native.start, native.end, unit, inclusive)
                span = _convert(frame, read)
                if not isinstance(span, Defect) and frame.text[span[0] : span[1]] == echo:
                    yield frame, span, read
