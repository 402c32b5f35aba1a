"""The support model of the gate: guards, a backend, a calibrator and a cache around one question.

Does this passage carry this claim? A guard's veto stands whatever the backend says. A claim that joins several facts is
judged whole and part by part, and is no better supported than its parts allow. What cannot be told, because the claim
is in a language nobody here knows, is uncertain, and a backend that does not answer is no answer at all.
"""

from __future__ import annotations

import asyncio
import hashlib
import math
import re
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache, partial
from pathlib import Path
from typing import Protocol

from citeward.entailment.backends import EmbeddedBackend
from citeward.entailment.cache import KeptVerdict, VerdictCache, VerdictKey, VerdictStore
from citeward.entailment.calibration import UNCALIBRATED, Calibrator, shipped_calibrator
from citeward.entailment.governed import stands_governed
from citeward.entailment.guards import GuardFinding, guard
from citeward.entailment.interface import Backend, Manifest, Pair
from citeward.entailment.language import is_english, is_in_words_of
from citeward.entailment.probability import in_time
from citeward.entailment.questions import joined_score, questions_of, questions_of_facts
from citeward.entailment.scripts import mixed_word
from citeward.entailment.selection import best_window
from citeward.entailment.told import TOLD_VERSION, is_told
from citeward.errors import CheckFailed

__all__ = [
    "AskedPair",
    "Support",
    "SupportState",
    "SupportVerdict",
    "default_support",
]

_MOST_WAITING = 64
"""Batches that may wait. Past it an answer is told at once that it cannot be checked, instead of after its deadline."""


_AT_ONCE = 64
"""Pairs a backend is given at a time: what it has judged when its time is up counts."""
_HALF = re.compile(r"[\ud800-\udfff]")
"""Half of a surrogate pair: JSON can spell it, and nothing that reads UTF-8 takes it."""
_TOLD = 0.95
"""The score of what the source tells outright, where the model is in doubt. Where it says no, it is not overruled."""
_STORE_S = 1.0
"""Seconds a store of verdicts may take: the model would be as fast."""


class SupportState(StrEnum):
    """What the score amounts to."""

    SUPPORTED = "supported"
    UNCERTAIN = "uncertain"
    UNSUPPORTED = "unsupported"


@dataclass(frozen=True, slots=True)
class SupportVerdict:
    """What was found on one pair."""

    score: float
    """Calibrated probability of support; below the lower threshold where a guard vetoed."""
    state: SupportState
    reason: str
    """In words a reader understands."""
    span: tuple[int, int]
    """The passage of the source the claim rests on most likely, in code points, end exclusive."""
    finding: GuardFinding | None = None


class AskedPair(Protocol):
    """What the gate hands over; see ``citeward.verify.SupportPair``."""

    @property
    def tenant(self) -> str:
        """Whose world it is."""
        ...

    @property
    def source(self) -> str:
        """The passage."""
        ...

    @property
    def claim(self) -> str:
        """The resolved claim."""
        ...

    @property
    def tier(self) -> int | None:
        """Trust tier of the source (0-3); None, or the lowest, where it is not known."""
        ...

    @property
    def source_sha256(self) -> str:
        """Hex digest of the passage in UTF-8."""
        ...


class Support:
    """Judges pairs. One instance serves a process."""

    def __init__(
        self,
        backend: Backend | None = None,
        *,
        calibrator: Calibrator = UNCALIBRATED,
        cache: VerdictCache[SupportVerdict] | None = None,
        store: VerdictStore | None = None,
        deadline_s: float = 8.0,
    ) -> None:
        """Puts the pieces together.

        Args:
            backend: what scores; the embedded default where None.
            calibrator: mapping and thresholds made for that backend.
            cache: verdicts kept between answers; one of its own where None.
            store: verdicts kept between processes, asked for what ``cache`` does not have.
            deadline_s: seconds one batch may take, waiting included.

        Raises:
            ConfigError: the calibrator was made for another model.
        """
        self._backend = backend if backend is not None else EmbeddedBackend()
        self._calibrator = calibrator.for_model(self._backend.manifest)
        self._cache = cache if cache is not None else VerdictCache()
        self._store = store
        self._deadline_s = deadline_s
        self._worker = ThreadPoolExecutor(1, thread_name_prefix="support")
        self._waiting = 0
        self.manifest: Manifest = replace(
            self._backend.manifest, calibrator=f"{self._calibrator.version}, told {TOLD_VERSION}"
        )
        self.thresholds = self._calibrator.thresholds

    @property
    def version(self) -> str:
        """Hex digest of everything a score and what it amounts to rest on: model, calibrator, thresholds."""
        return self.manifest.digest()

    @classmethod
    def default(cls, weights: Path | None = None) -> Support:
        """The embedded backend with the calibrator that ships for exactly it, or uncalibrated where none does.

        Args:
            weights: a directory of weights in place of the package's own.

        Raises:
            ConfigError: weights or a shipped calibrator cannot be used.
        """
        backend = EmbeddedBackend(weights)
        return cls(backend, calibrator=shipped_calibrator(backend.manifest))

    async def score(self, pairs: Sequence[AskedPair]) -> list[float]:
        """Calibrated probabilities of support in [0, 1], in the order asked: ``citeward.verify.SupportModel``.

        Raises:
            CheckFailed: the backend did not answer, or too many batches are waiting.
        """
        return [verdict.score for verdict in _complete(await self.judge(pairs))]

    async def judge(self, pairs: Sequence[AskedPair]) -> list[SupportVerdict | None]:
        """The whole verdict on each pair, in order; None for one that the backend could not take, or not in time.

        One batch; runs beside the event loop.

        Raises:
            CheckFailed: the backend answered for none of them, or too many batches are waiting.
        """
        if self._waiting >= _MOST_WAITING:
            raise CheckFailed("the support model has too many answers waiting")
        until = time.monotonic() + self._deadline_s
        self._waiting += 1
        try:
            keys = self._keys(pairs)
            known, asked = self._remembered(keys, pairs)
            if self._store is not None and asked:
                known |= await self._recall(self._store, asked)
                asked = {key: pair for key, pair in asked.items() if key not in known}
            if asked:
                loop = asyncio.get_running_loop()
                fresh = await loop.run_in_executor(self._worker, partial(self._judged, asked, until))
                known |= fresh
                if self._store is not None:
                    await _keep(self._store, fresh)
            return [known.get(key) for key in keys]
        finally:
            self._waiting -= 1

    def judge_now(self, pairs: Sequence[AskedPair], deadline: float | None = None) -> list[SupportVerdict]:
        """The same in this thread.

        Args:
            pairs: what to judge; equal ones are judged once.
            deadline: time of :func:`time.monotonic` (seconds); the configured one from now on where None.

        Raises:
            CheckFailed: the backend did not answer in time, or not for every pair.
        """
        until = deadline if deadline is not None else time.monotonic() + self._deadline_s
        keys = self._keys(pairs)
        known, asked = self._remembered(keys, pairs)
        known |= self._judged(asked, until)
        return _complete([known.get(key) for key in keys])

    def _keys(self, pairs: Sequence[AskedPair]) -> list[VerdictKey]:
        digest = self.manifest.digest()
        return [VerdictKey(p.tenant, p.source_sha256, _sha256(p.claim), digest, p.tier) for p in pairs]

    def _remembered(
        self, keys: Sequence[VerdictKey], pairs: Sequence[AskedPair]
    ) -> tuple[dict[VerdictKey, SupportVerdict], dict[VerdictKey, AskedPair]]:
        """What is known of the pairs, and those nothing is known of, each once."""
        known: dict[VerdictKey, SupportVerdict] = {}
        asked: dict[VerdictKey, AskedPair] = {}
        for key, pair in zip(keys, pairs, strict=True):
            if key in known or key in asked:
                continue
            verdict = self._cache.get(key)
            if verdict is None:
                asked[key] = pair
            else:
                known[key] = verdict
        return known, asked

    def _judged(self, asked: Mapping[VerdictKey, AskedPair], until: float) -> dict[VerdictKey, SupportVerdict]:
        """The verdicts on pairs nothing is known of; they are remembered. What is not judged in time has none."""
        found: dict[VerdictKey, SupportVerdict] = {}
        waiting = list(asked.items())
        for at in range(0, len(waiting), _AT_ONCE):
            batch = waiting[at : at + _AT_ONCE]
            try:
                in_time(until, "the support model")
                verdicts = self._judge([Pair(p.source, p.claim, p.tier) for _, p in batch], until)
            except CheckFailed:
                if not found:
                    raise
                break
            for (key, _), verdict in zip(batch, verdicts, strict=True):
                if verdict is not None:
                    found[key] = verdict
                    self._cache.put(key, verdict)
        return found

    async def _recall(
        self, store: VerdictStore, asked: Mapping[VerdictKey, AskedPair]
    ) -> dict[VerdictKey, SupportVerdict]:
        """What a store keeps of the pairs. A store that is down, or keeps something else, keeps nothing."""
        try:
            async with asyncio.timeout(_STORE_S):
                kept = await store.get(list(asked))
        except Exception:  # whatever a store raises, the model can still be asked
            return {}
        found = {}
        for key, one in kept.items():
            verdict = self._recalled(asked[key], one) if key in asked else None
            if verdict is not None:
                found[key] = verdict
                self._cache.put(key, verdict)
        return found

    def _recalled(self, pair: AskedPair, kept: KeptVerdict) -> SupportVerdict | None:
        """The verdict as it was, its reason worked out again from the texts; None where they do not bear it out."""
        start, end = kept.span
        if not (0.0 <= kept.score <= 1.0 and 0 <= start <= end <= len(pair.source) and kept.state in _STATES):
            return None
        state = SupportState(kept.state)
        finding = guard(pair.source, pair.claim) if kept.vetoed else None
        if finding is not None and state is SupportState.UNSUPPORTED:
            return SupportVerdict(kept.score, state, finding.reason, kept.span, finding)
        if kept.vetoed or state is not self._state_of(kept.score):
            return None
        return SupportVerdict(kept.score, state, self._doubt(pair) or _REASONS[state], kept.span)

    def _doubt(self, pair: AskedPair | Pair) -> str:
        """Why nobody here can tell, whatever the score; empty where nothing stands in the way."""
        if mixed_word(pair.claim) is not None:
            return _MIXED
        if stands_governed(pair.source, pair.claim):
            return _GOVERNED
        known = not self._backend.english_only or (
            is_english(pair.source) and (is_english(pair.claim) or is_in_words_of(pair.source, pair.claim))
        )
        return "" if known else _FOREIGN

    def _judge(self, pairs: Sequence[Pair], until: float) -> list[SupportVerdict | None]:
        """Every pair and every part of a claim in one call of the backend."""
        asked: list[Pair] = []
        places: list[range] = []
        for pair in pairs:
            questions = [] if _HALF.search(pair.source) or _HALF.search(pair.claim) else questions_of(pair)
            places.append(range(len(asked), len(asked) + len(questions)))
            asked += questions
        scores = self._backend.score(asked, until)
        verdicts: list[SupportVerdict | None] = []
        doubted: dict[int, Pair] = {}
        for pair, place in zip(pairs, places, strict=True):
            in_time(until, "the support model")
            told = [scores[i] for i in place]
            untaken = any(map(math.isnan, told)) or (not told and pair.claim.strip())
            verdict = None if untaken else self._verdict(pair, told)
            if verdict is not None and verdict.state is SupportState.UNCERTAIN and self._may_look_again(pair, told):
                doubted[len(verdicts)] = pair
            verdicts.append(verdict)
        return self._looked_again(doubted, verdicts, until)

    def _may_look_again(self, pair: Pair, scores: Sequence[float]) -> bool:
        """Whether no part of a claim is refused, and nobody but the model is in doubt."""
        return self._state_of(self._calibrator.scale(min(scores))) is not SupportState.UNSUPPORTED and not (
            self._doubt(pair)
        )

    def _looked_again(
        self, doubted: Mapping[int, Pair], verdicts: list[SupportVerdict | None], until: float
    ) -> list[SupportVerdict | None]:
        """The verdicts, those on claims that only join facts told from them, one by one: one batch for them all.

        Such a claim is as likely as all of its facts are together: the product of their probabilities.
        """
        asked: list[Pair] = []
        places: dict[int, range] = {}
        for k, pair in doubted.items():
            questions = questions_of_facts(pair)
            if questions:
                places[k] = range(len(asked), len(asked) + len(questions))
                asked += questions
        scores: list[float] = []
        with suppress(CheckFailed):  # what is known stands: in doubt
            scores = self._backend.score(asked, until) if asked else []
        for k, place in places.items() if scores else ():
            together = math.prod(self._calibrator.scale(scores[i]) for i in place)
            before = verdicts[k]
            if before is not None and self._state_of(together) is SupportState.SUPPORTED:
                verdicts[k] = replace(
                    before, score=together, state=SupportState.SUPPORTED, reason=_REASONS[SupportState.SUPPORTED]
                )
        return verdicts

    def _verdict(self, pair: Pair, scores: Sequence[float]) -> SupportVerdict:
        low, high = self.thresholds.unsupported_below, self.thresholds.supported_from
        if not scores or not pair.source.strip():
            reason = "There is no claim to support." if not scores else "The source is empty."
            return SupportVerdict(0.0, SupportState.UNSUPPORTED, reason, (0, len(pair.source)))
        span = best_window(pair.source, pair.claim)
        score = self._calibrator.scale(joined_score(scores))
        finding = guard(pair.source, pair.claim)
        if finding is not None:
            # Below the lower threshold, and still in the model's order: a veto says no, not how sure the model was.
            return SupportVerdict(
                0.5 * low * score, SupportState.UNSUPPORTED, finding.reason, finding.source_span or span, finding
            )
        doubt = self._doubt(pair)
        if doubt:
            if low == high:
                return SupportVerdict(0.5 * low, SupportState.UNSUPPORTED, doubt, span)
            return SupportVerdict((low + high) / 2, SupportState.UNCERTAIN, doubt, span)
        state = self._state_of(score)
        if state is SupportState.UNCERTAIN and is_told(pair.source, pair.claim):
            return SupportVerdict(max(_TOLD, high), SupportState.SUPPORTED, _REASONS[SupportState.SUPPORTED], span)
        return SupportVerdict(score, state, _REASONS[state], span)

    def _state_of(self, score: float) -> SupportState:
        if score >= self.thresholds.supported_from:
            return SupportState.SUPPORTED
        return SupportState.UNSUPPORTED if score < self.thresholds.unsupported_below else SupportState.UNCERTAIN


_STATES = frozenset(state.value for state in SupportState)
_REASONS = {
    SupportState.SUPPORTED: "The source carries the claim.",
    SupportState.UNCERTAIN: "It is uncertain whether the source carries the claim.",
    SupportState.UNSUPPORTED: "The source does not carry the claim.",
}
_FOREIGN = "The claim or the source is in a language this model does not know."
_GOVERNED = "The source says it only under words that negate it or make it conditional."
_MIXED = "A word of the claim mixes alphabets, so that it may not say what it looks like."


def _complete(verdicts: Sequence[SupportVerdict | None]) -> list[SupportVerdict]:
    found = [verdict for verdict in verdicts if verdict is not None]
    if len(found) < len(verdicts):
        raise CheckFailed(f"the support model could not judge {len(verdicts) - len(found)} of {len(verdicts)} claims")
    return found


async def _keep(store: VerdictStore, verdicts: Mapping[VerdictKey, SupportVerdict]) -> None:
    """Hands fresh verdicts to a store. One that cannot keep them costs a call later, and nothing now."""
    kept = {
        key: KeptVerdict(one.score, one.state.value, one.span, one.finding is not None)
        for key, one in verdicts.items()
        if one.span[0] < one.span[1]
    }
    with suppress(Exception):
        async with asyncio.timeout(_STORE_S):
            await store.put(kept)


def _sha256(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


@lru_cache(maxsize=1)
def default_support() -> Support:
    """The embedded default of this process: one model, one queue and one cache for all who ask for none in particular.

    Raises:
        ConfigError: the weights or the calibrator that ship cannot be used.
    """
    return Support.default()
