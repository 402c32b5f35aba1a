"""A checked answer: verdicts, decisions and what the reader gets, in every format."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from citeward.model import AnswerAction, CitationAction, CitationRecord, Incident, Judgement, ProposalKind, Verdict
from citeward.parse import Parsed
from citeward.policy import Decisions
from citeward.render import Permalinks, Shown, html, markdown, select, text

__all__ = ["CheckedAnswer"]


@dataclass(frozen=True)
class CheckedAnswer:
    """What came of one answer. Only :attr:`html`, :attr:`markdown` and :attr:`text` are for the reader."""

    id: str
    """UUIDv7 of the answer."""
    parsed: Parsed
    judgements: tuple[Judgement, ...]
    """One verdict per proposal, in order."""
    decisions: Decisions
    incidents: tuple[Incident, ...]
    """For operators, as are the verdicts: none of it may reach the reader of a blocked answer."""
    records: tuple[CitationRecord, ...]
    shows_citations: bool = True
    regenerations: int = 0
    """How often the answer was asked for again before this one."""
    permalinks: Permalinks | None = None
    """Where its records are shown again; None where none are kept."""

    @property
    def answer(self) -> str:
        """The canonical answer, as the model wrote it. Untrusted; never show it."""
        return self.parsed.answer

    @property
    def action(self) -> AnswerAction:
        """``deliver``, ``redact`` or ``block``."""
        return self.decisions.answer

    @property
    def granted(self) -> tuple[Judgement, ...]:
        """The citations that are shown."""
        kept = zip(self.judgements, self.decisions.citations, strict=True)
        return tuple(judgement for judgement, action in kept if action is CitationAction.KEEP)

    @cached_property
    def counts(self) -> Mapping[str, int]:
        """Proposals by verdict, only those that occurred."""
        found: dict[str, int] = {}
        for judgement in self.judgements:
            found[judgement.verdict.value] = found.get(judgement.verdict.value, 0) + 1
        return {verdict.value: found[verdict.value] for verdict in Verdict if verdict.value in found}

    @property
    def unread(self) -> int:
        """How often something had the looks of a marker and could not be read as one. Each costs its sentence."""
        return sum(judgement.proposal.kind is ProposalKind.UNREAD for judgement in self.judgements)

    @cached_property
    def shown(self) -> Shown:
        """What the reader gets, as events."""
        if self.action is AnswerAction.BLOCK:
            return Shown((), (), blocked=True)
        ids = {index: record.id for index, record in enumerate(self.records)}
        shows, links = self.shows_citations, self.permalinks
        return select(self.parsed, self.judgements, self.decisions, citations=shows, ids=ids, permalinks=links)

    @cached_property
    def html(self) -> str:
        """An HTML fragment without style, script or form. Ids begin with a prefix of this answer's own."""
        return html(self.shown, prefix=f"cw-{self.id.replace('-', '')[-12:]}")

    @cached_property
    def markdown(self) -> str:
        """Markdown in which only citations of tier 1 and better are links."""
        return markdown(self.shown)

    @cached_property
    def text(self) -> str:
        """Plain text in which nothing but the addresses of sources becomes a link."""
        return text(self.shown)
