"""Answers that people have rated, sentence by sentence: what their ratings amount to, and whether a model agrees.

Two shapes are read: a list of ALCE's human evaluation (``sentences`` with ``citations`` and ``human_recall``), and
lines of answers with numbered ``docs`` and sentences that carry ``markers`` and a ``recall_label``.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from citeward.entailment import Support, SupportState
from citeward.errors import RowError
from citeward.evaluation.alce import Score, rated
from citeward.evaluation.answers import CitedAnswer, CitedSentence, Passage
from citeward.evaluation.evaluate import Judged
from citeward.evaluation.lines import objects
from citeward.evaluation.ranking import auroc

__all__ = ["Agreement", "RatedAnswer", "agreement", "is_rated", "items_of", "read_rated"]

_MARKERS = re.compile(r"\s*\[\d{1,4}(?:\s*[,;]\s*\d{1,4})*\]")
"""The markers of a sentence, which are no part of what it says: "[1]" would be a figure that no source has."""


@dataclass(frozen=True, slots=True)
class RatedAnswer:
    """An answer, and what people said of it."""

    answer: CitedAnswer
    supported: tuple[bool | None, ...]
    """Per sentence, whether its citations together support it; None where nobody said."""
    people: Score | None = None
    """The scores its ratings amount to."""
    stored: Score | None = None
    """The scores that came with it."""


@dataclass(frozen=True, slots=True)
class Agreement:
    """How often a model says of a cited sentence what people say of it."""

    sentences: int
    accuracy: float
    """Share of the sentences on which both agree; what the model calls uncertain it does not call supported."""
    auroc: float
    """Whether its scores put the supported sentences above the others; nan where all are alike."""
    passed_of_unsupported: float
    kept_of_supported: float


def is_rated(row: object) -> bool:
    """Whether an item is of one of the two shapes."""
    return isinstance(row, dict) and isinstance(row.get("sentences"), list) and "chunks" not in row


def read_rated(rows: Iterable[dict[str, Any]]) -> list[RatedAnswer]:
    """Reads items of either shape.

    Raises:
        RowError: an item is of neither; the message names its number.
    """
    found = []
    for number, row in enumerate(rows, 1):
        try:
            found.append(_numbered(row) if isinstance(row.get("docs"), dict) else _alce(row))
        except (KeyError, TypeError, ValueError, AttributeError) as problem:
            detail = f"is no rated answer ({type(problem).__name__}: {problem})"
            raise RowError(f"item {number}", detail, "See docs/support.md for the shapes.") from problem
    return found


def _alce(row: dict[str, Any]) -> RatedAnswer:
    passages: list[Passage] = []
    sentences: list[CitedSentence] = []
    for sentence in row["sentences"]:
        first = len(passages)
        passages += (Passage(f"Title: {c['title']}\n{c['text']}") for c in sentence["citations"])
        sentences.append(CitedSentence(str(sentence["text"]), tuple(range(first, len(passages)))))
    recalls = [bool(sentence["human_recall"]) for sentence in row["sentences"]]
    ratings = [int(c["human_precision"]) for sentence in row["sentences"] for c in sentence["citations"]]
    stored = Score(float(row["overall_recall_score"]), float(row["overall_precision_score"]))
    answer = CitedAnswer(str(row.get("id", "")), tuple(sentences), tuple(passages))
    return RatedAnswer(answer, tuple(recalls), rated(recalls, ratings), stored)


def _numbered(row: dict[str, Any]) -> RatedAnswer:
    places = {int(key): place for place, key in enumerate(row["docs"])}
    passages = tuple(Passage(str(document["text"])) for document in row["docs"].values())
    sentences, labels = [], []
    for sentence in row["sentences"]:
        references = tuple(places.get(int(marker), len(passages)) for marker in sentence["markers"])
        sentences.append(CitedSentence(_MARKERS.sub("", str(sentence["text"])).strip(), references))
        label = sentence.get("recall_label")
        labels.append(None if label is None else bool(label))
    return RatedAnswer(CitedAnswer(str(row.get("id", "")), tuple(sentences), passages), tuple(labels))


def agreement(answers: Sequence[RatedAnswer], support: Support) -> Agreement | None:
    """Compares a model with people on the sentences that cite something; None where none was rated.

    Raises:
        CheckFailed: the model did not answer.
    """
    scores: list[float] = []
    passed: list[bool] = []
    truth: list[bool] = []
    for one in answers:
        for sentence, label in zip(one.answer.sentences, one.supported, strict=True):
            real = [r for r in sentence.references if 0 <= r < len(one.answer.passages)]
            if label is None or not real:
                continue
            premise = "\n".join(one.answer.passages[r].text for r in real)
            verdict = support.judge_now([Judged(premise, sentence.text)])[0]
            scores.append(verdict.score)
            passed.append(verdict.state is SupportState.SUPPORTED)
            truth.append(label)
    if not truth:
        return None
    good = sum(truth)
    return Agreement(
        len(truth),
        sum(p == y for p, y in zip(passed, truth, strict=True)) / len(truth),
        auroc(scores, truth),
        _share([p for p, y in zip(passed, truth, strict=True) if not y]),
        _share([p for p, y in zip(passed, truth, strict=True) if y]) if good else float("nan"),
    )


def _share(values: Sequence[bool]) -> float:
    return sum(values) / len(values) if values else float("nan")


def items_of(text: str) -> list[dict[str, Any]]:
    """The items of a JSON list, of an object with ``data``, or of JSON lines.

    Raises:
        RowError: the text is none of these.
    """
    try:
        raw = json.loads(text)
    except (ValueError, RecursionError):
        return [row for _, row in objects(text.split("\n"), "One object a line.")]
    raw = raw["data"] if isinstance(raw, dict) and isinstance(raw.get("data"), list) else raw
    items = raw if isinstance(raw, list) else [raw]
    if not all(isinstance(item, dict) for item in items):
        raise RowError("file", "holds no list of objects", "Name an ALCE result file, or turns, one a line.")
    return items
