"""Registries: one file each, all behind one interface."""

from __future__ import annotations

from citeward.references.registries.catalogue import REGISTRIES, build_registries
from citeward.references.registries.interface import Registry, RegistrySettings

__all__ = ["REGISTRIES", "Registry", "RegistrySettings", "build_registries"]
