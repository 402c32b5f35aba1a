"""HTML: the text a browser shows on opening the page, in document order.

The page is parsed as HTML 13.2 prescribes, because hidden is hidden only in the tree a browser builds: a regular
expression and a browser disagree about where ``<p hidden>`` ends. The whole page counts, navigation and footer too; an
extractor that guesses the main content makes quotations from the rest unverifiable.

Shown though assistive technology skips it: ``aria-hidden``. Shown though closed at first: ``<details>``, one click on.
Not shown: alternative texts, form values, fallback content, generated content. Not said any more, though shown: what
is struck out, by an element or by style. Raised and lowered characters keep their form (:mod:`.raised`); readings above
the line (``<rt>``) are left out, as in a DOCX.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from .charset import decode, has_byte_order_mark
from .css import block, computed, overlay
from .document import Extracted
from .errors import BrokenFileError, MissingExtraError, TooLargeError
from .interface import Extractor, SourceFile
from .limits import Budget
from .raised import Piece, joined
from .readable import PAGE, Readable
from .styles import STRUCK, hides, strikes
from .stylesheet import rules

if TYPE_CHECKING:
    from resiliparse.parse.html import ElementNode, HTMLTree, Node

MAX_STYLED = 1_000_000
"""Elements all style rules match, together. Stops ten thousand ``*`` rules on ten thousand elements."""

MAX_UNCLOSED_FORMATTING = 1_000
"""Formatting elements left open. Stops the adoption agency algorithm (HTML 13.2.6.4.7), which is quadratic in them."""

_META_CHARSET = re.compile(rb"<meta[^>]{0,200}?charset\s*=\s*[\"']?\s*([A-Za-z0-9_:.-]{1,40})", re.IGNORECASE)
_META_PRESCAN_BYTES = 1024
_FORMATTING = re.compile(r"<(/?)(?:a|b|big|code|em|font|i|nobr|s|small|strike|strong|tt|u)(?=[\s/>])", re.IGNORECASE)
_SPACE = re.compile(r"[ \t\n\r\f]+")
_COLLAPSIBLE = frozenset(" \t\n\r\f")

_NEVER_SHOWN = frozenset(
    {
        *(
            "head",
            "script",
            "style",
            "template",
            "noscript",
            "title",
            "meta",
            "link",
            "base",
            "param",
            "source",
            "track",
        ),
        *(
            "iframe",
            "object",
            "embed",
            "audio",
            "video",
            "canvas",
            "datalist",
            "select",
            "area",
            "map",
            "noembed",
            "noframes",
        ),
        *("rp", "rt", "rtc", "annotation", "annotation-xml", "desc", "metadata", "defs", "symbol", "clippath", "mask"),
    }
)
_PARAGRAPHS = frozenset(
    {
        *("p", "h1", "h2", "h3", "h4", "h5", "h6", "ul", "ol", "dl", "pre", "table", "blockquote", "figure", "hr"),
        *("section", "article", "header", "footer", "nav", "aside", "main", "form", "fieldset", "address", "details"),
    }
)
_LINES = frozenset(
    {
        *(
            "div",
            "li",
            "dt",
            "dd",
            "tr",
            "caption",
            "figcaption",
            "summary",
            "legend",
            "body",
            "thead",
            "tbody",
            "tfoot",
        ),
        *("center", "dialog", "hgroup", "menu", "search", "option", "optgroup", "textarea"),
    }
)
_CELLS = frozenset({"td", "th"})
_PREFORMATTED = frozenset({"pre", "textarea", "listing", "xmp"})
_RAISED = {"sup": "super", "sub": "sub"}
_SCRIPTS = {
    "msup": (0, 1),
    "msub": (0, -1),
    "msubsup": (0, -1, 1),
    "mover": (0, 1),
    "munder": (0, -1),
    "munderover": (0, -1, 1),
    "mfrac": (1, -1),
}
"""Which children of a MathML element stand above and below the line (MathML Core 3.3.2 and 3.4): digits in them are not
digits of their neighbour. A fraction's do, so that 3 and a half is not 31 over 2."""


class HtmlExtractor(Extractor):
    """Reads ``text/html``."""

    media_type = "text/html"

    def version(self) -> str:
        try:
            from importlib.metadata import version

            return f"citeward-html 1, resiliparse {version('resiliparse')}"
        except ImportError:
            raise MissingExtraError(
                "resiliparse", "the library that reads HTML is not installed", "Run: pip install 'citeward[extract]'"
            ) from None

    def extract(self, source: SourceFile, budget: Budget) -> Extracted:
        reader = self.version()
        text, codec = decode(source.data, source.charset or _declared_inside(source.data), source.name)
        _refuse_tangles(text, budget)
        tree = _parse(text, source)
        budget.check_time()
        visible = _VisibleText(tree, budget)
        body = tree.document
        if body is not None:
            visible.read(body)
        title = _SPACE.sub(" ", tree.title or "").strip() or None
        return Extracted(
            visible.text(), self.media_type, title, (), f"{reader} ({codec})", tuple(visible.warnings(tree))
        )


def _declared_inside(data: bytes) -> str | None:
    """The encoding a ``meta`` element names in the first kilobyte (HTML 13.2.3.2); a byte order mark outranks it."""
    if has_byte_order_mark(data):
        return None
    match = _META_CHARSET.search(data[:_META_PRESCAN_BYTES])
    if match is None:
        return None
    name = match[1].decode("ascii").lower()
    # A page whose ASCII bytes can be read this far is not UTF-16, whatever it says (HTML 13.2.3.2, step 14).
    return "utf-8" if name.startswith("utf-16") else name


def _parse(text: str, source: SourceFile) -> HTMLTree:
    from resiliparse.parse.html import HTMLTree

    try:
        return HTMLTree.parse(text.replace("\x00", "\N{REPLACEMENT CHARACTER}"))
    except ValueError as error:
        raise BrokenFileError(
            source.name, f"the HTML parser gave up ({error})", "Save the page again from a browser"
        ) from None


def _refuse_tangles(text: str, budget: Budget) -> None:
    unclosed = 0
    for match in _FORMATTING.finditer(text):
        unclosed = max(unclosed + (-1 if match[1] else 1), 0)
        if unclosed > MAX_UNCLOSED_FORMATTING:
            raise TooLargeError(
                budget.document,
                f"more than {MAX_UNCLOSED_FORMATTING:,} formatting elements are left open",
                "Save the page again from a browser, which closes them",
            )


@dataclass(slots=True)
class _VisibleText:
    """Walks the tree once, without recursion, and gathers what can be read."""

    tree: HTMLTree
    budget: Budget
    pieces: list[Piece] = field(default_factory=list)
    gap: str = ""
    hidden_elements: int = 0
    struck_elements: int = 0
    length: int = 0
    styles: dict[Node, dict[str, str]] = field(default_factory=dict)
    important: dict[Node, dict[str, str]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Apply the page's own style sheets."""
        document = self.tree.document
        if document is None:
            return
        matched = 0
        for rule in rules([sheet.text or "" for sheet in document.query_selector_all("style").values()]):
            self.budget.check_time()
            try:
                elements = document.query_selector_all(rule.selector).values()  # Indexing the list is linear.
            except ValueError:
                continue  # A selector no browser understands either styles nothing.
            matched += len(elements)
            if matched > MAX_STYLED:
                raise TooLargeError(
                    self.budget.document,
                    f"its style rules match more than {MAX_STYLED:,} elements",
                    "Save the page as text",
                )
            chosen = self.important if rule.important else self.styles
            for element in elements:
                overlay(chosen.setdefault(element, {}), rule.style)

    def read(self, root: Node) -> None:
        """Append the visible text under ``root``."""
        from resiliparse.parse.html import ElementNode, TextNode

        stack: list[tuple[Node | str, Readable, bool, int]] = [(root, PAGE, False, 0)]
        while stack:
            node, around, preformatted, depth = stack.pop()
            if isinstance(node, str):
                if node in _WIDTH:
                    self._separate(node)
                else:
                    self._append(node, around, preformatted=True)
                continue
            self.budget.check_time()
            if isinstance(node, TextNode):
                self._append(node.node_value or "", around, preformatted)
                continue
            self.budget.check_depth(depth)
            name = (node.node_name or "").lower()
            inside = self._inside(name, node, around) if isinstance(node, ElementNode) else around
            if inside is None:
                continue
            separator = _separator(name)
            self._separate(separator)
            if separator and name != "br":
                stack.append((separator, around, False, 0))
            children: list[tuple[Node | str, Readable, bool, int]] = []
            child = node.first_child
            while child is not None:
                children.append((child, inside, preformatted or name in _PREFORMATTED, depth + 1))
                child = child.next_sibling
            if name in _MATHS:
                children = _laid_out(name, [one for one in children if isinstance(one[0], ElementNode)])
            stack.extend(reversed(children))

    def _inside(self, name: str, element: ElementNode, around: Readable) -> Readable | None:
        """What is in force inside ``element``; ``None`` if nothing in it is shown."""
        if name in _NEVER_SHOWN:
            return None
        written = _presentational(name, element)
        own = block(element.get_attribute("style") or "")
        for more in (self.styles.get(element, {}), own.normal, self.important.get(element, {}), own.important):
            overlay(written, more)
        style, custom = computed(written, around.custom)
        if custom is not around.custom:
            around = replace(around, custom=custom)
        if name in STRUCK or strikes(style):
            self.struck_elements += 1
            return None
        closed = name == "dialog" and not element.has_attribute("open")
        if closed or element.has_attribute("hidden") or hides(style):
            self.hidden_elements += 1
            return None
        if not style.get("display", "block" if _separator(name) else "inline").startswith("inline"):
            # Raised against a line is only what stands in one: vertical-align means another thing to a table cell.
            style = {key: value for key, value in style.items() if key not in {"vertical-align", "position"}}
        return around.within(style)

    def _append(self, value: str, around: Readable, preformatted: bool) -> None:
        if not around.is_readable:
            return
        text = value.replace("\N{SOFT HYPHEN}", "")
        words = text if preformatted else _SPACE.sub(" ", text).strip(" ")
        if not preformatted and text[:1] in _COLLAPSIBLE:
            self._separate(" ")
        if words:
            if self.pieces and self.gap:
                self.pieces.append((self.gap, around.level if self.pieces[-1][1] == around.level else 0))
            self.gap = ""
            self.pieces.append((words, around.level))
            self.length += len(words)
            self.budget.check_text(self.length)
        if not preformatted and text[-1:] in _COLLAPSIBLE:
            self._separate(" ")

    def _separate(self, separator: str) -> None:
        """Ask for ``separator`` before the next text; of several the widest one stands."""
        if _WIDTH[separator] > _WIDTH[self.gap]:
            self.gap = separator

    def text(self) -> str:
        """Everything gathered."""
        return joined(self.pieces).strip()

    def warnings(self, tree: HTMLTree) -> list[str]:
        """What was left out, and what could not be told."""
        found = []
        if self.hidden_elements:
            found.append(f"{self.hidden_elements:,} hidden elements were left out")
        if self.struck_elements:
            found.append(f"{self.struck_elements:,} struck-out elements were left out")
        document = tree.document
        linked = document.query_selector_all("link[rel~=stylesheet]") if document is not None else ()
        if linked:
            found.append(f"{len(linked)} linked style sheets were not fetched: text that only they hide was kept")
        return found


_MATHS = frozenset({*_SCRIPTS, "msqrt", "mroot"})
_ROOT = "\N{SQUARE ROOT}"


def _laid_out(
    name: str, children: list[tuple[Node | str, Readable, bool, int]]
) -> list[tuple[Node | str, Readable, bool, int]]:
    """The children of a MathML element as they are read: on their levels, with the signs that lines stand for."""
    if name in {"msqrt", "mroot"}:
        if not children:
            return []
        _, inside, preformatted, depth = children[0]
        sign = (_ROOT, inside, preformatted, depth)
        if name == "msqrt":
            return [sign, *children]
        return [*((one[0], one[1].shifted(1), *one[2:]) for one in children[1:]), sign, children[0]]
    placed = [
        (one[0], one[1].shifted(level) if level else one[1], *one[2:])
        for one, level in zip(children, _SCRIPTS[name], strict=False)
    ]
    if name == "mfrac" and len(placed) > 1:
        _, inside, preformatted, depth = children[0]
        placed.insert(1, ("/", inside, preformatted, depth))
    return placed


_WIDTH = {"": 0, " ": 1, "\t": 2, "\n": 3, "\n\n": 4}


def _separator(name: str) -> str:
    if name in _CELLS:
        return "\t"
    if name == "br" or name in _LINES:
        return "\n"
    return "\n\n" if name in _PARAGRAPHS else ""


def _presentational(name: str, element: ElementNode) -> dict[str, str]:
    """What HTML 15 maps to style: ``sup`` and ``sub``, ``bgcolor`` and the colour of ``font`` and ``body``."""
    style = {"vertical-align": _RAISED[name]} if name in _RAISED else {}
    for attribute, declared in (("bgcolor", "background-color"), ("color" if name == "font" else "text", "color")):
        value = element.get_attribute(attribute)
        if value and (attribute != "text" or name == "body"):
            style[declared] = value.strip().lower()
    return style
