"""Roles: the same person or firm under another title than the source gives."""

from __future__ import annotations

from citeward.entailment.guards.interface import GuardFinding, GuardKind
from citeward.entailment.guards.lexicon import ROLES
from citeward.entailment.guards.pairing import Case, Pairing, agreed

__all__ = ["check"]

_ALIKE = 0.55


def check(case: Case) -> GuardFinding | None:
    """A role in the place of another one, and nowhere in the source."""
    return agreed(case, _other_in_place)


def _other_in_place(pairing: Pairing) -> GuardFinding | None:
    if pairing.coverage < _ALIKE:
        return None
    for gap in pairing.gaps:
        for i in range(gap.claim_first, gap.claim_stop):
            said = pairing.claim.tokens[i]
            role = _role(said.lower)
            if role is None or said.stem in pairing.source.stems or pairing.near(i) < 0.6:
                continue
            for j in range(gap.source_first, min(gap.source_stop, gap.source_first + 4)):
                given = pairing.source.tokens[j]
                if (
                    _role(given.lower) is not None
                    and given.lower[:4] != said.lower[:4]
                    and gap.source_stop - gap.source_first <= 3
                ):
                    reason = f"The claim says {said.lower!r} where the source says {given.lower!r}."
                    return GuardFinding(GuardKind.ROLE, reason, (said.start, said.end), (given.start, given.end))
    return None


def _role(word: str) -> str | None:
    if word in ROLES:
        return word
    return word[:-1] if word.endswith("s") and word[:-1] in ROLES else None
