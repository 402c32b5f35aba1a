"""What follows a quoted stretch in its clause and takes it back: a negation that comes late, a condition farther on.

German, Dutch, Turkish and Hindi negate behind the object, Japanese behind the verb: "Der Mieter zahlt | die Reparaturen
nicht". A comma or a conjunction ends the reach of a late negation.
"""

from __future__ import annotations

import re

from .governing_words import FINITE
from .polarity import fold

_WORD = re.compile(r"[^\W\d_]+")
_SENTENCE_END = re.compile(r"[.!?;。！？\n]")

_CLAUSE = re.compile(
    r"[,،，、(]|\s[–—-]+\s|\n\s*\n|\b(?:and|or|but|which|who|because|while|und|oder|aber|sondern|weil|et|ou|mais|y|o|pero|en|of|"
    r"maar|och|og|men|ve|और)\b"
)
_LATE = re.compile(
    r"\b(?:nicht|niemals|keinesfalls|keineswegs|niet|nooit|inte|aldrig|ikke|aldri|değil|değildir|yoktur)\b"
    r"(?! (?:nur|alleen))"
    r"|\b(?:in|auf|unter|zu) kein(?:e|em|en|er)\b|नहीं"
    r"|\b(?:at no time|under no circumstances|in no (?:event|case|way|circumstances)|on no account|by no means)\b"
    r"|^\W*(?:is|are|was|were) (?:not true|false|untrue|wrong|incorrect|a (?:myth|lie|hoax|misconception))\b"
)
_JAPANESE = re.compile("な(?:い|かっ|く|けれ)|ませ|ず$|ずに|ぬ$|不可|禁止|対象外|除外|[不否]$")
_KANA = re.compile("[\u3040-\u30ff]")
_JAPANESE_CONDITION = re.compile("(?:場合|とき|時に|限り|なら|れば|たら|条件)")
_CONDITION = re.compile(
    r"\b(?:if|unless|provided that|providing that|on (?:the )?condition|subject to|only (?:if|when|with|after|in|for)|"
    r"as long as|so long as|except|wenn|sofern|falls|es sei denn|vorbehaltlich|sauf|"
    r"à condition|sous réserve|à moins|pourvu|salvo|excepto|a menos|siempre que|tenzij|mits|если|кроме|jeśli)\b"
)


def denied_later(after: str, last: str) -> bool:
    """Whether the rest of the clause, `after`, negates what stands before it and ends with the letter `last`.

    A Japanese stretch that ends with an ideograph is a noun: it states nothing that could be negated.
    """
    rest = _clause(after)
    if _KANA.search(rest):
        return _KANA.match(last) is not None and _JAPANESE.search(rest) is not None
    return _LATE.search(fold(rest)) is not None


def conditioned_later(before: str, after: str) -> bool:
    """Whether the rest of the clause, or what is set off directly behind it, restricts what stands before it.

    `before` is the text up to there. Where it holds no verb yet ("the rule | holds, unless ..."), it states nothing.
    """
    if _JAPANESE_CONDITION.match(after):
        return True
    if FINITE.isdisjoint(_WORD.findall(fold(_SENTENCE_END.split(before)[-1]))):
        return False
    rest = _clause(after)
    folded = fold(rest)
    if _CONDITION.search(folded) is not None:
        return True
    behind = fold(after[len(rest) : len(rest) + 40])
    return rest.strip() != "" and behind[:1] == "," and _CONDITION.match(behind.lstrip(", ")) is not None


def _clause(after: str) -> str:
    end = _CLAUSE.search(after)
    return after if end is None else after[: end.start()]
