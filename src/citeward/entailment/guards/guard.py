"""All guards, in the order a reader would want to hear from them."""

from __future__ import annotations

from citeward.entailment.guards import (
    added,
    change,
    comparison,
    condition,
    currency,
    date,
    exchange,
    generalisation,
    label,
    lapse,
    modality,
    name,
    negation,
    number,
    order,
    percentage,
    quantifier,
    rival,
    role,
    sign,
    silence,
    table,
    timing,
    unit,
)
from citeward.entailment.guards.interface import Guard, GuardFinding
from citeward.entailment.guards.pairing import case_of
from citeward.entailment.own_words import word_for_word

__all__ = ["GUARDS_VERSION", "guard"]

GUARDS_VERSION = "10"
"""Raised with every change of what the guards refuse; part of every verdict's cache key."""

_GUARDS: tuple[Guard, ...] = (
    number.check,
    unit.check,
    percentage.check,
    currency.check,
    date.check,
    name.check,
    label.check,
    role.check,
    exchange.check,
    order.check,
    table.check,
    negation.check,
    lapse.check,
    quantifier.check,
    modality.check,
    comparison.check,
    change.check,
    timing.check,
    generalisation.check,
    condition.check,
    silence.check,
    rival.check,
    added.check,
)


def guard(source: str, claim: str) -> GuardFinding | None:
    """The first difference that forbids ``source`` to be cited for ``claim``, or None.

    None says only that no guard is sure; whether the claim is supported is for a model to say. Linear in the source.

    >>> found = guard("The tower is 330 metres tall.", "The tower is 350 metres tall.")
    >>> found.kind.value, found.reason
    ('number', "The claim says '350 metres' where the source says '330 metres'.")
    """
    signed = sign.check(source, claim)
    if signed is not None:
        return signed  # before the words: signs are none, and may be all that differs
    if word_for_word(source, claim):
        return None  # whatever it says, the source says it
    case = case_of(source, claim)
    for check in _GUARDS:
        found = check(case)
        if found is not None:
            return found
    return None
