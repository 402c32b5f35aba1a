"""BibTeX, parsed by pybtex: strings, concatenation and nested braces are a grammar of their own. Needs an extra."""

from __future__ import annotations

import re
from collections.abc import Iterator

from citeward.errors import UsageError
from citeward.references.bibliography.fields import entry_of
from citeward.references.bibliography.interface import Bibliography, Entry
from citeward.references.latex import without_latex

__all__ = ["BibTeX"]

_START = re.compile(r"^[ \t]{0,40}(?=@[ \t]{0,8}[A-Za-z]{1,40}\s{0,8}[{(])", re.M)
_MAX_ENTRY_CHARS = 50_000
"""An entry with its abstract and a hundred authors; the parser is slow on braces that never close."""
_MAX_ABBREVIATION_CHARS = 2_000
"""A journal or a publisher. Abbreviations made of abbreviations would else grow tenfold with every line."""
_NOT_ENTRIES = frozenset(("string", "preamble", "comment"))
_KEEP_LATEX = frozenset(("title", "author", "editor"))
"""Fields whose braces mean something: protected capitals, and a body's name as one word."""


class BibTeX(Bibliography):
    """``.bib`` files of BibTeX and BibLaTeX."""

    name = "bibtex"

    def recognises(self, text: str) -> bool:
        return _START.search(text[:200_000]) is not None

    def read(self, text: str) -> Iterator[Entry]:
        try:
            # pybtex ships no types.
            from pybtex.database.input.bibtex import LowLevelParser, UndefinedMacro, month_names  # type: ignore[import-untyped]
            from pybtex.scanner import PybtexSyntaxError  # type: ignore[import-untyped]
        except ImportError as error:
            raise UsageError("BibTeX needs pybtex; install citeward[bibliography]") from error
        macros = _Abbreviations(month_names)
        for line, block in _blocks(text):
            if len(block) > _MAX_ENTRY_CHARS:
                yield Entry(_key(block), None, f"is over {_MAX_ENTRY_CHARS} characters", line)
                continue
            problems: list[object] = []
            try:
                parsed = list(LowLevelParser(block, macros=macros, handle_error=problems.append))
            except PybtexSyntaxError as error:
                problems.append(error)
                parsed = []
            # An undefined abbreviation leaves one field empty; anything else leaves the entry in doubt.
            fatal = [problem for problem in problems if not isinstance(problem, UndefinedMacro)]
            if fatal:
                yield Entry(_key(block), None, f"not BibTeX: {str(fatal[0])[:200]}", line)
                continue
            for _, (key, fields) in (item for item in parsed if item[0].lower() not in _NOT_ENTRIES):
                yield entry_of(str(key), _plain(fields), line)


class _Abbreviations(dict[str, str]):
    """The abbreviations of a file. One that is too long is not defined."""

    def __setitem__(self, name: str, value: str) -> None:
        if len(value) <= _MAX_ABBREVIATION_CHARS:
            super().__setitem__(name, value)
        else:
            self.pop(name, None)


def _plain(fields: list[tuple[str, list[str]]]) -> dict[str, object]:
    plain: dict[str, object] = {}
    for name, parts in fields:
        value = "".join(parts).strip()
        lower = name.lower()
        plain[lower] = value if lower in _KEEP_LATEX else without_latex(value)
    return plain


def _blocks(text: str) -> Iterator[tuple[int, str]]:
    """Each entry with its line: what begins with ``@name{`` at the start of a line, so that an entry which never closes
    ends where the next begins."""
    starts = [match.end() for match in _START.finditer(text)]
    line, at = 1, 0
    for index, start in enumerate(starts):
        line += text.count("\n", at, start)
        at = start
        yield line, text[start : starts[index + 1] if index + 1 < len(starts) else len(text)]


def _key(block: str) -> str:
    match = re.match(r"@\s*\w+\s*[{(]\s*([^\s,{}()]{1,200})", block)
    return match[1] if match else ""
