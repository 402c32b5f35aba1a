"""What a text says, as far as it can be read without a model: tokens, quantities, dates, names, sentences."""

from __future__ import annotations

from citeward.entailment.reading.alignment import matched
from citeward.entailment.reading.dates import MONTHS, Date
from citeward.entailment.reading.names import NOT_NAMES, Name
from citeward.entailment.reading.quantities import Bound, Quantity
from citeward.entailment.reading.reading import Reading, Sentence, read
from citeward.entailment.reading.stems import stem
from citeward.entailment.reading.tables import Cell, spelled_out, table_cells
from citeward.entailment.reading.tokens import FUNCTION_WORDS, Token, fold, tokenize, tokens_of

__all__ = [
    "FUNCTION_WORDS",
    "MONTHS",
    "NOT_NAMES",
    "Bound",
    "Cell",
    "Date",
    "Name",
    "Quantity",
    "Reading",
    "Sentence",
    "Token",
    "fold",
    "matched",
    "read",
    "spelled_out",
    "stem",
    "table_cells",
    "tokenize",
    "tokens_of",
]
