"""What a stretch stands under: its sentence up to it, the lead-in of its list, its heading, the heads of its cell."""

from __future__ import annotations

import re
from collections.abc import Iterator

from .polarity import ABBREVIATION

REACH = 400
"""Code points of its sentence read before a stretch."""
_AHEAD = 40
"""Code points read behind a stop to tell whether a line that begins in lower case begins something of its own."""
_NEAR = 16
_LONGEST_WORD = 12
"""Code points before a stop in which an abbreviation is looked for."""
_LINES = 60
_FARTHEST = 6000
"""Lines and code points walked up from a list item to its lead-in: a longer list is read without one."""
_STOP = re.compile(
    r"[.!?…]+[\"'”’»)\]*_]*(?:\[\d{1,3}\]|[\u2070\u00b9\u00b2\u00b3\u2074-\u2079]+)?(?:\s+|$)|[。！？؟।۔]+[」』”’）\"]*"
    r"|\n[ \t>]*\n\s*"
)
_ITEM = re.compile(
    r"(?P<indent>[ \t>]*)(?:[-*+•◦▪●‣–—·※◆■□○][ \t]+|[•◦▪●‣※◆■□○・]"
    r"|\(?(?:\d{1,3}|[a-zA-Z]|[ivxIVX]{1,5})(?:[.)][ \t]+|[．）])"
    r"|\d{1,2}、|[（(][一二三四五六七八九十\d]{1,3}[）)]|[一二三四五六七八九十]{1,3}[、．]|[①-⑳])[ \t]*"
)
_HEADING = re.compile(r"[ \t>]*(?:#{1,6}[ \t]|\*\*[^*]+\*\*[ \t]*$|__[^_]+__[ \t]*$)")
_TERM = re.compile(
    r"\w+[_\u2212-]\w|\w+ ?\(\)|\w+\(|\w+:\s|[^\W\d_]+[ \t]*\n|\w+[ \t]+\[|(?P<word>[^\W\d_]+)[ \t]+[^\W\d_a-zß-ÿа-яё]"
)
"""What a line that explains a term begins with: `mark-lines (Off)`, `formula(object)`, `pwd [-LP]`, `nosort Tell`."""
_JOINING_WORDS = """
    a an the of and or by to for with from in on at as than that van von zu der die das des dem den ein eine einer eines
    einem einen und oder mit bei nach aus auf für de du la le les et ou en el los las y o un una di da il lo
    """
_JOINING = frozenset(_JOINING_WORDS.split())
"""Words that go on with a sentence, though a name or a German noun follows."""
_CLOSES_LINE = re.compile(r"(?:(?=[^\W\d_]*[aeiouyäöüéèаеиоуыэюяё])[^\W\d_]{4,}|[^\W\d_]\d*[)\]\"”’»])$")
"""A word with a vowel and four letters is seldom an abbreviation: a stop behind it, at a line's end, is an end."""
_INITIAL = re.compile(r"(?P<tied>[-'’*=/]\s?)?\b[^\W\d_]\.$")
_OPENS_SENTENCE = re.compile(
    r"(?:The|This|These|Those|It|If|When|While|Although|However|Each|There|Where|After|Before|Because|Since|Otherwise)\b"
)
"""What follows no initial: "of A. The value", against "A. Smith"."""
_LEADS_ON = (":", "：", "—", "–", ":**", ":*", "：**", ":__")
_ENDS = tuple(".!?。！？;；")
_RULE = re.compile(r"[ \t|:+-]+$")


def sentence_before(text: str, start: int) -> tuple[str, int]:
    """The sentence of `start` up to it, at most `REACH` code points, and where the line it began in begins.

    A line that ends with a colon leads on over a blank one.
    """
    low = max(0, start - REACH)
    head = text[low:start]
    nearest = head.rfind("\n") + 1
    if (nearest or not low) and not head[nearest:].strip(" \t>") and _ITEM.match(text, start):
        return "", low + nearest  # it begins with the mark of its own item
    cut = _last_end(head, text[start : start + _AHEAD])
    line_begin = head.rfind("\n", 0, cut) + 1 if cut else 0
    if nearest > cut:
        cut = _line_cut(head, cut, nearest)
    if cut > line_begin:
        line_begin = head.rfind("\n", 0, cut) + 1
    before = head[cut:]
    bullet = _ITEM.match(before)
    return before[bullet.end() :] if bullet is not None else before, low + line_begin


def _last_end(head: str, following: str) -> int:
    """Where the last sentence end of `head` ends; 0 when there is none. `following` is what stands behind `head`."""
    for low in (max(0, len(head) - _NEAR), 0):  # most quotes begin where a sentence does
        for match in reversed(list(_STOP.finditer(head, low))):
            if _is_end(head, match, following):
                return match.end()
        if low == 0:
            break
    return 0


def _is_end(head: str, match: re.Match[str], following: str) -> bool:
    mark = match.group()
    if mark[0] == "\n":
        return not head[: match.start()].rstrip().endswith(_LEADS_ON)
    if mark[0] not in ".…":
        return True
    after = head[match.end() : match.end() + 1] or following[:1]
    if not (head[match.start() - 1 : match.start()].strip() and match.start()):
        return False
    if after.islower():
        return "\n" in mark and _begins_term(head, match, following)
    if not mark[-1:].isspace() and (after.isdigit() or after in (".", "…")):
        return False
    word = head[max(0, match.start() - _LONGEST_WORD) : match.start() + 1]
    if not is_abbreviation(word, after):
        return True
    initial = _INITIAL.search(word)
    return initial is not None and (bool(initial["tied"] or _OPENS_SENTENCE.match(_ahead(head, match, following))))


def _ahead(head: str, match: re.Match[str], following: str) -> str:
    return (head[match.end() : match.end() + _AHEAD] + following)[:_AHEAD]


def _begins_term(head: str, match: re.Match[str], following: str) -> bool:
    """Whether a stop at the end of a line ends a sentence although the next line begins in lower case: with a term."""
    closing = head[max(0, match.start() - _LONGEST_WORD) : match.start()]
    term = _TERM.match(_ahead(head, match, following))
    return term is not None and term["word"] not in _JOINING and _CLOSES_LINE.search(closing) is not None


def is_abbreviation(text: str, following: str) -> bool:
    """Whether the full stop `text` ends with belongs to an abbreviation; "no." is one only before a number."""
    found = ABBREVIATION.search(text)
    return found is not None and (found.group().lower() != "no." or following.isdigit())


def _line_cut(head: str, cut: int, nearest: int) -> int:
    """Where the stretch's own line or block begins, if lines between it and the sentence's begin set it apart."""
    at = nearest
    while at > cut:
        line_end = head.find("\n", at)
        line = head[at : line_end if line_end >= 0 else len(head)]
        if _ITEM.match(line) or _HEADING.match(line) or line.lstrip(" \t>").startswith("|"):
            return at
        above = head[head.rfind("\n", 0, at - 1) + 1 : at - 1]
        if _HEADING.match(above) or above.lstrip().startswith("|") or ("\t" in above and "\t" in line):
            return at
        at = head.rfind("\n", 0, at - 1) + 1
    return cut


def heads_of(text: str, line: int, start: int) -> Iterator[str]:
    """Every head the stretch at `start` stands under, its sentence having begun in the line at `line`."""
    stop = text.find("\n", line, line + REACH)
    own = text[line : stop if stop >= 0 else line + REACH]
    bare = own.lstrip(" \t>")
    if bare.startswith("|") or "\t" in own.strip() or " | " in own:
        yield from _cell_heads(text, line, start)
    match = _ITEM.match(own)
    if match is not None:
        yield from _lead_ins(text, line, len(match["indent"]))
    elif line:
        above = text[max(0, line - REACH) : line].rstrip()
        if above.endswith(_LEADS_ON):
            yield last_sentence(above)
        else:
            yield from _item_above(text, line, own)


def _item_above(text: str, line: int, own: str) -> Iterator[str]:
    """The lead-in of an item whose wrapped or indented continuation the line is."""
    if not own[:1].isspace() and not own[:1].islower():
        return
    at = line
    for _ in range(4):
        if at <= 0 or line - at > REACH:
            return
        begin = text.rfind("\n", 0, at - 1) + 1
        above = text[begin : at - 1]
        if not above.strip():
            return
        match = _ITEM.match(above)
        if match is not None:
            yield from _lead_ins(text, begin, len(match["indent"]))
            return
        at = begin


def _lead_ins(text: str, line: int, indent: int) -> Iterator[str]:
    """Walks up from an item: past its siblings, over the items it is nested in, to what leads the list in."""
    at, adjacent = line, True
    for _ in range(_LINES):
        if at <= 0 or line - at > _FARTHEST:
            return
        begin = text.rfind("\n", max(0, at - 1 - _FARTHEST), at - 1) + 1
        above = text[begin : at - 1]
        at = begin
        if not above.strip(" \t>\r"):
            adjacent = False
            continue
        match = _ITEM.match(above)
        if match is not None:
            if len(match["indent"]) < indent:
                indent = len(match["indent"])
                if not above.rstrip().endswith(_ENDS):
                    yield last_sentence(above[match.end() :])
            adjacent = True
            continue
        depth = len(above) - len(above.lstrip(" \t>"))
        if depth > indent or (depth == indent and above[:1].isspace()):
            adjacent = False
            continue  # the continuation of an item above
        if _HEADING.match(above) or above.rstrip().endswith(_LEADS_ON):
            yield last_sentence(text[max(0, begin + len(above) - REACH) : begin + len(above)])
            return
        if adjacent and not above.rstrip().endswith(_ENDS):
            yield last_sentence(text[max(0, begin + len(above) - REACH) : begin + len(above)])
        return


def last_sentence(text: str) -> str:
    """The last sentence of what leads something in."""
    body = text.rstrip()
    for match in reversed(list(_STOP.finditer(body))):
        if match.end() < len(body) and (match.group()[0] == "\n" or _is_end(body, match, "")):
            return body[match.end() :]
    return body


def _cell_heads(text: str, line: int, start: int) -> Iterator[str]:
    """The first cell of the row and the cell that heads the column."""
    bar = "|" if text.find("|", line, start + 1) >= 0 else "\t"
    row = text[line:start]
    cells = row.lstrip(" ").lstrip("|").split(bar)
    column = len(cells) - 1
    if column > 0:
        yield cells[0]
    at, top = line, ""
    for _ in range(_LINES):
        if at <= 0 or line - at > _FARTHEST:
            break
        begin = text.rfind("\n", max(0, at - 1 - _FARTHEST), at - 1) + 1
        above = text[begin : at - 1]
        if bar not in above:
            break
        if not _RULE.match(above):
            top = above
        at = begin
    if top:
        heads = top.strip(" ").lstrip("|").split(bar)
        if column < len(heads):
            yield heads[column]


def is_sentence(text: str, start: int, end: int) -> bool:
    """Whether `text[start:end]` begins where a sentence begins and ends where one ends."""
    if sentence_before(text, start)[0].strip():
        return False
    low = max(start, end - _NEAR)
    head = text[low : end + 1]
    stop = next((match for match in reversed(list(_STOP.finditer(head))) if match.end() >= end - low), None)
    return stop is not None and _is_end(head, stop, text[end + 1 : end + 1 + _AHEAD])


def is_item(line: str) -> bool:
    """Whether a line opens with the mark of a list item."""
    return _ITEM.match(line) is not None


def is_heading(line: str) -> bool:
    """Whether a line is a heading by its markup."""
    return _HEADING.match(line) is not None
