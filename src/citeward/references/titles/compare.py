"""What a claimed title is to a registered one."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from enum import StrEnum
from itertools import islice

from citeward.references.titles.alignment import is_reworded
from citeward.references.titles.labels import derived_from, without_status
from citeward.references.titles.markup import MAX_TITLE_CHARS, plain_title
from citeward.references.titles.title import RecordTitle
from citeward.references.titles.words import keys

__all__ = ["TitleRelation", "compare_titles"]

_CUT = re.compile(r":\s+|\s[–—-]\s|[?!.]\s+|—|;\s+")
_MAX_CUTS = 4
"""Places where a subtitle may begin; a title made of colons is not worth the work."""


class TitleRelation(StrEnum):
    """From the same title to another one; ``closest`` is the first that holds."""

    EQUAL = "equal"
    SHORTENED = "shortened"
    """The claim leaves out what follows the main title."""
    DERIVED = "derived"
    """One is a reply to, a correction of or the data of the other."""
    REWORDED = "reworded"
    EXTENDED = "extended"
    """The claim begins like the record and goes on: another work may be called that."""
    DIFFERENT = "different"


def compare_titles(claimed: str, recorded: Sequence[RecordTitle]) -> TitleRelation:
    """The closest relation of a claimed title to any title the registry has for the record.

    Linear in both titles save for the alignment, which is bounded by :data:`MAX_TITLE_CHARS`.
    """
    ours = plain_title(claimed)
    if len(ours) > MAX_TITLE_CHARS:
        return TitleRelation.DIFFERENT
    relations = {_relation(without_status(ours), title) for title in recorded}
    return next((r for r in TitleRelation if r in relations), TitleRelation.DIFFERENT)


def _relation(ours: str, title: RecordTitle) -> TitleRelation:
    main = without_status(plain_title(title.main))
    whole = f"{main}: {plain_title(title.subtitle)}" if title.subtitle else main
    mine, theirs = keys(ours), keys(main) | keys(whole)
    if not mine or not theirs or len(whole) > MAX_TITLE_CHARS:
        return TitleRelation.DIFFERENT
    if mine & theirs:
        return TitleRelation.EQUAL
    if any(keys(whole[: cut.start()]) & mine for cut in _cuts(whole)):
        return TitleRelation.SHORTENED
    if _derived(ours, mine, main, whole):
        return TitleRelation.DERIVED
    if is_reworded(ours, main) or (whole != main and is_reworded(ours, whole)):
        return TitleRelation.REWORDED
    if any(keys(ours[: cut.start()]) & theirs for cut in _cuts(ours)):
        return TitleRelation.EXTENDED
    return TitleRelation.DIFFERENT


def _cuts(title: str) -> Iterator[re.Match[str]]:
    return islice(_CUT.finditer(title), _MAX_CUTS)


def _derived(ours: str, mine: frozenset[str], main: str, whole: str) -> bool:
    about = derived_from(main)
    if about is not None and (keys(about) | keys(derived_from(whole) or "")) & mine:
        return True
    claimed_about = derived_from(ours)
    if claimed_about is None:
        return False
    return bool(keys(claimed_about) & (keys(main) | keys(whole) | keys(about or "")))
