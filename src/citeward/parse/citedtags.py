"""Citations in HTML tags: ``<cite>S1</cite>``, ``<sup>[S1]</sup>``.

The tags and what they hold are one marker. Tags around anything else stay the characters they are.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from citeward.model import ProposalKind
from citeward.parse.atoms import Atom, Kind
from citeward.parse.markers import Grammar

__all__ = ["TAGS", "cited_tags"]

TAGS = "cite|citation|sup|ref|reference|source"
_OPENS = re.compile(rf"<(?P<tag>{TAGS})(?:\s[^<>]*)?>", re.IGNORECASE)


def cited_tags(raw: Sequence[Atom], grammar: Grammar) -> Sequence[Atom]:
    """The same pieces with a marker in the place of tags that hold nothing but one. Linear.

    Args:
        raw: the pieces of one block.
        grammar: the grammar of markers.
    """
    if not any(atom.kind is Kind.HTML for atom in raw):
        return raw
    return list(_cited(raw, grammar))


def _cited(raw: Sequence[Atom], grammar: Grammar) -> Iterator[Atom]:
    at = 0
    while at < len(raw):
        marker = _marker(raw[at : at + 3], grammar)
        yield raw[at] if marker is None else marker
        at += 1 if marker is None else 3


def _marker(three: Iterable[Atom], grammar: Grammar) -> Atom | None:
    """The marker that an opening tag, a text and a closing tag are."""
    match [*three]:
        case [Atom(kind=Kind.HTML) as opening, Atom(kind=Kind.TEXT) as inside, Atom(kind=Kind.HTML) as closing]:
            tag = _OPENS.fullmatch(opening.text)
            if tag is None or closing.text.rstrip("> \t").casefold() != f"</{tag['tag'].casefold()}":
                return None
            if tag["tag"].casefold() == "sup" and inside.text.strip().isdecimal():
                return None  # a power, as often as a citation
            found = grammar.inside_link(inside.text)
            if found is None:
                return None
            if not inside.literal:
                return Atom(Kind.MARKER, "", inside.start, inside.end, link=ProposalKind.UNREAD)
            return Atom(Kind.MARKER, "", inside.start, inside.end, handles=found.named)
    return None
