"""What is written like a numbered marker and is none: an index, a matrix, a list, an interval, a year, a paragraph.

Whatever reads as a citation is one. So nothing is left alone on a mere chance: each rule here asks for a sign that a
reader would not take the brackets for a citation either, in the characters right before or behind them.
"""

from __future__ import annotations

import re

__all__ = ["is_no_citation"]

_LOOK = 80
"""Code points looked at on either side; none of the signs is longer."""
_CONTAINERS = frozenset(
    re.split(
        " ",
        "arr array list lst vec vector matrix mat tensor grid table row rows col cols column columns "
        "cell cells args argv params data items item values vals keys dict tuple seq buf buffer stack "
        "queue heap str string chars bytes bits dp memo nums result results res out obj self this input "
        "output index idx node nodes tree path sizes shape",
    )
)
"""Words that are names of variables where a bracket is glued to them. A sentence seldom ends in one without a space."""
_WORD = re.compile(r"[A-Za-z0-9_$]+\Z")
_CAMEL = re.compile(r"[a-z][A-Z]|_|\$|[A-Za-z]\d+[A-Za-z]|\d[A-Za-z]+\d")
_CHAIN = re.compile(r"((?:\[[^\[\]\n]{0,24}\])*)\Z")
_NUMBERS = re.compile(r"[\d\s,;:\u2013-]+")
_OPERATOR = re.compile(r"(?:[=\u2208\u2209\u2282\u2286]|\\in|[\w)\]] [+*/%] ?)[ \t]?\Z")
_ASSIGNED = re.compile(
    r"[ \t]?(?:[-+*/%|&^]?=(?!=?>)|==|\+\+|--|<<|>>)|\.[a-z_]+\(|\((?!\w+://)|[ \t]?[+*/%<>^][ \t]?\w"
)
_CALL = re.compile(r"[A-Za-z_][A-Za-z0-9_.]*\(\Z")
_NESTED = re.compile(r"(?:\[|\],|[\d\]],)[ \t]?\Z")
_INTERVAL = re.compile(
    r"(?i:\b(?:intervals?|ranges?|ranging|range of|between|bounds?|domain|segment|scale|in the set|set|list|array|"
    r"tuple|vector|matrix|intervall|intervalle|bereich|intervalo|rango|intervallo))"
    r"[ \t]*(?::|=|of|from|is)?[ \t]*\Z"
)
_REPORTED = re.compile(
    r"\[(?:1[5-9]|20)\d\d\] (?:\d{1,3} )?[A-Z][A-Za-z.]{0,11}(?: (?:\([A-Z][A-Za-z]{1,8}\)|[A-Z][A-Za-z.]{0,11})){0,3}"
    r"(?: \d{1,5})?(?: \([A-Z][A-Za-z]{1,8}\))?,? (?:at )?(?:paras?\.? ?)?(?:\[\d{1,3}\](?:, ?| and |\u2013|-))*\Z"
)
_PARAGRAPH = re.compile(
    r"\b(?:at|paras?\.?|paragraphs?|\u00b6\u00b6?) (?:\[\d{1,3}\](?:, ?| and | ?\u2013 ?| ?- ?))*\Z"
)


def is_no_citation(text: str, start: int, end: int, numbers: tuple[int, ...], *, first: int) -> bool:
    """Whether bare numbers in square brackets are something else than a citation where they stand.

    Args:
        text: the run of text.
        start: where the bracket opens.
        end: behind its closing bracket.
        numbers: what stands in it.
        first: the number that citations begin with.

    >>> text = "Set dp[i][0] = 1 as said [1]."
    >>> is_no_citation(text, 9, 12, (0,), first=1), is_no_citation(text, 25, 28, (1,), first=1)
    (True, False)
    """
    low = max(0, start - _LOOK)
    before, behind = text[low:start], text[end : end + _LOOK]
    if len(numbers) > 1 and 0 in numbers and first:
        return True  # an interval; nothing is numbered 0 where counting begins at 1
    if _OPERATOR.search(before) or _CALL.search(before) or _is_nested(before, behind):
        return True
    if before[-1:].isspace():
        several = len(numbers) > 1
        return bool((several and _INTERVAL.search(before)) or _REPORTED.search(before) or _PARAGRAPH.search(before))
    return _is_index(before, behind, numbers, first)


def _is_nested(before: str, behind: str) -> bool:
    """Whether the brackets stand in a list of lists; ``[[1]]`` is one doubled marker."""
    if _NESTED.search(before) is None or before.count("[") <= before.count("]"):
        return False
    return not (before.endswith("[") and behind.startswith("]") and before.count("[") == before.count("]") + 1)


def _is_index(before: str, behind: str, numbers: tuple[int, ...], first: int) -> bool:
    """Whether the brackets are glued to the name of a variable, or to its other indices."""
    chain = _CHAIN.search(before)
    indices = chain[1] if chain is not None else ""
    if indices and any(not _NUMBERS.fullmatch(index) for index in indices[1:-1].split("][")):
        return True  # dp[i][0]
    stem = before[: len(before) - len(indices)]
    word = _WORD.search(stem)
    if word is None:
        return False
    name = word.group()
    if name.isdecimal():
        return False
    glued = 0 in numbers and first > 0
    single = len(name) == 1 and name.islower()
    return glued or single or name in _CONTAINERS or bool(_CAMEL.search(name)) or _ASSIGNED.match(behind) is not None
