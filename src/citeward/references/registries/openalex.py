"""OpenAlex (https://docs.openalex.org). Needs a free key since February 2026."""

from __future__ import annotations

from citeward.references.cite import Cite
from citeward.references.identifiers import Identifier, IdentifierKind
from citeward.references.network import Rate, Request
from citeward.references.registries.interface import MAX_HITS, Registry

__all__ = ["OpenAlex"]


class OpenAlex(Registry):
    """A second opinion on DOIs: it hears of retractions early, and gets some titles wrong."""

    name = "openalex"
    public_url = "https://api.openalex.org"
    public_rate = Rate(10, 1.0, concurrent=2)
    second_opinion = True

    @property
    def search_rate(self) -> Rate:
        """A search costs a thousand times a look-up of the daily allowance, so it is asked after Crossref."""
        return Rate(1, 1.0, concurrent=1)

    def knows(self, cite: Cite) -> bool:
        return isinstance(cite.target, Identifier) and cite.target.kind is IdentifierKind.DOI

    def decides(self, cite: Cite) -> bool:
        return False

    def request(self, cite: Cite) -> Request:
        assert isinstance(cite.target, Identifier)
        settings = self.settings
        return Request(self._url("/works/doi:", cite.target.value, mailto=settings.mailto, api_key=settings.key))

    def search(self, words: str) -> Request:
        settings = self.settings
        query = {"search": words, "per-page": str(MAX_HITS), "mailto": settings.mailto, "api_key": settings.key}
        return Request(self._url("/works", "", **query))
