"""The words that are judged: a sentence or clause, with what its pronouns stand for in their place."""

from __future__ import annotations

from collections.abc import Mapping

from citeward.entailment import LOOK_BACK, resolve
from citeward.verify.clauses import Clause
from citeward.verify.facts import Case

__all__ = ["Wording"]


class Wording:
    """What each proposal of an answer is judged for. The claims are read once, in order."""

    def __init__(self, case: Case, clauses: Mapping[int, Clause]) -> None:
        self._case, self._clauses = case, clauses
        self._claims = case.parsed.claims
        self._resolved = [one.text for one in resolve([claim.text for claim in self._claims], case.earlier)]
        self._known: dict[tuple[int, int, int], str] = {}

    @property
    def context(self) -> tuple[str, ...]:
        """The last claims, resolved: what the next stretch of the answer may refer to."""
        return tuple([*self._case.earlier, *self._resolved][-LOOK_BACK:])

    def of(self, proposal: int) -> str:
        """What a proposal is judged for, by its index; empty where it stands for no words."""
        claim = self._claims[self._case.parsed.proposals[proposal].claim]
        clause = self._clauses.get(proposal)
        if clause is None or clause.is_all_of(claim):
            return self._resolved[claim.index]
        key = (claim.index, clause.start, clause.end)
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = self._clause(claim.text, self._resolved[claim.index], claim.index, clause)
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
