"""A policy as plain values, for the log: everything that decides, and nothing that could not be read again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from datetime import timedelta
from enum import Enum
from typing import Any

from citeward.policy.rules import Policy

__all__ = ["to_plain"]


def to_plain(policy: Policy) -> dict[str, Any]:
    """Names, numbers and lists alone, the same for two policies that decide the same; durations in seconds."""
    return {each.name: _plain(getattr(policy, each.name)) for each in fields(policy)}


def _plain(value: object) -> object:
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, timedelta):
        return value.total_seconds()
    if is_dataclass(value) and not isinstance(value, type):
        return {each.name: _plain(getattr(value, each.name)) for each in fields(value)}
    if isinstance(value, Mapping):
        return {str(_plain(key)): _plain(item) for key, item in value.items()}
    if isinstance(value, set | frozenset):
        return sorted(map(str, value))
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    if value is None or isinstance(value, bool | int | float | str):
        return value
    raise TypeError(f"a policy holds no {type(value).__name__}")
