"""A calibration run: labelled pairs in, a calibrator out, with what it promises and what that rests on."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from citeward.entailment import Backend, Pair, guard
from citeward.entailment.calibration import (
    Calibrator,
    Labelled,
    Method,
    Rate,
    Scale,
    choose,
    cross_validated,
    fit,
    precision_at,
    quantiles,
    rates_at,
)
from citeward.entailment.questions import joined_score, questions_of
from citeward.errors import InputError, RowError
from citeward.evaluation.lines import objects

__all__ = ["Calibration", "Label", "calibrate", "read_labels", "read_scores"]

_PATIENCE_S = 3600.0
_AT_ONCE = 256
_FOLDS = 5


@dataclass(frozen=True, slots=True)
class Label:
    """One pair that somebody has judged."""

    source: str
    claim: str
    supported: bool
    group: str = ""
    """Data set, product or customer: groups weigh the same, whatever their size."""


@dataclass(frozen=True, slots=True)
class Calibration:
    """The calibrator, and what was measured. Rates are cross-validated."""

    calibrator: Calibrator
    rows: tuple[Labelled, ...]
    """Final scores with labels, each scored by a mapping that had not seen it."""
    false_pass: Rate
    kept: Rate
    losses: dict[str, float]
    """Cross-validated log loss by method."""


def calibrate(
    backend: Backend,
    labels: Sequence[Label],
    *,
    wanted: float = 0.05,
    base_rate: float = 0.5,
    certain: bool = True,
    method: Method | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> Calibration:
    """Fits a mapping and picks thresholds.

    Args:
        backend: what scores.
        labels: judged pairs.
        wanted: highest false-pass rate (share of unsupported pairs that pass).
        base_rate: share of claims that are supported where the model will be used; precision is told for it.
        certain: whether the upper end of the 95 % interval must keep to ``wanted``, and not only the share counted.
        method: Platt or isotonic; the one with the lower cross-validated log loss where None.
        progress: told (pairs scored, pairs in all).

    Raises:
        InputError: the labels are too few, or no threshold reaches the wanted rate.
        CheckFailed: the backend did not answer.
    """
    if not 0 < wanted < 1 or not 0 < base_rate < 1:
        raise InputError("wanted", "and base_rate must lie between 0 and 1", "e.g. 0.05 and 0.7")
    raw = _scores(backend, labels, progress)
    vetoed = [guard(label.source, label.claim) is not None for label in labels]
    free = [i for i, veto in enumerate(vetoed) if not veto]
    truth = [labels[i].supported for i in free]
    if len(set(truth)) < 2:
        raise InputError(
            "labels", "are all alike once guards have refused theirs", "Give supported and unsupported pairs"
        )
    scores, weights = [raw[i] for i in free], _even([labels[i] for i in free])
    tried = {
        m: cross_validated(scores, truth, m, weights)
        for m in ((Method.PLATT, Method.ISOTONIC) if method is None else (method,))
    }
    best = min(tried, key=lambda m: (tried[m][1], m.value))
    scale = fit(scores, truth, best, weights)
    unseen, final = [0.0] * len(labels), [0.0] * len(labels)
    for i, score in zip(free, tried[best][0], strict=True):
        unseen[i], final[i] = score, scale(raw[i])
    thresholds = choose(_labelled(final, labels), wanted, certain=certain)
    # A vetoed pair counts as zero where thresholds are chosen; this is what is told of it where it is judged.
    told = 0.5 * thresholds.unsupported_below
    live = [round(told * scale(raw[i]) if veto else final[i], 6) for i, veto in enumerate(vetoed)]
    false_pass, kept = _held_out(final, labels, wanted, certain)
    precision = precision_at(false_pass.value, kept.value, base_rate)
    calibrator = Calibrator(
        backend.manifest.digest(),
        _rounded(scale),
        thresholds,
        false_pass.value,
        false_pass.high,
        kept.value,
        base_rate,
        precision,
        len(labels),
        quantiles(live),
    )
    return Calibration(
        calibrator, _labelled(unseen, labels), false_pass, kept, {m.value: loss for m, (_, loss) in tried.items()}
    )


def _labelled(scores: Sequence[float], labels: Sequence[Label]) -> tuple[Labelled, ...]:
    return tuple(Labelled(score, label.supported, label.group) for score, label in zip(scores, labels, strict=True))


def _held_out(scores: Sequence[float], labels: Sequence[Label], wanted: float, certain: bool) -> tuple[Rate, Rate]:
    """False pass and kept, with each pair judged by a threshold that was chosen without it.

    A mapping is monotone, so that the threshold is all that could have seen too much.
    """
    passed = [0.0] * len(scores)
    for fold in range(_FOLDS):
        seen = [i for i in range(len(scores)) if i % _FOLDS != fold]
        rows = _labelled([scores[i] for i in seen], [labels[i] for i in seen])
        bar = choose(rows, wanted, certain=certain).supported_from
        for i in range(fold, len(scores), _FOLDS):
            passed[i] = float(scores[i] >= bar)
    return rates_at(_labelled(passed, labels), 1.0)


def _scores(backend: Backend, labels: Sequence[Label], progress: Callable[[int, int], object] | None) -> list[float]:
    """Raw scores of whole claims and their parts, joined as they are in use."""
    found = []
    for at in range(0, len(labels), _AT_ONCE):
        asked: list[Pair] = []
        places: list[range] = []
        for label in labels[at : at + _AT_ONCE]:
            questions = questions_of(Pair(label.source, label.claim))
            places.append(range(len(asked), len(asked) + len(questions)))
            asked += questions
        scores = backend.score(asked, time.monotonic() + _PATIENCE_S)
        scores = [0.0 if math.isnan(score) else score for score in scores]  # what cannot be taken is not granted
        found += [joined_score([scores[i] for i in place]) for place in places]
        if progress is not None:
            progress(len(found), len(labels))
    return found


def _even(labels: Sequence[Label]) -> list[float]:
    """Weights that give every group, and both labels in it, the same say."""
    count: dict[tuple[str, bool], int] = {}
    for label in labels:
        count[label.group, label.supported] = count.get((label.group, label.supported), 0) + 1
    raw = [1 / count[label.group, label.supported] for label in labels]
    return [value * len(raw) / sum(raw) for value in raw]


def _rounded(scale: Scale) -> Scale:
    """Six decimals: what a file keeps is what is used."""
    knots = tuple((round(x, 6), round(y, 6)) for x, y in scale.knots)
    return Scale(scale.method, knots, round(scale.slope, 6), round(scale.offset, 6))


def read_labels(lines: Iterable[str]) -> list[Label]:
    """Labels from JSON lines ``{source, claim, supported, dataset?, group?}``; the data set, else the group, names it.

    Raises:
        RowError: a line cannot be read; the message names its number.
    """
    found = []
    for name, row in objects(lines, "One labelled pair a line."):
        if not isinstance(row.get("source"), str) or not isinstance(row.get("claim"), str):
            raise RowError(name, "has no source and claim", "Write both as text.")
        supported = row.get("supported")
        if supported not in (0, 1, True, False):
            raise RowError(name, "has no label", 'Write "supported": true or false.')
        found.append(
            Label(row["source"], row["claim"], bool(supported), str(row.get("dataset") or row.get("group") or ""))
        )
    return found


def read_scores(lines: Iterable[str]) -> list[float]:
    """Live scores from JSON lines with a ``score``, as ``citeward support`` writes them; a null one is passed over.

    Raises:
        RowError: a line cannot be read; the message names its number.
    """
    found = []
    for name, row in objects(lines, "One score a line."):
        score = row.get("score")
        if isinstance(score, bool) or not isinstance(score, int | float | None):
            raise RowError(name, "has a score that is no number", 'Write {"score": 0.8}.')
        if score is not None and not 0 <= score <= 1:  # NaN neither
            raise RowError(name, "has a score that is not from 0 to 1", 'Write {"score": 0.8}.')
        if score is not None:
            found.append(float(score))
    return found
