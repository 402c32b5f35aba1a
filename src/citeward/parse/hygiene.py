"""A view of the answer without what a reader cannot see, and the way back to the characters that were sent.

Invisible characters are how an answer shows a person one thing and a parser another: ``[S<zero width>1]`` looks like a
marker, tag characters and variation selectors carry text nobody sees (Unicode TR 36, section 3), bidirectional
controls reorder what is read (CVE-2021-42574), escape sequences drive a terminal. Marks that strike letters out (the
overlays of Unicode's combining class 1, and the sign of prohibition) leave a word to a parser that no reader reads.
They leave the view before anything is parsed. Joiners stay where Arabic, Indic scripts and emoji need them (Unicode
16, sections 9.2, 12 and 23.2).
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from dataclasses import dataclass

__all__ = ["View", "clean"]

# Everything that may have to go. One scan with this class decides whether a text needs any work at all.
_SUSPECT = (
    "\\x00-\\x08\\x0b-\\x1f\\x7f-\\x9f"  # C0 but tab and newline, DEL, C1
    "\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff"  # zero width, bidi controls, deprecated format
    "\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\uffa0"  # the other default ignorables
    "\ufff0-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"
    "\ufe00-\ufe0f"  # variation selectors: one byte of hidden text each, with those of the next plane
    "\ufdd0-\ufdef\ufffe\uffff"  # noncharacters
    "\U000e0000-\U000e0fff"  # tag characters, more variation selectors
    "\\ud800-\\udfff"
    "\u0334-\u0338\u20d2\u20d3\u20d8-\u20da\u20e0\u20e5\u20e6\u20ea\u20eb"  # overlays
)
_MARKS = "\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f"
# A stack of marks covers the lines above it, our citations included. UAX 15 allows 30; no orthography needs eight.
_STACK = 8
_OVERLAYS = frozenset("\u0334\u0335\u0336\u0337\u0338\u20d2\u20d3\u20d8\u20d9\u20da\u20e0\u20e5\u20e6\u20ea\u20eb")
_ASCII_SUSPECTS = bytes([*range(9), *range(11, 32), 127])
_FIND = re.compile(f"[{_SUSPECT}]|(?<=[{_MARKS}]{{{_STACK}}})[{_MARKS}]+")

_EMOJI = (
    "\u00a9\u00ae\u203c\u2049\u2122\u2139\u2190-\u21ff\u2300-\u23ff\u2460-\u24ff\u25a0-\u27bf\u2900-\u297f"
    "\u2b00-\u2bff\u3030\u303d\u3297\u3299\U0001f000-\U0001faff"
)
# Scripts whose spelling uses the zero-width joiner or non-joiner: Arabic, Syriac, N'Ko, Mandaic, Indic, Sinhala,
# Tibetan, Myanmar, Khmer, Mongolian, and the Brahmic scripts of the supplementary plane.
_JOINING = (
    "\u0600-\u06ff\u0700-\u074f\u0750-\u077f\u07c0-\u07ff\u0840-\u085f\u0870-\u08ff\u0900-\u0dff\u0f00-\u0fff"
    "\u1000-\u109f\u1780-\u17ff\u1800-\u18af\ufb50-\ufdcf\ufe70-\ufefc\U00011000-\U000114df"
)
_IS_EMOJI = re.compile(f"[{_EMOJI}]")
_IS_JOINING = re.compile(f"[{_JOINING}]")
_TAKES_SELECTOR = re.compile(f"[{_EMOJI}#*0-9]")
_IS_IDEOGRAPH = re.compile("[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]")
# The only tag sequences in general interchange (Unicode UTS 51, RGI): England, Scotland, Wales.
_FLAGS = tuple(
    "\U0001f3f4" + "".join(chr(0xE0000 + ord(letter)) for letter in region) + "\U000e007f"
    for region in ("gbeng", "gbsct", "gbwls")
)
_LINE_ENDS = {"\r": "\n", "\x85": " ", "\u2028": " ", "\u2029": " ", "\x0b": " ", "\x0c": " "}


@dataclass(frozen=True, slots=True)
class View:
    """A text as it is parsed and shown, with a map to the text as it was sent."""

    text: str
    _starts: tuple[int, ...] = ()
    _shifts: tuple[int, ...] = ()

    @property
    def differs(self) -> bool:
        """Whether anything was taken out or replaced."""
        return bool(self._starts)

    def untouched(self, start: int, end: int) -> bool:
        """Whether a stretch of the view reads exactly as it was sent."""
        return not self._starts or self.to_source(end, end=True) - self.to_source(start) == end - start

    def to_source(self, offset: int, *, end: bool = False) -> int:
        """The code point of the sent text that stands at ``offset`` of the view.

        Args:
            offset: a code point of the view.
            end: True for an exclusive end, so that removed characters right after a span stay outside it.

        >>> view = clean("a\\u200bb")
        >>> view.text, view.to_source(1), view.to_source(1, end=True)
        ('ab', 2, 1)
        """
        if not self._starts:
            return offset
        if end:
            return offset + self._shift(offset - 1) if offset else 0
        return offset + self._shift(offset)

    def _shift(self, offset: int) -> int:
        at = bisect_right(self._starts, offset)
        return self._shifts[at - 1] if at else 0


def clean(text: str) -> View:
    """The view of a text: what cannot be seen is gone, every line ends in a newline.

    Linear in the text. Idempotent: cleaning a view changes nothing.

    >>> clean("[S\\u200b1] \\x1b[31mred").text
    '[S1] [31mred'
    """
    if _is_clean(text):
        return View(text)
    # Removing one character can bring two others together (a joiner that stood between, marks that now stack up), so
    # the scan is repeated on its own output until nothing changes; each round only removes, hence it ends.
    view, rounds = _once(text, View(text)), 0
    while rounds < 8 and _FIND.search(view.text) is not None:
        again = _once(view.text, view)
        if again is view:
            return view
        view, rounds = again, rounds + 1
    return view if rounds < 8 else _drop_all(view)


def _is_clean(text: str) -> bool:
    if text.isascii():
        return len(text.encode().translate(None, _ASCII_SUSPECTS)) == len(text)
    return _FIND.search(text) is None


def _once(text: str, outer: View) -> View:
    pieces: list[str] = []
    starts: list[int] = []
    shifts: list[int] = []
    done = out = judged = 0
    for match in _FIND.finditer(text):
        begin, end = match.span()
        if begin < judged:
            continue
        new, judged = _keep(text, begin, end) or ("", end)
        if new == text[begin:judged]:
            continue
        end = judged
        pieces += (text[done:begin], new)
        out += begin - done + len(new)
        done = end
        starts.append(out)
        shifts.append(done - out)
    if not done:
        return outer
    pieces.append(text[done:])
    return _compose("".join(pieces), starts, shifts, outer)


def _keep(text: str, begin: int, end: int) -> tuple[str, int] | None:
    """What takes the place of ``text[begin:end]`` and where the replaced stretch ends; None where it just goes."""
    char = text[begin]
    if char in _LINE_ENDS:
        if text.startswith("\r\n", begin):
            return "\n", begin + 2
        return _LINE_ENDS[char], end
    before = text[begin - 1] if begin else ""
    if char == "\u200d":
        return (char, end) if _zwj_belongs(text, begin) else None
    if char == "\u200c":
        after = text[end] if end < len(text) else ""
        return (char, end) if before and after and _IS_JOINING.match(before) and _IS_JOINING.match(after) else None
    if char in "\ufe0e\ufe0f":
        return (char, end) if before and _TAKES_SELECTOR.match(before) else None
    if "\u180b" <= char <= "\u180d":
        return (char, end) if "\u1800" <= before <= "\u18af" else None
    if "\U000e0100" <= char <= "\U000e01ef" or "\ufe00" <= char <= "\ufe0d":
        return (char, end) if before and _IS_IDEOGRAPH.match(before) else None
    if char in _OVERLAYS:
        # Behind a sign of mathematics it makes another sign: what is not equal is no equation struck out.
        return (char, end) if before and unicodedata.category(before) == "Sm" else None
    if "\U000e0020" <= char <= "\U000e007f":
        for flag in _FLAGS:
            if begin and text.startswith(flag, begin - 1):
                return flag[1:], begin - 1 + len(flag)
    return None


def _zwj_belongs(text: str, at: int) -> bool:
    before = text[at - 1] if at else ""
    after = text[at + 1] if at + 1 < len(text) else ""
    if not before:
        return False
    if _IS_JOINING.match(before):
        return not after or not _IS_EMOJI.match(after)
    if not after or not _IS_EMOJI.match(after):
        return False
    if before == "\ufe0f" or "\U0001f3fb" <= before <= "\U0001f3ff":
        before = text[at - 2] if at > 1 else ""
    return bool(before and _IS_EMOJI.match(before))


def _drop_all(view: View) -> View:
    """The last resort for a text built so that every removal uncovers another: every suspect goes."""
    pieces: list[str] = []
    starts: list[int] = []
    shifts: list[int] = []
    done = out = 0
    for match in _FIND.finditer(view.text):
        pieces.append(view.text[done : match.start()])
        out += match.start() - done
        done = match.end()
        starts.append(out)
        shifts.append(done - out)
    pieces.append(view.text[done:])
    return _compose("".join(pieces), starts, shifts, view)


def _compose(text: str, starts: list[int], shifts: list[int], outer: View) -> View:
    """The map of a view of a view."""
    if not outer._starts:
        return View(text, tuple(starts), tuple(shifts))
    inner = View(text, tuple(starts), tuple(shifts))
    inner_ends = [start + shift for start, shift in zip(starts, shifts, strict=True)]
    marks = set(starts)
    for start in outer._starts:
        # The first view offset that stands at or after this break of the outer map.
        at = bisect_right(inner_ends, start)
        marks.add(max(start - (shifts[at - 1] if at else 0), starts[at - 1] if at else 0))
    ordered = tuple(sorted(marks))
    return View(text, ordered, tuple(outer.to_source(inner.to_source(at)) - at for at in ordered))
