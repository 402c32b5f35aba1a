"""The words that are judged: a sentence or clause, with what its pronouns stand for in their place."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from citeward.entailment import LOOK_BACK, resolve, without_frame
from citeward.hosts import SafeUrl, read_url
from citeward.parse import Close, Open, Text
from citeward.verify.clauses import Clause
from citeward.verify.facts import Case
from citeward.verify.plan import URL_KINDS

__all__ = ["Wording"]

_HOST = re.compile(r"\s*\(((?:[A-Za-z0-9-]{1,63}\.){1,8}[A-Za-z]{2,24})\)")
"""A host in brackets: no part of what is claimed where it is the label of a link to a source on that very host, and
words of the model's anywhere else, whatever they look like: ``(never.for.you)``."""


class _Said(NamedTuple):
    text: str
    quoted: bool


class Wording:
    """What each proposal of an answer is judged for. The claims are read once, in order."""

    def __init__(self, case: Case, clauses: Mapping[int, Clause]) -> None:
        self._case, self._clauses = case, clauses
        self._claims = case.parsed.claims
        self._resolved = [one.text for one in resolve([claim.text for claim in self._claims], case.earlier)]
        """Of the whole claims, by index."""
        self._labels = _labels(case)
        self._known: dict[tuple[int, int, int], _Said] = {}

    @property
    def context(self) -> tuple[str, ...]:
        """The last claims, resolved: what the next stretch of the answer may refer to."""
        return tuple([*self._case.earlier, *self._resolved][-LOOK_BACK:])

    def of(self, proposal: int) -> str:
        """What a proposal is judged for, by its index; empty where it stands for no words."""
        return self._said(proposal).text

    def is_quotation(self, proposal: int) -> bool:
        """Whether it is nothing but quoted words: whoever finds them in the source has found the claim there."""
        return self._said(proposal).quoted

    def _said(self, proposal: int) -> _Said:
        claim = self._claims[self._case.parsed.proposals[proposal].claim]
        clause = self._clauses.get(proposal) or Clause(0, len(claim.text), 0, 0)
        key = (claim.index, clause.start, clause.end)
        found = self._known.get(key)
        if found is None:
            resolved = self._resolved[claim.index]
            own = resolved if clause.is_all_of(claim) else self._clause(claim.text, resolved, claim.index, clause)
            labels = self._labels.get(claim.index)
            if labels:
                own = _HOST.sub(lambda found: "" if _bare(found[1]) in labels else found[0], own)
            words = without_frame(own)
            found = self._known[key] = _Said(words, words != own)
        return found

    def _clause(self, text: str, resolved: str, index: int, clause: Clause) -> str:
        if clause.start == 0:
            # Only the opening of a sentence is ever replaced, so what stands behind the clause is the same in both.
            return resolved[: len(resolved) - (len(text) - clause.end)].strip()
        own = text[clause.start : clause.end].strip()
        head = resolved[: len(resolved) - (len(text) - clause.start)].strip()
        earlier = [*self._case.earlier, *self._resolved[:index], head]
        # "..., and it applies to ferries": a pronoun opens the clause, though no capital says so.
        again = resolve([own[:1].upper() + own[1:]], earlier[-LOOK_BACK:])[0]
        return own if again.antecedent is None else again.text


def _labels(case: Case) -> dict[int, set[str]]:
    """By claim: the labels of its links that say no more than where the source they lead to lies."""
    proposals = case.parsed.proposals
    found: dict[int, set[str]] = {}
    if not any(proposal.kind in URL_KINDS for proposal in proposals):
        return found
    known = {_host(evidence.url) for evidence in case.evidence.values()}
    known |= {_host(page.url) for page in case.parsed.reported}
    opened, label = -1, ""
    for event in case.parsed.events:
        if isinstance(event, Open) and event.tag == "link":
            opened, label = int(event.attr or 0), ""
        elif isinstance(event, Text) and opened >= 0:
            label += event.text
        elif isinstance(event, Close) and event.tag == "link" and opened >= 0:
            host, link = _bare(label), proposals[opened]
            if host and host in known and host == _host(link.target):
                found.setdefault(link.claim, set()).add(host)
            opened = -1
    return found


def _host(url: str | None) -> str:
    """The host of a URL, empty where it has none."""
    read = read_url(url or "")
    return _bare(read.host) if isinstance(read, SafeUrl) else ""


def _bare(host: str) -> str:
    return host.casefold().removeprefix("www.")
