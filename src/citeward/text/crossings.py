"""What a stretch runs over that the quote does not show: the end of a sentence or a part, a reference sign.

"Waived for members. Only guests pay." is no source of "waived for members only". A mere line break ends nothing; a
blank line, a heading, a list item, a table row and a stop before a capital do.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from .dissect import RAISED_END, Dissected, dissect
from .heads import is_abbreviation, is_heading, is_item
from .result import QuoteReason
from .signs import SIGNS, is_sign

_MARKED = re.compile(rf"[.!?。！？؟।۔;；\n\t|•◦▪●‣…{re.escape(SIGNS)}]")
_STOPS = ".!?。！？؟।۔"
_WIDE_STOPS = re.compile("[。！？؟।۔]")
_STOP = re.compile(r"[.!?…]+[\"'”’»)\]*_]*(?:[ \t\xa0\u3000]*\n?[ \t>]*|$)")
_BLANK = re.compile(r"\n[ \t>\r]*\n")
_LINE_GAP = re.compile(r"(?<=\w)[^\w\n\t]*+[\n\t]\W*+")
_BULLETS = re.compile("[•◦▪●‣]")
_CELL_BEGINS = re.compile(r"(?:^|[|\t\n])[ \xa0]*[*_`\"]*$")
_CELL_ENDS = re.compile(r"[\s*_`\"]*(?:$|[|\t\n])")
_CONTINUES = re.compile(r"I(?:\b|['’])")
"""A capital that begins no sentence of itself, behind the dots of a pause."""
_MONTH = re.compile(
    r"(?:jan|feb|mär|maer|apr|mai|jun|jul|aug|sep|okt|nov|dez|led|úno|bře|dub|kvě|čer|srp|zář|říj|lis|pro|sty|lut|kwi|maj|"
    r"cze|lip|sie|wrz|paź|gru)",
    re.IGNORECASE,
)
"""Months behind the stop of an ordinal: "am 3. Mai"."""
_REACH = 40
_LONGEST_LINE = 400


def crossing(text: str, start: int, end: int, quote: Dissected) -> QuoteReason | None:
    """Why the stretch `text[start:end]`, found equal to `quote` letter by letter, must not be told as one.

    Returns:
        A reason, or None when the quote shows every end and sign that the stretch runs over. Linear in its length.
    """
    stretch = text[start:end]
    if _MARKED.search(stretch) is None:
        return None
    for at, old, index in _gaps(stretch):
        new = quote.gaps.get(index, "")
        if old == new or _MARKED.search(old) is None:
            continue
        if _signs(text, start + at, len(old)) > sum(map(new.count, SIGNS)):
            return QuoteReason.SYMBOL_DIFFERS
        if not _shows_end(old, new) and _ends_something(text, start, end, start + at, old):
            return QuoteReason.CROSSES_END
    return None


def crosses_lines(text: str, start: int, end: int) -> bool:
    """The same where the quote differs in nothing but white space, and has no line breaks of its own."""
    return any(
        not _shows_end("", gap.group().replace("\n", " "))
        and _ends_something(text, start, end, gap.start(), gap.group())
        for gap in _LINE_GAP.finditer(text, start, end)
        if gap.end() < end
    )


def _gaps(stretch: str) -> Iterator[tuple[int, str, int]]:
    """Every gap of a stretch: where it begins there, what it holds, and before which letter it stands."""
    gaps, at = dissect(stretch).gaps, 0
    for index in sorted(gaps):
        held = gaps[index].removesuffix(RAISED_END).removesuffix("^").removesuffix("_")
        found = stretch.find(held, at) if held else -1
        if found >= 0:
            yield found, held, index
            at = found + len(held)


def _signs(text: str, at: int, length: int) -> int:
    return sum(text[place] in SIGNS and is_sign(text, place) for place in range(at, at + length))


def _shows_end(old: str, new: str) -> bool:
    """Whether the quote's own gap ends something as well."""
    if any(char in _STOPS or char in ";；…\n" for char in new) or _BULLETS.search(new):
        return True
    return (":" in new and ":" in old) or ("," in new and (";" in old or "；" in old))


def _ends_something(text: str, start: int, end: int, at: int, gap: str) -> bool:
    """Whether a sentence, a paragraph, a heading, an item or a cell ends in the gap of the source at `at`."""
    after = text[at + len(gap)]
    if _WIDE_STOPS.search(gap) or ";" in gap or "；" in gap or _BULLETS.search(gap):
        return True
    if "\n" in gap:
        if _BLANK.search(gap) and not after.islower():
            return True
        if _parts_lines(text, at + gap.index("\n"), at + gap.rindex("\n")):
            return True
    elif "|" in gap or ("\t" in gap and _is_column(text, at)):
        # Cells of one row may be told in a row, but only as wholes.
        begins = _CELL_BEGINS.search(text[max(0, start - _REACH) : start])
        return begins is None or _CELL_ENDS.match(text[end : end + _REACH]) is None
    stop = _STOP.search(gap)
    return stop is not None and not after.islower() and _ends_sentence(text, at, gap, stop)


def _ends_sentence(text: str, at: int, gap: str, stop: re.Match[str]) -> bool:
    """Whether the stop in the gap at `at`, before a capital, a digit or an ideograph, ends a sentence."""
    following, mark = at + len(gap), gap[stop.start()]
    if text[at - 1].isdigit() and _MONTH.match(text, following):
        return False
    if "…" in stop.group() and _CONTINUES.match(text, following):
        return False
    if not (stop.group()[-1:].isspace() or gap[stop.end() :] or text[at - 1].islower()):
        return False
    return mark != "." or not is_abbreviation(text[max(0, at - 12) : at + stop.start() + 1], text[following])


def _is_column(text: str, at: int) -> bool:
    """Whether the tab at `at` parts cells: the line above or below has one too."""
    begin = text.rfind("\n", max(0, at - _LONGEST_LINE), at)
    above = text[text.rfind("\n", max(0, begin - _LONGEST_LINE), begin) + 1 : begin] if begin > 0 else ""
    stop = text.find("\n", at, at + _LONGEST_LINE)
    below = text[stop + 1 : stop + 1 + _LONGEST_LINE].partition("\n")[0] if stop >= 0 else ""
    return "\t" in above.strip() or "\t" in below.strip()


def _parts_lines(text: str, first: int, last: int) -> bool:
    """Whether the lines before the line break at `first` and after the one at `last` are parts of their own."""
    above = text[text.rfind("\n", max(0, first - _LONGEST_LINE), first) + 1 : first]
    stop = text.find("\n", last + 1, last + _LONGEST_LINE)
    below = text[last + 1 : stop if stop >= 0 else last + _LONGEST_LINE]
    if is_heading(above) or is_heading(below) or is_item(below):
        return True
    return _same_row_shape(above, below) or ("\t" in above.strip() and "\t" in below.strip())


def _same_row_shape(above: str, below: str) -> bool:
    """Whether both lines may be rows of one table: framed by bars, or with as many of them. `a || b` is no row."""
    bars = above.count("|")
    if not bars or "|" not in below:
        return False
    return above.lstrip(" \t>").startswith("|") or below.lstrip(" \t>").startswith("|") or bars == below.count("|")
