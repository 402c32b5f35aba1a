"""Tables and lists of labels in a text: Markdown rows, rows parted by tabs, and lines of "label: value"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from citeward.entailment.reading.tokens import tokenize

__all__ = ["Cell", "spelled_out", "table_cells"]

_RULE = re.compile(r"[\s|:+-]*-[\s|:+-]*")
"""The line under the header of a Markdown table."""
_LABELLED = re.compile(r"\s*(?:[-*\u2022]\s+)?(?P<label>[^:|\t.!?]{1,60}?)\s*:\s+(?P<value>\S[^\n]{0,59})")
_MOST = 2_000
"""Cells that are read of one text."""
_LONGEST = 400
"""Code points of a line that can be a row of labels and values; a longer one is prose."""
_FEWEST = 2
"""Rows of a table; one alone has nothing to be mistaken for."""


class Cell(NamedTuple):
    """A value of a table. Places are code points of the text."""

    label: str
    header: str
    row: frozenset[str]
    """Stems of the words of its row's label."""
    column: frozenset[str]
    """Stems of the words of its column's header; empty where it has none."""
    start: int
    end: int


@lru_cache(maxsize=64)
def table_cells(text: str) -> tuple[Cell, ...]:
    """The cells of every table of ``text`` that stand behind a label, in order. Linear; the last few are kept.

    >>> text = "| City | Leave |\\n|---|---|\\n| Berlin | 25 days |\\n| Bonn | 30 days |"
    >>> [(sorted(cell.row), text[cell.start : cell.end]) for cell in table_cells(text)]
    [(['berlin'], '25 days'), (['bon'], '30 days')]
    """
    found: list[Cell] = []
    rows: list[list[tuple[int, int]]] = []
    headed = False
    begin = 0
    for line in [*text.splitlines(keepends=True), ""]:
        cells = _split(line, begin)
        if len(rows) == 1 and cells and _RULE.fullmatch(line):
            headed = True
        elif cells and (not rows or headed or len(cells) == len(rows[0]) or "|" in line):
            rows.append(cells)
        else:
            found += _cells(text, rows, headed)
            rows, headed = ([cells] if cells else []), False
        begin += len(line)
        if len(found) > _MOST:
            break
    return tuple(found[:_MOST])


def _split(line: str, begin: int) -> list[tuple[int, int]]:
    """The places of the cells of a line; none where it is no row."""
    if len(line) > _LONGEST or not line.strip():
        return []
    if line.count("|") > 1 or "\t" in line.strip():
        parting, bare = ("|" if "|" in line else "\t"), line.strip().strip("|")
        at = line.index(bare) if bare else 0
        places = []
        for piece in bare.split(parting):
            low = at + len(piece) - len(piece.lstrip())
            places.append((begin + low, begin + at + len(piece.rstrip())))
            at += len(piece) + 1
        return places
    labelled = _LABELLED.fullmatch(line.rstrip())
    if labelled is None:
        return []
    return [(begin + labelled.start(name), begin + labelled.end(name)) for name in ("label", "value")]


def _cells(text: str, rows: list[list[tuple[int, int]]], headed: bool) -> Iterator[Cell]:
    body = rows[1:] if headed else rows
    labels = {text[slice(*row[0])] for row in body}
    if len(body) < _FEWEST or len(labels) < len(body):
        return  # a label that comes again is no label: a minute of who said what, a log
    headers = [text[start:end] for start, end in rows[0]] if headed else []
    for place, *values in body:
        label = text[slice(*place)]
        for number, (start, end) in enumerate(values, 1):
            header = headers[number] if number < len(headers) else ""
            if start < end and (stems := _stems(label)):
                yield Cell(label, header, stems, _stems(header), start, end)


def _stems(text: str) -> frozenset[str]:
    return frozenset(token.stem for token in tokenize(text) if token.content)


def spelled_out(text: str) -> str:
    """``text``, and behind it every cell that has a header with its label and header, as a reader takes it in.

    >>> print(spelled_out("| City | Leave |\\n|---|---|\\n| Berlin | 25 days |\\n| Bonn | 30 days |")[67:])
    Berlin, Leave: 25 days.
    Bonn, Leave: 30 days.
    """
    told = [f"{cell.label}, {cell.header}: {text[cell.start : cell.end]}." for cell in table_cells(text) if cell.header]
    return "\n".join([text.rstrip("\n"), *told]) if told else text
