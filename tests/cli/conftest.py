"""The databases the commands that store something run on."""

from __future__ import annotations

from ..storage.databases import _drop_old_databases, _leave_nothing, url

__all__ = ["_drop_old_databases", "_leave_nothing", "url"]
