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
from citeward.entailment.cache import KeptVerdict, VerdictCache, VerdictKey, VerdictStore
from citeward.entailment.calibration import UNCALIBRATED
from citeward.entailment.claims import (
    LOOK_BACK,
    ClaimKind,
    Part,
    Resolved,
    Setting,
    adds_nothing,
    framed,
    kind_of_claim,
    parts,
    resolve,
    setting_of,
    stands_alone,
    turns,
    without_frame,
)
from citeward.entailment.guards import GUARDS_VERSION, GuardFinding, GuardKind, guard
from citeward.entailment.interface import Backend, Manifest, Pair
from citeward.entailment.models import (
    MODELS,
    Hub,
    HubModel,
    ModelFacts,
    add_model,
    describe_model,
    find_model,
    list_models,
)
from citeward.entailment.plain import claims_nothing_of, names
from citeward.entailment.selection import SELECTOR_VERSION, Selection, best_window, select, windows
from citeward.entailment.setup import BackendKind, SupportSettings, backend_of, support_from
from citeward.entailment.support import AskedPair, Support, SupportState, SupportVerdict, default_support

__all__ = [
    "GUARDS_VERSION",
    "LOOK_BACK",
    "MODELS",
    "SELECTOR_VERSION",
    "UNCALIBRATED",
    "AskedPair",
    "Backend",
    "BackendKind",
    "ClaimKind",
    "CrossEncoderBackend",
    "EmbeddedBackend",
    "GuardFinding",
    "GuardKind",
    "Hub",
    "HubModel",
    "JudgeBackend",
    "KeptVerdict",
    "LexicalBackend",
    "Manifest",
    "ModelFacts",
    "OnnxBackend",
    "Pair",
    "Part",
    "PredictBackend",
    "Resolved",
    "Selection",
    "Setting",
    "Support",
    "SupportSettings",
    "SupportState",
    "SupportVerdict",
    "TokenBackend",
    "VerdictCache",
    "VerdictKey",
    "VerdictStore",
    "add_model",
    "adds_nothing",
    "backend_of",
    "best_window",
    "claims_nothing_of",
    "default_support",
    "describe_model",
    "embedded_weights",
    "find_model",
    "framed",
    "guard",
    "kind_of_claim",
    "list_models",
    "names",
    "parts",
    "resolve",
    "select",
    "setting_of",
    "stands_alone",
    "support_from",
    "turns",
    "windows",
    "without_frame",
]
