"""Titles: markup away, words folded, one relation between a claimed title and a registered one."""

from __future__ import annotations

from citeward.references.titles.compare import TitleRelation, compare_titles
from citeward.references.titles.labels import derived_from, is_marked_retracted, without_status
from citeward.references.titles.markup import MAX_TITLE_CHARS, plain_title
from citeward.references.titles.title import RecordTitle
from citeward.references.titles.words import content_words, keys, words

__all__ = [
    "MAX_TITLE_CHARS",
    "RecordTitle",
    "TitleRelation",
    "compare_titles",
    "content_words",
    "derived_from",
    "is_marked_retracted",
    "keys",
    "plain_title",
    "without_status",
    "words",
]
