"""The ``[policies.*]`` tables: a preset and what is changed of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from citeward.config import values
from citeward.errors import ConfigError
from citeward.model import CitationAction, Tier, Uncited, Verdict
from citeward.policy import PRESETS, STRICT, Policy, Surface
from citeward.verify import Lookups, Need, Requirements

__all__ = ["read_policy"]


def read_policy(name: str, table: Mapping[str, Any]) -> Policy:
    """The policy of one table.

    Raises:
        ConfigError: an unknown key or an impossible value.
    """
    at = f"policies.{name}"
    values.only(
        table, {"preset", "actions", "intents", "surfaces", "drop_failed", "uncited", "max_regenerations", *_BARS}, at
    )
    preset = table.get("preset", STRICT.name)
    if not isinstance(preset, str) or preset not in PRESETS:
        raise ConfigError(f"{at}.preset", f"{preset!r} is unknown", f"Use one of: {', '.join(PRESETS)}.")
    base = PRESETS[preset]
    requirements = _raise(base.requirements, table, at)
    if requirements.lookups is Lookups.ANY:
        remedy = f'Name the intents that need it: [{at}.intents.research] lookups = "any".'
        raise ConfigError(f"{at}.lookups", "any host is for single intents", remedy)
    intents = {}
    looked_up: dict[str, Lookups] = {}
    whole: set[str] = set()
    uncited: dict[str, Uncited] = {}
    for intent, bars in values.table(table.get("intents", {}), f"{at}.intents").items():
        where = f"{at}.intents.{intent}"
        intents[intent] = _raise(
            requirements, values.only(values.table(bars, where), {"retractable", "uncited", *_BARS}, where), where
        )
        if "lookups" in bars:
            looked_up[intent] = intents[intent].lookups
        if "uncited" in bars:
            uncited[intent] = _uncited(bars["uncited"], f"{where}.uncited")
        if not values.flag(bars.get("retractable", True), f"{where}.retractable"):
            whole.add(intent)
    return Policy(
        name=name,
        requirements=requirements,
        actions=MappingProxyType({**base.actions, **_actions(table.get("actions", {}), f"{at}.actions")}),
        drop_failed=values.flag(table.get("drop_failed", base.drop_failed), f"{at}.drop_failed"),
        uncited=_uncited(table.get("uncited", base.uncited), f"{at}.uncited"),
        uncited_intents=MappingProxyType(uncited),
        intents=MappingProxyType(intents),
        lookups=MappingProxyType(looked_up),
        whole_intents=frozenset(whole),
        surfaces=MappingProxyType(_surfaces(table.get("surfaces", {}), f"{at}.surfaces")),
        max_regenerations=values.whole(
            table.get("max_regenerations", base.max_regenerations), f"{at}.max_regenerations", 10
        ),
    )


def _actions(value: object, at: str) -> dict[Verdict, CitationAction]:
    found = {}
    for key, action in values.table(value, at).items():
        if key not in set(Verdict) - {Verdict.OK, Verdict.UNAUTHORISED}:
            raise ConfigError(f"{at}.{key}", "no verdict whose action can be chosen", "See docs/configuration.md.")
        if action not in (CitationAction.STRIP, CitationAction.MARK, CitationAction.BLOCK):
            raise ConfigError(f"{at}.{key}", f"{action!r} is no action", "Use strip, mark or block.")
        found[Verdict(key)] = CitationAction(action)
    return found


def _surfaces(value: object, at: str) -> dict[str, Surface]:
    found = {}
    for name, table in values.table(value, at).items():
        known = values.only(
            values.table(table, f"{at}.{name}"), {"citations", "retractable", "uncited"}, f"{at}.{name}"
        )
        shown = known.get("citations", "all")
        if shown not in ("all", "none"):
            raise ConfigError(f"{at}.{name}.citations", f"{shown!r} is unknown", 'Use "all" or "none".')
        retractable = values.flag(known.get("retractable", True), f"{at}.{name}.retractable")
        uncited = _uncited(known["uncited"], f"{at}.{name}.uncited") if "uncited" in known else None
        found[name] = Surface(citations=shown == "all", retractable=retractable, uncited=uncited)
    return found


def _raise(base: Requirements, table: Mapping[str, Any], at: str) -> Requirements:
    """``base`` with the bars a table names."""
    named: dict[str, Any] = {}
    for key, (name, read) in _BARS.items():
        if key in table:
            named[name] = read(table[key], f"{at}.{key}")
    return replace(base, **named)


def _tier(value: object, at: str) -> Tier:
    return Tier(values.whole(value, at, 3))


def _need(value: object, at: str) -> Need:
    if value not in tuple(Need):
        raise ConfigError(at, f"{value!r} is unknown", 'Use "skip" or "require".')
    return Need(str(value))


def _uncited(value: object, at: str) -> Uncited:
    if value not in tuple(Uncited):
        raise ConfigError(at, f"{value!r} is unknown", "Use keep, mark or drop.")
    return Uncited(str(value))


def _lookups(value: object, at: str) -> Lookups:
    if value not in tuple(Lookups):
        raise ConfigError(at, f"{value!r} is unknown", "Use none, reported, registered, or any for a single intent.")
    return Lookups(str(value))


_BARS: Mapping[str, tuple[str, Callable[[object, str], object]]] = {
    "min_tier": ("min_tier", _tier),
    "external_tier": ("external_tier", _tier),
    "support": ("support", _need),
    "external": ("external", _need),
    "supported_from": ("supported_from", values.share),
    "unsupported_below": ("unsupported_below", values.share),
    "allowed_hosts": ("allowed_hosts", values.hosts),
    "denied_hosts": ("denied_hosts", values.hosts),
    "brands": ("brands", values.brands),
    "principal_max_age_s": ("principal_max_age", values.seconds),
    "lookups": ("lookups", _lookups),
}
