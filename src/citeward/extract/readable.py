"""The inherited half of visibility: what text looks like at one place of a page, given everything around it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from .colours import BLACK, WHITE, Colour, colour, same_to_the_eye
from .css import number, pixels
from .styles import FAINT, FAR_OFF_PIXELS

TINY_PIXELS = 2.0
"""Font sizes below this many CSS pixels are unreadable at any zoom a reader starts with."""

RAISED_EM = 0.15
"""A shift of the baseline beyond this part of the font size is meant: a raised figure is not one of its neighbours."""

_VERTICAL = {"super": 1 / 3, "sub": -0.2, "text-top": 0.5, "text-bottom": -0.5, "top": 0.5, "bottom": -0.5}
"""Shifts in parts of the font size that browsers give the keywords of ``vertical-align``, roughly."""

_FONT_SIZES = {
    "xx-small": 9.0, "x-small": 10.0, "small": 13.0, "medium": 16.0, "large": 18.0, "x-large": 24.0, "xx-large": 32.0,
    "smaller": 13.0, "larger": 19.0, "initial": 16.0,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Readable:
    """Inherited properties in force at one element.

    Attributes:
        shown: ``visibility`` is ``visible``.
        font_pixels: font size in CSS pixels.
        indented_away: ``text-indent`` pushes the line off the page.
        ink: text colour, ``None`` where it is written in a way that is not understood.
        ink_alpha: its alpha, 0-1.
        filled: the ink is ``-webkit-text-fill-color``, which ``color`` further in does not change.
        custom: custom properties (``--name``).
        level: 0 on the line, 1 raised above it, -1 lowered, further out what is raised or lowered within that.
        paper: nearest stated background colour; ``None`` where it is a picture or not understood.
    """

    shown: bool = True
    font_pixels: float = 16.0
    indented_away: bool = False
    ink: Colour | None = (0, 0, 0)
    ink_alpha: float = 1.0
    filled: bool = False
    custom: Mapping[str, str] = field(default_factory=dict)
    level: int = 0
    paper: Colour | None = WHITE

    @property
    def is_readable(self) -> bool:
        """Whether a reader can make out text here."""
        if not self.shown or self.indented_away or self.font_pixels < TINY_PIXELS or self.ink_alpha <= FAINT:
            return False
        return self.ink is None or self.paper is None or not same_to_the_eye(self.ink, self.paper)

    def within(self, style: Mapping[str, str]) -> Readable:
        """What is in force inside an element that declares ``style``.

        >>> PAGE.within({"color": "#fefefe"}).is_readable
        False
        >>> PAGE.within({"background-color": "navy"}).within({"color": "white"}).is_readable
        True
        """
        if not style:
            return self
        inside = self
        if "visibility" in style:
            inside = replace(inside, shown=style["visibility"] not in {"hidden", "collapse"})
        if (size := self._font_size(style)) is not None:
            inside = replace(inside, font_pixels=size)
        if (indent := pixels(style.get("text-indent"))) is not None:
            inside = replace(inside, indented_away=indent <= -FAR_OFF_PIXELS)
        for name, fills in (("color", False), ("-webkit-text-fill-color", True)):
            value = style.get(name, "inherit")
            if value in {"inherit", "currentcolor", "unset"} or (inside.filled and not fills):
                continue
            ink, alpha = (BLACK, 1.0) if value == "initial" else colour(value) or (None, 1.0)
            inside = replace(inside, ink=ink, ink_alpha=alpha, filled=fills)
        if (rise := inside._rise(style)) and abs(rise) > RAISED_EM:
            inside = inside.shifted(1 if rise > 0 else -1)
        return inside._over(style)

    def shifted(self, level: int) -> Readable:
        """The same, raised (1) or lowered (-1) against what is around it."""
        return replace(self, level=2 * level if self.level else level)

    def _rise(self, style: Mapping[str, str]) -> float:
        """How far a line's part so styled is moved up, in parts of its font size."""
        value = style.get("vertical-align", "baseline")
        rise = _VERTICAL.get(value)
        if rise is None:
            rise = self._in_em(value)
        if style.get("position") == "relative":
            # normalize.css raises ``sup`` this way, and takes its vertical-align away.
            top, bottom = style.get("top", "auto"), style.get("bottom", "auto")
            rise += self._in_em(bottom) if top == "auto" else -self._in_em(top)
        return rise

    def _in_em(self, value: str) -> float:
        if value.endswith("em") and not value.endswith("rem"):
            return number(value[:-2]) or 0.0
        if value.endswith("%"):
            return number(value) or 0.0
        return (pixels(value) or 0.0) / max(self.font_pixels, TINY_PIXELS)

    def _font_size(self, style: Mapping[str, str]) -> float | None:
        value = style.get("font-size")
        if value is None:
            return None
        if value.endswith("em") and not value.endswith("rem"):
            factor = number(value[:-2])
            return None if factor is None else factor * self.font_pixels
        if value.endswith("%"):
            factor = number(value)
            return None if factor is None else factor * self.font_pixels
        return _FONT_SIZES.get(value, pixels(value))

    def _over(self, style: Mapping[str, str]) -> Readable:
        """Paint the background: a colour replaces the paper, a picture makes it unknown, a translucent one too."""
        if style.get("background-image", "none") not in {"none", "initial"}:
            return replace(self, paper=None)
        value = style.get("background-color")
        if value is None or value in {"transparent", "inherit", "initial", "unset"}:
            return self
        if value == "currentcolor":
            return replace(self, paper=self.ink)
        painted = colour(value)
        if painted is None or FAINT < painted[1] < 1:
            return replace(self, paper=None)
        return self if painted[1] <= FAINT else replace(self, paper=painted[0])


PAGE = Readable()
"""A blank page: black on white."""
