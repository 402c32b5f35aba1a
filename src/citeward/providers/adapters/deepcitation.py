"""DeepCitation: ``[n]`` in the text, explained by a trailing ``<<<CITATION_DATA>>>`` block of JSON the model wrote.

Entries are grouped by attachment id or carry it; keys are long or single letters: n(umber), r(easoning), f(ull phrase),
k(ey), p(age), l(ines). The phrase is the model's quotation and has to be verified. The block is never shown.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from citeward.providers.datablock import Entry, cite_entries, cut, read_json
from citeward.providers.draft import Draft
from citeward.providers.interface import Adapter, ProviderAnswer, SourceKind, SourceLocator, SourceRef
from citeward.providers.text import holds_text, text_of
from citeward.providers.wire import decimal, get, integer, items, objects, string

__all__ = ["ADAPTERS"]

_BEGIN, _END = re.compile("<<<CITATION_DATA>>>"), re.compile("<<<END_CITATION_DATA>>>")
_PAGE = re.compile(r"(\d{1,7})")


class DeepCitation(Adapter):
    """An answer with a trailing citation data block."""

    providers = ("deepcitation",)
    api = "text"
    written_by_model = True

    def recognises(self, payload: object) -> bool:
        return holds_text(payload)

    def read(self, payload: object, request: object) -> ProviderAnswer:
        text, pointer = text_of(payload)
        visible, block = cut(text, _BEGIN, _END)
        draft = Draft(self)
        draft.text(pointer, visible)
        data = None if block is None else read_json(block)
        entries = [_entry(document, item) for document, item in _items(data)]
        cite_entries(draft, entries, pointer, has_block=block is not None, readable=data is not None)
        return draft.finish()


def _items(data: object) -> Iterator[tuple[str | None, Mapping[str, object]]]:
    if isinstance(data, Mapping):
        for document, found in data.items():
            for _, item in objects([found] if isinstance(found, Mapping) else items(found)):
                yield document, item
    else:
        for _, item in objects(data):
            yield None, item


def _entry(document: str | None, item: Mapping[str, object]) -> Entry:
    page = get(item, "page_id", "p", "page")
    found = _PAGE.search(page) if isinstance(page, str) else None
    number = int(found[1]) if found else page if isinstance(page, int) and not isinstance(page, bool) else None
    attributes: dict[str, object] = {"raw": item}
    if lines := items(item, "line_ids") or items(item, "l"):
        attributes["lines"] = list(lines)
    source = SourceRef(
        SourceKind.DOCUMENT_ID,
        id=string(item, "attachment_id", "a") or document,
        locator=None if number is None else SourceLocator("page", number, number + 1),
        attributes=attributes,
    )
    named = integer(item, "id", "n", "number")
    quote = string(item, "full_phrase", "f", "source_context", "anchor_text", "k")
    return Entry(decimal(string(item, "id", "n")) if named is None else named, source, quote)


ADAPTERS: tuple[Adapter, ...] = (DeepCitation(),)
