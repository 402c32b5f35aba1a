"""What a backend is asked about a claim: the whole of it, its parts, and the facts it joins."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from citeward.entailment.claims import facts_of, parts, without_opener
from citeward.entailment.guards import guard, harmonised
from citeward.entailment.interface import Pair
from citeward.entailment.probability import logit, sigmoid
from citeward.entailment.reading import spelled_out

__all__ = ["joined_score", "questions_of", "questions_of_facts"]


def questions_of(pair: Pair) -> list[Pair]:
    """What a backend is asked about a pair: the whole claim, and each of its parts where it has several.

    Opening phrases are left out and figures and dates put in the source's form first. The cells of a table are told in
    words behind it. Empty where there is no claim.
    """
    if not pair.claim.strip():
        return []
    pieces = [part.text for part in parts(pair.claim)]
    texts = [pair.claim, *(pieces if len(pieces) > 1 else [])]
    return _asked(pair, map(without_opener, texts))


def questions_of_facts(pair: Pair) -> list[Pair]:
    """The facts that a claim only joins, one by one; empty where it joins none, or a guard forbids one of them."""
    facts = facts_of(without_opener(pair.claim))
    return [] if any(guard(pair.source, fact) is not None for fact in facts) else _asked(pair, facts)


def joined_score(scores: Sequence[float]) -> float:
    """The score of a claim from that of the whole (first) and of its parts: logit mean of the whole and the weakest."""
    if len(scores) == 1:
        return scores[0]
    return sigmoid((logit(scores[0]) + logit(min(scores[1:]))) / 2)


def _asked(pair: Pair, texts: Iterable[str]) -> list[Pair]:
    source = spelled_out(pair.source)
    return [replace(pair, source=source, claim=harmonised(pair.source, text)) for text in texts]
