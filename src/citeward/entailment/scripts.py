"""Words that mix alphabets: "nоt" with a Cyrillic о reads as "not" to a person and as no word at all to a check.

Nobody writes such a word by accident, and it is how a negation is hidden from a guard or a name given to somebody else.
After Unicode Technical Standard 39, section 5.2 (mixed-script detection), narrowed to letters that pass for Latin ones.
"""

from __future__ import annotations

import re

__all__ = ["mixed_word"]

_LATIN = r"a-zA-Z\u00c0-\u024f"
# Cyrillic, Armenian, Cherokee, Lisu, and the Greek letters that are drawn as Latin ones. Other Greek letters stand
# beside Latin ones honestly, in units and formulas: "µm", "TGFβ".
_ALIKE = (
    r"\u0391\u0392\u0395-\u0397\u0399\u039a\u039c\u039d\u039f\u03a1\u03a4\u03a5\u03a7\u03b9\u03bf\u03bd\u03c1\u03f2"
    r"\u0400-\u052f\u0531-\u0587\u13a0-\u13ff\ua4d0-\ua4f7\uab70-\uabbf"
)
_MEETING = re.compile(rf"[{_LATIN}][{_ALIKE}]|[{_ALIKE}][{_LATIN}]")
_WORD = re.compile(rf"[{_LATIN}{_ALIKE}]+")


def mixed_word(text: str) -> str | None:
    """The first word that mixes Latin letters with letters drawn like them, or None. Linear.

    >>> mixed_word("Items may n\\u043et be returned"), mixed_word("TGF\\u03b2 at 3 \\u00b5m")
    ('nоt', None)
    """
    return next((run.group() for run in _WORD.finditer(text) if _MEETING.search(run.group())), None)
