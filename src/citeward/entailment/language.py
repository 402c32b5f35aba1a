"""Whether a text is in a language the embedded model and the guards know. They know English.

Words of grammar are counted, English ones and others; no model. A text of another language is not refused, it is left
uncertain: nobody here can tell.
"""

from __future__ import annotations

from citeward.entailment.reading import fold, read, tokenize
from citeward.entailment.wordlist import words

__all__ = ["is_english", "is_in_words_of"]

_GRAMMAR = words(
    "the of and to in is are was were for on with that by as at from it be or this has have had its not which an "
    "their they he she his her will would can could may been also but than there who after into when between more "
    "about other some such these those a i you we do does did must only any all no if within under each every per "
    "should shall our your where"
)
_ELSEWHERE = words(
    "der die das ist und ein eine nicht mit von dem den zu im auf le les des une est et dans pour que qui sur du au "
    "el los las un una es y por con para su al il di che e non della gli o os uma em com na het een van niet "
    "dat zijn och att som en inte det av og ikke er ja ei ve bir bu yang dan untuk dengan jest nie w z se ne si de "
    "da la einen fur wird werden sind par avec sont pas aux del como mas nel sono anche wordt nao dos ett "
    "f\u00fcr f\u00f6r p\u00e5 \u00e4r \u00fcber \u00e0 \u00e9 n\u00e3o s\u00e3o m\u00e1s \u00e8 pi\u00f9"
)
"""Words of grammar of other languages in the same letters, none of them a word of English grammar."""
_SHARE = 0.12
_SPARSE = 0.05
"""Share in a list of names, where grammar is thin."""
_PLAIN, _ALL_PLAIN = 0.7, 0.95
"""Shares of words in plain letters."""
_SHORT = 20
"""Words; a shorter text may well have next to no grammar."""
_READ = 400
"""Words read of a long text."""


def is_english(text: str) -> bool:
    """Whether ``text`` looks English. What has no grammar at all counts as English when short and in plain letters.

    >>> is_english("The mill was sold."), is_english("Der Turm ist 330 Meter hoch."), is_english("Norvale Energy, 1998")
    (True, False, True)
    """
    found = [t.lower for t in tokenize(text[: 12 * _READ]) if t.lower[0].isalpha()][:_READ]
    if not found:
        return text.isascii()
    plain = sum(word.isascii() for word in found) / len(found)
    known, other = (sum(word in table for word in found) for table in (_GRAMMAR, _ELSEWHERE))
    if plain < _PLAIN or (other and known <= other):
        return False
    if known / len(found) >= _SHARE:
        return True
    if known == other == 0:
        return len(found) < _SHORT and plain == 1.0
    return known > 2 * other and plain >= _ALL_PLAIN and (len(found) < _SHORT or known / len(found) >= _SPARSE)


def is_in_words_of(source: str, text: str) -> bool:
    """Whether every word of ``text`` stands in ``source``: then it is in that language, names and accents or not.

    >>> source = "The cr\u00e8me br\u00fbl\u00e9e costs 7 euros. It is good."
    >>> is_in_words_of(source, "Cr\u00e8me br\u00fbl\u00e9e: 7 euros"), is_in_words_of(source, "Das kostet 7 euros")
    (True, False)
    """
    have = read(source).folded
    said = [fold(token.lower) for token in tokenize(text) if token.lower[0].isalpha()]
    return bool(said) and have.issuperset(said)
