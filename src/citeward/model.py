"""The nouns of citeward. This module imports nothing of ours and does nothing but hold them.

Every offset is a count of Unicode code points with an exclusive end, either of the canonical answer (the provider's
text parts concatenated exactly as sent) or of one named document version. Every noun that is ever stored, cached or
looked up carries its tenant.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import IntEnum, StrEnum
from types import MappingProxyType
from typing import Any, NamedTuple

__all__ = [
    "CHECKED_STAGES",
    "DEFAULT_TENANT",
    "AnswerAction",
    "Check",
    "Checks",
    "Chunk",
    "CitationAction",
    "CitationRecord",
    "Claim",
    "ClaimAction",
    "ClaimForm",
    "Context",
    "ContextKind",
    "Copy",
    "DocumentStatus",
    "Evidence",
    "Incident",
    "IncidentKind",
    "Judgement",
    "Locator",
    "Principal",
    "Proposal",
    "ProposalKind",
    "Quotation",
    "QuoteFinding",
    "QuoteStatus",
    "ReportedPage",
    "Span",
    "Stage",
    "SupportNote",
    "Tier",
    "Uncited",
    "Verdict",
]

DEFAULT_TENANT = "default"
_NOTHING: Mapping[str, str] = MappingProxyType({})


class Tier(IntEnum):
    """How far a source is trusted. Given at ingest by who registered the source, never by what a document says."""

    D = 0
    C = 1
    B = 2
    A = 3


class Verdict(StrEnum):
    """What the checks say of one proposal. ``ok`` is only ever the result of having passed every stage that applies."""

    OK = "ok"
    FABRICATED = "fabricated"
    UNAUTHORISED = "unauthorised"
    RETRACTED = "retracted"
    CHANGED_SINCE_RETRIEVAL = "changed_since_retrieval"
    UNTRUSTED_SOURCE = "untrusted_source"
    LOOKALIKE_HOST = "lookalike_host"
    UNSAFE_URL = "unsafe_url"
    UNRESOLVABLE = "unresolvable"
    REFERENCE_MISMATCH = "reference_mismatch"
    QUOTE_UNVERIFIED = "quote_unverified"
    UNSUPPORTED = "unsupported"
    UNCONFIRMED = "unconfirmed"
    MODEL_URL_STRIPPED = "model_url_stripped"


class Stage(StrEnum):
    """The checks in the order they run, cheapest first."""

    MEMBERSHIP = "membership"
    ACCESS = "access"
    INTEGRITY = "integrity"
    TRUST = "trust"
    QUOTATION = "quotation"
    SUPPORT = "support"
    EXTERNAL = "external"


CHECKED_STAGES: tuple[Stage, ...] = tuple(Stage)


class Check(StrEnum):
    """What became of one stage. ``skipped``: does not apply, or policy says so; ``not_run``: an earlier one failed."""

    PASSED = "passed"
    FAILED = "failed"
    SKIPPED = "skipped"
    NOT_RUN = "not_run"


Checks = Mapping[Stage, Check]


class ProposalKind(StrEnum):
    """Where a proposal came from: something the model wrote, or something the provider reported."""

    MARKER = "marker"
    LINK = "link"
    IMAGE = "image"
    AUTOLINK = "autolink"
    HTML = "html"
    URL = "url"
    DOI = "doi"
    ARXIV = "arxiv"
    PUBMED = "pubmed"
    """A PubMed or PubMed Central number."""
    LEGAL = "legal"
    """A case by volume, reporter and page."""
    PROSE = "prose"
    """A work named in words: authors and a year, a report, the parties of a case."""
    STRUCTURED = "structured"
    UNREAD = "unread"
    """What a reader takes for a marker, written so that nothing it names can be made out. It is never granted."""


class DocumentStatus(StrEnum):
    """What the store says of a document now."""

    ACTIVE = "active"
    RETIRED = "retired"
    RETRACTED = "retracted"
    SUPERSEDED = "superseded"
    POISONED = "poisoned"
    REMOVED = "removed"


class QuoteStatus(StrEnum):
    """The outcome of one quote against one source."""

    VERIFIED = "verified"
    """The source holds these very characters, at whole words."""
    REPAIRED = "repaired"
    """Equal under the named tolerances; show the excerpts, never the quote."""
    UNVERIFIED = "unverified"
    """Not granted; the reason says why."""


class CitationAction(StrEnum):
    """What policy does with one proposal."""

    KEEP = "keep"
    STRIP = "strip"
    MARK = "mark"
    BLOCK = "block"


class ClaimAction(StrEnum):
    """What policy does with the text of one claim."""

    KEEP = "keep"
    CLAUSE = "clause"
    """Kept; a clause of it that lost its citations is marked where they stood."""
    PARTLY = "partly"
    UNSUPPORTED = "unsupported"
    UNCITED = "uncited"
    """Kept, and marked: it says something and cites nothing."""
    DROP = "drop"
    OMIT = "omit"
    """Left out without a gap: it is the model's own list of sources, in the place of which ours stands."""


class Uncited(StrEnum):
    """What becomes of a claim that cites nothing; the strictest last."""

    KEEP = "keep"
    """It stays as it is, and nothing beside the answer says that it was checked."""
    MARK = "mark"
    """It stays, marked as citing nothing."""
    DROP = "drop"
    """It is left out, like one whose citations all failed."""

    def stricter(self, other: Uncited | None) -> Uncited:
        """The stricter of two; None says nothing."""
        return self if other is None else max(self, other, key=list(Uncited).index)


class AnswerAction(StrEnum):
    """``deliver``: every sentence is shown; ``redact``: at least one was withheld; ``block``: none is shown."""

    DELIVER = "deliver"
    REDACT = "redact"
    BLOCK = "block"


class IncidentKind(StrEnum):
    """What an operator has to look at."""

    UNAUTHORISED_CHUNK = "unauthorised_chunk"
    """Retrieval handed over a chunk this principal may not read; it was kept out of the prompt."""
    ACCESS_UNDECIDED = "access_undecided"
    """The access engine could not say whether this principal may read a chunk; it was kept out of the prompt."""
    UNAUTHORISED_CITATION = "unauthorised_citation"
    """A chunk was in the ledger of a turn whose principal may not (or no longer) read it."""
    RETRACTED_CITATION = "retracted_citation"
    """An answer cited a document that is gone, retired, retracted or poisoned."""
    LOOKALIKE_HOST = "lookalike_host"
    """A host that imitates one of ours stood in an answer or a ledger."""


@dataclass(frozen=True, slots=True)
class Principal:
    """Who asks or looks now."""

    id: str
    groups: frozenset[str] = frozenset()
    tenant: str = DEFAULT_TENANT
    attributes: Mapping[str, str] = field(default_factory=lambda: _NOTHING, hash=False)
    as_of: datetime | None = None
    """When the groups were resolved (aware), or None where they were resolved for this very call."""

    def __post_init__(self) -> None:
        if not isinstance(self.groups, frozenset):
            raise TypeError(f"groups: a {type(self.groups).__name__}. Pass a frozenset of the names of groups.")
        if not isinstance(self.as_of, datetime | None):
            raise TypeError(f"as_of: a {type(self.as_of).__name__}. Pass an aware datetime, or None.")


@dataclass(frozen=True, slots=True)
class Locator:
    """Where a chunk stands in its document version, in code points."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Chunk:
    """One passage a retriever returned, as the caller hands it over."""

    id: str
    """The document, or the passage where the store keeps passages as documents of their own."""
    text: str
    version: str = ""
    title: str = ""
    url: str | None = None
    acl: frozenset[str] | None = None
    """Groups that may read it, as known at retrieval; None denies."""
    trust: int = 0
    source: str = ""
    """The registered source (connector and authority) it came through."""
    connector: str = ""
    locator: Locator | None = None
    retrieved_at: datetime | None = None
    link_acl: frozenset[str] | None = None
    """Groups that may open what ``url`` opens, where that is wider than the chunk; None: the chunk's own."""
    cache_key: str | None = None
    """The shared cache entry the chunk came from, named in an incident so that it can be purged."""
    handle: str | None = None

    @classmethod
    def from_langchain(cls, document: Any, **known: Any) -> Chunk:
        """A LangChain ``Document``.

        Id, title and address are taken from the document and its metadata. Who may read it and how far its source is
        trusted are not: what a document says of itself decides neither.

        Args:
            document: anything with ``page_content``, ``metadata`` and perhaps ``id``.
            known: fields of the chunk, ``acl`` and ``trust`` above all; they go before what the document says.
        """
        return cls(**_described(document.page_content, getattr(document, "id", None), document.metadata) | known)

    @classmethod
    def from_llamaindex(cls, node: Any, **known: Any) -> Chunk:
        """A LlamaIndex node, with a score or without. Its id is that of the document it was cut from, where it has one.

        See :meth:`from_langchain` for what is taken and what is not.
        """
        inner = getattr(node, "node", node)
        document = inner.ref_doc_id or inner.node_id
        return cls(**_described(inner.get_content(), document, inner.metadata) | known)

    @classmethod
    def from_haystack(cls, document: Any, **known: Any) -> Chunk:
        """A Haystack ``Document``. See :meth:`from_langchain` for what is taken and what is not."""
        return cls(**_described(document.content or "", document.id, document.meta) | known)


def _described(text: str, id_: str | None, metadata: Mapping[str, Any]) -> dict[str, Any]:
    """What a framework's document says of itself, under the names that its loaders use."""
    address = next((value for name in ("url", "source") if _is_address(value := metadata.get(name))), None)
    named = (metadata.get(name) for name in ("title", "file_name", "name"))
    return {
        "id": str(id_ or metadata.get("id") or metadata.get("source") or address or ""),
        "text": text,
        "title": next((value for value in named if isinstance(value, str)), ""),
        "url": address,
    }


def _is_address(value: object) -> bool:
    return isinstance(value, str) and value.lower().startswith(("http://", "https://"))


@dataclass(frozen=True, slots=True)
class Copy:
    """That a piece of evidence is our copy of a page of the web. The copy is cited, not what stands there by now."""

    href: str | None = None
    """Where the copy opens; None where nothing serves copies."""
    handed_by: str = ""
    """The provider whose reply held the text; empty for a page that we fetched."""


@dataclass(frozen=True, slots=True)
class ReportedPage:
    """A page of the web that a provider says was read for an answer. A claim, like everything a provider says."""

    url: str
    """Canonical, without fragment and tracking."""
    title: str = ""
    passages: tuple[str, ...] = ()
    """What the reply holds of its text, in the source's own words."""
    provider: str = ""


@dataclass(frozen=True, slots=True)
class Evidence:
    """One chunk of this turn under its opaque handle, with what was known of it when it was retrieved."""

    tenant: str
    handle: str
    id: str
    version: str
    sha256: str
    """Hex digest of ``text`` in UTF-8."""
    text: str
    title: str
    url: str | None
    acl: frozenset[str] | None
    link_acl: frozenset[str] | None
    tier: Tier
    source: str
    connector: str
    locator: Locator | None
    retrieved_at: datetime | None
    cache_key: str | None
    copy: Copy | None = None
    """Set where it is a page that was read for this answer, and not a chunk of the ledger."""


@dataclass(frozen=True, slots=True)
class Span:
    """A passage of one document version. Offsets count from ``base``: the document where the chunk's place is known."""

    document: str
    version: str
    start: int
    end: int
    in_document: bool
    """True: offsets of the document version; False: offsets of the chunk's text."""


class ContextKind(StrEnum):
    """What a reader has read before a claim, and takes it to be about."""

    HEADING = "heading"
    """A heading, or a label in a line of its own, over it."""
    LEAD_IN = "lead_in"
    """What announces the list or block it stands in: "The following is not permitted:"."""
    ITEM = "item"
    """The list item it is nested in."""
    ROW = "row"
    """The first cell of its row."""
    COLUMN = "column"
    """The head of its column."""


class Context(NamedTuple):
    """One piece of the context of a claim, as a reader sees it."""

    kind: ContextKind
    text: str


class ClaimForm(StrEnum):
    """What a claim is by its form: whether it says something itself, and else what speaks in its place."""

    STATEMENT = "statement"
    TAIL = "tail"
    """It names a source or is a pleasantry: what it covers was said in front of it."""
    ANSWER = "answer"
    """Yes or no, and nothing besides: it covers its question."""
    QUESTION = "question"
    """With a marker on it, it covers its answer."""
    LEAD = "lead"
    """It ends in a colon; with a marker on it, it covers what it announces."""
    HEADING = "heading"
    """A heading, or a label in a line of its own; with a marker on it, it covers its section."""
    WHOLE = "whole"
    """No words of its own: a marker that stands for a whole list, row or block, which it covers."""
    LISTED = "listed"
    """Part of a list of sources that the model wrote: it claims nothing, and a marker in it stands for nothing."""


@dataclass(frozen=True, slots=True)
class Claim:
    """The sentence, list item, table cell or heading that proposals stand for.

    ``start`` and ``end`` are code points of the canonical answer; ``text`` is what a reader sees of it, without
    markers and Markdown.
    """

    index: int
    start: int
    end: int
    text: str
    context: tuple[Context, ...] = ()
    """What a reader takes it to be about, outermost first."""
    form: ClaimForm = ClaimForm.STATEMENT
    covers: tuple[int, ...] = ()
    """Indices of other claims that a marker on this one stands for: they are judged with it, and go with it."""
    leans_on: int | None = None
    """Index of a claim without which this one says nothing, or something else."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """A reference somebody else than the system wrote. Nothing in it is believed.

    ``answer[start:end] == reference`` holds for every proposal that stands in the answer's text. A structured proposal
    without a place has ``start == end`` and an empty reference.
    """

    index: int
    kind: ProposalKind
    reference: str
    start: int
    end: int
    claim: int
    """Index of the claim it stands for."""
    handle: str | None = None
    """The handle it names, or that a structured source resolved to; None for links, URLs and DOIs."""
    target: str | None = None
    """What it points to: a URL or DOI as written, an identifier in one spelling, the words of a cite on one line."""
    group: int = -1
    """Proposals of one unbroken run of markers share a group; they are offered for the same words."""
    quoted: tuple[str, ...] = ()
    """Passages the provider reported as quoted from the source. Model-authored text, checked like any quotation."""
    ambiguous: bool = False
    """Its source matches more than one piece of evidence, so it cannot be confirmed."""
    choice: int = -1
    """Proposals for the passages that share the one name a marker gives have the index of the first of them in common:
    one that holds is enough. -1: it was named by itself."""


@dataclass(frozen=True, slots=True)
class Quotation:
    """A passage the answer puts in quotation marks, at its place in the canonical answer (marks outside)."""

    index: int
    claim: int
    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class QuoteFinding:
    """What the quotation stage found for one quoted passage; excerpts are the source's own characters."""

    quote: str
    status: QuoteStatus
    quotation: int | None = None
    """Index of the quotation in the answer; None for a passage the provider reported."""
    spans: tuple[tuple[int, int], ...] = ()
    """Offsets of the chunk's text."""
    excerpts: tuple[str, ...] = ()
    reason: str = ""


@dataclass(frozen=True, slots=True)
class SupportNote:
    """What the support stage looked at for one proposal, and what it can tell. Empty where it did not look."""

    claim: str = ""
    """The text that was judged: the clause the proposal stands for, with what its pronouns stand for in their place."""
    reason: str = ""
    """In words a reader understands. It may quote the source, so it is never stored."""
    guard: str = ""
    """The kind of difference that vetoed the citation whatever the model said, e.g. ``number``."""
    together: tuple[str, ...] = ()
    """Handles of the passages that carry the claim only together, this one among them."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """The verdict on one proposal, with what every stage said. Data only: policy decides, renderers print."""

    proposal: Proposal
    verdict: Verdict
    reason: str
    """A stable code for operators, e.g. ``unknown_handle``."""
    stage: Stage
    """The stage that decided: the first that failed, or the last that passed."""
    checks: Checks
    evidence: Evidence | None = None
    span: Span | None = None
    quotes: tuple[QuoteFinding, ...] = ()
    score: float | None = None
    """Calibrated probability of support, None where it was not computed."""
    support: SupportNote = field(default_factory=SupportNote)
    clause: tuple[int, int] | None = None
    """Which words of its claim the proposal stands for, in code points of the claim's text; None: all of it."""
    may_link: bool = False
    """Whether this principal may open what the evidence's URL opens."""
    tier: Tier = Tier.D
    """The lower of the source's tier at retrieval and now."""


@dataclass(frozen=True, slots=True)
class Incident:
    """Something an operator must act on. Never holds text, titles or URLs."""

    kind: IncidentKind
    tenant: str
    principal: str
    handle: str | None
    document: str
    version: str
    cache_key: str | None


@dataclass(frozen=True, slots=True)
class CitationRecord:
    """What is kept of one proposal. Never holds chunk text, titles of unauthorised sources or URLs."""

    id: str
    """UUIDv7 (RFC 9562): ordered by time of creation."""
    answer_id: str
    turn_id: str
    tenant: str
    principal: str
    kind: ProposalKind
    handle: str | None
    document: str | None
    version: str | None
    source: str | None
    span: Span | None
    claim_start: int
    claim_end: int
    verdict: Verdict
    reason: str
    checks: Checks
    action: CitationAction
    policy: str
    created_at: datetime
    latency_s: float
    """Seconds the check of the whole answer took."""
    host_class: str | None = None
    """``ledger``, ``registered``, ``other`` or ``invalid`` for a proposal that carries a URL."""
    target_hash: str | None = None
    """Keyed hash of a URL or DOI, so that repeats can be counted without storing what was written."""
    score: float | None = None
    """Calibrated probability of support, None where it was not computed."""
    tier: Tier | None = None
    """The tier it was judged at, None where trust was not judged."""
    judged_by: str | None = None
    """Digest of the support model's manifest, calibrator and thresholds included; None where there is no score."""
