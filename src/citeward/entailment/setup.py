"""A support model from settings: which backend, which model, which calibrator."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path

from citeward.entailment.backends import (
    CrossEncoderBackend,
    EmbeddedBackend,
    JudgeBackend,
    OnnxBackend,
    PredictBackend,
    TokenBackend,
)
from citeward.entailment.cache import VerdictStore
from citeward.entailment.calibration import UNCALIBRATED, Calibrator, shipped_calibrator
from citeward.entailment.interface import Backend
from citeward.entailment.models import MODELS, find_model
from citeward.entailment.support import Support, default_support
from citeward.errors import ConfigError

__all__ = ["BackendKind", "SupportSettings", "backend_of", "support_from"]


class BackendKind(StrEnum):
    """Where scores come from."""

    EMBEDDED = "embedded"
    ONNX = "onnx"
    TOKENS = "tokens"
    CROSS_ENCODER = "cross-encoder"
    PREDICT = "predict"
    JUDGE = "judge"


@dataclass(frozen=True, slots=True)
class SupportSettings:
    """The ``[support]`` table."""

    backend: BackendKind = BackendKind.EMBEDDED
    model: str = ""
    """A model that was added, a directory, or what a service calls its model."""
    url: str = field(default="", repr=False)
    """Of the service: ``/predict`` or ``/chat/completions``."""
    labels: tuple[str, ...] = ()
    """Output labels in order, where the model's own configuration does not name them."""
    positive: str = ""
    """The label that means "supported", where its name does not say so."""
    calibrator: str = ""
    """A file written by ``citeward calibrate``."""
    deadline_s: float = 8.0
    """Seconds one batch may take."""
    any_language: bool = False
    """Whether the model knows other languages than English."""
    token_env: str = field(default="", repr=False)
    """The environment variable that holds the service's bearer token."""
    models: str = ""
    """Where added models lie."""
    keep_verdicts: bool = False
    """Whether verdicts are kept in the database, where one is open, for the processes to come."""


def support_from(
    settings: SupportSettings, environment: Mapping[str, str] = os.environ, *, store: VerdictStore | None = None
) -> Support:
    """The model the settings describe; the one of the process where they say nothing.

    Args:
        settings: the ``[support]`` table.
        environment: where a service's token is.
        store: the database's verdicts, where one is open; asked where the settings say ``keep_verdicts``.

    Raises:
        ConfigError: a model, a service or a calibrator cannot be used as described.
    """
    if settings == SupportSettings():
        return default_support()
    backend = backend_of(settings, environment)
    if settings.calibrator:
        calibrator = Calibrator.read(Path(settings.calibrator))
    else:
        calibrator = shipped_calibrator(backend.manifest) if isinstance(backend, EmbeddedBackend) else UNCALIBRATED
    kept = store if settings.keep_verdicts else None
    return Support(backend, calibrator=calibrator, store=kept, deadline_s=settings.deadline_s)


def backend_of(settings: SupportSettings, environment: Mapping[str, str] = os.environ) -> Backend:
    """The backend alone.

    Raises:
        ConfigError: as for :func:`support_from`.
    """
    labels, positive = settings.labels or None, settings.positive or None
    english_only = not settings.any_language
    match settings.backend:
        case BackendKind.EMBEDDED:
            return EmbeddedBackend(_directory(settings) if settings.model else None)
        case BackendKind.ONNX:
            return OnnxBackend(_directory(settings), labels=labels, positive=positive, english_only=english_only)
        case BackendKind.TOKENS:
            return TokenBackend(_directory(settings), labels=labels, english_only=english_only)
        case BackendKind.CROSS_ENCODER:
            return _cross_encoder(settings, english_only)
        case BackendKind.PREDICT:
            if labels is None:
                raise ConfigError("support.labels", "are missing", 'Name what the service answers: ["no", "yes"].')
            return PredictBackend(
                _needed(settings.url, "url"),
                _needed(settings.model, "model"),
                labels,
                positive=positive,
                english_only=english_only,
                headers=_headers(settings, environment),
            )
        case BackendKind.JUDGE:
            return JudgeBackend(
                _needed(settings.url, "url"),
                _needed(settings.model, "model"),
                EmbeddedBackend(),
                headers=_headers(settings, environment),
            )


def _needed(value: str, key: str) -> str:
    if not value:
        raise ConfigError(f"support.{key}", "is missing", "This backend needs it; see docs/support.md.")
    return value


def _directory(settings: SupportSettings) -> Path:
    """Where the model lies: a directory, or one that was added under this name."""
    name = _needed(settings.model, "model")
    folder = Path(name)
    if folder.is_dir():
        return folder
    return find_model(name, Path(settings.models) if settings.models else MODELS)


def _headers(settings: SupportSettings, environment: Mapping[str, str]) -> dict[str, str]:
    if not settings.token_env:
        return {}
    token = environment.get(settings.token_env)
    if not token:
        raise ConfigError("support.token_env", "names a variable that is not set", "Put the service's token there.")
    return {"authorization": f"Bearer {token}"}


def _cross_encoder(settings: SupportSettings, english_only: bool) -> Backend:
    folder = _directory(settings)
    weights = folder / "model.safetensors"
    if not weights.is_file():
        raise ConfigError("support.model", f"{folder} has no {weights.name}", "Formats that run code are refused.")
    try:
        from sentence_transformers import CrossEncoder  # type: ignore[import-not-found]  # no dependency of ours
    except ImportError as problem:
        raise ConfigError(
            "support.backend", "needs sentence-transformers", "pip install sentence-transformers"
        ) from problem
    try:
        model = CrossEncoder(str(folder), local_files_only=True, trust_remote_code=False)
    except Exception as problem:  # the library raises whatever the one below it raises
        detail = f"{folder} cannot be loaded ({type(problem).__name__}: {problem})"
        raise ConfigError("support.model", detail, "Give a CrossEncoder with safetensors weights.") from problem
    with weights.open("rb") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()
    return CrossEncoderBackend(
        model,
        f"{folder.name}@{digest}",  # other weights under the same name are another model, and have other verdicts
        labels=settings.labels or None,
        positive=settings.positive or None,
        english_only=english_only,
    )
