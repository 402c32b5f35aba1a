"""Markdown: the source text, less what its rendering does not show.

The markup stays. Quotations are matched across markup, and a text that is the file's own characters keeps offsets an
editor can jump to. What never reaches the page goes: HTML comments, scripts, elements that hide themselves, and link
reference definitions (whose titles are a known place to park a note nobody sees). So does what is struck out: the page
shows it, and no longer says it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import pyromark

from .charset import decode
from .document import Extracted
from .interface import Extractor, SourceFile
from .limits import Budget
from .readable import PAGE
from .styles import STRUCK, declarations, hides, strikes

_CONTAINERS = frozenset({"BlockQuote", "List", "Item", "FootnoteDefinition", "DefinitionList"})
_OPTIONS = pyromark.Options.ENABLE_TABLES | pyromark.Options.ENABLE_STRIKETHROUGH | pyromark.Options.ENABLE_MATH

# HTML's tokens as far as hiding is concerned (HTML 13.2.5). Every branch consumes what it matched, so a scan is linear.
_HTML_TOKEN = re.compile(
    r"<!--(?:>|->|.*?(?:-->|--!>|\Z))"
    r"|<(?P<close>/?)(?P<name>[A-Za-z][^\s/>]*)(?P<attributes>(?:[^>\"']|\"[^\"]*(?:\"|\Z)|'[^']*(?:'|\Z))*)(?:>|\Z)",
    re.DOTALL,
)
_ATTRIBUTE = re.compile(r"([^\s\"'<>/=]+)(?:\s*=\s*(\"[^\"]*\"|'[^']*'|[^\s\"'>]+))?")
_NEVER_SHOWN = frozenset({"script", "style", "template", "noscript", "iframe", "object", "title", "textarea"})
_VOID = frozenset(
    {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
)
_TITLE = re.compile(r"^ {0,3}#[ \t]+(.+?)[ \t#]*$", re.MULTILINE)


class MarkdownExtractor(Extractor):
    """Reads ``text/markdown``."""

    media_type = "text/markdown"

    def version(self) -> str:
        return f"citeward-markdown 1, pyromark {_pyromark_version()}"

    def extract(self, source: SourceFile, budget: Budget) -> Extracted:
        text, codec = decode(source.data, source.charset, source.name)
        shown = visible_source(text, budget)
        title = _TITLE.search(shown)
        hidden = len(text) - len(shown)
        warnings = (
            (f"{hidden:,} characters that the rendered page does not show, or strikes out, were left out",)
            if hidden
            else ()
        )
        return Extracted(
            shown, self.media_type, title[1] if title else None, (), f"{self.version()} ({codec})", warnings
        )


def visible_source(text: str, budget: Budget) -> str:
    """The Markdown ``text`` without the parts its rendering does not show."""
    encoded = text.encode("utf-8", "surrogatepass")
    covered: list[tuple[int, int]] = []
    html: list[tuple[int, int]] = []
    struck: list[tuple[int, int]] = []
    for event, span in pyromark.events_with_range(text, options=_OPTIONS):
        start, end = span["start"], span["end"]
        kind = _kind(event)
        if kind not in _CONTAINERS:
            covered.append((start, end))
        if kind in {"Html", "InlineHtml"}:
            html.append((start, end))
        elif kind == "Strikethrough":
            struck.append((start, end))
    budget.check_time()
    hidden = [*_definitions(encoded, covered), *_hidden_html(encoded, html), *struck]
    return _without(encoded, hidden).decode("utf-8", "surrogatepass")


def _kind(event: object) -> str:
    """``Text``, ``Html``, ... for a leaf; for a start or end, the name of the element."""
    if isinstance(event, str):
        return event
    assert isinstance(event, dict)
    name, value = next(iter(event.items()))
    if name in {"Start", "End"}:
        return value if isinstance(value, str) else str(next(iter(value)))
    return str(name)


def _definitions(encoded: bytes, covered: list[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Stretches that belong to no event: between blocks, white space and container markers, else definitions.

    Asking the parser for its definitions would miss the second of two with one label, which is as invisible.
    """
    position = 0
    for start, end in [*sorted(covered), (len(encoded), len(encoded))]:
        if start > position:
            bracket = encoded.find(b"[", position, start)
            if bracket >= 0:
                # The last line of the stretch is what leads into the next block: its indentation and markers stay.
                line = encoded.rfind(b"\n", bracket, start)
                yield bracket, line if line >= 0 else start
        position = max(position, end)


def _hidden_html(encoded: bytes, html: list[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Comments, and everything from the tag of an element that does not show to its end tag, across blocks."""
    hiding = ""
    depth = 0
    opened_at = 0
    for start, end in _merged(html):
        fragment = encoded[start:end].decode("latin-1")
        for token in _HTML_TOKEN.finditer(fragment):
            name = (token["name"] or "").lower()
            if not hiding:
                if not name:
                    yield start + token.start(), start + token.end()
                elif not token["close"] and name not in _VOID and _element_hides(name, token["attributes"]):
                    hiding, depth, opened_at = name, 1, start + token.start()
            elif name == hiding:
                depth += -1 if token["close"] else 1
                if depth == 0:
                    yield opened_at, start + token.end()
                    hiding = ""
    if hiding:
        yield opened_at, len(encoded)


def _merged(spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Neighbouring spans as one: a block's lines arrive as separate events, and a comment may span them."""
    merged: list[tuple[int, int]] = []
    for start, end in spans:
        if merged and merged[-1][1] == start:
            merged[-1] = (merged[-1][0], end)
        else:
            merged.append((start, end))
    return merged


def _element_hides(name: str, attributes: str) -> bool:
    if name in _NEVER_SHOWN or name in STRUCK:
        return True
    for attribute in _ATTRIBUTE.finditer(attributes):
        key, value = attribute[1].lower(), (attribute[2] or "").strip("\"'")
        if key == "hidden":
            return True
        if key == "style":
            style = declarations(value)
            return hides(style) or strikes(style) or not PAGE.within(style).is_readable
    return False


def _without(encoded: bytes, spans: list[tuple[int, int]]) -> bytes:
    kept = []
    position = 0
    for start, end in sorted(spans):
        kept.append(encoded[position : max(start, position)])
        position = max(position, end)
    kept.append(encoded[position:])
    return b"".join(kept)


def _pyromark_version() -> str:
    from importlib.metadata import version

    return version("pyromark")
