"""Which claims say something and cite nothing.

A reader takes a sentence without a citation between two that have one to be as well founded as they are. Whatever is
not known to say nothing is taken to say something: a mark too many is seen, one too few is believed.
"""

from __future__ import annotations

import re
from collections.abc import Container, Sequence

from citeward.entailment import kind_of_claim
from citeward.model import Claim, ClaimForm, ContextKind
from citeward.parse import announces_these, is_label, names_source

__all__ = ["uncited_claims"]

_ASKS = re.compile(
    r"\W*(?:what|how|why|when|where|who|which|whose|whether|was|wie|warum|wann|wo|wer|welche\w*|comment|pourquoi|quand|"
    r"qui|quel\w*|qu[e\u00e9]|c[o\u00f3]mo|por qu\u00e9|cu[a\u00e1]\w+|qui\u00e9n|d[o\u00f3]nde)\b",
    re.IGNORECASE,
)
"""How a heading begins that asks, with or without a question mark: "What is covered"."""
_NO_VERB = re.compile(r"^\W*\w+|\bto [a-z]+\b|\ba\b", re.IGNORECASE)
"""What looks like the verb of a heading and is none: its first word ("Pay by card"), an infinitive, the article."""
_SURROUNDING = frozenset({ContextKind.LEAD_IN, ContextKind.ITEM, ContextKind.ROW})


def uncited_claims(claims: Sequence[Claim], cited: Container[int]) -> list[int]:
    """The indices of the claims that say something, and that no citation stands for.

    Not among them: questions, greetings, offers and plain admissions; headings and heads of rows and columns without a
    verb; and what only announces or names the claims behind it, because it is judged, or marked, with each of them.

    Args:
        claims: of the answer, in order.
        cited: indices of the claims that citations stand for, granted or not.
    """
    bare = [claim for claim in claims if claim.index not in cited and claim.text and claim.form not in _SILENT]
    if not bare:
        return []
    said = {each.text for claim in claims for each in claim.context if each.kind in _SURROUNDING}
    leads = {claim.leans_on for claim in claims if claim.leans_on is not None}
    return [claim.index for claim in bare if _says_something(claim, claim.text in said, claim.index in leads)]


_SILENT = frozenset({ClaimForm.QUESTION, ClaimForm.WHOLE, ClaimForm.LISTED})


def _says_something(claim: Claim, surrounds: bool, leads: bool) -> bool:
    """Whether a reader is told something by a claim itself.

    Args:
        claim: it.
        surrounds: other claims are judged with it: it is their lead-in, or the head of their row.
        leads: other claims lean on it.
    """
    text = claim.text
    if claim.form is ClaimForm.ANSWER:
        return True
    if not kind_of_claim(text).needs_support:
        return False
    if claim.form is ClaimForm.HEADING:
        return _asserts(text)
    if claim.form is ClaimForm.TAIL:
        return not names_source(text)
    if claim.form is ClaimForm.LEAD:
        return not (surrounds or leads or announces_these(text))
    return not surrounds or (not announces_these(text) and _asserts(text))


def _asserts(text: str) -> bool:
    """Whether a heading or label is a sentence: "Refunds are free" says something, "How refunds work" does not."""
    rest = _NO_VERB.sub("", text)
    return _ASKS.match(text) is None and any(map(str.isalnum, rest)) and not is_label(rest)
