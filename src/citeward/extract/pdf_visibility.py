"""Which characters of a PDF page a reader sees.

Text can be hidden in more ways than can be listed: render mode 3, white on white, no opacity, a rectangle or picture on
top, a clip path, a layer switched off, a place beyond the page. All of them mean one thing: the glyph leaves no ink. So
the page is drawn twice, with and without its text, and a character counts if a pixel of its box differs. What two
drawings cannot tell is asked of the text object: type too small to read, and text in the colour of what lies under it,
which could otherwise borrow the ink of a visible word set over it.

A thin stroke across the middle of the glyphs, drawn or set as an annotation, strikes them out: they are shown, and no
longer said, so they do not count either.

Looking costs about fifteen times the bare reading and stays near the cost of a reader in pure Python
(``benchmarks/extraction.py``). It happens once per document version, at ingest.
"""

from __future__ import annotations

import ctypes
import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from .errors import BrokenFileError
from .limits import Budget
from .pdf_lines import Glyph

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from pypdfium2 import PdfPage, PdfTextPage  # type: ignore[import-untyped]  # it ships no type information

INK = 8
"""Smallest difference of a colour channel (of 255) that counts as ink. Paper white (#fdfdfd) on white is none."""

TINY_POINTS = 2.0
"""Type below this many points is unreadable. Footnotes in print start at 5, microprint at 1."""

MAX_FORM_DEPTH = 16
"""Nesting of form objects that is looked into. Stops forms that hold each other."""

THIN_PIXELS = 2.0
"""Boxes thinner than this (hyphens, underscores) get a pixel on both sides: hinting moves their ink by as much."""

STROKE = 32
"""Smallest difference of a colour channel at which a stroke stands out from what is three pixels above and below it."""

STRUCK_BAND = (0.12, 0.5)
"""Where a line through text lies above its baseline, in parts of the font size: underlines lie below, rules above."""

_UNKNOWN = (-1, -1, -1)
_NEVER_SEEN = (-2, -2, -2)
_CHECK_EVERY = 4096


@dataclass(frozen=True, slots=True)
class Sight:
    """What can be seen of one page.

    Attributes:
        visible: for every character PDFium reports, whether it leaves ink and is not struck out.
        holds_picture: whether the page has an image.
    """

    visible: list[bool]
    holds_picture: bool


def look(page: PdfPage, text_page: PdfTextPage, codes: list[int], glyphs: list[Glyph | None], budget: Budget) -> Sight:
    """Find the visible ones of the ``codes`` of ``text_page``. Afterwards the text of ``page`` is switched off."""
    from pypdfium2 import raw

    pictures = next(page.get_objects(filter=(raw.FPDF_PAGEOBJ_IMAGE,), max_depth=MAX_FORM_DEPTH), None) is not None
    if not glyphs:
        return Sight([], pictures)
    boxes, painted = _survey(text_page, len(glyphs), budget)
    visible, struck = _judge(page, boxes, painted, glyphs, budget)
    for index in _whole_words(struck, codes):
        visible[index] = False
    return Sight(visible, pictures)


def _survey(text_page: PdfTextPage, characters: int, budget: Budget) -> tuple[NDArray[np.float64], NDArray[np.int16]]:
    """Box (left, bottom, right, top, in points) and paint (blue, green, red, or a sign of them) of each character."""
    import numpy as np
    from pypdfium2 import raw

    boxes: list[tuple[float, float, float, float]] = []
    paints: list[tuple[int, int, int]] = []
    left, right, bottom, top = (ctypes.c_double() for _ in range(4))
    corners = tuple(map(ctypes.byref, (left, right, bottom, top)))
    known: dict[int, tuple[int, int, int]] = {}
    for index in range(characters):
        if index % _CHECK_EVERY == 0:
            budget.check_time()
        found = raw.FPDFText_GetCharBox(text_page, index, *corners)
        boxes.append((left.value, bottom.value, right.value, top.value) if found else (0.0, 0.0, 0.0, 0.0))
        handle = raw.FPDFText_GetTextObject(text_page, index)
        if not handle:
            paints.append(_UNKNOWN)
            continue
        address = ctypes.addressof(handle.contents)
        paint = known.get(address)
        if paint is None:
            paint = known[address] = _paint(text_page, index, handle)
        paints.append(paint)
    return np.array(boxes), np.array(paints, dtype=np.int16)


def _paint(text_page: PdfTextPage, index: int, handle: object) -> tuple[int, int, int]:
    from pypdfium2 import raw

    mode = raw.FPDFTextObj_GetTextRenderMode(handle)
    if mode in {raw.FPDF_TEXTRENDERMODE_INVISIBLE, raw.FPDF_TEXTRENDERMODE_CLIP}:
        return _NEVER_SEEN
    matrix = raw.FS_MATRIX()
    if raw.FPDFText_GetMatrix(text_page, index, matrix):
        scale = math.sqrt(abs(matrix.a * matrix.d - matrix.b * matrix.c))
        if raw.FPDFText_GetFontSize(text_page, index) * scale < TINY_POINTS:
            return _NEVER_SEEN
    red, green, blue, alpha = (ctypes.c_uint() for _ in range(4))
    if mode != raw.FPDF_TEXTRENDERMODE_FILL or not raw.FPDFText_GetFillColor(text_page, index, red, green, blue, alpha):
        return _UNKNOWN
    return (blue.value, green.value, red.value) if alpha.value > INK else _NEVER_SEEN


def _judge(
    page: PdfPage,
    boxes: NDArray[np.float64],
    painted: NDArray[np.int16],
    glyphs: list[Glyph | None],
    budget: Budget,
) -> tuple[list[bool], list[int]]:
    """Whether each character leaves ink, and which ones a stroke crosses."""
    import numpy as np
    from pypdfium2 import raw

    # Boxes are in unrotated page space; drawing the page unrotated spares a transformation.
    page.set_rotation(0)
    frame = page.get_bbox()
    width, height = frame[2] - frame[0], frame[3] - frame[1]
    if not (width > 0 and height > 0 and math.isfinite(width * height)):
        return [False] * len(boxes), []
    scale = min(1.0, math.sqrt(budget.limits.max_page_pixels / (width * height)))
    size = max(1, math.ceil(width * scale)), max(1, math.ceil(height * scale))
    drawn = _draw(page, size, budget)
    for text in list(page.get_objects(filter=(raw.FPDF_PAGEOBJ_TEXT,), max_depth=MAX_FORM_DEPTH)):
        raw.FPDFPageObj_SetIsActive(text, False)
    budget.check_time()
    under = _draw(page, size, budget)

    columns = _bounds(boxes[:, 0] - frame[0], boxes[:, 2] - frame[0], size[0] / width, size[0])
    rows = _bounds(frame[3] - boxes[:, 3], frame[3] - boxes[:, 1], size[1] / height, size[1])
    ink = _sums(_ink(drawn, under))
    inked = (
        ink[rows[1], columns[1]] - ink[rows[0], columns[1]] - ink[rows[1], columns[0]] + ink[rows[0], columns[0]] > 0
    )
    visible = inked & (painted[:, 0] != _NEVER_SEEN[0])
    # Where the middle of the box already differs from the paint, the glyph cannot be lost in its ground.
    middle = under[
        np.minimum(rows.sum(axis=0) // 2, size[1] - 1), np.minimum(columns.sum(axis=0) // 2, size[0] - 1), :3
    ]
    alike = (np.abs(middle.astype(np.int16) - painted) <= INK).all(axis=1)
    for index in np.flatnonzero(visible & alike):
        ground = under[rows[0, index] : rows[1, index], columns[0, index] : columns[1, index], :3]
        visible[index] = (np.abs(ground.astype(np.int16) - painted[index]) > INK).any()
    result: list[bool] = visible.tolist()
    return result, _struck(glyphs, under, (frame[0], frame[3]), scale)


def _whole_words(struck: list[int], codes: list[int]) -> set[int]:
    """The struck characters with the rest of their words: a stroke drawn by hand seldom ends where the word does."""
    found = {index for index in struck if codes[index] > 0x20}
    for index in list(found):
        for step in (-1, 1):
            near = index + step
            while 0 <= near < len(codes) and near not in found and codes[near] > 0x20:
                found.add(near)
                near += step
    return found


def _struck(
    glyphs: list[Glyph | None], under: NDArray[np.uint8], corner: tuple[float, float], scale: float
) -> list[int]:
    """The glyphs that a thin level stroke crosses in full width, two or more in a row; ``under`` is without text."""
    import numpy as np

    if under.shape[0] < 7:
        return []
    paint = under[..., :3].astype(np.int16)
    stands_out = np.zeros(under.shape[:2], dtype=np.bool_)
    stands_out[3:-3] = (
        np.minimum(np.abs(paint[3:-3] - paint[:-6]).max(axis=2), np.abs(paint[3:-3] - paint[6:]).max(axis=2)) > STROKE
    )
    if not stands_out.any():
        return []
    level = [(index, glyph) for index, glyph in enumerate(glyphs) if glyph is not None and glyph.turn == 0]
    if not level:
        return []
    places = np.array([(glyph.start, glyph.end, glyph.base, glyph.size) for _, glyph in level])
    left = np.clip(np.floor((places[:, 0] - corner[0]) * scale), 0, under.shape[1]).astype(np.intp)
    right = np.clip(np.ceil((places[:, 1] - corner[0]) * scale), left, under.shape[1]).astype(np.intp)
    low, high = (
        np.clip(np.rint((corner[1] - places[:, 2] - part * places[:, 3]) * scale), 0, under.shape[0]).astype(np.intp)
        for part in STRUCK_BAND
    )
    ink = _sums(stands_out)
    area = ink[low, right] - ink[high, right] - ink[low, left] + ink[high, left]
    width = right - left
    crossed = (width > 0) & (low > high) & (area >= 0.9 * width) & (area <= 3 * width)
    found: list[int] = []
    for place in np.flatnonzero(crossed):
        beside = [near for near in (place - 1, place + 1) if 0 <= near < len(level) and crossed[near]]
        if any(abs(places[near, 2] - places[place, 2]) < 0.1 * places[place, 3] for near in beside):
            found.append(level[place][0])
    return found


def _bounds(first: NDArray[np.float64], last: NDArray[np.float64], scale: float, size: int) -> NDArray[np.intp]:
    """First and end pixel of each box along one axis, within the drawing."""
    import numpy as np

    thin = ((last - first) * scale < THIN_PIXELS).astype(np.float64)
    bounds = np.stack([np.floor(first * scale) - thin, np.ceil(last * scale) + thin])
    return np.clip(bounds, 0, size).astype(np.intp)


def _draw(page: PdfPage, size: tuple[int, int], budget: Budget) -> NDArray[np.uint8]:
    """The page as rows of pixels of blue, green, red and padding (0-255), on white paper, annotations included."""
    import numpy as np
    import pypdfium2
    from pypdfium2 import raw

    try:
        bitmap = pypdfium2.PdfBitmap.new_native(*size, raw.FPDFBitmap_BGRx)
    except (pypdfium2.PdfiumError, MemoryError):
        raise BrokenFileError(
            budget.document, "a page is too large to be drawn", "Print the file to a new PDF"
        ) from None
    try:
        bitmap.fill_rect((255, 255, 255, 255), 0, 0, *size)
        raw.FPDF_RenderPageBitmap(bitmap, page, 0, 0, *size, 0, raw.FPDF_ANNOT)
        return np.array(bitmap.to_numpy(), order="C")
    finally:
        bitmap.close()


def _ink(drawn: NDArray[np.uint8], under: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Pixels that differ by ink. Few pixels differ at all, so only those are looked at by channel."""
    import numpy as np

    height, width, _ = drawn.shape
    changed = np.flatnonzero(drawn.view(np.uint32).reshape(-1) != under.view(np.uint32).reshape(-1))
    with_text = drawn.reshape(-1, 4)[changed, :3].astype(np.int16)
    mask = np.zeros(height * width, dtype=np.bool_)
    mask[changed] = np.abs(with_text - under.reshape(-1, 4)[changed, :3]).max(axis=1, initial=0) > INK
    return mask.reshape(height, width)


def _sums(mask: NDArray[np.bool_]) -> NDArray[np.int32]:
    """Summed-area table with a leading row and column of zeros: the count in any box from four look-ups."""
    import numpy as np

    table = np.zeros((mask.shape[0] + 1, mask.shape[1] + 1), dtype=np.int32)
    np.cumsum(mask, axis=1, dtype=np.int32, out=table[1:, 1:])
    np.cumsum(table, axis=0, out=table)
    return table
