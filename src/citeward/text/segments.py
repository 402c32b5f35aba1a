"""Read a quote: its segments, the ellipses and page breaks between them, and its editorial brackets."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum

from .dissect import Dissected, dissect
from .letters import SIEVED, is_extender
from .polarity import turns_round
from .result import QuoteReason
from .skeleton import sift


class Joint(Enum):
    """What stands between two segments of a quote."""

    ELLIPSIS = "ellipsis"
    PAGE_BREAK = "page break"
    BRACKET = "bracket"


class Segment:
    """A stretch of the quote that must stand in the source as it is. Immutable."""

    __slots__ = ("_letters", "core", "lead", "skeleton", "tail")

    def __init__(self, lead: str, core: str, tail: str) -> None:
        self.lead = lead
        self.core = core
        """From the first to the last letter."""
        self.tail = tail
        self.skeleton = sift(core)
        self._letters: Dissected | None = None

    @property
    def letters(self) -> Dissected:
        """The core taken apart; an exact match never asks for it."""
        if self._letters is None:
            self._letters = dissect(self.core)
        return self._letters

    @property
    def shown(self) -> str:
        """The segment as the model wrote it, without outer space."""
        return (self.lead + self.core + self.tail).strip()


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to read a quote."""

    segments: tuple[Segment, ...]
    joints: tuple[Joint, ...]
    """One fewer than the segments."""
    open_left: bool = False
    """The quote begins with an ellipsis."""
    open_right: bool = False
    edited: bool = False
    """Editorial brackets were read as such, so the quote is not the source's characters."""


PAGE_MARK = re.compile(r"\[\[\s*PAGE[_ ]BREAK\s*\]\]|\x0c", re.IGNORECASE)
_DOTS = r"(?:\.(?:[ \xa0]?\.){2,}|(?:…|‥|⋯)+\.?)"
_ELLIPSIS = re.compile(
    rf"[\[(<{{]\s*(?:{_DOTS}|snip|omitted|cut)\s*[\])>}}]|{_DOTS}|\*[ ]\*[ ]\*|[\[(]\s*\.\.\s*[\])]", re.IGNORECASE
)
_BRACKET = re.compile(r"\[([^\[\]]{0,200})\]")
_LONGEST_BRACKET = 80
"""Code points of the model's own words a quote may hold in one bracket."""
_NOTE = re.compile(
    r"\s*[\[(]\s*(?:sic[.!]?|(?:all )?emphas[ie]s (?:added|mine|ours|supplied|in (?:the )?original|omitted|removed)|"
    r"emphasis|italics (?:added|mine|ours|supplied|in (?:the )?original)|my emphasis|our emphasis|"
    r"(?:internal )?(?:quotation marks?|quotations?|citations?|footnotes?|quotes)"
    r"(?:(?:,| and|, and) (?:internal )?(?:quotation marks?|citations?|footnotes?|alterations?|emphasis))* omitted|"
    r"citation needed|alterations? (?:in original|omitted|adopted)|cleaned up|paragraph break|"
    r"hervorhebung (?:hinzugefügt|im original|nur hier)|nous soulignons|énfasis añadido)\s*[\])]",
    re.IGNORECASE,
)
_REFERENCE = re.compile(r"\s*\[(?:[Ss]?\d{1,3})(?:\s*[,;–-]\s*[Ss]?\d{1,3})*\]")
_ONE_LETTER = re.compile(r"\[\s*([^\W\d_])\s*\]")


def segment_of(text: str) -> Segment | None:
    """Cut a text into what precedes, makes up and follows its letters; None when there is none."""
    first = next((at for at, char in enumerate(text) if SIEVED[char]), None)
    if first is None:
        return None
    last = len(text) - 1
    while not SIEVED[text[last]]:
        last -= 1
    end = last + 1
    while end < len(text) and is_extender(text[end]):
        end += 1
    return Segment(text[:first], text[first:end], text[end:])


def read_literally(quote: str) -> Reading | None:
    """The quote as one segment, every character of it the source's."""
    segment = segment_of(quote)
    return None if segment is None else Reading((segment,), ())


def has_joints(quote: str) -> bool:
    """Whether the quote holds an ellipsis, a page break or a bracket."""
    return "[" in quote or "(" in quote or "…" in quote or ".." in quote or ". ." in quote or bool(_joint_of(quote))


def _joint_of(quote: str) -> bool:
    return PAGE_MARK.search(quote) is not None or _ELLIPSIS.search(quote) is not None


def _split(text: str) -> tuple[list[str], list[Joint]]:
    parts: list[str] = []
    joints: list[Joint] = []
    done = 0
    marks = [(m.start(), m.end(), Joint.ELLIPSIS) for m in _ELLIPSIS.finditer(text)]
    marks += [(m.start(), m.end(), Joint.PAGE_BREAK) for m in PAGE_MARK.finditer(text)]
    for start, end, joint in sorted(marks, key=lambda mark: mark[0]):
        if start < done:
            continue
        parts.append(text[done:start])
        joints.append(joint)
        done = end
    parts.append(text[done:])
    return parts, joints


def _assemble(parts: list[str], joints: list[Joint], *, edited: bool) -> Reading | None:
    """Drop empty parts; an ellipsis before the first or after the last leaves that side open."""
    segments: list[Segment] = []
    kept: list[Joint] = []
    pending: Joint | None = None
    open_left = False
    for index, part in enumerate(parts):
        segment = segment_of(part)
        before = joints[index - 1] if index else None
        if before is not None and (pending is None or before is Joint.ELLIPSIS):
            pending = before
        if segment is None:
            continue  # `pending` now says what follows the last segment
        if segments:
            kept.append(pending or Joint.ELLIPSIS)
        else:
            open_left = pending is Joint.ELLIPSIS
        segments.append(segment)
        pending = None
    if not segments:
        return None
    return Reading(tuple(segments), tuple(kept), open_left, pending is Joint.ELLIPSIS, edited)


def read_elided(quote: str) -> Reading | None:
    """The quote split at ellipses and page breaks, brackets taken literally."""
    parts, joints = _split(quote)
    return _assemble(parts, joints, edited=False) if joints else None


def read_edited(quote: str) -> Reading | QuoteReason | None:
    """The quote with its editorial brackets read: notes dropped, one-letter changes undone, others left open."""
    text = _REFERENCE.sub("", _NOTE.sub("", quote))
    parts: list[str] = []
    joints: list[Joint] = []
    edited = text != quote
    pieces, breaks = _split(text)
    for index, part in enumerate(pieces):
        done = 0
        for match in _BRACKET.finditer(part):
            edited = True
            inner = match.group(1).strip()
            before, after = part[match.start() - 1 : match.start()], part[match.end() : match.end() + 1]
            if len(inner) == 1 and inner.isalpha() and not before.isalnum():
                continue
            if before.isalnum() or after.isalnum():
                return QuoteReason.BRACKET_CHANGES_WORD
            if len(inner) > _LONGEST_BRACKET:
                return QuoteReason.BRACKET_TOO_LONG
            if any(char.isnumeric() for char in inner):
                return QuoteReason.BRACKET_HIDES_NUMBER
            if turns_round(inner):
                return QuoteReason.BRACKET_HIDES_NEGATION
            parts.append(_unbracket(part[done : match.start()]))
            joints.append(Joint.BRACKET)
            done = match.end()
        parts.append(_unbracket(part[done:]))
        joints += breaks[index : index + 1]
    return _assemble(parts, joints, edited=True) if edited else None


def _unbracket(text: str) -> str:
    return _ONE_LETTER.sub(r"\1", text)
