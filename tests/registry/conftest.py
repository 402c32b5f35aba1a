"""The databases every test of this folder runs on."""

from __future__ import annotations

from ..storage.databases import _drop_old_databases, _leave_nothing, database, url

__all__ = ["_drop_old_databases", "_leave_nothing", "database", "url"]
