"""When a server says to come back (RFC 9110 section 10.2.3)."""

from __future__ import annotations

from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

__all__ = ["retry_after"]

_LONGEST_DIGITS = 9
"""Thirty years in seconds; more digits are no wait but a way to overflow one."""


def retry_after(value: str | None, now: datetime | None = None) -> float | None:
    """Read ``Retry-After``, in seconds or as a date.

    Args:
        value: the header, or None where there is none.
        now: aware; None: the system's clock.

    Returns:
        Seconds from now, at least 0; None where it says nothing.

    >>> retry_after("120"), retry_after("soon"), retry_after("Thu, 01 Jan 1970 00:00:00 GMT")
    (120.0, None, 0.0)
    """
    told = (value or "").strip()
    if told.isascii() and told.isdecimal():
        return float(told) if len(told) <= _LONGEST_DIGITS else None
    try:
        wait = parsedate_to_datetime(told) - (now or datetime.now(UTC))
    except (ValueError, TypeError, OverflowError):  # no date, one without a zone, or one beyond the calendar
        return None
    return max(0.0, wait.total_seconds())
