"""The gap rules: which differences between two compared letters change nothing.

Where quote and source agree letter by letter, only the gaps between letters can differ. A gap is read as a list of
*significant* marks (signs, currency, comparison, ...) in an environment of marks that carry no meaning of their own.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import NamedTuple

from .letters import LETTERS, Kind
from .result import QuoteReason, Tolerance
from .scripts import is_hangul, is_unspaced
from .units import SYMBOL_UNITS

APOSTROPHES = "'’‘ʼʻ＇`´′‛"
QUOTE_MARKS = '"“”„‟«»‹›「」『』〝〞〟＂″‚❝❞❛❜'
HYPHENS = "-\u2010\u2011\u00ad\ufe63\uff0d"
_DASHES = "–‒−"
_LONG_DASHES = "—―⸺⸻﹘"
BULLETS = "•◦▪●‣⁃■□○◆◇►▶▸·※†‡¶\uf0b7\uf0a7\uf0d8\uf076"
_NOTICES = "©®™℠"
EMPHASIS = "*`"
QUESTION = "?？؟⁇\u037e"

_FOLDS = (
    dict.fromkeys(map(ord, APOSTROPHES), "'")
    | dict.fromkeys(map(ord, QUOTE_MARKS), '"')
    | dict.fromkeys(map(ord, HYPHENS + _DASHES), "-")
    | dict.fromkeys(map(ord, _LONG_DASHES), "—")
    | dict.fromkeys(map(ord, QUESTION), "?")
    | dict.fromkeys(map(ord, "。｡．"), ".")
    | dict.fromkeys(map(ord, "、，､،﹐"), ",")
    | {ord("："): ":", ord("；"): ";", ord("؛"): ";", ord("！"): "!", ord("％"): "%", ord("٪"): "%"}
    | {ord("…"): "…", ord("⋯"): "…", ord("≤"): "<=", ord("≥"): ">=", ord("≠"): "!=", ord("→"): "->", ord("\u00ad"): ""}
)
ELLIPSIS = re.compile(r"[\[(]\s*(?:\.[ \xa0]?){2,}\.?\s*[\])]|\.(?:[ \xa0]?\.){2,}|[\[(]\s*…+\s*[\])]|‥|…(?:\s*…|\.)*")
_LINE_MARKUP = re.compile(
    r"(?<=\n)[ \t]*(?:(?:>(?:[ \t]+|(?=[^\d\s])))+|#{1,6}[ \t]+|[-*+][ \t]+|(?:=+|-+)[ \t]*(?=\n))"
)
_LINE_HYPHEN = re.compile(r"[-\u2010\u2011\u00ad][ \t\r]*[\n\x0c\u2028][\s]*")
_SPLIT_WORD = re.compile(
    r"[-\u2010\u2011\u00ad\u00ac][ \t\xa0]+|[ \t\xa0]+[-\u2010\u2011\u00ad\u00ac]|\u00ac\s*|\u00ad\s+"
)
"""A word broken where the line once ended, the lines since joined; "¬" is a soft hyphen read as the wrong character."""
_SUSPENDED_WORDS = "and or und oder bzw bis et ou y o e to nor sowie en of och eller og i lub и или"
_SUSPENDED = frozenset(_SUSPENDED_WORDS.split())
_RAISED_UNITS = frozenset({"m", "cm", "mm", "dm", "km", "ft", "in", "yd", "mi"})
_LOST_BEFORE_WORDS = """
    from with that this which where were have been their they these those into would could should shall and the was are
    has had for than then when who
    """
_LOST_BEFORE = frozenset(_LOST_BEFORE_WORDS.split())
"""Words before which extraction may lose a space without making another word: none of them ends an English word of
which the rest is one."""
_LOST_BETWEEN_WORDS = "of in to on by at is as an for and the that with from"
_LOST_BETWEEN = frozenset(_LOST_BETWEEN_WORDS.split())
_NOTED = 4
"""Letters of the shortest word whose raised number is a note's; r and sin are raised to a power."""

_SPACE = re.compile(r"\s+")
_SIGNIFICANT = frozenset("%‰‱°§<>=±×÷~&@^+$?")


@lru_cache(maxsize=4096)
def fold_gap(raw: str) -> str:
    """A gap with its typography folded: kinds of space, quotation marks, dashes, ellipses, full-width forms."""
    if raw in (" ", ""):
        return raw
    text = raw
    if not text.isascii():
        text = "".join(char for char in text if LETTERS[char].kind is not Kind.IGNORABLE or char == "\u00ad")
    if "\n" in text:
        text = _LINE_MARKUP.sub("", text)
    text = ELLIPSIS.sub("…", text).translate(_FOLDS)
    if not text.isascii():
        text = "".join(
            unicodedata.normalize("NFKC", char) if unicodedata.category(char)[0] in "PZ" and char != "…" else char
            for char in text
        )
    return _SPACE.sub(" ", text).replace("--", "—")


@lru_cache(maxsize=4096)
def significant_marks(folded: str, left: str, right: str) -> tuple[str, ...]:
    """The marks of a folded gap that mean something, in order. `left` and `right` are the letters around it, or ""."""
    found: list[str] = []
    last = len(folded) - 1
    for index, char in enumerate(folded):
        attached_left = index == 0 and left != ""
        attached_right = index == last and right != ""
        if char in _SIGNIFICANT:
            found.append(char)
        elif char == "-":
            if right.isdigit() and not left.isdigit() and not folded[index + 1 :].strip(" -"):
                found.append("hyphen" if attached_left and attached_right else "sign")
        elif char == ".":
            if attached_right and right.isdigit() and not attached_left:
                found.append("point")
        elif char == "(":
            if attached_right and right.isdigit():
                found.append("(")
        elif char == "#":
            if attached_left or (attached_right and right.isdigit()):
                found.append("#")
        elif char == "!":
            if (attached_right and not attached_left) or folded[index + 1 : index + 2] == "=":
                found.append("!")
        elif char not in " ,;:'\"—/\\_*`|)[]{}…" and char not in BULLETS and char not in _NOTICES:
            category = unicodedata.category(char)
            if category in ("Sc", "Sm", "So", "No", "Nl", "Cs", "Co", "Cc") or category[0] == "L":
                found.append(char)
    return tuple(found)


def _tight(folded: str) -> str:
    """A gap between digits: every dash is a hyphen, spaced on both sides or on neither; emphasis stays."""
    tight = folded.replace("—", "-")
    return "-" if tight == " - " else tight


def difference(old: str, new: str) -> frozenset[Tolerance]:
    """Name what differs between two gaps that were judged equal enough."""
    found: set[Tolerance] = set()
    if _SPACE.sub(" ", old) == _SPACE.sub(" ", new):
        return frozenset({Tolerance.WHITESPACE})
    pool = set(old) ^ set(new)
    for char in pool:
        if char.isspace():
            found.add(Tolerance.WHITESPACE)
        elif char in APOSTROPHES or char in QUOTE_MARKS:
            found.add(Tolerance.QUOTE_MARKS)
        elif char in HYPHENS or char in _DASHES or char in _LONG_DASHES:
            found.add(Tolerance.IGNORABLE if char == "\u00ad" else Tolerance.DASHES)
        elif LETTERS[char].kind is Kind.IGNORABLE:
            found.add(Tolerance.IGNORABLE)
        elif char in EMPHASIS or char in "_#>|":
            found.add(Tolerance.MARKUP)
        elif char == "\x0c":
            found.add(Tolerance.PAGE_BREAK)
        else:
            found.add(Tolerance.PUNCTUATION)
    return frozenset(found or {Tolerance.PUNCTUATION})


class Around(NamedTuple):
    """The letters beside a gap ("" at the ends of a text) and the words they belong to."""

    left: str
    right: str
    word_before: str
    word_after: str


def judge_gap(source: str, quote: str, around: Around) -> frozenset[Tolerance] | QuoteReason:
    """Compare one gap of the source with the same gap of the quote.

    Returns:
        The tolerances under which they are equal, or the reason why they are not.
    """
    old, new = fold_gap(source), fold_gap(quote)
    left, right, word_before, word_after = around
    digits = left.isdigit(), right.isdigit()
    if all(digits):
        return _judge_digits(source, quote, old, new, word_after)
    if quote == "" and left.isalpha() and right.isalpha() and _SPLIT_WORD.fullmatch(source):
        # "treat- ment" on one line; "pre- and post-war" suspends its hyphen and breaks no word
        return QuoteReason.TYPOGRAPHY if word_after in _SUSPENDED else frozenset({Tolerance.HYPHENATION})
    if {old, new} == {"^", ""} and right in "23" and word_before.lstrip("0123456789") in _RAISED_UNITS:
        return frozenset({Tolerance.COMPATIBILITY})
    if (
        right.isdigit()
        and "^" in old
        and old.replace("^", "", 1) == new
        and (new or not left or len(word_before) >= _NOTED)
    ):
        # Another reader runs note 1 on to "areas" ("areas1"); on to a number it would be another number, see above.
        return frozenset({Tolerance.COMPATIBILITY})
    if new.count("…") > old.count("…"):
        return QuoteReason.ELLIPSIS_SWALLOWED
    if new.count("[") > old.count("[") or new.count("]") > old.count("]"):
        return QuoteReason.BRACKET_ADDED
    here, there = significant_marks(old, left, right), significant_marks(new, left, right)
    if here != there:
        return _reason_of(here, there)
    bare_old, bare_new = (text.translate({ord("*"): None, ord("`"): None}) for text in (old, new))
    if (bare_old == "") != (bare_new == ""):
        return _judge_joint(source, quote, bare_old or bare_new, around)
    if old == new or bare_old == bare_new:
        return difference(source, quote)
    if any(digits):
        return _judge_beside_digit(bare_old, bare_new, around) or difference(source, quote)
    if ("'" in (bare_old, bare_new)) and bare_old != bare_new:
        return QuoteReason.APOSTROPHE_DIFFERS
    if ("/" in bare_old) != ("/" in bare_new) and _in_unit(word_before, word_after):
        return QuoteReason.UNIT_DIFFERS
    if ("_" in (bare_old, bare_new)) and not (" " in bare_old and " " in bare_new):
        return QuoteReason.TYPOGRAPHY
    return difference(source, quote)


def _reason_of(old: tuple[str, ...], new: tuple[str, ...]) -> QuoteReason:
    changed = set(old) ^ set(new)
    if changed & {"sign", "+", "±", "point", "hyphen", "("}:
        return QuoteReason.SIGN_DIFFERS
    return QuoteReason.QUESTION_DIFFERS if changed == {"?"} else QuoteReason.SYMBOL_DIFFERS


def _judge_digits(source: str, quote: str, old: str, new: str, word_after: str) -> frozenset[Tolerance] | QuoteReason:
    broken_old = _tight(fold_gap(_LINE_HYPHEN.sub("-", source)))
    broken_new = _tight(fold_gap(_LINE_HYPHEN.sub("-", quote)))
    if _tight(old) == _tight(new) or broken_old == broken_new:
        return difference(source, quote)
    if old.strip() == "|" and new == " " and len(word_after) != 3:
        return frozenset({Tolerance.MARKUP})  # two cells of a row; a group of three could be read as one number
    return QuoteReason.DIGITS_DIFFER


def _judge_joint(source: str, quote: str, only: str, around: Around) -> frozenset[Tolerance] | QuoteReason:
    """One side has the letters joined, the other has `only` between them."""
    left, right, word_before, word_after = around
    if left.isalpha() and right.isalpha():
        for side in (source, quote):
            if side and _LINE_HYPHEN.fullmatch(side.strip(" \t")):
                return frozenset({Tolerance.HYPHENATION})
        if only == "." and len(word_before) == 1 and len(word_after) == 1:
            return frozenset({Tolerance.PUNCTUATION})
        if only == " " and "\n" in (source + quote) and is_hangul(left) and is_hangul(right):
            return frozenset({Tolerance.WHITESPACE})
        if source == "" and only == " " and _lost_a_space(word_before, word_after):
            return frozenset({Tolerance.WHITESPACE})
    if is_unspaced(left) or is_unspaced(right):
        if only == " ":
            return frozenset({Tolerance.WHITESPACE})
        if is_unspaced(left) and is_unspaced(right):
            return difference(source, quote)
    if left.isdigit() or right.isdigit():
        return QuoteReason.DIGITS_DIFFER
    if "'" in only:
        return QuoteReason.APOSTROPHE_DIFFERS
    return QuoteReason.TYPOGRAPHY


def _lost_a_space(before: str, after: str) -> bool:
    """Whether a word the source has in one piece is two that extraction ran together: "removedfrom", "ofthe"."""
    if before in _LOST_BETWEEN:
        return after in _LOST_BETWEEN
    return len(before) >= 4 and after in _LOST_BEFORE


def _judge_beside_digit(old: str, new: str, around: Around) -> frozenset[Tolerance] | QuoteReason | None:
    """Exactly one of the letters is a digit, and both sides have something between them.

    None says that the two are equal but for space and punctuation.
    """
    if (" " in old and " " in new) or old.replace(" ", "") == new.replace(" ", "") != "-":
        return None  # "p<0.05" and "p < 0.05"
    spaced, tight = (old, new) if " " in old else (new, old)
    if around.left.isdigit():  # "5-year" and "5 year", but not "10-K" and "10 K"
        if tight == "-" and spaced == " " and len(around.word_after) >= 3:
            return frozenset({Tolerance.DASHES})
    elif tight == "." and spaced in (" ", ". "):  # "No.5"
        return frozenset({Tolerance.PUNCTUATION})
    if " " not in spaced and tight.replace("—", "-") == spaced.replace("—", "-"):
        return None
    return QuoteReason.DIGITS_DIFFER


def _in_unit(word_before: str, word_after: str) -> bool:
    return any(len(word) == 1 or word.lower() in SYMBOL_UNITS for word in (word_before, word_after))
