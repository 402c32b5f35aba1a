"""The events of a stream as server-sent events (WHATWG HTML, section 9.2) for a reader's browser.

Only what is the reader's goes over the wire: HTML, the words of the tail, which citations were granted. Verdicts on
what was not granted, reasons and errors stay with the operator.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from citeward.model import CitationAction
from citeward.streaming.events import (
    AnswerEnded,
    BlockReleased,
    StreamEvent,
    TailChanged,
    Upgraded,
    VerdictsReady,
    Withdrawn,
)

__all__ = ["for_reader", "sse"]


def sse(event: StreamEvent) -> str:
    """One event, with its name, its data as one line of JSON, and the blank line that ends it.

    ============  =====================================================================
    name          data
    ============  =====================================================================
    ``block``     ``index``, ``html``, ``checked``, ``citations``: append it
    ``upgrade``   ``index``, ``html``, ``citations``: replace the block
    ``granted``   ``index``, ``citations``: ids of the records
    ``tail``      ``text``, ``append``: for ``textContent``, never for ``innerHTML``
    ``withdrawn`` ``html``: replaces everything
    ``end``       ``html``, ``action``
    ============  =====================================================================
    """
    name, data = for_reader(event)
    # ASCII only: no character of an answer can be taken for the end of a line by any parser on the way.
    return f"event: {name}\ndata: {json.dumps(data, ensure_ascii=True, separators=(',', ':'))}\n\n"


def for_reader(event: StreamEvent) -> tuple[str, Mapping[str, Any]]:
    """The name of an event and what a reader's client needs of it."""
    match event:
        case BlockReleased():
            data = {"index": event.index, "html": event.html, "checked": event.checked, "citations": event.citations}
            return "block", data
        case Upgraded():
            return "upgrade", {"index": event.index, "html": event.html, "citations": event.citations}
        case VerdictsReady():
            granted = [id_ for id_, found in event.verdicts.items() if found.action is CitationAction.KEEP]
            return "granted", {"index": event.index, "citations": granted}
        case TailChanged():
            return "tail", {"text": event.text, "append": event.append}
        case Withdrawn():
            return "withdrawn", {"html": event.html}
        case AnswerEnded():
            return "end", {"html": event.html, "action": event.action.value}
