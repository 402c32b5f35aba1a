"""The endless stream a run learns from: real sets by weight and balanced by label, synthetic pairs for the rest."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from citeward.entailment import select
from training.data import MIXES, Pair
from training.surroundings import among, joined
from training.synthetic import Generator

if TYPE_CHECKING:  # it takes torch, and drawing pairs does not
    from training.encoding import Encoder, Row

__all__ = ["Mixture"]

_BUDGETS = (60, 100, 100, 140, 180)
"""Words of evidence, drawn per pair, so that no length of evidence tells anything."""
_JOINED = 0.3
"""Share of the varied pairs that are two in one."""
_POOL = 1536
"""Pairs that are sorted by length before they are cut into batches."""


class Mixture:
    """Draws pairs; deterministic for given sets and seed."""

    def __init__(
        self,
        sets: Mapping[str, Sequence[Pair]],
        synthetic: float,
        seed: int,
        varied: float = 0.0,
        mix: str = "general",
    ) -> None:
        """``synthetic`` is the share of synthetic pairs, ``varied`` that of real ones in other surroundings, 0 to 1."""
        self._random = random.Random(seed)
        self._names = [name for name in MIXES[mix] if name in sets]
        self._weights = [MIXES[mix][name] for name in self._names]
        self._sides = {
            name: [[p for p in sets[name] if p.supported == side] for side in (False, True)] for name in self._names
        }
        self._queues: dict[tuple[str, int], list[Pair]] = {}
        self._synthetic, self._varied = synthetic, varied
        self._passages = sorted({pair.source for rows in sets.values() for pair in rows})
        self._generator = Generator([pair for rows in sets.values() for pair in rows], seed) if synthetic else None

    def draw(self) -> Pair:
        """One pair."""
        if self._generator is not None and self._random.random() < self._synthetic:
            return self._generator.draw()
        if not self._varied or self._random.random() >= self._varied:
            return self._row(self._random.randrange(2))
        if self._random.random() >= _JOINED:
            return among(self._row(self._random.randrange(2)), self._passages, self._random)
        # Two claims drawn by themselves would be carried a quarter of the time, and their number would tell the label.
        sides = [1, 1] if self._random.randrange(2) else [0, self._random.randrange(2)]
        self._random.shuffle(sides)
        first, second = map(self._row, sides)
        return joined(first, second, self._random)

    def _row(self, side: int) -> Pair:
        name = self._random.choices(self._names, self._weights)[0]
        queue = self._queues.setdefault((name, side), [])
        if not queue:  # a set is gone through whole, shuffled, before a row comes again
            queue.extend(self._random.sample(self._sides[name][side], len(self._sides[name][side])))
        return queue.pop()

    def batches(self, encode: Encoder, tokens: int) -> Iterator[list[Row]]:
        """Batches of like length, of at most ``tokens`` tokens with padding, without end."""
        while True:
            drawn = [self.draw() for _ in range(_POOL)]
            rows = [encode(p, select(p.source, p.claim, self._random.choice(_BUDGETS)).text) for p in drawn]
            rows.sort(key=lambda row: len(row.ids))
            ready: list[list[Row]] = [[]]
            for row in rows:
                if ready[-1] and (len(ready[-1]) + 1) * len(row.ids) > tokens:
                    ready.append([])
                ready[-1].append(row)
            self._random.shuffle(ready)
            yield from ready
