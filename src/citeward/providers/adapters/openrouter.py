"""OpenRouter: Chat Completions with ``url_citation`` annotations that carry the retrieved text as ``content``.

``start_index == end_index == 0`` means "no position". Annotations of type ``file`` are a cache of parsed uploads.
"""

from __future__ import annotations

from citeward.providers.adapters.openai_chat import ChatCompletions
from citeward.providers.adapters.openai_responses import Responses
from citeward.providers.interface import Adapter, Timing

__all__ = ["ADAPTERS"]


class OpenRouterChat(ChatCompletions):
    """Chat Completions on OpenRouter."""

    providers = ("openrouter",)
    api = "chat/completions"


class OpenRouterResponses(Responses):
    """Responses on OpenRouter."""

    providers = ("openrouter",)
    timing = Timing.END_OF_PART


ADAPTERS: tuple[Adapter, ...] = (OpenRouterChat(), OpenRouterResponses())
