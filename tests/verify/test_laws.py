"""Laws of the judge: nothing is granted that a plain reading of the facts would not grant."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from citeward import Chunk, Gate, Principal, Verdict
from citeward.entailment import UNCALIBRATED
from citeward.model import Check, DocumentStatus, Stage, Tier
from citeward.policy import STRICT
from citeward.verify import Current, GroupAccess, InMemoryDocuments, InMemorySupport, Need, Requirements
from tests.world import seen

TEXT = "Items may be returned within 30 days of delivery. Opened software cannot be returned."
GROUPS = st.frozensets(st.sampled_from(["staff", "legal", "public"]), max_size=2)
CHUNKS = st.builds(
    Chunk,
    id=st.just("d"),
    text=st.just(TEXT),
    version=st.just("1"),
    url=st.sampled_from([None, "https://a.example/x", "https://b.example/x", "javascript:alert(1)", "s3://b/k"]),
    acl=st.none() | GROUPS,
    link_acl=st.none() | GROUPS,
    trust=st.integers(0, 3),
    handle=st.just("S1"),
)
CURRENT = st.none() | st.builds(
    Current,
    status=st.sampled_from([*DocumentStatus, "unheard-of"]),
    version=st.sampled_from([None, "1", "2"]),
    text=st.sampled_from([None, TEXT, TEXT.replace(" ", "  "), TEXT.replace("30", "90")]),
    sha256=st.sampled_from([None, "0" * 64]),
    tier=st.none() | st.sampled_from(Tier),
)
REQUIREMENTS = st.builds(
    Requirements,
    min_tier=st.sampled_from(Tier),
    support=st.sampled_from(Need),
    allowed_hosts=st.sampled_from([(), ("a.example",)]),
)
ANSWERS = st.sampled_from(
    [
        "Items may be returned [S1].",
        'It says "Items may be returned within 30 days" [S1].',
        'It says "Items may be returned within 90 days" [S1].',
        "Free for life [S2].",
    ]
)


@given(CHUNKS, CURRENT, REQUIREMENTS, ANSWERS, GROUPS, st.none() | st.floats(0, 1))
def test_law_ok_means_that_everything_a_reader_relies_on_holds(
    chunk: Chunk,
    current: Current | None,
    needed: Requirements,
    answer: str,
    groups: frozenset[str],
    score: float | None,
) -> None:
    store = InMemoryDocuments({} if current is None else {"d": current})
    support = None if score is None else InMemorySupport(default=score)
    gate = Gate(GroupAccess(), store, replace(STRICT, requirements=needed), support=support)
    checked = gate.check(answer, seen([chunk], Principal("p", groups)))
    judgement = checked.judgements[0]
    checks = judgement.checks
    assert set(checks) == set(Stage)
    if judgement.verdict is not Verdict.OK:
        assert Check.FAILED in checks.values()
        assert checked.granted == ()
        assert "data-sid" not in checked.html
        return
    assert Check.FAILED not in checks.values()
    assert Check.NOT_RUN not in checks.values()
    assert "[S1]" in answer
    assert "90 days" not in answer
    assert chunk.acl is not None
    assert groups & chunk.acl
    assert current is not None
    assert current.status == DocumentStatus.ACTIVE
    assert current.text in (TEXT, TEXT.replace(" ", "  ")) or (current.text is None and current.version == "1")
    assert current.sha256 is None or current.text is not None
    assert min(chunk.trust, chunk.trust if current.tier is None else current.tier) >= needed.min_tier
    assert chunk.url is None or not chunk.url.startswith("javascript")
    assert not needed.allowed_hosts or chunk.url in (None, "s3://b/k", "https://a.example/x")
    assert (checks[Stage.SUPPORT] is Check.PASSED) is (score is not None)
    bar = max(UNCALIBRATED.thresholds.supported_from, needed.supported_from or 0.0)
    assert score is None or score >= bar, "a policy may ask for more than the model, never for less"
    assert score is not None or needed.support is Need.SKIP
    opens = chunk.acl if chunk.link_acl is None else chunk.link_acl
    if not groups & opens:
        assert 'href="https' not in checked.html


@given(CHUNKS, ANSWERS, GROUPS)
def test_law_the_verdict_does_not_depend_on_what_else_was_retrieved(
    chunk: Chunk, answer: str, groups: frozenset[str]
) -> None:
    other = Chunk("other", "Unrelated words.", "1", acl=frozenset({"legal"}), trust=3, handle="S9")
    store = InMemoryDocuments.of([chunk, other])
    gate = Gate(GroupAccess(), store)
    principal = Principal("p", groups)
    alone = gate.check(answer, seen([chunk], principal)).judgements[0]
    beside = gate.check(answer, seen([other, chunk], principal)).judgements[0]
    assert (alone.verdict, alone.reason, alone.span) == (beside.verdict, beside.reason, beside.span)
