"""References written into the text itself: one file per family, one scan that keeps code, maths and links out of it."""

from __future__ import annotations

from .brackets import lenticular
from .footnotes import footnotes
from .found import Family, Found, Known
from .keys import latex_keys, pandoc_keys
from .numeric import numeric, superscripts
from .positional import ragflow
from .private import gemini_app, private_use
from .scan import scan

__all__ = [
    "Family",
    "Found",
    "Known",
    "footnotes",
    "gemini_app",
    "latex_keys",
    "lenticular",
    "numeric",
    "pandoc_keys",
    "private_use",
    "ragflow",
    "scan",
    "superscripts",
]
