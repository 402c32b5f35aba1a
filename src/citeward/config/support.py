"""The ``[support]`` table: which model judges whether a passage carries its claim."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from citeward.config import values
from citeward.entailment import BackendKind, SupportSettings
from citeward.errors import ConfigError

__all__ = ["read_support"]

_TEXTS = ("model", "url", "positive", "calibrator", "models")
_DEADLINE_S = SupportSettings().deadline_s
_LONGEST_DEADLINE_S = 600


def read_support(table: Mapping[str, Any]) -> SupportSettings:
    """The settings of the table.

    Raises:
        ConfigError: an unknown key or an impossible value.
    """
    at = "support"
    values.only(table, {"backend", "labels", "deadline_s", "any_language", "keep_verdicts", "token_env", *_TEXTS}, at)
    backend = table.get("backend", BackendKind.EMBEDDED)
    if backend not in tuple(BackendKind):
        raise ConfigError(f"{at}.backend", f"{backend!r} is unknown", f"Use one of: {', '.join(BackendKind)}.")
    return SupportSettings(
        backend=BackendKind(backend),
        labels=_labels(table.get("labels", []), f"{at}.labels"),
        deadline_s=_deadline(table.get("deadline_s", _DEADLINE_S), f"{at}.deadline_s"),
        any_language=values.flag(table.get("any_language", False), f"{at}.any_language"),
        keep_verdicts=values.flag(table.get("keep_verdicts", False), f"{at}.keep_verdicts"),
        token_env=_variable(table.get("token_env", ""), f"{at}.token_env"),
        **{key: _text(table.get(key, ""), f"{at}.{key}") for key in _TEXTS},
    )


def _text(value: object, at: str) -> str:
    if not isinstance(value, str):
        raise ConfigError(at, f"{value!r} is not text", "Write it in quotes.")
    return value


def _variable(value: object, at: str) -> str:
    return "" if value == "" else values.variable(value, at, "JUDGE_TOKEN")


def _labels(value: object, at: str) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise ConfigError(at, "is not a list of labels", 'Write ["contradiction", "entailment", "neutral"].')
    return tuple(value)


def _deadline(value: object, at: str) -> float:
    if not isinstance(value, (int, float)) or isinstance(value, bool) or not 0 < value <= _LONGEST_DEADLINE_S:
        raise ConfigError(at, f"{value!r} is out of range", f"Use seconds up to {_LONGEST_DEADLINE_S}.")
    return float(value)
