"""The words every adapter speaks: parts of an answer, anchors in it, the sources a citation names, and the adapter.

A record here repeats what a provider said and adds where it said it. Nothing is believed: an index may dangle, a
quote may be the model's own words, a title may be hostile. Offsets are code points of the canonical answer (the text
parts concatenated exactly as sent) with an exclusive end; bytes and UTF-16 units are kept only as ``NativeSpan``.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import ClassVar

__all__ = [
    "Adapter",
    "Anchor",
    "AnswerPart",
    "Defect",
    "NativeSpan",
    "PartKind",
    "ProviderAnswer",
    "ProviderCitation",
    "QuoteKind",
    "Role",
    "SourceKind",
    "SourceLocator",
    "SourceRef",
    "Timing",
    "Unit",
    "Unread",
]

_NOTHING: Mapping[str, object] = MappingProxyType({})


class PartKind(StrEnum):
    """What a part of a reply is. Only ``text`` parts make up the answer."""

    TEXT = "text"
    THINKING = "thinking"
    TOOL = "tool"


class Role(StrEnum):
    """What the anchored characters are. One name on the wire often has several of these meanings."""

    CLAIM = "claim"
    """The words the source is said to support."""
    BLOCK = "block"
    """A whole text block; the provider does not say which of its sentences is meant."""
    MARKER = "marker"
    """The reference itself, as written: ``[1]``, a Markdown link, a sandbox path. Never the claim."""
    INSERTION = "insertion"
    """A point of zero width at which a reference belongs; the claim ends there."""
    MESSAGE = "message"
    """No place in the answer is known."""
    RECITATION = "recitation"
    """The model repeated this text from somewhere. A notice about copyright, never evidence for a claim."""


class Unit(StrEnum):
    """What a provider's offsets count."""

    CODE_POINTS = "cp"
    UTF8 = "utf8"
    UTF16 = "utf16"
    NONE = "none"


class Defect(StrEnum):
    """What was wrong with an anchor, or had to be done to place it. A defect never disappears silently."""

    NO_POSITION = "no_position"
    """The payload names no place."""
    ZERO_SPAN = "zero_span"
    """Start and end are equal where a span was due; several providers write 0..0 for "no position"."""
    OUT_OF_RANGE = "out_of_range"
    INVERTED = "inverted"
    SPLIT_CODE_POINT = "split_codepoint"
    """An offset falls inside a character of its unit."""
    UNKNOWN_PART = "unknown_part"
    """The part the offsets count from does not exist, or is not part of the answer."""
    TEXT_MISMATCH = "text_mismatch"
    """The payload repeats the anchored text, and no reading of its offsets yields that text."""
    AMBIGUOUS_TEXT = "ambiguous_text"
    """The repeated text occurs more than once and nothing says which is meant."""
    OTHER_UNIT = "other_unit"
    """Placed: the offsets fit in another unit, or with another end, than the documented one."""
    RELOCATED = "relocated"
    """Placed: the offsets fit in no unit; the repeated text occurs exactly once."""
    NOT_A_MARKER = "not_a_marker"
    """The payload calls it a marker and its characters are no reference: they are words, and the claim."""
    NO_ANNOTATION = "marker_without_annotation"
    """The marker stands in the text and the payload says nothing about it."""
    NOT_IN_DATA = "marker_not_in_data_block"
    """The marker's number is missing from the data block that should explain it."""
    UNREADABLE_DATA = "unreadable_data_block"
    """The data block that should explain the markers is not the JSON it has to be."""


class QuoteKind(StrEnum):
    """What ``cited_text`` is. Whatever it is, only text the ledger holds is evidence."""

    VERBATIM = "verbatim"
    """The provider cut it out of the source."""
    TRUNCATED_PREFIX = "truncated_prefix"
    """The beginning of a passage, cut with an ellipsis."""
    SOURCE_CHUNK = "source_chunk"
    """The whole retrieved chunk."""
    ANSWER_ECHO = "answer_echo"
    """The answer's own words under a misleading name: checking it against the answer would always pass."""
    MODEL_AUTHORED = "model_authored"
    """The model wrote it and says it is a quotation."""


class Timing(StrEnum):
    """When a stream names the citation, relative to the words it stands for."""

    BEFORE_TEXT = "before_text"
    INLINE = "inline"
    AFTER_TEXT = "after_text"
    END_OF_PART = "end_of_part"
    END = "end"


class SourceKind(StrEnum):
    """What a source key counts or names."""

    DOCUMENT_INDEX = "document_index"
    """0-based over the document blocks of the request."""
    SEARCH_RESULT_INDEX = "search_result_index"
    """0-based over the search result blocks of the request, counted apart from documents."""
    CHUNK_INDEX = "chunk_index"
    """0-based into the reply's own list of grounding chunks."""
    FACT_INDEX = "fact_index"
    """0-based over the facts of the request."""
    RETRIEVED_REFERENCE = "retrieved_reference"
    """A passage a managed retriever returned, by chunk id or by 0-based index into the reply's results."""
    DOCUMENT_ID = "document_id"
    FILE_ID = "file_id"
    CONTAINER_FILE = "container_file"
    TOOL_RESULT = "tool_result"
    """A tool call and the index of one of its outputs, ``call:index``."""
    TOOL_RESULT_KEY = "tool_result_key"
    """A key of the JSON object a tool returned."""
    ORDINAL = "ordinal"
    """A 1-based number into the list of sources the model was shown."""
    ORDINAL0 = "ordinal0"
    """The same, 0-based."""
    URL = "url"
    RESOURCE_URI = "resource_uri"
    PLACE_ID = "place_id"
    CITE_KEY = "cite_key"
    FOOTNOTE = "footnote"
    PROVIDER_MARKER = "provider_marker"
    """A number or token with a meaning of its provider's own, e.g. ``turn0search2``."""
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class AnswerPart:
    """One part of a reply. ``answer[base : base + len(text)] == text`` for every text part."""

    path: str
    """JSON pointer (RFC 6901) into the payload."""
    kind: PartKind
    text: str
    base: int | None
    """Code points of the answer before this part; None for thinking and tool parts, which are not in the answer."""


@dataclass(frozen=True, slots=True)
class NativeSpan:
    """The offsets as sent. ``start`` or ``end`` is None where the payload has none."""

    start: int | None
    end: int | None
    unit: Unit
    """The documented unit, or the one that was proved where a defect says ``other_unit``."""
    end_inclusive: bool = False


@dataclass(frozen=True, slots=True)
class Anchor:
    """Where a citation is attached. ``start`` and ``end`` are both offsets of the answer or both None."""

    role: Role
    start: int | None = None
    end: int | None = None
    part_path: str | None = None
    """JSON pointer of the part that holds it."""
    native: NativeSpan | None = None
    defects: tuple[Defect, ...] = ()


@dataclass(frozen=True, slots=True)
class SourceLocator:
    """A place inside a source, as the provider counts: pages are 1-based, the rest 0-based; ends are exclusive."""

    unit: str
    """``char``, ``page``, ``block``, ``line`` or ``time``; free text such as ``p. 33`` has the unit ``text``."""
    start: int | None = None
    end: int | None = None
    text: str | None = None


@dataclass(frozen=True, slots=True)
class SourceRef:
    """What a citation names as its source, in the payload's own terms. Every field is a claim."""

    kind: SourceKind
    index: int | None = None
    id: str | None = None
    url: str | None = field(default=None, repr=False)
    """Kept out of ``repr`` and so out of logs: some providers sign their URLs, and the signature grants access."""
    title: str | None = None
    locator: SourceLocator | None = None
    text: str | None = field(default=None, repr=False)
    """What the payload says the source reads. Not evidence: the ledger's own text is."""
    dangling: bool = False
    """The key points past the list it counts in: invented."""
    ambiguous: bool = False
    """The key can be read as more than one source."""
    attributes: Mapping[str, object] = field(default_factory=lambda: _NOTHING, hash=False, repr=False)
    """Everything else the payload said of it: opaque replay tokens, file paths, licences, scores."""


@dataclass(frozen=True, slots=True)
class ProviderCitation:
    """One citation. Its sources stay together: two sources of one claim are not two claims."""

    anchor: Anchor
    sources: tuple[SourceRef, ...]
    raw_pointer: str
    """JSON pointer (RFC 6901) of the citation in the payload, or in the list of recorded events."""
    timing: Timing
    cited_text: str | None = None
    quote_kind: QuoteKind | None = None
    confidences: tuple[float | None, ...] = ()
    """One per source, in their order; empty where the provider gives none."""
    support: float | None = None
    """The provider's own score that the sources support the claim."""


@dataclass(frozen=True, slots=True)
class Unread:
    """Something in the payload that this version does not read. Recorded, so that nothing is lost unseen."""

    pointer: str
    type: str


@dataclass(frozen=True, slots=True)
class ProviderAnswer:
    """A reply, read. ``answer`` is the text parts concatenated exactly as sent."""

    answer: str
    parts: tuple[AnswerPart, ...]
    citations: tuple[ProviderCitation, ...]
    consulted: tuple[SourceRef, ...]
    """What a tool merely saw. Candidates for evidence; never citations."""
    unread: tuple[Unread, ...]
    provider: str
    api: str
    model: str | None = None
    written_by_model: bool = False
    """Whether its sources are the model's word and not the provider's. See :attr:`Adapter.written_by_model`."""


class Adapter(ABC):
    """Reads the replies of one API of one provider.

    An adapter is stateless and pure: plain JSON values in (mappings with string keys, lists, strings, numbers,
    booleans, None), a :class:`ProviderAnswer` out. It

    * concatenates the text parts exactly as sent, and keeps thinking, plans and tool output out of the answer;
    * tolerates unknown fields, and records unknown types of blocks as :class:`Unread` and of citations as citations
      of :attr:`SourceKind.UNKNOWN`;
    * never drops a citation: what cannot be placed becomes message level with a named defect;
    * raises :class:`~citeward.errors.PayloadError`, and nothing else, where the answer's text itself cannot be read.

    A provider is added as one file in ``providers/adapters`` with a module constant ``ADAPTERS``; the registry finds
    it there.
    """

    providers: ClassVar[tuple[str, ...]]
    """Names it answers to; the first is the one written into answers."""
    api: ClassVar[str]
    """The API's name, as written into answers."""
    api_names: ClassVar[tuple[str, ...]] = ()
    """Other names callers use for the same API."""
    written_by_model: ClassVar[bool] = False
    """Whether what it reads of sources stands in text the model wrote: a URL in it was reported by nobody."""

    @abstractmethod
    def recognises(self, payload: object) -> bool:
        """Whether a payload has the shape of this API's replies. Must not raise."""

    @abstractmethod
    def read(self, payload: object, request: object) -> ProviderAnswer:
        """Reads one whole reply.

        Args:
            payload: the reply.
            request: what was sent, or None. Only APIs whose replies cannot be read alone need it.

        Raises:
            PayloadError: the reply's text cannot be read.
        """

    def recognises_stream(self, events: Sequence[object]) -> bool:
        """Whether a list holds this API's stream events. Must not raise. By default there are none."""
        return False

    def read_stream(self, events: Sequence[object], request: object) -> ProviderAnswer:
        """Reads a recorded stream, complete or cut short; the result equals that of the whole reply.

        Raises:
            PayloadError: as for :meth:`read`.
        """
        return self.read(events, request)
