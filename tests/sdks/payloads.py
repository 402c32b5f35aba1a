"""One answer in the shape of every provider's API, whole and streamed: a true sentence with its source, one without.

The sources are those of :data:`CHUNKS`, under their handles where the API takes ours, else under their addresses.
"""

from __future__ import annotations

from typing import Any

from citeward import Chunk

STAFF = frozenset({"staff"})
RETURNS = Chunk(
    "returns",
    "Items may be returned within 30 days.",
    title="Returns",
    url="https://acme.example/returns",
    acl=STAFF,
    trust=3,
    handle="S1",
)
SHIPPING = Chunk(
    "shipping",
    "Shipping costs 5 euros.",
    title="Shipping",
    url="https://acme.example/shipping",
    acl=STAFF,
    trust=3,
    handle="S2",
)
CHUNKS = (RETURNS, SHIPPING)
CLAIM = RETURNS.text
SECOND = SHIPPING.text
TEXT = f"{CLAIM} {SECOND}"
LINK = f"([acme.example]({RETURNS.url}?utm_source=openai))"
LINKED = f"{CLAIM} {LINK} {SECOND}"
AT = len(CLAIM) + 1
NUMBERED = f"{CLAIM[:-1]} [1]."
MARKED = f"{CLAIM[:-1]} [S1]."


def pieces(text: str) -> list[str]:
    """The text as a stream brings it."""
    return [text[at : at + 11] for at in range(0, len(text), 11)]


# -- Anthropic ----------------------------------------------------------------------------------------------------

CHAR = {
    "type": "char_location",
    "cited_text": CLAIM,
    "document_index": 3,
    "document_title": "S1",
    "start_char_index": 0,
    "end_char_index": len(CLAIM),
    "file_id": None,
}
_USAGE = {"input_tokens": 1, "output_tokens": 1}
MESSAGE: dict[str, Any] = {
    "id": "msg_1",
    "type": "message",
    "role": "assistant",
    "model": "claude-test",
    "content": [{"type": "text", "text": CLAIM, "citations": [CHAR]}, {"type": "text", "text": " Ask us."}],
    "stop_reason": "end_turn",
    "stop_sequence": None,
    "usage": _USAGE,
}


def message_events() -> list[Any]:
    """Citations come before the words they stand for."""
    events: list[Any] = [{"type": "message_start", "message": {**MESSAGE, "content": [], "stop_reason": None}}]
    for index, block in enumerate(MESSAGE["content"]):
        begun = {"type": "text", "text": "", "citations": []}
        events.append({"type": "content_block_start", "index": index, "content_block": begun})
        deltas: list[Any] = [{"type": "citations_delta", "citation": each} for each in block.get("citations", ())]
        deltas += ({"type": "text_delta", "text": piece} for piece in pieces(block["text"]))
        events += ({"type": "content_block_delta", "index": index, "delta": delta} for delta in deltas)
        events.append({"type": "content_block_stop", "index": index})
    last = {"stop_reason": "end_turn", "stop_sequence": None}
    return [*events, {"type": "message_delta", "delta": last, "usage": _USAGE}, {"type": "message_stop"}]


# -- OpenAI -------------------------------------------------------------------------------------------------------

NOTE = {
    "type": "url_citation",
    "start_index": AT,
    "end_index": AT + len(LINK),
    "title": "Returns",
    "url": f"{RETURNS.url}?utm_source=openai",
}
_PART = {"type": "output_text", "text": LINKED, "annotations": [NOTE]}
_ITEM = {"id": "m1", "type": "message", "role": "assistant", "status": "completed", "content": [_PART]}
RESPONSE: dict[str, Any] = {
    "id": "resp_1",
    "object": "response",
    "created_at": 1,
    "model": "gpt-test",
    "output": [_ITEM],
    "parallel_tool_calls": True,
    "tool_choice": "auto",
    "tools": [],
    "status": "completed",
    "error": None,
    "incomplete_details": None,
    "instructions": None,
    "metadata": {},
    "temperature": 1,
    "top_p": 1,
}


def response_events() -> list[Any]:
    """The annotation comes when the part's text is complete."""
    at = {"item_id": "m1", "output_index": 0, "content_index": 0}
    begun = {**_ITEM, "content": [], "status": "in_progress"}
    empty = {"type": "output_text", "text": "", "annotations": []}
    events: list[Any] = [
        {"type": "response.created", "response": {**RESPONSE, "output": [], "status": "in_progress"}},
        {"type": "response.output_item.added", "output_index": 0, "item": begun},
        {"type": "response.content_part.added", **at, "part": empty},
        *({"type": "response.output_text.delta", **at, "delta": piece, "logprobs": []} for piece in pieces(LINKED)),
        {"type": "response.output_text.annotation.added", **at, "annotation_index": 0, "annotation": NOTE},
        {"type": "response.output_text.done", **at, "text": LINKED, "logprobs": []},
        {"type": "response.content_part.done", **at, "part": _PART},
        {"type": "response.output_item.done", "output_index": 0, "item": _ITEM},
        {"type": "response.completed", "response": RESPONSE},
    ]
    return [{**event, "sequence_number": number} for number, event in enumerate(events)]


def chat(message: dict[str, Any], **more: Any) -> dict[str, Any]:
    """A chat completion."""
    choice = {"index": 0, "finish_reason": "stop", "message": {"role": "assistant", **message}, "logprobs": None}
    usage = {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}
    head = {"id": "c1", "object": "chat.completion", "created": 1, "model": "test", "usage": usage}
    return {**head, "choices": [choice], **more}


def chunks(text: str, *deltas: dict[str, Any], **more: Any) -> list[Any]:
    """The chunks of one: its words, and then what else there is."""
    parts: list[Any] = [{"role": "assistant", "content": ""}, *({"content": piece} for piece in pieces(text)), *deltas]
    head = {"id": "c1", "object": "chat.completion.chunk", "created": 1, "model": "test", **more}
    found = [{**head, "choices": [{"index": 0, "delta": delta, "finish_reason": None}]} for delta in parts]
    found[-1]["choices"][0]["finish_reason"] = "stop"
    return found


ANNOTATED = {"content": LINKED, "annotations": [{"type": "url_citation", "url_citation": NOTE}]}
SPANNED = {
    "content": TEXT,
    "annotations": [
        {"type": "document_citation", "document_citation": {"document_id": "S1", "start_index": 0, "end_index": 37}}
    ],
}

# -- Google -------------------------------------------------------------------------------------------------------

_SEGMENT = {"startIndex": 0, "endIndex": len(CLAIM), "text": CLAIM}
GROUNDING = {
    "groundingChunks": [{"web": {"uri": RETURNS.url, "title": "Returns"}}],
    "groundingSupports": [{"segment": _SEGMENT, "groundingChunkIndices": [0]}],
}


def gemini(text: str, **more: Any) -> dict[str, Any]:
    """One reply, or one chunk of it."""
    candidate = {"content": {"role": "model", "parts": [{"text": text}]}, "index": 0, **more}
    return {"candidates": [candidate], "modelVersion": "gemini-test"}


_COUNTED = {"promptTokenCount": 1, "candidatesTokenCount": 1, "totalTokenCount": 2}
GENERATED = {**gemini(TEXT, groundingMetadata=GROUNDING, finishReason="STOP"), "usageMetadata": _COUNTED}


def gemini_chunks() -> list[Any]:
    """Grounding comes with the last chunk."""
    *first, last = pieces(TEXT)
    return [*map(gemini, first), gemini(last, groundingMetadata=GROUNDING, finishReason="STOP")]


# -- Cohere, Mistral, Bedrock, xAI --------------------------------------------------------------------------------

SPAN = {
    "start": 0,
    "end": len(CLAIM),
    "text": CLAIM,
    "sources": [{"type": "document", "id": "S1", "document": {"id": "S1", "title": "Returns"}}],
    "type": "TEXT_CONTENT",
}
COHERE = {
    "id": "c1",
    "finish_reason": "COMPLETE",
    "message": {"role": "assistant", "content": [{"type": "text", "text": TEXT}], "citations": [SPAN]},
}


def cohere_events() -> list[Any]:
    """A citation comes as one object."""
    first, *rest = pieces(TEXT)
    begun = {"message": {"content": {"type": "text", "text": first}}}
    return [
        {"type": "message-start", "id": "c1", "delta": {"message": {"role": "assistant"}}},
        {"type": "content-start", "index": 0, "delta": begun},
        *({"type": "content-delta", "index": 0, "delta": {"message": {"content": {"text": piece}}}} for piece in rest),
        {"type": "content-end", "index": 0},
        {"type": "citation-start", "index": 0, "delta": {"message": {"citations": SPAN}}},
        {"type": "citation-end", "index": 0},
        {"type": "message-end", "delta": {"finish_reason": "COMPLETE"}},
    ]


REFERENCED = [
    {"type": "text", "text": CLAIM},
    {"type": "reference", "reference_ids": ["S1"]},
    {"type": "text", "text": f" {SECOND}"},
]


def mistral_chunks() -> list[Any]:
    """The content of a chunk is a text, or a list."""
    first, reference, last = REFERENCED
    return chunks(str(first["text"]), {"content": [reference]}, {"content": [last]})


_LOCATED = {"documentChar": {"documentIndex": 0, "start": 0, "end": len(CLAIM)}}
CONVERSED = {"title": "S1", "sourceContent": [{"text": CLAIM}], "location": _LOCATED}
CONVERSE = {
    "output": {
        "message": {
            "role": "assistant",
            "content": [{"citationsContent": {"content": [{"text": CLAIM}], "citations": [CONVERSED]}}],
        }
    },
    "stopReason": "end_turn",
    "usage": {"inputTokens": 1, "outputTokens": 1, "totalTokens": 2},
    "metrics": {"latencyMs": 1},
}


def converse_events() -> list[dict[str, Any]]:
    """The citation comes before its words."""
    deltas: list[Any] = [{"citation": CONVERSED}, *({"text": piece} for piece in pieces(CLAIM))]
    return [
        {"messageStart": {"role": "assistant"}},
        *({"contentBlockDelta": {"contentBlockIndex": 0, "delta": delta}} for delta in deltas),
        {"contentBlockStop": {"contentBlockIndex": 0}},
        {"messageStop": {"stopReason": "end_turn"}},
    ]


RETRIEVED = {
    "sessionId": "s",
    "output": {"text": CLAIM},
    "citations": [
        {
            "generatedResponsePart": {"textResponsePart": {"text": CLAIM, "span": {"start": 0, "end": len(CLAIM) - 1}}},
            "retrievedReferences": [
                {
                    "content": {"text": CLAIM},
                    "location": {"type": "WEB", "webLocation": {"url": RETURNS.url}},
                    "metadata": {"x-amz-bedrock-kb-chunk-id": "c1"},
                }
            ],
        }
    ],
}
INLINE = f"{CLAIM}[[1]]({RETURNS.url}) {SECOND}"
INLINE_SPAN = (len(CLAIM), len(CLAIM) + len(f"[[1]]({RETURNS.url})"))
