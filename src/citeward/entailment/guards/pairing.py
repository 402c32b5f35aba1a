"""A claim beside its source: for each sentence of the claim the source sentences that say nearly the same.

Guards that look at one word need to know that the rest of the sentence is the same; this is where that is decided.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import TypeVar

from citeward.entailment.reading import Quantity, Reading, Sentence, matched, read

__all__ = ["MOST_READ", "Case", "Gap", "Pairing", "agreed", "case_of"]

_LONGEST_CLAIM = 120
"""Tokens of a claim sentence that are compared word by word. A longer one is a list, not a statement."""
_LONGEST_SOURCE = 400
"""Tokens of a source sentence. A page without a full stop must not be compared whole for every claim."""
MOST_READ = 200
"""Figures and dates of one claim that are looked up in its source. A table is no claim, and must not cost a product."""
_MOST_SENTENCES = 40
"""Sentences of one claim that are compared with every sentence of the source."""
_MOST_FIGURES = 0.35
"""Share of the tokens of a sentence that may be numbers; more is a table."""
_CLOSE = 0.45
"""Share of the claim's content words a source sentence must have to be compared at all."""
_RIVAL = 0.12
"""A sentence this much worse than the best may still be the one meant."""
_RIVALS = 4
_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class Gap:
    """Words that differ between two matched places; token ranges of claim and source, either may be empty."""

    claim_first: int
    claim_stop: int
    source_first: int
    source_stop: int


@dataclass(frozen=True, slots=True, eq=False)
class Pairing:
    """One sentence of the claim against one of the source. Indices are token indices of the whole texts."""

    claim: Reading
    source: Reading
    claim_sentence: Sentence
    source_sentence: Sentence
    to_source: dict[int, int]
    to_claim: dict[int, int]
    coverage: float
    """Share of the claim sentence's content words that are matched, figures left out."""
    share: float
    """Share of the claim sentence's content words, names among them, that stand in the source sentence in any order."""
    gaps: tuple[Gap, ...]

    def near(self, at: int, reach: int = 4) -> float:
        """How much of the claim around token ``at`` is matched, of ``reach`` tokens on either side, itself left out."""
        sentence = self.claim_sentence
        around = [i for i in range(max(sentence.first, at - reach), min(sentence.stop, at + reach + 1)) if i != at]
        return sum(i in self.to_source for i in around) / len(around) if around else 0.0

    def gap_at(self, at: int) -> Gap | None:
        """The gap that holds claim token ``at``."""
        return next((gap for gap in self.gaps if gap.claim_first <= at < gap.claim_stop), None)

    def source_quantities(self, first: int, stop: int) -> list[Quantity]:
        """The quantities of the source that begin in a token range."""
        return [q for q in self.source.quantities if first <= q.first < stop]


@dataclass(frozen=True, slots=True, eq=False)
class Case:
    """A claim and its source, read and paired."""

    claim: Reading
    source: Reading
    pairings: tuple[tuple[Pairing, ...], ...] = field(default=())
    """For each sentence of the claim the pairings worth comparing, best first; empty where nothing comes close."""


def case_of(source: str, claim: str) -> Case:
    """Reads and pairs. Linear in the source but for the few sentences that are compared word by word."""
    have, said = read(source), read(claim)
    return Case(
        said, have, tuple(tuple(_pairings(said, have, sentence)) for sentence in said.sentences[:_MOST_SENTENCES])
    )


def agreed(case: Case, check: Callable[[Pairing], _T | None]) -> _T | None:
    """What ``check`` finds in every rival pairing of some claim sentence; one that is clean clears the sentence."""
    for rivals in case.pairings:
        first: _T | None = None
        for pairing in rivals:
            found = check(pairing)
            if found is None:
                first = None
                break
            first = first or found
        if first is not None:
            return first
    return None


def _pairings(claim: Reading, source: Reading, sentence: Sentence) -> Iterator[Pairing]:
    if sentence.stop - sentence.first > _LONGEST_CLAIM:
        return
    wanted = {t.stem for t in claim.tokens[sentence.first : sentence.stop] if t.content and not t.lower[0].isdecimal()}
    if len(wanted) < 2:
        return
    figures = {t.stem for t in claim.tokens[sentence.first : sentence.stop] if t.lower[0].isdecimal()}
    rated = []
    for k, stems in enumerate(source.sentence_stems):
        share = len(wanted & stems) / len(wanted)
        if share >= _CLOSE and _is_prose(source, source.sentences[k]):
            rated.append((-share, -len(figures & stems), k))
    rated.sort()
    pairings = [_pair(claim, source, sentence, source.sentences[k]) for _, _, k in rated[: 2 * _RIVALS]]
    pairings.sort(key=lambda p: (-p.coverage, -len(p.to_source)))
    if not pairings:
        return
    best = pairings[0].coverage
    yield from (p for p in pairings[:_RIVALS] if p.coverage >= best - _RIVAL)


def _is_prose(source: Reading, sentence: Sentence) -> bool:
    """Whether a sentence is one: not a page without a full stop, not a row of a table."""
    size = sentence.stop - sentence.first
    if size > _LONGEST_SOURCE:
        return False
    row = source.text.count("|", sentence.start, sentence.end)
    figures = sum(token.lower[0].isdecimal() for token in source.tokens[sentence.first : sentence.stop])
    return row < 2 and figures <= _MOST_FIGURES * size


def _pair(claim: Reading, source: Reading, said: Sentence, given: Sentence) -> Pairing:
    left = [t.stem for t in claim.tokens[said.first : said.stop]]
    right = [t.stem for t in source.tokens[given.first : given.stop]]
    pairs = [(i + said.first, j + given.first) for i, j in matched(left, right)]
    gaps = []
    i0, j0 = said.first, given.first
    for i, j in [*pairs, (said.stop, given.stop)]:
        if i > i0 or j > j0:
            gaps.append(Gap(i0, i, j0, j))
        i0, j0 = i + 1, j + 1
    content = [
        i for i in range(said.first, said.stop) if claim.tokens[i].content and not claim.tokens[i].lower[0].isdecimal()
    ]
    named = {i for name in claim.names if name.sure for i in range(name.first, name.stop)}
    plain = [i for i in content if i not in named]
    content = plain if len(plain) >= 2 else content
    forward = dict(pairs)
    coverage = sum(i in forward for i in content) / len(content) if content else 0.0
    wanted = {t.stem for t in claim.tokens[said.first : said.stop] if t.content}
    share = len(wanted & set(right)) / len(wanted) if wanted else 0.0
    return Pairing(claim, source, said, given, forward, {j: i for i, j in pairs}, coverage, share, tuple(gaps))
