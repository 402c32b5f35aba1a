"""What a check without a support model leaves unread: figures, dates and names are for the guards of a model alone."""

from __future__ import annotations

from dataclasses import replace

from citeward import Chunk, Gate, Principal
from citeward.entailment.reading import read
from citeward.policy import STRICT
from citeward.verify import Need

STAFF = frozenset({"staff"})
TEXT = "The quay was rebuilt in 1931 for the grain trade. Cranes were added two years later."


def test_without_a_support_model_no_claim_is_read_to_its_end() -> None:
    policy = replace(STRICT, requirements=replace(STRICT.requirements, support=Need.SKIP))
    chunks = [Chunk("quay", TEXT, "1", "Quay", None, STAFF, 3, handle="S1")]
    gate = replace(Gate.in_memory(chunks, policy), support=None)
    turn = gate.open(Principal("ana", STAFF), chunks)
    read.cache_clear()
    checked = gate.check("# The old quay\n\nThe quay was rebuilt in 1931 [S1]. Cranes were added later [S1].", turn)
    assert checked.counts == {"ok": 2}
    assert read.cache_info().misses == 0
