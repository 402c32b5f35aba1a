"""What a quote check says: status, spans, reason, tolerances and the nearest passage."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from citeward.model import QuoteStatus


class QuoteReason(StrEnum):
    """Why a quote was not granted. Operators see these; they are stable codes."""

    EMPTY_QUOTE = "empty_quote"
    """Nothing but space, punctuation or ellipses."""
    NO_SOURCE = "no_source"
    """The source is empty or an extraction error message."""
    TOO_SHORT = "too_short"
    """Under the minimum, and not a whole sentence or cell of the source."""
    TOO_LONG = "too_long"
    """More code points or segments than the limits allow."""
    NOT_FOUND = "not_found"
    LIGHT_EDIT = "light_edit"
    """Words differ from the nearest passage."""
    SPLICE = "splice"
    """Parts stand in the source, but not together and without an ellipsis."""
    TYPOGRAPHY = "typography"
    """The letters agree; words are joined or split differently."""
    FOUND_IN_ANOTHER_SOURCE = "found_in_another_source"
    DIGITS_DIFFER = "digits_differ"
    SIGN_DIFFERS = "sign_differs"
    SYMBOL_DIFFERS = "symbol_differs"
    """Currency, percent, degree, comparison, reference or another mark with a meaning."""
    UNIT_DIFFERS = "unit_differs"
    """Units that differ by case only, such as mW and MW."""
    QUESTION_DIFFERS = "question_differs"
    """A question quoted as a statement, or the other way round."""
    DIACRITICS_DIFFER = "diacritics_differ"
    APOSTROPHE_DIFFERS = "apostrophe_differs"
    CUT_WORD = "cut_word"
    CUT_NUMBER = "cut_number"
    CUT_SIGN = "cut_sign"
    """A sign, currency, comparison or the like stands just outside the quote."""
    CUT_UNIT = "cut_unit"
    CUT_MARK = "cut_mark"
    """A combining mark or vowel sign stands just outside the quote."""
    AFTER_NEGATOR = "after_negator"
    """Something in front negates it: directly, as the head of its clause, as the lead-in of its list."""
    BEFORE_NEGATOR = "before_negator"
    FRONT_CONDITION = "front_condition"
    """A condition in front, or the lead-in of the list, restricts it or only supposes it."""
    HALF_A_PAIR = "half_a_pair"
    """A bracket, quotation or aside is left that was not entered, or the other way round."""
    CROSSES_END = "crosses_end"
    """A sentence, paragraph, heading, item or cell ends inside, and the quote does not show it."""
    TRUNCATED_CONDITION = "truncated_condition"
    STRUCK_OUT = "struck_out"
    """The words stand there crossed out: the source no longer says them."""
    ELLIPSIS_SWALLOWED = "ellipsis_swallowed"
    """The quote marks an omission where the source runs on, or has none."""
    OMISSION_NEGATES = "omission_negates"
    """What the ellipsis leaves out negates, excepts or conditions."""
    OMISSION_TOO_LONG = "omission_too_long"
    OUT_OF_ORDER = "out_of_order"
    SEGMENT_TOO_SHORT = "segment_too_short"
    BRACKET_ADDED = "bracket_added"
    """The quote has a bracket the source has not."""
    BRACKET_HIDES_NEGATION = "bracket_hides_negation"
    BRACKET_HIDES_NUMBER = "bracket_hides_number"
    BRACKET_TOO_LONG = "bracket_too_long"
    BRACKET_CHANGES_WORD = "bracket_changes_word"
    TOO_MANY_CANDIDATES = "too_many_candidates"
    """More places to check than the limit; undecided is refused."""


class Tolerance(StrEnum):
    """A difference between quote and source that was allowed."""

    WHITESPACE = "whitespace"
    CASE = "case"
    QUOTE_MARKS = "quote_marks"
    DASHES = "dashes"
    IGNORABLE = "ignorable"
    """Soft hyphens, zero-width characters, direction marks."""
    HYPHENATION = "hyphenation"
    COMPATIBILITY = "compatibility"
    """Ligatures, full-width forms, digits of another script, superscripts written with a caret."""
    COMPOSITION = "composition"
    DIACRITICS = "diacritics"
    """The quote carries no diacritics (or vowel points) at all."""
    PUNCTUATION = "punctuation"
    MARKUP = "markup"
    PAGE_BREAK = "page_break"
    BRACKET = "bracket"


class NearKind(StrEnum):
    """How the nearest passage differs from the quote."""

    LIGHT_EDIT = "light_edit"
    SPLICE = "splice"
    TYPOGRAPHY = "typography"
    OTHER_SOURCE = "other_source"


@dataclass(frozen=True, slots=True)
class DiffOp:
    """One step of a word diff. `op` is "equal", "replace", "delete" or "insert"."""

    op: str
    old: str
    """Words of the first text (the quote), joined by single spaces."""
    new: str
    """Words of the second text (the source), joined by single spaces."""


@dataclass(frozen=True, slots=True)
class NearMiss:
    """The passage that comes closest to a refused quote."""

    kind: NearKind
    span: tuple[int, int]
    """Code points of the source, end exclusive."""
    excerpt: str
    diff: tuple[DiffOp, ...]
    """From the quote to the excerpt."""
    source_id: str | None = None
    """The other source that holds the quote; None for the cited one."""


@dataclass(frozen=True, slots=True)
class QuoteMatch:
    """The verdict on one quote.

    `spans` and `excerpts` run in parallel, one per quoted segment; each span slices the source text to its excerpt.
    """

    status: QuoteStatus
    spans: tuple[tuple[int, int], ...] = ()
    """Code points of the source, end exclusive."""
    excerpts: tuple[str, ...] = ()
    occurrences: int = 0
    """How many places would have been granted, up to the candidate limit."""
    tolerances: tuple[Tolerance, ...] = ()
    reason: QuoteReason | None = None
    nearest: NearMiss | None = None

    @property
    def granted(self) -> bool:
        """Whether the quote was verified or repaired."""
        return self.status is not QuoteStatus.UNVERIFIED


@dataclass(frozen=True, slots=True)
class QuoteLimits:
    """Bounds of one quote check. Lengths are code points unless stated otherwise."""

    min_words: int = 2
    """Words a quote needs, in scripts that separate words; fewer must be a whole sentence or cell."""
    min_width: int = 8
    """Code points a quote needs, wide characters counting double."""
    max_quote: int = 20_000
    """A longer quote is refused: the cost of checking grows with it."""
    max_segments: int = 32
    """Segments between ellipses; stops a quote made of ellipses."""
    max_omission: int = 500
    """What one ellipsis may leave out."""
    max_bracket: int = 80
    """What one editorial bracket may stand for: a bracket written by a model is a wildcard."""
    max_candidates: int = 256
    """Places verified for one segment; beyond it an undecided quote is refused, which keeps repetitive text linear."""


DEFAULT_LIMITS = QuoteLimits()
