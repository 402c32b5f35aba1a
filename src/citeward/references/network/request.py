"""What a registry is asked."""

from __future__ import annotations

from dataclasses import dataclass, field

__all__ = ["Request"]


@dataclass(frozen=True, slots=True)
class Request:
    """What one registry is asked. Holds an identifier, never answer text."""

    url: str
    accept: str = "application/json"
    secrets: tuple[tuple[str, str], ...] = field(default=(), repr=False)
    """Headers for the configured host alone, e.g. ``Authorization``."""
    form: bytes | None = None
    """A body in ``application/x-www-form-urlencoded``; makes it a POST, which follows no redirect."""
