"""LlamaIndex: ``[n]`` in the answer of a CitationQueryEngine counts, from 1, in ``source_nodes``.

Nodes are cut anew for every query, so ``node_id`` names nothing that lasts and ``ref_doc_id`` does. Their text is
prefixed with "Source n:".
"""

from __future__ import annotations

import re

from citeward.providers.draft import Draft
from citeward.providers.interface import Adapter, ProviderAnswer, SourceKind, SourceRef
from citeward.providers.markers import numeric, scan
from citeward.providers.wire import fields, get, items, needed_text, string

__all__ = ["ADAPTERS"]

_PREFIX = re.compile(r"\ASource \d+:\n")
_SOURCE_RELATION = ("1", "SOURCE", "source")


class LlamaIndex(Adapter):
    """A ``Response`` with its source nodes."""

    providers = ("llamaindex", "llama_index")
    api = "CitationQueryEngine"
    api_names = ("query_engine", "Response")

    def recognises(self, payload: object) -> bool:
        return isinstance(get(payload, "sourceNodes"), list)

    def read(self, payload: object, request: object) -> ProviderAnswer:
        draft = Draft(self)
        name = "response" if get(payload, "response") is not None else "response_txt"
        draft.text(f"/{name}", needed_text(payload, "", name))
        known: dict[int | str, SourceRef] = {
            number: _node(node) for number, node in enumerate(items(payload, "sourceNodes"), 1)
        }
        for source in known.values():
            draft.saw(source)
        draft.cite_found(scan(draft.answer, numeric(known, promised=True)))
        return draft.finish()


def _node(scored: object) -> SourceRef:
    node = get(scored, "node") or scored
    metadata = get(node, "metadata")
    text = string(node, "text")
    kept = fields(scored, "score") | fields(node, "node_id", "id_") | fields(metadata, "file_path", "page_label")
    return SourceRef(
        SourceKind.ORDINAL,
        id=_document(node) or string(node, "node_id", "id_"),
        title=string(metadata, "title", "file_name"),
        text=None if text is None else _PREFIX.sub("", text),
        attributes=kept,
    )


def _document(node: object) -> str | None:
    relations = get(node, "relationships")
    return string(node, "ref_doc_id") or string(get(relations, *_SOURCE_RELATION), "node_id")


ADAPTERS: tuple[Adapter, ...] = (LlamaIndex(),)
