"""Citation recall and precision of ALCE (Gao et al. 2023, https://aclanthology.org/2023.emnlp-main.398).

``alce`` counts as the paper's published code counts, also where code and prose differ: only the first three markers of
a sentence count, a marker that occurs twice counts twice, an out-of-range marker costs the sentence its recall but
stays out of the precision's denominator (so invented references do not lower precision), ``[0]`` is the last document,
and an answer without a sentence is skipped. ``strict`` keeps the definitions and closes the gaps: every marker counts,
an invented one is a wrong one, and an empty answer scores zero.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from citeward.evaluation.answers import CitedAnswer, CitedSentence, Passage

__all__ = ["Entails", "Score", "alce", "rated", "strict"]

Entails = Callable[[str, str], bool]
"""(premise, hypothesis): whether the one entails the other."""

AT_MOST = 3
"""Citations of one sentence that ``alce`` looks at (``--at_most_citations``)."""


@dataclass(frozen=True, slots=True)
class Score:
    """Shares from 0 to 1 for one answer."""

    recall: float
    """Mean over all sentences: 1 where the cited passages joined entail the sentence, 0 for an uncited one."""
    precision: float
    """Mean over citations: 1 where the sentence is entailed and the citation is not irrelevant to that."""


def alce(answer: CitedAnswer, entails: Entails) -> Score | None:
    """The scores as the paper's code computes them; None where it skips the answer."""
    if not answer.sentences:
        return None
    recall = precise = 0
    total = 0
    for sentence in answer.sentences:
        references = list(sentence.references)
        supported = False
        if references and not any(r >= len(answer.passages) for r in references):
            references = references[:AT_MOST]
            total += len(references)
            supported = entails(_joined(answer.passages, references), sentence.text)
        recall += supported
        precise += _precise(answer.passages, sentence, references, entails) if supported else 0
    return Score(recall / len(answer.sentences), precise / total if total else 0.0)


def strict(answer: CitedAnswer, entails: Entails) -> Score:
    """The same with every reference counted: an invented one is in the denominator and never right."""
    if not answer.sentences:
        return Score(0.0, 0.0)
    recall = precise = total = 0
    for sentence in answer.sentences:
        references = list(sentence.references)
        real = [r for r in references if 0 <= r < len(answer.passages)]
        total += len(references)
        if not references or len(real) < len(references):
            continue
        if entails(_joined(answer.passages, real), sentence.text):
            recall += 1
            precise += _precise(answer.passages, sentence, real, entails)
    return Score(recall / len(answer.sentences), precise / total if total else 0.0)


def _precise(passages: Sequence[Passage], sentence: CitedSentence, references: list[int], entails: Entails) -> int:
    """How many citations of an entailed sentence are not irrelevant: entail it alone, or are missed by the others."""
    if len(references) == 1:
        return 1
    count = 0
    for reference in references:
        if entails(passages[reference].text, sentence.text):
            count += 1
            continue
        others = list(references)
        others.remove(reference)  # the first occurrence alone, as the published code does
        count += not entails(_joined(passages, others), sentence.text)
    return count


def _joined(passages: Sequence[Passage], references: Sequence[int]) -> str:
    return "\n".join(passages[reference].text for reference in references)


def rated(recalls: Sequence[bool], citations: Sequence[int], *, of_supported: Sequence[bool] | None = None) -> Score:
    """The scores of an answer that people have rated.

    Args:
        recalls: per sentence, whether its citations together support it.
        citations: per citation, 2 full, 1 partial, 0 no support.
        of_supported: per citation, whether its sentence was rated supported. Given, a citation counts only then, as in
            ALCE's analysis script; left out, every citation rated 1 or 2 counts, as in its stored answer scores.
    """
    held = [True] * len(citations) if of_supported is None else list(of_supported)
    right = sum(rating > 0 and ok for rating, ok in zip(citations, held, strict=True))
    return Score(sum(recalls) / len(recalls) if recalls else 0.0, right / len(citations) if citations else 0.0)
