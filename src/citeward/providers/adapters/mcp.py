"""MCP tool results. The protocol has no citations: a linked or embedded resource is something to put in the ledger.

Resources are reported without a place in the text. What ``structuredContent`` holds follows the tool's own schema and
is not read.
"""

from __future__ import annotations

from citeward.providers.draft import Draft
from citeward.providers.interface import (
    Adapter,
    Defect,
    ProviderAnswer,
    QuoteKind,
    SourceKind,
    SourceRef,
    Timing,
)
from citeward.providers.wire import fields, get, items, needed_text, string, typed

__all__ = ["ADAPTERS"]


class ToolResult(Adapter):
    """The result of ``tools/call``, with or without its JSON-RPC envelope."""

    providers = ("mcp",)
    api = "tools/call"
    api_names = ("CallToolResult", "tool_result")

    def recognises(self, payload: object) -> bool:
        return isinstance(get(_result(payload)[0], "content"), list)

    def read(self, payload: object, request: object) -> ProviderAnswer:
        result, base = _result(payload)
        draft = Draft(self)
        for index, block in enumerate(items(result, "content")):
            pointer = f"{base}/content/{index}"
            kind = string(block, "type")
            if kind == "text":
                draft.text(pointer, needed_text(block, pointer, "text"))
            elif kind in ("resource_link", "resource"):
                source = _resource(get(block, "resource") if kind == "resource" else block)
                draft.cite(
                    draft.message(Defect.NO_POSITION),
                    source,
                    pointer,
                    Timing.END,
                    cited_text=source.text,
                    quote_kind=QuoteKind.SOURCE_CHUNK,
                )
            else:
                draft.unread(pointer, typed(block))
        return draft.finish()


def _result(payload: object) -> tuple[object, str]:
    result = get(payload, "result")
    return (payload, "") if result is None else (result, "/result")


def _resource(resource: object) -> SourceRef:
    return SourceRef(
        SourceKind.RESOURCE_URI,
        url=string(resource, "uri"),
        title=string(resource, "title", "name"),
        text=string(resource, "text"),
        attributes=fields(resource, "mimeType", "description", "size"),
    )


ADAPTERS: tuple[Adapter, ...] = (ToolResult(),)
