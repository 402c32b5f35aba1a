"""Which styles of a DOCX hide their text (``w:vanish``), through the styles they are based on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from .docx_names import attribute, is_on, local
from .limits import Budget
from .xml_events import parse


def hidden_styles(data: bytes, part: str, budget: Budget) -> frozenset[str]:
    """Identifiers of the paragraph and character styles whose text is hidden."""
    sheet = _Styles()
    parse(data, part, sheet, budget)
    inherited: dict[str, bool] = {}
    for first in sheet.vanish:
        style = first
        # Each style is visited once, and marked before its base is asked: chains may be long or close into a ring.
        chain = []
        while style in sheet.vanish and style not in inherited and sheet.vanish[style] is None:
            inherited[style] = False
            chain.append(style)
            style = sheet.based_on.get(style, "")
        verdict = inherited.get(style, bool(sheet.vanish.get(style)))
        inherited.update(dict.fromkeys(chain, verdict))
    return frozenset(style for style, own in sheet.vanish.items() if (inherited[style] if own is None else own))


@dataclass(slots=True)
class _Styles:
    vanish: dict[str, bool | None] = field(default_factory=dict)
    based_on: dict[str, str] = field(default_factory=dict)
    current: str = ""
    in_run_properties: int = 0

    def start(self, name: str, attributes: Mapping[str, str]) -> None:
        match local(name):
            case "style":
                self.current = attribute(attributes, "styleId") or ""
                self.vanish.setdefault(self.current, None)
            case "basedOn" if self.current:
                self.based_on[self.current] = attribute(attributes, "val") or ""
            case "rPr":
                self.in_run_properties += 1
            case "vanish" if self.current and self.in_run_properties:
                self.vanish[self.current] = is_on(attributes)

    def end(self, name: str) -> None:
        match local(name):
            case "style":
                self.current = ""
            case "rPr":
                self.in_run_properties -= 1

    def data(self, text: str) -> None:
        pass
