"""Links that are markers: what a writer puts in the place of one, with an address behind it.

``([example.org](https://example.org/a))``, ``[[1]](https://...)``, ``[S1](https://...)``: such a link stands for what
is said before it, and its label is no word of the answer. It cites the source that has its address, and nothing
where no source has it. The address itself is never shown: what a reader follows is ours.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from citeward.model import ProposalKind
from citeward.parse.atoms import Atom, Kind, part
from citeward.parse.markers import Grammar

__all__ = ["cited_links"]

_PAIRS = {"(": ")", "\uff08": "\uff09"}
_HOST = re.compile(r"(?:https?://)?(?:[\w-]{1,63}\.){1,8}[^\W\d_]{2,24}(?:/\S{0,200})?")


def cited_links(raw: Sequence[Atom], grammar: Grammar) -> Sequence[Atom]:
    """The same pieces, with every link that is a marker as a piece of its own."""
    if not any(atom.kind is Kind.OPEN and atom.text == "link" for atom in raw):
        return raw
    out: list[Atom] = []
    index = 0
    while index < len(raw):
        atom = raw[index]
        close = _closing(raw, index) if atom.kind is Kind.OPEN and atom.text == "link" else None
        inner = None if close is None else raw[index + 1 : close]
        if close is None or inner is None or not _is_label(inner):
            out.append(atom)
            index += 1
            continue
        label = "".join(piece.text for piece in inner if piece.kind is Kind.TEXT)
        around = _around(out, raw[close + 1] if close + 1 < len(raw) else None)
        found = list(_markers(atom, label, grammar, alone=around))
        if not found:
            out.extend(raw[index : close + 1])
        else:
            rest: list[Atom] = []
            if around:
                head, tail = out.pop(), raw[close + 1]
                if len(head.text) > 1:
                    out.append(part(head, 0, len(head.text) - 1))
                if len(tail.text) > 1:
                    rest = [part(tail, 1, len(tail.text))]
                close += 1
            out += [*found, *rest]
        index = close + 1
    return out


def _markers(link: Atom, label: str, grammar: Grammar, *, alone: bool) -> Iterator[Atom]:
    """What a link is in the place of: a marker; nothing where it is a link among words.

    Args:
        link: its beginning.
        label: what a reader sees of it.
        grammar: of the turn.
        alone: whether it stands in brackets of its own.
    """
    cites = grammar.names.has_address(link.target or "")
    marker = grammar.inside_link(label)
    if marker is None and not (alone and (cites or _HOST.fullmatch(label.strip()))):
        return
    if marker is not None and not cites:
        # What the label names and where the link leads are not the same: neither is meant for certain.
        yield Atom(Kind.MARKER, "", link.start, link.end, link=ProposalKind.UNREAD)
    yield Atom(Kind.MARKER, "", link.start, link.end, target=link.target, link=link.link)


def _closing(raw: Sequence[Atom], index: int) -> int | None:
    """Where the link that begins at an index ends; links do not nest, images in them do."""
    depth = 0
    for at in range(index, len(raw)):
        if raw[at].link is not None:
            depth += (raw[at].kind is Kind.OPEN) - (raw[at].kind is Kind.CLOSE)
            if not depth:
                return at
    return None


def _is_label(inner: Sequence[Atom]) -> bool:
    return all(atom.kind is Kind.TEXT or (atom.kind in (Kind.OPEN, Kind.CLOSE) and atom.link is None) for atom in inner)


def _around(before: Sequence[Atom], behind: Atom | None) -> bool:
    """Whether a link stands in round brackets of its own."""
    last = before[-1] if before else None
    if last is None or behind is None or last.kind is not Kind.TEXT or behind.kind is not Kind.TEXT:
        return False
    closer = _PAIRS.get(last.text[-1:])
    return bool(closer and behind.text.startswith(closer) and last.literal and behind.literal)
