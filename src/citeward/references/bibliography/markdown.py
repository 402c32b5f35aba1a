"""A list of references in Markdown or plain text: one a paragraph or list item, numbered or not."""

from __future__ import annotations

import re
from collections.abc import Iterator

from citeward.references.bibliography.interface import Bibliography, Entry
from citeward.references.cite import parse_cite

__all__ = ["MarkdownList"]

_ITEM = re.compile(r"^\s{0,8}(?:\[\^?(?P<label>[\w.:+-]{1,60})\]:?|(?P<number>\d{1,4})[.)]|[-*+])\s+(?=\S)")
_HEADING = re.compile(r"^\s{0,3}(?:#{1,6}\s.*|[=-]{3,}\s*)$")
_URL = r"[^\s()]{0,1000}(?:\([^\s()]{0,200}\)[^\s()]{0,200}){0,4}"
_LINK = re.compile(rf"!?\[(?P<text>[^\[\]]{{0,1000}})\]\((?P<url>{_URL})\)")


class MarkdownList(Bibliography):
    """Whatever is neither BibTeX nor JSON."""

    name = "markdown"

    def recognises(self, text: str) -> bool:
        return bool(text.strip())

    def read(self, text: str) -> Iterator[Entry]:
        for count, (line, label, item) in enumerate(_items(text), start=1):
            plain = _LINK.sub(lambda m: f"{m['text']} {m['url']}", item)
            key = label or f"#{count}"
            yield Entry(key, parse_cite(plain, key=key), "", line)


def _items(text: str) -> Iterator[tuple[int, str, str]]:
    gathered: list[str] = []
    first, label = 0, ""
    for number, line in enumerate(text.splitlines(), start=1):
        item = _ITEM.match(line)
        if item and item["number"] and gathered and item["number"] != str(int(label) + 1 if label.isdecimal() else 1):
            item = None  # a line that happens to begin with a year or a page
        if item or not line.strip() or _HEADING.match(line):
            if gathered:
                yield first, label, " ".join(gathered)
            gathered, label = [], ""
            if item:
                first, label = number, item["label"] or item["number"] or ""
                gathered = [line[item.end() :].strip()]
            continue
        if not gathered:
            first = number
        gathered.append(line.strip())
    if gathered:
        yield first, label, " ".join(gathered)
