"""Sentences that take back what stands in front of them, labels that a statement carries, and what is only supposed.

"The refund is paid within 30 days [S1]. That is false." is no statement that the refund is paid. The forms are closed,
in English, German, French and Spanish: a sentence with a subject and a predicate of its own ("It does not sail on
Sundays.") takes nothing back. A mistake here refuses and never grants.
"""

from __future__ import annotations

import re
from enum import Enum

from citeward.entailment.claims.parts import stands_alone

__all__ = ["Retraction", "label_and_value", "label_of", "retraction_of", "supposes", "unticked"]


class Retraction(Enum):
    """What a sentence takes back."""

    NOTHING = 0
    FRONT = 1
    """What is said right in front of it."""
    ALL = 2
    """All that is said above it in its block."""


_LONGEST = 120
"""Code points. What is longer says something of its own."""
_DENIED = (
    r"(?:false|untrue|wrong|incorrect|inaccurate|mistaken|nonsense|rubbish|fake|invalid|repealed|abolished|withdrawn|"
    r"revoked|rescinded|cancell?ed|superseded|outdated|obsolete|history|"
    r"(?:an? |the )?(?:myth|lie|error|mistake|rumou?r|joke|misconception|hoax)|"
    r"falsch|unwahr|unrichtig|unsinn|(?:ein )?(?:irrtum|mythos)|aufgehoben|abgeschafft|veraltet|"
    r"faux|fausse|inexacte?|abrog\u00e9e?|supprim\u00e9e?|(?:un )?mythe|"
    r"falso|falsa|incorrecto|incorrecta|mentira|derogad[oa]|(?:un )?mito)"
)
_HELD = (
    r"(?:true|so|correct|right|accurate|valid|the case|in force|allowed|permitted|applicable|possible|wahr|richtig|"
    r"korrekt|der fall|erlaubt|vrai|exact|le cas|permis|verdad|cierto|correcto|el caso|permitido)"
)
_MORE = r"(?: (?:any ?more|any longer|now|today|at all|really|mehr|plus))*"
_DEGREE = r"(?:(?:simply|just|completely|totally|entirely|also|now|since|of course|all|has been|since been|been) )*"
_NOT = r"(?:not|n['\u2019]t|no longer|never|nicht|nicht mehr|pas|plus|no|ya no|nunca)"
_LAPSED = (
    rf"(?:{_NOT} {_DEGREE}(?:{_HELD}|true|apply|applies|hold|holds)|{_DEGREE}{_DENIED}|"
    rf"(?:no longer|never) (?:applies|apply|holds?|applied|valid|true)|"
    rf"(?:does|do|did)(?: not|n['\u2019]t) (?:apply|hold|exist|count){_MORE}|"
    rf"(?:gilt|gelten|stimmt) nicht(?: mehr)?|ne s['\u2019]applique (?:pas|plus)|(?:ya )?no se aplica)"
)
_BE = (
    r"(?:is|are|was|were|has been|have been|had been|ist|sind|war|wurde|est|\u00e9tait|a \u00e9t\u00e9|n['\u2019]est|"
    r"es|era|ha sido)"
)
_POINTER = (
    r"(?:(?:this|that|these|those|it|dies|das|es|cela|ceci|c['\u2019]|esto|eso)|"
    r"(?:this|that|the|these|those|diese[rs]?|cette|ce|est[ae]) (?:above |last |previous )?(?:rules?|statements?|"
    r"claims?|sentences?|provisions?|polic(?:y|ies)|clauses?|law|information|answer|above|regel|aussage|r\u00e8gle|"
    r"affirmation|regla|afirmaci\u00f3n))"
)
_FRONT = re.compile(
    r"[\s(*?!.,\u2014\u2013\u2026-]*(?:(?:but|however|actually|in fact|sadly|aber|mais|pero),? )?(?:"
    rf"(?:verdict|answer|rating|status|result|truth|fact check|urteil|verdict|veredicto)\s*[:\uff1a-]\s*(?:{_DENIED}|"
    rf"{_NOT}(?: {_HELD})?)|"
    rf"{_POINTER} ?(?:{_BE})?(?:{_NOT})? ?{_LAPSED}{_MORE}|"
    rf"{_LAPSED}{_MORE}|(?:not|never|nope|no longer|not any ?more|nicht|niemals|jamais|nunca)|"
    rf"(?:or )?so it (?:was|used to be)\b[^.;]{{0,40}}|or (?:not|so (?:they|some|people) (?:say|claim|think))|"
    r"(?:at least |but only )?(?:in theory|on paper|allegedly|supposedly|theoretically|angeblich|en th\u00e9orie|"
    r"en teor\u00eda)|"
    rf"that (?:was|used to be)\b[^.;]{{0,20}} (?:until|before|then)\b[^.;]{{0,30}}"
    r")[\s.!?)*\u2026]*",
    re.IGNORECASE,
)
_ALL = re.compile(
    rf"\s*(?:none of (?:the above|this|these|that)\b|nothing (?:above|of (?:this|the above))\b|"
    rf"(?:all|everything) (?:of )?(?:the above|this|that|above)\b (?:{_BE}) {_LAPSED}|the above (?:{_BE}) {_LAPSED}|"
    r"nichts davon\b|keine[rs]? der obigen\b|"
    r"rien de (?:cela|ce qui pr\u00e9c\u00e8de)\b|nada de (?:esto|lo anterior)\b)",
    re.IGNORECASE,
)
_SUPPOSES = re.compile(
    r"\W*(?:suppose|supposing|imagine|assume|assuming|pretend|let(?:['\u2019]s| us) (?:say|suppose|assume|pretend|"
    r"imagine)|what if|"
    r"angenommen|nehmen wir an|stell dir vor|supposons|imaginons|admettons|supongamos|imaginemos)\b",
    re.IGNORECASE,
)
_BOX = re.compile(r"\s*(?:\[\s*\]|[\u2610\u25a1\u25a2\u2b1c])\s*\w")
"""An empty box in front of words."""
_LABEL = re.compile(r"\s*(?P<label>[^:\uff1a.!?;]{1,60})(?::\s|\uff1a\s?)\s*(?P<rest>\S.*)", re.DOTALL)
_LABEL_WORDS = 6


def retraction_of(text: str) -> Retraction:
    """What a sentence takes back.

    >>> [retraction_of(text).name for text in ("That is false.", "None of the above is true.", "It opens at nine.")]
    ['FRONT', 'ALL', 'NOTHING']
    """
    if len(text) > _LONGEST:
        return Retraction.NOTHING
    if _ALL.match(text):
        return Retraction.ALL
    return Retraction.FRONT if _FRONT.fullmatch(text) else Retraction.NOTHING


def supposes(text: str) -> bool:
    """Whether a sentence only supposes what it says: "Suppose dogs are allowed"."""
    return _SUPPOSES.match(text) is not None


def unticked(text: str) -> bool:
    """Whether a statement stands behind an empty box: it is not said to be so.

    >>> [unticked(text) for text in ("[ ] Dogs are allowed", "\u2610 Dogs are allowed", "[x] Dogs are allowed")]
    [True, True, False]
    """
    return _BOX.match(text) is not None


def label_of(text: str) -> tuple[str, str] | None:
    """The label a whole statement carries, and the statement; None where it carries none.

    >>> label_of("Before the reform: Staff have 25 days of leave.")
    ('Before the reform', 'Staff have 25 days of leave.')
    >>> label_of("Basic plan: 10 euros per month") is None
    True
    """
    found = _LABEL.fullmatch(text)
    if found is None or len(found["label"].split()) > _LABEL_WORDS or stands_alone(found["label"]):
        return None
    rest = found["rest"]
    return (found["label"].strip(), rest) if stands_alone(rest[:1].upper() + rest[1:]) else None


_ROW = re.compile(r"\W*For (?P<row>[^,:.;]{1,60}), the (?P<column>[^,:.;]{1,60}?) is (?P<value>[^:;]{1,120}?)\.?\s*")
_PAIR = re.compile(r"\W*(?P<row>[^:.;!?]{1,60}?)(?::|\s[-\u2013\u2014])\s+(?P<value>[^:;]{1,120}?)[.\s]*")


def label_and_value(text: str) -> tuple[str, str, str] | None:
    """What a claim says it of, the head of its column (may be empty) and the value; None where it is no such thing.

    >>> label_and_value("Basic plan: 10 euros"), label_and_value("For Basic, the price is 10 euros.")
    (('Basic plan', '', '10 euros'), ('Basic', 'price', '10 euros'))
    >>> label_and_value("The mill is open.") is None
    True
    """
    row = _ROW.fullmatch(text)
    if row is not None:
        return row["row"], row["column"], row["value"]
    pair = _PAIR.fullmatch(text)
    if pair is None or len(pair["row"].split()) > _LABEL_WORDS or stands_alone(pair["row"]):
        return None
    return pair["row"], "", pair["value"]
