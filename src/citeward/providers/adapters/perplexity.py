"""Perplexity: ``[n]`` in the text counts, from 1, in ``citations`` (URLs) and ``search_results``.

The lists hold everything the search saw; only numbers the text names are citations. A stream repeats them on every
chunk and the last one counts; a list cut short leaves numbers dangling.
"""

from __future__ import annotations

from collections.abc import Mapping

from citeward.providers.adapters.openai_chat import ChatCompletions
from citeward.providers.adapters.openai_responses import Responses
from citeward.providers.draft import Draft
from citeward.providers.interface import Adapter, SourceKind, SourceRef, Timing
from citeward.providers.markers import Known, numeric, scan
from citeward.providers.offsets import Frame
from citeward.providers.wire import fields, integer, items, objects, string

__all__ = ["ADAPTERS"]


class PerplexityChat(ChatCompletions):
    """Sonar models over Chat Completions."""

    providers = ("perplexity",)
    api = "chat/completions"

    def extras(self, draft: Draft, frame: Frame, payload: object, message: Mapping[str, object], pointer: str) -> None:
        known = _listed(payload)
        for source in known.values():
            draft.saw(source)
        _cite_numbers(draft, known)


class PerplexityResponses(Responses):
    """The agent API, in the Responses shape with every annotation field optional."""

    providers = ("perplexity",)
    timing = Timing.END_OF_PART

    def extras(self, draft: Draft, response: object) -> None:
        known: dict[int | str, SourceRef] = {}
        for _, item in objects(response, "output"):
            for order, result in objects(item, "results"):
                number = integer(result, "id")
                known[order + 1 if number is None else number] = _result(result)
        _cite_numbers(draft, known)


def _cite_numbers(draft: Draft, known: Known) -> None:
    draft.cite_found(scan(draft.answer, numeric(known, promised=True), covered=draft.covered()))


def _listed(payload: object) -> dict[int | str, SourceRef]:
    """The sources by their numbers: ``citations`` first, filled in from the search result with the same URL."""
    results = [_result(result) for _, result in objects(payload, "search_results")]
    by_url = {result.url: result for result in results}
    urls = items(payload, "citations")
    if not urls:
        return dict(enumerate(results, 1))
    sources = (url if isinstance(url, str) else string(url, "url") for url in urls)
    return {number: by_url.get(url) or SourceRef(SourceKind.ORDINAL, url=url) for number, url in enumerate(sources, 1)}


def _result(result: object) -> SourceRef:
    return SourceRef(
        SourceKind.ORDINAL,
        url=string(result, "url"),
        title=string(result, "title"),
        text=string(result, "snippet"),
        attributes=fields(result, "date", "last_updated"),
    )


ADAPTERS: tuple[Adapter, ...] = (PerplexityChat(), PerplexityResponses())
