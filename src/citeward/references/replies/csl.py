"""CSL JSON, as content negotiation at doi.org gives it (https://docs.citationstyles.org)."""

from __future__ import annotations

from typing import Any

from citeward.references.replies.citeproc import read_work
from citeward.references.replies.interface import Reading, ReplyState, Shape, as_map

__all__ = ["CslShape"]


class CslShape(Shape):
    """One item; the agencies differ in which fields they fill."""

    name = "doi.org"

    def recognises(self, data: object) -> bool:
        item = as_map(data)
        names = {"title", "author", "issued", "DOI"} & item.keys()
        return "type" in item and len(names) > 1 and not {"authorships", "message", "data", "paperId"} & item.keys()

    def read(self, data: Any) -> Reading:
        return Reading(ReplyState.FOUND, (read_work(data, self.name),))
