"""The request side: a ledger's evidence in each provider's shape, so that its citations come back with our handles.

A provider sees what the model sees: handle, title and text, never a URL. Evidence goes in whole and in order; indices
in the reply count in exactly the list made here, so nothing else that is counted may stand before it.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Protocol

__all__ = [
    "EvidenceText",
    "anthropic_documents",
    "anthropic_search_results",
    "bedrock_documents",
    "bedrock_search_results",
    "chat_tool_message",
    "cohere_documents",
    "cohere_tool_message",
    "gemini_function_response",
    "groq_documents",
    "mistral_tool_output",
    "openai_tool_output",
    "vertex_facts",
]


class EvidenceText(Protocol):
    """What is sent of one piece of evidence; :class:`citeward.model.Evidence` has it."""

    @property
    def handle(self) -> str:
        """The opaque handle."""

    @property
    def title(self) -> str:
        """The title the model may see."""

    @property
    def text(self) -> str:
        """The chunk."""


def anthropic_documents(evidence: Sequence[EvidenceText]) -> list[dict[str, object]]:
    """Document blocks for Anthropic Messages, with citations on: quotations come back by character.

    The handle is the block's title, which the API repeats in every citation as ``document_title``. Our title goes into
    ``context``, which the model reads and never cites.
    """
    return [
        {
            "type": "document",
            "source": {"type": "text", "media_type": "text/plain", "data": item.text},
            "title": item.handle,
            **({"context": item.title} if item.title else {}),
            "citations": {"enabled": True},
        }
        for item in evidence
    ]


def anthropic_search_results(evidence: Sequence[EvidenceText]) -> list[dict[str, object]]:
    """Search result blocks for Anthropic Messages, at the top of a message or in a tool result.

    ``source`` is the handle; the API repeats it in every citation.
    """
    return [
        {
            "type": "search_result",
            "source": item.handle,
            "title": item.title or item.handle,
            "content": [{"type": "text", "text": item.text}],
            "citations": {"enabled": True},
        }
        for item in evidence
    ]


def bedrock_documents(evidence: Sequence[EvidenceText]) -> list[dict[str, object]]:
    """Document blocks for Bedrock Converse, with citations on. The handle is the document's name, repeated as title."""
    return [
        {
            "document": {
                "format": "txt",
                "name": item.handle,
                "source": {"text": item.text},
                **({"context": item.title} if item.title else {}),
                "citations": {"enabled": True},
            }
        }
        for item in evidence
    ]


def bedrock_search_results(evidence: Sequence[EvidenceText]) -> list[dict[str, object]]:
    """Search result blocks for Bedrock Converse; ``source`` is the handle."""
    return [
        {
            "searchResult": {
                "source": item.handle,
                "title": item.title or item.handle,
                "content": [{"text": item.text}],
                "citations": {"enabled": True},
            }
        }
        for item in evidence
    ]


def cohere_documents(evidence: Sequence[EvidenceText]) -> list[dict[str, object]]:
    """``documents`` for Cohere chat v2; ids come back in ``citations[].sources[]``."""
    return [{"id": item.handle, "data": {"title": item.title, "text": item.text}} for item in evidence]


def cohere_tool_message(evidence: Sequence[EvidenceText], call_id: str) -> dict[str, object]:
    """A tool message for Cohere chat v2, one document for each piece of evidence.

    Citations name them ``call:0``, ``call:1`` and repeat the data, in which the handle comes back.
    """
    said = (json.dumps(result, ensure_ascii=False) for result in _results(evidence))
    content = [{"type": "document", "document": {"data": data}} for data in said]
    return {"role": "tool", "tool_call_id": call_id, "content": content}


def groq_documents(evidence: Sequence[EvidenceText]) -> list[dict[str, object]]:
    """``documents`` for Groq chat completions; ids come back in ``document_citation``."""
    return [{"id": item.handle, "source": {"type": "text", "text": item.text}} for item in evidence]


def gemini_function_response(evidence: Sequence[EvidenceText], name: str) -> dict[str, object]:
    """A ``functionResponse`` part for Gemini, with the handles the model is asked to cite as ``[S1]``.

    The API reports no citations of function responses: they come back as markers in the text.
    """
    return {"functionResponse": {"name": name, "response": {"results": _results(evidence)}}}


def chat_tool_message(evidence: Sequence[EvidenceText], call_id: str) -> dict[str, object]:
    """A tool message in the shape of Chat Completions (OpenAI, xAI, Groq, Ollama and who speaks it).

    Nothing is reported of tool messages: citations come back as markers in the text, ``[S1]``.
    """
    content = json.dumps({"results": _results(evidence)}, ensure_ascii=False)
    return {"role": "tool", "tool_call_id": call_id, "content": content}


def vertex_facts(evidence: Sequence[EvidenceText]) -> list[dict[str, object]]:
    """``facts`` for Google checkGrounding; the reply names them by their index in this list."""
    return [{"factText": item.text, "attributes": {"source": item.handle, "title": item.title}} for item in evidence]


def mistral_tool_output(evidence: Sequence[EvidenceText]) -> str:
    """The content of a Mistral tool message: a JSON object whose keys, the handles, are what references name."""
    return json.dumps({item.handle: {"title": item.title, "text": item.text} for item in evidence}, ensure_ascii=False)


def openai_tool_output(evidence: Sequence[EvidenceText], call_id: str) -> dict[str, object]:
    """A ``function_call_output`` item for OpenAI Responses, with the handles the model is asked to cite as ``[S1]``.

    The API reports no citations of function outputs: they come back as markers in the text.
    """
    output = json.dumps({"results": _results(evidence)}, ensure_ascii=False)
    return {"type": "function_call_output", "call_id": call_id, "output": output}


def _results(evidence: Sequence[EvidenceText]) -> list[dict[str, str]]:
    return [{"handle": item.handle, "title": item.title, "text": item.text} for item in evidence]
