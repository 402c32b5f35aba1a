r"""Citation keys: Pandoc's ``[@key]``, ``[-@key]`` and ``@key [p. 4]``, and LaTeX's ``\cite{key}`` family.

An e-mail address holds no key, and a bare ``@name`` without a digit is somebody's handle.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from citeward.providers.interface import SourceKind, SourceLocator, SourceRef
from citeward.providers.markers.found import Family, Found, Known

__all__ = ["latex_keys", "pandoc_keys"]

_KEY = re.compile(
    r"(?<![A-Za-z0-9_@.\-])(?P<suppressed>-?)@(?:\{(?P<braced>[^{}\s]{1,120})\}"
    r"|(?P<key>[A-Za-z0-9_]+(?:[:.#$%&\-+?<>~/]+[A-Za-z0-9_]+){0,20}))"
)
_BRACKET = re.compile(r"\[[^\[\]\n]{0,600}\]")
_LOCATOR = re.compile(r",\s*([^;\]\[]{1,120})")
_NARRATIVE = re.compile(r"\s?\[([^\[\]@\n]{1,120})\]")
_LATEX = re.compile(
    r"\\(?:[Cc]ite(?:p|t|alp|alt|author|year|yearpar|title|num|s)?|[Pp]arencite|[Tt]extcite|[Aa]utocite|[Ff]ootcite"
    r"|[Ss]martcite|fullcite|supercite)s?\*?(?P<options>(?:\[[^\[\]\n]{0,200}\]){0,2})\{(?P<keys>[^{}\n]{1,600})\}"
)


def pandoc_keys(known: Known) -> Family:
    """Pandoc keys, each with its own extent: ``@key``, or ``-@key`` where the author is suppressed."""

    def find(text: str) -> Iterator[Found]:
        brackets = [match.span() for match in _BRACKET.finditer(text) if "@" in match.group()]
        at = 0
        for match in _KEY.finditer(text):
            start, end = match.span()
            while at < len(brackets) and brackets[at][1] <= start:
                at += 1
            inside = at < len(brackets) and brackets[at][0] < start
            key = match["braced"] or match["key"]
            if not inside and not (key in known or any(letter.isdigit() for letter in key)):
                continue
            locator = (_LOCATOR if inside else _NARRATIVE).match(text, end)
            attributes: dict[str, object] = {"suppress_author": True} if match["suppressed"] else {}
            place = SourceLocator("text", text=locator[1].strip()) if locator else None
            yield Found(start, end, (replace(_source(key, known), locator=place, attributes=attributes),))

    return find


def latex_keys(known: Known) -> Family:
    r"""LaTeX citation commands; the whole command is the marker and every key a source of it."""

    def find(text: str) -> Iterator[Found]:
        for match in _LATEX.finditer(text):
            keys = [key.strip() for key in match["keys"].split(",")]
            options = re.findall(r"\[([^\]]*)\]", match["options"])
            place = SourceLocator("text", text=options[-1].strip()) if options and options[-1].strip() else None
            sources = tuple(replace(_source(key, known), locator=place) for key in dict.fromkeys(keys) if key)
            if sources:
                yield Found(match.start(), match.end(), sources)

    return find


def _source(key: str, known: Known) -> SourceRef:
    listed = known.get(key)
    if listed is not None:
        return replace(listed, kind=SourceKind.CITE_KEY, index=None, id=key)
    return SourceRef(SourceKind.CITE_KEY, id=key, dangling=any(isinstance(name, str) for name in known))
