"""Measuring: ALCE citation recall and precision, calibration runs, the flip suite, rows of ``citeward support``."""

from __future__ import annotations

from citeward.evaluation.alce import Entails, Score, alce, rated, strict
from citeward.evaluation.answers import (
    CitedAnswer,
    CitedSentence,
    Passage,
    alce_answer,
    parsed_answer,
    read_alce,
    read_turns,
    turn_answer,
)
from citeward.evaluation.bootstrap import Interval, bootstrap
from citeward.evaluation.calibrate import Calibration, Label, calibrate, read_labels, read_scores
from citeward.evaluation.evaluate import Evaluation, Judged, evaluate
from citeward.evaluation.flips import KINDS, TWINS, FlipPair, flips, twins
from citeward.evaluation.gated import Scores, scores_of
from citeward.evaluation.people import Agreement, RatedAnswer, agreement, is_rated, items_of, read_rated
from citeward.evaluation.ranking import auroc, kept_at
from citeward.evaluation.support_row import support_row

__all__ = [
    "KINDS",
    "TWINS",
    "Agreement",
    "Calibration",
    "CitedAnswer",
    "CitedSentence",
    "Entails",
    "Evaluation",
    "FlipPair",
    "Interval",
    "Judged",
    "Label",
    "Passage",
    "RatedAnswer",
    "Score",
    "Scores",
    "agreement",
    "alce",
    "alce_answer",
    "auroc",
    "bootstrap",
    "calibrate",
    "evaluate",
    "flips",
    "is_rated",
    "items_of",
    "kept_at",
    "parsed_answer",
    "rated",
    "read_alce",
    "read_labels",
    "read_rated",
    "read_scores",
    "read_turns",
    "scores_of",
    "strict",
    "support_row",
    "turn_answer",
    "twins",
]
