"""Plan: which facts an answer needs, and which proposals name a piece of evidence at all. No I/O."""

from __future__ import annotations

import re
from functools import lru_cache

from citeward.hosts import SafeUrl, read_url
from citeward.model import Evidence, Proposal, ProposalKind
from citeward.parse import Identifier, doi_of, parse_identifier, slot_of
from citeward.verify.facts import Case, Needs
from citeward.verify.interfaces import AccessObject, AccessScope

__all__ = ["EXTERNAL_KINDS", "URL_KINDS", "access_objects", "canonical", "matches", "plan"]

URL_KINDS = frozenset(
    {ProposalKind.LINK, ProposalKind.IMAGE, ProposalKind.AUTOLINK, ProposalKind.HTML, ProposalKind.URL}
)

EXTERNAL_KINDS = frozenset(
    {ProposalKind.DOI, ProposalKind.ARXIV, ProposalKind.PUBMED, ProposalKind.LEGAL, ProposalKind.PROSE}
)
"""Kinds that name a work by itself: what is not in the ledger is asked of a registry."""
_REGISTERED = frozenset({ProposalKind.ARXIV, ProposalKind.PUBMED})


def canonical(url: str | None) -> str | None:
    """The one spelling of a web URL, without its fragment; None for what is no safe web URL."""
    found = read_url(url) if url else None
    return found.url if isinstance(found, SafeUrl) else None


def matches(proposal: Proposal, case: Case) -> list[Evidence]:
    """The evidence a proposal points at: by handle, or by the URL or identifier of a piece of evidence.

    Pieces of one document that the same people may read count once.
    """
    if proposal.handle is not None:
        found = case.evidence.get(proposal.handle)
        return [] if found is None else [found]
    if proposal.target is None:
        return []
    if proposal.kind is ProposalKind.DOI:
        doi = proposal.target.casefold()
        named = [e for e in case.evidence.values() if doi in (_doi(e.id), doi_of(e.url or ""))]
    elif proposal.kind in _REGISTERED:
        named = [e for e in case.evidence.values() if _is_registered(proposal.target, e)]
    elif proposal.kind is ProposalKind.LEGAL:
        named = [e for e in case.evidence.values() if _is_case(proposal.target, e)]
    elif proposal.kind is ProposalKind.PROSE:
        return []  # words name nothing for certain: two people called Smith wrote in 2023
    else:
        url = canonical(proposal.target)
        named = [e for e in case.evidence.values() if url is not None and canonical(e.url) == url]
    return list({(e.id, e.version, e.acl, e.link_acl): e for e in reversed(named)}.values())[::-1]


_WORD = re.compile(r"[^\W_]+")


def _doi(document: str) -> str:
    return document.casefold().removeprefix("doi:")


@lru_cache(maxsize=4096)
def _identifier(text: str) -> Identifier | None:
    return parse_identifier(text)


def _is_registered(target: str, evidence: Evidence) -> bool:
    """Whether a piece of evidence is the work, by its id or its URL; another version of it is another text."""
    wanted = _identifier(target)
    for found in (_identifier(evidence.id), _identifier(evidence.url or "")):
        if wanted is None or found is None or (found.kind, found.value) != (wanted.kind, wanted.value):
            continue
        if wanted.version is None or found.version is None or wanted.version == found.version:
            return True
    return False


@lru_cache(maxsize=4096)
def _letters(text: str) -> str:
    return " ".join(_WORD.findall(text.casefold()))


def _is_case(target: str, evidence: Evidence) -> bool:
    """Whether a piece of evidence is the case: its id is the slot, and its title begins with the name that was cited.

    A slot always holds some case, so a slot under another name is no match.
    """
    found = slot_of(target)
    if found is None or _letters(evidence.id) != _letters(found[1]):
        return False
    return f"{_letters(evidence.title)} ".startswith(f"{_letters(found[0])} ") if found[0] else True


def access_objects(evidence: Evidence) -> tuple[AccessObject, ...]:
    """What must be asked of the access engine for one piece of evidence: the passage, and what its link opens."""
    passage = AccessObject(evidence.tenant, evidence.id, evidence.version, AccessScope.PASSAGE, evidence.acl)
    if evidence.url is None:
        return (passage,)
    opens = evidence.acl if evidence.link_acl is None else evidence.link_acl
    return passage, AccessObject(evidence.tenant, evidence.id, evidence.version, AccessScope.LINK, opens)


def plan(case: Case) -> Needs:
    """The facts the judge will need: access for the whole ledger, documents for what is cited, registries for the rest.

    The whole ledger is asked about, because the model has read all of it: a passage this principal may not read is an
    incident whether or not it was cited.
    """
    access = {item.handle: access_objects(item) for item in case.evidence.values()}
    cited: dict[str, Evidence] = {}
    external: dict[str, None] = {}
    for proposal in case.parsed.proposals:
        if proposal.kind in URL_KINDS:
            continue
        found = matches(proposal, case)
        if found:
            cited.update((evidence.handle, evidence) for evidence in found)
        elif proposal.kind in EXTERNAL_KINDS and proposal.target:
            external[proposal.target] = None
    return Needs(access, tuple(cited.values()), tuple(external))
