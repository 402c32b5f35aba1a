"""How the embedded model's two halves are added up: ``combination.json`` beside the weights.

Logits are added, not probabilities (averaging probabilities measured worse); the cross-encoder's weight also puts its
logit on the lexical model's footing. The nearer a claim is to the source's own words the more it is helped: both halves
are shy of certainty, and where words are the same there is little to be shy of.
"""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from pathlib import Path

from citeward.errors import ConfigError

__all__ = ["Combination"]

_FORMAT = 1


@dataclass(frozen=True, slots=True)
class Combination:
    """logit = ``lexical`` * lexical logit + ``cross`` * cross-encoder's logit + ``shift``, and for the words on top."""

    lexical: float = 0.5
    cross: float = 0.5
    shift: float = 0.0
    own_words: float = 0.0
    """What is added for a claim told wholly in the source's own words; also where the lexical half answers alone."""
    word_for_word: float = 0.0
    """What is added besides where each sentence of the claim is a sentence of the source."""

    @classmethod
    def read(cls, folder: Path) -> Combination:
        """What ``combination.json`` in ``folder`` says; the plain mean where there is none.

        Raises:
            ConfigError: the file is there and cannot be used.
        """
        file = folder / "combination.json"
        if not file.is_file():
            return cls()
        try:
            raw = json.loads(file.read_text(encoding="utf-8"))
            if raw["format"] != _FORMAT:
                raise ConfigError(str(file), "is of another version", "Install the weights of this version.")
            found = cls(*(float(raw[name]) for name in ("lexical", "cross", "shift", "own words", "word for word")))
        except (OSError, ValueError, KeyError, TypeError) as problem:
            if isinstance(problem, ConfigError):
                raise
            raise ConfigError(str(file), f"is no combination ({problem})", "Install the weights again.") from problem
        weights = (found.lexical, found.cross, found.own_words, found.word_for_word)
        if not (math.isfinite(found.shift) and all(0 <= weight < math.inf for weight in weights)):
            raise ConfigError(str(file), "weighs something below zero, or infinitely", "Install the weights again.")
        return found

    def __call__(self, lexical: float, cross: float | None, own_words: float, word_for_word: bool) -> float:
        """The joint logit; ``cross`` is None where the cross-encoder cannot run."""
        joint = lexical if cross is None else self.lexical * lexical + self.cross * cross + self.shift
        return joint + self.own_words * own_words + self.word_for_word * word_for_word
