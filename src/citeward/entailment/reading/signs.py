"""Signs that change what the words beside them say: a minus, a bound, a cross, an arrow.

They are no words, so that two texts may share every word and differ in them alone.
"""

from __future__ import annotations

import re

__all__ = ["Sign", "signs"]

Sign = tuple[str, str]
"""A sign and the figure it stands at; an empty figure where it stands at words."""

_DENYING = (
    "\u2260\u00ac\u274c\u274e\u2717\u2718\u2715\u2716\u26d4\U0001f6ab\U0001f44e\u24b6-\u24e9\U0001f130-\U0001f189"
)
_ARROWS = "\u2190\u2192\u2194\u21d0\u21d2\u21d4"
_FIGURE = r"\d+(?:[.,:]\d+)*"
_SIGN = re.compile(
    rf"(?<![\w.\u2010-\u2015-])(?P<minus>[-\u2212\u2010\u2011])[$\u20ac\u00a3]?(?P<less>{_FIGURE})"
    rf"|(?P<bound>[<>\u2264\u2265\u2260~\u2248\u00b1]=?)\s?[$\u20ac\u00a3]?(?P<bounded>{_FIGURE})"
    rf"|(?<![\d.,:])(?P<open>{_FIGURE})\+(?!\w)"
    rf"|(?P<word>[{_DENYING}]+|[{_ARROWS}])"
)
_SAME = {"<=": "\u2264", ">=": "\u2265", "\u2248": "~"}


def signs(text: str) -> tuple[Sign, ...]:
    """The signs of ``text`` in order. A plus in front of a figure says nothing. Linear.

    >>> signs("At -5 or >= 30 degrees, 8-10 hours, 20+ people")
    (('-', '5'), ('≥', '30'), ('+', '20'))
    """
    found: list[Sign] = []
    for match in _SIGN.finditer(text):
        if match["minus"]:
            found.append(("-", match["less"]))
        elif match["bound"]:
            found.append((_SAME.get(match["bound"], match["bound"]), match["bounded"]))
        elif match["open"]:
            found.append(("+", match["open"]))
        else:
            found.append((match["word"], ""))
    return tuple(found)
