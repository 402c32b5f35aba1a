"""The small world the tests share: a few sources, a principal, and a way to check an answer in one line."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from citeward import CheckedAnswer, Chunk, Gate, Ledger, Policy, Principal, Turn, Verdict
from citeward.entailment import Manifest, Pair, Support
from citeward.policy import STRICT
from citeward.verify import Current, GroupAccess, InMemoryDocuments, InMemorySupport, Need, SupportModel

ROOT = Path(__file__).resolve().parents[1]
EXAMPLES = ROOT / "examples"
SHARED = ROOT.parent / "shared"

STAFF = frozenset({"staff"})
ANA = Principal("ana", STAFF)
RETURNS = Chunk(
    id="returns",
    version="42",
    text="4. Returns. Items may be returned within 30 days of delivery. Opened software cannot be returned.",
    title="Returns policy",
    url="https://policies.acme.example/returns",
    acl=STAFF,
    trust=3,
    handle="S1",
)
SHIPPING = Chunk(
    id="shipping",
    version="9",
    text="Return labels are free within the EU. Parcels over 20 kg are collected by a carrier.",
    title="Shipping guide",
    url="https://help.acme.example/shipping",
    acl=STAFF,
    trust=2,
    handle="S2",
)
FORUM = Chunk(
    id="forum",
    version="1",
    text="Somebody told me refunds take two weeks.",
    title="Forum post",
    url="https://forum.example/1",
    acl=STAFF,
    trust=0,
    handle="S3",
)
DRAFT = Chunk(
    id="draft",
    version="2",
    text="From June the window will be 14 days.",
    title="DRAFT returns policy",
    url="https://policies.acme.example/draft",
    acl=frozenset({"legal"}),
    trust=2,
    handle="S4",
    cache_key="cache:9f2c",
)
CHUNKS = (RETURNS, SHIPPING, FORUM, DRAFT)


def seen(chunks: Iterable[Chunk] = CHUNKS, principal: Principal = ANA, intent: str | None = None) -> Turn:
    """A turn whose model has already seen the chunks, readable or not."""
    return Turn(Ledger.of(chunks, principal.tenant), principal, intent)


class Sure:
    """A backend that is sure of everything; the guards stand beside it all the same."""

    english_only = False
    manifest = Manifest("sure", "sure", ("no", "yes"), "any", "1", "1")

    def score(self, pairs: Sequence[Pair], deadline: float) -> list[float]:
        return [1.0] * len(pairs)


SURE = Support(Sure())
"""For rows and commands, whose words are not what is tested."""


def believing() -> SupportModel:
    """A support model that believes everything: for tests of what the other stages say."""
    return InMemorySupport(default=1.0)


def gate(chunks: Iterable[Chunk] = CHUNKS, policy: Policy = STRICT, **current: Current) -> Gate:
    """A gate over these chunks, with what the store says of some of them now. Its support model believes everything."""
    store = InMemoryDocuments.of(chunks)
    for document, state in current.items():
        store.put(document, state)
    return Gate(GroupAccess(), store, policy, support=believing())


def check(answer: str, chunks: Iterable[Chunk] = CHUNKS, policy: Policy = STRICT, **current: Current) -> CheckedAnswer:
    """The answer of a model that has seen the chunks, checked for Ana."""
    chunks = tuple(chunks)
    return gate(chunks, policy, **current).check(answer, seen(chunks))


def listed(answer: str, chunks: Iterable[Chunk] = CHUNKS, policy: Policy = STRICT) -> CheckedAnswer:
    """The same where nobody judges support and policy does not ask for it: its citations are listed, no more."""
    chunks = tuple(chunks)
    skips = replace(policy, requirements=replace(policy.requirements, support=Need.SKIP))
    return replace(gate(chunks, skips), support=None).check(answer, seen(chunks))


def verdicts(checked: CheckedAnswer) -> list[tuple[str, Verdict]]:
    """What stood in the answer, and what was said of it."""
    return [(judgement.proposal.reference, judgement.verdict) for judgement in checked.judgements]


def now(chunk: Chunk, **changes: object) -> Current:
    """What the store says of a chunk that has not changed but for these fields."""
    return replace(Current(version=chunk.version, text=chunk.text), **changes)


def example(name: str) -> dict[str, object]:
    """One of the example files."""
    return json.loads((EXAMPLES / name).read_text(encoding="utf-8"))
