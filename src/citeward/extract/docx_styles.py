"""What the styles of a DOCX do to their text, through the styles they are based on: hide, strike out, raise, lower."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from .docx_names import attribute, is_on, local
from .limits import Budget
from .xml_events import parse

RAISED_HALF_POINTS = 3
"""A run moved by this much (``w:position`` counts half points) is meant to be seen above or below its neighbours."""


@dataclass(slots=True)
class Look:
    """What a style, or a run itself, says of its text; ``None`` where it says nothing."""

    vanish: bool | None = None
    strike: bool | None = None
    double_strike: bool | None = None
    level: int | None = None

    def take(self, tag: str, attributes: Mapping[str, str]) -> None:
        """Read one run property; those that change nothing here are passed over."""
        match tag:
            case "vanish":
                self.vanish = is_on(attributes)
            case "strike":
                self.strike = is_on(attributes)
            case "dstrike":
                self.double_strike = is_on(attributes)
            case "vertAlign":
                self.level = {"superscript": 1, "subscript": -1}.get(attribute(attributes, "val") or "", 0)
            case "position":
                moved = attribute(attributes, "val") or ""
                points = int(moved) if moved.removeprefix("-").isdecimal() and len(moved) < 6 else 0
                if abs(points) >= RAISED_HALF_POINTS:
                    self.level = 1 if points > 0 else -1

    def over(self, below: Look) -> Look:
        """This look where it says something, else the one ``below`` it."""
        return Look(
            below.vanish if self.vanish is None else self.vanish,
            below.strike if self.strike is None else self.strike,
            below.double_strike if self.double_strike is None else self.double_strike,
            below.level if self.level is None else self.level,
        )


PLAIN = Look()


def run_styles(data: bytes, part: str, budget: Budget) -> dict[str, Look]:
    """The look of every paragraph and character style, by identifier, with what it takes from its base."""
    sheet = _Styles()
    parse(data, part, sheet, budget)
    resolved: dict[str, Look] = {}
    for first in sheet.own:
        # Each style is visited once, and marked before its base is asked: chains may be long or close into a ring.
        chain = []
        style = first
        while style in sheet.own and style not in resolved:
            resolved[style] = PLAIN
            chain.append(style)
            style = sheet.based_on.get(style, "")
        look = resolved.get(style, PLAIN)
        for style in reversed(chain):
            look = resolved[style] = sheet.own[style].over(look)
    return resolved


@dataclass(slots=True)
class _Styles:
    own: dict[str, Look] = field(default_factory=dict)
    based_on: dict[str, str] = field(default_factory=dict)
    current: str = ""
    in_run_properties: int = 0

    def start(self, name: str, attributes: Mapping[str, str]) -> None:
        tag = local(name)
        match tag:
            case "style":
                self.current = attribute(attributes, "styleId") or ""
                self.own.setdefault(self.current, Look())
            case "basedOn" if self.current:
                self.based_on[self.current] = attribute(attributes, "val") or ""
            case "rPr":
                self.in_run_properties += 1
            case _ if self.current and self.in_run_properties:
                self.own[self.current].take(tag, attributes)

    def end(self, name: str) -> None:
        match local(name):
            case "style":
                self.current = ""
            case "rPr":
                self.in_run_properties -= 1

    def data(self, text: str) -> None:
        pass
