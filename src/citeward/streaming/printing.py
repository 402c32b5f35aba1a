"""A stretch of an answer in every format: the same selection and the same printers as for a whole one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from citeward.model import (
    CHECKED_STAGES,
    AnswerAction,
    Check,
    CitationAction,
    ClaimAction,
    Judgement,
    Stage,
    Verdict,
)
from citeward.parse import Parsed
from citeward.policy import Decisions
from citeward.render import (
    Chip,
    Permalinks,
    Shown,
    SourceList,
    html_body,
    html_end,
    markdown_writer,
    select,
    text_writer,
)

__all__ = ["Printed", "Printer", "unchecked", "words_of"]

_NOT_RUN = dict.fromkeys(CHECKED_STAGES, Check.NOT_RUN)


@dataclass(frozen=True, slots=True)
class Printed:
    """A stretch in every format, and the ids of the records of what it cites."""

    html: str
    markdown: str
    text: str
    citations: tuple[str, ...] = ()


class Printer:
    """Prints the stretches of one answer, in order. Numbers of sources run on from stretch to stretch."""

    def __init__(self, prefix: str, *, citations: bool, permalinks: Permalinks | None = None) -> None:
        self._prefix, self._citations = prefix, citations
        self._sources = SourceList(permalinks)
        self._markdown, self._text = markdown_writer(), text_writer()
        self.dropped = 0
        """Sentences left out so far."""
        self.unmarked = False
        """Whether a sentence that cites nothing has been shown as it is."""

    def print(
        self,
        parsed: Parsed,
        judgements: Sequence[Judgement],
        decisions: Decisions,
        ids: Mapping[int, str],
    ) -> Printed:
        """One stretch."""
        shown = select(parsed, judgements, decisions, citations=self._citations, ids=ids, sources=self._sources)
        self.dropped += shown.dropped
        self.unmarked = self.unmarked or shown.unmarked
        return Printed(
            html_body(shown.events, self._prefix),
            self._markdown.stretch(shown.events),
            self._text.stretch(shown.events),
            tuple(event.citation for event in shown.events if isinstance(event, Chip)),
        )

    def end(self) -> tuple[Printed, Shown]:
        """What stands below the answer."""
        shown = Shown((), self._sources.listed(), self.dropped, unmarked=self.unmarked)
        return Printed(html_end(shown, self._prefix), self._markdown.end(shown), self._text.end(shown)), shown


def unchecked(parsed: Parsed) -> tuple[tuple[Judgement, ...], Decisions]:
    """The verdicts of an answer nobody has looked at yet: no citation is granted, no sentence is left out."""
    judgements = tuple(
        Judgement(proposal, Verdict.UNCONFIRMED, "not_judged_yet", Stage.MEMBERSHIP, _NOT_RUN)
        for proposal in parsed.proposals
    )
    marked = (CitationAction.MARK,) * len(judgements)
    kept = (ClaimAction.KEEP,) * len(parsed.claims)
    return judgements, Decisions(AnswerAction.DELIVER, "not_judged_yet", kept, marked, "")


def words_of(parsed: Parsed, judgements: Sequence[Judgement], decisions: Decisions) -> str:
    """What a stretch says, as plain text: without a citation, and without a sentence that is left out."""
    shown = select(parsed, judgements, decisions, citations=False)
    return text_writer().stretch(shown.events).rstrip("\n") + ("\n" if parsed.answer.endswith("\n") else " ")
