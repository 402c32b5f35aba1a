"""Bibliographies: BibTeX, CSL JSON and lists in Markdown, read entry by entry."""

from __future__ import annotations

from citeward.references.bibliography.interface import MAX_BIBLIOGRAPHY_CHARS, Bibliography, Entry
from citeward.references.bibliography.read import NOTATIONS, read_bibliography

__all__ = ["MAX_BIBLIOGRAPHY_CHARS", "NOTATIONS", "Bibliography", "Entry", "read_bibliography"]
