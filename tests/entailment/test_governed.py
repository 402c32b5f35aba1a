"""Words that the source says only under a negation or a condition are not supported by themselves."""

from __future__ import annotations

import pytest

from citeward.entailment import Support, SupportState
from citeward.entailment.governed import stands_governed

from .test_support import always, pair

GOVERNED = [
    ("You must not:\n- share your password\n- leave the door open", "Share your password."),
    ("The following is not permitted:\n- Guests may cook in the rooms.", "Guests may cook in the rooms."),
    ("None of these statements is true:\n- Refunds are free.\n- Parcels are insured.", "Parcels are insured."),
    ("Common myths:\nRefunds are free. Parcels are insured.", "Parcels are insured."),
]
FREE = [
    ("You must:\n- share your timetable\n- close the door", "Share your timetable."),
    ("Refunds are not free. Parcels are insured.", "Parcels are insured."),
    ("Common myths:\n- Parcels are insured.\n\n## Facts\n\nParcels are insured.", "Parcels are insured."),
    ("You must not:\n- share your password", "Sharing your password is not allowed."),
]


@pytest.mark.parametrize(
    ("source", "claim", "governed"), [*((*each, True) for each in GOVERNED), *((*each, False) for each in FREE)]
)
def test_an_item_is_governed_by_its_lead_in(source: str, claim: str, governed: bool) -> None:
    assert stands_governed(source, claim) is governed


@pytest.mark.parametrize(("source", "claim"), GOVERNED)
async def test_it_is_uncertain_however_sure_the_model_is(source: str, claim: str) -> None:
    (verdict,) = await Support(always(0.99)).judge([pair(source, claim)])
    assert verdict is not None
    assert verdict.state is SupportState.UNCERTAIN
    assert "under words" in verdict.reason
