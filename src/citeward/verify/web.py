"""What a gate knows of the web: which hosts are registered, and where copies of pages are kept and opened."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING

from citeward.hosts import HostPolicy, HostVerdict
from citeward.model import DEFAULT_TENANT, Tier

if TYPE_CHECKING:
    from citeward.fetch import SnapshotSink

__all__ = ["UNREGISTERED", "Web", "WebSource"]

UNREGISTERED = "web"
"""The source of every page whose host no source names."""


@dataclass(frozen=True, slots=True)
class WebSource:
    """A registered source as far as it has hosts: its pages count with its tier."""

    id: str
    tier: Tier
    hosts: tuple[str, ...]
    """``example.com``, ``*.example.com``. A source without hosts vouches for no page."""
    tenant: str = DEFAULT_TENANT

    def __post_init__(self) -> None:
        for host in self.hosts:
            _policy((host,))  # raises ValueError for what is no pattern


@dataclass(frozen=True, slots=True)
class Web:
    """How pages of the web are judged and kept."""

    sources: tuple[WebSource, ...] = ()
    archive: SnapshotSink | None = None
    """Keeps every page that becomes evidence. One that cannot be kept is none."""
    copies: str = ""
    """Where copies open, e.g. ``https://cite.example.com/copies/``: a copy's link is this, the document's id, a slash
    and the version. Empty: nowhere, and only the live page is linked."""
    _unregistered: WebSource = field(default=WebSource(UNREGISTERED, Tier.D, ()), init=False, repr=False)

    def source_of(self, tenant: str, *hosts: str) -> WebSource:
        """The source that vouches for a page that was reached over these canonical hosts: the least trusted one.

        A host that two sources name counts with the lower tier, one that none names with tier D.
        """
        found = [min(self._naming(tenant, host), key=lambda source: source.tier) for host in hosts]
        return min(found, key=lambda source: source.tier, default=self._unregistered)

    def is_registered(self, tenant: str, host: str) -> bool:
        """Whether a source of this tenant names a host."""
        return self.registered(tenant).judge(host) is HostVerdict.ALLOWED

    def registered(self, tenant: str) -> HostPolicy:
        """The hosts that sources of this tenant name, and no others."""
        return _policy(tuple(host for source in self.sources if source.tenant == tenant for host in source.hosts))

    def _naming(self, tenant: str, host: str) -> list[WebSource]:
        mine = (source for source in self.sources if source.tenant == tenant and source.hosts)
        return [source for source in mine if _policy(source.hosts).judge(host) is HostVerdict.ALLOWED] or [
            self._unregistered
        ]

    def link(self, document: str, version: str) -> str | None:
        """Where a copy opens; None where nothing serves copies."""
        return f"{self.copies.rstrip('/')}/{document}/{version}" if self.copies else None


@lru_cache(maxsize=256)
def _policy(hosts: tuple[str, ...]) -> HostPolicy:
    return HostPolicy.of(hosts)
