"""Lenticular brackets: ``【4:0†source】`` (OpenAI Assistants), ``【6†L9-L11】`` (gpt-oss browser), ``【1】``."""

from __future__ import annotations

import re
from collections.abc import Iterator

from citeward.providers.interface import SourceKind, SourceLocator, SourceRef
from citeward.providers.markers.found import Family, Found, Known
from citeward.providers.markers.numeric import numbers_of, ordinal

__all__ = ["lenticular"]

_MARKER = re.compile(
    r"【(?:(?P<message>\d{1,6}):)?(?P<index>\d{1,6})†(?P<label>[^【】\n]{0,200})】"
    r"|【(?P<numbers>\d{1,6}(?:\s?[,;，、–-]\s?\d{1,6})*)】"
)
_LINES = re.compile(r"L(\d{1,7})(?:-L?(\d{1,7}))?")


def lenticular(known: Known, *, unexplained: bool = False) -> Family:
    """Markers in lenticular brackets.

    Args:
        known: the sources plain numbers count in.
        unexplained: the payload should have explained a dagger marker and does not: its number then means nothing,
            so the source is dangling and keeps the raw text only.
    """

    def find(text: str) -> Iterator[Found]:
        for match in _MARKER.finditer(text):
            if match["numbers"]:
                sources = tuple(ordinal(number, known) for number in numbers_of(match["numbers"]))
            else:
                sources = (_unexplained(match.group()) if unexplained else _dagger(match),)
            yield Found(match.start(), match.end(), sources)

    return find


def _unexplained(raw: str) -> SourceRef:
    return SourceRef(SourceKind.PROVIDER_MARKER, dangling=True, attributes={"raw": raw})


def _dagger(match: re.Match[str]) -> SourceRef:
    index, label = int(match["index"]), match["label"]
    if match["message"] is not None:
        attributes = {"family": "openai-assistants", "message": int(match["message"]), "label": label}
        return SourceRef(SourceKind.PROVIDER_MARKER, index=index, attributes=attributes)
    lines = _LINES.fullmatch(label)
    if lines is None:
        attributes = {"family": "openai-browsing", "label": label}
        return SourceRef(SourceKind.PROVIDER_MARKER, index=index, attributes=attributes)
    first, last = int(lines[1]), int(lines[2] or lines[1])
    return SourceRef(
        SourceKind.PROVIDER_MARKER,
        index=index,
        locator=SourceLocator("line", first, last + 1),
        attributes={"family": "gpt-oss-browser", "lines": [first, last]},
    )
