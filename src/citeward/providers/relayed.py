"""What proxies and servers put beside a message in the shape of Chat Completions: citations another provider made.

LiteLLM hands on Anthropic's citations under ``provider_specific_fields``, in a list for each text block with the
block's words, or one by one in a stream, each before the words of its block. Gemini's grounding comes whole under
``vertex_ai_grounding_metadata``; the annotations made of it count bytes as characters and leave out what begins at 0.
vLLM and gateways to Cohere keep its citations, spans of the claim. (Measured on litellm 1.110.2.)
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from citeward.providers.adapters.anthropic import cite_quoted
from citeward.providers.adapters.cohere import cite_span
from citeward.providers.chat import FROM
from citeward.providers.draft import Draft
from citeward.providers.grounding import Supports, cite_grounding
from citeward.providers.interface import Anchor, Role, Unit
from citeward.providers.offsets import Frame
from citeward.providers.wire import get, integer, items, objects, string

__all__ = ["cite_relayed"]


def cite_relayed(draft: Draft, frame: Frame, payload: object, message: object, pointer: str) -> bool:
    """Adds what a proxy handed on of another provider's citations; whether it was all there is of them."""
    fields = get(message, "provider_specific_fields")
    found = list(_listed(items(fields, "citations")))
    starts = sorted({at for _, citation in found if (at := integer(citation, FROM)) is not None})
    for where, citation in found:
        anchor = _anchor(draft, frame, citation, starts)
        cite_quoted(draft, anchor, citation, f"{pointer}/provider_specific_fields/citations/{where}")
    for index, citation in objects(message, "citations"):
        if get(citation, "sources", "documentIds") is not None and get(citation, "end") is not None:
            cite_span(draft, citation, {0: frame}, f"{pointer}/citations/{index}")
    grounding = items(payload, "vertex_ai_grounding_metadata") or items(fields, "vertex_ai_grounding_metadata")
    known = Supports()
    for index, metadata in enumerate(grounding):
        cite_grounding(draft, metadata, {0: frame}, f"/vertex_ai_grounding_metadata/{index}", known)
    return bool(known.cited)


def _listed(citations: Sequence[object]) -> Iterator[tuple[str, Mapping[str, object]]]:
    for index, listed in enumerate(citations):
        if isinstance(listed, Mapping):
            yield str(index), listed
        for order, citation in objects(listed):
            yield f"{index}/{order}", citation


def _anchor(draft: Draft, frame: Frame, citation: object, starts: Sequence[int]) -> Anchor:
    """The block a citation is about: by its words, or from where it came in the stream to where the next one did."""
    start = integer(citation, FROM)
    if start is None:
        return draft.span(Role.BLOCK, frame, None, None, Unit.NONE, echo=string(citation, "supportedText"))
    end = next((at for at in starts if at > start), len(frame.text))
    return draft.span(Role.BLOCK, frame, start, end, Unit.CODE_POINTS)
