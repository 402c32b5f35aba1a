"""The style sheets inside a page, as far as they decide what is visible. Linked sheets are not fetched.

CSS Syntax 3 rules are split by a scanner that knows strings, comments and nesting; CSS Cascade 4 orders what matches by
importance, specificity and place. Media queries are taken as a screen would.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from .styles import declarations

_RELEVANT = frozenset(
    {
        *("display", "visibility", "content-visibility", "opacity", "position", "left", "top", "right", "bottom"),
        *(
            "inset-inline-start",
            "margin-left",
            "margin-top",
            "clip",
            "clip-path",
            "overflow",
            "overflow-x",
            "overflow-y",
        ),
        *("width", "height", "max-width", "max-height", "transform", "font", "font-size", "text-indent", "color"),
        *("text-decoration-line", "vertical-align"),
        *("-webkit-text-fill-color", "background", "background-color", "background-image"),
    }
)
_PIECE = re.compile(
    r"/\*.*?(?:\*/|\Z)|\"(?:\\.|[^\"\\\n])*(?:\"|\n|\Z)|'(?:\\.|[^'\\\n])*(?:'|\n|\Z)|[{};]|[^{};\"'/]+|/", re.DOTALL
)
_IMPORTANT = re.compile(r"!\s*important", re.IGNORECASE)
_IDENTIFIER = re.compile(r"#[\w-]+")
_CLASS_LIKE = re.compile(r"\.[\w-]+|\[[^\]]*\]|(?<!:):(?!not\(|is\(|has\(|where\()[\w-]+")
_TYPE = re.compile(r"(?:^|[\s>+~(,])[A-Za-z][\w-]*|::[\w-]+")
_TRANSPARENT_AT_RULES = ("@supports", "@layer", "@container", "@scope", "@starting-style", "@document")
MAX_NESTING = 32
"""Nested blocks of a sheet. Stops a sheet of opening braces; deeper rules are ignored, as browsers ignore nonsense."""


@dataclass(frozen=True, slots=True)
class Rule:
    """One selector with the declarations that matter, and its rank in the cascade."""

    selector: str
    style: dict[str, str]
    rank: tuple[int, int, int, int, int]
    """Importance, then specificity (identifiers, classes, types), then place in the sheets."""


def rules(sheets: list[str]) -> list[Rule]:
    """The rules of all ``sheets`` that touch visibility, lowest rank first, so that the last one to match wins."""
    found = []
    for place, (selectors, block) in enumerate(pair for sheet in sheets for pair in _blocks(sheet)):
        for important, style in _by_importance(block):
            for selector in _selectors(selectors) if style else ():
                found.append(Rule(selector, style, (important, *_specificity(selector), place)))
    return sorted(found, key=lambda rule: rule.rank)


def _blocks(sheet: str) -> Iterator[tuple[str, str]]:
    """Selector list and declaration text of every style rule that applies to a screen."""
    prelude: list[str] = []
    open_blocks: list[tuple[str, bool]] = []
    for match in _PIECE.finditer(sheet.replace("<!--", " ").replace("-->", " ")):
        piece = match[0]
        if piece.startswith("/*"):
            continue
        if piece == "{":
            heading = "".join(prelude).strip()
            applies = _applies(heading) and (not open_blocks or open_blocks[-1][1]) and len(open_blocks) < MAX_NESTING
            open_blocks.append((heading, applies))
            prelude = []
        elif piece == "}":
            if open_blocks:
                heading, applies = open_blocks.pop()
                if applies and not heading.startswith("@") and heading:
                    yield heading, "".join(prelude)
            prelude = []
        elif piece == ";" and not (open_blocks and not open_blocks[-1][0].startswith("@")):
            prelude = []  # An at-rule without a block: @import, @charset.
        else:
            prelude.append(piece)


def _applies(heading: str) -> bool:
    lowered = heading.lower()
    if not lowered.startswith("@"):
        return True
    if lowered.startswith("@media"):
        # A query that names no screen-only condition is taken to hold: what might be hidden is not indexed.
        return any("print" not in query and "speech" not in query for query in lowered[6:].split(","))
    return lowered.startswith(_TRANSPARENT_AT_RULES)


def _by_importance(block: str) -> Iterator[tuple[int, dict[str, str]]]:
    parts = block.split(";")
    for important in (0, 1):
        chosen = ";".join(part for part in parts if bool(_IMPORTANT.search(part)) == bool(important))
        yield important, {name: value for name, value in declarations(chosen).items() if name in _RELEVANT}


def _selectors(heading: str) -> Iterator[str]:
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
    return len(_IDENTIFIER.findall(selector)), len(_CLASS_LIKE.findall(selector)), len(_TYPE.findall(selector))
