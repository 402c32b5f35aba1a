"""The Chat Completions shape, which most services speak: the message of a reply, and of a stream put back together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from citeward.errors import PayloadError
from citeward.providers.draft import Draft
from citeward.providers.interface import PartKind
from citeward.providers.offsets import Frame
from citeward.providers.wire import get, integer, items, needed_text, objects, string, typed

__all__ = ["FROM", "assemble", "is_chat", "is_chunks", "message_of", "read_content"]

_CHOICES = ("choices", "outputs")
"""Where a reply keeps its choices; xAI's gRPC API says ``outputs``."""
FROM = "supported_from"
"""Where, in code points of the message's text, a citation of a stream came: its block begins there."""
_SPEAKERS = (None, "assistant", "ROLE_ASSISTANT", 2)
"""The role of a message that is the answer; protobuf has a number for it."""
_THINKING = ("reasoning_content", "reasoning")


def is_chat(payload: object) -> bool:
    """Whether this is a reply with choices."""
    if isinstance(get(payload, "choices"), list):
        return True
    return any(get(choice, "message", "delta") is not None for choice in items(payload, "outputs"))


def is_chunks(events: Sequence[object]) -> bool:
    """Whether these are chunks of a streamed reply, each perhaps under ``data`` as some SDKs yield them."""
    return any(get(choice, "delta") is not None for event in events[:8] for choice in _choices(_body(event)[0])[1])


def message_of(payload: object) -> tuple[Mapping[str, object], str]:
    """The first choice's message and its JSON pointer.

    Raises:
        PayloadError: there is no choice with a message.
    """
    name, choices = _choices(payload)
    at = next((at for at, choice in enumerate(choices) if name == "outputs" and _answers(choice)), 0)
    message = get(choices[at], "message", "delta") if choices else None
    if not isinstance(message, Mapping):
        raise PayloadError(
            "payload/choices/0/message", "is missing", "Pass a finished reply, or the list of its chunks."
        )
    return message, f"/{name}/{at}/message"


def _answers(output: object) -> bool:
    """Whether an output of xAI's is the answer, and not what a tool on the server was told or said."""
    message = get(output, "message", "delta")
    return bool(string(message, "content")) and not items(message, "tool_calls") and get(message, "role") in _SPEAKERS


def _choices(payload: object) -> tuple[str, Sequence[object]]:
    name = next((name for name in _CHOICES if isinstance(get(payload, name), list)), _CHOICES[0])
    return name, items(payload, name)


def _body(event: object) -> tuple[object, str]:
    inner = get(event, "data")
    return (inner, "/data") if isinstance(inner, Mapping) else (event, "")


def read_content(draft: Draft, message: Mapping[str, object], pointer: str) -> Frame:
    """Adds the message's thinking and text; returns the frame that annotations count in.

    Raises:
        PayloadError: the content is neither text nor a list of parts.
    """
    for name in _THINKING:
        thinking = message.get(name)
        if isinstance(thinking, str) and thinking:
            draft.aside(f"{pointer}/{name}", PartKind.THINKING, thinking)
    content = message.get("content")
    base = draft.length
    if isinstance(content, list):
        for index, part in objects(message, "content"):
            where = f"{pointer}/content/{index}"
            if string(part, "type") in ("text", "output_text", None) and get(part, "text") is not None:
                draft.text(where, needed_text(part, where, "text"))
            else:
                draft.unread(where, typed(part))
        return Frame(draft.answer[base:], base, f"{pointer}/content")
    return draft.text(f"{pointer}/content", needed_text(message, pointer, "content"))


def assemble(events: Sequence[object]) -> tuple[dict[str, object], dict[str, str]]:
    """The reply a stream of chunks adds up to, and where its lists stand in the stream.

    Text is joined; lists under a message (annotations, content parts) are appended; everything else, at the top and in
    the message, is taken from the last chunk that has it, as services repeat whole lists on every chunk. Chunks
    without choices, such as a trailing count of tokens, take nothing back.
    """
    reply: dict[str, object] = {}
    message: dict[str, object] = {}
    texts: dict[str, list[str]] = {}
    pointers: dict[str, str] = {}
    for at, event in enumerate(events):
        body, envelope = _body(event)
        if not isinstance(body, Mapping):
            continue
        reply.update({name: value for name, value in body.items() if name not in _CHOICES and value not in (None, [])})
        holder, choices = _choices(body)
        for order, choice in objects(choices):
            delta = get(choice, "delta", "message")
            if (integer(choice, "index") or 0) == 0 and isinstance(delta, Mapping):
                name = "delta" if get(choice, "delta") is not None else "message"
                _add(message, delta, texts, pointers, f"/{at}{envelope}/{holder}/{order}/{name}")
    message.update({name: "".join(pieces) for name, pieces in texts.items()})
    reply["choices"] = [{"index": 0, "message": message}]
    return reply, pointers


def _add(
    message: dict[str, object],
    delta: Mapping[str, object],
    texts: dict[str, list[str]],
    pointers: dict[str, str],
    at: str,
) -> None:
    for name, value in delta.items():
        if value is None:
            continue
        if name in ("content", *_THINKING) and isinstance(value, str):
            parts = message.get(name)
            if isinstance(parts, list):
                parts.append({"type": "text", "text": value})
            else:
                texts.setdefault(name, []).append(value)
        elif isinstance(value, Mapping):
            known = message.get(name)
            one = value.get("citation")
            if isinstance(one, Mapping):  # LiteLLM: one at a time, before the words of its block
                came = sum(map(len, texts.get("content", ())))
                value = {**value, "citations": [*items(known, "citations"), {**one, FROM: came}]}  # noqa: PLW2901
            message[name] = {**known, **value} if isinstance(known, Mapping) else value
        elif isinstance(value, list):
            known = message.get(name)
            gathered = known if isinstance(known, list) else []
            if name in texts:
                gathered = [{"type": "text", "text": "".join(texts.pop(name))}]
            elif gathered and name != "content" and value[: len(gathered)] == gathered:
                gathered = []  # this service repeats the list with every chunk, as far as it has grown
            for index, item in enumerate(value):
                pointers[f"/choices/0/message/{name}/{len(gathered)}"] = f"{at}/{name}/{index}"
                gathered.append(item)
            message[name] = gathered
        else:
            message[name] = value
