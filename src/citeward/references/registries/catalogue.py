"""The registries there are, in the order they are asked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from citeward.errors import ConfigError
from citeward.references.registries.arxiv import Arxiv
from citeward.references.registries.courtlistener import CourtListener
from citeward.references.registries.crossref import Crossref
from citeward.references.registries.datacite import DataCite
from citeward.references.registries.doi_org import DoiOrg
from citeward.references.registries.interface import Registry, RegistrySettings
from citeward.references.registries.openalex import OpenAlex
from citeward.references.registries.pubmed import PubMed

__all__ = ["REGISTRIES", "build_registries"]

REGISTRIES: Mapping[str, type[Registry]] = MappingProxyType(
    {kind.name: kind for kind in (Crossref, DataCite, DoiOrg, Arxiv, PubMed, CourtListener, OpenAlex)}
)
_WITHOUT_KEY = tuple(name for name in REGISTRIES if name not in (OpenAlex.name, CourtListener.name))


def build_registries(
    names: Iterable[str] | None = None, settings: Mapping[str, RegistrySettings] | None = None
) -> tuple[Registry, ...]:
    """The registries of a deployment, in the order they are asked.

    Args:
        names: which ones; those that need no key, and those with settings, where nothing is said.
        settings: per registry.

    Raises:
        ConfigError: a name that is no registry.
    """
    settings = settings or {}
    chosen = tuple(names) if names is not None else (*_WITHOUT_KEY, *settings)
    for name in (*chosen, *settings):
        if name not in REGISTRIES:
            raise ConfigError(f"references.{name}", "is no registry", f"Use one of: {', '.join(REGISTRIES)}.")
    return tuple(kind(settings.get(name)) for name, kind in REGISTRIES.items() if name in chosen)
