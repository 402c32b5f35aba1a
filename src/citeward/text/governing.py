"""What stands in front of a quoted stretch and governs it: a negation, a frame that takes it back, a condition.

"You must not:" governs every item below it, "In no event shall" the whole rest of its sentence, "If the tenant pays
late," what the landlord may do then. Quoted without them, the words say the opposite, or say always what holds
sometimes. A negation that does not reach the stretch is no reason to refuse: one of another sentence, of a clause that
has ended, behind which "but" stands.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from .governing_words import (
    ADVERSATIVES,
    CLITICS,
    COMPLEMENTIZERS,
    CONDITION_ANYWHERE,
    CONJUNCTIONS,
    FINITE,
    FRAMES,
    FRONT_CONDITION,
    FRONT_INVERTED,
    FRONT_WHEN,
    GERMAN_RELATIVES,
    GOVERNORS,
    HARMLESS,
    LEAD_IN,
    LEADS_TO,
    MODAL,
    NEAR_FRAMES,
    PRONOUNS,
    RELATIVES,
    STEMS,
    SUBORDINATORS,
    TURNS,
    UNSPACED_ADVERSATIVES,
    UNSPACED_CONDITION,
    UNSPACED_CONDITION_END,
    UNSPACED_LEAD_IN,
    UNSPACED_NEGATORS,
    UNSPACED_PROHIBITIONS,
    VERBAL_NEGATORS,
    WIDE_NEGATORS,
)
from .heads import heads_of, sentence_before
from .polarity import fold
from .result import QuoteReason

_CLOSED = re.compile(
    r"\([^()]*\)|\[[^\[\]]*\]|（[^（）]*）|“[^“”]*”|„[^„“”]*[“”]|«[^«»]*»|「[^「」]*」|『[^『』]*』|\"[^\"]*\""
)
"""An aside or a quotation that has ended before the stretch: nothing in it governs what follows."""
_WORD = re.compile(r"[^\W\d_]+(?:['-][^\W\d_]+)*")
_UNSPACED = re.compile("[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\u0e00-\u0eff]")
_KANA = re.compile("[\u3040-\u30ff]")
_SEGMENT = re.compile(r"\s*[,،，、]\s*|\s+[–—-]+\s+|\s*—\s*")
_UNSPACED_SEGMENT = re.compile(r"[,，]")
_INTRODUCED = re.compile(r"[:：]")
_CLAUSES = re.compile(r"[;；]")
_OUTER = " \t\r\n\"'“”‘’«»„*_`(["
_STRETCH = 80
"""Code points of the quoted stretch looked at: enough to tell whether it begins a clause of its own."""
_HEAD_WORDS = 10


def governed(text: str, start: int, end: int, sentence: tuple[str, int] | None = None) -> QuoteReason | None:
    """Why `text[start:end]` must not be quoted without what stands in front of it; None when nothing governs it.

    Reads a bounded stretch before `start`: the rest of its sentence, and the lead-ins, headings and heads of row and
    column that it stands under. `sentence` is what `sentence_before` said of `start`, where that is known.
    """
    before, line = sentence or sentence_before(text, start)
    stretch = text[start : min(end, start + _STRETCH)]
    if before and not before.isspace():
        reason = judge(before, stretch)
        if reason is not None:
            return reason
    for head in heads_of(text, line, start):
        if negates(head):
            return QuoteReason.AFTER_NEGATOR
        if supposes(head):
            return QuoteReason.FRONT_CONDITION
    return None


def negates(head: str) -> bool:
    """Whether a lead-in, heading, row head or column head negates or excludes what stands under it."""
    if _UNSPACED.search(head):
        return UNSPACED_LEAD_IN.search(head.strip(" \t:：。")) is not None
    folded = _CLOSED.sub(" ", fold(head))
    return LEAD_IN.search(HARMLESS.sub(" ", folded)) is not None or judge(head, "") is QuoteReason.AFTER_NEGATOR


def supposes(head: str) -> bool:
    """Whether a lead-in states a condition whose items are what is supposed, or complete what follows from it.

    "If you are unsure, do this:" says all of its condition itself, and its items stand on their own.
    """
    if judge(head, "") is not QuoteReason.FRONT_CONDITION:
        return False
    folded = fold(head)
    return _UNSPACED.search(head) is not None or "," not in folded or LEADS_TO.search(folded) is not None


def judge(before: str, stretch: str) -> QuoteReason | None:
    """Whether `before`, the sentence up to the stretch, negates it or makes it depend on something."""
    if _UNSPACED.search(before):
        return _judge_unspaced(_CLOSED.sub("", before), stretch)
    folded = fold(before)
    if not _may_govern(folded):
        return None
    folded, stretch = _CLOSED.sub(" ", folded), fold(stretch).lstrip(_OUTER)
    clauses = _CLAUSES.split(folded)
    if len(clauses) > 1:  # "You must not: (a) smoke; (b) |": the head governs every part; elsewhere ";" ends its reach
        head = _INTRODUCED.split(clauses[0])
        folded = f"{head[0]}: {clauses[-1]}" if len(head) > 1 else clauses[-1]
    segments = _SEGMENT.split(folded)
    if _is_negated(segments, stretch):
        return QuoteReason.AFTER_NEGATOR
    return QuoteReason.FRONT_CONDITION if _is_conditional(segments, stretch) else None


_PUNCTUATION = str.maketrans(dict.fromkeys(',.;:!?()[]{}"“”„«»*_`—–/|', " "))


def _may_govern(folded: str) -> bool:
    """A first, quick look: most sentences hold no word that could govern anything."""
    if "'" in folded:
        return True
    words = set(folded.translate(_PUNCTUATION).split())
    return not (words.isdisjoint(GOVERNORS) and STEMS.isdisjoint([word[:4] for word in words]))


# -- languages that separate words ------------------------------------------------------------------------------------


def _is_negated(segments: list[str], stretch: str) -> bool:
    last = len(segments) - 1
    if NEAR_FRAMES.search(segments[last]) is not None:
        return True
    for index, segment in enumerate(segments):
        plain = HARMLESS.sub(lambda found: " " * len(found.group()), segment)
        if any(not _is_released(segments, index, found, stretch) for found in _negations(plain)):
            return True
    return False


class _Negation(NamedTuple):
    """A negator or frame of a segment: the word ("" for a frame), and what stands before and behind it there."""

    word: str
    before: str
    behind: str


def _negations(segment: str) -> list[_Negation]:
    found = [
        _Negation(match.group(), segment[: match.start()], segment[match.end() :])
        for match in _WORD.finditer(segment)
        if match.group() in WIDE_NEGATORS or match.group().endswith("n't") or match.group().startswith("n'")
    ]
    return found + [
        _Negation("", segment[: match.start()], segment[match.end() :]) for match in FRAMES.finditer(segment)
    ]


def _is_released(segments: list[str], index: int, negation: _Negation, stretch: str) -> bool:
    """Whether a negation of `segments[index]` ends before the stretch."""
    last = len(segments) - 1
    negator, before, behind = negation
    between = [behind, *segments[index + 1 :]]
    if any(word in ADVERSATIVES for part in between for word in _WORD.findall(part)):
        return True
    opening = _WORD.findall(stretch)[:_HEAD_WORDS]
    begins = [_WORD.findall(part)[:1] for part in segments[index + 1 :]] + [opening[:1]]
    if ["however"] in [_WORD.findall(part) for part in segments[index + 1 :]] or any(
        word in TURNS or word in ADVERSATIVES for words in begins for word in words
    ):
        return True
    inside = _WORD.findall(before)
    relative = not RELATIVES.isdisjoint(inside)
    if relative and (index < last or any(map(_is_finite, [*_WORD.findall(behind)[1:], *opening[:1]]))):
        return True  # "users who do not pay must leave and ...": the clause within has ended
    if negator in ("not", "nicht") and _is_reduced(inside, _WORD.findall(behind)):
        return True
    verbal = negator == "" or negator in VERBAL_NEGATORS or negator.endswith("n't")
    if index == last:  # "he did not pay and he left", "must not smoke and must pay": another subject or verb of its own
        words = _WORD.findall(between[-1])
        joined = bool(words) and words[-1] in CONJUNCTIONS and bool(opening)
        return joined and (_is_pronoun(opening[0]) or (verbal and _is_finite(opening[0])))
    own = (_WORD.findall(between[-1]) + opening)[: _HEAD_WORDS + 2]
    if not own or own[0] in COMPLEMENTIZERS:
        return False
    head = _WORD.findall(segments[index])[:2]
    if not SUBORDINATORS.isdisjoint(head) or (index and head and head[0] in RELATIVES | GERMAN_RELATIVES):
        return True
    joined = own[0] in CONJUNCTIONS
    own = own[1:] if joined else own
    if not own:
        return False
    if own[0] in RELATIVES or (own[0] in SUBORDINATORS and own[1:2] != ["well"]) or _describes(negator, behind, own):
        return True
    if _is_finite(own[0]):
        return joined and verbal
    words = _WORD.findall(segments[index])
    if _PAST.search(segments[index]) is not None:  # a story: what happened next is told in the past as well
        return _is_pronoun(own[0]) or any(_is_finite(word) or word.endswith("ed") for word in own[1:])
    return any(map(_is_finite, words)) and (_is_pronoun(own[0]) or any(map(_is_finite, own[1:])))


_PAST = re.compile(
    r"\b(?:did|was|were|had|(?:fail|refus|declin|neglect|omitt|deni|doubt|prevent)ed)\b|\b(?:did|was|were|had)n't\b"
)


def _is_reduced(before: list[str], behind: list[str]) -> bool:
    """Whether a "not" belongs to a participle only: "page not found errors", "those not present"."""
    if not before or not behind or _is_finite(before[-1]) or before[-1] in CONJUNCTIONS | {"to", "or", "be", "been"}:
        return False
    return behind[0].endswith(
        ("ed", "ing", "en", "ent", "able", "found", "paid", "made")
    ) and COMPLEMENTIZERS.isdisjoint(behind)


def _is_finite(word: str) -> bool:
    return word in FINITE or word.endswith(CLITICS)


def _is_pronoun(word: str) -> bool:
    return word.partition("'")[0] in PRONOUNS


def _describes(negator: str, rest: str, own: list[str]) -> bool:
    """Whether the stretch only describes the noun of "no law ..., or | prohibiting ...": it states nothing itself."""
    noun = _WORD.match(rest.lstrip())
    participle = next((word for word in own if word != "or"), "")
    return negator == "no" and noun is not None and not noun.group().endswith("ing") and participle.endswith("ing")


def _is_conditional(segments: list[str], stretch: str) -> bool:
    last = len(segments) - 1
    for index, segment in enumerate(segments):
        head = _INTRODUCED.split(segment)[-1].lstrip(_OUTER)
        if FRONT_CONDITION.match(head) and not _is_finished(segments, index, stretch):
            return True
        if index == 0 and last and FRONT_INVERTED.match(head):
            return True
        if FRONT_WHEN.match(head) and index < last and MODAL.search(stretch):
            return True
    return CONDITION_ANYWHERE.search(segments[last]) is not None


def _is_finished(segments: list[str], index: int, stretch: str) -> bool:
    """Whether what a condition restricts ends before the stretch: "..., but | the rent is due anyway"."""
    later = [word for part in segments[index + 1 :] for word in _WORD.findall(part)]
    return any(word in ADVERSATIVES for word in (*later, *_WORD.findall(stretch)[:1]))


# -- Chinese, Japanese, Korean, Thai ----------------------------------------------------------------------------------


def _judge_unspaced(before: str, stretch: str) -> QuoteReason | None:
    clauses = _CLAUSES.split(before)
    if len(clauses) > 1:
        head = _INTRODUCED.split(clauses[0])
        before = f"{head[0]}：{clauses[-1]}" if len(head) > 1 else clauses[-1]
    japanese = _KANA.search(before + stretch) is not None
    segments = (re.compile(r"[,，、]") if japanese else _UNSPACED_SEGMENT).split(before)
    for index, segment in enumerate(segments):
        body = segment.strip(_OUTER + "：:")
        behind = "".join(segments[index + 1 :]) + stretch[:2]
        opener = body.split("：")[-1]
        if index < len(segments) - 1 and (UNSPACED_CONDITION.match(opener) or UNSPACED_CONDITION_END.search(body)):
            if not UNSPACED_ADVERSATIVES.search(behind):
                return QuoteReason.FRONT_CONDITION
        elif index == len(segments) - 1 and not japanese and UNSPACED_CONDITION.match(opener):
            return QuoteReason.FRONT_CONDITION
        if japanese:
            if len(parts := _INTRODUCED.split(segment)) > 1 and UNSPACED_LEAD_IN.search(parts[0]):
                return QuoteReason.AFTER_NEGATOR
            continue
        here = index == len(segments) - 1
        found = (UNSPACED_NEGATORS if here else UNSPACED_PROHIBITIONS).search(segment)
        if found is not None and not UNSPACED_ADVERSATIVES.search(segment[found.end() :] + behind):
            return QuoteReason.AFTER_NEGATOR
    return None
