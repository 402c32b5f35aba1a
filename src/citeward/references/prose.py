"""A reference written as a sentence, read with the help of the record it is compared with.

Where the title begins cannot be told from punctuation alone, so each run of segments is compared with the registered
title; what stands before it are the authors, and the year is in what is left. A prose reference that does not hold the
title is read by the commonest layout, which then does not match.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from citeward.errors import RowError
from citeward.references.claimed import Claimed
from citeward.references.identifiers import find_identifiers
from citeward.references.people import Authors, read_authors
from citeward.references.prose_venue import read_venue
from citeward.references.titles import RecordTitle, TitleRelation, compare_titles, content_words, words

__all__ = ["read_prose", "without_identifiers"]

MAX_PROSE_CHARS = 4_000
"""A reference with a hundred authors; longer text is no reference."""
_MAX_SEGMENTS = 24
_MAX_RUN = 4
"""Segments a title may be broken into by its own punctuation."""

_EDGE = re.compile(
    r"(?:(?<=[^\W\d_]{2})[.?!]{1,2}['\"”’*_]*\s+|(?<=[\d)])\.\s+|(?<=[^\W\d_A-Z]\s[A-Z])\.\s+"
    r"|(?<=[^\W\d_A-Z]\s[A-Z]{2})\.\s+"
    r"|(?<=[A-Z])\.\s+(?=[A-Z][a-z]{2,}\s[a-z])"
    r"|[“”\"]|(?<!\w)[*_]{1,2}(?=\w)|(?<=[\w.?!])[*_]{1,2}(?!\w)|\(\s?(?:1[5-9]|20)\d\d[a-z]?[^()]{0,20}\)[.,:]?\s*"
    # Harvard sets a title in single quotes; elsewhere such a mark is an apostrophe.
    r"|(?<=\)\s)[‘'](?=\w)|(?<=[\w?!])[’'](?=,\s)"
    r"|,\s+(?=(?:in\s)?[*_“\"])|:\s+(?=[A-Z“\"]))"
)
_YEAR = re.compile(r"(?<!\d)(1[5-9]\d\d|20\d\d)(?!\d)")
_NOISE = re.compile(
    r"https?://\S*|\b(?:available at|retrieved from|accessed|doi|url|arxiv|pmid|pmcid|preprint|abs|see|cf|in|and)\b"
    r"|[\W\d_]+",
    re.I,
)
_NUMBER = re.compile(r"^\s*(?:\[\w{1,40}\]|\(?\d{1,4}[.)\]]|[-*+])\s+")
_MIN_LETTERS = 8


def without_identifiers(text: str) -> str:
    """The text with identifiers and list numbers taken out, empty when nothing else is claimed."""
    for found in reversed(find_identifiers(text[:MAX_PROSE_CHARS])):
        text = f"{text[: found.start]} {text[found.end :]}"
    text = _NUMBER.sub("", text).strip()
    return text if len(_NOISE.sub("", text)) >= _MIN_LETTERS else ""


def read_prose(text: str, recorded: Sequence[RecordTitle], venues: Sequence[str] = ()) -> Claimed:
    """What a reference in prose claims, its title located by the registered one, its venue by those registered."""
    text = without_identifiers(text[:MAX_PROSE_CHARS])
    if not text:
        return Claimed()
    segments = list(_segments(text))[:_MAX_SEGMENTS]
    runs = [
        (start, end)
        for start in range(len(segments))
        for end in range(start + 1, min(start + _MAX_RUN, len(segments)) + 1)
        # What ends in a colon goes on: "The Protein Data Bank: A History" is not "The Protein Data Bank".
        if not text[segments[end - 1][1] :].startswith(":")
    ]
    order = list(TitleRelation)
    relations = [order.index(compare_titles(_joined(text, segments, run), recorded)) for run in runs]
    # Of several that fit as well, the longest that leaves room for the authors before it.
    scored = [(relation, run[0] == 0, run[0] - run[1], run) for relation, run in zip(relations, runs, strict=True)]
    best = min(scored, default=None)
    if best is None or order[best[0]] is TitleRelation.DIFFERENT:
        run = _likeliest(text, segments)
        if run is None:
            return Claimed()
    else:
        run = best[3]
    begin, end = segments[run[0]][0], segments[run[1] - 1][1]
    return Claimed(
        title=text[begin:end].strip(" .,;"),
        authors=_authors(text[:begin]),
        year=_year(text[:begin], text[end:]),
        venue=read_venue(text[end:], venues),
    )


def _segments(text: str) -> Iterator[tuple[int, int]]:
    at = 0
    for edge in _EDGE.finditer(text):
        # The mark that ends a sentence belongs to it: "What is life?" is a title.
        end = edge.start() + (edge[0][:1] in "?!")
        if text[at:end].strip(" .,;:*_"):
            yield at, end
        at = edge.end()
    if text[at:].strip(" .,;:*_"):
        yield at, len(text)


def _joined(text: str, segments: list[tuple[int, int]], run: tuple[int, int]) -> str:
    return text[segments[run[0]][0] : segments[run[1] - 1][1]].strip(" .,;")


def _likeliest(text: str, segments: list[tuple[int, int]]) -> tuple[int, int] | None:
    """The first segment that reads like a title: more words of lower case than a list of names has."""
    for index, (start, end) in enumerate(segments):
        found = text[start:end].split()
        lower = sum(word[:1].islower() for word in found)
        if len(content_words(words(text[start:end]))) > 2 and (lower > 2 or index > 0):
            return index, index + 1
    return None


def _authors(text: str) -> Authors:
    text = _YEAR.sub("", text).strip(" ().,:;“‘'\"*_")
    try:
        return read_authors(text) if text else Authors()
    except RowError:
        return Authors()


def _year(before: str, after: str) -> int | None:
    # The year of the work stands in brackets after the authors, or last; a page or volume can look like one.
    found = _YEAR.findall(before) or _YEAR.findall(after)[-1:]
    return int(found[0]) if found else None
