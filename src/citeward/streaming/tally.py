"""What the verdicts of an answer add up to, unit by unit."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from citeward.model import ClaimAction, Incident, IncidentKind, ProposalKind, Verdict
from citeward.streaming.checking import CheckedUnit

__all__ = ["Tally"]


class Tally:
    """Counts as units are judged; its size does not grow with the answer.

    Args:
        incidents: those of the turn, from before the answer was written.
    """

    def __init__(self, incidents: Iterable[Incident]) -> None:
        self._before = frozenset(incidents)
        self._incidents = dict.fromkeys(incidents)
        self._counts: dict[Verdict, int] = {}
        self._cited: dict[str, None] = {}
        self._said = self._unsaid = 0
        self.unread = 0
        """How often something had the looks of a marker and could not be read as one."""
        self.any_dropped = False
        """Whether a sentence has been left out."""

    def add(self, checked: CheckedUnit) -> None:
        """Counts one unit."""
        self.report(checked.incidents)
        for judgement in checked.judgements:
            self._counts[judgement.verdict] = self._counts.get(judgement.verdict, 0) + 1
            self.unread += judgement.proposal.kind is ProposalKind.UNREAD
            if judgement.verdict is Verdict.OK and judgement.evidence is not None:
                self._cited[judgement.evidence.handle] = None
        for claim, fate in zip(checked.parsed.claims, checked.decisions.claims, strict=True):
            self.any_dropped = self.any_dropped or fate is ClaimAction.DROP
            if claim.text:
                self._said, self._unsaid = self._said + 1, self._unsaid + (fate in (ClaimAction.DROP, ClaimAction.OMIT))

    def report(self, incidents: Iterable[Incident]) -> None:
        """Adds incidents, each once."""
        self._incidents.update(dict.fromkeys(incidents))

    @property
    def incidents(self) -> tuple[Incident, ...]:
        """What operators have to look at. A chunk that was cited is named as cited, not once more as shown."""
        cited = {i.handle for i in self._incidents if i.kind is IncidentKind.UNAUTHORISED_CITATION}
        return tuple(
            i
            for i in self._incidents
            if i.kind is not IncidentKind.UNAUTHORISED_CHUNK or i.handle not in cited or i in self._before
        )

    @property
    def counts(self) -> Mapping[str, int]:
        """Proposals by verdict, in the order of the verdicts."""
        return {verdict.value: self._counts[verdict] for verdict in Verdict if verdict in self._counts}

    @property
    def cited(self) -> tuple[str, ...]:
        """Handles of what was cited and granted."""
        return tuple(self._cited)

    @property
    def nothing_left(self) -> bool:
        """Whether something was said and every sentence of it has been left out."""
        return bool(self._said) and self._said == self._unsaid
