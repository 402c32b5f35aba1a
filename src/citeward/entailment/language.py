"""Whether a text is in a language the embedded model and the guards know. They know English.

Words of grammar are counted; no model, no list of languages. A text of another language is not refused, it is left
uncertain: nobody here can tell.
"""

from __future__ import annotations

from citeward.entailment.reading import tokenize
from citeward.entailment.wordlist import words

__all__ = ["is_english"]

_GRAMMAR = words(
    "the of and to in is are was were for on with that by as at from it be or this has have had its not which an "
    "their they he she his her will would can could may been also but than there who after into when between more "
    "about other some such these those a i you we do does did must only any all no if within under each every per "
    "should shall our your where"
)
_ELSEWHERE = words(
    "der die das und ist nicht ein eine einen mit von zu im den dem des auf fur wird werden sind les une est dans pour "
    "que qui sur par avec sont pas aux du et el los las una del por con como para mas il gli che della nel sono anche "
    "een het van niet zijn wordt os uma nao dos das em och att som ett det en la le de"
)
"""Words of grammar of languages that are written in the same letters, without what English has too."""
_SHARE = 0.12
_SHORT = 16
"""A text of fewer words may well have no word of grammar: a rule ("Laptops use full-disk encryption"), a list."""
_READ = 400
"""Words read of a long text."""


def is_english(text: str) -> bool:
    """Whether ``text`` looks English. Short texts count as English when they are in plain Latin letters."""
    words = [t.lower for t in tokenize(text[: 12 * _READ]) if t.lower[0].isalpha()][:_READ]
    if not words:
        return text.isascii()
    plain = sum(word.isascii() for word in words) / len(words)
    if plain < 0.7:
        return False
    known = sum(word in _GRAMMAR for word in words) / len(words)
    if known >= _SHARE:
        return True
    return len(words) < _SHORT and plain == 1.0 and not any(word in _ELSEWHERE for word in words)
