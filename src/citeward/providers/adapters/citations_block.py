"""A model's own ``<CITATIONS>`` block: JSON with the quotations it claims, per document, as legal assistants ask for.

Shapes met: a list of entries, the same under ``citations``, or entries grouped by document; an entry names its marker,
its document, one or several quotations, and perhaps a page. Everything in it is the model's word.
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

_BEGIN, _END = re.compile("<CITATIONS>", re.IGNORECASE), re.compile("</CITATIONS>", re.IGNORECASE)
_NUMBER = ("ref", "marker", "number", "n", "index", "citation", "id")
_DOCUMENT = (
    "doc_id", "documentId", "docName", "documentName", "document", "doc",
    "source_id", "source", "chunkId", "file", "filename",
)  # fmt: skip
_QUOTES = ("quotes", "quote", "text", "excerpt", "relevant_snippet", "snippet", "full_phrase")
_LISTS = ("citations", "entries", "items")


class CitationsBlock(Adapter):
    """An answer that ends in a ``<CITATIONS>`` block."""

    providers = ("citations_block", "citations")
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
        entries = [entry for document, item in _items(data) for entry in _entries(document, item)]
        cite_entries(draft, entries, pointer, has_block=block is not None, readable=data is not None)
        return draft.finish()


def _items(data: object) -> Iterator[tuple[str | None, Mapping[str, object]]]:
    if isinstance(data, Mapping):
        listed = next((data[name] for name in _LISTS if isinstance(data.get(name), list)), None)
        if listed is not None:
            data = listed
        elif any(name in data for name in _QUOTES):
            data = [data]
        else:
            for document, found in data.items():
                for item in [found] if isinstance(found, Mapping | str) else items(found):
                    yield document, item if isinstance(item, Mapping) else {"quote": item}
            return
    for _, item in objects(data):
        yield None, item


def _entries(document: str | None, item: Mapping[str, object]) -> Iterator[Entry]:
    number = _number(item)
    named = string(item, *_DOCUMENT) or document
    quotes = get(item, *_QUOTES)
    for quote in quotes if isinstance(quotes, list) and quotes else [quotes]:
        page = integer(quote, "page", "page_number")
        page = integer(item, "page", "page_number") if page is None else page
        source = SourceRef(
            SourceKind.DOCUMENT_ID,
            id=named,
            url=string(item, "url"),
            title=string(item, "title"),
            locator=None if page is None else SourceLocator("page", page, page + 1),
            attributes={"raw": item},
        )
        yield Entry(number, source, quote if isinstance(quote, str) else string(quote, "quote", "text"))


def _number(item: Mapping[str, object]) -> int | None:
    for name in _NUMBER:
        value = get(item, name)
        if isinstance(value, int) and not isinstance(value, bool):
            return value
        number = decimal(value.strip("[] ")) if isinstance(value, str) else None
        if number is not None:
            return number
    return None


ADAPTERS: tuple[Adapter, ...] = (CitationsBlock(),)
