"""Rendering: one selection of events, printed as HTML, Markdown or text. No renderer looks anything up."""

from __future__ import annotations

from citeward.render.defang import defang
from citeward.render.html import escape, html
from citeward.render.markdown import markdown
from citeward.render.page import page, stylesheet
from citeward.render.select import select
from citeward.render.shown import Chip, Mark, MarkKind, Note, Shown, ShownEvent, ShownSource
from citeward.render.text import text

__all__ = [
    "Chip",
    "Mark",
    "MarkKind",
    "Note",
    "Shown",
    "ShownEvent",
    "ShownSource",
    "defang",
    "escape",
    "html",
    "markdown",
    "page",
    "select",
    "stylesheet",
    "text",
]
