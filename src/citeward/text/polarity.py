"""Whether words left out of a quote, or cut off beside it, turn a statement round."""

from __future__ import annotations

import re
import unicodedata

from .polarity_words import (
    BETWEEN,
    CONDITIONS,
    EXCEPTIONS,
    INFIX,
    LEFT_ONLY,
    LEFT_SUFFIXES,
    NEGATORS,
    RIGHT_NEGATORS,
    RIGHT_PREFIXES,
    UNSPACED_CONDITIONS,
)

_PHRASE = re.compile(
    r"\b(?:subject to|in the absence of|(?:up)?on (?:the )?condition|far from|rather than|instead of|other than|"
    r"by no means|siempre que|desde que|o ile)\b"
)
_NEGATIVE_WORD = re.compile(r"n't\b|^(?:non|un)-")
_LEFT_PHRASE = re.compile(
    r"\b(?:(?:fail|refus|declin|neglect|omit)(?:e?s|ed|ing|e)? to|unable to|(?:prohibited|prevented|barred|prevents?|"
    r"excused|exempt(?:ed)?|far|refrain(?:s|ed)?|ceased?) from|forbidden to|instead of|rather than|"
    r"(?:denie[ds]|denying|deny) that|"
    r"(?:false|untrue|incorrect|wrong) (?:that|to say)|lack of|absence of|in lieu of|other than)(?: an?| the)?$"
)
_CONDITION = re.compile(
    r"(?:and |but |or )?(?:(?:"
    + "|".join(map(re.escape, sorted(CONDITIONS, key=len, reverse=True)))
    + r")(?!\w)|"
    + "|".join(map(re.escape, UNSPACED_CONDITIONS))
    + ")"
)
_LETTER = r"(?:[^\W\d_]|[\u0300-\u036f\u0483-\u0487\u0900-\u0963\u0971-\u0de5])"
"""A letter or a mark on one: Indic vowel signs are no word characters to `re`."""
_WORD = re.compile(rf"{_LETTER}+(?:['\-]{_LETTER}+)*")
_LAST_WORD = re.compile(rf"{_LETTER}+(?:['\-]{_LETTER}+)*$")
_SENTENCE_END = re.compile(r"[.!?;:。！？；：؟۔।]+[\"'”’»)\]]*(?=\s|$)|[。！？；。]|\n[ \t]*\n")
ABBREVIATION = re.compile(
    r"(?:\b(?:mr|mrs|ms|dr|prof|st|no|nos|nr|art|arts|sec|secs|fig|figs|vs|v|inc|ltd|co|corp|jr|sr|cf|al|pp|p|vol|ch|para|"
    r"approx|dept|est|abs|bzw|ca|hon|gen|gov|rev|einschl|inkl|exkl|zzgl|abzgl|evtl|ggf|bspw|vgl|gem)|\b[^\W\d_])\.$",
    re.IGNORECASE,
)
_NEW_SENTENCE = re.compile(r"[.!?]+[\"'”’»)\]]*\s+(?=[\"'“‘«(\[]*(?P<next>\w))|[。！？।۔]|\n[ \t]*\n")
_NEXT_LINE = re.compile(r"[ \t\r]*\n[ \t\r\n]*[^\W\d_a-z](?=[a-zß-ÿ])")
"""A line of its own that begins with a capital: what stands above it, without a stop, is a heading or an item."""
_LEFT_PHRASE_ENDS = frozenset({"to", "from", "of", "that", "than", "say", "a", "an", "the"})
_NEGATOR_REACH = 4
"""Words looked at before a quote: the negator and at most three that may stand between."""
CLAUSE_REACH = 200
"""Code points looked around an ellipsis at the edge of a quote, within its sentence."""


_FOLDS = dict.fromkeys(map(ord, "’ʼ‘＇"), "'") | dict.fromkeys(map(ord, "\u2010\u2011"), "-")
_UNPOINTED = dict.fromkeys(
    [*range(0x0591, 0x05C8), *range(0x064B, 0x0653), 0x0670, 0x0640, 0x00AD, *range(0x200B, 0x2010), 0x2060, 0xFEFF]
)
_FILLER = " \t\r\n\x0b\x0c\u2028\u2029\xa0\u202f\u2009\u3000*_`"


def fold(text: str) -> str:
    """A text as the word lists are written: lower case, plain apostrophes and hyphens, no points or invisible marks."""
    if text.isascii():
        return text.lower()
    return unicodedata.normalize("NFC", text).casefold().translate(_FOLDS).translate(_UNPOINTED)


def turns_round(omitted: str) -> bool:
    """Whether a left-out stretch holds a negator, an exception or a condition. Linear in its length."""
    folded = fold(omitted)
    for match in _WORD.finditer(folded):
        word = match.group()
        if word in NEGATORS or word in EXCEPTIONS or _NEGATIVE_WORD.search(word):
            return True
        if "-" in word and any(part in NEGATORS for part in word.split("-")):
            return True
        if "'" in word and any(part in NEGATORS for part in word.split("'")):
            return True
        if word.startswith("n'"):
            return True
    if _PHRASE.search(folded):
        return True
    return not folded.isascii() and any(part in folded for part in INFIX)


def joins_sentences(omitted: str) -> bool:
    """Whether what is left out ends one sentence and begins another, so that parts of two would read as one."""
    for match in _NEW_SENTENCE.finditer(omitted):
        following = match["next"]
        if following is not None and (following.islower() or ABBREVIATION.search(omitted[: match.start() + 1])):
            continue
        if any(map(str.isalnum, omitted[match.end() :])):
            return True
    return False


def clause_before(text: str, position: int) -> str:
    """What stands before `position` in its sentence, at most `CLAUSE_REACH` code points."""
    before = text[max(0, position - CLAUSE_REACH) : position]
    ends = [match.end() for match in _SENTENCE_END.finditer(before)]
    return before[ends[-1] :] if ends else before


def clause_after(text: str, position: int) -> str:
    """What follows `position` in its sentence, at most `CLAUSE_REACH` code points."""
    after = text[position : position + CLAUSE_REACH]
    end = _SENTENCE_END.search(after)
    return after[: end.start()] if end else after


def follows_negator(before: str) -> bool:
    """Whether text that continues `before` would stand directly under a negator there.

    `before` is the end of the text so far; a sentence end or other punctuation breaks the tie.
    """
    folded = fold(before).rstrip(_FILLER + "\"'“”‘«(")
    if not folded.isascii() and folded.endswith(LEFT_SUFFIXES):
        return True
    for token in reversed(folded.split()[-_NEGATOR_REACH:]):
        tail = _LAST_WORD.search(token.rstrip(_FILLER))
        if tail is None:
            return False
        word = tail.group()
        if word in NEGATORS or word in LEFT_ONLY or word.endswith("n't") or word.startswith("n'"):
            return True
        if word in _LEFT_PHRASE_ENDS and _LEFT_PHRASE.search(folded):
            return True
        if word not in BETWEEN or tail.start() > 0:
            return False
    return False


def precedes_negator(after: str) -> bool:
    """Whether a negator follows directly, without punctuation, where `after` begins."""
    folded = fold(after).lstrip(_FILLER)
    if not folded.isascii() and folded.startswith(RIGHT_PREFIXES):
        return True
    word = _WORD.match(folded)
    return word is not None and word.group() in RIGHT_NEGATORS


def precedes_condition(after: str) -> bool:
    """Whether `after`, the rest of the sentence, opens with a condition or an exception."""
    if _NEXT_LINE.match(after):
        return False
    folded = fold(after).lstrip(_FILLER + ",\"'“”‘»)(—–-，、،")
    return _CONDITION.match(folded) is not None
