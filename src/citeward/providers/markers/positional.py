"""RAGFlow's markers, 0-based into the reply's chunks: ``[ID:0]``, ``[ID:0, ID:3]`` and the older ``##0$$``."""

from __future__ import annotations

import re
from collections.abc import Iterator

from citeward.providers.interface import SourceKind
from citeward.providers.markers.found import Family, Found, Known
from citeward.providers.markers.numeric import ordinal

__all__ = ["ragflow"]

_MARKER = re.compile(r"\[ID:\s?\d{1,6}(?:(?:\s?[,;]\s?|\s)(?:ID:\s?)?\d{1,6}){0,40}\]|##\d{1,6}\$\$")
_NUMBER = re.compile(r"\d{1,6}")


def ragflow(known: Known, *, promised: bool = False) -> Family:
    """Markers that count, from 0, in the chunks the reply lists; ``promised`` as for :func:`numeric`."""

    def find(text: str) -> Iterator[Found]:
        for match in _MARKER.finditer(text):
            numbers = dict.fromkeys(int(number) for number in _NUMBER.findall(match.group()))
            sources = tuple(ordinal(number, known, SourceKind.ORDINAL0, promised=promised) for number in numbers)
            yield Found(match.start(), match.end(), sources)

    return find
