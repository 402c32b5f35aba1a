"""Whether a source says something of what its reader takes it to be said of.

Under "Free plan" the sentence "100 GB of storage are included" is a claim about the Free plan. No small model sees that
the source says it of another plan, two sentences away; the sentences that tell the fact, and the words of the heading,
do. What is asked here is only where the words of the context stand: whether the fact is told is for the model.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import IntEnum
from functools import lru_cache

from citeward.entailment.reading import Reading, Token, read, tokens_of
from citeward.entailment.wordlist import words

__all__ = ["Setting", "adds_nothing", "heading_of", "setting_of", "turns"]


class Setting(IntEnum):
    """How a piece of context stands to the source, from best to worst."""

    NEUTRAL = 0
    """It says nothing of the subject: "Key points:"."""
    TOLD = 1
    """The sentences that tell the fact, or what the source is headed by, speak of it."""
    TOPIC = 2
    """The source does not name it, and it only names an aspect: "Eligibility"."""
    UNKNOWN = 3
    """The source does not speak of it there, so nobody can tell whether the fact is one of it."""
    ELSEWHERE = 4
    """The source speaks of it, and says the like of it in other words: the fact is told of something else."""


_NEUTRAL = words(
    "about above according additional additionally also amount answer answers applies apply background "
    "below benefits brief briefly claim claims conclusion conclusions cost data date description detail details "
    "explanation fact facts feature features fee finding findings first follow following follows general here hour "
    "hours how important info information insight insights introduction item items key limit limits line list main "
    "maximum minimum more name note notes number overview part period point points policy price process provides "
    "question quick rate reason reasons reference references reply response result results rule rules second section "
    "short caution citation citations reminder source sources state states statement status warning warnings "
    " step steps summary takeaway takeaways term terms thing things third time times tip tips topic total type "
    "use value values what when where which who why "
    "antwort antworten \u00fcberblick zusammenfassung fazit hinweis hinweise wichtig wichtige wichtigste punkt punkte "
    "einleitung ergebnis ergebnisse fakten folgende folgendes schritte details frage regeln regel kurz allgemein preis "
    "r\u00e9ponse r\u00e9sum\u00e9 aper\u00e7u conclusion points point cl\u00e9s cl\u00e9 important importants "
    "suivants suivantes "
    "\u00e9tapes question r\u00e8gles r\u00e8gle remarque prix les des la le du de et en bref "
    "respuesta resumen conclusi\u00f3n puntos clave importante importantes siguientes pasos pregunta reglas regla nota "
    "precio los las del el y "
    "\u603b\u7ed3 \u7b54\u6848 \u7ed3\u8bba \u8981\u70b9 \u56de\u7b54 \u6458\u8981 \u307e\u3068\u3081 \u7d50\u8ad6 "
    "\u6982\u8981 der die das den dem des und im zu zur zum"
)
"""Words that say what kind of thing follows, and nothing of it."""
_TURNS = words(
    "not no never none neither nor nobody nothing without except unless false untrue wrong incorrect myth myths "
    "misconception misconceptions misunderstanding lie lies fake fictional hypothetical imaginary opposite contrary "
    "former formerly previous previously old abolished repealed withdrawn expired cancelled canceled obsolete outdated "
    "discontinued revoked superseded past proposed planned draft rejected alleged allegedly rumour rumours rumor "
    "rumors "
    "supposed supposedly unconfirmed if until excluded exclusions prohibited forbidden banned "
    "nicht kein keine keiner keines nie niemals falsch unwahr irrtum irrt\u00fcmer mythos mythen ehemalig ehemalige "
    "fr\u00fcher "
    "fr\u00fchere abgeschafft aufgehoben veraltet geplant angeblich verboten au\u00dfer ohne "
    "pas aucun aucune jamais faux fausse fausses mythe mythes ancien ancienne abrog\u00e9 supprim\u00e9 pr\u00e9vu "
    "pr\u00e9tendu sauf "
    "interdit sans ne "
    "ning\u00fan ninguna nunca falso falsa mito mitos antiguo antigua derogado previsto supuesto excepto prohibido sin"
)
"""Words that turn what stands under them into its opposite, or into something that was or may be."""
_FORMER = words("before earlier then once originally")
"""Words that say of what stands under them that it was so, where nothing else is said: "Before:"."""
_TOPIC = re.compile(
    r"(?:tion|sion|ment|ity|ing|ance|ence|age|ship|ness|ics|sis|cy|ety|ability|tions|sions|ments|ities|ings|ances|ences|"
    r"ung|ungen|heit|keit|schaft|t\u00e4t|it\u00e9|ci\u00f3n|dad|miento|cia|aje)$"
)
"""Endings of words for aspects and not for things: eligibility, termination, pricing."""
_STEP = re.compile(r"\W*(?:step|schritt|\u00e9tape|paso) \d{1,2}\W*", re.IGNORECASE)
"""The number of a step says no more than that of an item of a list."""
_GOES_ON = words(
    "then next afterwards afterward finally also additionally moreover it they he she this these its their his her"
)
"""What opens a sentence that goes on about what the one before it is about."""
_WHAT_I_READ = re.compile(
    r"(?:here are |these are |below are )?(?:the |some |a few |top |key |main |latest |recent |best |other )*"
    r"(?:[\w-]+ ){0,3}"
    r"(?:headlines|articles|sources|pages|results|stories|news|reports|links|documents|passages|posts|items)"
    r" (?:that |which )?(?:i|we)(?:['\u2019]ve| have| just)? (?:opened|found|read|checked|saw|visited|searched|"
    r"reviewed|consulted|used|retrieved|gathered|collected|looked at)(?: so far| today| online| on the web| for you)?"
    r"(?: \((?:brief|in brief|short|summary|summarised|summarized)\))?\W*",
    re.IGNORECASE,
)
"""What the assistant did to find what follows, and nothing of what it found: "Top headlines I opened (brief):"."""
_WHAT_IT_SAYS = re.compile(
    r"(?:here(?:['\u2019]s| is| are)|this is|below is)? ?what (?:the|this|that|your|our) "
    r"(?:source|document|documentation|report|article|passage|text|policy|guide|handbook|manual|contract|agreement|page|"
    r"letter|study|faq) (?:says?|states?|tells? (?:you|us)|specifies|provides?)(?: about (?:this|that|it))?\W*",
    re.IGNORECASE,
)
"""That a text says what follows: "Here is what the handbook says:". Which one, the marker tells."""
_NUMBERED = words("first second third fourth fifth sixth seventh eighth ninth tenth last next q1 q2 q3 q4")
_RIVAL = 0.3
"""Share of the words of the fact from which another sentence may be one that says the like."""
_SLACK = 0.02
_LONGEST_TITLE = 14
"""Tokens of an opening sentence that heads a source: "Third quarter 2025 results." """


@lru_cache(maxsize=1 << 10)
def adds_nothing(context: str) -> bool:
    """Whether a heading or lead-in says nothing of what stands under it.

    >>> [adds_nothing(text) for text in ("Key points:", "Summary", "Berlin", "The following is not permitted:")]
    [True, True, False, False]
    """
    if turns(context):
        return False
    if _STEP.fullmatch(context) or _WHAT_IT_SAYS.fullmatch(context.strip()):
        return True
    return _WHAT_I_READ.fullmatch(context.strip()) is not None or not any(map(_is_subject, tokens_of(context)))


def turns(context: str) -> bool:
    """Whether words of the context turn what stands under it: "None of these is true:"."""
    return bool(_turning(tuple(tokens_of(context))))


def _turning(tokens: Sequence[Token]) -> list[Token]:
    """The words that turn what stands under them; "Before:" does, and "Before you travel:" does not."""
    alone = [token for token in tokens if token.lower in _FORMER]
    return alone if len(alone) == len(tokens) else [token for token in tokens if token.lower in _TURNS]


def setting_of(source: str, title: str, context: str, fact: str, *, strict: bool) -> Setting:
    """How the source stands to one piece of context of a fact.

    Args:
        source: the cited passage.
        title: of its document.
        context: a heading, a lead-in, the head of a row.
        fact: what stands under it.
        strict: the fact is no sentence, so that its words tell less of where it is told.

    >>> source = "Staff in Berlin have 28 days of leave. Staff in Paris have 25 days of leave."
    >>> fact = "Staff have 25 days of leave."
    >>> [setting_of(source, "", place, fact, strict=False).name for place in ("Paris", "Berlin", "Rome")]
    ['TOLD', 'ELSEWHERE', 'UNKNOWN']
    """
    if adds_nothing(context):
        return Setting.NEUTRAL
    have, given, heading = read(source), read(context), read(title)
    own = {token.stem for token in read(fact).tokens if token.content}
    turning = _turning(given.tokens)
    wanted = [t for t in given.tokens if t in turning or (t.stem not in own and _is_subject(t))]
    if not wanted:
        return Setting.NEUTRAL if own else Setting.UNKNOWN
    shares = [len(own & stems) / len(own) if own else 0.0 for stems in have.sentence_stems]
    best = max(shares, default=0.0)
    around = heading_of(have) | heading.stems
    near = frozenset(around)
    for k, share in enumerate(shares):
        if best > 0 and share >= best - _SLACK:
            near = near.union(*have.sentence_stems[_first_of(have, k) : k + 1])
    missing = [token for token in wanted if token.stem not in near]
    if not missing:
        return Setting.TOLD
    bar = 0.0 if strict else _RIVAL
    rivals = frozenset().union(
        *(stems for share, stems in zip(shares, have.sentence_stems, strict=True) if share >= bar)
    )
    if any(token.stem in rivals and token.lower not in _TURNS for token in missing):
        return Setting.ELSEWHERE
    return Setting.TOPIC if all(_is_aspect(token) for token in missing) else Setting.UNKNOWN


def _first_of(source: Reading, sentence: int) -> int:
    """The sentence that a run of sentences opens which go on with one another: "To reset it, ... Then wait." """
    while sentence and source.tokens[source.sentences[sentence].first].lower in _GOES_ON:
        sentence -= 1
    return sentence


def heading_of(source: Reading) -> frozenset[str]:
    """The words that head a source: an opening sentence without a verb speaks of all that follows."""
    if len(source.sentences) < 2:
        return frozenset()
    first = source.sentences[0]
    short = first.stop - first.first <= _LONGEST_TITLE
    return source.sentence_stems[0] if short and not _has_verb(source.tokens[first.first : first.stop]) else frozenset()


_VERBS = words(
    "is are was were has have had do does did will can could may might must shall should would be been cost costs "
    "include includes cover covers contain contains provide provides apply applies require requires take takes open "
    "opens "
    "close closes run runs pay pays get gets receive receives last lasts included including covered contained provided "
    "required available allowed permitted offered offers offer"
)
_PAST = re.compile(r"[a-z]{3,}(?:ed)$")


def _has_verb(tokens: tuple[Token, ...]) -> bool:
    return any(token.lower in _VERBS or _PAST.match(token.lower) for token in tokens)


def _is_subject(token: Token) -> bool:
    """Whether a word of a context says what it is about."""
    if token.lower in _NUMBERED:
        return True
    single = len(token.lower) == 1 and token.capital and token.lower.isalpha() and token.lower not in ("a", "i")
    return (token.content or single) and token.lower not in _NEUTRAL and token.lower not in _VERBS


def _is_aspect(token: Token) -> bool:
    return token.lower not in _TURNS and _TOPIC.search(token.lower) is not None
