"""Private-use markers of ChatGPT and LibreChat (U+E200 to U+E206), and the Gemini app's ``[cite: 12]``.

ChatGPT writes ``<E200>cite<E202>turn0search0<E202>turn0news1<E201>``; LibreChat asks models for ``<E202>turn0search0``
and also accepts the six-character escape. None of these characters may ever reach a reader.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from citeward.providers.interface import SourceKind, SourceRef
from citeward.providers.markers.found import Found

__all__ = ["gemini_app", "private_use"]

_NAME = r"turn\d{1,5}[a-z_]{1,20}\d{1,5}"
_CUT = r"(?:\ue202|\\ue202)"
_MARKER = re.compile(
    rf"(?:\ue200|\\ue200)(?P<name>[a-z_]{{0,20}})(?P<group>(?:{_CUT}[^\ue200-\ue206\\\n]{{0,80}}){{1,40}})(?:\ue201|\\ue201)"
    rf"|{_CUT}(?P<token>{_NAME})"
)
_NAMES = re.compile(_NAME)
_GEMINI = re.compile(r"\[cite:\s?(\d{1,6}(?:\s?,\s?\d{1,6}){0,40})\]")


def private_use(text: str) -> Iterator[Found]:
    """Every private-use marker that names a search result, file or image of the conversation."""
    for match in _MARKER.finditer(text):
        family = "chatgpt" if match["name"] else "librechat"
        tokens = [match["token"]] if match["token"] else _NAMES.findall(match["group"])
        escaped = "\\ue20" in match.group()
        sources = tuple(_source(token, family, escaped=escaped) for token in dict.fromkeys(tokens))
        if sources:
            yield Found(match.start(), match.end(), sources)


def _source(token: str, family: str, *, escaped: bool) -> SourceRef:
    attributes: dict[str, object] = {"family": family}
    if escaped:
        attributes["literal_escape"] = True
    return SourceRef(SourceKind.PROVIDER_MARKER, id=token, attributes=attributes)


def gemini_app(text: str) -> Iterator[Found]:
    """``[cite: 4]`` and ``[cite: 12, 13]`` as the Gemini app leaks them. ``[cite_start]`` is a tag, not a citation."""
    for match in _GEMINI.finditer(text):
        numbers = [int(number) for number in match[1].split(",")]
        attributes = {"family": "gemini-app"}
        sources = [SourceRef(SourceKind.PROVIDER_MARKER, index=number, attributes=attributes) for number in numbers]
        yield Found(match.start(), match.end(), tuple(sources))
