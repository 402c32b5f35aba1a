"""Sentences of one block of running text, and which of them a marker stands for.

Boundaries come from sentencex and are then joined again where a reader would not stop: after an abbreviation, inside
a quotation or a bracket, before a stray closing quote. A marker belongs to the sentence it ends, also where it stands
after the full stop; in a block that opens every sentence with its marker it belongs to the sentence it opens.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence

from sentencex import get_sentence_boundaries

__all__ = ["boundaries", "owners", "sentence_extents", "sentences"]

_MAY_END = re.compile(r"[.!?\u0589\u061f\u06d4\u0964\u0965\u104b\u1362\u3002\uff01\uff0e\uff1f\uff61\u2026]\W*\S")
# Not ends: titles, citation words, editions, months, and the abbreviations of law that a citation is full of.
_ABBREVIATIONS = frozenset(
    re.split(
        " ",
        "mr mrs ms dr prof hon sen rep gov gen col lt sgt st messrs id ibid cf v vs no nos vol p pp para art sec sect "
        "ch cl reg fig eq ed eds approx incl dept stat supp cir civ crim evid proc bankr adm rev ann app ass'n fed pub "
        "exch jan feb mar apr jun jul aug sep sept oct nov dec bzw vgl abs nr bd hrsg sra dra ej n\u00b0 e.g i.e z.b "
        "d.h u.a o.g p.ej",
    )
)
# These end sentences too: what follows decides.
_UNDECIDED = frozenset(["etc", "al", "inc", "corp", "ltd", "co", "jr", "sr", "par", "ct", "code", "p.m", "a.m"])
_INITIALS = re.compile(r"[A-Za-z](?:\.[A-Za-z])*")
_CONTINUES = re.compile(r"[\s]*[a-z0-9\u00a7\u00b6(,;:&\u2013-]")
_ONLY_CLOSERS = re.compile(r"[\s\"'\u201d\u2019\u00bb)\]\u300d\u300f*_.!?\u3002]*$")
_ENUMERATOR = re.compile(r"\s*(?:\(?[0-9]{1,3}[.)]|\(?[a-zA-Z][.)]|[ivxIVX]{1,5}[.)])\s*$")
_BRACKET_LAST = re.compile(r"[)\]]\s*$")
_PAIRS = {"\u201c": "\u201d", "\u00ab": "\u00bb", "\u300c": "\u300d", "\u300e": "\u300f", "(": ")", "\uff08": "\uff09"}
_OPENERS = re.compile("[" + "".join(_PAIRS) + "]")
_PAIRED = re.compile("[" + "".join(_PAIRS) + '"]')
_AFTER_CLOSER = re.compile('[.!?][)\\]"\u201d\u2019\u00bb]+\\s+(?=[A-Z\u00c0-\u00de\u201c\u00ab"(])')
_STOP_BEHIND = re.compile('\\s*[.!?\u2026\u3002\uff01\uff1f]+[)\\]"\u201d\u2019\u00bb\u300d]*(?=\\s|$)')
_STOP_BEFORE = re.compile('[.!?\u2026\u3002\uff01\uff1f][)\\]"\u201d\u2019\u00bb\u300d]*\\s*$')
_BEGINS = re.compile(r"\s*[^\W\d_a-z]|\s*[\d\"(\u201c\u00ab\u300c]")
_END = re.compile('[.!?\u0589\u061f\u06d4\u0964\u3002\uff01\uff1f\u2026][)\\]"\u201d\u2019\u00bb\u300d]*\\s*')
_QUOTED_STOP = re.compile('[.!?\u2026\u3002\uff01\uff1f]["\u201d\u2019\u00bb\u300d\u300f]+\\s*$')
_SAYS_ON = re.compile("[(\uff08a-z]|(?<=[^\\s])[\u3040-\u30ff\u3400-\u9fff]")
"""Behind a quotation with its stop inside the marks: who says so, "(Policy)", or what is said of it."""
_WINDOW = 4096
"""Code points sentencex is given at a time; a paragraph of that length has many places to cut it at."""
_SPACE = re.compile(r"\s+")
_LONGEST_WORD = 24
"""Code points looked back for an abbreviation, so that a paragraph of nothing but abbreviations stays linear."""
# An unclosed bracket must not swallow a paragraph: past this many code points it is taken for a slip.
_LONGEST_PAIR = 600


def sentences(text: str, certain: Iterable[int] = (), whole: Sequence[tuple[int, int]] = ()) -> list[int]:
    """The exclusive end of every sentence of ``text``; the last one is ``len(text)``. White space belongs to the left.

    Args:
        text: one block of running text.
        certain: offsets where a sentence ends whatever stands before: what a reader is told by a marker.
        whole: extents, ascending, that no boundary divides: a quotation stands or falls as one.

    >>> text = "See Mr. Smith v. Jones, 5 U.S.C. \\u00a7 12. It is 3.5 m."
    >>> sentences(text) == [text.index("It"), len(text)]
    True
    """
    known = set(certain)
    if not known and _MAY_END.search(text) is None:
        return [len(text)]
    ends: list[int] = []
    start = 0
    paired = _PAIRED.search(text) is not None
    cuts = known | set(_candidates(text))
    cuts.update(match.end() for match in _AFTER_CLOSER.finditer(text))
    cuts.add(len(text))
    for boundary in _outside(sorted(cuts), whole):
        space = _SPACE.match(text, boundary)
        cut = boundary if space is None else space.end()
        if cut <= start:
            continue
        if ends and _ONLY_CLOSERS.match(text, start, cut):
            ends[-1] = start = cut
        elif cut == len(text) or boundary in known or not _runs_on(text, start, cut, paired):
            ends.append(cut)
            start = cut
    return ends or [len(text)]


def sentence_extents(text: str) -> tuple[tuple[int, int], ...]:
    """The sentences of a text as trimmed (start, end); a line break ends one. Linear."""
    extents = []
    begin = 0
    for line in text.splitlines(keepends=True):
        start = 0
        for end in sentences(line):
            piece = line[start:end]
            low, high = begin + start + len(piece) - len(piece.lstrip()), begin + start + len(piece.rstrip())
            if low < high:
                extents.append((low, high))
            start = end
        begin += len(line)
    return tuple(extents)


def _outside(cuts: Sequence[int], whole: Sequence[tuple[int, int]]) -> Iterator[int]:
    """The cuts that lie in none of the extents."""
    index = 0
    for cut in cuts:
        while index < len(whole) and whole[index][1] <= cut:
            index += 1
        if index == len(whole) or cut <= whole[index][0]:
            yield cut


def _candidates(text: str) -> Iterator[int]:
    """Where sentencex sees a sentence end. It is asked window by window, because its time grows with the square."""
    start = 0
    while start < len(text):
        stop = min(start + _WINDOW, len(text))
        if stop < len(text):
            stop = max((end.end() for end in _END.finditer(text, start + _WINDOW // 2, stop)), default=stop)
        for part in get_sentence_boundaries("en", text[start:stop]):
            end = start + int(part["end_index"])
            if end < stop or _END.search(text, max(start, end - 8), end):
                yield end
        start = stop


def _runs_on(text: str, start: int, cut: int, paired: bool) -> bool:
    """Whether the sentence that began at ``start`` does not end at ``cut``; ``paired``: the text has open brackets."""
    if cut - start < _LONGEST_WORD and _ENUMERATOR.match(text, start, cut):
        return True
    if _is_abbreviation(text, start, cut):
        return True
    if _QUOTED_STOP.search(text, max(start, cut - 8), cut) and _SAYS_ON.match(text, cut):
        return True
    if _BRACKET_LAST.search(text, max(start, cut - _LONGEST_WORD), cut) and text[cut : cut + 1].islower():
        return True  # "Yan et al. [2004] found ...": what stands in the brackets belongs to the words before them
    return paired and cut - start < _LONGEST_PAIR and _is_open(text[start:cut], text, cut)


def _is_abbreviation(text: str, start: int, cut: int) -> bool:
    """Whether the full stop before ``cut`` belongs to an abbreviation and not to a sentence."""
    words = text[max(start, cut - _LONGEST_WORD) : cut].split()
    if not words or not words[-1].endswith("."):
        return False
    word = words[-1][:-1].lstrip("([\u201c\"'")
    lower = word.lower()
    if lower in _ABBREVIATIONS or (len(word) == 1 and word.isalpha() and word != "I"):
        return True
    if lower in _UNDECIDED or (_INITIALS.fullmatch(word) and word != "I"):
        return _CONTINUES.match(text, cut) is not None
    return False


def _is_open(piece: str, text: str, cut: int) -> bool:
    """Whether a quotation or bracket opened in ``piece`` closes only after it."""
    for match in _OPENERS.finditer(piece):
        closer = _PAIRS[match.group()]
        if piece.count(closer, match.start()) < piece.count(match.group(), match.start()):
            return text.find(closer, cut, cut + _LONGEST_PAIR) >= 0
    straight = piece.count('"')
    return straight % 2 == 1 and text.find('"', cut, cut + _LONGEST_PAIR) >= 0


def boundaries(text: str, marks: Sequence[int]) -> list[int]:
    """Where markers say that a sentence ends: ``... 20 W [S1]. Exceptions``, ``... by Acme Inc. [S1] Exceptions``.

    Without it an abbreviation would draw the sentence behind a granted marker into its claim.
    """
    found = []
    for mark in marks:
        stop = _STOP_BEHIND.match(text, mark)
        if stop is not None:
            found.append(stop.end())
        elif _STOP_BEFORE.search(text, max(0, mark - 8), mark) and _BEGINS.match(text, mark):
            found.append(mark)
    return found


def owners(text: str, ends: Sequence[int], marks: Sequence[int]) -> list[int]:
    """Which sentence each marker stands for.

    Args:
        text: the text without its markers.
        ends: what :func:`sentences` returned for it.
        marks: the offset of each marker in it, ascending.

    Returns:
        For each marker the index of its sentence. One at a boundary belongs to the sentence before it, unless the
        block opens every sentence with its marker.
    """
    first = len(text) - len(text.lstrip())
    if marks and marks[0] <= first:
        opens = [0 if mark <= first else _opens(text, ends, mark) for mark in marks]
        if None not in opens:
            return [index for index in opens if index is not None]
    return [min(bisect_left(ends, mark), len(ends) - 1) if mark > first else 0 for mark in marks]


def _opens(text: str, ends: Sequence[int], mark: int) -> int | None:
    """The sentence that begins right behind a marker, or None where the marker does not open one."""
    index = bisect_left(ends, mark)
    begins = ends[index] if index < len(ends) else len(text)
    if mark == begins or text[mark:begins].isspace():
        return index + 1 if index + 1 < len(ends) else None
    return None
