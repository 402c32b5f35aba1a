"""Bibliographic search: a reference without an identifier, led to one.

A hit confirms nothing: search engines always return something. The reference's title, authors and year must agree with
a hit, the hit must name an identifier, and that identifier must lead, by a look-up of its own, to a record that agrees
as well. Nothing found is no finding either: no index has every work.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from citeward.references.cite import Cite
from citeward.references.claimed import Claimed
from citeward.references.compare import Agreement, Comparison, compare
from citeward.references.finding import Finding, ReferenceVerdict
from citeward.references.identifiers import Identifier, parse_identifier
from citeward.references.prose import read_prose, without_identifiers
from citeward.references.record import Record
from citeward.references.titles import TitleRelation, compare_titles, content_words, plain_title, words

__all__ = ["after_search", "agrees_fully", "best_hit", "claimed_of", "search_words"]

MAX_WORDS_CHARS = 600
"""A reference with its authors fits. Longer prose is not sent: it would be an answer, and registries never see one."""
_MIN_WORDS = 5
"""Content words that can lead anywhere: "Smith et al. (2023)" has two, and every index has a hit for it."""
_NAMED_AUTHORS = 3
"""Family names in a search; more only narrow it by spelling."""
_TELLING_TITLE = 5
"""Content words from which a title names one work, so that other people under it are other people."""
_SPACE = re.compile(r"\s+")


def search_words(cite: Cite) -> str | None:
    """What a registry may be asked for a reference without an identifier; None where there is too little or too much.

    The words are those of the reference alone: title, first family names and year where it came in fields or is very
    long, else the reference as written.
    """
    text = _written(without_identifiers(cite.text)) if cite.claimed is None else _named(cite.claimed)
    telling = [word for word in content_words(words(text)) if not word.isdecimal() and len(word) > 1]
    return text if len(telling) >= _MIN_WORDS and len(text) <= MAX_WORDS_CHARS else None


def _written(text: str) -> str:
    """A reference in prose as it stands; one with half a page of authors by what its title seems to be.

    Long text without authors and a year is no reference, and none of it is sent.
    """
    text = _SPACE.sub(" ", text).strip()
    if len(text) <= MAX_WORDS_CHARS:
        return text
    claimed = read_prose(text, ())
    return _named(claimed) if claimed.authors.names and claimed.year else ""


def _named(claimed: Claimed) -> str:
    if not claimed.title.strip():
        return ""
    names = [name.family or name.literal for name in claimed.authors.names[:_NAMED_AUTHORS]]
    text = " ".join([plain_title(claimed.title), *names, str(claimed.year or "")])
    return _SPACE.sub(" ", text).strip()


def claimed_of(cite: Cite, record: Record) -> Claimed:
    """What a reference claims; one in prose is read with the help of the record's own titles."""
    return cite.claimed if cite.claimed is not None else read_prose(cite.text, record.titles, record.venues)


def best_hit(cite: Cite, hits: Iterable[Record]) -> tuple[Record, Identifier] | None:
    """The first hit that agrees best with a reference and can be looked up, None where none is about its work.

    A hit of the same telling title under other people is about it as well: what its identifier leads to says so.
    """
    found: list[tuple[tuple[int, int], Record, Identifier]] = []
    for record in hits:
        identifier = _identifier(record)
        if identifier is None:
            continue
        claimed = claimed_of(cite, record)
        comparison = compare(claimed, record)
        if claimed.title and (comparison.verdict is not Agreement.MISMATCH or _others_work(claimed, record)):
            title = compare_titles(claimed.title, record.titles)
            rank = list(Agreement).index(comparison.verdict), list(TitleRelation).index(title)
            found.append((rank, record, identifier))
    best = min(found, key=lambda hit: hit[0], default=None)
    return None if best is None else best[1:]


def _identifier(record: Record) -> Identifier | None:
    dois = sorted(name for name in record.identifiers if name.startswith("10."))
    return parse_identifier(dois[0]) if dois else None


def _others_work(claimed: Claimed, record: Record) -> bool:
    telling = len(content_words(words(plain_title(claimed.title)))) >= _TELLING_TITLE
    return telling and compare_titles(claimed.title, record.titles) is TitleRelation.EQUAL


def after_search(cite: Cite, looked_up: Finding) -> Finding:
    """The finding on a reference that a search led to an identifier, from what the look-up of that identifier said."""
    if looked_up.verdict is ReferenceVerdict.MATCH:
        if looked_up.record is not None and agrees_fully(claimed_of(cite, looked_up.record), looked_up.record):
            return replace(looked_up, reason="found_by_search")
        return replace(looked_up, verdict=ReferenceVerdict.PARTIAL, reason="search_hit_only")
    if looked_up.verdict is ReferenceVerdict.NOT_FOUND:
        return Finding(ReferenceVerdict.UNKNOWN, "hit_not_registered", looked_up.registry)
    if looked_up.verdict is ReferenceVerdict.MISMATCH and looked_up.reason != "authors":
        # The index and the registry disagree about this identifier; the reference named neither.
        return Finding(ReferenceVerdict.UNKNOWN, "no_search_hit", looked_up.registry)
    return looked_up


def agrees_fully(claimed: Claimed, record: Record) -> bool:
    """Whether title, authors and year were all claimed, are all registered, and agree: what a search hit needs."""
    everything: Sequence[object] = (claimed.title.strip(), claimed.authors.names, claimed.year, record.authors)
    comparison: Comparison = compare(claimed, record)
    return all(everything) and bool(record.years) and comparison.verdict is Agreement.MATCH
