"""Reference signs: the asterisk, dagger and their like behind a word, where prices and contracts hide the condition."""

from __future__ import annotations

import re

_DAGGERS = "†‡※✝✻✽⁑⁂⁎∗﹡＊"
SIGNS = "*" + _DAGGERS
"""What may stand behind a word to point to a note; only the plain asterisk may be emphasis instead."""
_BEHIND = re.compile(rf"[\"'”’»)\].,;:!?。！？、，]{{0,3}}\\?[{re.escape(SIGNS)}]")
_RUN = re.compile(r"\*+")
_REACH = 600
"""Code points of its paragraph read before an asterisk, to find the emphasis it may close."""


def is_sign(text: str, at: int) -> bool:
    """Whether the mark at `at` points to a note.

    It stands close behind a word or stop. An asterisk there may close emphasis, if its paragraph has any open; one
    behind a backslash never does.
    """
    before = text[at - 1] if at else " "
    if before == "\\":
        return at > 1 and not text[at - 2].isspace()
    if before.isspace() or text[at] not in SIGNS:
        return False
    if text[at] in _DAGGERS:
        return True
    run = at
    while run < len(text) and text[run] == "*":
        run += 1
    if run < len(text) and text[run].isalnum():
        return False
    start = at
    while start > 0 and text[start - 1] == "*":
        start -= 1
    return start > 0 and not text[start - 1].isspace() and not _is_open(text, start)


def _is_open(text: str, at: int) -> bool:
    """Whether emphasis is open before `at` in its paragraph."""
    begin = max(text.rfind("\n\n", 0, at), at - _REACH, 0)
    depth = 0
    for run in _RUN.finditer(text, begin, at):
        before, after = text[run.start() - 1 : run.start()], text[run.end() : run.end() + 1]
        if before == "\\":
            continue
        opens = after.strip() != "" and not before.isalnum()
        closes = before.strip() != "" and not after.isalnum()
        size = run.end() - run.start()
        if closes and depth:
            depth = max(0, depth - size)
        elif opens or (not closes and after.strip() != ""):
            depth += size
    return depth > 0


def sign_behind(text: str, end: int) -> bool:
    """Whether a reference sign stands directly behind `end`, closing marks aside."""
    found = _BEHIND.match(text, end)
    return found is not None and is_sign(text, found.end() - 1)
