"""Any reply of any registry, recognised by what it is. Whatever is recognised as nothing is degraded, never absent."""

from __future__ import annotations

import json
import re

from citeward.errors import RowError
from citeward.references.record import Record
from citeward.references.replies.arxiv import ArxivShape
from citeward.references.replies.courtlistener import CourtListenerShape
from citeward.references.replies.crossref import CrossrefShape
from citeward.references.replies.csl import CslShape
from citeward.references.replies.datacite import DataCiteShape
from citeward.references.replies.indexes import DblpShape, SemanticScholarShape
from citeward.references.replies.interface import Reading, ReplyState, Shape
from citeward.references.replies.markup import parse_xml
from citeward.references.replies.openalex import OpenAlexShape
from citeward.references.replies.pubmed import PubMedShape
from citeward.references.replies.pubmed_xml import PubMedXmlShape

__all__ = ["MAX_REPLY_CHARS", "SHAPES", "parse_record", "parse_reply"]

MAX_REPLY_CHARS = 10_485_760
"""What the safe fetch hands over at most."""

SHAPES: tuple[Shape, ...] = (
    CrossrefShape(),
    DataCiteShape(),
    OpenAlexShape(),
    PubMedShape(),
    CourtListenerShape(),
    SemanticScholarShape(),
    DblpShape(),
    CslShape(),
    ArxivShape(),
    PubMedXmlShape(),
)

_NOT_FOUND = re.compile(r"\s*(?:resource|doi)?\s*not found\.?\s*", re.I)
_NOT_FOUND_PAGE = re.compile(r"<title>\s*(?:error:\s*)?(?:doi not found|not a doi)\s*</title>", re.I)


def parse_reply(raw: object) -> Reading:
    """Reads a reply: parsed JSON, or the text of a body in JSON, XML, HTML or plain words. Never raises.

    >>> parse_reply("Resource not found.").state, parse_reply("<html><title>Sign in</title></html>").state
    (<ReplyState.ABSENT: 'absent'>, <ReplyState.DEGRADED: 'degraded'>)
    """
    data = _from_text(raw) if isinstance(raw, str) else raw
    if isinstance(data, Reading):
        return data
    shape = next((shape for shape in SHAPES if shape.recognises(data)), None)
    if shape is None:
        return Reading(ReplyState.DEGRADED, detail="unknown_shape")
    return shape.read(data)


def _from_text(text: str) -> object:
    if len(text) > MAX_REPLY_CHARS:
        return Reading(ReplyState.DEGRADED, detail="too_large")
    start = text.lstrip("\ufeff \t\r\n")
    if start.startswith(("{", "[")):
        try:
            return json.loads(start)
        except (ValueError, RecursionError):
            return Reading(ReplyState.DEGRADED, detail="broken_json")
    if _NOT_FOUND.fullmatch(start[:200]) and len(start) < 200:
        return Reading(ReplyState.ABSENT, detail="not_found")
    if _NOT_FOUND_PAGE.search(start[:4_096]):
        return Reading(ReplyState.ABSENT, detail="not_found")
    if start.startswith("<") and not start[:200].lower().startswith(("<!doctype html", "<html")):
        root = parse_xml(start)
        return Reading(ReplyState.DEGRADED, detail="broken_xml") if root is None else root
    return Reading(ReplyState.DEGRADED, detail="html" if start.startswith("<") else "no_structure")


def parse_record(raw: object) -> Record:
    """The one record of a reply.

    Raises:
        RowError: the reply holds no record, or more than one.
    """
    reading = parse_reply(raw)
    if reading.state is not ReplyState.FOUND or len(reading.records) != 1:
        problem = f"holds no single record ({reading.detail or reading.state})"
        raise RowError("record", problem, "Give the registry's reply for one work.")
    return reading.records[0]
