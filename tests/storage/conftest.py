"""The databases every test of this folder runs on."""

from __future__ import annotations

from .databases import _drop_old_databases, _leave_nothing, bare_url, database, url

__all__ = ["_drop_old_databases", "_leave_nothing", "bare_url", "database", "url"]
