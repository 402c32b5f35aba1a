"""The list of sources: numbered densely in the order they are first cited, described from the system's own metadata."""

from __future__ import annotations

from dataclasses import dataclass, field

from citeward.hosts import SafeUrl, read_url
from citeward.model import Check, Evidence, Judgement, Stage, Tier
from citeward.parse import clean
from citeward.render import labels
from citeward.render.permalinks import Permalinks
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
    title: str
    citations: int = 0
    may_link: bool = False
    supported: bool = True
    spans: dict[tuple[int, int], None] = field(default_factory=dict)
    """The cited spans, in code points of the chunk's text."""
    permalinks: list[tuple[int, str]] = field(default_factory=list)


class SourceList:
    """Grows with every citation that is shown; a source nobody cites is not in it.

    Args:
        permalinks: where stored citations are shown; None for citations of which no record is kept.
    """

    def __init__(self, permalinks: Permalinks | None = None) -> None:
        self._entries: dict[str, _Entry] = {}
        self._permalinks = permalinks

    def cite(self, judgement: Judgement, citation: str) -> Chip:
        """Counts one more granted citation and returns what stands at its place."""
        evidence = judgement.evidence
        handle = evidence.handle if evidence is not None else judgement.proposal.target or ""
        entry = self._entries.get(handle)
        if entry is None:
            known = evidence or _external(handle)
            entry = _Entry(judgement, known, len(self._entries) + 1, judgement.tier, _title(known))
            self._entries[handle] = entry
        supported = judgement.checks.get(Stage.SUPPORT) is Check.PASSED
        entry.citations += 1
        entry.may_link = entry.may_link or judgement.may_link
        entry.supported = entry.supported and supported
        span = judgement.span
        if evidence is not None and span is not None and len(entry.spans) < _MOST_SNIPPETS:
            base = evidence.locator.start if span.in_document and evidence.locator is not None else 0
            entry.spans[span.start - base, span.end - base] = None
        permalink = None if self._permalinks is None else self._permalinks.of(citation)
        if permalink is not None:
            entry.permalinks.append((entry.citations, permalink))
        label = _label(entry, judgement.may_link, supported)
        return Chip(entry.number, handle, entry.citations, entry.tier, citation, label)

    def listed(self) -> tuple[ShownSource, ...]:
        """The sources, in the order of their numbers."""
        return tuple(_listed(entry) for entry in self._entries.values())


def _label(entry: _Entry, may_link: bool, supported: bool) -> str:
    """One line on one citation."""
    evidence = entry.evidence
    host = _link(evidence)[1] if may_link else ""
    date, copy = labels.retrieved(evidence.retrieved_at), evidence.copy
    if copy is not None:
        date = labels.archived(evidence.retrieved_at, copy.handed_by)
    about = (entry.title, host, labels.TIERS[entry.tier], date)
    return f"Source {entry.number}: " + ", ".join((*filter(None, about), labels.support(supported)))


def _title(evidence: Evidence) -> str:
    title = _cut(evidence.title, _LONGEST_TITLE)
    return title or (_link(evidence)[1] if evidence.copy is not None else "") or labels.NO_TITLE


def _listed(entry: _Entry) -> ShownSource:
    evidence = entry.evidence
    href, host = _link(evidence) if entry.may_link else (None, "")
    return ShownSource(
        number=entry.number,
        handle=evidence.handle,
        title=entry.title,
        href=href,
        host=host,
        tier=entry.tier,
        version=_cut(evidence.version, 40),
        retrieved_at=evidence.retrieved_at,
        snippets=_snippets(entry),
        supported=entry.supported,
        citations=entry.citations,
        copy=evidence.copy,
        permalinks=tuple(entry.permalinks),
    )


def _snippets(entry: _Entry) -> tuple[str, ...]:
    cut = (_cut(entry.evidence.text[start:end], _LONGEST_SNIPPET) for start, end in entry.spans)
    return tuple(dict.fromkeys(snippet for snippet in cut if snippet))


def _link(evidence: Evidence) -> tuple[str | None, str]:
    """The canonical link and the host to show for it; no link for anything but a web URL with one reading.

    The host of a page nobody registered, which a model or a provider named, is always shown in its ASCII form.
    """
    safe = read_url(evidence.url) if evidence.url else None
    if not isinstance(safe, SafeUrl):
        return None, ""
    # A text directive (#:~:text=) scrolls and highlights at its author's choice; the cited span is ours to choose.
    fragment = safe.fragment.partition(":~:")[0]
    host = safe.display_host if evidence.copy is None else safe.host
    return f"{safe.url}#{fragment}" if fragment else safe.url, host


def _cut(text: str, longest: int) -> str:
    """One line of at most ``longest`` code points, without what cannot be seen."""
    line = labels.foreign(" ".join(clean(text[: 4 * longest]).text.split()))
    return line if len(line) <= longest else line[: longest - 1].rstrip() + "\u2026"


def _external(reference: str) -> Evidence:
    """A registry-confirmed reference as a source: named by its identifier, owned by nobody."""
    return Evidence("", reference, reference, "", "", "", reference, None, None, None, Tier.D, "", "", None, None, None)
