"""Content negotiation at doi.org (https://citation.doi.org/docs.html): it sends on to whichever agency registered."""

from __future__ import annotations

from http import HTTPStatus

from citeward.references.cite import Cite
from citeward.references.identifiers import Identifier, IdentifierKind
from citeward.references.network import Answer, Rate, Request
from citeward.references.registries.interface import Registry
from citeward.references.replies import Reading, ReplyState, parse_reply

__all__ = ["DoiOrg"]


class DoiOrg(Registry):
    """The Handle system itself. The only one whose "not found" settles that a DOI does not exist."""

    name = "doi.org"
    public_url = "https://doi.org"
    public_rate = Rate(5, 1.0, concurrent=2)

    @property
    def also_visits(self) -> tuple[str, ...]:
        return (
            "api.crossref.org",
            "data.crossref.org",
            "data.crosscite.org",
            "data.datacite.org",
            "api.datacite.org",
            "data.medra.org",
            "data.jalc.or.jp",
        )

    def knows(self, cite: Cite) -> bool:
        return isinstance(cite.target, Identifier) and cite.target.kind is IdentifierKind.DOI

    def decides(self, cite: Cite) -> bool:
        return True

    def request(self, cite: Cite) -> Request:
        assert isinstance(cite.target, Identifier)
        return Request(self._url("/", cite.target.value), accept="application/vnd.citationstyles.csl+json")

    def read(self, answer: Answer) -> Reading:
        if answer.status == HTTPStatus.BAD_REQUEST:
            reading = parse_reply(answer.text)
            return reading if reading.state is ReplyState.ABSENT else Reading(ReplyState.DEGRADED, detail="status_400")
        return super().read(answer)
