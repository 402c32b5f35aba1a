"""Settings from citeward.toml and CITEWARD_* variables. An unknown key is an error: a misspelt bar is no bar.

::

    policy = "strict"                       # or balanced, permissive, or one of [policies.*]
    permalinks = "https://example.com/c/"   # where a stored citation is looked at again; or a path: "/c/"
    ask_again = "https://example.com/ask/"  # where a reader asks again for an answer from the current version

    [webhook]                               # told when a citation of an answer is not current any more
    url = "https://example.com/hooks/citeward"
    secret_env = "WEBHOOK_SECRET"           # the environment variable that holds the key; never the key itself

    [support]                               # what judges support; see docs/support.md
    backend = "embedded"

    [policies.legal]                        # starts from a preset and changes what it names
    preset = "strict"
    min_tier = 2                            # 0-3
    support = "require"                     # or "skip"
    external = "require"
    allowed_hosts = ["*.acme.example"]
    denied_hosts = []
    brands = ["acme.example"]
    principal_max_age_s = 300
    drop_failed = true
    uncited = "mark"                        # or "keep", "drop"
    max_regenerations = 1

    [policies.legal.actions]                # per verdict: strip, mark or block
    quote_unverified = "block"

    [policies.legal.intents.filing]         # raises the bar for one intent
    min_tier = 3
    retractable = false                     # a stream shows nothing before the whole answer has been judged

    [policies.legal.surfaces.slack]
    citations = "none"                      # or "all"
    retractable = false

    [references]                            # see docs/configuration.md for the rest of it
    lookup = true                           # ask registries about references outside the ledger

    [database]
    url = "sqlite:///citeward.db"           # or postgresql://host/name; CITEWARD_DATABASE overrides it

    [retention]                             # see citeward.config.retention
    answers_days = 365

    [lookups]                               # see citeward.config.lookups
    hosts = ["doi.org"]
"""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Any

from citeward.config import permalinks, values
from citeward.config.database import DEFAULT_DATABASE, read_database, read_display_counts
from citeward.config.lookups import LookupSettings, read_lookups
from citeward.config.policies import read_policy
from citeward.config.references import ReferenceSettings, read_references
from citeward.config.retention import Retention, read_retention
from citeward.config.support import read_support
from citeward.config.webhook import Webhook, read_webhook
from citeward.entailment import SupportSettings
from citeward.errors import ConfigError
from citeward.policy import PRESETS, STRICT, Policy
from citeward.render import Permalinks

__all__ = ["Settings", "load", "parse_settings"]

_DEFAULT_FILE = Path("citeward.toml")
_VARIABLES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {"CITEWARD_POLICY": ("policy",), "CITEWARD_DATABASE": ("database", "url")}
)
"""Where in the file the value of each variable would stand."""
_ANNOUNCED = re.compile(
    r"CITEWARD(?:_[A-Z0-9_]+)?_(?:SERVICE_HOST|SERVICE_PORT(?:_[A-Z0-9_]+)?|PORT(?:_\d+_(?:TCP|UDP|SCTP)(?:_(?:PROTO|PORT|ADDR))?)?)"
)
_SECRETS = frozenset({"CITEWARD_RESOLVER_TOKEN"})
"""Read where they are used, and kept in no setting."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What is configured."""

    policy: Policy = STRICT
    """The policy in force."""
    policies: Mapping[str, Policy] = field(default_factory=lambda: PRESETS)
    """Every policy that has a name."""
    support: SupportSettings = field(default_factory=SupportSettings)
    """What judges support."""
    references: ReferenceSettings = field(default_factory=ReferenceSettings)
    """Which registries are asked, and whether the gate asks them."""
    database: str = field(default=DEFAULT_DATABASE, repr=False)
    """The URL of the database. It may hold a password: never show it."""
    count_displays: bool = False
    """Whether displayed citations are counted by state."""
    retention: Retention = field(default_factory=Retention)
    lookups: LookupSettings | None = None
    """How pages are looked up; None: not at all, whatever a policy allows."""
    permalinks: Permalinks | None = None
    """Where stored citations are looked at again."""
    webhook: Webhook | None = None
    """Where owners of answers are told that a citation is not current any more."""


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
        except (
            ValueError,
            RecursionError,
        ) as error:  # no TOML, no UTF-8, a number of 5,000 digits, a thousand brackets
            raise ConfigError(str(file), f"not TOML: {error}", "See docs/configuration.md.") from error
    for name, value in environment.items():
        if name.startswith("CITEWARD_") and name not in _SECRETS and not _is_a_platforms(name):
            if name not in _VARIABLES:
                raise ConfigError(name, "unknown variable", f"Known: {', '.join(_VARIABLES)}.")
            _set(data, _VARIABLES[name], value)
    return parse_settings(data)


def _is_a_platforms(name: str) -> bool:
    """Whether a variable is one that a container platform sets beside a service called citeward.

    Kubernetes and Docker links announce services so (``CITEWARD_PORT=tcp://10.0.0.1:80``); nobody here wrote them.
    """
    return name not in _VARIABLES and _ANNOUNCED.fullmatch(name) is not None


def _set(data: dict[str, Any], path: tuple[str, ...], value: str) -> None:
    """Puts a variable's value where it would stand in the file; what stands in its way is left for its own error."""
    *tables, key = path
    for name in tables:
        found = data.setdefault(name, {})
        if not isinstance(found, dict):
            return
        data = found
    data[key] = value


def parse_settings(data: Mapping[str, Any]) -> Settings:
    """Settings from parsed TOML.

    Raises:
        ConfigError: an unknown key or an impossible value.
    """
    known = {
        "policy",
        "policies",
        "references",
        "lookups",
        "database",
        "retention",
        "support",
        "webhook",
        *permalinks.KEYS,
    }
    values.only(data, known, "")
    policies = dict(PRESETS)
    for name, table in values.table(data.get("policies", {}), "policies").items():
        if name in PRESETS:
            raise ConfigError(f"policies.{name}", "is a preset", "Give your policy a name of its own.")
        policies[name] = read_policy(name, values.table(table, f"policies.{name}"))
    chosen = data.get("policy", STRICT.name)
    if not isinstance(chosen, str) or chosen not in policies:
        raise ConfigError("policy", f"{chosen!r} is unknown", f"Use one of: {', '.join(policies)}.")
    lookups = read_lookups(values.table(data["lookups"], "lookups")) if "lookups" in data else None
    return Settings(
        policies[chosen],
        MappingProxyType(policies),
        references=read_references(values.table(data.get("references", {}), "references")),
        database=read_database(data.get("database", {})),
        count_displays=read_display_counts(data.get("database", {})),
        retention=read_retention(data.get("retention", {})),
        lookups=lookups,
        permalinks=permalinks.read_permalinks(data),
        webhook=read_webhook(data.get("webhook")),
        support=read_support(values.table(data.get("support", {}), "support")),
    )
