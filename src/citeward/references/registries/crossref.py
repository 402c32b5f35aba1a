"""Crossref's REST interface (https://www.crossref.org/documentation/retrieve-metadata/rest-api/)."""

from __future__ import annotations

from citeward.references.cite import Cite
from citeward.references.identifiers import Identifier, IdentifierKind
from citeward.references.network import Rate, Request
from citeward.references.registries.interface import MAX_HITS, Registry

__all__ = ["Crossref"]

DATACITE_PREFIXES = ("10.48550/", "10.5281/", "10.5061/", "10.6084/", "10.17605/", "10.7910/", "10.17632/")
"""arXiv, Zenodo, Dryad, figshare, OSF, Dataverse, Mendeley Data: asking Crossref first would be a request in vain."""


class Crossref(Registry):
    """DOIs of journals, books and proceedings, with what has happened to them since."""

    name = "crossref"
    public_url = "https://api.crossref.org"
    public_rate = Rate(5, 1.0, concurrent=1)
    _polite_rate = Rate(10, 1.0, concurrent=3)

    @property
    def rate(self) -> Rate:
        """The polite pool's limit where a contact address is configured."""
        return self.settings.rate or (self._polite_rate if self.settings.mailto else self.public_rate)

    @property
    def search_rate(self) -> Rate:
        """Crossref allows fewer list queries than single records."""
        return Rate(3, 1.0, concurrent=3) if self.settings.mailto else Rate(1, 1.0, concurrent=1)

    def knows(self, cite: Cite) -> bool:
        target = cite.target
        return (
            isinstance(target, Identifier)
            and target.kind is IdentifierKind.DOI
            and not target.value.startswith(DATACITE_PREFIXES)
        )

    def decides(self, cite: Cite) -> bool:
        return False  # other agencies register DOIs too

    def request(self, cite: Cite) -> Request:
        assert isinstance(cite.target, Identifier)
        return Request(self._url("/works/", cite.target.value, mailto=self.settings.mailto), secrets=self._token)

    def search(self, words: str) -> Request:
        query = {"query.bibliographic": words, "rows": str(MAX_HITS), "mailto": self.settings.mailto}
        return Request(self._url("/works", "", **query), secrets=self._token)

    @property
    def _token(self) -> tuple[tuple[str, str], ...]:
        return (("Crossref-Plus-API-Token", f"Bearer {self.settings.key}"),) if self.settings.key else ()
