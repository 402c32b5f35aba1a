"""What stands in a source but is not read as its text: tags, entities, Markdown, note numbers, page furniture.

`clean` returns the text without it and the way back. Only markup that a reader never sees is taken out, by name; an
unknown tag stays, so "a < b" is never read as one. Struck-out text stays out of reach: its tags are not in the list.
"""

from __future__ import annotations

import html
import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise, takewhile

from .notes import note_references
from .polarity import turns_round

_BLOCK_TAGS = (
    "p|div|br|hr|li|ul|ol|dl|dt|dd|tr|td|th|table|thead|tbody|tfoot|caption|h[1-6]|section|article|header|footer|main|"
    "blockquote|pre|figure|figcaption|address|aside|nav"
)
_INLINE_TAGS = (
    "b|i|u|em|strong|span|a|small|code|mark|abbr|cite|q|kbd|samp|var|font|tt|big|dfn|time|bdi|wbr|ins|label|"
    "ruby|rb|rtc|rp"
)
_MARKUP = re.compile(
    r"(?P<hidden><!--|<(?:script|style|rt|rp)\b[^<>]{0,500}>)"
    rf"|(?P<block></?(?P<tag>{_BLOCK_TAGS})(?:\s[^<>]{{0,500}})?/?>)"
    rf"|(?P<inline></?(?:{_INLINE_TAGS})(?:\s[^<>]{{0,500}})?/?>)"
    r"|(?P<entity>&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-zA-Z][a-zA-Z0-9]{1,30});)"
    r"|(?P<address><https?://[^<>\s]{1,500}>)"
    r"|(?P<escape>\\(?=[!-/:-@\[-`{-~]))|(?P<code>`+)",
    re.IGNORECASE,
)
_LINK = re.compile(
    r"\[(?!\d+\])(?:[^\[\]\n]|\n(?!\s*\n)|\[[^\[\]\n]{0,100}\]){0,300}"
    r"(?P<target>\](?:\([^()\s]{0,500}(?:\s+\"[^\"\n]{0,200}\")?\)|\[[^\[\]\n]{0,80}\]))"
)
_PUT = {"li": "\n• ", "td": "\t", "th": "\t"} | {f"h{level}": "\n# " for level in range(1, 7)}
"""What stands for the opening of a block whose kind matters: an item, a cell, a heading."""
_PAGE_BREAK = re.compile(
    r"\x0c|\[\[\s*PAGE[_ ]BREAK\s*\]\]|"
    r"^[ \t]*(?:#{1,6}[ \t]*|\[|-{2,}[ \t]*)Page[ \t]+\d{1,5}(?:[ \t]+of[ \t]+\d{1,5})?"
    r"[ \t]*(?:\]|-{2,}|)[ \t]*$",
    re.IGNORECASE | re.MULTILINE,
)
_PAGE_NUMBER = re.compile(
    r"[\W_]*(?:(?:page|seite|p\.|pg\.?|página|pagina|стр\.?)\s*)?(?:\d{1,5}|(?=[ivxlc])c{0,3}(?:xc|xl|l?x{0,3})(?:ix|iv|v?i{0,3}))(?:\s*(?:of|/|von|de|из)\s*\d{1,5})?[\W_]*",
    re.IGNORECASE,
)
_DIGITS = re.compile(r"\d+")
_EDGE_LINES = 3
"""Lines looked at above and below a page break for running headers and footers."""
_LONGEST_FURNITURE = 120
_TRACES = ("<", "\x0c", "](", "][", "&", "\\", "`", "PAGE", "Page", "page")
_NUMBERED = re.compile(r"[^\W\d_][.,;:!?\"”’»)\]]{0,2}[\d\u00b2\u00b3\u00b9\u2070-\u2079]|\[\^?\d")
"""What any of it must contain; looked for before anything is parsed."""


@dataclass(frozen=True, slots=True)
class Cleaned:
    """A text without its markup, with the way back to the original."""

    text: str
    starts: tuple[int, ...]
    """Where each kept piece begins in `text`."""
    origins: tuple[int, ...]
    """Where it begins in the original."""
    lengths: tuple[int, ...]
    """How much of the original it stands for."""
    breaks: tuple[int, ...]
    """Positions in `text` where page furniture was taken out."""

    def original(self, position: int) -> int:
        """The code point of the original for one of the cleaned text."""
        at = bisect_right(self.starts, position) - 1
        return self.origins[at] + min(position - self.starts[at], max(0, self.lengths[at] - 1))

    def spans(self, start: int, end: int) -> tuple[tuple[int, int], ...]:
        """The spans of the original for a span of the cleaned text, parted where page furniture was taken out."""
        cuts = [start, *(at for at in self.breaks if start < at < end), end]
        found: list[tuple[int, int]] = []
        for low, high in pairwise(cuts):
            inside = self.text[low:high]
            first = low + len(inside) - len(inside.lstrip())
            last = low + len(inside.rstrip()) - 1
            if first <= last:
                found.append((self.original(first), self.original(last) + 1))
        return tuple(found)


def has_markup(text: str) -> bool:
    """Whether `clean` might find anything to take out."""
    return any(trace in text for trace in _TRACES) or _NUMBERED.search(text) is not None


def _furniture(text: str) -> Iterator[tuple[int, int]]:
    """Spans of page breaks, with page numbers and running heads repeated on other pages."""
    breaks = [match.span() for match in _PAGE_BREAK.finditer(text)]
    if not breaks:
        return
    page_starts = [0, *(end for _, end in breaks)]
    page_ends = [*(start for start, _ in breaks), len(text)]
    above = [_lines_before(text, low, high) for low, high in zip(page_starts, page_ends[:-1], strict=False)]
    below = [_lines_after(text, low, high) for low, high in zip(page_starts[1:], page_ends[1:], strict=True)]
    repeated = _repeated(text, above) | _repeated(text, below)
    for (start, end), before, after in zip(breaks, above, below, strict=True):
        yield (
            min([start, *(low for low, _ in _leading(text, before, repeated))]),
            max([end, *(high for _, high in _leading(text, after, repeated))]),
        )


def _leading(text: str, lines: list[tuple[int, int]], repeated: set[str]) -> Iterator[tuple[int, int]]:
    return takewhile(lambda line: _is_furniture(text[line[0] : line[1]], repeated), lines)


def _repeated(text: str, edges: list[list[tuple[int, int]]]) -> set[str]:
    seen: Counter[str] = Counter()
    for lines in edges:
        seen.update({_key(text[low:high]) for low, high in lines} - {""})
    return {line for line, count in seen.items() if count > 1 and not turns_round(line)}


def _key(line: str) -> str:
    return _DIGITS.sub("#", line.strip()).casefold() if len(line) <= _LONGEST_FURNITURE else ""


def _is_furniture(line: str, repeated: set[str]) -> bool:
    return not line.strip() or _PAGE_NUMBER.fullmatch(line) is not None or _key(line) in repeated


def _lines_before(text: str, floor: int, at: int) -> list[tuple[int, int]]:
    """The last lines of a page that ends at `at`, nearest first, as far as they are whole."""
    lines: list[tuple[int, int]] = []
    end, filled = at, 0
    floor = max(floor, at - 8 * _LONGEST_FURNITURE)
    while end > floor and filled < _EDGE_LINES:
        body = end - 1 if text[end - 1] == "\n" else end
        start = text.rfind("\n", floor, body) + 1
        if start == 0:
            break  # the line began before the page or out of reach: not a line of its own
        lines.append((start, end))
        filled += not text[start:end].isspace()
        end = start
    return lines


def _lines_after(text: str, at: int, ceiling: int) -> list[tuple[int, int]]:
    """The first lines of a page that begins at `at`, as far as they are whole."""
    lines: list[tuple[int, int]] = []
    start, filled = at, 0
    ceiling = min(ceiling, at + 8 * _LONGEST_FURNITURE)
    while start < ceiling and filled < _EDGE_LINES:
        end = text.find("\n", start, ceiling)
        if end < 0:
            break
        lines.append((start, end))
        filled += not text[start:end].isspace() and end > start
        start = end + 1
    return lines


class _Closings:
    """Where hidden elements close; a search that found nothing, or found far ahead, is not repeated."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._next: dict[str, int] = {}

    def after(self, opening: str, position: int) -> int | None:
        """The end of the element that `opening` began before `position`; None when it never ends."""
        closing = "-->" if opening.startswith("<!") else f"</{opening[1:-1].split(maxsplit=1)[0]}>"
        at = self._next.get(closing, 0)
        if at < position:
            found = re.compile(closing, re.IGNORECASE).search(self._text, position)
            at = self._next[closing] = len(self._text) + 1 if found is None else found.start()
        return at + len(closing) if at <= len(self._text) else None


def _removals(text: str, notes: bool) -> list[tuple[int, int, str, bool]]:
    """What to take out: start, end, what to put there, and whether it is page furniture. In order, not overlapping."""
    found: list[tuple[int, int, str, bool]] = [(start, end, "\n", True) for start, end in _furniture(text)]
    found += [(start, end, "", False) for start, end in note_references(text)] if notes else []
    for link in _LINK.finditer(text) if "](" in text or "][" in text else ():
        found += [(link.start(), link.start() + 1, "", False), (*link.span("target"), "", False)]
    closings = _Closings(text)
    for match in _MARKUP.finditer(text):
        put = ""
        if match["hidden"] is not None:
            end = closings.after(match.group(), match.end())
            if end is not None:
                found.append((match.start(), end, "", False))
            continue
        if match["address"] is not None:
            found += [(match.start(), match.start() + 1, "", False), (match.end() - 1, match.end(), "", False)]
            continue
        if match["entity"] is not None:
            put = html.unescape(match.group())
            if put == match.group():
                continue
        elif match["block"] is not None:
            put = _PUT.get(match["tag"].lower(), "\n") if match.group()[1] != "/" else "\n"
        found.append((*match.span(), put, False))
    found.sort()
    kept: list[tuple[int, int, str, bool]] = []
    for one in found:
        if kept and one[0] < kept[-1][1]:
            continue
        kept.append(one)
    return kept


def clean(text: str, *, notes: bool = True) -> Cleaned | None:
    """Take markup and page furniture out of `text`; None when there is none. Linear in its length.

    `notes` says whether the numbers that point to a note are taken out too.
    """
    removals = _removals(text, notes)
    if not removals:
        return None
    pieces: list[str] = []
    starts: list[int] = []
    origins: list[int] = []
    lengths: list[int] = []
    breaks: list[int] = []
    size = done = 0

    def keep(piece: str, origin: int, length: int) -> None:
        nonlocal size
        if piece:
            pieces.append(piece)
            starts.append(size)
            origins.append(origin)
            lengths.append(length)
            size += len(piece)

    for start, end, put, furniture in removals:
        keep(text[done:start], done, start - done)
        if furniture:
            breaks.append(size)
        keep(put, start, end - start)
        done = end
    keep(text[done:], done, len(text) - done)
    return Cleaned("".join(pieces), tuple(starts), tuple(origins), tuple(lengths), tuple(breaks))
