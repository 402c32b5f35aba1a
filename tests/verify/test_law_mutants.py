"""The law of the read and the judged is worth something only if it is broken by what it is there to find."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from citeward.model import CitationAction, ClaimForm
from citeward.parse import forms, references, walk
from citeward.verify import wording
from tests.verify.test_read_is_judged import checked, letters

READ = (
    ("| Item | Price |\n|---|---|\n| alpha | beta [S1] |", "alpha price beta"),
    ("## gamma\n\n- beta [S1]", "gamma beta"),
    ("The alpha holds:\n\n- beta [S1]", "the alpha holds beta"),
    ("The rule is alpha. Source: [S1]", "the rule is alpha"),
    ("The rule is alpha [S1].", "the rule is alpha"),
)
"""Answers, and the words that their reader takes the chip to stand for."""
UNSEEN = "The rule is &#x202e;alpha&#x202c; and b&#x200b;eta&#27;, now [S1]."
CLAIMLESS = ("Source: [S1]", "Source: Policy [S1]", "Thanks! [S1]")
LOOK_LIKE_MARKERS = ("(S9)", "\u3010S9\u3011", "\uff3bS9\uff3d", "[S9, p. 3]", "[[S9]]")


def law() -> None:
    """What is shown was judged, in its context; nothing is shown for nothing; no marker stays as text."""
    for answer, words in READ:
        found, _ = checked(answer)
        granted = [
            judgement.support.claim
            for judgement, action in zip(found.judgements, found.decisions.citations, strict=True)
            if action is CitationAction.KEEP
        ]
        assert granted, answer
        for statement in granted:
            assert all(letters(word) in letters(statement) for word in words.split()), (answer, statement)
    found, _ = checked(UNSEEN)
    for shown in (found.html, found.markdown, found.text, *(claim.text for claim in found.parsed.claims)):
        assert not {"\u202e", "\u202c", "\u200b", "\x1b"} & set(shown), shown
    for answer in CLAIMLESS:
        found, _ = checked(answer)
        assert not found.granted, answer
    for marker in LOOK_LIKE_MARKERS:
        found, _ = checked(f"The rule is alpha [S1]. The rule is beta {marker}.")
        assert "S9" not in found.text, marker


def drop_the_context(patch: pytest.MonkeyPatch) -> None:
    """A cell, an item and a fragment are judged for what stands in them alone."""
    patch.setattr(wording, "composed", lambda own, context: own)


def leave_decoded_text_as_it_is(patch: pytest.MonkeyPatch) -> None:
    """Character references are decoded behind hygiene, and nobody looks at what they say."""
    patch.setattr(walk, "cleaned", lambda pieces: pieces)


def grant_a_tail(patch: pytest.MonkeyPatch) -> None:
    """ "Source:" and "Thanks!" are statements."""
    form_of = forms.form_of

    def mutant(text: str, **known: Any) -> ClaimForm:
        form = form_of(text, **known)
        return ClaimForm.STATEMENT if form in (ClaimForm.TAIL, ClaimForm.LEAD) else form

    patch.setattr(forms, "form_of", mutant)


def read_one_form_of_marker(patch: pytest.MonkeyPatch) -> None:
    """What is not written just as it was asked for is text."""
    marker = references._Run.marker

    def mutant(self: Any, at: int) -> Any:
        found = marker(self, at)
        return found if found is not None and found[0].handles in ((("S1",),), (("S2",),)) else None

    patch.setattr(references._Run, "marker", mutant)


MUTANTS: tuple[Callable[[pytest.MonkeyPatch], None], ...] = (
    drop_the_context,
    leave_decoded_text_as_it_is,
    grant_a_tail,
    read_one_form_of_marker,
)


def test_the_law_holds() -> None:
    law()


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.__name__)
def test_a_mutant_is_killed(mutant: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch) -> None:
    mutant(monkeypatch)
    with pytest.raises(AssertionError):
        law()
