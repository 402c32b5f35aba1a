"""Plain answers: a text by itself, or under one of the names callers use, with the sources its markers count in."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from citeward.errors import PayloadError
from citeward.providers.chat import is_chat, message_of
from citeward.providers.interface import SourceKind, SourceRef
from citeward.providers.wire import fields, get, integer, items, needed_text, objects, string, strings

__all__ = ["cited_whole", "holds_text", "known_sources", "text_of"]

_NAMES = ("text", "content", "answer", "response", "output_text")


def holds_text(payload: object) -> bool:
    """Whether this is a text, an object with one, or a chat reply."""
    return isinstance(payload, str) or any(isinstance(get(payload, name), str) for name in _NAMES) or is_chat(payload)


def text_of(payload: object) -> tuple[str, str]:
    """The text and its JSON pointer.

    Raises:
        PayloadError: there is none.
    """
    if isinstance(payload, str):
        return payload, ""
    if is_chat(payload):
        message, pointer = message_of(payload)
        return needed_text(message, pointer, "content"), f"{pointer}/content"
    for name in _NAMES:
        if (text := string(payload, name)) is not None:
            return text, f"/{name}"
    raise PayloadError("payload.text", "is missing", "Pass the answer as text, or as {'text': ..., 'sources': [...]}.")


def known_sources(payload: object) -> dict[int | str, SourceRef]:
    """The ``sources`` of a payload, each under its number and, where it has one, its id.

    A source that is an object may say its number as ``index``; otherwise they are numbered from 1.
    """
    known: dict[int | str, SourceRef] = {}
    for order, listed in enumerate(items(payload, "sources"), 1):
        number = integer(listed, "index")
        id_ = listed if isinstance(listed, str) else string(listed, "id", "key")
        named = next((found for _, found in objects(listed, "metadata")), None)  # Open WebUI: one for each passage
        inner = get(listed, "source")
        id_ = id_ or string(named, "source")
        source = SourceRef(
            SourceKind.ORDINAL,
            id=id_,
            url=string(listed, "url") or string(inner, "url"),
            title=string(listed, "title") or string(inner, "name"),
            text=string(listed, "text", "content") or next(iter(strings(listed, "document")), None),
            attributes=fields(listed, "metadata"),
        )
        known[order if number is None else number] = source
        if id_ is not None and isinstance(listed, Mapping | str):
            known.setdefault(id_, source)
    return known


def cited_whole(payload: object) -> Iterator[tuple[str, SourceRef, str | None]]:
    """Yield the ``citations`` of a structured answer, ``{"answer": ..., "citations": [ids]}``, which name no place.

    Each is a JSON pointer, a source and what is said to be quoted of it. An id may be a handle, a document's id, a
    number counted from 1, or an object with one of them.
    """
    for index, item in enumerate(items(payload, "citations")):
        number = item if isinstance(item, int) and not isinstance(item, bool) else integer(item, "index", "number")
        id_ = item if isinstance(item, str) else string(item, "id", "document_id", "source_id", "source", "handle")
        kind = SourceKind.UNKNOWN if number is None else SourceKind.ORDINAL
        source = SourceRef(
            kind if id_ is None else SourceKind.DOCUMENT_ID,
            index=None if id_ is not None else number,
            id=id_,
            url=string(item, "url"),
            title=string(item, "title"),
        )
        yield f"/citations/{index}", source, string(item, "quote", "cited_text", "text", "snippet")
