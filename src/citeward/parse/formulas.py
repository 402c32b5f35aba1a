r"""Formulas: what stands between dollars, and between TeX's ``\( \)`` and ``\[ \]``, where there is maths inside.

Two amounts of money make a pair of dollars, and a bracket that somebody escaped is a bracket: neither is a formula, and
what stands between them is words, with the markers among them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from citeward.parse.atoms import Atom, Kind

__all__ = ["DOLLAR", "gather", "is_formula", "without_money"]

DOLLAR = "\x1e"
"""Stands for a dollar that is money while pyromark parses. Hygiene bans it from input."""
_LONGEST = 1_000
"""Code points looked at for maths. What is longer between two dollars is text that happens to lie between them."""
_SIGNS = re.compile(
    r"\\[A-Za-z]+|[\^=<>\u00b1\u00d7\u00f7\u2190-\u21ff\u2200-\u22ff]|(?<![^\W_])[A-Za-z\u0370-\u03ff]_"
)
_LETTER = r"(?<![^\W_])[^\W\d_](?![^\W\d_])"
_NAMES = re.compile(rf"\W*{_LETTER}'*\W*")
_OPERATION = re.compile(rf"{_LETTER}\d*\s*[+*/\u2212(-]|[+*/\u2212-]\s*\(*\d*{_LETTER}")
_LIST_OF_NAMES = re.compile(r"[A-Za-z]?\d+(?:\s*[-\u2013,;]\s*[A-Za-z]?\d+)*")
_WORD = re.compile(r"(?<![\\\w])[^\W\d_]{2,}")
_PROSE = re.compile(r"(?<![\\\w])[^\W\d_]{2,}[\s,;:]+[^\W\d_]{2,}|^\d[^\\=]*\s[^\W\d_]{2,}")
_CLOSES_NO_FORMULA = frozenset(",.;:-\u2013\u2014\u2212/+*=&<>(['\"")
_DOLLARS = re.compile(r"\\.|\$+")
_TEX = {"(": ")", "[": "]"}


def is_formula(text: str, *, dollars: bool = False) -> bool:
    r"""Whether there is maths in a text: a sign, a command, an operation, a name that stands for a number.

    Args:
        text: what stands between two delimiters.
        dollars: the delimiters were dollars: all there is between them is maths, but for prose and what breaks off. A
            bracket is a bracket unless something in it is maths.

    >>> is_formula("x+y=2"), is_formula("3-", dollars=True), is_formula("S1"), is_formula(r"\alpha")
    (True, False, False, True)
    """
    text = text.strip()
    if not text or len(text) > _LONGEST:
        return False
    if dollars:
        return text[-1] not in _CLOSES_NO_FORMULA and ("\\" in text or "=" in text or _PROSE.search(text) is None)
    if _SIGNS.search(text) is not None:
        return True
    if _LIST_OF_NAMES.fullmatch(text) or _WORD.search(text):
        return False
    return (_NAMES.fullmatch(text) or _OPERATION.search(text)) is not None


def without_money(view: str) -> str:
    """A view in which no two dollars pair up that hold no maths between them; each is one character as before.

    A dollar before a digit closes nothing, as in Pandoc. Every line is looked at alone, so that what is read of a block
    does not depend on the blocks around it.

    >>> without_money("$3-$4 and $x$").replace(DOLLAR, "!")
    '!3-!4 and $x$'
    """
    if "$" not in view:
        return view
    return "\n".join(map(_line, view.split("\n")))


def _line(line: str) -> str:
    if "$" not in line:
        return line
    dollars = [match.start() for match in _DOLLARS.finditer(line) if match.group() == "$"]
    closers = [at for at in dollars if at and not line[at - 1].isspace()]
    money: list[int] = []
    done = nearest = 0
    for at in dollars:
        after = line[at + 1 : at + 2]
        if at < done or not after.strip():
            continue
        while nearest < len(closers) and closers[nearest] <= at:
            nearest += 1
        if nearest == len(closers):
            if after.isdigit():  # a pair may stand on a later line, but an amount has none
                money.append(at)
            continue
        end = closers[nearest]
        if line[end + 1 : end + 2].isdigit() or end - at > _LONGEST or not is_formula(line[at + 1 : end], dollars=True):
            money.append(at)
        else:
            done = end + 1
    pieces: list[str] = []
    begin = 0
    for at in money:
        pieces += (line[begin:at], DOLLAR)
        begin = at + 1
    return "".join((*pieces, line[begin:]))


def gather(pieces: Sequence[Atom], text: str) -> list[Atom]:
    r"""Pieces of running text in which every ``\( \)`` and ``\[ \]`` around maths is one formula, as it was written.

    Emphasis that began in a formula and ends in none keeps it from being one: half of the markup cannot be taken back.

    Args:
        pieces: of one block.
        text: the view they were made from.
    """
    found = _pairs(pieces, text)
    while found:
        inside = {index for begin, end in found for index in range(begin, end + 1)}
        torn = {index for pair in _elements(pieces) if len(inside.intersection(pair)) == 1 for index in pair}
        whole = [(begin, end) for begin, end in found if not any(begin < index < end for index in torn)]
        if len(whole) == len(found):
            break
        found = whole
    out: list[Atom] = []
    done = 0
    for begin, end in found:
        first, last = pieces[begin], pieces[end]
        out += pieces[done:begin]
        source = text[first.end : last.start - 1]
        out.append(Atom(Kind.MATH, source.strip(), first.start - 1, last.end, flag=first.text == "["))
        done = end + 1
    return [*out, *pieces[done:]]


def _pairs(pieces: Sequence[Atom], text: str) -> list[tuple[int, int]]:
    """The pieces that open and close a formula, in order; the nearest closing bracket of the kind closes."""
    found: list[tuple[int, int]] = []
    opened = -1
    for index, atom in enumerate(pieces):
        if not _is_escape(atom, text):
            continue
        if opened >= 0 and atom.text == _TEX[pieces[opened].text]:
            if is_formula(text[pieces[opened].end : atom.start - 1]):
                found.append((opened, index))
            opened = -1
        elif atom.text in _TEX:
            opened = index
    return found


def _is_escape(atom: Atom, text: str) -> bool:
    single = atom.kind is Kind.TEXT and not atom.literal and atom.end - atom.start == 1
    return single and atom.text in "()[]" and text[atom.start - 1 : atom.start] == "\\"


def _elements(pieces: Sequence[Atom]) -> list[tuple[int, int]]:
    """Where each element of the text opens and closes."""
    opened: list[int] = []
    found: list[tuple[int, int]] = []
    for index, atom in enumerate(pieces):
        if atom.kind is Kind.OPEN:
            opened.append(index)
        elif atom.kind is Kind.CLOSE and opened:
            found.append((opened.pop(), index))
    return found
