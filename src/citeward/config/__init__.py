"""citeward.toml and CITEWARD_* variables, read into settings. One file per table of the configuration."""

from __future__ import annotations

from citeward.config.database import DEFAULT_DATABASE
from citeward.config.lookups import LookupSettings
from citeward.config.references import ReferenceSettings, RegistryTable
from citeward.config.retention import Retention
from citeward.config.settings import Settings, load, parse_settings
from citeward.config.webhook import Webhook

__all__ = [
    "DEFAULT_DATABASE",
    "LookupSettings",
    "ReferenceSettings",
    "RegistryTable",
    "Retention",
    "Settings",
    "Webhook",
    "load",
    "parse_settings",
]
