"""Whether what a stretch of text opened is closed again: no sentence ends inside a quotation or a parenthesis."""

from __future__ import annotations

import re

__all__ = ["is_paired"]

_CLOSERS = {
    "(": ")", "\uff08": "\uff09", "\u201c": "\u201d", "\u00ab": "\u00bb", "\u300c": "\u300d", "\u300e": "\u300f",
    '"': '"', "'": "'", "\u2018": "\u2019",
}  # fmt: skip
_APOSTROPHES = "'\u2018\u2019"
_MARK = re.compile(
    "[()\uff08\uff09\u00ab\u00bb\u2018-\u201f\u2039\u203a\u300c-\u300f\u301d-\u301f\u275b-\u275e\uff02\"']"
)


def is_paired(text: str) -> bool:
    """Whether every quotation and parenthesis in ``text`` is closed, in its turn. False wherever that is in doubt.

    An apostrophe opens nothing behind a letter and closes nothing before one. Marks that some languages open with and
    others close with are always in doubt. Linear.

    >>> is_paired("The clause (see 'Term') is the tenants' own, isn't it?"), is_paired("The clause 'Rent is due.")
    (True, False)
    """
    waiting: list[str] = []
    for match in _MARK.finditer(text):
        mark, at = match.group(), match.start()
        behind_word, before_word = text[at - 1 : at].isalnum(), text[at + 1 : at + 2].isalnum()
        if waiting and mark == waiting[-1] and not (mark in _APOSTROPHES and before_word):
            if mark == '"' and before_word:
                return False
            waiting.pop()
        elif mark in _APOSTROPHES and behind_word:
            continue
        elif mark not in _CLOSERS or (mark == '"' and behind_word):
            return False
        else:
            waiting.append(_CLOSERS[mark])
    return not waiting
