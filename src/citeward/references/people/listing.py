"""A list of authors as people and models write it, split into names."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from citeward.errors import RowError
from citeward.references.latex import without_latex
from citeward.references.people.name import PARTICLES, Name

__all__ = ["Authors", "read_authors"]

MAX_AUTHORS = 6_000
"""A paper of the LHC collaborations names some 5,200."""
MAX_LIST_CHARS = 200_000

_ET_AL = re.compile(
    r"(?:\band )?(?:\bet\.? ?al\b\.?|\bet alii\b|\band (?:others|colleagues|co-?workers)\b|\bu\. ?a\.|\bothers\b)"
    r"|…|\.\.\.|等",
    re.I,
)
_AND = re.compile(r",? ?(?:\band\b|&|\bund\b|\bet\b) ?", re.I)
_DEGREE = re.compile(r",\s*(?:Ph\.?\s?D|M\.?D|M\.?Sc|M\.?P\.?H|B\.?Sc)\.?(?=\s*(?:,|;|$))")
_INITIALS = re.compile(r"[A-ZÀ-ÞĀ-ŽА-Я]\.?[\s-]*(?:(?:[A-ZÀ-ÞĀ-ŽА-Я]\.?|[a-z]\.)[\s-]*){0,4}")
_SPACE = re.compile(r"\s+")
_LETTER = re.compile(r"[^\W\d_]")
_WIDE = str.maketrans("，；、", ",;,")
_NOTES = re.compile(r"[*†‡§¶]|\(eds?\.?\)|\beds?\.\s*$", re.I)
_SUFFIX = re.compile(r"(?:jr|sr|ii|iii|iv)\.?", re.I)


@dataclass(frozen=True, slots=True)
class Authors:
    """Claimed authors in order."""

    names: tuple[Name, ...] = ()
    open_ended: bool = False
    """The list says of itself that it goes on."""
    alternatives: tuple[tuple[Name, ...], ...] = ()
    """Other ways to read the same text: "Smith, John" may be one person or two."""


def read_authors(value: object, field: str = "claimed.authors") -> Authors:
    """Reads a string, a list of strings, or a list of ``{family, given}`` or ``{name}`` objects.

    Raises:
        RowError: the value is none of these, or longer than any author list that exists.

    >>> [str(n) for n in read_authors("Joyce LR, Manzer HS, et al.").names]
    ['Joyce LR', 'Manzer HS']
    >>> [str(n) for n in read_authors("Vaswani, A., Shazeer, N., & Parmar, N.").names]
    ['A. Vaswani', 'N. Shazeer', 'N. Parmar']
    """
    if value is None:
        return Authors()
    if isinstance(value, str):
        return _from_text(value, field)
    if not isinstance(value, Sequence) or len(value) > MAX_AUTHORS:
        raise RowError(field, "is no list of authors", "Give a string, or a list of names.")
    names: list[Name] = []
    open_ended = False
    for index, item in enumerate(value):
        if isinstance(item, str):
            read = _from_text(item, field, single=True)
            names += read.names
            open_ended = open_ended or read.open_ended
        elif isinstance(item, Mapping):
            names.append(_from_object(item))
        else:
            raise RowError(f"{field}[{index}]", "is no name", "Give a string, or an object with family and given.")
    return Authors(tuple(names), open_ended)


def _from_object(item: Mapping[str, object]) -> Name:
    def text(key: str) -> str:
        value = item.get(key)
        return value.strip() if isinstance(value, str) else ""

    particle = text("non-dropping-particle") or text("dropping-particle")
    family = text("family") or text("familyName") or text("last")
    given = text("given") or text("givenName") or text("first")
    if family:
        return Name(family=f"{particle} {family}".strip(), given=given)
    return Name(literal=text("literal") or text("name") or given)


def _from_text(text: str, field: str, *, single: bool = False) -> Authors:
    if len(text) > MAX_LIST_CHARS:
        raise RowError(field, f"is over {MAX_LIST_CHARS} characters", "Give the authors of one work.")
    text = _SPACE.sub(" ", without_latex(html.unescape(text).translate(_WIDE)))
    text = _DEGREE.sub("", _NOTES.sub("", text)).strip()
    closed = _ET_AL.sub(" , ", text)
    open_ended = closed != text
    closed = closed.strip(" ,;&")
    if not closed:
        return Authors((), open_ended)
    if single and closed.count(",") == 1 and ";" not in closed:
        return Authors((_inverted(closed),), open_ended)
    parts = [part for part in _split(closed) if _LETTER.search(part)]
    if len(parts) > MAX_AUTHORS:
        raise RowError(field, f"names over {MAX_AUTHORS} authors", "Give the authors of one work.")
    others = tuple(_names(joined) for joined in _joined(parts))
    return Authors(_names(parts), open_ended, others)


def _names(parts: Sequence[str]) -> tuple[Name, ...]:
    return tuple(_inverted(part) if "," in part else Name(literal=part) for part in parts)


def _inverted(text: str) -> Name:
    family, _, given = text.partition(",")
    return Name(family=family.strip(), given=given.strip(" ,"))


def _split(text: str) -> list[str]:
    if ";" in text:
        return [part.strip(" ,") for part in text.split(";")]
    pieces = [piece.strip(" ,") for piece in _AND.split(text) if piece.strip(" ,")]
    if all(piece.count(",") == 1 for piece in pieces) and not any(_starts_inside(piece) for piece in pieces):
        return pieces if len(pieces) > 1 else [part.strip() for part in text.split(",")]
    return _with_initials([part.strip() for piece in pieces for part in piece.split(",") if part.strip()])


def _starts_inside(piece: str) -> bool:
    """``A. Vaswani, N. Shazeer``: a comma between two people, not inside one."""
    before, _, after = piece.partition(",")
    return len(after.split()) > 1 and not _INITIALS.fullmatch(after.strip()) and len(before.split()) > 1


def _with_initials(parts: list[str]) -> list[str]:
    """``Vaswani, A., Shazeer, N.``: a part of nothing but initials belongs to the family name before it."""
    joined: list[str] = []
    for part in parts:
        if joined and _SUFFIX.fullmatch(part):
            continue
        # "Zhou P, Yang XL" has its initials inside each part already.
        if joined and _INITIALS.fullmatch(part) and "," not in joined[-1] and not _has_initials(joined[-1]):
            joined[-1] = f"{joined[-1]}, {part}"
        else:
            joined.append(part)
    return joined


def _has_initials(part: str) -> bool:
    tokens = part.split()
    return len(tokens) > 1 and any(_INITIALS.fullmatch(token) for token in (tokens[0], tokens[-1]))


def _joined(parts: list[str]) -> Iterator[list[str]]:
    """The readings in which a comma stands inside a name: the first one inverted, or all of them."""
    if len(parts) < 2 or not _is_family_alone(parts[0]) or "," in parts[1]:
        return
    yield [f"{parts[0]}, {parts[1]}", *parts[2:]]
    if len(parts) % 2 == 0 and all(_is_family_alone(part) for part in parts[::2]):
        yield [f"{family}, {given}" for family, given in zip(parts[::2], parts[1::2], strict=True)]


def _is_family_alone(part: str) -> bool:
    words = [word for word in part.split() if word.casefold() not in PARTICLES]
    return len(words) == 1 and "," not in part and not _INITIALS.fullmatch(words[0])
