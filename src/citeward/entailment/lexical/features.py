"""What can be read off the words of a pair: shares, counts and flags of a claim against its evidence.

Lengths are left out: they tell data sets apart, not truth. Standard library only; linear in the evidence but for a
factor of claim words that the claim's own bound keeps small.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from math import fsum

from citeward.entailment.lexical.vocabulary import (
    CERTAIN,
    CONDITIONS,
    DOWN,
    HEDGES,
    MONTHS,
    NEGATIONS,
    NUMBER_WORDS,
    OPPOSITE,
    SCALES,
    UP,
    WEAK,
)
from citeward.entailment.lexical.words import WORD, content, sentence_spans, stem

__all__ = ["FEATURES", "features"]

FEATURES: tuple[str, ...] = (
    "content share",
    "rare content share",
    "best sentence share",
    "two best sentences share",
    "bigram share",
    "trigram share",
    "longest run share",
    "four letter share",
    "order share",
    "missing words",
    "longest missing word",
    "numbers",
    "number share",
    "missing numbers",
    "names",
    "name share",
    "missing names",
    "negation difference",
    "claim negated",
    "evidence negated",
    "hedges lost",
    "certainty gained",
    "weak words lost",
    "direction conflict",
    "opposites",
    "condition lost",
    "verbatim",
    "missing tail",
    "gap of matched words",
    "months missing",
    "best sentence jaccard",
    "first word found",
    "bigram share in best sentence",
)
"""Names and order of what :func:`features` returns; a model names the features it was trained on and must agree."""

_NAME = re.compile(r"(?<=[a-z,;] )[A-Z][\w'\u2019-]+|\b[A-Z]{2,}\b")
_NUMBER = re.compile(r"\d+(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?|[a-z]+")
_SMALL = re.compile(r"n't|\w+")
_WIDEST_GAP = 20.0


def features(evidence: str, claim: str) -> list[float]:
    """One value per entry of :data:`FEATURES`."""
    raw_claim, raw_evidence = [w.lower() for w in WORD.findall(claim)], [w.lower() for w in WORD.findall(evidence)]
    stems_claim, stems_evidence = [stem(w) for w in raw_claim], [stem(w) for w in raw_evidence]
    words = content(claim)
    wanted, have = set(words), set(stems_evidence)
    missing = wanted - have
    counts = Counter(stems_evidence)
    best, best_set, cover, two = _best_sentence(evidence, wanted)
    best_words = [stem(w) for w in WORD.findall(best)]
    pairs, evidence_pairs = _grams(stems_claim, 2), _grams(stems_evidence, 2)
    matched = _places(stems_claim, best_words)
    return [
        _share(len(wanted) - len(missing), len(wanted)),
        fsum(1 / counts[w] for w in wanted if w in counts) / (fsum(1 / (counts[w] or 1) for w in wanted) or 1.0),
        _share(cover, len(wanted)),
        _share(two, len(wanted)),
        _share(len(pairs & evidence_pairs), len(pairs)),
        _share(len((triples := _grams(stems_claim, 3)) & _grams(stems_evidence, 3)), len(triples)),
        _share(_longest_run(stems_claim, evidence_pairs), len(stems_claim)),
        _share(len((fours := _fours(claim)) & _fours(evidence)), len(fours)),
        _share(_increasing(matched), len(stems_claim)),
        float(min(12, len(missing))),
        float(max((len(w) for w in missing), default=0)),
        *_figures(evidence, claim),
        *_names(claim, raw_evidence, have),
        *_small_words(best, claim),
        float(" ".join(raw_claim) in " ".join(raw_evidence)),
        next((1.0 for w in reversed(words[-2:]) if w in missing), 0.0),
        _mean_gap(matched),
        float(min(2, len((_small(claim) & MONTHS - {"may", "march"}) - set(raw_evidence)))),
        cover / max(1, len(best_set | wanted)),
        float(bool(words) and words[0] in have),
        _share(len(pairs & _grams(best_words, 2)), len(pairs)),
    ]


def _best_sentence(evidence: str, wanted: set[str]) -> tuple[str, set[str], int, int]:
    """The sentence with most of the claim, its words, how many it covers, and how many the best two cover."""
    parts = [evidence[a:b] for a, b in sentence_spans(evidence)] or [""]
    sets = [set(content(part)) for part in parts]
    covers = [wanted & one for one in sets]
    best = max(range(len(parts)), key=lambda i: (len(covers[i]), -len(sets[i])))
    return parts[best], sets[best], len(covers[best]), max(len(covers[best] | cover) for cover in covers)


def _figures(evidence: str, claim: str) -> tuple[float, float, float]:
    said, given = _numbers(claim), _numbers(evidence)
    return float(min(4, len(said))), _share(len(said & given), len(said)), float(min(3, len(said - given)))


def _names(claim: str, raw_evidence: Sequence[str], have: set[str]) -> tuple[float, float, float]:
    names = {name.lower() for name in _NAME.findall(claim)}
    written = set(raw_evidence)
    found = {
        n for n in names if n in written or stem(n) in have or n.removesuffix("'s").removesuffix("\u2019s") in written
    }
    return float(min(6, len(names))), _share(len(found), len(names)), float(min(3, len(names) - len(found)))


def _small_words(best: str, claim: str) -> tuple[float, ...]:
    """Negation, hedges, certainty, quantifiers, direction and conditions of the claim against the best sentence."""
    said, given = _small(claim), _small(best)
    negative, given_negative = len(said & NEGATIONS), len(given & NEGATIONS)
    up, down, given_up, given_down = (bool(a & b) for a in (said, given) for b in (UP, DOWN))
    return (
        float(min(2, abs(negative - given_negative))),
        float(min(2, negative)),
        float(min(2, given_negative)),
        float(min(2, len((given & HEDGES) - said)) if not said & HEDGES else 0),
        float(min(2, len((said & CERTAIN) - given))),
        float(min(2, len((given & WEAK) - said))),
        float((up and given_down and not given_up) + (down and given_up and not given_down)),
        float(min(2, sum(1 for w in said if w in OPPOSITE and w not in given and OPPOSITE[w] & given))),
        float(min(2, len((given & CONDITIONS) - said)) if not said & CONDITIONS else 0),
    )


def _small(text: str) -> set[str]:
    """The lower-case tokens of a text, with ``n't`` as one of its own."""
    return set(_SMALL.findall(text.lower().replace("n\u2019t", "n't").replace("n't", " n't")))


def _numbers(text: str) -> set[float]:
    """The numbers of a text in digits or words, scaled ("1.5 million" is 1,500,000)."""
    found = set[float]()
    tokens = _NUMBER.findall(text.lower())
    for i, token in enumerate(tokens):
        if token[0].isdecimal():
            value = float(token.replace(",", ""))
        elif token in NUMBER_WORDS and token not in ("one", "zero"):
            value = float(NUMBER_WORDS[token])
        else:
            continue
        found.add(value * (SCALES.get(tokens[i + 1], 1.0) if i + 1 < len(tokens) else 1.0))
    return found


def _grams(words: Sequence[str], size: int) -> set[tuple[str, ...]]:
    return {tuple(words[i : i + size]) for i in range(len(words) - size + 1)}


def _fours(text: str) -> set[str]:
    lower = text.lower()
    return {lower[i : i + 4] for i in range(len(text) - 3)}


def _share(part: int, whole: int) -> float:
    """``part`` of ``whole``; 1 where there is nothing to find."""
    return part / whole if whole else 1.0


def _longest_run(stems: Sequence[str], pairs: set[tuple[str, ...]]) -> int:
    """Words of the longest run of the claim whose neighbours are neighbours in the evidence."""
    run = longest = 0
    for i in range(1, len(stems)):
        run = run + 1 if (stems[i - 1], stems[i]) in pairs else 0
        longest = max(longest, run)
    return longest + (longest > 0)


def _places(stems: Sequence[str], best: Sequence[str]) -> list[int]:
    """For each claim word that the best sentence has, where it first stands there."""
    places: dict[str, int] = {}
    for i, word in enumerate(best):
        places.setdefault(word, i)
    return [places[w] for w in stems if w in places]


def _increasing(places: Sequence[int]) -> int:
    """Length of the longest strictly increasing subsequence."""
    tails: list[int] = []
    for place in places:
        at = bisect_right(tails, place - 1)
        tails[at : at + 1] = [place]
    return len(tails)


def _mean_gap(places: Sequence[int]) -> float:
    gaps = [abs(b - a) for a, b in pairwise(places)]
    return float(min(_WIDEST_GAP, sum(gaps) / len(gaps))) if gaps else _WIDEST_GAP
