"""NCBI's E-utilities (https://www.ncbi.nlm.nih.gov/books/NBK25497/): 3 requests a second, 10 with a key."""

from __future__ import annotations

from urllib.parse import quote

from citeward.references.cite import Cite
from citeward.references.identifiers import Identifier, IdentifierKind
from citeward.references.network import Rate, Request
from citeward.references.registries.interface import Registry

__all__ = ["PubMed"]

_DATABASES = {IdentifierKind.PMID: "pubmed", IdentifierKind.PMCID: "pmc"}


class PubMed(Registry):
    """PMIDs and PMCIDs."""

    name = "pubmed"
    public_url = "https://eutils.ncbi.nlm.nih.gov/entrez/eutils"
    public_rate = Rate(3, 1.0, concurrent=2)
    _keyed_rate = Rate(10, 1.0, concurrent=4)

    @property
    def rate(self) -> Rate:
        """The keyed limit where a key is configured."""
        return self.settings.rate or (self._keyed_rate if self.settings.key else self.public_rate)

    def knows(self, cite: Cite) -> bool:
        return isinstance(cite.target, Identifier) and cite.target.kind in _DATABASES

    def decides(self, cite: Cite) -> bool:
        return True

    def request(self, cite: Cite) -> Request:
        assert isinstance(cite.target, Identifier)
        database = _DATABASES[cite.target.kind]
        number = cite.target.value.removeprefix("PMC")
        mail, key = self.settings.mailto, self.settings.key
        path = f"/esummary.fcgi?retmode=json&tool=citeward&db={database}&id="
        url = self._url(path, number)
        for name, value in (("email", mail), ("api_key", key)):
            url += f"&{name}={quote(value, safe='')}" if value else ""
        return Request(url)
