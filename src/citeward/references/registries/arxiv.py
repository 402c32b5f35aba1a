"""arXiv's query interface (https://info.arxiv.org/help/api/user-manual.html)."""

from __future__ import annotations

from citeward.references.cite import Cite
from citeward.references.identifiers import Identifier, IdentifierKind
from citeward.references.network import Rate, Request
from citeward.references.registries.interface import Registry

__all__ = ["Arxiv"]


class Arxiv(Registry):
    """arXiv numbers, with withdrawals in the comment of the newest version."""

    name = "arxiv"
    public_url = "https://export.arxiv.org"
    public_rate = Rate(1, 3.0, concurrent=1)

    def knows(self, cite: Cite) -> bool:
        return isinstance(cite.target, Identifier) and cite.target.kind is IdentifierKind.ARXIV

    def decides(self, cite: Cite) -> bool:
        return True

    def request(self, cite: Cite) -> Request:
        assert isinstance(cite.target, Identifier)
        return Request(self._url("/api/query?max_results=1&id_list=", cite.target.value), accept="application/atom+xml")
