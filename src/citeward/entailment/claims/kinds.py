"""Sentences that claim nothing: greetings, questions, headings, admissions of having found nothing.

They need no support. Because that is a way past the check, a sentence counts as such only where the whole of it has the
form; one that carries a figure or a name, or goes on with "but", is a statement.
"""

from __future__ import annotations

import re
from enum import StrEnum
from functools import lru_cache

from citeward.entailment.reading import read

__all__ = ["ClaimKind", "is_leading", "kind_of_claim"]


class ClaimKind(StrEnum):
    """What a sentence of an answer is."""

    STATEMENT = "statement"
    EMPTY = "empty"
    QUESTION = "question"
    GREETING = "greeting"
    HEADING = "heading"
    ABSTENTION = "abstention"
    """It says that nothing was found or can be said."""
    OFFER = "offer"
    """It speaks of the conversation: an offer to help, an announcement of what follows."""

    @property
    def needs_support(self) -> bool:
        """Whether something is claimed at all."""
        return self is ClaimKind.STATEMENT


_GREETING = re.compile(
    r"(?:hi|hello|hey|good (?:morning|afternoon|evening)|"
    r"dear (?:(?:mr|mrs|ms|dr|prof|sir or)\.? )?\w+|thanks?(?: you)?(?: (?:so|very) much)?(?: for "
    r"(?:asking|your (?:question|message|patience)))?|"
    r"you(?:'|\u2019)re welcome|sure|certainly|great(?: question)?|ok(?:ay)?|best regards|kind regards|good luck)"
    r"(?:,? (?:there|everyone|all|again))?[\s,.!:]*",
    re.IGNORECASE,
)
_WHETHER = "(?:whether|if|what|when|where|which|who|how (?:much|many|long|often))"
"""What may follow "I do not know": "I know no cheaper shop" and "I cannot tell you how good it is" say something."""
_ABSTENTION = re.compile(
    r"(?:(?:sorry|unfortunately|i(?:'m| am) sorry)[,.]? ?(?:but )?)?(?:"
    r"(?:i|we) (?:could not|couldn(?:'|\u2019)t|cannot|can(?:'|\u2019)t|was unable to|were unable to|am unable to|"
    r"are unable to|did not|didn(?:'|\u2019)t) "
    r"(?:(?:find|locate|answer|determine|confirm|verify)\b[^.;]*|"
    rf"tell(?: you)?(?: for (?:sure|certain)| from (?:the|these|this)\b[^.;]*| {_WHETHER}\b[^.;]*)?)|"
    rf"(?:i|we) (?:do not|don(?:'|\u2019)t) (?:know(?: (?:this|that|the answer)| {_WHETHER}\b[^.;]*)?|"
    r"have (?:enough|any|that|this|sufficient) (?:information|context|data|evidence)\b[^.;]*)|"
    r"(?:the |these )?(?:provided |given |available |retrieved )?(?:sources|documents|passages|context|search "
    r"results|materials?) (?:do not|don(?:'|\u2019)t|does not|doesn(?:'|\u2019)t) "
    r"(?:contain|mention|say|provide|include|address|answer|specify)\b[^.;]*|"
    r"(?:no|not enough) (?:relevant |sufficient )?(?:information|sources|evidence|results) (?:was|were|is|are|could "
    r"be) (?:found|available)\b[^.;]*"
    r")[.!]*\s*",
    re.IGNORECASE,
)
_MORE = r"(?:(?:you|any|more|further|other|another|have|questions?|details?|help|about|on|this|that|it|need) ?)*"
_LIST = r"(?:summary|overview|list|answer|breakdown|steps?|(?:main |key )?points?|details|results|sources?|findings)"
_OFFER = re.compile(
    r"(?:(?:please )?(?:let me know if|feel free to ask(?: me)?|do not hesitate to ask|don(?:'|\u2019)t hesitate to "
    rf"ask)(?: (?:if )?{_MORE})?|"
    r"(?:i )?hope (?:this|that) helps(?: you)?|"
    rf"here (?:is|are|(?:'|\u2019)s) (?:a |an |the |some |your )?(?:brief |short |quick )?{_LIST}"
    r"(?: (?:i found|you asked for))?:|"
    r"(?:is there anything else|would you like (?:me )?to)\b[^.;?]*\?|"
    r"(?:the )?(?:following|below|in summary|to summari[sz]e|for example|sources?|references?)[^.;\w]*)[.!?]*\s*",
    re.IGNORECASE,
)
"""Closed forms: what is left open ("let me know when you return it after a year") is room for a claim."""
_LEAD_IN = re.compile(r"^(?:sorry|unfortunately|i(?:'m| am) sorry),? (?:but )?", re.IGNORECASE)
_TURNS = re.compile(r"\b(?:but|however|although|though|except|because|since|while|yet|so that|and)\b", re.IGNORECASE)
_DISGUISED = re.compile(
    r"\b(?:that|evidence|proof|support|reports?|stud(?:y|ies)) (?:that |of |for |against |showing |suggesting "
    r")?(?:the |an? |any )?\w+",
    re.IGNORECASE,
)
"""An admission that says what was not found says something: "no evidence that the drug is unsafe"."""
_LEADING = re.compile(
    r"^(?:did you know|is it not|isn(?:'|\u2019)t it|aren(?:'|\u2019)t|doesn(?:'|\u2019)t|wasn(?:'|\u2019)t|"
    r"weren(?:'|\u2019)t|who would|why (?:did|does|do|is|are|was|were|has|have)|how come)\b|, right\?|"
    r"\b(?:be|true|finds?|found|says?|said|shows?|shown|knows?|known|proves?|proved|confirm(?:s|ed)?|claim(?:s|ed)?|"
    r"agreed?|admit(?:s|ted)?|fact) that\b|"
    r"\b(?:is|are|"
    r"was|were|does|do|did|has|have|had)n(?:'|\u2019)t\b",
    re.IGNORECASE,
)
_LONGEST = 160
"""Code points. What is longer than this says something."""
_HEADING_WORDS = 8


def kind_of_claim(text: str) -> ClaimKind:
    """What ``text``, one sentence or block of an answer, is. In doubt it is a statement.

    >>> [kind_of_claim(t).value for t in ("I could not find this.", "I could not find it, but it costs $5.")]
    ['abstention', 'statement']
    """
    bare = text.strip()
    if not any(char.isalnum() for char in bare):
        return ClaimKind.EMPTY
    return ClaimKind.STATEMENT if len(bare) > _LONGEST else _kind_of_short(bare)


def is_leading(question: str) -> bool:
    """Whether a question tells its answer: "Did you know that entry is free?" """
    return _LEADING.search(question.strip()) is not None


@lru_cache(maxsize=1 << 12)
def _kind_of_short(bare: str) -> ClaimKind:
    """The kind of a text that is short enough to be anything; each stage of an answer's checks asks again."""
    if _GREETING.fullmatch(bare):
        return ClaimKind.GREETING
    kind = _kind_by_form(bare)
    # Reading figures and names costs most, and what has none of the forms below is a statement with or without them.
    return ClaimKind.STATEMENT if kind is ClaimKind.STATEMENT or _says_something(bare) else kind


def _kind_by_form(bare: str) -> ClaimKind:
    if _ABSTENTION.fullmatch(bare) and not _TURNS.search(_LEAD_IN.sub("", bare)) and not _DISGUISED.search(bare):
        return ClaimKind.ABSTENTION
    if _OFFER.fullmatch(bare):
        return ClaimKind.OFFER
    if bare.endswith("?") and bare.count("?") == 1 and "." not in bare and not _LEADING.search(bare):
        return ClaimKind.QUESTION
    if _is_heading(bare):
        return ClaimKind.HEADING
    return ClaimKind.STATEMENT


def _says_something(text: str) -> bool:
    """Whether a figure, a date or a sure name stands in it."""
    reading = read(text)
    if any(not q.weak and not q.ordinal for q in reading.quantities) or reading.dates:
        return True
    return any(name.sure and name.first > 0 for name in reading.names) and not text.endswith("?")


def _is_heading(text: str) -> bool:
    """A few words without a verb's worth of grammar, closed by a colon, or wholly in capitals."""
    words = text.rstrip(":").split()
    if len(words) > _HEADING_WORDS or text.endswith((".", "!", "?")):
        return False
    verbs = {
        "is",
        "are",
        "was",
        "were",
        "has",
        "have",
        "had",
        "will",
        "can",
        "may",
        "must",
        "does",
        "do",
        "did",
        "should",
        "would",
        "could",
        "not",
        "no",
        "never",
    }
    if verbs & {word.lower().strip(",;:()") for word in words}:
        return False
    return text.endswith(":") or (len(words) > 1 and text.isupper())
