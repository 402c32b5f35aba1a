"""Word lists of our own (words.txt): antonyms, near synonyms, directional pairs, roles, details, places.

``strength`` lists a stronger form and a weaker one: the stronger entails the weaker, never the reverse.
"""

from __future__ import annotations

import re
from pathlib import Path

SECTION = re.compile(r"^\[(\w+)\]\n(.*?)(?=^\[|\Z)", re.M | re.S)
TEXT = dict(SECTION.findall(Path(__file__).with_name("words.txt").read_text(encoding="utf-8")))


def table(name: str) -> list[tuple[str, str]]:
    """The pairs of a "left|right;left|right" section, in order."""
    pairs = [part.strip().partition("|") for part in TEXT[name].replace("\n", "").split(";")]
    return [(left, right) for left, _, right in pairs if left]


def items(name: str) -> list[str]:
    """The entries of a "one|two" section, in order."""
    return [part.strip() for part in TEXT[name].replace("\n", "").split("|") if part.strip()]
