"""Cells exchanged: what stands in one row told of another, or a figure of another column of its row.

A table has every word and every label of such a claim. What belongs to what is where they stand, which a model that
reads words does not see.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from citeward.entailment.guards.date import covers
from citeward.entailment.guards.figures import accounts_for
from citeward.entailment.guards.interface import GuardFinding, GuardKind
from citeward.entailment.guards.pairing import MOST_READ, Case
from citeward.entailment.reading import Cell, Date, Quantity, Reading, Sentence, table_cells, tokenize

__all__ = ["check"]

_Value = Quantity | Date


def check(case: Case) -> GuardFinding | None:
    """A figure or date of a table that the claim gives to another row or column than the table does."""
    cells = table_cells(case.source.text)
    if not cells:
        return None
    for sentence in case.claim.sentences[:MOST_READ]:
        stems = frozenset(token.stem for token in case.claim.tokens[sentence.first : sentence.stop])
        rows = _named({cell.row for cell in cells}, stems)
        columns = _named({cell.column for cell in cells if cell.column}, stems)
        if len(rows) != 1:
            continue  # none is named, or several: which figure is whose is not told by words alone
        for said in _values(case.claim, sentence):
            holding = _holding(case.source, cells, said) or []
            own = [cell for cell in holding if cell.row in rows]
            if holding and (not own or (columns and all(c.column and c.column not in columns for c in own))):
                return _finding(case, (said.start, said.end), (own or holding)[0])
        other = _other_cell(case.source, cells, rows, columns, stems)
        if other is not None:
            return _finding(case, (sentence.start, sentence.end), other)
    return None


def _other_cell(
    source: Reading,
    cells: Sequence[Cell],
    rows: Sequence[frozenset[str]],
    columns: Sequence[frozenset[str]],
    said: frozenset[str],
) -> Cell | None:
    """The cell of another row that stands in a claim where that of its own row and column does not."""
    for column in columns:
        told = [cell for cell in cells if cell.column == column and _words(source, cell) <= said]
        own = [cell for cell in cells if cell.column == column and cell.row in rows]
        if told and own and not any(cell.row in rows for cell in told):
            return told[0]
    return None


def _words(source: Reading, cell: Cell) -> frozenset[str]:
    return frozenset(token.stem for token in tokenize(source.text[cell.start : cell.end]))


def _named(labels: set[frozenset[str]], said: frozenset[str]) -> list[frozenset[str]]:
    """The labels of which the claim has every word; of "Berlin" and "Berlin Mitte" the one that says more."""
    found = [label for label in labels if label <= said]
    return [label for label in found if not any(label < other for other in found)]


def _values(claim: Reading, sentence: Sentence) -> Iterator[_Value]:
    inside = range(sentence.first, sentence.stop)
    yield from (q for q in claim.quantities[:MOST_READ] if q.first in inside and not q.weak and not q.ordinal)
    yield from (date for date in claim.dates[:MOST_READ] if date.first in inside)


def _holding(source: Reading, cells: Sequence[Cell], said: _Value) -> list[Cell] | None:
    """The cells that hold a value; None where it stands in none, or elsewhere in the source as well."""
    places = [(given.start, given.end) for given in _givens(source, said)]
    found: list[Cell] = []
    for start, end in places:
        inside = next((cell for cell in cells if cell.start <= start and end <= cell.end), None)
        if inside is None:
            return None
        found.append(inside)
    return found or None


def _givens(source: Reading, said: _Value) -> Iterator[_Value]:
    if isinstance(said, Date):
        yield from (given for given in source.dates if covers(said, given))
    else:
        yield from (given for given in source.quantities if accounts_for(given, said))


def _finding(case: Case, span: tuple[int, int], given: Cell) -> GuardFinding:
    shown = case.source.text[given.start : given.end]
    reason = f"The source's table gives {shown!r} in another row or column than the claim."
    return GuardFinding(GuardKind.NUMBER, reason, span, (given.start, given.end))
