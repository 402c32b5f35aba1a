"""Replies in XML, parsed without entities, DTDs or anything else that reaches outside the text."""

from __future__ import annotations

import re
from xml.etree import ElementTree

__all__ = ["parse_xml", "text_of"]

_MAX_DEPTH = 200
"""PubMed nests some fifteen levels; deeper is an attempt on the stack of whoever walks it."""
_ENTITY = re.compile(r"<!ENTITY", re.I)


def parse_xml(text: str) -> ElementTree.Element | None:
    """The root of a well-formed document, None for anything else. Declared entities are refused unread."""
    if _ENTITY.search(text):
        return None
    try:
        root = ElementTree.fromstring(text)  # noqa: S314 - no entities are left to expand or fetch
    except (ElementTree.ParseError, ValueError):
        return None
    return root if _is_shallow(root) else None


def _is_shallow(root: ElementTree.Element) -> bool:
    level = [root]
    for _ in range(_MAX_DEPTH):
        level = [child for element in level for child in element]
        if not level:
            return True
    return False


def text_of(element: ElementTree.Element | None) -> str:
    """All text inside an element, markup inside it dropped."""
    return "" if element is None else "".join(element.itertext()).strip()
