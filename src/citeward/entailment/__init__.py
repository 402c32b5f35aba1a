"""Does a passage carry a claim? Guards, evidence selection, models behind one interface, calibration, cache."""

from __future__ import annotations

from citeward.entailment.backends import (
    CrossEncoderBackend,
    EmbeddedBackend,
    JudgeBackend,
    LexicalBackend,
    OnnxBackend,
    PredictBackend,
    TokenBackend,
    embedded_weights,
)
from citeward.entailment.cache import VerdictCache, VerdictKey
from citeward.entailment.calibration import UNCALIBRATED
from citeward.entailment.claims import (
    LOOK_BACK,
    ClaimKind,
    Part,
    Resolved,
    kind_of_claim,
    parts,
    resolve,
    stands_alone,
    without_frame,
)
from citeward.entailment.guards import GUARDS_VERSION, GuardFinding, GuardKind, guard
from citeward.entailment.interface import Backend, Manifest, Pair
from citeward.entailment.selection import SELECTOR_VERSION, Selection, best_window, select, windows
from citeward.entailment.support import AskedPair, Support, SupportState, SupportVerdict, default_support

__all__ = [
    "GUARDS_VERSION",
    "LOOK_BACK",
    "SELECTOR_VERSION",
    "UNCALIBRATED",
    "AskedPair",
    "Backend",
    "ClaimKind",
    "CrossEncoderBackend",
    "EmbeddedBackend",
    "GuardFinding",
    "GuardKind",
    "JudgeBackend",
    "LexicalBackend",
    "Manifest",
    "OnnxBackend",
    "Pair",
    "Part",
    "PredictBackend",
    "Resolved",
    "Selection",
    "Support",
    "SupportState",
    "SupportVerdict",
    "TokenBackend",
    "VerdictCache",
    "VerdictKey",
    "best_window",
    "default_support",
    "embedded_weights",
    "guard",
    "kind_of_claim",
    "parts",
    "resolve",
    "select",
    "stands_alone",
    "windows",
    "without_frame",
]
