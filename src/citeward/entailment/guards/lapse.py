"""Statements taken back: what was so formerly, what is no longer so, and a "not!" behind it all.

A word at the edge of a sentence turns the whole of it round, and leaves every other word as the source has it.
"""

from __future__ import annotations

from citeward.entailment.claims import is_verb
from citeward.entailment.guards.interface import GuardFinding, GuardKind
from citeward.entailment.guards.lexicon import NEGATORS
from citeward.entailment.guards.pairing import Case, Pairing, agreed
from citeward.entailment.reading import Reading, Sentence, Token, stem
from citeward.entailment.wordlist import words

__all__ = ["check"]

_ALIKE, _VERBATIM = 0.6, 0.75
_NO = words("not no never nope nah nay")
_TAIL = _NO | words("really at all ever actually in fact way any more anymore longer so well of course")
"""Words that make up a denial of what stands before them."""
_DENIED = words("false untrue wrong incorrect nonsense myth lie joke fiction fabricated invented bogus")
_JESTING = words("kidding joking")
_REVERSED = words("opposite reverse contrary")
_HELD = words("true correct right accurate case valid apply applies applied applicable hold holds force effect so")
"""What a statement is denied to be: "this is not true", "no longer applies"."""
_STATEMENT = words("this that it which these those none nothing following statement statements")
"""What stands for the statement that is denied."""
_NONE = words("none nothing")
_BEING = words("is are was were be been being do does did has have had")
_FILLERS = (
    _BEING | _NO | words("a an the all just only completely entirely simply actually really quite pure longer in ever")
)
_LONGEST_TAIL = 10
_LAPSED = words("formerly previously erstwhile")
_ENDED = _LAPSED | words(
    "former once used until ceased ceases cease ended ends stopped stops abolished repealed revoked withdrawn expired "
    "discontinued suspended closed lapsed longer anymore past historically originally earlier before ago then gone"
)
"""Words by which a text may say in another form that something is over."""
_WERE = words("was were had did been became used")
_PERFECT = words("is are be been being am has have having as may can must shall will should could would get gets")
"""A form in -ed behind one of these is no past tense of its own."""


def check(case: Case) -> GuardFinding | None:
    """A statement of the source that the claim takes back, or one that the source takes back and the claim makes."""
    return agreed(case, lambda pairing: _taken_back(pairing) or _over(pairing) or _still(pairing))


def _taken_back(pairing: Pairing) -> GuardFinding | None:
    """ "... - not!", "This is not true.", "It is false that ..."."""
    if pairing.coverage < _ALIKE or pairing.claim.text.endswith("?", 0, pairing.claim_sentence.end):
        return None
    at = _denial(pairing.claim, pairing.claim_sentence)
    if at is None or _turned_too(pairing):
        return None
    return _finding(pairing, pairing.claim.tokens[at], "The claim takes back what the source states.")


def _denial(claim: Reading, sentence: Sentence) -> int | None:
    """The token by which the sentence, or the one behind it, denies what was said."""
    follower = next((one for one in claim.sentences if one.first == sentence.stop), None)
    tail = _tail(claim, sentence)
    if tail is None and follower is not None and _is_denial(claim.tokens[follower.first : follower.stop]):
        tail = follower.first
    if tail is not None:
        return tail
    stop = sentence.stop if follower is None else min(follower.stop, sentence.stop + _LONGEST_TAIL)
    return next((i for i in range(sentence.first, stop) if _says_untrue(claim, sentence, i)), None)


def _says_untrue(claim: Reading, sentence: Sentence, at: int) -> bool:
    """Whether a word says of a whole statement that it does not hold."""
    word = claim.tokens[at].lower
    before = claim.tokens[at - 1].lower if at > sentence.first else ""
    after = claim.tokens[at + 1].lower if at + 1 < len(claim.tokens) else ""
    if word in _REVERSED:
        return before == "the" and after in _BEING
    if word in _JESTING:
        return before in ("just", "only")
    if word not in _DENIED and word not in _HELD:
        return False
    low = at
    while low > sentence.first and claim.tokens[low - 1].lower in _FILLERS:
        low -= 1
    negated = set(claim.words(low, at)) & _NO or set(claim.words(max(sentence.first, low - 3), low)) & _NONE
    denied = bool(negated) == (word in _HELD)
    heads = low == sentence.first and claim.text.startswith(":", claim.tokens[at].end)
    return denied and (heads or (low > sentence.first and claim.tokens[low - 1].lower in _STATEMENT and low < at))


def _tail(claim: Reading, sentence: Sentence) -> int | None:
    """Where the denial that closes a sentence begins: behind a dash or a comma, or as a last word with a "!"."""
    for i in range(sentence.stop - 1, max(sentence.first, sentence.stop - _LONGEST_TAIL), -1):
        before = claim.text[claim.tokens[i - 1].end : claim.tokens[i].start]
        if claim.tokens[i].barrier or "-" in before:
            opens_question = "?" in before
            return i if not opens_question and _is_denial(claim.tokens[i : sentence.stop]) else None
    last, before_last = claim.tokens[sentence.stop - 1], claim.tokens[max(sentence.first, sentence.stop - 2)]
    exclaimed = "!" in claim.text[last.end : sentence.end]
    return sentence.stop - 1 if last.lower in _NO and exclaimed and before_last.content else None


def _is_denial(tokens: tuple[Token, ...]) -> bool:
    said = {token.lower for token in tokens}
    return bool(said & _NO) and said <= _TAIL


def _turned_too(pairing: Pairing) -> bool:
    """Whether the source denies something that the claim does not have word for word."""
    sentence = pairing.source_sentence
    return (
        any(
            pairing.source.tokens[j].lower in NEGATORS | _DENIED | _ENDED and j not in pairing.to_claim
            for j in range(sentence.first, sentence.stop)
        )
        or _denial(pairing.source, sentence) is not None
    )


def _over(pairing: Pairing) -> GuardFinding | None:
    """ "Formerly", "no longer" or "used to" of what the source says is so."""
    at = _lapsed(pairing.claim, pairing.claim_sentence)
    if at is None or pairing.coverage < _VERBATIM:
        return None
    if _past(pairing.source, pairing.source_sentence) and not _no_longer(pairing.claim, at):
        return None
    sentence = pairing.source_sentence
    said = set(pairing.source.words(sentence.first, sentence.stop))
    if said & _ENDED or said & NEGATORS or pairing.claim.tokens[at].stem in map(stem, said):
        return None
    return _finding(pairing, pairing.claim.tokens[at], "The claim says that what the source states is over.")


def _still(pairing: Pairing) -> GuardFinding | None:
    """What the source says was so formerly, or is no longer so, told as being so."""
    at = _lapsed(pairing.source, pairing.source_sentence)
    if at is None or pairing.coverage < _VERBATIM or at in pairing.to_claim:
        return None
    sentence = pairing.claim_sentence
    said = set(pairing.claim.words(sentence.first, sentence.stop))
    if said & _ENDED or said & NEGATORS or _past(pairing.claim, sentence):
        return None
    token = pairing.claim.tokens[sentence.first]
    place = pairing.source.tokens[at]
    return GuardFinding(
        GuardKind.NEGATION,
        "The claim states what the source says is over.",
        (token.start, pairing.claim.tokens[sentence.stop - 1].end),
        (place.start, place.end),
    )


def _lapsed(reading: Reading, sentence: Sentence) -> int | None:
    """The word that says that something is over."""
    for i in range(sentence.first, sentence.stop):
        word = reading.tokens[i].lower
        after = reading.tokens[i + 1].lower if i + 1 < sentence.stop else ""
        before = reading.tokens[i - 1].lower if i > sentence.first else ""
        if (
            (word in _LAPSED and _of_the_verb(reading, sentence, i))
            or (word == "no" and after == "longer")
            or (word == "longer" and before in ("no", "any"))
        ):
            return i
        if (word == "used" and after == "to" and before not in _PERFECT | _WERE) or (
            word == "anymore" or (before == "any" and word == "more" and i + 1 == sentence.stop)
        ):
            return i
    return None


def _of_the_verb(reading: Reading, sentence: Sentence, at: int) -> bool:
    """Whether an adverb belongs to what is said, and not to a name: "A & E (formerly the Arts Network)"."""
    if at == sentence.first or at + 1 == sentence.stop:
        return True
    before, after = reading.tokens[at - 1].lower, reading.tokens[at + 1]
    return before in _WERE | _PERFECT or (not after.barrier and is_verb(after.lower, fine=False))


def _no_longer(reading: Reading, at: int) -> bool:
    return reading.tokens[at].lower not in _LAPSED | {"used"}


def _past(reading: Reading, sentence: Sentence) -> bool:
    """Whether the sentence is told in the past tense."""
    for i in range(sentence.first, sentence.stop):
        word = reading.tokens[i].lower
        before = reading.words(max(sentence.first, i - 2), i)
        if word in _WERE:
            return True
        if word.isalpha() and not set(before) & _PERFECT and _is_past_form(word):
            return True
    return False


def _is_past_form(word: str) -> bool:
    return len(word) > 4 and word.endswith("ed") and stem(word) != word


def _finding(pairing: Pairing, said: Token, reason: str) -> GuardFinding:
    sentence = pairing.source_sentence
    span = (pairing.source.tokens[sentence.first].start, pairing.source.tokens[sentence.stop - 1].end)
    return GuardFinding(GuardKind.NEGATION, reason, (said.start, said.end), span)
