"""CourtListener's citation look-up (https://www.courtlistener.com/help/api/rest/citation-lookup/)."""

from __future__ import annotations

from urllib.parse import urlencode

from citeward.references.cite import Cite
from citeward.references.legal import CaseCite
from citeward.references.network import Rate, Request
from citeward.references.registries.interface import Registry

__all__ = ["CourtListener"]


class CourtListener(Registry):
    """Reported cases of American courts by volume, reporter and page. No statutes, no journals, no vendor numbers."""

    name = "courtlistener"
    public_url = "https://www.courtlistener.com"
    public_rate = Rate(60, 60.0, concurrent=1)

    def knows(self, cite: Cite) -> bool:
        return isinstance(cite.target, CaseCite) and not cite.target.is_vendor_number

    def decides(self, cite: Cite) -> bool:
        return True  # absent from the collection, which is what "not found" says, and no more

    def request(self, cite: Cite) -> Request:
        assert isinstance(cite.target, CaseCite)
        case = cite.target
        form = urlencode({"volume": case.volume, "reporter": case.reporter, "page": case.page}).encode()
        token = (("Authorization", f"Token {self.settings.key}"),) if self.settings.key else ()
        return Request(f"{self.base_url}/api/rest/v4/citation-lookup/", secrets=token, form=form)
