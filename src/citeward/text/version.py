"""The version of everything that decides which texts are equal."""

from __future__ import annotations

from typing import Final

NORMALISER_VERSION: Final = "n1"
"""Raised whenever a span hash would change for some text. Old versions stay computable."""
