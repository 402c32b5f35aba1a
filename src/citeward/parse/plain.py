"""A parse as plain JSON values and back, so that what was verified once is what is shown ever after.

A stored answer is not parsed again: a later release may read the same characters differently, and then its proposals
would no longer be those the verdicts were given on.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields
from types import MappingProxyType
from typing import Any

from citeward.errors import PayloadError
from citeward.model import Claim, ClaimForm, Context, ContextKind, Proposal, ProposalKind, Quotation
from citeward.parse.events import Break, Cite, Close, Code, Event, Fence, Html, Math, Open, Quote, Rule, Text, Url
from citeward.parse.parser import Parsed

__all__ = ["from_plain", "to_plain"]

_EVENTS: Mapping[str, type[Event]] = MappingProxyType(
    {kind.__name__: kind for kind in (Break, Cite, Close, Code, Fence, Html, Math, Open, Quote, Rule, Text, Url)}
)


def to_plain(parsed: Parsed) -> dict[str, Any]:
    """A parse but for the canonical answer, as JSON values; a table begins with the names of its columns.

    Pages a provider reported are left out: they say where to look while an answer is checked, and hold words of pages
    that may have to be erased. A page that was cited is a document of its own, and erased as one.
    """
    return {
        "events": [[type(event).__name__, *event] for event in parsed.events],
        "claims": _table(Claim, parsed.claims),
        "proposals": _table(Proposal, parsed.proposals),
        "quotations": _table(Quotation, parsed.quotations),
    }


def from_plain(answer: str, data: Mapping[str, Any]) -> Parsed:
    """The parse that :func:`to_plain` was given, without the pages its provider reported.

    Args:
        answer: the canonical answer.
        data: what it returned, also after a way through JSON.

    Raises:
        PayloadError: not such data, or of a release that knows more kinds of things.
    """
    try:
        return Parsed(
            answer,
            tuple(_event(*each) for each in data["events"]),
            tuple(map(_claim, _rows(data["claims"]))),
            tuple(Proposal(**{**row, "kind": ProposalKind(row["kind"])}) for row in _rows(data["proposals"])),
            tuple(Quotation(**row) for row in _rows(data["quotations"])),
        )
    except (KeyError, TypeError, ValueError) as error:
        raise PayloadError("parse", f"cannot be read ({error})", "Read it with the release that stored it.") from error


def _table(kind: type[Claim | Proposal | Quotation], items: Sequence[object]) -> list[list[Any]]:
    names = [each.name for each in fields(kind)]
    return [names, *([getattr(item, name) for name in names] for item in items)]


def _rows(table: Sequence[Sequence[Any]]) -> Iterator[dict[str, Any]]:
    names, *rows = table
    for row in rows:
        yield dict(zip(names, map(_tuples, row), strict=True))


def _claim(row: dict[str, Any]) -> Claim:
    context = tuple(Context(ContextKind(kind), text) for kind, text in row.pop("context", ()))
    return Claim(**row | {"context": context, "form": ClaimForm(row.get("form", ClaimForm.STATEMENT))})


def _event(name: str, *values: object) -> Event:
    kind = _EVENTS[name]
    if len(values) != len(kind._fields):
        raise ValueError(f"{name} has {len(values)} fields")
    return kind._make(map(_tuples, values))


def _tuples(value: object) -> Any:
    """JSON has lists where events and proposals have tuples."""
    return tuple(value) if isinstance(value, Sequence) and not isinstance(value, str) else value
