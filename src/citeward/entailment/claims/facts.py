"""The facts that a sentence joins and no more than joins: each as a sentence of its own, its subject carried along.

"The trial lasted 24 weeks and included 412 adults" says two things. It says a third where one is told as the ground,
the time or the condition of the other; such a sentence is not taken apart, and neither is one whose opening or end may
hold for both: "In Berlin, ... and ...", "... and ... if it rains".
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import islice

from citeward.entailment.claims.context import resolve
from citeward.entailment.claims.parts import is_verb, stands_alone
from citeward.entailment.reading import Token, read, tokens_of
from citeward.entailment.wordlist import words

__all__ = ["facts_of"]

_JOINT = re.compile(r";\s+(?:and\s+|but\s+)?|,?\s+(?:and|but|whereas)\s+(?:also\s+)?|,\s+while\s+")
_BINDING = words(
    "accordingly as because before both consequently either except hence however if instead neither nor only otherwise "
    "or provided respectively since so than then thereby therefore though although thus unless until when where "
    "whether while which who whose that same each every together without meaning"
)
"""Words that tie one fact to another, or say of which of them something holds."""
_JOINING = words("while")
"""One of them that a joint is made with, and ties nothing there."""
_OPENING = words(
    "in on at by for from with under during after within to of as over per into about against among between through"
)
"""What opens a phrase in front of a sentence that may hold for all of it."""
_HELPING = words("is are was were be been has have had")
_MODAL = words("will would can could may might must shall should")
_PARTICIPLE = re.compile(
    r"[a-z]{3,}(?:ed|en)$|(?:sold|built|made|paid|held|kept|sent|found|cut|put|set|shown|led|met)$"
)
_MOST = 6
"""Facts of one sentence."""
_LONGEST = 600
"""Code points. A longer sentence is a list of things."""
_SUBJECT = 8
"""Tokens of a subject."""


def facts_of(text: str) -> tuple[str, ...]:
    """The facts of a text that are only joined, in order; empty where there are fewer than two, or it cannot be told.

    >>> facts_of("The trial lasted 24 weeks and included 412 adults.")
    ('The trial lasted 24 weeks', 'The trial included 412 adults.')
    >>> facts_of("The trial stopped because it lasted too long and included nobody.")
    ()
    """
    found: list[str] = []
    for sentence in read(text).sentences:
        told = _of_sentence(text[sentence.start : sentence.end])
        if not told or len(found) + len(told) > _MOST:
            return ()
        found += told
    return tuple(found) if len(found) > 1 else ()


def _of_sentence(text: str) -> Sequence[str]:
    """The facts of one sentence; none where it cannot be told what it joins."""
    joints = list(_JOINT.finditer(text)) if len(text) <= _LONGEST else []
    if not joints:
        return (text,)
    first = next(tokens_of(text), None)
    said = [token.lower for token in tokens_of(_JOINT.sub(" ; ", text))]
    if first is None or first.lower in _OPENING or not _BINDING.isdisjoint(said):
        return (text,)
    found = [text]
    for joint in joints:
        # The last piece is cut again; what stands behind the joint has to say something by itself.
        head, rest = found[-1][: len(found[-1]) - (len(text) - joint.start())], text[joint.end() :]
        if not stands_alone(head):
            continue
        whole = _whole(head, rest)
        if whole is not None:
            found[-1:] = [head.rstrip(" ,;"), whole]
    return found


def _whole(head: str, rest: str) -> str | None:
    """What stands behind a joint as a sentence; None where it is none, or it cannot be told what it says it of."""
    begin = list(islice(tokens_of(rest), 1))
    if not begin:
        return None
    if is_verb(begin[0].lower, fine=True) and not rest[:1].isupper():
        subject = _subject(head, begin[0].lower)
        return None if subject is None else f"{subject} {rest}"
    if begin[0].lower.endswith("ing") or not stands_alone(rest[:1].upper() + rest[1:]):
        return None
    one = resolve([rest[:1].upper() + rest[1:]], [head])[0]
    if one.open:
        return None
    return rest if one.antecedent is None else one.text


def _subject(head: str, verb: str) -> str | None:
    """The words in front of the first verb of a sentence, with that verb where another only goes on with it.

    "It was built in May and sold in June": it was sold.
    """
    last: Token | None = None
    for k, token in enumerate(islice(tokens_of(head), _SUBJECT + 1)):
        if k and is_verb(token.lower, fine=False):
            if last is None:
                return None
            helps = token.lower in _MODAL or (token.lower in _HELPING and _PARTICIPLE.match(verb) is not None)
            helps = helps and verb not in _MODAL and verb not in _HELPING
            return head[: token.end if helps else last.end]
        if k and token.barrier:
            return None
        last = token
    return None
