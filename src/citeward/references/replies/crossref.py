"""Crossref's REST envelope: ``{status, message-type, message}`` (https://api.crossref.org/swagger-ui)."""

from __future__ import annotations

from typing import Any

from citeward.references.replies.citeproc import read_work
from citeward.references.replies.interface import Reading, ReplyState, Shape, as_list, as_map, as_text

__all__ = ["CrossrefShape"]


class CrossrefShape(Shape):
    """A work, a list of works found, or which agency registered a DOI."""

    name = "crossref"

    def recognises(self, data: object) -> bool:
        return "message" in as_map(data) and "message-type" in as_map(data)

    def read(self, data: Any) -> Reading:
        message, kind = as_map(data["message"]), as_text(data["message-type"])
        if as_text(data.get("status")) not in ("ok", ""):
            return Reading(ReplyState.DEGRADED, detail="registry_reports_failure")
        if kind == "work-list":
            works = tuple(read_work(as_map(item), self.name) for item in as_list(message.get("items")))
            state = ReplyState.FOUND if works else ReplyState.ABSENT
            return Reading(state, works, "search", is_search=True)
        if kind == "work" and "DOI" in message:
            return Reading(ReplyState.FOUND, (read_work(message, self.name),))
        return Reading(ReplyState.DEGRADED, detail="no_work_in_reply")
