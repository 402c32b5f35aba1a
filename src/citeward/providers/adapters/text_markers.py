"""An answer with markers in its text and no structure around it: every family at once, or one product's own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from citeward.providers.draft import Draft
from citeward.providers.interface import Adapter, ProviderAnswer, QuoteKind, Timing
from citeward.providers.markers import (
    Family,
    Known,
    footnotes,
    gemini_app,
    latex_keys,
    lenticular,
    numeric,
    pandoc_keys,
    private_use,
    ragflow,
    scan,
    superscripts,
)
from citeward.providers.text import cited_whole, holds_text, known_sources, text_of

__all__ = ["ADAPTERS"]


class TextMarkers(Adapter):
    """Any text, with ``sources`` that its numbers count in, or ``citations`` that stand for the whole of it."""

    providers: ClassVar[tuple[str, ...]] = ("text_markers", "text", "markdown")
    api = "text"

    def recognises(self, payload: object) -> bool:
        return holds_text(payload)

    def read(self, payload: object, request: object) -> ProviderAnswer:
        text, pointer = text_of(payload)
        draft = Draft(self)
        frame = draft.text(pointer, text)
        known = known_sources(payload)
        for place, cited, quoted in cited_whole(payload):
            draft.cite(
                draft.block(frame), cited, place, Timing.END, cited_text=quoted, quote_kind=QuoteKind.MODEL_AUTHORED
            )
        for number, source in known.items():
            if isinstance(number, int):
                draft.saw(source)
        draft.cite_found(scan(text, *self.families(known)))
        return draft.finish()

    def families(self, known: Known) -> Sequence[Family]:
        """The families looked for."""
        return (
            numeric(known),
            numeric(known, prefix="doc"),
            numeric(known, prefix="citation:"),
            superscripts(known),
            lenticular(known),
            private_use,
            gemini_app,
            footnotes,
            pandoc_keys(known),
            latex_keys(known),
            ragflow(known),
        )


class ChatGpt(TextMarkers):
    """Text copied or streamed from ChatGPT or LibreChat, with private-use and lenticular markers."""

    providers = ("librechat", "chatgpt")

    def families(self, known: Known) -> Sequence[Family]:
        return private_use, lenticular(known)


class OpenWebUI(TextMarkers):
    """Open WebUI: ``[1]``, ``[1,2]``, ``[1#section]``, counting from 1."""

    providers = ("open_webui", "openwebui")

    def families(self, known: Known) -> Sequence[Family]:
        return (numeric(known, promised=bool(known)),)


ADAPTERS: tuple[Adapter, ...] = (TextMarkers(), ChatGpt(), OpenWebUI())
