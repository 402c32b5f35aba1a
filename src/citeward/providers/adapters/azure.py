"""Azure OpenAI: OpenAI's shapes, and On Your Data, where ``[doc1]`` counts, from 1, in the message's own citations.

``chunk_id`` is the number of a chunk inside its file and names nothing by itself; it may be empty. URLs may carry
signatures that grant access: they are never shown or logged.
"""

from __future__ import annotations

from collections.abc import Mapping

from citeward.providers.adapters.openai_assistants import Assistants
from citeward.providers.adapters.openai_chat import ChatCompletions
from citeward.providers.adapters.openai_responses import Responses
from citeward.providers.annotations import cite_unexplained
from citeward.providers.draft import Draft
from citeward.providers.interface import Adapter, SourceKind, SourceRef, Timing
from citeward.providers.markers import numeric, scan
from citeward.providers.offsets import Frame
from citeward.providers.wire import fields, get, objects, string

__all__ = ["ADAPTERS"]

_NAMES = ("azure", "azure_openai")


class AzureChat(ChatCompletions):
    """Chat Completions on Azure, with or without data sources."""

    providers = _NAMES
    api = "chat.completions"
    api_names = ("chat.completions + data_sources", "chat/completions", "on_your_data", "extensions/chat/completions")

    def extras(self, draft: Draft, frame: Frame, payload: object, message: Mapping[str, object], pointer: str) -> None:
        known: dict[int | str, SourceRef] = {
            index + 1: SourceRef(
                SourceKind.ORDINAL,
                index=index + 1,
                url=string(citation, "url"),
                title=string(citation, "title"),
                text=string(citation, "content"),
                attributes=fields(citation, "filepath", "chunk_id"),
            )
            for index, citation in objects(get(message, "context"), "citations")
        }
        for source in known.values():
            draft.saw(source)
        draft.cite_found(scan(draft.answer, numeric(known, prefix="doc", promised=True), covered=draft.covered()))
        cite_unexplained(draft)


class AzureResponses(Responses):
    """Responses on Azure; a stream announces every annotation at the end of its part."""

    providers = _NAMES
    timing = Timing.END_OF_PART


class AzureAssistants(Assistants):
    """Assistants on Azure."""

    providers = _NAMES


ADAPTERS: tuple[Adapter, ...] = (AzureChat(), AzureResponses(), AzureAssistants())
