"""One row of ``citeward render``: a Markdown answer and a ledger in, what a reader sees out."""

from __future__ import annotations

from types import MappingProxyType
from typing import Any

from citeward.gate import Gate
from citeward.ledger import Ledger
from citeward.model import Chunk, CitationAction, Principal, Tier, Uncited, Verdict
from citeward.policy import Policy
from citeward.rows.fields import Fields
from citeward.turn import Turn
from citeward.verify import GroupAccess, InMemoryDocuments, Need, Requirements

__all__ = ["render_row"]

_READERS = frozenset({"reader"})
_READER = Principal("reader", _READERS)
_SHOW_ALL = Policy(
    name="render",
    requirements=Requirements(min_tier=Tier.D, support=Need.SKIP, external=Need.SKIP),
    actions=MappingProxyType(dict.fromkeys(Verdict, CitationAction.MARK)),
    drop_failed=False,
    uncited=Uncited.KEEP,
)
"""No sentence is dropped: a failing marker is shown as unsupported, and what cites nothing as it is. For looking at
rendering, not for serving."""


def render_row(row: object) -> dict[str, Any]:
    """Renders one answer over a ledger that is taken as readable, unchanged and, where no tier is given, tier A.

    Raises:
        InputError: the row cannot be rendered; the message names the field and the remedy.
    """
    fields = Fields(row)
    ledger = fields.object("ledger")
    chunks = []
    for handle in fields.raw("ledger"):
        item = ledger.object(handle)
        tier = item.integer("tier", 3)
        if tier not in (0, 1, 2, 3):
            raise item.refuse("tier", f"{tier} is not a tier", "Use 0, 1, 2 or 3.")
        chunks.append(
            Chunk(
                id=handle,
                text=item.text("text", ""),
                title=item.text("title", ""),
                url=item.optional("url"),
                acl=_READERS,
                trust=tier,
                handle=handle,
                retrieved_at=item.moment("retrieved_at"),
            )
        )
    # Rendering is what is looked at: support is bypassed here, and every citation says that it was not checked.
    gate = Gate(GroupAccess(), InMemoryDocuments.of(chunks), _SHOW_ALL, support=None)
    checked = gate.check(fields.text("input"), Turn(Ledger.of(chunks), _READER))
    return {"id": fields.raw("id"), "html": checked.html, "markdown": checked.markdown, "text": checked.text}
