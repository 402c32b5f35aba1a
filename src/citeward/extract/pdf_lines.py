r"""Where the glyphs of a PDF page stand, and what their places say that PDFium's character stream does not.

A PDF places glyphs; spaces, lines and raised figures are what a reader makes of the places. PDFium's stream is mended
in three points, each told from the advance of one glyph, the origin of the next and the two baselines:

* A gap that is no letter's is a space. Files of Ghostscript and groff move the pen where others write a space, and
  PDFium runs the words together ("howthe").
* A smaller figure off the baseline of the glyph it touches is raised or lowered (:mod:`.raised`): 25 with note 1.
* What PDFium parts because a raised figure stood between is one line.

Text that runs neither along nor across the page is left as PDFium reads it, and so are the scripts written from right
to left and those without spaces.
"""

from __future__ import annotations

import ctypes
import math
import unicodedata
from dataclasses import dataclass
from typing import TYPE_CHECKING

from .limits import Budget

if TYPE_CHECKING:
    from pypdfium2 import PdfTextPage  # type: ignore[import-untyped]  # it ships no type information

SPACE_EM = 0.15
"""A gap wider than this part of the font size parts words. Kerning stays below 0.1, the narrowest space is 0.2."""

TRACKING_EM = 0.12
"""A gap must be this much wider than a gap beside it, so that spaced-out letters stay one word."""

TOUCHING_EM = 0.35
"""A raised figure stands no further than this from what it is raised against; the next column does."""

SAME_LINE_EM = 0.1
"""Baselines closer than this part of the font size are one."""

SMALLER = 0.92
"""What is at most this part of its neighbour's size is set smaller on purpose."""

RAISED_MOST, RAISED_GLYPHS = 0.8, 24
"""A figure further up, or a longer stretch, is another line: text beside a drop cap, a cell beside a cell."""

_RAISED, _LOWERED, _RAISED_FULL_SIZE = 0.12, 0.08, 0.2
_CHECK_EVERY = 4096
_SPACES = frozenset({0x20, 0xA0, 0x09})
_BREAKS = frozenset({0x0D, 0x0A, 0x0B, 0x0C, 0x85, 0x2028, 0x2029})
_NO_SPACES = (
    (0x0E00, 0x0EFF),
    (0x1000, 0x109F),
    (0x1780, 0x17FF),
    (0x2E80, 0x9FFF),
    (0xF900, 0xFAFF),
    (0xFF00, 0xFFEF),
)


@dataclass(frozen=True, slots=True)
class Glyph:
    """One character on its line. Points (1/72 inch), along the direction in which its text runs.

    Attributes:
        start: where its pen stroke begins.
        end: where the next glyph begins if nothing moves the pen: ``start`` and its advance.
        base: height of its baseline.
        size: font size as drawn.
        turn: quarter turns to the left of its text.
    """

    start: float
    end: float
    base: float
    size: float
    turn: int = 0


def measure(text_page: PdfTextPage, characters: int, budget: Budget) -> list[Glyph | None]:
    """The place of each character PDFium reports; ``None`` for one whose text runs askew."""
    from pypdfium2 import raw

    found: list[Glyph | None] = []
    x, y = ctypes.c_double(), ctypes.c_double()
    at = ctypes.byref(x), ctypes.byref(y)
    box = raw.FS_RECTF()
    known: dict[int, tuple[int, float]] = {}
    for index in range(characters):
        if index % _CHECK_EVERY == 0:
            budget.check_time()
        handle = raw.FPDFText_GetTextObject(text_page, index)
        address = ctypes.addressof(handle.contents) if handle else 0
        turn, size = known.get(address) or known.setdefault(address, _direction(text_page, index))
        placed = raw.FPDFText_GetCharOrigin(text_page, index, *at) and raw.FPDFText_GetLooseCharBox(
            text_page, index, ctypes.byref(box)
        )
        if turn < 0 or not placed or not address:
            found.append(None)
            continue
        start, end, base = (
            (x.value, box.right, y.value),
            (y.value, box.top, -x.value),
            (-x.value, -box.left, -y.value),
            (-y.value, -box.bottom, x.value),
        )[turn]
        found.append(Glyph(start, end, base, size, turn))
    return found


def _direction(text_page: PdfTextPage, index: int) -> tuple[int, float]:
    """Quarter turns to the left of a character's text, -1 for any other angle; and its size as drawn."""
    from pypdfium2 import raw

    matrix = raw.FS_MATRIX()
    if not raw.FPDFText_GetMatrix(text_page, index, matrix):
        return -1, 0.0
    size = raw.FPDFText_GetFontSize(text_page, index) * math.sqrt(abs(matrix.a * matrix.d - matrix.b * matrix.c))
    along = math.hypot(matrix.a, matrix.b)
    if not size > 0 or not along > 0 or not math.isfinite(size):
        return -1, 0.0
    for turn, (cosine, sine) in enumerate(((1, 0), (0, 1), (-1, 0), (0, -1))):
        if matrix.a * cosine + matrix.b * sine > 0.999 * along:
            return turn, size
    return -1, size


@dataclass(frozen=True, slots=True)
class _Line:
    """The baseline a glyph belongs to, also where it is raised above it."""

    base: float
    size: float


@dataclass(slots=True)
class _Run:
    """Glyphs that touch, on one height and of one size."""

    indices: list[int]
    base: float
    size: float
    start: float
    end: float
    level: int = 0
    line: _Line = _Line(0.0, 0.0)


@dataclass(frozen=True, slots=True)
class Mended:
    """What the places say of the characters of one page.

    Attributes:
        space_before: characters before which a space is missing.
        no_break: line breaks of PDFium's that are none, of any character within.
        levels: 1 for a raised character, -1 for a lowered one.
    """

    space_before: frozenset[int]
    no_break: frozenset[int]
    levels: dict[int, int]


def mend(codes: list[int], glyphs: list[Glyph | None], visible: list[bool]) -> Mended:
    """Find lost spaces, raised figures and false line breaks."""
    seen = [
        index
        for index, code in enumerate(codes)
        if visible[index] and code not in _SPACES and code not in _BREAKS and glyphs[index] is not None
    ]
    lines, levels = _levels(seen, glyphs)
    gaps = _gaps(seen, glyphs)
    spaces: set[int] = set()
    joined: set[int] = set()
    for place in range(1, len(seen)):
        before, index = seen[place - 1], seen[place]
        between = range(before + 1, index)
        one, other = lines[before], lines[index]
        size = max(one.size, other.size)
        gap = gaps[place]
        if gap is None or abs(one.base - other.base) > SAME_LINE_EM * size:
            continue
        if any(codes[middle] in _BREAKS for middle in between):
            if (levels.get(before) or levels.get(index)) and gap < 1:
                joined.update(between)
                if gap > SPACE_EM or any(codes[middle] in _SPACES for middle in between):
                    spaces.add(index)
        elif not between and gap > SPACE_EM and _part_words(codes[before], codes[index]):
            beside = [gaps[near] for near in (place - 1, place + 1) if 0 < near < len(seen)]
            told = [near for near in beside if near is not None]
            if not told or gap - min(told) > TRACKING_EM:
                spaces.add(index)
    return Mended(frozenset(spaces), frozenset(joined), levels)


def _gaps(seen: list[int], glyphs: list[Glyph | None]) -> list[float | None]:
    """Before each of the characters, the distance from the one before it in parts of the larger size.

    ``None`` before the first, and where the text goes back: to another line, or from right to left.
    """
    gaps: list[float | None] = [None] * len(seen)
    for place in range(1, len(seen)):
        before, here = glyphs[seen[place - 1]], glyphs[seen[place]]
        if before is None or here is None or here.start < before.start:
            continue
        gaps[place] = (here.start - before.end) / max(before.size, here.size)
    return gaps


def _levels(seen: list[int], glyphs: list[Glyph | None]) -> tuple[dict[int, _Line], dict[int, int]]:
    """The line each character belongs to, and the level of those that are off it."""
    runs: list[_Run] = []
    for index in seen:
        glyph = glyphs[index]
        assert glyph is not None
        last = runs[-1] if runs else None
        if (
            last is not None
            and abs(last.base - glyph.base) <= 0.05 * last.size
            and abs(last.size - glyph.size) <= 0.03 * last.size
            and glyph.start >= last.end - last.size
        ):
            last.indices.append(index)
            last.end = glyph.end
        else:
            runs.append(_Run([index], glyph.base, glyph.size, glyph.start, glyph.end))
    for place, run in enumerate(runs):
        run.line = _Line(run.base, run.size)
        if len(run.indices) > RAISED_GLYPHS:
            continue
        before = runs[place - 1] if place else None
        after = runs[place + 1] if place + 1 < len(runs) else None
        if before is not None and _touch(before, run, before.line.size):
            run.level = _level(run, before.line)
            run.line = before.line if run.level else run.line
        elif after is not None and after.size > run.size and _touch(run, after, after.size):
            run.level = _level(run, _Line(after.base, after.size))
            run.line = _Line(after.base, after.size) if run.level else run.line
    lines = {index: run.line for run in runs for index in run.indices}
    return lines, {index: run.level for run in runs if run.level for index in run.indices}


def _touch(before: _Run, after: _Run, size: float) -> bool:
    return -TOUCHING_EM * size <= after.start - before.end <= TOUCHING_EM * size


def _level(run: _Run, line: _Line) -> int:
    """1 if ``run`` is raised against ``line``, -1 if it is lowered, 0 if it is on it or has nothing to do with it."""
    moved = (run.base - line.base) / line.size
    if run.size > 1.02 * line.size or abs(moved) > RAISED_MOST:
        return 0
    smaller = run.size <= SMALLER * line.size
    if moved > (_RAISED if smaller else _RAISED_FULL_SIZE):
        return 1
    return -1 if -moved > (_LOWERED if smaller else _RAISED_FULL_SIZE) else 0


def _part_words(before: int, after: int) -> bool:
    """Whether a gap between these two characters can part words: both stand in scripts that write spaces."""
    return all(
        not any(low <= code <= high for low, high in _NO_SPACES)
        and (code < 0x300 or unicodedata.bidirectional(chr(code)) not in {"R", "AL", "AN", "NSM"})
        for code in (before, after)
    )
