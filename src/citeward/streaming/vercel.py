"""The events of a stream as data and source parts of a Vercel AI SDK UI message stream (AI SDK 5 and 6).

A data part with the id of an earlier one takes its place in the message, which is how a block is upgraded. Sources
become source parts only at the end, once they have all been granted, and never for an unvetted source's address: the
SDK's components show nothing of a tier.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from citeward.model import Tier
from citeward.render import ShownSource
from citeward.streaming.events import AnswerEnded, BlockReleased, StreamEvent, TailChanged, Upgraded
from citeward.streaming.sse import for_reader

__all__ = ["ui_parts", "ui_stream"]


def ui_parts(event: StreamEvent) -> list[dict[str, Any]]:
    """The parts for one event, as plain dictionaries: ``data-citeward-*``, ``source-url`` and ``source-document``."""
    name, data = for_reader(event)
    part: dict[str, Any] = {"type": f"data-citeward-{name}", "data": data}
    match event:
        case BlockReleased() | Upgraded():
            part |= {"type": "data-citeward-block", "id": f"block-{event.index}"}
            part["data"] = {**data, "markdown": event.markdown, "text": event.text}
        case TailChanged():
            part["transient"] = True
        case AnswerEnded():
            return [*map(_source, event.sources), part]
    return [part]


def ui_stream(parts: Iterable[Mapping[str, Any]]) -> str:
    """Parts as the lines of the stream (``x-vercel-ai-ui-message-stream: v1``)."""
    return "".join(f"data: {json.dumps(part, ensure_ascii=True, separators=(',', ':'))}\n\n" for part in parts)


def _source(source: ShownSource) -> dict[str, Any]:
    about = {"citeward": {"number": source.number, "tier": source.tier.name, "about": list(source.about)}}
    common = {"sourceId": f"citeward-{source.number}", "title": source.title, "providerMetadata": about}
    if source.href is not None and source.tier > Tier.D:
        return {"type": "source-url", "url": source.href, **common}
    return {"type": "source-document", "mediaType": "text/plain", **common}
