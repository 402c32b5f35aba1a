"""The resolver: look-ups as a service of its own for an egress zone, and the gate's side of it."""

from __future__ import annotations

from citeward.resolver.client import Channel, RemoteFetcher, RemoteResolver
from citeward.resolver.http import ServiceLimits, serving
from citeward.resolver.service import ResolverService, check_token

__all__ = ["Channel", "RemoteFetcher", "RemoteResolver", "ResolverService", "ServiceLimits", "check_token", "serving"]
