"""The web in miniature that the safe fetch is tested in."""

from __future__ import annotations

from ..fetch.conftest import authority, world

__all__ = ["authority", "world"]
