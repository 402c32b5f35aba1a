"""Pairs in which one thing was changed (flips) and pairs in which nothing was (twins), from sentences of our own.

A flip must be refused; a twin, which says the same in nearly the same words, should be kept.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from dataclasses import dataclass

from citeward.evaluation.flips.statements import COMPANY, PLAIN, SLOTS, TURNED
from citeward.evaluation.flips.twins import TWINS

__all__ = ["KINDS", "FlipPair", "flips", "twins"]

_SLOT = re.compile(r"\{(\w+)\}")
_TURN = re.compile(r"\[([^|\]]*)\|([^\]]*)\]")
_FLIPPED: dict[str, tuple[str, ...]] = {
    "number": ("count", "amount", "percent", "length", "weight", "hours"),
    "unit": ("long", "heavy", "span", "money"),
    "date": ("day", "month", "year"),
    "name": ("firm", "person", "place", "country"),
}
KINDS = (*_FLIPPED, *TURNED)
"""The kinds of flip."""


@dataclass(frozen=True, slots=True)
class FlipPair:
    """A source and a claim; ``supported`` is known because one was made from the other."""

    kind: str
    source: str
    claim: str
    supported: bool


def flips(kind: str, count: int, seed: int = 0) -> list[FlipPair]:
    """``count`` distinct pairs of a kind in :data:`KINDS` that must be refused. Deterministic for a seed."""
    rng = random.Random(f"{kind}/{seed}")  # noqa: S311 - a draw that can be repeated, no secret
    return _draw(count, rng, _flip_of(kind))


def twins(kind: str, count: int, seed: int = 0) -> list[FlipPair]:
    """``count`` distinct pairs that say the same: ``verbatim``, or one of the rewrites in ``TWINS``."""
    rewrite = TWINS[kind]
    rng = random.Random(f"twin/{kind}/{seed}")  # noqa: S311 - a draw that can be repeated, no secret

    def one(rng: random.Random) -> FlipPair | None:
        sentence = _plain(rng)
        claim = rewrite(sentence, rng)
        return None if claim is None else FlipPair(kind, _among(sentence, rng), claim, True)

    return _draw(count, rng, one)


def _draw(count: int, rng: random.Random, one: Callable[[random.Random], FlipPair | None]) -> list[FlipPair]:
    found: dict[tuple[str, str], FlipPair] = {}
    for _ in range(100 * count):
        pair = one(rng)
        if pair is not None:
            found.setdefault((pair.source, pair.claim), pair)
        if len(found) == count:
            break
    return list(found.values())


def _flip_of(kind: str) -> Callable[[random.Random], FlipPair | None]:
    if kind in TURNED:
        return lambda rng: _turned(kind, rng)
    return lambda rng: _slotted(kind, rng)


def _turned(kind: str, rng: random.Random) -> FlipPair:
    values = {name: rng.choice(options) for name, options in SLOTS.items()}
    template = _filled(rng.choice(TURNED[kind]), values)
    kept, changed = _TURN.sub(r"\1", template), _TURN.sub(r"\2", template)
    return FlipPair(kind, _among(_tidy(kept), rng), _tidy(changed), False)


def _slotted(kind: str, rng: random.Random) -> FlipPair | None:
    template = rng.choice(PLAIN)
    slots = [name for name in _SLOT.findall(template) if name in _FLIPPED[kind]]
    if not slots:
        return None
    values = {name: rng.choice(options) for name, options in SLOTS.items()}
    slot = rng.choice(slots)
    other = values | {slot: rng.choice([option for option in SLOTS[slot] if option != values[slot]])}
    return FlipPair(kind, _among(_filled(template, values), rng), _filled(template, other), False)


def _plain(rng: random.Random) -> str:
    values = {name: rng.choice(options) for name, options in SLOTS.items()}
    if rng.random() < 0.5:
        return _filled(rng.choice(PLAIN), values)
    kind = rng.choice(sorted(TURNED))
    return _tidy(_TURN.sub(r"\1", _filled(rng.choice(TURNED[kind]), values)))


def _filled(template: str, values: dict[str, str]) -> str:
    return _SLOT.sub(lambda match: values[match.group(1)], template)


def _tidy(sentence: str) -> str:
    return re.sub(r"\s+", " ", sentence).strip()


def _among(sentence: str, rng: random.Random) -> str:
    others = rng.sample(COMPANY, rng.randint(1, 4))
    at = rng.randint(0, len(others))
    return " ".join([*others[:at], sentence, *others[at:]])
