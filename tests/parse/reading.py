"""Short questions to a parsed answer, so that the tests read as sentences."""

from __future__ import annotations

from citeward.model import Proposal, ProposalKind
from citeward.parse import Code, Fence, Html, Math, Parsed, Quote, Text, parse

__all__ = ["claims_of", "handles", "kinds", "proposals", "text_of", "words"]


def handles(answer: str, known: tuple[str, ...] = ()) -> list[str]:
    """The handles the answer's markers name, in order."""
    return [p.handle or "" for p in parse(answer, known).proposals if p.kind is ProposalKind.MARKER]


def proposals(answer: str) -> list[Proposal]:
    """Everything in the answer that refers to something else and is no marker."""
    return [p for p in parse(answer).proposals if p.kind is not ProposalKind.MARKER]


def kinds(answer: str) -> list[tuple[str, str]]:
    """Kind and reference of every proposal that is no marker."""
    return [(p.kind.value, p.reference) for p in proposals(answer)]


def claims_of(answer: str) -> list[tuple[str, str]]:
    """Each marker's handle with the words it stands for."""
    parsed = parse(answer)
    return [(p.handle, parsed.claims[p.claim].text) for p in parsed.proposals if p.handle is not None]


def text_of(parsed: Parsed) -> str:
    """The words of the events, structure left out."""
    shown = (Text, Quote, Code, Math, Html, Fence)
    return "".join(event.text for event in parsed.events if isinstance(event, shown))


def words(answer: str) -> str:
    """The words of an answer, structure and markers left out."""
    return text_of(parse(answer))
