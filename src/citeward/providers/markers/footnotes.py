"""Footnote references: ``[^1]``, and Copilot's ``[^1^]``. Their definitions are the model's words, not citations."""

from __future__ import annotations

import re
from collections.abc import Iterator

from citeward.providers.interface import SourceKind, SourceRef
from citeward.providers.markers.found import Found

__all__ = ["footnotes"]

_REFERENCE = re.compile(r"\[\^([^\]\[\s^]{1,60})\^?\]")
_DEFINITION = re.compile(r"^[ >\t]{0,8}\[\^([^\]\[\s^]{1,60})\]:[ \t]*([^\n]*)", re.MULTILINE)


def footnotes(text: str) -> Iterator[Found]:
    """Every footnote reference, with what its definition claims where there is one."""
    definitions: dict[str, str] = {}
    starts: set[int] = set()
    for match in _DEFINITION.finditer(text):
        definitions.setdefault(match[1], match[2].strip())
        starts.add(match.start(1) - 2)
    for match in _REFERENCE.finditer(text):
        if match.start() in starts:
            continue
        definition = definitions.get(match[1])
        attributes = {} if definition is None else {"definition": definition}
        source = SourceRef(SourceKind.FOOTNOTE, id=match[1], attributes=attributes)
        yield Found(match.start(), match.end(), (source,))
