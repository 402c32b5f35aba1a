"""CSL JSON: a list of items, as reference managers export it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping

from citeward.errors import RowError
from citeward.references.bibliography.fields import entry_of
from citeward.references.bibliography.interface import Bibliography, Entry

__all__ = ["CslJson"]


class CslJson(Bibliography):
    """``.json`` with one item or a list of them."""

    name = "csl"

    def recognises(self, text: str) -> bool:
        start = text.lstrip("\ufeff \t\r\n")
        return start.startswith("{") or (start.startswith("[") and start[1:200].lstrip().startswith(("{", "]")))

    def read(self, text: str) -> Iterator[Entry]:
        try:
            data = json.loads(text.lstrip("\ufeff"))
        except (ValueError, RecursionError) as error:
            raise RowError("bibliography", "is not JSON", "Export it as CSL JSON again.") from error
        for index, item in enumerate(data if isinstance(data, list) else [data], start=1):
            if not isinstance(item, Mapping):
                yield Entry(f"#{index}", None, "is no object")
                continue
            yield entry_of(str(item.get("id", f"#{index}")), item)
