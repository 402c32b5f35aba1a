"""Opening words that belong to the answer and not to the claim: "In short,", "According to the report,".

A model that looks for every word of a claim in its source would miss them there. Words that claim something of their
own ("as a result", "surprisingly") stay.
"""

from __future__ import annotations

import re

from citeward.entailment.wordlist import words

__all__ = ["framed", "opening_of", "without_frame", "without_opener"]

_THING = r"(?:the |this |that |your |our )?(?:provided |given |cited |available |above )?"
_NOUN = (
    r"(?:sources?|documents?|documentation|reports?|articles?|passages?|texts?|excerpts?|context|records?|material|"
    r"letters?|pages?|files?|information|guides?|manuals?|handbooks?|notes?|contracts?|polic(?:y|ies)|faqs?)"
)
_SAYS = (
    r"(?:clearly |also |explicitly )?(?:says?|states?|notes?|mentions?|indicates?|explains?|specif(?:y|ies)|"
    r"confirms?|sets? out)"
)
_STATED = (
    r"(?:(?:clearly |also |explicitly )?(?:stated|noted|written|described|explained|mentioned|specified|outlined|"
    r"reported|set out) (?:in|by))"
)
"""What is left of "As stated in [S1]," once the marker is taken out names no text."""
_LACKED = (
    r"you (?:(?:do|did|have|can) ?not|(?:do|did|have|ca)n(?:'|\u2019)t) (?:yet )?"
    r"(?:see|seen|find|found|get|got|have|receive|received|access)\b[^:.;,!?\d\"\u201c]{0,40}"
)
_ANNOUNCED = (
    r"(?:(?:i|we) (?:can|could|will|am able to|are able to)|let me|allow me to|i(?:'|\u2019)ll) (?:now )?"
    r"(?:explain|tell you|help|show you|answer|clarify|summari[sz]e|describe|outline)"
    r"(?: (?:this|that|it|your question|with (?:this|that|your question)))?"
    rf"(?: (?:why|how|what|when|where)(?: (?:that|this|it) (?:is|works|happens)| {_LACKED})?)?"
)
"""An announcement in the first person, which says at most what the reader has missed and asked about.

Nothing else may be left out of what is judged: "I can explain why you owe a fee: ..." says that one is owed.
"""
_OPENER = re.compile(
    r"(?:(?:in (?:short|summary|brief|addition|other words|fact|conclusion)|overall|however|moreover|furthermore|"
    r"additionally|also|"
    r"finally|first(?:ly)?|second(?:ly)?|lastly|to summari[sz]e|note that|please note that|more specifically|"
    r"specifically|that said|"
    rf"meanwhile|similarly|for example|for instance|yes|on the (?:one|other) hand|it is "
    rf"(?:recorded|noted|stated|reported) that"
    rf"|according to {_THING}{_NOUN}|(?:{_THING}{_NOUN}) (?:{_SAYS})(?: "
    rf"that)?|as {_STATED}(?: {_THING}{_NOUN})?|as {_THING}{_NOUN} (?:puts it|{_SAYS})"
    rf"|(?:based on|as per|per|going by|from) {_THING}{_NOUN}"
    rf"(?: (?:(?:that )?you )?(?:provided|shared|gave me|given))?)(?:,|(?<=that)(?= ))\s*|{_ANNOUNCED}:\s+)+",
    re.IGNORECASE,
)
_CLEAR = r"is (?:very |quite )?(?:clear|explicit|unambiguous)(?: (?:on|about) (?:this|that|it))?"
_FRAME = re.compile(
    r"(?:as )?(?:it|this|(?:the|this|that|our|your) (?:[\w-]+ ){0,2}(?:source|document|report|article|passage|text|"
    r"excerpt|"
    r"policy|standard|guide|page|faq|contract|agreement|section|clause|paragraph|paper|study|law|act|statute|memo|"
    r"handbook|"
    r"manual|notice|letter|record|rule|regulation|amendment|declaration|constitution|treaty))"
    r"(?: here)? (?:says?|states?|reads?|notes?|writes?|puts it|provides?|declares?|"
    rf"{_CLEAR})(?: that)?[:,]?\s*"
    r"[\"\u201c\u00ab](?P<words>[^\"\u201c\u201d\u00ab\u00bb]+)[\"\u201d\u00bb][.!?,;:]*",
    re.IGNORECASE,
)
_TEXT_WORDS = words(
    "statute policy standard guide handbook manual contract agreement law act regulation directive code constitution "
    "treaty charter bylaw bylaws by-law by-laws ordinance decree rulebook rule rules terms notice letter memo paper "
    "study report survey article section clause paragraph chapter faq page website document source record minutes "
    "ruling judgment judgement verdict "
    "gesetz satzung richtlinie verordnung handbuch vertrag bericht studie loi statut politique r\u00e8glement manuel "
    "contrat rapport \u00e9tude ley estatuto pol\u00edtica reglamento contrato informe estudio"
)
_CUES = words(
    "according as under per following pursuant line laut nach selon say says state states read reads note notes write "
    "writes puts provide provides declare declares stipulate stipulates specifies confirm confirms explain explains "
    "clear explicit unambiguous "
    "sagt besagt lautet dit dispose dice establece dispone"
)
"""What of the pattern below any frame has, in ASCII."""
_TEXTS = f"(?:{'|'.join(sorted(_TEXT_WORDS, key=lambda word: (-len(word), word)))})"
_ATTRIBUTED = re.compile(
    rf"(?:(?:yes|no|indeed|in fact)[,.]? )?(?:(?:according to|as (?:stated|noted|written|described|set out) in|under|"
    rf"per|"
    rf"following|pursuant to|in line with|laut|nach|gem\u00e4\u00df|selon|d['\u2019]apr\u00e8s|seg\u00fan) "
    rf"(?P<named>(?:[\w'\u2019.&\u00a7/-]+ ){{0,6}}?{_TEXTS}\b(?: (?:of|on|for|from|von|de|du) [\w'\u2019 "
    rf"-]{{1,40}}?| [\dIVX.-]+)?),\s|"
    rf"(?:as )?"
    rf"(?P<says>(?:[\w'\u2019.&\u00a7/-]+ ){{0,6}}?{_TEXTS}\b(?: (?:of|on|for|from|von|de|du) [\w'\u2019 -]{{1,40}}?|"
    rf" [\dIVX.-]+)?) "
    rf"(?:here |clearly |also |explicitly )?(?:says?|states?|reads?|notes?|writes?|puts it|provides?|declares?|"
    rf"stipulates?|{_CLEAR}|"
    rf"specifies|confirms?|explains?|sagt|besagt|lautet|dit|dispose|pr\u00e9cise|dice|establece|dispone)"
    rf"(?: that|[:,]|(?=\s*[\"\u201c\u00ab]))[:,]?\s)",
    re.IGNORECASE,
)
_QUOTED = re.compile(r"[\"\u201c\u00ab](?P<words>[^\"\u201c\u201d\u00ab\u00bb]+)[\"\u201d\u00bb][.!?,;:]*")
_FEWEST = 3
"""Words that must be left."""


def without_frame(claim: str) -> str:
    """The quoted words alone, where ``claim`` is nothing but them, or says nothing but that a text says them.

    >>> without_frame("The policy says: \u201cItems may be returned.\u201d")
    'Items may be returned.'
    """
    match = _FRAME.fullmatch(claim.strip()) or _QUOTED.fullmatch(claim.strip())
    return claim if match is None or len(match["words"].split()) < _FEWEST else match["words"].strip()


def framed(claim: str) -> str:
    """The text whose words a sentence says it tells: "the Munich statute". Empty where it names none.

    >>> framed('The Munich statute says: "The deposit is refundable".'), framed("The mill says nothing.")
    ('The Munich statute', '')
    """
    claim = claim.lstrip()
    if claim.isascii():  # letters beyond it have more cases than ``lower`` knows
        said = claim.lower().replace(",", " ").replace(":", " ").split()
        if _TEXT_WORDS.isdisjoint(said) or _CUES.isdisjoint(said):
            return ""
    match = _ATTRIBUTED.match(claim)
    return "" if match is None else (match["named"] or match["says"]).strip()


def without_opener(claim: str) -> str:
    """``claim`` without its opening words, where a claim is left.

    >>> without_opener("According to the report, the mill closed in 1930.")
    'the mill closed in 1930.'
    """
    return claim[opening_of(claim) :]


def opening_of(claim: str) -> int:
    """How many code points of ``claim`` its opening words take, white space included; 0 where no claim is left."""
    start = len(claim) - len(claim.lstrip())
    match = _OPENER.match(claim, start)
    return match.end() if match is not None and len(claim[match.end() :].split()) >= _FEWEST else 0
