"""CSS values as an author wrote them and as they come out: declarations, custom properties, lengths.

tinycss2 reads the syntax (CSS Syntax 3: escapes, comments, strings, nesting). What it leaves to its caller is done
here: a value that is not one of its property's is as if it were not there, ``!important`` outranks, ``var()`` is
replaced (CSS Variables 1), ``calc()`` is reckoned out (CSS Values 4), and shorthands are spelt out. Values are text in
one spelling: lower case, one space, no comments or escapes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import tinycss2  # type: ignore[import-untyped]  # it ships no type information
from tinycss2.ast import Node  # type: ignore[import-untyped]  # it ships no type information

from .colours import colour

MAX_VALUE = 2_000
"""Code points of a value after its variables are replaced. Stops variables that double each other."""

MAX_NESTED = 16
"""Variables within variables, and sums within sums. Stops rings; what is deeper is no value."""

_PIXELS = {
    "px": 1.0, "pt": 4 / 3, "em": 16.0, "rem": 16.0, "ex": 8.0, "ch": 8.0, "vw": 10.0, "vh": 8.0, "vmin": 8.0,
    "vmax": 10.0, "in": 96.0, "cm": 37.8, "mm": 3.78, "q": 0.945, "pc": 16.0, "lh": 18.0, "rlh": 18.0, "%": 10.0,
}  # fmt: skip
_VIEW = re.compile(r"[sld]?v(?:w|h|min|max|i|b)\Z")
_WIDE = frozenset({"inherit", "initial", "unset", "revert", "revert-layer"})
_DISPLAY = frozenset(
    {"none", "contents", "block", "inline", "flow", "flow-root", "run-in", "list-item", "inline-block", "inline-flex"}
    | {"inline-grid", "inline-table", "flex", "grid", "table", "ruby", "math", "table-row-group", "table-header-group"}
    | {"table-footer-group", "table-row", "table-cell", "table-column-group", "table-column", "table-caption"}
    | {"ruby-base", "ruby-text", "ruby-base-container", "ruby-text-container", "-webkit-box", "-webkit-inline-box"}
    | {"-webkit-flex", "-webkit-inline-flex"}
)
_KEYWORDS: Mapping[str, frozenset[str]] = {
    "display": _DISPLAY,
    "visibility": frozenset({"visible", "hidden", "collapse"}),
    "content-visibility": frozenset({"visible", "auto", "hidden"}),
    "position": frozenset({"static", "relative", "absolute", "sticky", "fixed", "-webkit-sticky"}),
}
_LENGTHS: Mapping[str, frozenset[str]] = {
    **dict.fromkeys(("left", "top", "right", "bottom", "inset-inline-start", "inset-inline-end"), frozenset({"auto"})),
    **dict.fromkeys(("margin-left", "margin-top", "margin-inline-start"), frozenset({"auto"})),
    "text-indent": frozenset({"hanging", "each-line"}),
    "letter-spacing": frozenset({"normal"}),
}
_COLOURS = frozenset({"color", "background-color", "-webkit-text-fill-color"})
_SIDES = ("top", "right", "bottom", "left")


@dataclass(slots=True)
class Block:
    """The declarations of one block by property, in the order in which they win; custom properties among them."""

    normal: dict[str, str] = field(default_factory=dict)
    important: dict[str, str] = field(default_factory=dict)


def block(text: str) -> Block:
    """A declaration list such as a ``style`` attribute."""
    return gathered(tinycss2.parse_blocks_contents(text, skip_comments=True, skip_whitespace=True))


def gathered(nodes: Iterable[Node]) -> Block:
    """The declarations among ``nodes``."""
    found = Block()
    for node in nodes:
        if node.type != "declaration":
            continue
        custom = node.name.startswith("--")
        value = spelt(node.value)
        name = node.name if custom else node.lower_name
        if not (custom or "var(" in value or is_valid(name, value)):
            continue
        overlay(found.important if node.important else found.normal, {name: value})
    return found


def overlay(style: dict[str, str], more: Mapping[str, str]) -> None:
    """Let ``more`` win over ``style``, and stand behind it: a shorthand resets what was said before it."""
    for name, value in more.items():
        style.pop(name, None)
        style[name] = value


def spelt(tokens: Sequence[Node]) -> str:
    """Component values as text in one spelling."""
    return "".join(_piece(token) for token in tokens).strip()


def _piece(token: Node) -> str:
    match token.type:
        case "whitespace":
            return " "
        case "comment":
            return ""
        case "ident":
            return token.value if token.value.startswith("--") else str(token.lower_value)
        case "function":
            return f"{token.lower_name}({spelt(token.arguments)})"
        case "hash":
            return f"#{token.value.lower()}"
        case "dimension":
            return f"{token.representation}{token.lower_unit}"
        case "() block" | "[] block" | "{} block":
            return f"{token.type[0]}{spelt(token.content)}{token.type[1]}"
        case _:
            return str(token.serialize())


def is_valid(name: str, value: str) -> bool:
    """Whether a browser takes ``value`` for the property; only those by which text is hidden and shown are judged."""
    if value in _WIDE:
        return True
    if name in _KEYWORDS:
        return bool(value) and all(word in _KEYWORDS[name] for word in value.split())
    if name == "opacity":
        return number(value) is not None
    if name in _LENGTHS:
        return pixels(value) is not None or value in _LENGTHS[name]
    if name in _COLOURS:
        return value in {"currentcolor", "transparent"} or colour(value) is not None
    return bool(value)


def computed(style: Mapping[str, str], inherited: Mapping[str, str]) -> tuple[dict[str, str], Mapping[str, str]]:
    """The declarations with variables replaced and shorthands spelt out; and the custom properties in force.

    >>> computed({"--x": "none", "display": "var(--x)"}, {})[0]["display"]
    'none'
    >>> computed({"background-color": "black", "background": "white"}, {})[0]["background-color"]
    'white'
    """
    custom = inherited
    own = {name: value for name, value in style.items() if name.startswith("--")}
    if own:
        custom = {**inherited, **own}
    found: dict[str, str] = {}
    for name, value in style.items():
        if name.startswith("--"):
            continue
        replaced = _replaced(value, custom, 0) if "var(" in value else value
        if replaced is None or not is_valid(name, replaced):
            found.pop(name, None)  # Invalid at computed-value time: as if nothing had been declared.
            continue
        overlay(found, _spelt_out(name, replaced))
    return found, custom


def _replaced(value: str, custom: Mapping[str, str], depth: int) -> str | None:
    """``value`` with each ``var()`` replaced; ``None`` where one has neither a value nor a fallback."""
    if depth > MAX_NESTED or len(value) > MAX_VALUE:
        return None
    pieces: list[str] = []
    for token in tinycss2.parse_component_value_list(value, skip_comments=True):
        piece = _replaced_token(token, custom, depth)
        if piece is None:
            return None
        pieces.append(piece)
    text = "".join(pieces)
    return text.strip() if len(text) <= MAX_VALUE else None


def _replaced_token(token: Node, custom: Mapping[str, str], depth: int) -> str | None:
    if token.type != "function":
        return _piece(token)
    if token.lower_name != "var":
        inside = _replaced(spelt(token.arguments), custom, depth + 1)
        return None if inside is None else f"{token.lower_name}({inside})"
    name, comma, fallback = spelt(token.arguments).partition(",")
    value = custom.get(name.strip())
    if value is not None and value != "initial":
        return _replaced(value, custom, depth + 1)
    return _replaced(fallback.strip(), custom, depth + 1) if comma else None


def _spelt_out(name: str, value: str) -> dict[str, str]:
    match name:
        case "text-decoration" | "-webkit-text-decoration":
            return {"text-decoration-line": value}
        case "background":
            return {"background-color": _background(value), "background-image": _picture(value)}
        case "font":
            sizes = (word.partition("/")[0] for word in value.split())
            size = next((size for size in sizes if pixels(size) is not None or size in _FONT_WORDS), None)
            return {"font-size": size} if size is not None else {}
        case "overflow":
            across, _, down = value.partition(" ")
            return {"overflow-x": across, "overflow-y": down or across}
        case "inset" | "margin":
            words = value.split()
            if not 1 <= len(words) <= 4:
                return {}
            four = [words[0], words[1 % len(words)], words[2] if len(words) > 2 else words[0], words[-1]]
            if len(words) == 3:
                four[3] = words[1]
            return {side if name == "inset" else f"margin-{side}": one for side, one in zip(_SIDES, four, strict=True)}
        case "margin-inline-start":
            return {"margin-left": value}
        case _:
            return {name: value}


_FONT_WORDS = frozenset(
    {"xx-small", "x-small", "small", "medium", "large", "x-large", "xx-large", "xxx-large", "smaller", "larger"}
)


def _background(value: str) -> str:
    """The colour that the shorthand sets: the one it names, or none."""
    if value in _WIDE:
        return value
    for token in tinycss2.parse_component_value_list(value, skip_comments=True):
        piece = _piece(token)
        if piece == "currentcolor" or (token.type in {"ident", "hash", "function"} and colour(piece) is not None):
            return piece
    return "transparent"


def _picture(value: str) -> str:
    return "picture" if any(mark in value for mark in ("url(", "gradient(", "image(", "image-set(")) else "none"


def pixels(value: str | None) -> float | None:
    """A CSS length in pixels, relative units at a browser's defaults; ``None`` if it is not one.

    >>> pixels("2em"), pixels("calc(-1 * 50px - 1em)"), pixels("10")
    (32.0, -66.0, None)
    """
    found = _reckoned(value)
    if found is None:
        return None
    amount, is_length = found
    return amount if is_length or amount == 0 else None


def number(value: str | None) -> float | None:
    """A CSS number, or a percentage as its fraction; ``None`` if it is neither."""
    if value is None:
        return None
    value = value.strip()
    if value.endswith("%") and "(" not in value:
        found = _reckoned(value[:-1])
        return found[0] / 100 if found is not None and not found[1] else None
    found = _reckoned(value)
    return found[0] if found is not None and not found[1] else None


def _reckoned(value: str | None) -> tuple[float, bool] | None:
    if not value or len(value) > MAX_VALUE:
        return None
    return _amount(tinycss2.parse_one_component_value(value, skip_comments=True), 0)


def _amount(token: Node, depth: int) -> tuple[float, bool] | None:
    """An amount, in pixels where it is a length (``True``), else a plain number."""
    if depth > MAX_NESTED:
        return None
    match token.type:
        case "number":
            return float(token.value), False
        case "percentage":
            return float(token.value) * _PIXELS["%"], True
        case "dimension":
            unit = token.lower_unit
            factor = _PIXELS.get(unit, _PIXELS["vw"] if _VIEW.match(unit) else None)
            return None if factor is None else (float(token.value) * factor, True)
        case "() block":
            return _sum(token.content, depth + 1)
        case "function":
            return _function(token.lower_name, token.arguments, depth + 1)
        case _:
            return None


def _function(name: str, arguments: Sequence[Node], depth: int) -> tuple[float, bool] | None:
    if name in {"calc", "-webkit-calc"}:
        return _sum(arguments, depth)
    if name not in {"min", "max", "clamp", "abs"}:
        return None
    parts: list[list[Node]] = [[]]
    for one in arguments:
        if one.type == "literal" and one.value == ",":
            parts.append([])
        else:
            parts[-1].append(one)
    amounts = [_sum(part, depth) for part in parts]
    known = [one for one in amounts if one is not None]
    if len(known) != len(amounts):
        return None
    values = [one[0] for one in known]
    if name == "clamp":
        return (max(values[0], min(values[1], values[2])), known[0][1]) if len(values) == 3 else None
    reckon = {"min": min(values), "max": max(values), "abs": abs(values[0])}
    return reckon[name], known[0][1]


def _sum(tokens: Sequence[Node], depth: int) -> tuple[float, bool] | None:
    """``a + b * c`` of component values, white space apart."""
    total, is_length = 0.0, False
    sign, term, operator = 1.0, None, "*"
    for token in (one for one in tokens if one.type not in {"whitespace", "comment"}):
        if token.type == "literal" and token.value in {"+", "-"} and term is not None:
            total += sign * term
            sign, term, operator = (1.0 if token.value == "+" else -1.0), None, "*"
            continue
        if token.type == "literal" and token.value in {"*", "/"} and term is not None:
            operator = token.value
            continue
        amount = _amount(token, depth)
        if amount is None or (operator == "/" and amount[0] == 0):
            return None
        is_length = is_length or amount[1]
        factor = amount[0] if operator == "*" else 1 / amount[0]
        term = factor if term is None else term * factor
    return None if term is None else (total + sign * term, is_length)
