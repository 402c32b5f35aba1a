"""Annotations in OpenAI's shape, which many services share: flat (Responses) or nested under their type (Chat).

``url_citation`` spans a Markdown link, the marker, with an exclusive end (the reference says "last character";
recorded replies say otherwise). ``file_citation`` in Responses is a point, in Assistants a marker. Both offsets 0 mean
"no position".
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from citeward.providers.draft import Draft
from citeward.providers.interface import (
    Anchor,
    Defect,
    QuoteKind,
    Role,
    SourceKind,
    SourceRef,
    Timing,
    Unit,
)
from citeward.providers.markers import Known, lenticular, private_use, scan
from citeward.providers.offsets import Frame
from citeward.providers.wire import begin, fields, get, integer, items, string, typed

__all__ = ["cite_annotation", "cite_annotations", "cite_unexplained"]

_ASTRAL = "\U00010000"


def cite_annotations(draft: Draft, frame: Frame, annotations: object, pointer: str, timing: Timing) -> None:
    """Adds every annotation of one text part."""
    for index, annotation in enumerate(items(annotations)):
        cite_annotation(draft, frame, annotation, f"{pointer}/{index}", timing)


def cite_annotation(draft: Draft, frame: Frame, annotation: object, pointer: str, timing: Timing) -> None:
    """Adds one annotation; what is not one is recorded as unread, an unknown type as a citation without a place."""
    if not isinstance(annotation, Mapping):
        draft.unread(pointer, type(annotation).__name__)
        return
    kind = string(annotation, "type") or ("url_citation" if string(annotation, "url") else "")
    if kind == "file":
        draft.unread(pointer, "file")  # a cache of what was parsed out of an upload
        return
    nested = annotation.get(kind)
    body = {**annotation, **nested} if isinstance(nested, Mapping) else annotation
    _TYPES.get(kind, _unknown)(draft, frame, body, pointer, timing)


def cite_unexplained(draft: Draft) -> None:
    """Adds the provider's own markers that stand in the text with no annotation to say what they mean."""
    nothing: Known = {}
    families = lenticular(nothing, unexplained=True), private_use
    draft.cite_found(scan(draft.answer, *families, covered=draft.covered()), Defect.NO_ANNOTATION)


def _url(draft: Draft, frame: Frame, body: Mapping[str, object], pointer: str, timing: Timing) -> None:
    url, content = string(body, "url"), string(body, "content")
    source = SourceRef(SourceKind.URL, url=url, title=string(body, "title"), text=content)
    anchor = _marker(draft, frame, body, named=url)
    draft.cite(anchor, source, pointer, timing, cited_text=content, quote_kind=QuoteKind.SOURCE_CHUNK)


def _file(draft: Draft, frame: Frame, body: Mapping[str, object], pointer: str, timing: Timing) -> None:
    quote = string(body, "quote")
    source = SourceRef(
        SourceKind.FILE_ID,
        id=string(body, "fileId"),
        title=string(body, "filename", "fileName"),
        attributes=fields(body, "attributes", "score"),
    )
    if get(body, "startIndex") is None and get(body, "endIndex") is None:
        counts_files = string(body, "type") == "file_path"  # its index is that of the file among the files
        at = None if counts_files else integer(body, "index", "file_index")  # as LangChain renames it
        anchor = draft.message(Defect.NO_POSITION) if at is None else draft.insertion(frame, at)
    else:
        anchor = _marker(draft, frame, body, echo=string(body, "text"))
    draft.cite(anchor, source, pointer, timing, cited_text=quote, quote_kind=QuoteKind.VERBATIM)


def _container(draft: Draft, frame: Frame, body: Mapping[str, object], pointer: str, timing: Timing) -> None:
    source = SourceRef(
        SourceKind.CONTAINER_FILE,
        id=string(body, "fileId"),
        title=string(body, "filename"),
        attributes=fields(body, "container_id"),
    )
    draft.cite(_marker(draft, frame, body), source, pointer, timing)


def _document(draft: Draft, frame: Frame, body: Mapping[str, object], pointer: str, timing: Timing) -> None:
    """Groq: the span is the claim; documents and tool calls are named as the request named them."""
    call = string(body, "toolCallId")
    kind = SourceKind.DOCUMENT_ID if call is None else SourceKind.TOOL_RESULT
    source = SourceRef(kind, id=call or string(body, "documentId"), title=string(body, "title"))
    anchor = draft.message(Defect.NO_POSITION)
    if get(body, "endIndex") is not None:
        anchor = draft.span(Role.CLAIM, frame, begin(body, "startIndex"), integer(body, "endIndex"), Unit.CODE_POINTS)
    draft.cite(anchor, source, pointer, timing)


def _unknown(draft: Draft, frame: Frame, body: Mapping[str, object], pointer: str, timing: Timing) -> None:
    source = SourceRef(SourceKind.UNKNOWN, attributes={"raw_type": typed(body), "raw": body})
    draft.cite(draft.message(Defect.NO_POSITION), source, pointer, timing)


_TYPES: Mapping[str, Callable[[Draft, Frame, Mapping[str, object], str, Timing], None]] = {
    "url_citation": _url,
    "file_citation": _file,
    "file_path": _file,
    "container_file_citation": _container,
    "document_citation": _document,
    "function_citation": _document,
}


def _marker(
    draft: Draft, frame: Frame, body: Mapping[str, object], *, named: str | None = None, echo: str | None = None
) -> Anchor:
    """The anchor of a marker in code points; in UTF-16 where only that reading holds the URL the marker must hold."""
    if get(body, "startIndex") is None and get(body, "endIndex") is None:
        return draft.message(Defect.NO_POSITION)
    start, end = begin(body, "startIndex"), integer(body, "endIndex")
    anchor = draft.span(Role.MARKER, frame, start, end, Unit.CODE_POINTS, echo=echo)
    if named and not echo and frame.text and max(frame.text) >= _ASTRAL and not _holds(draft, anchor, named):
        other = draft.span(Role.MARKER, frame, start, end, Unit.UTF16)
        if _holds(draft, other, named):
            return Anchor(other.role, other.start, other.end, other.part_path, other.native, (Defect.OTHER_UNIT,))
    return anchor


def _holds(draft: Draft, anchor: Anchor, url: str) -> bool:
    bare = url.split("?utm_source=", 1)[0].rstrip("/")
    return anchor.start is not None and bare in draft.answer[anchor.start : anchor.end]
