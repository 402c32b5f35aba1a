"""Whether a sentence that claims nothing by its form claims nothing of the passage it cites.

A heading or an admission that carries a marker stands before the reader with a source behind it. "UNLIMITED RETURNS FOR
ALL [S1]" has the form of a heading, and "The sources do not mention a receipt [S1]" that of an admission; each says
something of what is cited, and what it says can be false.
"""

from __future__ import annotations

from citeward.entailment.claims import ClaimKind, kind_of_claim
from citeward.entailment.guards import guard
from citeward.entailment.reading import read
from citeward.entailment.wordlist import words

__all__ = ["claims_nothing_of"]

_SWEEPING = words(
    "all any always every everybody everyone everything free never no nobody none not nothing only unlimited without"
)
"""Words that make a claim of a title: "Returns for all", "No refunds"."""
_FRAME = words(
    "answer answers ask available can cannot confirm contain contains context could determine did document documents "
    "do does don find found give given i include includes information locate material materials mention mentions "
    "passage passages provide provided provides relevant result results retrieved say says search sorry source sources "
    "specify sufficient t tell unable unfortunately verify we you enough evidence data know"
)
"""Words an admission is made with, which say nothing of what was looked for."""


def claims_nothing_of(source: str, text: str) -> bool:
    """Whether ``text``, cited with ``source``, needs no support there. In doubt it does.

    >>> claims_nothing_of("Items may be returned within 30 days.", "Returning items:")
    True
    >>> claims_nothing_of("Items may be returned within 30 days.", "Returns for all:")
    False
    """
    kind = kind_of_claim(text)
    if kind.needs_support or kind is ClaimKind.EMPTY:
        return False
    if kind is ClaimKind.HEADING:
        return guard(source, text) is None and not any(token.lower in _SWEEPING for token in read(text).tokens)
    if kind is ClaimKind.ABSTENTION:
        sought = {t.stem for t in read(text).tokens if t.content and t.lower not in _FRAME}
        return not sought or not sought <= read(source).stems
    return True
