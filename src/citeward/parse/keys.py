r"""Citation keys as Pandoc and LaTeX write them: ``[@doe2020, p. 4; @lee99]``, ``\citep[p. 4]{doe2020,lee99}``.

In an answer that was not read by a provider adapter a key stands for the handle of that name, and for nothing else.
"""

from __future__ import annotations

import re

__all__ = ["keys_at"]

_KEY = r"@(?:\{[^{}\s]{1,60}\}|[A-Za-z0-9_]+(?:[:.#$%&+?<>~/-]+[A-Za-z0-9_]+){0,12})"
_ITEM = re.compile(rf"(?:[^@;]*[\s(])?-?(?P<key>{_KEY})(?:[,\s][^@;]*)?")
_PANDOC = re.compile(r"\[(?P<inside>[^\[\]\n@]{0,60}@[^\[\]\n]{1,60})\]")
_LATEX = re.compile(
    r"\\(?:[Cc]ite(?:p|t|alp|alt|author|year|yearpar|title|num|s)?|[Pp]arencite|[Tt]extcite|[Aa]utocite|[Ff]ootcite"
    r"|[Ss]martcite|fullcite|supercite)s?\*?(?:\[[^\[\]\n]{0,40}\]){0,2}\{(?P<keys>[^{}\n]{1,60})\}"
)
_NOT_BEFORE = frozenset("]/*)_@")


def keys_at(text: str, at: int) -> tuple[int, tuple[str, ...]] | None:
    r"""The end of the citation that begins at ``at`` and the keys it names; None where none does.

    A bracket right behind a word is an index, as in ``//a[@href]``, and an address holds no key.

    >>> keys_at("as shown [see @doe2020, p. 4; -@lee99].", 9)
    (38, ('doe2020', 'lee99'))
    """
    if text.startswith("\\", at):
        command = _LATEX.match(text, at)
        if command is None:
            return None
        keys = tuple(dict.fromkeys(key for part in command["keys"].split(",") if (key := part.strip())))
        return (command.end(), keys) if keys else None
    bracket = _PANDOC.match(text, at)
    if bracket is None or (at and (text[at - 1].isalnum() or text[at - 1] in _NOT_BEFORE)):
        return None
    items = [_ITEM.fullmatch(item.strip()) for item in bracket["inside"].split(";")]
    found = tuple(dict.fromkeys(item["key"][1:].strip("{}") for item in items if item is not None))
    return (bracket.end(), found) if found and None not in items else None
