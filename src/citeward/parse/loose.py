"""Citations without brackets: a raised or circled number, a raised handle, a provider's marker and what is left of one.

They count only where nothing else is meant by them: ``10 m²`` is an area, ``① Open the lid`` numbers a step.
"""

from __future__ import annotations

import re
import unicodedata

from citeward.parse.names import Names

__all__ = ["LEAK", "SIGNS", "loose_at"]

_RAISED = "\u2070\u00b9\u00b2\u00b3\u2074\u2075\u2076\u2077\u2078\u2079"
_CIRCLED = "".join(map(chr, (*range(0x2460, 0x2474), *range(0x2776, 0x2794))))
_PRIVATE_OPEN, _PRIVATE_CLOSE = "\ue200", "\ue201"
"""The private-use characters around a marker of OpenAI's."""
SIGNS = f"^{_RAISED}{_CIRCLED}{_PRIVATE_OPEN}"
"""Characters that such a citation begins with."""
LEAK = "citeturn"
"""How a marker of OpenAI's begins once the private-use characters around it are gone."""

_LEAKED = re.compile(r"citeturn\d{1,4}[a-z]{2,12}\d{1,4}(?:turn\d{1,4}[a-z]{2,12}\d{1,4})*")
_PRIVATE = re.compile(rf"{_PRIVATE_OPEN}([^{_PRIVATE_OPEN}{_PRIVATE_CLOSE}\n]{{1,200}}){_PRIVATE_CLOSE}")
_PRIVATE_PART = re.compile(r"turn\d{1,4}[a-z]{2,12}\d{1,4}")
_HANDLE = re.compile(r"\^(?P<name>[Ss]\d{1,6}(?:-[a-z0-9]{2,8})?)(?!\w)\^?")
_NUMBERS = re.compile(f"[{_RAISED}]{{1,3}}(?:[,\u02d2\u22c5\u00b7\u02d9\u1427][{_RAISED}]{{1,3}})*")
_CIRCLES = re.compile(f"[{_CIRCLED}]")
_LOOK = 24
"""Code points looked at in front; no unit is longer."""
_UNIT = re.compile(
    r"(?:^|[\W\d_])[^\W\d_]{1,3}\Z|\d\Z|[)\]}\u207a\u207b]\Z|"
    r"(?i:met(?:re|er)s?|mtrs?|inch(?:es)?|feet|foot|miles?|yards?|seconds?|hours?|mol|sec|deg|sqrt|sin|cos|tan|log|exp)\Z"
)
_VARIABLE = re.compile(r"(?:\b[A-Za-z]|[+*/=-])\Z")
_BEHIND_WORDS = re.compile(rf"[{_CIRCLED}]*[ \t]*(?:[.,;:!?\u3002\uff0c\uff01\uff1f\u3001]|\Z)")


def loose_at(text: str, at: int, names: Names) -> tuple[int, tuple[tuple[str, ...], ...]] | None:
    """Where the citation that begins at an offset ends, and what it names; None where there is none.

    >>> loose_at("It takes a month^S1.", 16, Names(handles=("S1",)))
    (19, (('S1',),))
    """
    before = text[max(0, at - _LOOK) : at]
    if text[at] == "^":
        handle = _HANDLE.match(text, at)
        if handle is None or _VARIABLE.search(before):
            return None
        return handle.end(), (names.handle(handle["name"]) or (handle["name"],),)
    if text[at] in _RAISED:
        raised = _NUMBERS.match(text, at)
        if raised is None or _is_power(before) or text[raised.end() : raised.end() + 1].isalnum():
            return None
        return raised.end(), tuple(_meant(each, names) for each in re.findall(f"[{_RAISED}]+", raised.group()))
    if text[at] in _CIRCLED:
        circle = _CIRCLES.match(text, at)
        if circle is None or not before.strip() or _BEHIND_WORDS.match(text, at) is None:
            return None
        return circle.end(), (_meant(circle.group(), names),)
    if text[at] == _PRIVATE_OPEN:
        private = _PRIVATE.match(text, at)
        if private is None:
            return None
        return private.end(), tuple((each,) for each in _PRIVATE_PART.findall(private[1]) or [private[1]])
    leaked = _LEAKED.match(text, at)
    return None if leaked is None else (leaked.end(), ((leaked.group(),),))


def _is_power(before: str) -> bool:
    """Whether what stands in front is raised to a power: a unit, a variable, a number."""
    return not before or (not before[-1].isspace() and _UNIT.search(before) is not None)


def _meant(written: str, names: Names) -> tuple[str, ...]:
    """The handle a number stands for."""
    number = int(unicodedata.normalize("NFKC", written)) if written[0] not in _DINGBATS else _DINGBATS[written]
    return names.number(number) or (str(number),)


_DINGBATS = {chr(0x2776 + place): place % 10 + 1 for place in range(30)}
"""Circled figures that have no compatibility mapping to the number they show."""
