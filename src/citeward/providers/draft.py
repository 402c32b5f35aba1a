"""A reply in the making: parts and citations are added in the payload's order, offsets are placed as they come."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from citeward.errors import PayloadError
from citeward.providers.interface import (
    Adapter,
    Anchor,
    AnswerPart,
    Defect,
    NativeSpan,
    PartKind,
    ProviderAnswer,
    ProviderCitation,
    QuoteKind,
    Role,
    SourceRef,
    Timing,
    Unit,
    Unread,
)
from citeward.providers.markers import Found
from citeward.providers.offsets import Frame, place, relocate
from citeward.providers.proof import Proof, prove

__all__ = ["MOST_CITATIONS", "Draft"]

MOST_CITATIONS = 20_000
"""Citations, sources and unread items of one reply: each costs a record, however small the payload that made it."""
_SEARCHABLE = 64_000_000
"""Code points searched per reply for repeated texts: thousands of false offsets must not make reading quadratic."""
_PROVABLE = 400_000
"""Code points of spans looked at per reply for whether they are markers: thousands of long ones that overlap must not
make reading quadratic. What is not looked at is words."""
_LONGEST_ANSWER = 2_000_000
"""Code points of an answer, as in the parse that follows."""


class Draft:
    """Collects what an adapter reads.

    Args:
        adapter: whose names are written into the answer.
        model: the model as the payload names it.
        pointers: where things of a payload assembled from a stream stand in the list of events.
    """

    def __init__(self, adapter: Adapter, model: str | None = None, pointers: Mapping[str, str] | None = None) -> None:
        self.adapter, self.model = adapter, model
        self._pointers = pointers or {}
        self._texts: list[str] = []
        self._length = 0
        self._parts: list[AnswerPart] = []
        self._bases: list[int] = []
        self._paths: list[str] = []
        self._citations: list[ProviderCitation] = []
        self._consulted: list[SourceRef] = []
        self._unread: list[Unread] = []
        self._searchable = _SEARCHABLE
        self._provable = _PROVABLE
        self._whole: Frame | None = None
        self._records = 0

    # -- parts --------------------------------------------------------------------------------------------------

    @property
    def length(self) -> int:
        """Code points of the answer so far."""
        return self._length

    @property
    def answer(self) -> str:
        """The canonical answer so far."""
        return self.whole.text

    @property
    def whole(self) -> Frame:
        """The answer so far, as a text that offsets may count from."""
        if self._whole is None:
            self._whole = Frame("".join(self._texts), 0, None)
        return self._whole

    def text(self, pointer: str, text: str) -> Frame:
        """Appends a text part to the answer and returns the frame its offsets count in."""
        frame = Frame(text, self._length, self._at(pointer))
        self._texts.append(text)
        self._length += len(text)
        self._whole = None
        if self._length > _LONGEST_ANSWER:
            raise PayloadError("payload", f"holds an answer of more than {_LONGEST_ANSWER:,} code points", "Split it.")
        self._parts.append(AnswerPart(frame.path or "", PartKind.TEXT, text, frame.base))
        self._bases.append(frame.base)
        self._paths.append(frame.path or "")
        return frame

    def aside(self, pointer: str, kind: PartKind, text: str) -> None:
        """Records a part that is not in the answer: thinking, or what a tool was told or said."""
        self._parts.append(AnswerPart(self._at(pointer), kind, text, None))

    def unread(self, pointer: str, type_: str) -> None:
        """Records something this version does not read."""
        self._count()
        self._unread.append(Unread(self._at(pointer), type_[:200]))

    # -- anchors ------------------------------------------------------------------------------------------------

    def span(
        self,
        role: Role,
        frames: Frame | Sequence[Frame],
        start: int | None,
        end: int | None,
        unit: Unit,
        *,
        echo: str | None = None,
        end_inclusive: bool = False,
    ) -> Anchor:
        """An anchor for offsets in one of ``frames``, by the rule of :mod:`citeward.providers.offsets`."""
        candidates = (frames,) if isinstance(frames, Frame) else frames
        anchor = place(role, candidates, NativeSpan(start, end, unit, end_inclusive), echo)
        if echo and Defect.TEXT_MISMATCH in anchor.defects and self._searchable > 0:
            self._searchable -= 2 * self.length
            return relocate(role, self.whole, anchor.native, echo)
        return anchor

    def insertion(self, frame: Frame, index: int | None, unit: Unit = Unit.CODE_POINTS) -> Anchor:
        """An anchor of zero width."""
        native = NativeSpan(index, index, unit)
        at = Defect.NO_POSITION if index is None else frame.point(index, unit)
        if isinstance(at, Defect):
            return Anchor(Role.MESSAGE, None, None, None, native, (at,))
        return Anchor(Role.INSERTION, frame.base + at, frame.base + at, frame.path, native)

    def block(self, frame: Frame) -> Anchor:
        """An anchor on a whole part; an empty one is no place."""
        if not frame.text:
            return Anchor(Role.MESSAGE, None, None, None, None, (Defect.ZERO_SPAN,))
        return Anchor(Role.BLOCK, frame.base, frame.base + len(frame.text), frame.path)

    def marker(self, found: Found, *defects: Defect) -> Anchor:
        """An anchor on a marker found in the answer."""
        at = bisect_right(self._bases, found.start) - 1
        return Anchor(Role.MARKER, found.start, found.end, self._paths[at] if at >= 0 else None, None, defects)

    def message(self, *defects: Defect) -> Anchor:
        """An anchor on no place at all."""
        return Anchor(Role.MESSAGE, None, None, None, None, defects)

    # -- citations ----------------------------------------------------------------------------------------------

    def cite(
        self,
        anchor: Anchor,
        sources: SourceRef | Iterable[SourceRef],
        pointer: str,
        timing: Timing,
        *,
        cited_text: str | None = None,
        quote_kind: QuoteKind | None = None,
        confidences: tuple[float | None, ...] = (),
        support: float | None = None,
    ) -> None:
        """Adds one citation. A span that is called a marker and is none in any form becomes the claim."""
        named = (sources,) if isinstance(sources, SourceRef) else tuple(sources)
        if anchor.role is Role.MARKER and self._is_words(anchor, named):
            anchor = replace(anchor, role=Role.CLAIM, defects=(*anchor.defects, Defect.NOT_A_MARKER))
        self._count(max(len(named), 1))
        kind = quote_kind if cited_text is not None or quote_kind is QuoteKind.ANSWER_ECHO else None
        self._citations.append(
            ProviderCitation(anchor, named, self._at(pointer), timing, cited_text, kind, confidences, support)
        )

    def cite_found(self, markers: Iterable[Found], *defects: Defect) -> None:
        """Adds a citation for every marker found in the answer."""
        for found in markers:
            anchor = self.marker(found, *defects)
            self._count(max(len(found.sources), 1))
            self._citations.append(ProviderCitation(anchor, found.sources, anchor.part_path or "", Timing.INLINE))

    def saw(self, source: SourceRef) -> None:
        """Adds something a tool saw."""
        self._count()
        self._consulted.append(source)

    def covered(self) -> list[tuple[int, int]]:
        """The places cited so far, so that a scan of the text does not propose them again."""
        return [
            (citation.anchor.start, citation.anchor.end)
            for citation in self._citations
            if citation.anchor.start is not None and citation.anchor.end is not None
        ]

    def finish(self) -> ProviderAnswer:
        """The answer."""
        return ProviderAnswer(
            self.answer,
            tuple(self._parts),
            tuple(self._citations),
            tuple(self._consulted),
            tuple(self._unread),
            self.adapter.providers[0],
            self.adapter.api,
            self.model,
            self.adapter.written_by_model,
        )

    def _is_words(self, anchor: Anchor, sources: Sequence[SourceRef]) -> bool:
        said = self._said(anchor)
        self._provable -= len(said)
        return self._provable < 0 or prove(said, sources) is Proof.WORDS

    def _said(self, anchor: Anchor) -> str:
        """The anchored characters. The answer is joined only where they run over from one part into the next."""
        start, end = anchor.start or 0, anchor.end or 0
        at = bisect_right(self._bases, start) - 1
        part, low = (self._texts[at], start - self._bases[at]) if at >= 0 else ("", 0)
        return part[low : low + end - start] if low + end - start <= len(part) else self.answer[start:end]

    def _at(self, pointer: str) -> str:
        return self._pointers.get(pointer, pointer)

    def _count(self, records: int = 1) -> None:
        self._records += records
        if self._records > MOST_CITATIONS:
            raise PayloadError(
                "payload", f"names more than {MOST_CITATIONS:,} citations and sources", "Split it, or check its origin."
            )
