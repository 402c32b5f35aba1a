"""Settings from citeward.toml and CITEWARD_* variables. An unknown key is an error: a misspelt bar is no bar.

::

    policy = "strict"                       # or balanced, permissive, or one of [policies.*]

    [policies.legal]                        # starts from a preset and changes what it names
    preset = "strict"
    min_tier = 2                            # 0-3
    support = "require"                     # or "skip"
    external = "require"
    allowed_hosts = ["*.acme.example"]
    denied_hosts = []
    brands = ["acme.example"]
    principal_max_age_s = 300
    require_citation = true
    max_regenerations = 1

    [policies.legal.actions]                # per verdict: strip, mark or block
    quote_unverified = "block"

    [policies.legal.intents.filing]         # raises the bar for one intent
    min_tier = 3
    retractable = false                     # a stream shows nothing before the whole answer has been judged

    [policies.legal.surfaces.slack]
    citations = "none"                      # or "all"
    retractable = false
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import timedelta
from pathlib import Path
from types import MappingProxyType
from typing import Any

from citeward.errors import ConfigError
from citeward.hosts import Watchlist, parse_pattern
from citeward.model import CitationAction, Tier, Verdict
from citeward.policy import PRESETS, STRICT, Policy, Surface
from citeward.verify import Need, Requirements

__all__ = ["Settings", "load", "parse_settings"]

_DEFAULT_FILE = Path("citeward.toml")
_VARIABLES = {"CITEWARD_POLICY": "policy"}


@dataclass(frozen=True, slots=True)
class Settings:
    """What is configured."""

    policy: Policy = STRICT
    """The policy in force."""
    policies: Mapping[str, Policy] = field(default_factory=lambda: PRESETS)
    """Every policy that has a name."""


def load(path: Path | None = None, environment: Mapping[str, str] = os.environ) -> Settings:
    """Reads the configuration: the named file, else ./citeward.toml where there is one; then the environment.

    Raises:
        ConfigError: the file is not TOML, or holds an unknown key or an impossible value.
        OSError: the named file cannot be read.
    """
    data: dict[str, Any] = {}
    file = path or (_DEFAULT_FILE if _DEFAULT_FILE.is_file() else None)
    if file is not None:
        try:
            data = tomllib.loads(file.read_text(encoding="utf-8"))
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
            raise ConfigError(str(file), f"not TOML: {error}", "See docs/configuration.md.") from error
    for name, value in environment.items():
        if name.startswith("CITEWARD_"):
            if name not in _VARIABLES:
                raise ConfigError(name, "unknown variable", f"Known: {', '.join(_VARIABLES)}.")
            data[_VARIABLES[name]] = value
    return parse_settings(data)


def parse_settings(data: Mapping[str, Any]) -> Settings:
    """Settings from parsed TOML.

    Raises:
        ConfigError: an unknown key or an impossible value.
    """
    _only(data, {"policy", "policies"}, "")
    policies = dict(PRESETS)
    for name, table in _table(data.get("policies", {}), "policies").items():
        if name in PRESETS:
            raise ConfigError(f"policies.{name}", "is a preset", "Give your policy a name of its own.")
        policies[name] = _policy(name, _table(table, f"policies.{name}"))
    chosen = data.get("policy", STRICT.name)
    if not isinstance(chosen, str) or chosen not in policies:
        raise ConfigError("policy", f"{chosen!r} is unknown", f"Use one of: {', '.join(policies)}.")
    return Settings(policies[chosen], MappingProxyType(policies))


def _policy(name: str, table: Mapping[str, Any]) -> Policy:
    at = f"policies.{name}"
    _only(table, {"preset", "actions", "intents", "surfaces", "require_citation", "max_regenerations", *_BARS}, at)
    preset = table.get("preset", STRICT.name)
    if not isinstance(preset, str) or preset not in PRESETS:
        raise ConfigError(f"{at}.preset", f"{preset!r} is unknown", f"Use one of: {', '.join(PRESETS)}.")
    base = PRESETS[preset]
    requirements = _raise(base.requirements, table, at)
    intents = {}
    whole: set[str] = set()
    for intent, bars in _table(table.get("intents", {}), f"{at}.intents").items():
        where = f"{at}.intents.{intent}"
        intents[intent] = _raise(requirements, _only(_table(bars, where), {"retractable", *_BARS}, where), where)
        if not _flag(bars.get("retractable", True), f"{where}.retractable"):
            whole.add(intent)
    return Policy(
        name=name,
        requirements=requirements,
        actions=MappingProxyType({**base.actions, **_actions(table.get("actions", {}), f"{at}.actions")}),
        require_citation=_flag(table.get("require_citation", base.require_citation), f"{at}.require_citation"),
        intents=MappingProxyType(intents),
        whole_intents=frozenset(whole),
        surfaces=MappingProxyType(_surfaces(table.get("surfaces", {}), f"{at}.surfaces")),
        max_regenerations=_whole(table.get("max_regenerations", base.max_regenerations), f"{at}.max_regenerations", 10),
    )


def _actions(value: object, at: str) -> dict[Verdict, CitationAction]:
    found = {}
    for key, action in _table(value, at).items():
        if key not in set(Verdict) - {Verdict.OK, Verdict.UNAUTHORISED}:
            raise ConfigError(f"{at}.{key}", "no verdict whose action can be chosen", "See docs/configuration.md.")
        if action not in (CitationAction.STRIP, CitationAction.MARK, CitationAction.BLOCK):
            raise ConfigError(f"{at}.{key}", f"{action!r} is no action", "Use strip, mark or block.")
        found[Verdict(key)] = CitationAction(action)
    return found


def _surfaces(value: object, at: str) -> dict[str, Surface]:
    found = {}
    for name, table in _table(value, at).items():
        known = _only(_table(table, f"{at}.{name}"), {"citations", "retractable"}, f"{at}.{name}")
        shown = known.get("citations", "all")
        if shown not in ("all", "none"):
            raise ConfigError(f"{at}.{name}.citations", f"{shown!r} is unknown", 'Use "all" or "none".')
        retractable = _flag(known.get("retractable", True), f"{at}.{name}.retractable")
        found[name] = Surface(citations=shown == "all", retractable=retractable)
    return found


def _raise(base: Requirements, table: Mapping[str, Any], at: str) -> Requirements:
    """``base`` with the bars a table names."""
    named: dict[str, Any] = {}
    for key, (name, read) in _BARS.items():
        if key in table:
            named[name] = read(table[key], f"{at}.{key}")
    return replace(base, **named)


def _tier(value: object, at: str) -> Tier:
    return Tier(_whole(value, at, 3))


def _whole(value: object, at: str, most: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= most:
        raise ConfigError(at, f"{value!r} is out of range", f"Use a whole number from 0 to {most}.")
    return value


def _share(value: object, at: str) -> float:
    if not isinstance(value, (int, float)) or isinstance(value, bool) or not 0 <= value <= 1:
        raise ConfigError(at, f"{value!r} is out of range", "Use a number from 0 to 1.")
    return float(value)


def _need(value: object, at: str) -> Need:
    if value not in tuple(Need):
        raise ConfigError(at, f"{value!r} is unknown", 'Use "skip" or "require".')
    return Need(str(value))


def _flag(value: object, at: str) -> bool:
    if not isinstance(value, bool):
        raise ConfigError(at, f"{value!r} is not true or false", "Use true or false.")
    return value


def _hosts(value: object, at: str) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise ConfigError(at, "is not a list of hosts", 'Write ["example.com", "*.example.com"].')
    for item in value:
        try:
            parse_pattern(item)
        except ValueError as error:
            raise ConfigError(at, str(error), 'Write "example.com", "*.example.com" or ".example.com".') from error
    return tuple(value)


def _brands(value: object, at: str) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise ConfigError(at, "is not a list of domains", 'Write ["example.com"].')
    for item in value:
        try:
            Watchlist((item,))
        except ValueError as error:
            raise ConfigError(at, f"{item!r}: {error}", 'Write a domain of yours: "example.com".') from error
    return tuple(value)


def _seconds(value: object, at: str) -> timedelta:
    return timedelta(seconds=_whole(value, at, 31_536_000))


def _table(value: object, at: str) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise ConfigError(at, "is not a table", "See docs/configuration.md.")
    return value


def _only(table: Mapping[str, Any], known: set[str], at: str) -> Mapping[str, Any]:
    for key in table:
        if key not in known:
            raise ConfigError(f"{at}.{key}".lstrip("."), "unknown key", f"Known here: {', '.join(sorted(known))}.")
    return table


_BARS: Mapping[str, tuple[str, Callable[[object, str], object]]] = {
    "min_tier": ("min_tier", _tier),
    "external_tier": ("external_tier", _tier),
    "support": ("support", _need),
    "external": ("external", _need),
    "supported_from": ("supported_from", _share),
    "unsupported_below": ("unsupported_below", _share),
    "allowed_hosts": ("allowed_hosts", _hosts),
    "denied_hosts": ("denied_hosts", _hosts),
    "brands": ("brands", _brands),
    "principal_max_age_s": ("principal_max_age", _seconds),
}
