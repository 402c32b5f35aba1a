"""Names: somebody or something the source does not name, or names in that place otherwise, or in the other order."""

from __future__ import annotations

from citeward.entailment.guards.interface import GuardFinding, GuardKind
from citeward.entailment.guards.pairing import Case, Pairing, agreed
from citeward.entailment.reading import Name, Reading, fold

__all__ = ["check"]

_ALIKE = 0.6
_RELATED = 4
"""Letters at the front by which a country and its people, a name and its adjective are told to be related."""
_VERBATIM = 0.75
_PLACE = 6
"""Tokens of a gap in which one name can be said to stand for another."""
_JOINERS = frozenset({"and", "or", "with", "nor", "versus", "vs"})


def check(case: Case) -> GuardFinding | None:
    """A name that cannot be the source's."""
    return agreed(case, _other_in_place) or agreed(case, _exchanged)


def known(name: Name, source: Reading) -> bool:
    """Whether some word of the name, a relative of it or its initials stands in the source."""
    if any(_has(word, source) for word in name.words):
        return True
    if len(name.words) == 1 and name.words[0].isalpha() and 2 <= len(name.words[0]) <= 6:
        return _spelled_out(name.words[0], source)
    initials = "".join(word[0] for word in name.words)
    return len(initials) > 1 and initials in source.folded


def _has(word: str, source: Reading) -> bool:
    if word in source.folded or word.rstrip("s") in source.folded:
        return True
    front = word[:_RELATED]
    return len(word) >= _RELATED and any(
        other.startswith(front) or (len(word) > 5 and _slip(word, other)) for other in source.capitals
    )


def _slip(a: str, b: str) -> bool:
    """Whether two words differ by one letter: one spelling of a name and another."""
    if abs(len(a) - len(b)) > 1 or a[0] != b[0]:
        return False
    k = 0
    while k < min(len(a), len(b)) and a[k] == b[k]:
        k += 1
    return a[k + 1 :] == b[k + 1 :] or a[k:] == b[k + 1 :] or a[k + 1 :] == b[k:]


def _spelled_out(initials: str, source: Reading) -> bool:
    """Whether capitalised words of the source begin with these letters in a row."""
    fronts = "".join(t.lower[0] if t.capital else " " for t in source.tokens if t.content)
    return initials in fronts


def _other_in_place(pairing: Pairing) -> GuardFinding | None:
    """A name the source does not know, where the source's own sentence names another."""
    if pairing.coverage < _ALIKE - 0.1:
        return None
    sentence = pairing.claim_sentence
    for name in pairing.claim.names:
        if not sentence.first <= name.first < sentence.stop:
            continue
        new = [i for i in range(name.first, name.stop) if i not in pairing.to_source]
        if not new or pairing.near(new[0], 5) < 0.5:
            continue
        rival = _rival(pairing, name, new)
        if rival is None or not name.sure:
            continue
        words = [fold(pairing.claim.tokens[i].lower) for i in new]
        wholly_new = len(new) == name.stop - name.first
        found = any(_has(word, pairing.source) for word in words) or (wholly_new and known(name, pairing.source))
        if found and not _exact(pairing, words, rival):
            continue
        if _related(words, rival) or any(_has(word, pairing.claim) for word in rival.words[:1]):
            continue
        said, given = pairing.claim.text[name.start : name.end], pairing.source.text[rival.start : rival.end]
        return GuardFinding(
            GuardKind.NAME,
            f"The claim says {said!r} where the source says {given!r}.",
            (name.start, name.end),
            (rival.start, rival.end),
        )
    return None


def _exact(pairing: Pairing, words: list[str], rival: Name) -> bool:
    """Whether the sentence is the source's own but for this one name, which the sentence does not have elsewhere.

    Then the name is wrong even if the source knows it: another passage speaks of that one.
    """
    if pairing.coverage < _VERBATIM:
        return False
    sentence = pairing.source_sentence
    have = {fold(t.lower) for t in pairing.source.tokens[sentence.first : sentence.stop]}
    return not have & set(words) and not set(rival.words) & {fold(t.lower) for t in pairing.claim.tokens}


def _rival(pairing: Pairing, name: Name, new: list[int]) -> Name | None:
    """The name of the source that stands in this name's place.

    A name of which a part is matched has its rival there ("Michelle Obama", "Barack Obama"); a wholly new one has it in
    a gap of about its own size, so that a long passage the claim leaves out is not taken for its place.
    """
    kept = [pairing.to_source[i] for i in range(name.first, name.stop) if i in pairing.to_source]
    if kept:
        return next((n for n in pairing.source.names if n.first <= kept[0] < n.stop and len(n.words) > 1), None)
    gap = pairing.gap_at(new[0])
    if gap is None or gap.claim_stop - gap.claim_first > len(new) + 2 or gap.source_stop - gap.source_first > _PLACE:
        return None
    return next((n for n in pairing.source.names if n.first < gap.source_stop and n.stop > gap.source_first), None)


def _related(words: list[str], rival: Name) -> bool:
    """Whether one may be a short form of the other: initials, or a common front."""
    initials = "".join(word[0] for word in rival.words)
    return any(word == initials or any(word[:_RELATED] == other[:_RELATED] for other in rival.words) for word in words)


def _exchanged(pairing: Pairing) -> GuardFinding | None:
    """Two names of one sentence in the other order, everything else being the same."""
    if pairing.share < _VERBATIM:
        return None
    claim = _in_sentence(pairing, of_claim=True)
    source = _in_sentence(pairing, of_claim=False)
    if (
        len(claim) != 2
        or len(source) != 2
        or (claim[0].words[-1], claim[1].words[-1]) != (source[1].words[-1], source[0].words[-1])
    ):
        return None
    if claim[0].words[-1] == claim[1].words[-1]:
        return None
    between = set(pairing.claim.words(claim[0].stop, claim[1].first))
    given = set(pairing.source.words(source[0].stop, source[1].first))
    if not between or between <= _JOINERS or given <= _JOINERS or ("by" in between) != ("by" in given):
        return None
    content = [t.stem for t in pairing.claim.tokens[claim[0].stop : claim[1].first] if t.content]
    other = [t.stem for t in pairing.source.tokens[source[0].stop : source[1].first] if t.content]
    if not content or content != other:
        return None
    return GuardFinding(
        GuardKind.NAME,
        "The claim exchanges the two names of the source's sentence.",
        (claim[0].start, claim[1].end),
        (source[0].start, source[1].end),
    )


def _in_sentence(pairing: Pairing, *, of_claim: bool) -> list[Name]:
    reading, sentence = (
        (pairing.claim, pairing.claim_sentence) if of_claim else (pairing.source, pairing.source_sentence)
    )
    return [name for name in reading.names if sentence.first <= name.first < sentence.stop]
