"""Silence: the source has none of the claim's subject matter at all."""

from __future__ import annotations

from citeward.entailment.guards.interface import GuardFinding, GuardKind
from citeward.entailment.guards.pairing import Case
from citeward.entailment.language import is_english

__all__ = ["check"]

_FEWEST = 4
"""Content words of a claim; a shorter one may say it all in other words."""
_LIKE = 4
"""Letters two words must share at the front to count as related."""


def check(case: Case) -> GuardFinding | None:
    """No content word of the claim, nor a relative of one, stands in the source. Only where both are English."""
    words = {t.stem for t in case.claim.tokens if t.content and not t.lower[0].isdecimal()}
    if len(words) < _FEWEST or not is_english(case.claim.text) or not is_english(case.source.text):
        return None
    if words & case.source.stems:
        return None
    fronts = {stem[:_LIKE] for stem in case.source.stems if len(stem) >= _LIKE}
    if any(word[:_LIKE] in fronts for word in words):
        return None
    return GuardFinding(
        GuardKind.SILENCE, "The source does not speak of what the claim is about.", (0, len(case.claim.text)), None
    )
