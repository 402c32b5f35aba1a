"""The style sheets inside a page, as far as they decide what is visible. Linked sheets are not fetched.

tinycss2 reads the rules (CSS Syntax 3), nested ones too (CSS Nesting 1); CSS Cascade 5 orders what matches by
importance, layer, specificity and place. Media queries are taken as a screen would.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import tinycss2  # type: ignore[import-untyped]  # it ships no type information
from tinycss2.ast import Node  # type: ignore[import-untyped]  # it ships no type information

from .css import Block, gathered, spelt

_RELEVANT = frozenset(
    {"display", "visibility", "content-visibility", "opacity", "filter", "position", "left", "top", "right", "bottom"}
    | {"inset", "inset-inline-start", "margin", "margin-left", "margin-top", "margin-inline-start", "clip", "clip-path"}
    | {"overflow", "overflow-x", "overflow-y", "width", "height", "max-width", "max-height", "transform", "translate"}
    | {"scale", "font", "font-size", "text-indent", "vertical-align", "text-decoration", "-webkit-text-decoration"}
    | {"text-decoration-line", "color", "-webkit-text-fill-color", "background", "background-color", "background-image"}
)
_IDENTIFIER = re.compile(r"#[\w-]+")
_CLASS_LIKE = re.compile(r"\.[\w-]+|\[[^\]]*\]|(?<!:):(?!not\(|is\(|has\(|where\()[\w-]+")
_WEIGHTLESS = re.compile(r":where\((?:[^()]|\([^()]*\))*\)")
_TYPE = re.compile(r"(?:^|[\s>+~(,])[A-Za-z][\w-]*|::[\w-]+")
_TRANSPARENT = frozenset({"layer", "container", "scope", "document", "-moz-document"})
_NOT_FOR_SCREENS = re.compile(r"^(?:only\s+)?(?:print|speech|aural|braille)\b|^not\s+(?:all|screen)\b")
MAX_NESTING = 32
"""Nested blocks of a sheet. Stops a sheet of opening braces; deeper rules are ignored, as browsers ignore nonsense."""

MAX_SELECTOR = 4_000
"""Code points of a selector with its parents. Stops rules whose nesting multiplies them."""


@dataclass(frozen=True, slots=True)
class Rule:
    """One selector with the declarations that matter, and its rank in the cascade."""

    selector: str
    style: dict[str, str]
    important: bool
    rank: tuple[float, int, int, int, int]
    """Layer, then specificity (identifiers, classes, types), then place in the sheets; higher wins."""


@dataclass(slots=True)
class _Sheets:
    """Rules found so far, and the layers in the order in which they were named."""

    found: list[Rule] = field(default_factory=list)
    layers: dict[str, int] = field(default_factory=dict)
    place: int = 0

    def layer(self, name: str) -> int:
        return self.layers.setdefault(name, len(self.layers))


def rules(sheets: list[str]) -> list[Rule]:
    """The rules of all ``sheets`` that touch visibility, lowest rank first, so that the last one to match wins."""
    gatherer = _Sheets()
    for sheet in sheets:
        nodes = tinycss2.parse_stylesheet(_unwrapped(sheet), skip_comments=True, skip_whitespace=True)
        _walk(nodes, "", None, gatherer, 0)
    return sorted(gatherer.found, key=lambda rule: rule.rank)


def _unwrapped(sheet: str) -> str:
    """A sheet without the HTML comment marks that old pages put around it."""
    return sheet.replace("<!--", " ").replace("-->", " ")


def _walk(nodes: Sequence[Node], parent: str, layer: str | None, sheets: _Sheets, depth: int) -> None:
    """Take the style rules among ``nodes``; ``parent`` is the selector they are nested in."""
    if depth > MAX_NESTING:
        return
    if parent:
        _take(parent, gathered(nodes), layer, sheets)
    for node in nodes:
        if node.type == "qualified-rule":
            selector = spelt_selector(node.prelude, parent)
            if selector and len(selector) <= MAX_SELECTOR:
                _walk(_contents(node), selector, layer, sheets, depth + 1)
        elif node.type == "at-rule":
            heading = spelt(node.prelude)
            if node.lower_at_keyword == "layer":
                if node.content is None:
                    for name in heading.split(","):
                        sheets.layer(_within(layer, name.strip()))
                    continue
                inner = _within(layer, heading or f"({len(sheets.layers)})")
                sheets.layer(inner)
                _walk(_contents(node), parent, inner, sheets, depth + 1)
            elif node.content is not None and _applies(node.lower_at_keyword, heading):
                _walk(_contents(node), parent, layer, sheets, depth + 1)


def _contents(node: Node) -> Sequence[Node]:
    found: Sequence[Node] = tinycss2.parse_blocks_contents(node.content, skip_comments=True, skip_whitespace=True)
    return found


def _within(layer: str | None, name: str) -> str:
    return name if layer is None else f"{layer}.{name}"


def _applies(keyword: str, heading: str) -> bool:
    if keyword == "media":
        # A query that names no screen-only condition is taken to hold: what might be hidden is not indexed.
        return any(not _NOT_FOR_SCREENS.match(query.strip()) for query in heading.split(","))
    if keyword == "supports":
        return not heading.startswith("not")
    return keyword in _TRANSPARENT


def _take(selector: str, block: Block, layer: str | None, sheets: _Sheets) -> None:
    sheets.place += 1
    for important, style in ((False, block.normal), (True, block.important)):
        chosen = {name: value for name, value in style.items() if name in _RELEVANT or name.startswith("--")}
        if not chosen:
            continue
        # What is in no layer wins over every layer, and loses to it where both are important (CSS Cascade 5, 6.4.5).
        depth = float("inf") if layer is None else float(sheets.layer(layer))
        for member in _members(selector):
            rank = (-depth if important else depth, *_specificity(member), sheets.place)
            sheets.found.append(Rule(member, chosen, important, rank))


def spelt_selector(prelude: Sequence[Node], parent: str) -> str:
    """A rule's selector list; a nested one is written out against its ``parent`` (CSS Nesting 1, 3).

    >>> spelt_selector(tinycss2.parse_component_value_list("& b, > i"), ".a")
    ':is(.a) b, :is(.a) > i'
    """
    own = str(tinycss2.serialize(prelude)).strip()
    if not parent:
        return own
    written = []
    for member in _members(own):
        if "&" in member:
            written.append(member.replace("&", f":is({parent})"))
        else:
            written.append(f":is({parent}) {member}")
    return ", ".join(written)


def _members(heading: str) -> Iterator[str]:
    """The members of a selector list: split at commas outside brackets."""
    depth = 0
    start = 0
    for position, character in enumerate(heading):
        if character in "([":
            depth += 1
        elif character in ")]":
            depth -= 1
        elif character == "," and depth <= 0:
            yield heading[start:position].strip()
            start = position + 1
    yield heading[start:].strip()


def _specificity(selector: str) -> tuple[int, int, int]:
    selector = _WEIGHTLESS.sub("", selector)
    return len(_IDENTIFIER.findall(selector)), len(_CLASS_LIKE.findall(selector)), len(_TYPE.findall(selector))
