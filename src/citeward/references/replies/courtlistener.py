"""CourtListener's citation look-up: a list of items, each with a status of its own
(https://www.courtlistener.com/help/api/rest/citation-lookup/)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from citeward.references.record import Record, RecordKind, RecordTitle
from citeward.references.replies.interface import Reading, ReplyState, Shape, as_list, as_map, as_text

__all__ = ["CourtListenerShape"]

_FOUND, _SEVERAL, _ABSENT, _UNKNOWN_REPORTER = 200, 300, 404, 400


class CourtListenerShape(Shape):
    """One item per cite that was asked for. We ask for one."""

    name = "courtlistener"

    def recognises(self, data: object) -> bool:
        items = as_list(data)
        return bool(items) and all("citation" in as_map(item) and "status" in as_map(item) for item in items)

    def read(self, data: Any) -> Reading:
        if len(data) != 1:
            return Reading(ReplyState.DEGRADED, detail="not_one_item")
        item = as_map(data[0])
        status = item.get("status")
        if status in (_FOUND, _SEVERAL):
            records = tuple(_record(as_map(cluster)) for cluster in as_list(item.get("clusters")))
            if records:
                return Reading(ReplyState.FOUND, records)
        if status == _ABSENT:
            return Reading(ReplyState.ABSENT, detail="not_in_collection")
        # An unknown reporter is unknown to the registry, not proof that there is none.
        detail = "unknown_reporter" if status == _UNKNOWN_REPORTER else "item_refused"
        return Reading(ReplyState.DEGRADED, detail=detail)


def _record(cluster: Mapping[str, Any]) -> Record:
    names = dict.fromkeys(as_text(cluster.get(key)) for key in ("case_name", "case_name_full"))
    year = as_text(cluster.get("date_filed"))[:4]
    url = as_text(cluster.get("absolute_url"))
    return Record(
        registry=CourtListenerShape.name,
        kind=RecordKind.CASE,
        titles=tuple(RecordTitle(name) for name in names if name),
        years=frozenset({int(year)} if year.isdecimal() else ()),
        url=f"https://www.courtlistener.com{url}" if url.startswith("/") else None,
    )
