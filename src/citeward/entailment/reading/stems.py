"""A light stem for telling whether two tokens are forms of one word. English only; other words stay as they are."""

from __future__ import annotations

from functools import lru_cache

__all__ = ["stem"]

_IRREGULAR = {
    form: base
    for base, forms in {
        "pay": "paid",
        "win": "won",
        "lose": "lost",
        "grow": "grew grown",
        "rise": "rose risen",
        "fall": "fell fallen",
        "make": "made",
        "take": "took taken",
        "give": "gave given",
        "go": "went gone",
        "come": "came",
        "see": "saw seen",
        "begin": "began begun",
        "write": "wrote written",
        "build": "built",
        "buy": "bought",
        "sell": "sold",
        "find": "found",
        "lead": "led",
        "leave": "left",
        "hold": "held",
        "keep": "kept",
        "meet": "met",
        "say": "said",
        "tell": "told",
        "think": "thought",
        "bring": "brought",
        "become": "became",
        "know": "knew known",
        "show": "showed shown",
        "speak": "spoke spoken",
        "spend": "spent",
        "send": "sent",
        "stand": "stood",
        "run": "ran",
        "drive": "drove driven",
        "eat": "ate eaten",
        "break": "broke broken",
        "choose": "chose chosen",
        "draw": "drew drawn",
        "fly": "flew flown",
        "get": "got gotten",
        "hear": "heard",
        "catch": "caught",
        "teach": "taught",
        "fight": "fought",
        "feel": "felt",
        "mean": "meant",
        "lend": "lent",
        "sink": "sank sunk",
        "swim": "swam swum",
        "sing": "sang sung",
        "sit": "sat",
        "shoot": "shot",
        "wear": "wore worn",
        "bear": "bore born",
        "throw": "threw thrown",
        "withdraw": "withdrew withdrawn",
        "arise": "arose arisen",
        "forbid": "forbade forbidden",
        "foot": "feet",
        "child": "children",
        "man": "men",
        "woman": "women",
        "person": "people",
        "life": "lives",
        "half": "halves",
        "good": "better best",
        "bad": "worse worst",
        "study": "studies",
        "lie": "lay lain",
        "die": "dying",
        "understand": "understood",
        "undergo": "underwent undergone",
        "seek": "sought",
        "shrink": "shrank shrunk",
    }.items()
    for form in forms.split()
}
_ENDINGS = ("ingly", "edly", "ing", "ied", "ies", "ed", "es", "ly", "s", "e")
_COMPARED = frozenset("better best worse worst")
_SHORTEST = 3


@lru_cache(maxsize=1 << 15)
def stem(word: str) -> str:
    """The stem of a lower-case token: inflections of one word agree, and that is all it promises.

    >>> stem("approved") == stem("approve") == stem("approving"), stem("paid") == stem("pays")
    (True, True)
    """
    if word in _COMPARED:
        return word
    word = _IRREGULAR.get(word, word)
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= _SHORTEST:
            if ending == "s" and word.endswith("ss"):
                break
            word = word[: -len(ending)] + ("y" if ending in ("ied", "ies") else "")
            break
    if len(word) > _SHORTEST and word[-1] == word[-2] and word[-1] not in "lsz":
        word = word[:-1]
    return word.removesuffix("e") if len(word) > _SHORTEST else word
