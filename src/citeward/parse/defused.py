r"""A text of somebody else on its way into the prompt: no citation of this turn may stand in it.

A passage that holds ``[S2]`` teaches the model to cite S2 for what the passage says, and gives an instruction hidden in
it the means to. Every form of the table is broken up, whatever it names; what is no citation stays as it is.
"""

from __future__ import annotations

import re
import unicodedata

from citeward.parse.citedtags import TAGS
from citeward.parse.citeforms import BRACKETS
from citeward.parse.loose import LEAK, SIGNS
from citeward.parse.markers import Grammar
from citeward.parse.names import Names

__all__ = ["Defused"]

_MAY_BEGIN = re.compile(f"[{re.escape(''.join(BRACKETS) + SIGNS)}\\\\]|{LEAK}|<(?=(?:{TAGS})[\\s/>])", re.IGNORECASE)
_HANDLE = re.compile(r"\[(?=\s*[Ss]\d)")


class Defused:
    """Takes the citations of one turn apart.

    Args:
        names: what its evidence may be called by.
    """

    def __init__(self, names: Names) -> None:
        self._grammar = Grammar(names)

    def text(self, text: str) -> str:
        r"""The text with a bracket of another kind in the place of the one that every citation opens with.

        >>> Defused(Names(handles=("S2",))).text("Refunds are free [S2], \\cite{S2} [@S2].")
        'Refunds are free (S2], cite (S2} (@S2].'
        """
        pieces: list[str] = []
        done = 0
        for match in _MAY_BEGIN.finditer(text):
            at = match.start()
            if at < done:
                continue
            if text[at] == "<":
                pieces += (text[done:at], "(")
                done = at + 1
                continue
            if _HANDLE.match(text, at) is None and self._grammar.match(text, at, line_start=False) is None:
                continue
            pieces += (text[done:at], _opened(text, at))
            done = at + 1 if text[at] != "\\" else text.index("{", at)
        return "".join((*pieces, text[done:])) if pieces else text


def _opened(text: str, at: int) -> str:
    """What stands in the place of the beginning of a citation."""
    if text[at] == "\\":
        return f"{text[at + 1 : text.index('{', at)]} "
    if text[at] in SIGNS or text.startswith(LEAK, at):
        return " " + unicodedata.normalize("NFKC", text[at]).strip("^")
    return "[" if text[at] in "(\uff08" else "("
