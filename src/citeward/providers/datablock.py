"""Answers whose model explains its own markers in a data block at the end: cut off, read, and matched to the markers.

What the block says is the model's word. An unreadable block explains nothing, but is cut off all the same: a reader
must not see it, and its markers stay as references to nothing.
"""

from __future__ import annotations

import json
import re
from collections import deque
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from citeward.providers.draft import Draft
from citeward.providers.interface import Anchor, Defect, QuoteKind, SourceKind, SourceRef, Timing
from citeward.providers.markers import numeric, scan

__all__ = ["Entry", "cite_entries", "cut", "read_json"]

_FENCE = re.compile(r"\A```[a-zA-Z]*[ \t]*\n(.*?)```\Z", re.DOTALL)


class Entry(NamedTuple):
    """One line of a data block."""

    number: int | None
    source: SourceRef
    quote: str | None


def cut(text: str, begin: re.Pattern[str], end: re.Pattern[str]) -> tuple[str, str | None]:
    """The answer without its last data block, and the block's text; None where there is no block.

    White space before the block goes with it. A block whose end has not arrived reaches to the end of the text.
    """
    openings = deque(begin.finditer(text), maxlen=1)
    opening = openings[0] if openings else None
    if opening is None:
        return text, None
    closing = end.search(text, opening.end())
    block = text[opening.end() : closing.start() if closing else len(text)]
    after = text[closing.end() :] if closing else ""
    return (text[: opening.start()] + after if after.strip() else text[: opening.start()].rstrip()), block


def read_json(block: str) -> object:
    """The block's JSON, with or without a code fence around it; None where it is not JSON."""
    body = block.strip()
    fenced = _FENCE.match(body)
    try:
        return json.loads(fenced[1] if fenced else body)
    except (ValueError, RecursionError):
        return None


def cite_entries(draft: Draft, entries: Sequence[Entry], pointer: str, *, has_block: bool, readable: bool) -> None:
    """Adds a citation for every marker and entry that belong together, and for those that have no counterpart."""
    by_number: dict[int, list[Entry]] = {}
    for entry in entries:
        if entry.number is not None:
            by_number.setdefault(entry.number, []).append(entry)
    used: set[int] = set()
    known: dict[int | str, SourceRef] = {number: found[0].source for number, found in by_number.items()}
    for found in scan(draft.answer, numeric(known, promised=has_block)):
        for source in found.sources:
            number = source.index if source.index is not None else -1
            matching = by_number.get(number, [])
            used.add(number)
            if matching:
                _cite(draft, draft.marker(found), matching, pointer)
            else:
                defects = (Defect.NOT_IN_DATA if readable else Defect.UNREADABLE_DATA,) if has_block else ()
                unexplained = SourceRef(SourceKind.ORDINAL, index=number, dangling=True)
                draft.cite(draft.marker(found, *defects), unexplained, pointer, Timing.INLINE)
    rest = [entry for entry in entries if entry.number is None or entry.number not in used]
    _cite(draft, draft.message(Defect.NO_POSITION), rest, pointer)


def _cite(draft: Draft, anchor: Anchor, entries: Iterable[Entry], pointer: str) -> None:
    for entry in entries:
        draft.cite(
            anchor,
            entry.source,
            pointer,
            Timing.END,
            cited_text=entry.quote,
            quote_kind=QuoteKind.MODEL_AUTHORED,
        )
