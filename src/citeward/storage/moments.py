"""Moments as they are stored: whole microseconds since 1970-01-01 UTC."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

__all__ = ["from_us", "now_us", "to_us"]

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)


def now_us() -> int:
    """Now."""
    return to_us(datetime.now(UTC))


def to_us(moment: datetime) -> int:
    """An aware datetime as microseconds."""
    return (moment - _EPOCH) // _MICROSECOND


def from_us(microseconds: int) -> datetime:
    """Microseconds as an aware datetime in UTC."""
    return _EPOCH + microseconds * _MICROSECOND
