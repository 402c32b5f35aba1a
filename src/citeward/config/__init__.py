"""citeward.toml and CITEWARD_* variables, read into settings. One file per table of the configuration."""

from __future__ import annotations

from citeward.config.database import DEFAULT_DATABASE
from citeward.config.references import ReferenceSettings, RegistryTable
from citeward.config.retention import Retention
from citeward.config.settings import Settings, load, parse_settings

__all__ = [
    "DEFAULT_DATABASE",
    "ReferenceSettings",
    "RegistryTable",
    "Retention",
    "Settings",
    "load",
    "parse_settings",
]
