"""Fields of a payload that speak of citations and that nobody here reads: named, so that nothing is lost unseen.

Services add fields before anybody documents them. An adapter passes over what it does not know; this looks once more at
the names alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from citeward.providers.interface import Unread
from citeward.providers.wire import snake

__all__ = ["unknown_fields"]

_TELLS = re.compile(r"citation|annotation|grounding|source", re.IGNORECASE)
_KNOWN = frozenset(
    """
    annotation annotations annotation_index citation citations citation_indices citation_metadata citation_sources
    citations_content collections_citation container_file_citation document_citation file_citation file_citation_index
    function_citation grounding_attributions grounding_chunk_index grounding_chunk_indices grounding_chunks
    grounding_metadata grounding_supports inline_citations place_citation resource resource_link source source_content
    source_context source_documents source_id source_index source_metadata source_nodes source_retriever source_uri
    sources supported_text url_citation vertex_ai_grounding_metadata web_citation x_citation
    """.split()  # noqa: SIM905 - a list would be a page of quotation marks
)
_OTHERS = frozenset(
    """
    additional_properties args arguments attributes custom_metadata data document documents extras input meta metadata
    parameters request tool_output usage
    """.split()  # noqa: SIM905 - a list would be a page of quotation marks
)
"""Fields whose content is not the service's: documents, what a tool was told, what a caller wrote down."""
_MOST_LOOKED_AT = 200_000
"""Values; a payload of more is looked at as far as that."""
_MOST_NAMED = 50


def unknown_fields(payload: object) -> Iterator[Unread]:
    """Every field that is not empty, sounds like a citation, and is read by no adapter, with its JSON pointer."""
    ahead: list[tuple[str, object]] = [("", payload)]
    looked = named = 0
    while ahead and looked < _MOST_LOOKED_AT and named < _MOST_NAMED:
        pointer, value = ahead.pop()
        looked += 1
        if isinstance(value, list):
            ahead.extend((f"{pointer}/{index}", item) for index, item in enumerate(value))
        if not isinstance(value, Mapping):
            continue
        for key, item in value.items():
            name, where = snake(key), f"{pointer}/{key.replace('~', '~0').replace('/', '~1')}"
            if name not in _KNOWN and _TELLS.search(name) and not _is_empty(item) and not name.startswith("x-amz-"):
                named += 1
                yield Unread(where[:500], f"field {key[:80]}")
            elif name not in _OTHERS and isinstance(item, Mapping | list):
                ahead.append((where, item))


def _is_empty(value: object) -> bool:
    return value is None or value is False or value in ("", 0) or (isinstance(value, list | Mapping) and not value)
