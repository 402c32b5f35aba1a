"""The list of sources: numbered densely in the order they are first cited, described from the system's own metadata."""

from __future__ import annotations

from dataclasses import dataclass, field

from citeward.hosts import SafeUrl, read_url
from citeward.model import Check, Evidence, Judgement, Stage, Tier
from citeward.parse import clean
from citeward.render import labels
from citeward.render.shown import Chip, ShownSource

__all__ = ["SourceList"]

_LONGEST_TITLE = 200
_LONGEST_SNIPPET = 320
"""Code points; enough for a sentence or two. A whole page as a title would push the answer out of sight."""
_MOST_SNIPPETS = 5


@dataclass(slots=True)
class _Entry:
    judgement: Judgement
    evidence: Evidence
    number: int
    tier: Tier
    citations: int = 0
    may_link: bool = False
    supported: bool = True
    snippets: dict[str, None] = field(default_factory=dict)


class SourceList:
    """Grows with every citation that is shown; a source nobody cites is not in it."""

    def __init__(self) -> None:
        self._entries: dict[str, _Entry] = {}

    def cite(self, judgement: Judgement, citation: str) -> Chip:
        """Counts one more granted citation and returns what stands at its place."""
        evidence = judgement.evidence
        handle = evidence.handle if evidence is not None else judgement.proposal.target or ""
        entry = self._entries.get(handle)
        if entry is None:
            entry = _Entry(judgement, evidence or _external(handle), len(self._entries) + 1, judgement.tier)
            self._entries[handle] = entry
        entry.citations += 1
        entry.may_link = entry.may_link or judgement.may_link
        entry.supported = entry.supported and judgement.checks.get(Stage.SUPPORT) is Check.PASSED
        if evidence is not None and judgement.span is not None and len(entry.snippets) < _MOST_SNIPPETS:
            base = evidence.locator.start if judgement.span.in_document and evidence.locator is not None else 0
            entry.snippets[
                _cut(evidence.text[judgement.span.start - base : judgement.span.end - base], _LONGEST_SNIPPET)
            ] = None
        return Chip(entry.number, handle, entry.citations, entry.tier, citation)

    def listed(self) -> tuple[ShownSource, ...]:
        """The sources, in the order of their numbers."""
        return tuple(_listed(entry) for entry in self._entries.values())


def _listed(entry: _Entry) -> ShownSource:
    evidence = entry.evidence
    href, host = _link(evidence.url) if entry.may_link else (None, "")
    return ShownSource(
        number=entry.number,
        handle=evidence.handle,
        title=_cut(evidence.title, _LONGEST_TITLE) or labels.NO_TITLE,
        href=href,
        host=host,
        tier=entry.tier,
        version=_cut(evidence.version, 40),
        retrieved_at=evidence.retrieved_at,
        snippets=tuple(snippet for snippet in entry.snippets if snippet),
        supported=entry.supported,
        citations=entry.citations,
    )


def _link(url: str | None) -> tuple[str | None, str]:
    """The canonical link and the host to show for it; no link for anything but a web URL with one reading."""
    safe = read_url(url) if url else None
    if not isinstance(safe, SafeUrl):
        return None, ""
    # A text directive (#:~:text=) scrolls and highlights at its author's choice; the cited span is ours to choose.
    fragment = safe.fragment.partition(":~:")[0]
    return f"{safe.url}#{fragment}" if fragment else safe.url, safe.display_host


def _cut(text: str, longest: int) -> str:
    """One line of at most ``longest`` code points, without what cannot be seen."""
    line = " ".join(clean(text[: 4 * longest]).text.split())
    return line if len(line) <= longest else line[: longest - 1].rstrip() + "\u2026"


def _external(reference: str) -> Evidence:
    """A registry-confirmed reference as a source: named by its identifier, owned by nobody."""
    return Evidence("", reference, reference, "", "", "", reference, None, None, None, Tier.D, "", "", None, None, None)
