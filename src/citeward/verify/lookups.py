"""Which pages an answer may have looked up: planned without I/O, from what policy allows and who named the page.

A URL the model wrote is asked of nobody unless policy says so. What the ledger or the provider's reply holds of a page
is preferred to fetching it: it is what the model read.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from citeward.hosts import LookalikeVerdict, SafeUrl
from citeward.model import Evidence, Proposal, ProposalKind, ReportedPage, Tier
from citeward.parse import Parsed
from citeward.verify.addresses import page_address
from citeward.verify.facts import Case, Facts
from citeward.verify.findings import PageFinding, PageNeed
from citeward.verify.hostrules import host_fault, host_policies, watchlist
from citeward.verify.plan import URL_KINDS, canonical
from citeward.verify.requirements import Lookups, Requirements
from citeward.verify.web import Web

__all__ = ["citing_urls", "page_of", "plan_pages", "sources_by_url"]

CITING_KINDS = frozenset({ProposalKind.LINK, ProposalKind.AUTOLINK, ProposalKind.URL, ProposalKind.STRUCTURED})
"""What can name a page as its source. An image is shown, not cited; raw HTML is text."""
_LINKS = frozenset({ProposalKind.LINK, ProposalKind.AUTOLINK})
_BRACKET = 2
"""Characters a provider's marker may have on either side of the link in it: ``([example.org](https://...))``."""


def citing(parsed: Parsed) -> frozenset[int]:
    """The indices of the proposals that can cite by an address: the provider's, and links and URLs of the model.

    A link that is the marker of a citation the provider reported is part of that citation and not one of its own.
    """
    candidates = {
        p.index
        for p in parsed.proposals
        if p.kind in CITING_KINDS and p.handle is None and p.target and not p.ambiguous
    }
    links = {p.start: p for p in parsed.proposals if p.index in candidates and p.kind in URL_KINDS}
    for proposal in parsed.proposals if links else ():
        if proposal.kind is ProposalKind.STRUCTURED:
            for start in range(proposal.start, proposal.start + _BRACKET + 1):
                link = links.get(start)
                if link is not None and link.end <= proposal.end <= link.end + _BRACKET:
                    candidates.discard(link.index)
    return frozenset(candidates)


def plan_pages(case: Case, requirements: Requirements, web: Web) -> tuple[PageNeed, ...]:
    """The pages to read for an answer, each once, in the order they are cited."""
    if requirements.lookups is Lookups.NONE:
        return ()
    rules = _Rules(requirements, web, case.tenant, {page.url: page for page in case.parsed.reported})
    ledger = _by_url(case)
    found: dict[str, PageNeed] = {}
    for index in sorted(citing(case.parsed)):
        proposal = case.parsed.proposals[index]
        address = page_address(proposal.target)
        if address is None or address.url in found or canonical(proposal.target) in ledger:
            continue
        if rules.may_look(proposal, address):
            need = rules.need(address)
            if need is not None:
                found[address.url] = need
    return tuple(found.values())


def sources_by_url(case: Case) -> tuple[Evidence, ...]:
    """The evidence of the ledger that the answer names by its address."""
    named = dict.fromkeys(canonical(case.parsed.proposals[index].target) for index in sorted(citing(case.parsed)))
    ledger = _by_url(case) if named else {}
    return tuple(evidence for url in named if url is not None for evidence in ledger.get(url, ()))


def page_of(proposal: Proposal, facts: Facts) -> PageFinding | None:
    """What became of the page a proposal names; None where it names none, or none that might be looked up."""
    address = page_address(proposal.target) if facts.pages else None
    return None if address is None else facts.pages.get(address.url)


def citing_urls(case: Case, facts: Facts, requirements: Requirements) -> frozenset[int]:
    """The indices of proposals that cite by an address: of a source, or of a page that might be looked up.

    A link cites the source it leads to, as its writer means it to; a bare address does where policy looks any up.
    """
    proposals, any_url = case.parsed.proposals, requirements.lookups is not Lookups.NONE
    named = [index for index in citing(case.parsed) if any_url or proposals[index].kind in _LINKS]
    if not named:
        return frozenset()
    ledger = _by_url(case)
    return frozenset(
        index
        for index in named
        if page_of(proposals[index], facts) is not None or canonical(proposals[index].target) in ledger
    )


def _by_url(case: Case) -> dict[str, list[Evidence]]:
    """The ledger by canonical URL, once for an answer: thousands of links over thousands of chunks stay linear."""
    found: dict[str, list[Evidence]] = {}
    for evidence in case.evidence.values():
        url = canonical(evidence.url)
        if url is not None:
            found.setdefault(url, []).append(evidence)
    return found


@dataclass(frozen=True, slots=True)
class _Rules:
    """What decides for one answer."""

    requirements: Requirements
    web: Web
    tenant: str
    reported: Mapping[str, ReportedPage]

    def may_look(self, proposal: Proposal, address: SafeUrl) -> bool:
        """Whether policy lets this URL be looked up, given who named it."""
        lookups = self.requirements.lookups
        if address.url in self.reported or proposal.kind not in URL_KINDS:
            return True
        if lookups.includes(Lookups.REGISTERED) and self.web.is_registered(self.tenant, address.host):
            return True
        return lookups is Lookups.ANY

    def need(self, address: SafeUrl) -> PageNeed | None:
        """How a page is to be had; None where its host imitates one of ours, which membership says of it unasked."""
        needed, page = self.requirements, self.reported.get(address.url)
        if needed.brands and watchlist(needed.brands).judge(address.host).verdict is LookalikeVerdict.BLOCK:
            return None
        fault = host_fault(address.host, needed)
        if fault is not None:
            return PageNeed(address.url, refused=fault)
        if page is not None and page.passages and needed.min_tier is Tier.D:
            return PageNeed(address.url, page)
        if self.web.source_of(self.tenant, address.host).tier < needed.min_tier:
            return PageNeed(address.url, refused="tier_too_low")
        within = host_policies(needed)
        if page is None and needed.lookups is Lookups.REGISTERED:
            within = (*within, self.web.registered(self.tenant))
        return PageNeed(address.url, within=within)
