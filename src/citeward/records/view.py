"""What surfaces get of a stored answer: JSON for machines, an HTML fragment for people.

Both are made from the viewer's states alone. An unavailable citation is the same bytes whatever stands behind it, and
no reason is in reach of this file.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from citeward.records.nouns import Change, CitationState, State
from citeward.records.redisplay import Redisplay
from citeward.render import Permalinks, escape, html
from citeward.storage import from_us
from citeward.text import DiffOp

__all__ = ["NEXT", "View", "entry", "notice_text", "view"]

NEXT = "retrieve_again"
"""What a machine is to do about a citation that is not current."""
_UNAVAILABLE = "A source of this answer is not available."
_UNVERIFIED = "A source of this answer could not be checked now."
_CHANGED = "A source of this answer changed on"
_ASK = "Ask again for an answer from the current version."


@dataclass(frozen=True, slots=True)
class View:
    """One stored answer for one viewer."""

    citations: tuple[CitationState, ...]
    """For operators: with reasons. Never for the viewer."""
    json: dict[str, Any]
    html: str


def view(
    answer: str, display: Redisplay, states: Sequence[CitationState], permalinks: Permalinks | None = None
) -> View:
    """Puts a viewer's surfaces together."""
    cited = [] if display.shown.blocked and not states else [entry(state, display) for state in states]
    prefix = f"cw-{hashlib.sha256(answer.encode('utf-8', 'surrogatepass')).hexdigest()[:12]}"
    notices = "".join(_notice(state, permalinks) for state in states if state.state is not State.CURRENT)
    listed = f'<section class="cw-states" role="note"><ul>\n{notices}</ul></section>\n' if notices else ""
    body = html(display.shown, prefix=prefix)
    return View(tuple(states), {"answer_id": answer, "citations": cited}, body + listed)


def entry(state: CitationState, display: Redisplay | None) -> dict[str, Any]:
    """What machines get of one citation: no claim text unless it is current and shown."""
    found: dict[str, Any] = {"id": state.id, "state": state.state.value}
    if state.state is State.CURRENT:
        # A claim that also rests on something that is not current is not shown, and so has no text here.
        if display is None or state.id not in display.claims:
            return found | {"next": NEXT}
        return found | {"claim": display.claims[state.id], "excerpt": display.excerpts[state.id]}
    if state.state is State.SOURCE_CHANGED and state.change is not None:
        found |= _changed(state.change)
    return found | {"next": NEXT}


def _changed(change: Change) -> dict[str, Any]:
    now = change.now
    current = None if now is None else {"version": now.version, "title": now.title, "url": now.url}
    return {"changed_at": from_us(change.changed_at).isoformat(), "current": current}


def _notice(state: CitationState, permalinks: Permalinks | None) -> str:
    head = f'<li class="cw-state" data-citation="{escape(state.id)}" data-state="{state.state}" data-next="{NEXT}">'
    return f"{head}{notice_text(state, permalinks)}</li>\n"


def notice_text(state: CitationState, permalinks: Permalinks | None) -> str:
    """What people read of a citation that is not current, as HTML."""
    if state.state is State.SOURCE_CHANGED and state.change is not None:
        return _change_notice(state.change, None if permalinks is None else permalinks.asking(state.id))
    return _UNVERIFIED if state.state is State.UNVERIFIED else _UNAVAILABLE


def _change_notice(change: Change, ask: str | None) -> str:
    parts = [f"{_CHANGED} {from_us(change.changed_at):%Y-%m-%d}."]
    if change.now is not None:
        label = escape(f"Current version: {change.now.version}")
        title = f" ({escape(change.now.title)})" if change.now.title else ""
        if change.now.url is None:
            parts.append(f"{label}{title}.")
        else:
            parts.append(f"{_link('cw-link', change.now.url, label)}{title}.")
    if change.diff:
        parts.append(f'<span class="cw-diff">{" ".join(map(_step, change.diff))}</span>')
    return " ".join([*parts, _ASK if ask is None else _link("cw-ask", ask, _ASK)])


def _link(css: str, href: str, label: str) -> str:
    safe = 'rel="noopener noreferrer nofollow" referrerpolicy="no-referrer"'
    return f'<a class="{css}" href="{escape(href)}" {safe}>{label}</a>'


def _step(step: DiffOp) -> str:
    if step.op == "equal":
        return escape(step.new)
    gone = f"<del>{escape(step.old)}</del>" if step.old else ""
    come = f"<ins>{escape(step.new)}</ins>" if step.new else ""
    return f"{gone} {come}".strip()
