"""Moments as people write them on a command line."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

from citeward.errors import InputError

__all__ = ["moment"]

_AGO = re.compile(r"(\d{1,5})([dhm])")
_UNITS = {"d": "days", "h": "hours", "m": "minutes"}


def moment(text: str, option: str, now: datetime | None = None) -> datetime:
    """An aware datetime: an ISO 8601 date or time (UTC where none is said), or how long ago (``7d``, ``12h``, ``30m``).

    Args:
        text: as written.
        option: its name, for the error.
        now: aware; None for now.

    Raises:
        InputError: neither.
    """
    ago = _AGO.fullmatch(text)
    if ago is not None:
        return (now or datetime.now(UTC)) - timedelta(**{_UNITS[ago[2]]: int(ago[1])})
    try:
        found = datetime.fromisoformat(text)
    except ValueError as error:
        remedy = "Write 2026-01-31, 2026-01-31T12:00:00Z, or how long ago: 7d, 12h, 30m."
        raise InputError(option, f"{text!r} is no time", remedy) from error
    return found if found.tzinfo is not None else found.replace(tzinfo=UTC)
