"""Groq: no citations of its own. ``executed_tools`` lists what the tools saw; only markers in the text cite."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from citeward.providers.adapters.openai_chat import ChatCompletions
from citeward.providers.draft import Draft
from citeward.providers.interface import Adapter, SourceKind, SourceRef
from citeward.providers.markers import Known, lenticular, numeric, private_use, scan
from citeward.providers.offsets import Frame
from citeward.providers.wire import fields, get, objects, string

__all__ = ["ADAPTERS"]


class Groq(ChatCompletions):
    """Chat Completions on Groq, Compound systems included.

    A number in brackets is ambiguous: nothing says which list it counts in.
    """

    providers = ("groq",)
    api = "chat/completions"

    def extras(self, draft: Draft, frame: Frame, payload: object, message: Mapping[str, object], pointer: str) -> None:
        for _, tool in objects(message, "executed_tools"):
            for _, result in objects(get(tool, "search_results"), "results"):
                draft.saw(
                    SourceRef(
                        SourceKind.URL,
                        url=string(result, "url"),
                        title=string(result, "title"),
                        text=string(result, "content"),
                        attributes=fields(result, "score"),
                    )
                )
        nothing: Known = {}
        families = numeric(nothing), lenticular(nothing), private_use
        markers = scan(draft.answer, *families, covered=draft.covered())
        draft.cite_found(found._replace(sources=tuple(map(_uncounted, found.sources))) for found in markers)


def _uncounted(source: SourceRef) -> SourceRef:
    return replace(source, ambiguous=source.kind is SourceKind.ORDINAL)


ADAPTERS: tuple[Adapter, ...] = (Groq(),)
