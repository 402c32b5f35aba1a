"""How two titles that are not equal differ: reworded, or about something else.

Nothing here can turn a difference into a match; it only separates a work cited sloppily from another work.
"""

from __future__ import annotations

from collections.abc import Iterator

from rapidfuzz import fuzz
from rapidfuzz.distance import Levenshtein

from citeward.references.titles.words import FUNCTION_WORDS, content_words, words

__all__ = ["is_reworded"]

_TYPO_RATIO = 84.0
"""Of 100; one slip in a word of six letters."""
_NEGATIONS = frozenset(("no", "not", "non", "without", "never", "nor", "against", "anti", "versus", "vs"))
_OPPOSED = ("un", "in", "im", "ir", "non", "anti", "hypo", "hyper", "de", "dis", "a", "pre", "post", "sub", "super")
_MIN_KEPT = 0.5
"""Share of the longer title's content words that must stand in both."""
_LONG_TITLE = 8
"""Content words from which one exchanged word no longer makes another work of it."""


def is_reworded(claimed: str, recorded: str) -> bool:
    """Whether a claimed title is a sloppy form of the recorded one: typos, abbreviations, dropped or reordered words.

    Args:
        claimed: plain title.
        recorded: plain title, not equal to the first.
    """
    ours, theirs = words(claimed), words(recorded)
    if not ours or not theirs:
        return False
    if sorted(ours) == sorted(theirs) or _is_beginning(ours, theirs):
        return True
    kept = exchanged = 0
    for left, right in _stretches(ours, theirs):
        if left == right:
            kept += len(content_words(left))
        elif _same_meaning(left, right):
            kept += max(len(content_words(left)), len(content_words(right)))
        elif _NEGATIONS & {*left, *right} or _digits(left) != _digits(right) or _any_opposed(left, right):
            return False
        elif content_words(left) and content_words(right):
            exchanged += max(len(content_words(left)), len(content_words(right)))
    longer = max(len(content_words(ours)), len(content_words(theirs)))
    allowed = 1 if longer >= _LONG_TITLE else 0
    return exchanged <= allowed and kept >= _MIN_KEPT * longer


def _stretches(ours: tuple[str, ...], theirs: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], tuple[str, ...]]]:
    """Equal and differing stretches in turn; neighbouring changes are one, or an acronym would face half its words."""
    source = target = 0
    for op in Levenshtein.opcodes(ours, theirs):
        if op.tag == "equal":
            if op.src_start > source or op.dest_start > target:
                yield ours[source : op.src_start], theirs[target : op.dest_start]
            yield ours[op.src_start : op.src_end], theirs[op.dest_start : op.dest_end]
            source, target = op.src_end, op.dest_end
    if len(ours) > source or len(theirs) > target:
        yield ours[source:], theirs[target:]


def _digits(found: tuple[str, ...]) -> list[str]:
    return sorted(word for word in found if any(c.isdigit() for c in word))


def _same_meaning(left: tuple[str, ...], right: tuple[str, ...]) -> bool:
    if not content_words(left) and not content_words(right):
        return not _NEGATIONS & {*left, *right}
    one, other = "".join(left), "".join(right)
    if one == other:
        return True
    if len(left) == 1 and _abbreviates(left[0], right):
        return True
    if len(right) == 1 and _abbreviates(right[0], left):
        return True
    return len(left) == len(right) and all(_is_typo(a, b) for a, b in zip(left, right, strict=True))


def _abbreviates(short: str, long: tuple[str, ...]) -> bool:
    initials = "".join(word[0] for word in long if word not in FUNCTION_WORDS)
    every = "".join(word[0] for word in long)
    return len(long) > 1 and short.removesuffix("s") in (initials, every, initials.removesuffix("s"))


def _is_typo(one: str, other: str) -> bool:
    if one == other:
        return True
    if _digits((one,)) or _digits((other,)) or _is_opposed(one, other):
        return False
    return fuzz.ratio(one, other) >= _TYPO_RATIO


def _any_opposed(left: tuple[str, ...], right: tuple[str, ...]) -> bool:
    return any(_is_opposed(a, b) for a, b in zip(left, right, strict=False))


def _is_opposed(one: str, other: str) -> bool:
    """Oxygenated and deoxygenated, hypo- and hypertension: close in letters, far in meaning."""
    if any(one == prefix + other or other == prefix + one for prefix in _OPPOSED):
        return True
    stems = [(p, one[len(p) :]) for p in _OPPOSED if one.startswith(p)]
    return any(other == q + stem for p, stem in stems for q in _OPPOSED if p != q)


def _is_beginning(ours: tuple[str, ...], theirs: tuple[str, ...]) -> bool:
    return theirs[: len(ours)] == ours and len(content_words(ours)) > 1
