"""The ``citeward`` command."""

from __future__ import annotations

from citeward.cli.app import app, main

__all__ = ["app", "main"]
