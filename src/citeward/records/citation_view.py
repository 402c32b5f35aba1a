"""What a permalink shows: one stored citation for one viewer, as JSON and as an HTML fragment.

What is unavailable has neither id nor anything else of its own in it: gone, not for this viewer, never there and
somebody else's are the same bytes.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from citeward.records.nouns import CitationState, State
from citeward.records.redisplay import Redisplay
from citeward.records.view import NEXT, entry, notice_text
from citeward.render import Chip, Permalinks, ShownSource, escape

__all__ = ["CitationView", "current_view", "notice_view"]


@dataclass(frozen=True, slots=True)
class CitationView:
    """One stored citation for one viewer."""

    state: CitationState
    """For operators: with the reason. Never for the viewer."""
    json: dict[str, Any]
    html: str


def notice_view(state: CitationState, permalinks: Permalinks | None) -> CitationView:
    """Of a citation that is not current."""
    is_named = state.state is State.SOURCE_CHANGED
    json = {"id": state.id} if is_named else {}
    record = f' data-citation="{escape(state.id)}"' if is_named else ""
    html = (
        f'<p class="cw-state" role="note"{record} data-state="{state.state}" data-next="{NEXT}">'
        f"{notice_text(state, permalinks)}</p>\n"
    )
    return CitationView(state, json | _without_id(entry(state, None)), html)


def current_view(answer: str, state: CitationState, display: Redisplay) -> CitationView:
    """Of a current citation: the claim, the cited words, and the source as the answer names it.

    A claim that also rests on something that is not current is not shown here either.
    """
    json = {"id": state.id, "answer_id": answer, **_without_id(entry(state, display))}
    begin = f'<article class="cw-citation" data-citation="{escape(state.id)}" data-state="{state.state}">'
    if state.id not in display.claims:
        return CitationView(state, json, f'{begin}<p class="cw-state" role="note">{_PARTLY}</p></article>\n')
    source = _source(state.id, display)
    parts = [f'<p class="cw-claim">{escape(display.claims[state.id])}</p>']
    if display.excerpts[state.id]:
        parts.append(f'<blockquote class="cw-excerpt">{escape(display.excerpts[state.id])}</blockquote>')
    if source is not None:
        about = {"title": source.title, "version": source.version, "url": source.href, "tier": source.tier.name}
        json["source"] = about
        parts.append(_described(source))
    return CitationView(state, json, f"{begin}{''.join(parts)}</article>\n")


_PARTLY = "The cited words stand as they were. What was said also rests on something that does not."


def _without_id(found: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in found.items() if name != "id"}


def _source(citation: str, display: Redisplay) -> ShownSource | None:
    numbers = [each.number for each in display.shown.events if isinstance(each, Chip) and each.citation == citation]
    return next((source for source in display.shown.sources if source.number in numbers), None)


def _described(source: ShownSource) -> str:
    title = f"<bdi>{escape(source.title)}</bdi>"
    if source.href is not None:
        title = (
            f'<a class="cw-link" href="{escape(source.href)}" rel="noopener noreferrer nofollow" '
            f'referrerpolicy="no-referrer">{title}</a> <span class="cw-host">({escape(source.host)})</span>'
        )
    about = " · ".join(map(escape, source.about))
    return f'<p class="cw-source cw-tier-{source.tier.name.lower()}">{title} <span class="cw-meta">{about}</span></p>'
