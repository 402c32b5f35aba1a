"""Training pairs in other surroundings: the label stays what people gave."""

from __future__ import annotations

import random

from training.data import Pair
from training.mixture import Mixture
from training.surroundings import among, joined

TRUE = Pair("The mill opened in 1911.", "The mill is from 1911.", True, (), "a")
FALSE = Pair("The dam was sold.", "The dam was burnt.", False, ((12, 17),), "b")
PASSAGE = "Oak is heavy. Pine is light! Who planted the elms? Nobody knows."


def test_a_source_among_other_sentences_is_whole_and_its_label_stays() -> None:
    for seed in range(50):
        found = among(FALSE, [PASSAGE], random.Random(seed))
        assert FALSE.source in found.source
        assert len(found.source) > len(FALSE.source)
        assert (found.claim, found.supported, found.spans) == (FALSE.claim, FALSE.supported, FALSE.spans)
    places = {among(FALSE, [PASSAGE], random.Random(seed)).source.find(FALSE.source) == 0 for seed in range(50)}
    assert places == {True, False}, "it stands first, and elsewhere"


def test_a_table_keeps_its_lines() -> None:
    table = Pair("height: 12 m\nbuilt: 1911", "It is 12 m high.", True, (), "t")
    assert f"\n{table.source}\n" in f"\n{among(table, [PASSAGE], random.Random(1)).source}\n"


def test_two_claims_are_supported_where_both_are() -> None:
    for first in (TRUE, FALSE):
        for second in (TRUE, FALSE):
            found = joined(first, second, random.Random(0))
            assert found.supported is (first.supported and second.supported)
            assert found.claim == f"{first.claim} {second.claim}"
            assert first.source in found.source
            assert second.source in found.source
            said = [found.claim[start:end] for start, end in found.spans or ()]
            assert said == ["burnt"] * ((first is FALSE) + (second is FALSE))


def test_what_is_not_known_of_one_claim_is_not_known_of_both() -> None:
    unknown = Pair("The dam was sold.", "The dam was burnt", False, None, "b")
    found = joined(unknown, TRUE, random.Random(0))
    assert found.spans is None
    assert found.claim == "The dam was burnt. The mill is from 1911."


def test_long_claims_are_not_joined() -> None:
    long = Pair("x", "word " * 50, True, (), "l")
    assert joined(long, Pair("y", "word " * 20, False, (), "l"), random.Random(0)) is long


def test_the_mixture_varies_the_share_it_is_told() -> None:
    sets = {"fm2": [TRUE, FALSE], "wice": [TRUE, FALSE]}
    assert all(Mixture(sets, 0.0, seed).draw() in (TRUE, FALSE) for seed in range(30))
    varied = Mixture(sets, 0.0, 1, varied=1.0)
    drawn = [varied.draw() for _ in range(200)]
    assert not set(drawn) & {TRUE, FALSE}
    two = [pair.supported for pair in drawn if pair.claim.count(".") == 2]
    assert 30 < len(two) < 100
    assert 0.35 < sum(two) / len(two) < 0.65, "how many claims there are tells nothing"
