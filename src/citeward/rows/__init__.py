"""The batch interface as functions: one JSON object in, one out. What the command line reads and writes."""

from __future__ import annotations

from citeward.providers import parse_row
from citeward.rows.fields import Fields
from citeward.rows.hosts import lookalike_row, url_row
from citeward.rows.quote import quote_row
from citeward.rows.references import describe_finding, describe_page, reference_row, resolve_row
from citeward.rows.render import render_row
from citeward.rows.turns import TurnRow, check_turn, describe

__all__ = [
    "Fields",
    "TurnRow",
    "check_turn",
    "describe",
    "describe_finding",
    "describe_page",
    "lookalike_row",
    "parse_row",
    "quote_row",
    "reference_row",
    "render_row",
    "resolve_row",
    "url_row",
]
