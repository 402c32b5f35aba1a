"""When a quote is long enough to prove anything, and what a short one needs instead."""

from __future__ import annotations

import re

from .result import QuoteLimits
from .scripts import has_words, is_wide
from .segments import Reading

_LINE_END = r"[\r\n\t|\x0c\u2028\u2029]"
_STARTS = re.compile(
    rf"(?:^|{_LINE_END})[ \t]*(?:(?:[-*+•#>|]|\d{{1,3}}[.)])[ \t]*)*[\"'“‘«„*_(]*$"
    r"|[.!?。！？；۔।][\"'”’»)]*\s*[\"'“‘«„*_(]*$"
)
_ENDS = re.compile(rf"[\"'”’»)*_]*[ \t]*(?:$|{_LINE_END}|[.!?。！？；۔।][\"'”’»)*_]*(?:\s|$|[^\x00-\x7f])|[。！？；])")
_CLOSED = re.compile(r"[.!?。！？；۔।][\"'”’»)*_]*$")
_REACH = 40


def is_long_enough(reading: Reading, limits: QuoteLimits) -> bool:
    """Whether the letters of a quote reach the minimum of words and of width."""
    core = reading.segments[0]
    text = core.core + core.tail.strip(" \t\r\n\"'“”‘’«»*_`")
    return is_wide(text, limits.min_width) and has_words(core.core, limits.min_words)


def is_whole(text: str, start: int, end: int) -> bool:
    """Whether `text[start:end]` is a whole sentence, line or table cell."""
    if _STARTS.search(text[max(0, start - _REACH) : start]) is None and start > 0:
        return False
    after = text[end : end + _REACH]
    if _CLOSED.search(text[start:end]) and (not after or after[0].isspace() or after[0] in "\"'”’»)|"):
        return True
    return _ENDS.match(after) is not None
