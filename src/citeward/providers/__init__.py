"""What a provider or framework calls a citation, as a plain record: nothing lost, nothing believed, no SDK imported."""

from __future__ import annotations

from .addresses import hides_its_page
from .interface import (
    Adapter,
    Anchor,
    AnswerPart,
    Defect,
    NativeSpan,
    PartKind,
    ProviderAnswer,
    ProviderCitation,
    QuoteKind,
    Role,
    SourceKind,
    SourceLocator,
    SourceRef,
    Timing,
    Unit,
    Unread,
)
from .plain import plain
from .proof import Proof, marker_extent, prove
from .registry import providers, read, read_plain
from .requests import (
    EvidenceText,
    anthropic_documents,
    anthropic_search_results,
    bedrock_documents,
    bedrock_search_results,
    chat_tool_message,
    cohere_documents,
    cohere_tool_message,
    gemini_function_response,
    groq_documents,
    mistral_tool_output,
    openai_tool_output,
    vertex_facts,
)
from .resolve import EvidenceKey, Match, Resolution, Resolver, resolve
from .rows import parse_row

__all__ = [
    "Adapter",
    "Anchor",
    "AnswerPart",
    "Defect",
    "EvidenceKey",
    "EvidenceText",
    "Match",
    "NativeSpan",
    "PartKind",
    "Proof",
    "ProviderAnswer",
    "ProviderCitation",
    "QuoteKind",
    "Resolution",
    "Resolver",
    "Role",
    "SourceKind",
    "SourceLocator",
    "SourceRef",
    "Timing",
    "Unit",
    "Unread",
    "anthropic_documents",
    "anthropic_search_results",
    "bedrock_documents",
    "bedrock_search_results",
    "chat_tool_message",
    "cohere_documents",
    "cohere_tool_message",
    "gemini_function_response",
    "groq_documents",
    "hides_its_page",
    "marker_extent",
    "mistral_tool_output",
    "openai_tool_output",
    "parse_row",
    "plain",
    "prove",
    "providers",
    "read",
    "read_plain",
    "resolve",
    "vertex_facts",
]
