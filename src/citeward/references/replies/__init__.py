"""Registries' replies: recognised by shape, read into one kind of record."""

from __future__ import annotations

from citeward.references.replies.interface import Reading, ReplyState, Shape
from citeward.references.replies.parse import MAX_REPLY_CHARS, SHAPES, parse_record, parse_reply

__all__ = ["MAX_REPLY_CHARS", "SHAPES", "Reading", "ReplyState", "Shape", "parse_record", "parse_reply"]
