"""What a computed style does to the text of its element: show it, hide it, strike it out.

Only what an author writes to keep text from a reader is looked for; layout is not computed. Values are those of
:mod:`.css`: spelt alike, valid, with their variables replaced.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from .css import block, computed, number, overlay, pixels

FAR_OFF_PIXELS = 400.0
"""An offset this far beyond the left or top edge is outside the page, not a nudge."""

FAINT = 0.05
"""Opacity at or below this leaves nothing to read."""

STRUCK = frozenset({"s", "del", "strike"})
"""Elements of text that is no longer right or no longer there (HTML 4.5.5 and 4.7.2), whatever style they are given."""

_MOVED = re.compile(r"(translate(?:3d|x|y)?|scale(?:3d|x|y)?)\(((?:[^()]|\([^()]*\))*)\)")
_OPACITY = re.compile(r"opacity\(([^()]*)\)")


def declarations(text: str) -> dict[str, str]:
    """Property to value of a ``style`` attribute by itself, as it comes out with nothing around it."""
    written = block(text)
    style = dict(written.normal)
    overlay(style, written.important)
    return computed(style, {})[0]


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
    seen = _OPACITY.search(style.get("filter", ""))
    if seen is not None and (opacity := number(seen[1])) is not None and opacity <= FAINT:
        return True
    moved = " ".join(
        f"{name}({','.join(style[name].split())})"
        for name in ("translate", "scale")
        if style.get(name, "none") != "none"
    )
    return _off_page(style) or _cut_away(style) or _transformed_away(f"{style.get('transform', '')} {moved}")


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
    return any(
        (size := pixels(style.get(limit + side))) is not None and size <= 1
        for side, overflow in (("width", "overflow-x"), ("height", "overflow-y"))
        for limit in ("", "max-")
        if style.get(overflow, "visible") != "visible" or style.get("overflow-x", "visible") in {"hidden", "clip"}
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
