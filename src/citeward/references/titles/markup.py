"""A title as registries store it, HTML, JATS and MathML included, reduced to the words a reader sees."""

from __future__ import annotations

import html
import re

from citeward.references.latex import without_latex

__all__ = ["MAX_TITLE_CHARS", "plain_title"]

MAX_TITLE_CHARS = 2_000
"""Code points. The longest registered titles have some 1,500; more is an attempt to make comparison expensive."""

_SHADOW = re.compile(r"<(?:[a-z]+:)?(tex-math|annotation|annotation-xml)\b[^<>]*>[^<>]*</(?:[a-z]+:)?\1\s*>", re.I)
"""MathML carries a second copy of a formula for other programs; a reader sees one."""
_BREAK = re.compile(r"<(?:br|p|/p)\s*/?>", re.I)
_TAG = re.compile(r"</?[A-Za-z][\w:.-]*(?:\s[^<>]*)?/?>")
_SPACE = re.compile(r"\s+")
_INVISIBLE = re.compile(r"[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]")
_VERSION = re.compile(r"\s*\[version \d+; [^\[\]]{0,200}\]\s*$", re.I)
"""F1000 and its siblings append the state of peer review."""


def plain_title(text: str) -> str:
    """The title without markup, in one line. Text over the limit is cut one past it, which compares as different.

    >>> plain_title("The <i>lac</i> operon &amp;amp; H<sub>2</sub>O")
    'The lac operon & H2O'
    """
    text = text[: MAX_TITLE_CHARS + 1]
    for _ in range(2):  # registries escape what publishers had already escaped
        text = html.unescape(text)
    if "<" in text:
        text = _TAG.sub("", _BREAK.sub(" ", _SHADOW.sub("", text)))
    text = without_latex(_INVISIBLE.sub("", text))
    return _SPACE.sub(" ", _VERSION.sub("", text)).strip()
