"""Whether two names of a journal or a conference can be one: abbreviations, acronyms, years, preprint servers."""

from __future__ import annotations

import re
from collections.abc import Sequence

from citeward.references.titles import plain_title, words

__all__ = ["is_preprint_server", "same_venue"]

_FILLER_TEXT = (
    "of the and on in for a an de la le des et und der die das proceedings proc annual international conference conf "
    "workshop symposium journal j transactions trans advances adv ieee cvf acm usenix th st nd rd vol volume series "
    "edition section part national society association"
)
_FILLER = frozenset(_FILLER_TEXT.split())
_PREPRINT_TEXT = (
    "arxiv biorxiv medrxiv chemrxiv psyarxiv socarxiv engrxiv corr ssrn openrxiv preprints preprint techrxiv osf "
    "eartharxiv zenodo hal authorea"
)
_PREPRINT = frozenset(_PREPRINT_TEXT.split())
_ACRONYM = re.compile(r"\b[A-Z][A-Za-z]*[A-Z][A-Za-z]*\b")


def is_preprint_server(venue: str) -> bool:
    """Whether the name is that of a preprint server.

    >>> is_preprint_server("arXiv preprint arXiv:1706.03762"), is_preprint_server("Nature")
    (True, False)
    """
    return not _PREPRINT.isdisjoint(words(plain_title(venue)))


def same_venue(claimed: str, recorded: Sequence[str]) -> bool | None:
    """Whether a claimed venue can be one of the registered ones; None where there is nothing to compare.

    Lenient on purpose: a venue is abbreviated in more ways than can be listed, and it only ever decides between a
    match and a partial one.
    """
    if not claimed.strip() or not recorded:
        return None
    return any(_same(plain_title(claimed), plain_title(venue)) for venue in recorded)


def _same(one: str, other: str) -> bool:
    left, right = words(one), words(other)
    if "".join(left) == "".join(right):
        return True
    core_left, core_right = _core(left), _core(right)
    if not core_left or not core_right:
        return not core_left and not core_right
    if _abbreviates(core_left, core_right) or _abbreviates(core_right, core_left):
        return True
    return _acronym_of(one, left, right) or _acronym_of(other, right, left)


def _core(found: Sequence[str]) -> list[str]:
    return [word for word in found if word not in _FILLER and not any(c.isdigit() for c in word)]


def _abbreviates(short: Sequence[str], long: Sequence[str]) -> bool:
    """Each word begins like the next unused word of the other, in order, and none is left over on the short side."""
    rest = iter(long)
    return all(any(_shortens(word, full) for full in rest) for word in short) and len(short) * 2 >= len(long)


def _shortens(word: str, full: str) -> bool:
    if full.startswith(word) or word.startswith(full):
        return True
    letters = iter(full)  # "natl" for national, "intl" for international
    return len(word) > 2 and word[0] == full[0] and all(c in letters for c in word)


def _acronym_of(text: str, short: Sequence[str], long: Sequence[str]) -> bool:
    if len([word for word in short if not any(c.isdigit() for c in word)]) > 3:
        return False
    candidates = {m[0].casefold() for m in _ACRONYM.finditer(text)} | {w for w in short if 2 < len(w) < 9}
    meaningful = "".join(word[0] for word in long if not word.isdigit())
    return any(c in long or _is_subsequence(c, meaningful) for c in candidates if c not in _FILLER)


def _is_subsequence(short: str, long: str) -> bool:
    letters = iter(long)
    return len(short) > 2 and all(c in letters for c in short)
