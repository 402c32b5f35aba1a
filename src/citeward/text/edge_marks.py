"""Marks and patterns the edge rules share."""

from __future__ import annotations

import re

REACH = 64
"""Code points read on each side of a found quote."""
COMPARISONS = "<>≤≥≈~±∓×÷≪≫∼≃≲≳"
SIGNS = "-−–+＋－﹢﹣⁻⁺"
CURRENCY = re.compile(r"[$£€¥₹₽₩₺₴₦₱฿₫₪₡₲₵₸₿¢￥＄￡]")
SPACES = " \xa0\u202f\u2009"
"""Spaces that part a number from its unit or group its digits."""
INVISIBLE = "*`\u200b\u200c\u200d\ufeff\u00ad\u2060"
"""Emphasis and zero-width characters: what stands beyond them is still beside the quote."""
_LAST_WORD = re.compile(r"[^\W\d_]+$")


def last_word(text: str) -> str:
    """The letters a text ends with; empty when it ends otherwise."""
    found = _LAST_WORD.search(text)
    return found.group() if found else ""
