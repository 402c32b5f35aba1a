"""Identifiers: UUIDv7 (RFC 9562, section 5.7), ordered by the time they were made."""

from __future__ import annotations

import secrets
import time
import uuid

__all__ = ["uuid7"]


def uuid7(now_ms: int | None = None) -> str:
    """A new identifier.

    Args:
        now_ms: Unix time in milliseconds; None for now.
    """
    value = (time.time_ns() // 1_000_000 if now_ms is None else now_ms) & ((1 << 48) - 1)
    value = value << 80 | 0x7 << 76 | secrets.randbits(12) << 64 | 0b10 << 62 | secrets.randbits(62)
    return str(uuid.UUID(int=value))
