"""The support model of the gate, with everything that can go wrong behind it."""

from __future__ import annotations

import asyncio
import hashlib
import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pytest

from citeward.entailment import Backend, LexicalBackend, Manifest, Pair, Support, SupportState, VerdictCache, VerdictKey
from citeward.entailment.calibration import Calibrator, Method, Scale, Thresholds
from citeward.errors import CheckFailed, ConfigError, RowError
from citeward.evaluation import support_row
from citeward.verify import SupportModel, SupportPair


def pair(source: str, claim: str, tenant: str = "default") -> SupportPair:
    return SupportPair(tenant, source, claim, hashlib.sha256(source.encode()).hexdigest())


@dataclass
class Told:
    """A backend that answers as it is told, and counts."""

    answer: Callable[[Sequence[Pair]], list[float]]
    english_only: bool = True
    asked: int = 0

    @property
    def manifest(self) -> Manifest:
        return Manifest("told", "told", ("no", "yes"), "any", "1", "1")

    def score(self, pairs: Sequence[Pair], deadline: float) -> list[float]:
        self.asked += len(pairs)
        return self.answer(pairs)


def always(value: float) -> Told:
    return Told(lambda pairs: [value] * len(pairs))


SOURCE = "The mast above the bay is 330 metres high. It was raised in May 1998."


def test_it_is_what_the_gate_asks_for() -> None:
    model: SupportModel = Support(always(0.95))
    assert asyncio.run(model.score([pair(SOURCE, "The mast above the bay is high.")])) == [0.95]


def test_scores_come_in_the_order_asked() -> None:
    backend = Told(lambda pairs: [0.9 if "mast" in p.claim else 0.1 for p in pairs])
    asked = [pair(SOURCE, "The bay is deep."), pair(SOURCE, "The mast is high."), pair(SOURCE, "The bay is wide.")]
    assert asyncio.run(Support(backend).score(asked)) == [0.1, 0.9, 0.1]


def test_equal_pairs_cost_one_call_and_a_repeated_one_none() -> None:
    backend = always(0.95)
    support = Support(backend)
    asked = [pair(SOURCE, "The mast is high.")] * 3
    asyncio.run(support.score(asked))
    assert backend.asked == 1
    asyncio.run(support.score(asked))
    assert backend.asked == 1


def test_verdicts_are_not_shared_between_tenants_or_models() -> None:
    cache: VerdictCache = VerdictCache()
    first, second = always(0.95), always(0.1)
    asked = pair(SOURCE, "The mast is high.")
    assert asyncio.run(Support(first, cache=cache).score([asked])) == [0.95]
    assert asyncio.run(Support(first, cache=cache).score([pair(SOURCE, "The mast is high.", "other")])) == [0.95]
    assert first.asked == 2
    other = Calibrator("", Scale(Method.PLATT, slope=0.5), Thresholds(0.9, 0.2), 0.0, 0.0, 0.0, 0.5, 0.0, 0)
    assert asyncio.run(Support(second, calibrator=other, cache=cache).score([asked])) != [0.95]


def test_a_veto_stands_whatever_the_model_says() -> None:
    support = Support(always(0.999))
    verdict = support.judge_now([pair(SOURCE, "The mast above the bay is 350 metres high.")])[0]
    assert verdict.state is SupportState.UNSUPPORTED
    assert verdict.score < support.thresholds.unsupported_below
    assert verdict.finding is not None
    assert "350" in verdict.reason


def test_a_veto_keeps_the_order_of_the_model() -> None:
    claim = "The mast above the bay is 350 metres high."
    low, high = (Support(always(p)).judge_now([pair(SOURCE, claim)])[0].score for p in (0.2, 0.8))
    assert low < high


def test_a_claim_is_no_better_supported_than_its_weakest_part_allows() -> None:
    backend = Told(lambda pairs: [0.05 if p.claim.startswith("its owner") else 0.99 for p in pairs])
    whole = Support(backend).judge_now([pair(SOURCE, "The mast is high, and its owner sold it in May.")])[0]
    assert 0.05 < whole.score < 0.99
    assert whole.state is not SupportState.SUPPORTED


def test_between_the_thresholds_a_claim_is_uncertain_and_says_so() -> None:
    verdict = Support(always(0.6)).judge_now([pair(SOURCE, "The mast is high.")])[0]
    assert verdict.state is SupportState.UNCERTAIN
    assert "uncertain" in verdict.reason


def test_the_span_is_where_the_claim_rests() -> None:
    low, high = Support(always(0.95)).judge_now([pair(SOURCE, "It was raised in 1998.")])[0].span
    assert SOURCE[low:high] == "It was raised in May 1998."


@pytest.mark.parametrize("claim", ["", "   ", "\n"])
def test_an_empty_claim_is_not_supported(claim: str) -> None:
    backend = always(0.99)
    verdict = Support(backend).judge_now([pair(SOURCE, claim)])[0]
    assert verdict.state is SupportState.UNSUPPORTED
    assert backend.asked == 0


def test_an_empty_source_supports_nothing() -> None:
    assert Support(always(0.99)).judge_now([pair(" ", "The mast is high.")])[0].state is SupportState.UNSUPPORTED


def test_a_claim_in_a_language_nobody_here_knows_is_uncertain() -> None:
    claim = "Der Mast \u00fcber der Bucht ist dreihundertdrei\u00dfig Meter hoch und wurde im Fr\u00fchjahr errichtet."
    assert Support(always(0.99)).judge_now([pair(SOURCE, claim)])[0].state is SupportState.UNCERTAIN
    many = Told(lambda pairs: [0.99] * len(pairs), english_only=False)
    assert Support(many).judge_now([pair(SOURCE, claim)])[0].state is SupportState.SUPPORTED


def raising(problem: Exception) -> Told:
    def fail(pairs: Sequence[Pair]) -> list[float]:
        raise problem

    return Told(fail)


def test_a_backend_that_does_not_answer_gives_no_score_and_nothing_is_kept() -> None:
    cache: VerdictCache = VerdictCache()
    with pytest.raises(CheckFailed):
        asyncio.run(Support(raising(CheckFailed("down")), cache=cache).score([pair(SOURCE, "The mast is high.")]))
    assert len(cache) == 0


def test_an_answer_that_comes_too_late_is_none() -> None:
    def slow(pairs: Sequence[Pair]) -> list[float]:
        time.sleep(0.1)
        return [0.99] * len(pairs)

    with pytest.raises(CheckFailed):
        asyncio.run(Support(Told(slow), deadline_s=0.05).score([pair(SOURCE, "The mast is high.")]))


def test_a_pair_that_cannot_be_taken_fails_alone() -> None:
    backend = Told(lambda pairs: [math.nan if "code" in p.claim else 0.95 for p in pairs])
    claims = ("The mast is high.", "The code is long.", "The mast was raised.")
    cache: VerdictCache = VerdictCache()
    support = Support(backend, cache=cache)
    found = asyncio.run(support.judge([pair(SOURCE, claim) for claim in claims]))
    assert [one is not None for one in found] == [True, False, True]
    assert len(cache) == 2
    with pytest.raises(CheckFailed):
        support.judge_now([pair(SOURCE, claims[1])])


def test_half_of_a_surrogate_pair_fails_alone() -> None:
    claims = ("The mast is high.", "The mast \ud83d is high.")
    asked = [SupportPair("t", SOURCE, claim, "") for claim in claims]
    asked.append(SupportPair("t", SOURCE + "\udc00", claims[0], "0"))
    found = asyncio.run(Support.default().judge(asked))
    assert [one is not None for one in found] == [True, False, False]


@pytest.mark.parametrize("field", ["source", "claim"])
def test_a_row_with_half_of_a_surrogate_pair_is_refused_by_name(field: str) -> None:
    row = {"id": 1, "source": SOURCE, "claim": "The mast is high."}
    with pytest.raises(RowError, match=f"{field}.*surrogate"):
        support_row(row | {field: "The mast \ud83d is high."}, Support(always(0.9)))


def test_what_was_judged_when_the_time_is_up_counts() -> None:
    calls: list[int] = []

    def tiring(pairs: Sequence[Pair]) -> list[float]:
        calls.append(len(pairs))
        if len(calls) > 2:
            raise CheckFailed("too slow")
        return [0.95] * len(pairs)

    asked = [pair(SOURCE, f"The mast above the bay {word} is high.") for word in (chr(97 + k) * 3 for k in range(26))]
    asked += [pair(SOURCE, f"{one.claim} It was raised.") for one in asked]
    asked += [pair(SOURCE, f"So {one.claim}") for one in asked] + [pair(SOURCE, f"Yet {one.claim}") for one in asked]
    found = asyncio.run(Support(Told(tiring)).judge(asked))
    assert 0 < sum(one is not None for one in found) < len(asked)
    assert len(calls) == 3


def test_past_a_full_queue_one_is_told_at_once() -> None:
    def slow(pairs: Sequence[Pair]) -> list[float]:
        time.sleep(0.002)
        return [0.99] * len(pairs)

    async def flood() -> list[object]:
        support = Support(Told(slow))
        return await asyncio.gather(
            *(support.score([pair(SOURCE, f"The mast is {k} high.")]) for k in range(100)), return_exceptions=True
        )

    found = asyncio.run(flood())
    assert sum(isinstance(one, CheckFailed) for one in found) == 100 - 64


def test_a_calibrator_of_another_model_is_refused() -> None:
    made_for_another = Calibrator("0" * 64, Scale(Method.NONE), Thresholds(0.9, 0.2), 0.0, 0.0, 0.0, 0.5, 0.0, 0)
    with pytest.raises(ConfigError):
        Support(always(0.5), calibrator=made_for_another)


def test_ten_thousand_tokens_of_evidence_and_a_figure_at_their_end() -> None:
    source = (
        "The weather station sends its readings twice a day. " * 1100 + "The mast above the bay is 330 metres high."
    )
    support = Support(LexicalBackend())
    assert support.judge_now([pair(source, "The mast above the bay is 330 metres high.")])[0].finding is None
    assert support.judge_now([pair(source, "The mast above the bay is 350 metres high.")])[0].finding is not None


def test_the_shipped_default_knows_its_own_thresholds() -> None:
    support = Support.default()
    assert 0 < support.thresholds.unsupported_below < support.thresholds.supported_from < 1
    assert support.manifest.calibrator != "none"
    verdict = support.judge_now([pair(SOURCE, "The mast above the bay is 330 metres high.")])[0]
    assert verdict.state is SupportState.SUPPORTED


def test_the_cache_is_bounded_and_lets_the_oldest_go() -> None:
    cache: VerdictCache[int] = VerdictCache(2)
    keys = [VerdictKey("t", str(k), "c", "m") for k in range(3)]
    for k, key in enumerate(keys):
        cache.put(key, k)
        cache.get(keys[0])
    assert [cache.get(key) for key in keys] == [0, None, 2]
    cache.forget("t")
    assert len(cache) == 0


def test_lexical_is_a_backend() -> None:
    backend: Backend = LexicalBackend()
    assert all(
        0 <= p <= 1
        for p in backend.score([Pair("a", "b"), Pair("", ""), Pair("x" * 50_000, "y")], time.monotonic() + 30)
    )


class TestTheSourcesOwnSentence:
    """What the default says of a claim that is a whole sentence of its source."""

    @staticmethod
    def judged(source: str, claim: str) -> SupportState:
        (verdict,) = Support.default().judge_now([SupportPair("t", source, claim, "0" * 64)])
        return verdict.state

    def test_is_supported(self) -> None:
        assert self.judged("Keep it. Exceptions require CISO approval.", "Exceptions require CISO approval") is (
            SupportState.SUPPORTED
        )

    def test_with_another_figure_is_not(self) -> None:
        assert self.judged("Items may be returned in 30 days.", "Items may be returned in 90 days.") is (
            SupportState.UNSUPPORTED
        )


def test_cells_of_a_table_are_shown_with_their_labels_and_headers() -> None:
    seen: list[Pair] = []

    def keep(pairs: Sequence[Pair]) -> list[float]:
        seen.extend(pairs)
        return [0.95] * len(pairs)

    table = "| City | Leave |\n|---|---|\n| Berlin | 25 days |\n| Bonn | 30 days |"
    verdict = Support(Told(keep)).judge_now([pair(table, "Berlin, leave: 25 days")])[0]
    assert "Berlin, Leave: 25 days." in seen[0].source
    assert 0 <= verdict.span[0] < verdict.span[1] <= len(table)
