"""CSS colours as a screen shows them: every notation of CSS Color 4, and of 5 what authors write, as sRGB.

Parsed by tinycss2; the conversions it leaves out follow CSS Color 4, section 10 and 17. A colour the screen cannot show
is clipped, not mapped: what matters here is whether it can be told from its ground.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from tinycss2 import parse_one_component_value  # type: ignore[import-untyped]  # it ships no type information
from tinycss2.ast import Node  # type: ignore[import-untyped]  # it ships no type information
from tinycss2.color5 import parse_color  # type: ignore[import-untyped]  # it ships no type information

Colour = tuple[int, int, int]
"""Red, green and blue, 0-255."""

Triple = tuple[float, float, float]

WHITE: Colour = (255, 255, 255)
BLACK: Colour = (0, 0, 0)

SAME_COLOUR = 16
"""Largest difference of a channel (of 255) at which text and background are one colour to the eye."""

MAX_NESTED = 8
"""Colours mixed of mixed colours. Stops values built to be evaluated for ever; deeper ones are not understood."""

_D50_TO_D65 = (
    (0.9554734, -0.0230985, 0.0632593),
    (-0.0283697, 1.0099955, 0.0210414),
    (0.0123140, -0.0205077, 1.3303659),
)
_XYZ_TO_RGB = (
    (3.2409699, -1.5373832, -0.4986108),
    (-0.9692436, 1.8759675, 0.0415551),
    (0.0556301, -0.2039770, 1.0569715),
)
_RGB_TO_LMS = (
    (0.4122215, 0.5363325, 0.0514460),
    (0.2119035, 0.6806995, 0.1073970),
    (0.0883025, 0.2817188, 0.6299787),
)
_LMS_TO_OKLAB = (
    (0.2104543, 0.7936178, -0.0040720),
    (1.9779985, -2.4285922, 0.4505937),
    (0.0259040, 0.7827718, -0.8086758),
)
_OKLAB_TO_LMS = ((1.0, 0.3963378, 0.2158038), (1.0, -0.1055613, -0.0638542), (1.0, -0.0894842, -1.2914855))
_LMS_TO_RGB = (
    (4.0767417, -3.3077116, 0.2309699),
    (-1.2684380, 2.6097574, -0.3413194),
    (-0.0041961, -0.7034186, 1.7076147),
)
_SYSTEM = {
    **dict.fromkeys(("canvas", "field", "buttonface", "highlighttext", "window", "background"), WHITE),
    **dict.fromkeys(("canvastext", "fieldtext", "buttontext", "windowtext", "infotext", "menutext"), BLACK),
}
"""System colours as browsers show them by default (CSS Color 4, 6.2)."""


def colour(value: str | None) -> tuple[Colour, float] | None:
    """Red, green, blue (0-255) and alpha (0-1) of a CSS colour; ``None`` where it is not one that is understood.

    >>> colour("#fff"), colour("oklch(1 0 0)"), colour("color-mix(in srgb, white 50%, black)")
    (((255, 255, 255), 1.0), ((255, 255, 255), 1.0), ((128, 128, 128), 1.0))
    """
    if not value or len(value) > 500:
        return None
    found = _read(parse_one_component_value(value, skip_comments=True), 0)
    if found is None:
        return None
    channels, alpha = found
    red, green, blue = (min(255, max(0, round(channel * 255))) for channel in channels)
    return (red, green, blue), alpha


def _read(token: Node, depth: int) -> tuple[Triple, float] | None:
    """Red, green and blue, 0-1 where a screen can show them, and alpha."""
    if depth > MAX_NESTED or token.type == "error":
        return None
    if token.type == "ident" and token.lower_value in _SYSTEM:
        red, green, blue = _SYSTEM[token.lower_value]
        return (red / 255, green / 255, blue / 255), 1.0
    if token.type == "function":
        arguments = [one for one in token.arguments if one.type not in {"whitespace", "comment"}]
        if token.lower_name == "color-mix":
            return _mixed(arguments, depth)
        if arguments and arguments[0].type == "ident" and arguments[0].lower_value == "from" and len(arguments) > 1:
            # Relative colours: channels may be computed, but an author who hides text writes them as they are.
            return _read(arguments[1], depth + 1)
        if token.lower_name == "light-dark":
            return _read(arguments[0], depth + 1) if arguments else None
    try:
        found = parse_color(token)
    except (ValueError, TypeError, AttributeError, NotImplementedError, ZeroDivisionError):
        return None  # It stumbles over some values no browser takes either.
    if found is None or isinstance(found, str):
        return None
    first, second, third = (float(one or 0.0) for one in found.coordinates[:3])
    coordinates = first, second, third
    alpha = float(found.alpha if found.alpha is not None else 1.0)
    space = found.space
    if space in {"hsl", "hwb"}:
        return tuple(found.to("srgb").coordinates), alpha
    if space in {"lab", "lch"}:
        return _gamma(_times(_XYZ_TO_RGB, _times(_D50_TO_D65, tuple(found.to("xyz-d50").coordinates)))), alpha
    if space in {"oklab", "oklch"}:
        return _gamma(_times(_XYZ_TO_RGB, tuple(found.to("xyz-d65").coordinates))), alpha
    if space in {"xyz", "xyz-d65"}:
        return _gamma(_times(_XYZ_TO_RGB, coordinates)), alpha
    if space == "xyz-d50":
        return _gamma(_times(_XYZ_TO_RGB, _times(_D50_TO_D65, coordinates))), alpha
    # The RGB spaces wider than sRGB share its black, white and greys nearly enough.
    return (_gamma(coordinates) if space == "srgb-linear" else coordinates), alpha


def _mixed(arguments: Sequence[Node], depth: int) -> tuple[Triple, float] | None:
    """``color-mix(in SPACE, A p%, B q%)`` (CSS Color 5, 2), with premultiplied alpha."""
    parts: list[list[Node]] = [[]]
    for one in arguments:
        if one.type == "literal" and one.value == ",":
            parts.append([])
        else:
            parts[-1].append(one)
    if len(parts) != 3:
        return None
    space = parts[0][1].lower_value if len(parts[0]) > 1 and parts[0][1].type == "ident" else "oklab"
    colours = []
    shares: list[float | None] = []
    for part in parts[1:]:
        share = next((one.value / 100 for one in part if one.type == "percentage"), None)
        found = next((_read(one, depth + 1) for one in part if one.type != "percentage"), None)
        if found is None:
            return None
        colours.append(found)
        shares.append(share)
    first, second = shares
    if first is None:
        first = 0.5 if second is None else 1 - second
    second = 1 - first if second is None else second
    total = first + second
    if total <= 0:
        return None
    weights = (first / total * colours[0][1], second / total * colours[1][1])
    alpha = weights[0] + weights[1]
    if alpha <= 0:
        return (0.0, 0.0, 0.0), 0.0
    one, other = (_to(space, found[0]) for found in colours)
    mixed = tuple((a * weights[0] + b * weights[1]) / alpha for a, b in zip(one, other, strict=True))
    return _back(space, mixed), alpha * min(1.0, total)  # type: ignore[arg-type]  # three channels


def _to(space: str, channels: Triple) -> Triple:
    if space == "srgb":
        return channels
    linear = _linear(channels)
    if space in {"srgb-linear", "xyz", "xyz-d50", "xyz-d65"}:
        return linear
    cubes = _times(_RGB_TO_LMS, linear)
    return _times(_LMS_TO_OKLAB, tuple(_root(one) for one in cubes))


def _back(space: str, channels: Triple) -> Triple:
    if space == "srgb":
        return channels
    if space in {"srgb-linear", "xyz", "xyz-d50", "xyz-d65"}:
        return _gamma(channels)
    roots = _times(_OKLAB_TO_LMS, channels)
    return _gamma(_times(_LMS_TO_RGB, tuple(one**3 for one in roots)))


def _root(value: float) -> float:
    return math.copysign(abs(value) ** (1 / 3), value)


def _times(matrix: tuple[Triple, Triple, Triple], vector: Sequence[float]) -> Triple:
    red, green, blue = (sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix)
    return red, green, blue


def _gamma(linear: Sequence[float]) -> Triple:
    red, green, blue = (12.92 * one if one <= 0.0031308 else 1.055 * one ** (1 / 2.4) - 0.055 for one in linear)
    return red, green, blue


def _linear(channels: Sequence[float]) -> Triple:
    red, green, blue = (one / 12.92 if one <= 0.04045 else ((one + 0.055) / 1.055) ** 2.4 for one in channels)
    return red, green, blue


def same_to_the_eye(one: Colour, other: Colour) -> bool:
    """Whether text of one colour cannot be read on a background of the other."""
    return all(abs(first - second) <= SAME_COLOUR for first, second in zip(one, other, strict=True))
