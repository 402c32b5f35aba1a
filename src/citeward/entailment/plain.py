"""Whether a sentence that claims nothing by its form claims nothing of the passage it cites.

A heading or an admission that carries a marker stands before the reader with a source behind it. "UNLIMITED RETURNS FOR
ALL [S1]" has the form of a heading, and "The sources do not mention a receipt [S1]" that of an admission; each says
something of what is cited, and what it says can be false. A heading claims nothing where it only names what the passage
speaks of in one place: "LEGAL STRIKE" of a strike that was not is made of the passage's words, too.
"""

from __future__ import annotations

from collections.abc import Sequence

from citeward.entailment.claims import ClaimKind, kind_of_claim
from citeward.entailment.guards import NEGATORS, guard
from citeward.entailment.reading import Reading, Token, read
from citeward.entailment.wordlist import words

__all__ = ["claims_nothing_of"]

_SWEEPING = words(
    "all any always every everybody everyone everything free never no nobody none not nothing only unlimited without"
)
"""Words that make a claim of a title: "Returns for all", "No refunds"."""
_OF_HEADINGS = words(
    "answer background condition conditions conclusion conclusions detail details eligibility example examples "
    "exception exceptions fact facts introduction key limit limits main note notes on overview point points policy "
    "question questions requirement requirements rule rules step steps summary term terms"
)
"""Words that say what kind of thing follows, and nothing of it."""
_OF_SOURCES = words(
    "source sources reference references ref refs citation citations see cf via per according as stated noted written "
    "said described explained confirmed documented specified set laid found listed mentioned taken quoted recorded "
    "covered "
    "cited given outlined defined shown provided reported detailed says say states state writes document documents "
    "passage text page report handbook manual guide article based comes come follows evidence footnote main above "
    "policy standard contract agreement law act statute regulation directive code rule rules terms notice letter memo "
    "paper study survey section clause paragraph chapter faq website record records minutes ruling judgment here "
    "information also clearly explicitly directly ok okay thanks thank "
    "quelle quellen laut gemäß siehe vgl aus steht so wie dies das in im der die dem den des nach heißt ist wird "
    "selon voir d'après comme indiqué dans dit écrit précisé mentionné référence le la les du de "
    "fuente fuentes según véase ver como esto se indica dice establece en por el los las del referencia"
)
"""Words that say that a text is named, and not which."""
_PARTING = NEGATORS | words("and or but nor than")
"""What stands on either side of these is not said of one thing."""
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
    >>> claims_nothing_of("Items may be returned within 30 days.", "Lifetime returns:")
    False
    """
    kind = kind_of_claim(text)
    if kind.needs_support or kind is ClaimKind.EMPTY:
        return False
    if kind is ClaimKind.HEADING:
        said = read(text).tokens
        sweeps = any(token.lower in _SWEEPING for token in said)
        return not sweeps and _is_named(said, read(source)) and guard(source, text) is None
    if kind is ClaimKind.ABSTENTION:
        sought = {t.stem for t in read(text).tokens if t.content and t.lower not in _FRAME}
        return not sought or not sought <= read(source).stems
    return True


def names(title: str, source: str, text: str) -> bool:
    """Whether words that only say where something stands name this source: its title, or words it says side by side.

    >>> names("Returns policy", "Items may be returned.", "As stated in the Returns policy")
    True
    """
    said = read(text).tokens
    return _is_named(said, read(title), _OF_SOURCES) or _is_named(said, read(source), _OF_SOURCES)


def _is_named(heading: Sequence[Token], source: Reading, beside: frozenset[str] = frozenset()) -> bool:
    """Whether the words of a heading stand side by side in the source, in any order, words of grammar aside."""
    plain = _OF_HEADINGS | beside
    topics = sorted(token.stem for token in heading if token.content and token.lower not in plain)
    run: list[str] = []
    for token in source.tokens:
        if token.barrier or token.lower in _PARTING:
            run = []
        if token.content:
            run = [*run, token.stem][-len(topics) :] if topics else []
            if sorted(run) == topics:
                return True
    return not topics
