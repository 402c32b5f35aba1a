"""Reaching registries: the safe fetch, turns under their rate limits, replies kept."""

from __future__ import annotations

from citeward.references.network.cache import ReplyCache
from citeward.references.network.limits import Clock, Rate, RateLimiter
from citeward.references.network.request import Request
from citeward.references.network.transport import Answer, SafeTransport, Transport

__all__ = ["Answer", "Clock", "Rate", "RateLimiter", "ReplyCache", "Request", "SafeTransport", "Transport"]
