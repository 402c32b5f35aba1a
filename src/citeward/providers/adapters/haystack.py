"""Haystack: ``[n]`` in a generated answer counts, from 1, in the documents the prompt listed.

AnswerBuilder marks documents as referenced only for ``[n]`` and ``[n,m]``; ranges, spaces and numbers out of range are
read here all the same. Where only referenced documents are returned, ``meta.source_index`` keeps their numbers.
"""

from __future__ import annotations

from citeward.providers.draft import Draft
from citeward.providers.interface import Adapter, ProviderAnswer, SourceKind, SourceRef
from citeward.providers.markers import numeric, scan
from citeward.providers.wire import fields, get, integer, items, needed_text, objects, string

__all__ = ["ADAPTERS"]


class Haystack(Adapter):
    """A ``GeneratedAnswer``, as a dict, serialised, or in the output of a pipeline or of AnswerBuilder."""

    providers = ("haystack",)
    api = "AnswerBuilder"
    api_names = ("GeneratedAnswer", "pipeline")

    def recognises(self, payload: object) -> bool:
        answer, _ = _answer(payload)
        return isinstance(get(answer, "data"), str) and isinstance(get(answer, "documents"), list)

    def read(self, payload: object, request: object) -> ProviderAnswer:
        answer, pointer = _answer(payload)
        draft = Draft(self)
        draft.text(f"{pointer}/data", needed_text(answer, pointer, "data"))
        known: dict[int | str, SourceRef] = {}
        for order, document in objects(answer, "documents"):
            number = integer(get(document, "meta"), "source_index")
            known[order + 1 if number is None else number] = _document(document)
        for source in known.values():
            draft.saw(source)
        draft.cite_found(scan(draft.answer, numeric(known, promised=True)))
        return draft.finish()


def _answer(payload: object) -> tuple[object, str]:
    pointer = ""
    for _ in range(4):
        answers = items(payload, "answers")
        if answers:
            payload, pointer = answers[0], f"{pointer}/answers/0"
        for name in ("init_parameters", "answer_builder"):
            if (inner := get(payload, name)) is not None:
                payload, pointer = inner, f"{pointer}/{name}"
    return payload, pointer


def _document(document: object) -> SourceRef:
    """A document by its id. Its ``meta`` is the caller's own and names no source here; it is kept as it is."""
    body = get(document, "init_parameters") or document
    return SourceRef(
        SourceKind.ORDINAL,
        id=string(body, "id"),
        text=string(body, "content"),
        attributes=fields(body, "meta", "score"),
    )


ADAPTERS: tuple[Adapter, ...] = (Haystack(),)
