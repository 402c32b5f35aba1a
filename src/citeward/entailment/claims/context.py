"""What "it", "they" and "this policy" stand for, as far as rules can honestly tell.

The resolved text is what is judged, cached and recorded. Where two readings are possible nothing is replaced: a claim
that is judged with a pronoun in it may be called uncertain, a claim with the wrong subject would be judged wrongly.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from citeward.entailment.reading import Reading, read
from citeward.entailment.wordlist import words

__all__ = ["LOOK_BACK", "Resolved", "leans", "resolve"]

_VERBS = words(
    "is are was were has have had will would can could may might must shall should does do did became remains "
    "remained began"
)
_FINITE = re.compile(
    r"[a-z]{3,}(?:ed|es)$|(?:rose|fell|grew|won|lost|made|took|gave|came|went|said|found|held|led|left|paid|sold|"
    r"built|wrote|ran|opens|runs|covers|applies|takes|holds|requires|allows|allowed|contains)$"
)
_PRONOUN = re.compile(r"(?:It|They|He|She|This|These)\b(?=\s+\w)")
_POSSESSIVE = re.compile(r"(?:Its|Their|His|Her)\b(?=\s+\w)")
_SOMEBODY = re.compile(r"(?:They|He|She|Their|His|Her)\b(?=\s+\w)")
_POINTED = re.compile(r"(?:This|That|These|Those|The (?:same|latter))\s+([a-z][\w-]+)\b")
_EXPLETIVE = re.compile(
    r"It (?:is|was|has been|seems|appears|follows|turns out)\s+(?:that|to|not|clear|possible|likely|important|"
    r"necessary|unclear|worth|said|known|believed|estimated|\w+ (?:that|to))\b"
)
_SHORT_ANSWER = re.compile(
    r"(?:(?:yes|yeah|yep|indeed|certainly|absolutely|of course|sure|no|nope)[,.!]?\s+)(?:it|they|he|she|that|this)\s+"
    r"(?P<verb>(?:is|are|was|were|can|could|may|must|will|would|should|does|do|did|has|have|had)(?:n['\u2019]t)?)\b"
    r"(?P<rest>[^.;:!?]*)[.!]*",
    re.IGNORECASE,
)
_ASKED = re.compile(
    r"(?:^|[.!?,:]\s+)(?P<verb>is|are|was|were|can|could|may|must|will|would|should|does|do|did|has|have|had)\s"
    r"(?P<rest>[^?.!]+\?)$",
    re.IGNORECASE,
)
_WORDS = re.compile(r"[^\W_]+(?:['\u2019][^\W_]+)*")
LOOK_BACK = 3
"""Claims searched for an antecedent. What was said longer ago is rarely meant."""
_LONGEST = 8
"""Tokens of a subject; a longer one is a sentence of its own."""
_PLURALS = words("children people women men staff police parents everyone")
_FEMALE, _MALE = frozenset({"she", "her"}), frozenset({"he", "his"})


@dataclass(frozen=True, slots=True)
class Resolved:
    """A claim as it is judged."""

    text: str
    antecedent: int | None
    """Index of the claim the replaced words were taken from, negative: of the earlier ones, counted from their end;
    None where nothing was replaced."""
    open: bool
    """Whether a pronoun in subject place was left because nothing, or more than one thing, could be meant."""


def resolve(claims: Sequence[str], earlier: Sequence[str] = ()) -> list[Resolved]:
    """Each claim of an answer, in order, with its opening pronoun replaced where one reading is possible.

    Args:
        claims: as a reader sees them.
        earlier: what went before them, already resolved; the last :data:`LOOK_BACK` of it count.

    >>> [r.text for r in resolve(["The Harbour Act came into force in 1998.", "It applies to ferries."])][1]
    'The Harbour Act applies to ferries.'
    """
    before = list(earlier[-LOOK_BACK:])
    done: list[Resolved] = []
    for claim in claims:
        done.append(_resolve(claim, before[-LOOK_BACK:], len(done)))
        before.append(done[-1].text)
    return done


def _resolve(claim: str, earlier: Sequence[str], index: int) -> Resolved:
    text = claim.lstrip()
    answer = _SHORT_ANSWER.fullmatch(text.rstrip())
    if answer is not None and earlier and earlier[-1].rstrip().endswith("?"):
        said = _answered(earlier[-1], answer)
        return Resolved(claim, None, True) if said is None else Resolved(said, index - 1, False)
    if _EXPLETIVE.match(text):
        return Resolved(claim, None, False)
    pointed = _POINTED.match(text)
    if pointed is not None and not _is_verb(pointed.group(1)):
        return _pointed(text, pointed, earlier, index)
    match = _PRONOUN.match(text) or _POSSESSIVE.match(text)
    if match is None:
        return Resolved(claim, None, False)
    if not earlier:
        return Resolved(claim, None, True)
    subject = _subject(read(earlier[-1]))
    if subject is None or not _agrees(match.group(), subject):
        return Resolved(claim, None, True)
    if _POSSESSIVE.match(text):
        subject += "\u2019" if subject.endswith("s") else "\u2019s"
    return Resolved(subject + text[match.end() :], index - 1, False)


def leans(text: str) -> bool:
    """Whether a sentence opens with a pronoun for somebody named before it: "They receive 25 days of leave"."""
    return _SOMEBODY.match(text.lstrip()) is not None


def _answered(question: str, answer: re.Match[str]) -> str | None:
    """What a short answer says with the subject of its question; None where that cannot be told.

    "Is smoking permitted in the yard?", "Yes, it is permitted": the words the answer repeats tell where the subject of
    the question ends.
    """
    asked = _ASKED.search(question)
    if asked is None:
        return None
    verb, predicate = answer["verb"].lower(), answer["rest"].strip(" .!")
    wanted = [
        word.lower() for word in _WORDS.findall(predicate) if word.lower() not in ("not", "n't", "also", "always")
    ]
    rest = asked["rest"].rstrip("? ")
    if not wanted:
        return None
    found = re.search(rf"\b{re.escape(wanted[0])}\b", rest, re.IGNORECASE)
    if found is None or not rest[: found.start()].strip() or verb.removesuffix("n't") != asked["verb"].lower():
        return None
    subject, told = rest[: found.start()].strip(), rest[found.start() :]
    negated = "n't" in verb or re.match(r"\s*not\b", answer["rest"], re.IGNORECASE)
    # What the answer adds behind the words it repeats is said, too: "..., it is permitted after six".
    words = [word.lower() for word in _WORDS.findall(told)]
    added = predicate if any(word not in words for word in wanted) else told
    return f"{subject[:1].upper()}{subject[1:]} {asked['verb'].lower()}{' not' if negated else ''} {added}."


def _pointed(text: str, match: re.Match[str], earlier: Sequence[str], index: int) -> Resolved:
    """ "This policy": the latest longer phrase that ends in the same noun."""
    noun = re.escape(match.group(1))
    phrase = re.compile(rf"\b((?:[Tt]he|[Aa]n?|[Oo]ur|[Ii]ts)\s+(?:[\w'\u2019-]+\s+){{1,4}}?{noun})\b", re.IGNORECASE)
    for back, claim in enumerate(reversed(earlier)):
        found = {m.group(1) for m in phrase.finditer(claim)}
        if len(found) > 1:
            return Resolved(text, None, True)
        if found:
            words = found.pop().split(maxsplit=1)
            article = "The" if words[0].lower() in ("a", "an", "the") else words[0].capitalize()
            return Resolved(f"{article} {words[1]}{text[match.end() :]}", index - 1 - back, False)
    return Resolved(text, None, True)


def _subject(reading: Reading) -> str | None:
    """The words before the first verb of a sentence, where they are few and one thing."""
    if not reading.sentences:
        return None
    sentence = reading.sentences[-1]
    for i in range(sentence.first, min(sentence.stop, sentence.first + _LONGEST + 1)):
        token = reading.tokens[i]
        if token.barrier and i > sentence.first:
            return None
        if _is_verb(token.lower) and i > sentence.first:
            words = reading.words(sentence.first, i)
            if set(words) & {"of", "in", "for", "with", "on", "at", "that", "which"} and words[0] not in (
                "the",
                "a",
                "an",
            ):
                return None
            text = reading.text[reading.tokens[sentence.first].start : reading.tokens[i - 1].end]
            return (
                None
                if words[0]
                in (
                    "it",
                    "they",
                    "he",
                    "she",
                    "this",
                    "these",
                    "there",
                    "if",
                    "when",
                    "in",
                    "on",
                    "at",
                    "by",
                    "for",
                    "although",
                    "while",
                    "after",
                    "before",
                )
                else text
            )
    return None


def _agrees(pronoun: str, subject: str) -> bool:
    """Whether number and kind do not forbid the pronoun to stand for the subject."""
    words = subject.split()
    plural = " and " in f" {subject.lower()} " or (
        words[-1].endswith("s") and not words[-1].endswith("ss") and not words[-1][0].isupper()
    )
    lower = pronoun.lower()
    if lower in ("they", "their", "these"):
        # "Contractors" opens its sentence, so that its capital tells no name.
        return plural or (len(words) == 1 and (words[0].endswith("s") or words[0].lower() in _PLURALS))
    person = len(words) >= 2 and all(word[0].isupper() for word in words) and words[0].lower() not in ("the", "a", "an")
    if lower in _FEMALE | _MALE:
        return person
    return not plural and not (person and len(words) == 2 and lower == "it" and _looks_personal(words))


def _looks_personal(words: Sequence[str]) -> bool:
    """Two capitalised words without one that only things have: "Marcus Okafor", not "Harbour Act"."""
    things = {
        "act",
        "bank",
        "company",
        "corporation",
        "foundation",
        "group",
        "inc",
        "institute",
        "law",
        "ltd",
        "museum",
        "party",
        "policy",
        "river",
        "university",
        "city",
        "island",
        "bridge",
        "tower",
        "treaty",
    }
    return not any(word.lower().rstrip(".,") in things for word in words)


def _is_verb(word: str) -> bool:
    return word in _VERBS or _FINITE.search(word) is not None
