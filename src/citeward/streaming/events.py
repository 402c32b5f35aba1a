"""What a stream tells the place where the answer is shown.

Blocks are numbered from 0. What stands on the reader's screen is, at any time, the latest HTML of every block in order,
then the tail as plain text, then what :class:`AnswerEnded` adds; after :class:`Withdrawn` it is the notice alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from citeward.checked import CheckedAnswer
from citeward.errors import CitewardError
from citeward.model import AnswerAction, CitationAction, Verdict
from citeward.render import ShownSource

__all__ = [
    "AnswerEnded",
    "BlockReleased",
    "CitationVerdict",
    "Mode",
    "StreamEvent",
    "TailChanged",
    "Upgraded",
    "VerdictsReady",
    "Withdrawn",
]


class Mode(StrEnum):
    """When a reader sees a block."""

    HOLD = "hold"
    """Once its citations have been judged; the words of an open block sentence by sentence, as they are."""
    PLAIN_FIRST = "plain_first"
    """At once, without a citation or a link, and again once they have been judged."""


@dataclass(frozen=True, slots=True)
class BlockReleased:
    """The next block, in each format. Append it."""

    index: int
    html: str
    markdown: str
    text: str
    citations: tuple[str, ...] = ()
    """Ids of the records of the citations it shows, in order."""
    checked: bool = True
    """False: nothing in it has been judged yet. Show it as what it is; an :class:`Upgraded` follows."""


@dataclass(frozen=True, slots=True)
class Upgraded:
    """A block that was shown before, now judged, or judged again with citations that came late. Replace it."""

    index: int
    html: str
    """Empty where nothing of the block is left."""
    markdown: str
    text: str
    citations: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CitationVerdict:
    """What was found of one citation and what policy does with it."""

    verdict: Verdict
    action: CitationAction


@dataclass(frozen=True, slots=True)
class VerdictsReady:
    """The verdicts of one block, by the id of their records. For operators: not all of it is for the reader."""

    index: int
    verdicts: Mapping[str, CitationVerdict]


@dataclass(frozen=True, slots=True)
class TailChanged:
    """Words of the block that is still being written. Show them as text (``textContent``), never as markup.

    With ``hold`` they are whole sentences whose citations have been judged, with ``plain_first`` they are unchecked. No
    citation, no link and no half of either is ever in them.
    """

    text: str
    append: bool
    """True: to be added to the tail as it stands; False: takes its place."""


@dataclass(frozen=True, slots=True)
class Withdrawn:
    """Everything shown of this answer is taken back, and the neutral notice stands in its place."""

    html: str
    markdown: str
    text: str


@dataclass(frozen=True, slots=True)
class AnswerEnded:
    """The last event. What stands below the answer (sentences left out, sources), empty where it is blocked."""

    html: str
    markdown: str
    text: str
    action: AnswerAction
    reason: str
    """For operators, as in :class:`citeward.policy.Decisions`; ``limit``, ``records``, ``payload`` or
    ``abandoned`` where an error ended it."""
    counts: Mapping[str, int]
    """Proposals by verdict."""
    sources: tuple[ShownSource, ...] = ()
    dropped: int = 0
    """Sentences left out."""
    error: CitewardError | None = None
    """What ended the stream early. The answer is blocked then."""
    unread: int = 0
    """How often something had the looks of a marker and could not be read as one."""
    checked: CheckedAnswer | None = None
    """The whole answer, where the stream was asked to keep it."""


StreamEvent = BlockReleased | Upgraded | VerdictsReady | TailChanged | Withdrawn | AnswerEnded
