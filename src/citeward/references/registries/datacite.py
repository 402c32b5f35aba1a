"""DataCite's REST interface (https://support.datacite.org/docs/api)."""

from __future__ import annotations

from citeward.references.cite import Cite
from citeward.references.identifiers import Identifier, IdentifierKind
from citeward.references.network import Rate, Request
from citeward.references.registries.interface import Registry

__all__ = ["DataCite"]


class DataCite(Registry):
    """DOIs of data sets, software and repositories, arXiv's among them."""

    name = "datacite"
    public_url = "https://api.datacite.org"
    public_rate = Rate(1_000, 300.0, concurrent=4)

    def knows(self, cite: Cite) -> bool:
        return isinstance(cite.target, Identifier) and cite.target.kind is IdentifierKind.DOI

    def decides(self, cite: Cite) -> bool:
        return False

    def request(self, cite: Cite) -> Request:
        assert isinstance(cite.target, Identifier)
        return Request(self._url("/dois/", cite.target.value), accept="application/vnd.api+json")
