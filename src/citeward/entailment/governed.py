"""Words of the source that it does not say by themselves: an item under "You must not:", a line under "Common myths:".

A model that is shown a claim and the very same words says yes, whatever governs them. The rule of the quotations
(:mod:`citeward.text.governing`) decides, so that words that may not be quoted alone are not supported alone either.
"""

from __future__ import annotations

from collections.abc import Iterator

from citeward.entailment.claims import facts_of, without_opener
from citeward.text.governing import governed

__all__ = ["stands_governed"]

_MOST = 16
"""Places of a claim in its source that are looked at."""


def stands_governed(source: str, claim: str) -> bool:
    r"""Return whether a claim, or a fact it joins, stands in the source word for word, and only where it is governed.

    >>> stands_governed("You must not:\n- share your password", "Share your password.")
    True
    >>> stands_governed("Never lend it. Keep it safe.", "Keep it safe.")
    False
    """
    said = without_opener(claim)
    have = source.lower()
    if len(have) != len(source):
        have = source
    return any(_is_governed(source, have, text) for text in (said, *facts_of(said)))


def _is_governed(source: str, have: str, text: str) -> bool:
    wanted = text.strip().rstrip(".!\u3002").lower()
    places = list(_places(have, wanted)) if wanted else []
    return bool(places) and all(governed(source, at, at + len(wanted)) is not None for at in places)


def _places(have: str, wanted: str) -> Iterator[int]:
    at = have.find(wanted)
    for _ in range(_MOST):
        if at < 0:
            return
        yield at
        at = have.find(wanted, at + 1)
