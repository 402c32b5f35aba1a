"""The row of ``citeward parse``: a provider payload in, its citations out, one per pair of anchor and source."""

from __future__ import annotations

from collections.abc import Mapping

from citeward.errors import RowError
from citeward.providers.interface import ProviderCitation, SourceRef
from citeward.providers.registry import read

__all__ = ["parse_row"]


def parse_row(row: Mapping[str, object]) -> dict[str, object]:
    """Reads the payload of one row.

    Args:
        row: ``id``, ``provider``, ``payload``, and optionally ``api`` and ``request``. Other fields are ignored.

    Returns:
        ``id``, ``answer``, ``citations``, ``unread`` (what this version does not read, by JSON pointer). Offsets are
        code points of ``answer`` with an exclusive end, or null.

    Raises:
        RowError: ``provider`` or ``payload`` is missing.
        PayloadError: the payload cannot be read.
    """
    provider, api = row.get("provider"), row.get("api")
    if not isinstance(provider, str):
        raise RowError(
            "provider",
            "is missing" if provider is None else "is not a string",
            "Name the provider or framework the payload came from.",
        )
    if row.get("payload") is None:
        raise RowError("payload", "is missing", "Put the provider's reply there.")
    answer = read(provider, row["payload"], api=api if isinstance(api, str) else None, request=row.get("request"))
    citations = [_citation(citation, source) for citation in answer.citations for source in citation.sources]
    unread = [{"pointer": item.pointer, "type": item.type} for item in answer.unread]
    return {"id": row.get("id"), "answer": answer.answer, "citations": citations, "unread": unread}


def _citation(citation: ProviderCitation, source: SourceRef) -> dict[str, object]:
    anchor = citation.anchor
    return {
        "start": anchor.start,
        "end": anchor.end,
        "role": anchor.role.value,
        "source": {
            "kind": source.kind.value,
            "index": source.index,
            "id": source.id,
            "url": source.url,
            "title": source.title,
        },
        "cited_text": citation.cited_text,
        "quote_kind": citation.quote_kind.value if citation.quote_kind else None,
        "defects": [*(defect.value for defect in anchor.defects), *_source_defects(source)],
    }


def _source_defects(source: SourceRef) -> list[str]:
    return ["dangling"] * source.dangling + ["ambiguous"] * source.ambiguous
