"""Identifiers: UUIDv7 (RFC 9562, section 5.7), ordered by the time they were made."""

from __future__ import annotations

import os
import time

__all__ = ["uuid7"]


def uuid7(now_ms: int | None = None) -> str:
    """A new identifier.

    Args:
        now_ms: Unix time in milliseconds; None for now.
    """
    value = ((time.time_ns() // 1_000_000 if now_ms is None else now_ms) & ((1 << 48) - 1)) << 80
    value |= int.from_bytes(os.urandom(10)) & ~(0xF << 76 | 0b11 << 62) | 0x7 << 76 | 0b10 << 62
    digits = f"{value:032x}"
    return f"{digits[:8]}-{digits[8:12]}-{digits[12:16]}-{digits[16:20]}-{digits[20:]}"
