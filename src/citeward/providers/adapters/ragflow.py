"""RAGFlow: ``[ID:n]`` and the older ``##n$$`` count, from 0, in ``reference.chunks``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from citeward.providers.chat import assemble, is_chat, is_chunks, message_of
from citeward.providers.draft import Draft
from citeward.providers.interface import Adapter, ProviderAnswer, SourceKind, SourceRef
from citeward.providers.markers import ragflow, scan
from citeward.providers.wire import fields, get, items, needed_text, string

__all__ = ["ADAPTERS"]


class RagFlow(Adapter):
    """A completion of a chat or agent, whole or streamed, natively or in the OpenAI-compatible shape."""

    providers = ("ragflow",)
    api = "completions"
    api_names = ("chats.completions", "agents.completions", "chat.completions")

    def recognises(self, payload: object) -> bool:
        body = get(payload, "data") or payload
        return isinstance(get(body, "answer", "content"), str) or is_chat(payload)

    def read(self, payload: object, request: object) -> ProviderAnswer:
        if is_chat(payload):
            message, pointer = message_of(payload)
            return self._read(message, "content", pointer, get(message, "reference") or get(payload, "reference"))
        inner = get(payload, "data")
        body, pointer = (inner, "/data") if isinstance(inner, Mapping) else (payload, "")
        name = "answer" if get(body, "answer") is not None else "content"
        return self._read(body, name, pointer, get(body, "reference"))

    def recognises_stream(self, events: Sequence[object]) -> bool:
        return is_chunks(events) or any(isinstance(get(get(event, "data"), "answer"), str) for event in events[:8])

    def read_stream(self, events: Sequence[object], request: object) -> ProviderAnswer:
        if is_chunks(events):
            return self.read(assemble(events)[0], request)
        answer, reference = "", None
        for at, event in enumerate(events):
            body = get(event, "data")
            piece = needed_text(body, f"/{at}/data", "answer")
            # Some versions repeat the whole answer with every event, others send what is new.
            answer = piece if answer and piece.startswith(answer) else answer + piece
            reference = get(body, "reference") or reference
        return self.read({"answer": answer, "reference": reference}, request)

    def _read(self, body: object, name: str, pointer: str, reference: object) -> ProviderAnswer:
        draft = Draft(self)
        draft.text(f"{pointer}/{name}", needed_text(body, pointer, name))
        chunks = get(reference, "chunks")
        listed = list(chunks.values()) if isinstance(chunks, Mapping) else items(chunks or reference)
        known: dict[int | str, SourceRef] = {number: _chunk(chunk) for number, chunk in enumerate(listed)}
        for source in known.values():
            draft.saw(source)
        draft.cite_found(scan(draft.answer, ragflow(known, promised=True)))
        return draft.finish()


def _chunk(chunk: object) -> SourceRef:
    return SourceRef(
        SourceKind.ORDINAL0,
        id=string(chunk, "id", "chunk_id"),
        url=string(chunk, "url"),
        title=string(chunk, "document_name", "docnm_kwd", "doc_name"),
        text=string(chunk, "content", "content_with_weight"),
        attributes=fields(chunk, "document_id", "dataset_id", "positions", "similarity"),
    )


ADAPTERS: tuple[Adapter, ...] = (RagFlow(),)
