"""Reading rendered output the way its receivers do: a browser's parser, CommonMark, and three makers of links."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from html.parser import HTMLParser
from urllib.parse import unquote
from xml.etree.ElementTree import Element

import bleach
import cmarkgfm
import html5lib
from cmarkgfm.cmark import Options
from linkify_it import LinkifyIt
from linkify_it.tlds import TLDS
from markdown_it import MarkdownIt

__all__ = ["Page", "links_in_markdown", "links_in_text", "visible_markdown"]

_LINKIFY = LinkifyIt(options={"fuzzy_link": True, "fuzzy_email": True, "fuzzy_ip": True}).tlds(TLDS)
_BLEACH = bleach.Linker(parse_email=True, callbacks=[], skip_tags=None)
_KNOWN_TAGS = re.compile(
    r"</?(?:p|em|strong|s|code|pre|[uo]l|li|h[1-6]|blockquote|table|thead|tbody|tr|th|td|[bh]r|a)(?: [^>]*)?/?>"
)
_MARKDOWN = MarkdownIt("gfm-like", {"linkify": True, "html": True})


class Page:
    """An HTML fragment as a browser's parser builds it. Refuses whatever the parser would have to repair."""

    def __init__(self, html: str) -> None:
        self.html = html
        parser = html5lib.HTMLParser(strict=True, namespaceHTMLElements=False)
        self.root: Element = parser.parseFragment(html)

    def __iter__(self) -> Iterator[Element]:
        return (element for element in self.root.iter() if isinstance(element.tag, str))

    def all(self, **attributes: str) -> list[Element]:
        """Every element with these attributes; an underscore stands for a hyphen."""
        wanted = {name.rstrip("_").replace("_", "-"): value for name, value in attributes.items()}
        return [e for e in self if all(value in (e.get(name) or "").split() for name, value in wanted.items())]

    def one(self, **attributes: str) -> Element:
        """The only element with these attributes."""
        (found,) = self.all(**attributes)
        return found

    @property
    def tags(self) -> set[str]:
        """The names of all elements but the fragment."""
        return {element.tag for element in self if element is not self.root}

    @property
    def sids(self) -> dict[str, int]:
        """How often each handle is carried by an element."""
        found: dict[str, int] = {}
        for element in self:
            if (handle := element.get("data-sid")) is not None:
                found[handle] = found.get(handle, 0) + 1
        return found

    @property
    def hrefs(self) -> list[str]:
        """Where links lead, jumps inside the page left out."""
        return [href for e in self if (href := e.get("href")) is not None and not href.startswith("#")]

    def text(self, *, code: bool = True, sources: bool = True) -> str:
        """What a reader sees."""
        return "".join(_words(self.root, code, sources))

    @property
    def body(self) -> str:
        """What a reader sees above the list of sources, with single spaces."""
        return " ".join(self.text(sources=False).split())


def _words(element: Element, code: bool, sources: bool) -> Iterator[str]:
    skip = (not code and element.tag == "code") or (not sources and element.get("role") == "doc-endnotes")
    if not skip:
        yield element.text or ""
        for child in element:
            yield from _words(child, code, sources)
    if element.tag in {"p", "li", "td", "th", "h1", "h2", "h3", "h4", "h5", "h6", "pre", "br"}:
        yield " "
    yield element.tail or ""


class _Links(HTMLParser):
    """Collects where the elements of a page lead and what they load."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found += [value or "" for name, value in attrs if name in {"href", "src", "srcset", "action", "data"}]


def _links(html: str) -> list[str]:
    reader = _Links()
    reader.feed(html)
    reader.close()
    return [unquote(link) for link in reader.found]


def links_in_text(text: str) -> list[str]:
    """What two linkifiers of chat and mail clients would make of a plain text, percent-decoded."""
    made = [match.url for match in _LINKIFY.match(text) or ()]
    quoted = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return [unquote(link) for link in made] + _links(_BLEACH.linkify(quoted))


def links_in_markdown(text: str) -> list[str]:
    """What two Markdown renderers that link bare hosts would link or load, percent-decoded; raw HTML counts."""
    options = Options.CMARK_OPT_UNSAFE
    pages = (_MARKDOWN.render(text), cmarkgfm.github_flavored_markdown_to_html(text, options=options))
    return [link for page in pages for link in _links(page)]


def visible_markdown(text: str) -> str:
    """What CommonMark shows of a text. Raw HTML in it is kept as it is, so that it is missed in no comparison."""
    html = MarkdownIt("commonmark").enable(["table", "strikethrough"]).render(text)
    return unescape(_KNOWN_TAGS.sub("", html))
