"""Rendering: one selection of events, printed as HTML, Markdown or text. No renderer looks anything up."""

from __future__ import annotations

from citeward.render.copy import TextCopy, text_copy
from citeward.render.defang import defang
from citeward.render.html import escape, html, html_body, html_end
from citeward.render.lines import LineWriter
from citeward.render.markdown import markdown, markdown_writer
from citeward.render.page import page, stylesheet
from citeward.render.permalinks import Permalinks
from citeward.render.select import select
from citeward.render.shown import Chip, Mark, MarkKind, Note, Shown, ShownEvent, ShownSource
from citeward.render.sources import SourceList
from citeward.render.text import text, text_writer

__all__ = [
    "Chip",
    "LineWriter",
    "Mark",
    "MarkKind",
    "Note",
    "Permalinks",
    "Shown",
    "ShownEvent",
    "ShownSource",
    "SourceList",
    "TextCopy",
    "defang",
    "escape",
    "html",
    "html_body",
    "html_end",
    "markdown",
    "markdown_writer",
    "page",
    "select",
    "stylesheet",
    "text",
    "text_copy",
    "text_writer",
]
