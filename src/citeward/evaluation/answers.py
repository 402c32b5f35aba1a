"""Answers with their citations, as metrics see them: sentences, what each cites, and the passages."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from citeward.errors import RowError
from citeward.evaluation.lines import objects
from citeward.model import ProposalKind
from citeward.parse import Parsed, parse, sentences

__all__ = [
    "CitedAnswer",
    "CitedSentence",
    "Passage",
    "alce_answer",
    "parsed_answer",
    "read_alce",
    "read_turns",
    "turn_answer",
]

_MARKER = re.compile(r"\[\d+")
_SPACED_MARKER = re.compile(r" \[\d+")


@dataclass(frozen=True, slots=True)
class Passage:
    """One document that could be cited."""

    text: str
    """What entailment is judged against. Of an ALCE file: "Title: ...", a line break, and the text. Of a turn of ours:
    the text alone, as the gate judges it."""
    tier: int | None = None
    """Trust tier 0-3, where it is known."""


@dataclass(frozen=True, slots=True)
class CitedSentence:
    """One sentence without its markers, and the markers in order."""

    text: str
    references: tuple[int, ...]
    """Index into the answer's passages. Out of range: an invented reference. -1 is what ALCE makes of ``[0]``."""


@dataclass(frozen=True, slots=True)
class CitedAnswer:
    """One answer."""

    id: str
    sentences: tuple[CitedSentence, ...]
    passages: tuple[Passage, ...]


def alce_answer(row: dict[str, Any], split: Callable[[str], Sequence[str]] | None = None) -> CitedAnswer:
    """An item of an ALCE result file (``output`` and ``docs``), read as ALCE's ``eval.py`` reads it.

    Only the first line of the output counts, markers are ``[`` and digits, and removing them is done by the same three
    replacements.

    Args:
        row: the item.
        split: cuts an output into sentences. ALCE uses NLTK's; to reproduce its figures to the bit, pass that one.

    Raises:
        RowError: a field is missing or of another type.
    """
    output, documents = row.get("output"), row.get("docs")
    if not isinstance(output, str):
        raise RowError("output", "is not text", "An ALCE result has an output per item.")
    if not isinstance(documents, list) or not all(
        isinstance(d, dict) and isinstance(d.get("title"), str) for d in documents
    ):
        raise RowError("docs", "is not a list of documents with titles", "An ALCE result has docs per item.")
    passages = tuple(Passage(f"Title: {d['title']}\n{d.get('sent', d.get('text', ''))}") for d in documents)
    first_line = output.strip().split("\n")[0].replace("<|im_end|>", "")
    pieces = (split or _split)(first_line) if first_line else []
    cited = tuple(
        CitedSentence(_unmarked(piece), tuple(int(m[1:]) - 1 for m in _MARKER.findall(piece))) for piece in pieces
    )
    return CitedAnswer(str(row.get("id", row.get("sample_id", ""))), cited, passages)


def _unmarked(sentence: str) -> str:
    """ALCE's ``remove_citations``."""
    return _MARKER.sub("", _SPACED_MARKER.sub("", sentence)).replace(" |", "").replace("]", "").strip()


def _split(text: str) -> list[str]:
    pieces = []
    start = 0
    for end in sentences(text):
        pieces.append(text[start:end].strip())
        start = end
    return [piece for piece in pieces if piece]


def turn_answer(row: dict[str, Any]) -> CitedAnswer:
    """A turn of ours (``answer`` and ``chunks``, as ``citeward verify`` takes them).

    Raises:
        RowError: a field is missing or of another type.
    """
    answer, chunks = row.get("answer"), row.get("chunks")
    if not isinstance(answer, str):
        raise RowError("answer", "is not text", "A turn has an answer.")
    if not isinstance(chunks, list) or not all(isinstance(c, dict) and isinstance(c.get("text"), str) for c in chunks):
        raise RowError("chunks", "is not a list of chunks with text", "A turn has chunks.")
    handles = [str(chunk.get("handle") or f"S{k}") for k, chunk in enumerate(chunks, 1)]
    passages = {handle: Passage(chunk["text"], _tier(chunk)) for handle, chunk in zip(handles, chunks, strict=True)}
    return parsed_answer(str(row.get("id", "")), parse(answer, handles), passages)


def parsed_answer(id_: str, parsed: Parsed, passages: Mapping[str, Passage]) -> CitedAnswer:
    """A parsed answer: each of its sentences with what it cites. A handle of no passage is an invented reference.

    Args:
        id_: of the answer.
        parsed: the answer.
        passages: what could be cited, by handle.
    """
    places = {handle: k for k, handle in enumerate(passages)}
    cited: dict[int, list[int]] = {claim.index: [] for claim in parsed.claims if claim.text.strip()}
    for proposal in parsed.proposals:
        if proposal.kind in (ProposalKind.MARKER, ProposalKind.STRUCTURED) and proposal.claim in cited:
            cited[proposal.claim].append(places.get(proposal.handle or "", len(passages)))
    found = tuple(CitedSentence(parsed.claims[index].text, tuple(references)) for index, references in cited.items())
    return CitedAnswer(id_, found, tuple(passages.values()))


def _tier(chunk: dict[str, Any]) -> int:
    trust = chunk.get("trust", 0)
    return trust if isinstance(trust, int) and not isinstance(trust, bool) and 0 <= trust <= 3 else 0


def read_alce(file: Path, split: Callable[[str], Sequence[str]] | None = None) -> list[CitedAnswer]:
    """The answers of an ALCE result file: a JSON object with ``data``, or the list itself.

    Raises:
        RowError: the file is not of that shape.
    """
    try:
        raw = json.loads(file.read_text(encoding="utf-8"))
    except (ValueError, RecursionError) as problem:
        raise RowError(str(file), f"is not JSON ({problem})", "Name an ALCE result file.") from problem
    items = raw.get("data") if isinstance(raw, dict) else raw
    if not isinstance(items, list) or not all(isinstance(item, dict) for item in items):
        raise RowError(str(file), "holds no list of results", "Name an ALCE result file.")
    return [alce_answer(item, split) for item in items]


def read_turns(lines: Iterable[str]) -> list[CitedAnswer]:
    """The answers of JSON lines, one turn each; empty lines are passed over.

    Raises:
        RowError: a line is not a turn; the message names its number.
    """
    return [turn_answer(row) for _, row in objects(lines, "One turn a line.")]
