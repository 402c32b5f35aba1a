"""citeward.toml and CITEWARD_* variables, read into settings. One file per table of the configuration."""

from __future__ import annotations

from citeward.config.settings import Settings, load, parse_settings

__all__ = ["Settings", "load", "parse_settings"]
