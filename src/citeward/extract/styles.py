"""What a CSS declaration block does to the text of its element: show it, hide it, or colour it like its background.

Values are read as CSS 2.2 and CSS Color 4 write them; a value that is not understood is as if it were not there, as in
a browser. Only what an author writes to keep text from a reader is looked for; layout is not computed.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

Colour = tuple[int, int, int]

FAR_OFF_PIXELS = 400.0
"""An offset this far beyond the left or top edge is outside the page, not a nudge."""

FAINT = 0.05
"""Opacity at or below this leaves nothing to read."""

SAME_COLOUR = 16
"""Largest difference of a channel (of 255) at which text and background are one colour to the eye."""

STRUCK = frozenset({"s", "del", "strike"})
"""Elements of text that is no longer right or no longer there (HTML 4.5.5 and 4.7.2), whatever style they are given."""

WHITE: Colour = (255, 255, 255)

_NAMED: Mapping[str, Colour] = {
    "white": WHITE,
    "black": (0, 0, 0),
    "snow": (255, 250, 250),
    "ivory": (255, 255, 240),
    "ghostwhite": (248, 248, 255),
    "whitesmoke": (245, 245, 245),
    "floralwhite": (255, 250, 240),
    "mintcream": (245, 255, 250),
    "azure": (240, 255, 255),
    "red": (255, 0, 0),
    "green": (0, 128, 0),
    "blue": (0, 0, 255),
    "yellow": (255, 255, 0),
    "navy": (0, 0, 128),
    "gray": (128, 128, 128),
    "grey": (128, 128, 128),
    "silver": (192, 192, 192),
}

_COMMENT = re.compile(r"/\*.*?(?:\*/|\Z)", re.DOTALL)
_LENGTH = re.compile(r"([+-]?(?:\d+\.?\d*|\.\d+))(px|pt|em|rem|ex|ch|vw|vh|vmin|vmax|in|cm|mm|pc|%)?\Z")
_PIXELS = {
    "px": 1.0, "pt": 4 / 3, "em": 16.0, "rem": 16.0, "ex": 8.0, "ch": 8.0, "vw": 10.0, "vh": 8.0, "vmin": 8.0,
    "vmax": 10.0, "in": 96.0, "cm": 37.8, "mm": 3.78, "pc": 16.0, "%": 10.0,
}  # fmt: skip
_NUMBER = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)%?")
_MOVED = re.compile(r"(translate(?:3d|x|y)?|scale(?:3d|x|y)?)\(([^()]*)\)")


def declarations(block: str) -> dict[str, str]:
    """Property to value, both lower case, of a declaration block such as a ``style`` attribute; the last one wins."""
    found: dict[str, str] = {}
    important: set[str] = set()
    for part in _COMMENT.sub(" ", block).split(";"):
        name, colon, value = part.partition(":")
        name, value = name.strip().lower(), value.strip().lower()
        if not colon or not value:
            continue
        if name in {"text-decoration", "-webkit-text-decoration"}:
            name = "text-decoration-line"  # The shorthand sets the line, and resets it where it names none.
        plain = value.removesuffix("important").rstrip()
        matters = plain != value and plain.endswith("!")
        if matters:
            value = plain[:-1].rstrip()
        elif name in important:
            continue
        if matters:
            important.add(name)
        found[name] = value
    return found


def hides(style: Mapping[str, str]) -> bool:
    """Whether an element so styled keeps its whole content from the reader, whatever its descendants declare.

    >>> hides(declarations("position: absolute; left: -9999px"))
    True
    >>> hides(declarations("position: absolute; left: -4px"))
    False
    """
    if style.get("display") == "none" or style.get("content-visibility") == "hidden":
        return True
    if (opacity := number(style.get("opacity"))) is not None and opacity <= FAINT:
        return True
    return _off_page(style) or _cut_away(style) or _transformed_away(style.get("transform", ""))


def strikes(style: Mapping[str, str]) -> bool:
    """Whether an element so styled has a line through its text, its descendants' too (CSS Text Decoration 4, 2.1)."""
    return "line-through" in style.get("text-decoration-line", "")


def _off_page(style: Mapping[str, str]) -> bool:
    if style.get("position") in {"absolute", "fixed", "relative"}:
        for edge in ("left", "top", "right", "bottom", "inset-inline-start"):
            offset = pixels(style.get(edge))
            if offset is not None and offset <= -FAR_OFF_PIXELS:
                return True
        for edge in ("left", "top"):
            offset = pixels(style.get(edge))
            if offset is not None and offset >= 20 * FAR_OFF_PIXELS:
                return True
    return any(
        (margin := pixels(style.get(edge))) is not None and margin <= -2 * FAR_OFF_PIXELS
        for edge in ("margin-left", "margin-top")
    )


def _cut_away(style: Mapping[str, str]) -> bool:
    clip = style.get("clip", "").replace(" ", "")
    if clip.startswith("rect(") and style.get("position") in {"absolute", "fixed"}:
        edges = [pixels(edge) for edge in re.split(r"[,\s]+", style["clip"].strip()[5:].rstrip(") ").strip())]
        if len(edges) == 4 and None not in edges:
            top, right, bottom, left = (edge or 0.0 for edge in edges)
            if bottom - top <= 1 or right - left <= 1:
                return True
    path = style.get("clip-path", "").replace(" ", "")
    if path.startswith(("inset(50%", "inset(100%", "circle(0", "polygon(00", "polygon(0px0px,0px0px")):
        return True
    if not style.get("overflow", style.get("overflow-x", style.get("overflow-y", ""))).startswith(("hidden", "clip")):
        return False
    return any(
        (size := pixels(style.get(side))) is not None and size <= 1
        for side in ("width", "height", "max-width", "max-height")
    )


def _transformed_away(transform: str) -> bool:
    for function, arguments in _MOVED.findall(transform):
        values = [value.strip() for value in arguments.split(",")]
        if function.startswith("scale"):
            if any(number(value) is not None and abs(number(value) or 0.0) <= FAINT for value in values):
                return True
        elif any((moved := pixels(value)) is not None and abs(moved) >= 2 * FAR_OFF_PIXELS for value in values):
            return True
    return False


def pixels(value: str | None) -> float | None:
    """A CSS length in pixels, relative units at a browser's defaults; ``None`` if it is not one."""
    match = _LENGTH.match(value.strip()) if value else None
    if match is None:
        return None
    if match[2] is None and float(match[1]) != 0:
        return None
    return float(match[1]) * _PIXELS[match[2] or "px"]


def number(value: str | None) -> float | None:
    """A CSS number, or a percentage as its fraction; ``None`` if it is neither."""
    if value is None or not _NUMBER.fullmatch(value.strip()):
        return None
    value = value.strip()
    return float(value[:-1]) / 100 if value.endswith("%") else float(value)


def colour(value: str | None) -> tuple[Colour, float] | None:
    """Red, green, blue (0-255) and alpha (0-1) of a CSS colour; ``None`` where it is not one that is understood.

    >>> colour("#fff"), colour("rgba(0, 0, 0, 0)")
    (((255, 255, 255), 1.0), ((0, 0, 0), 0.0))
    """
    value = (value or "").strip()
    if value == "transparent":
        return (0, 0, 0), 0.0
    if value in _NAMED:
        return _NAMED[value], 1.0
    if value.startswith("#"):
        return _hex(value[1:])
    if value.startswith(("rgb(", "rgba(")) and value.endswith(")"):
        parts = re.split(r"[\s,/]+", value.partition("(")[2][:-1].strip())
        channels = [number(part) for part in parts]
        if len(parts) in {3, 4} and None not in channels:
            scaled = [
                (channel or 0.0) * (255 if part.endswith("%") else 1)
                for channel, part in zip(channels, parts, strict=True)
            ]
            red, green, blue = (min(255, max(0, round(channel))) for channel in scaled[:3])
            return (red, green, blue), (channels[3] or 0.0) if len(parts) == 4 else 1.0
    return None


def _hex(digits: str) -> tuple[Colour, float] | None:
    if len(digits) in {3, 4}:
        digits = "".join(digit * 2 for digit in digits)
    if len(digits) not in {6, 8} or not re.fullmatch(r"[0-9a-f]+", digits):
        return None
    red, green, blue, alpha = bytes.fromhex(digits.ljust(8, "f"))
    return (red, green, blue), alpha / 255


def same_to_the_eye(one: Colour, other: Colour) -> bool:
    """Whether text of one colour cannot be read on a background of the other."""
    return all(abs(first - second) <= SAME_COLOUR for first, second in zip(one, other, strict=True))
