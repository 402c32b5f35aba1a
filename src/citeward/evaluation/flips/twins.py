"""Rewrites that keep what a sentence says: the other half of the flip suite, where refusing is the error."""

from __future__ import annotations

import random
import re
from collections.abc import Callable

__all__ = ["TWINS"]

Rewrite = Callable[[str, random.Random], str | None]

_WORDS = {
    "6": "six",
    "7": "seven",
    "9": "nine",
    "11": "eleven",
    "12": "twelve",
    "14": "fourteen",
    "15": "fifteen",
    "18": "eighteen",
    "20": "twenty",
    "23": "twenty-three",
    "28": "twenty-eight",
    "31": "thirty-one",
    "36": "thirty-six",
    "47": "forty-seven",
    "48": "forty-eight",
    "1,250": "one thousand two hundred and fifty",
    "140": "one hundred and forty",
}
_DATE = re.compile(r"\b(\d{1,2}) ([A-Z][a-z]+) (\d{4})\b")
_NUMBER = re.compile(r"(?<![\w.,$\u20ac\u00a3])(\d[\d,]*)(?![\w.,]*\d)(?= [a-z])")
_METRES = re.compile(r"\b(\d+) (metres|kilometres|kilograms|tonnes|hours|days)\b")
_CONVERTED = {
    "metres": (3.28084, "feet"),
    "kilometres": (0.621371, "miles"),
    "kilograms": (2.20462, "lb"),
    "tonnes": (1000.0, "kilograms"),
    "hours": (60.0, "minutes"),
    "days": (24.0, "hours"),
}
_SYNONYMS = {
    "opened": "launched",
    "employs": "provides work for",
    "handled": "dealt with",
    "appointed": "named",
    "long": "in length",
    "found": "showed",
    "approved": "backed",
    "received": "welcomed",
    "supplies": "provides water to",
    "moved": "relocated",
    "recalled": "called back",
    "rose": "went up",
    "lasts": "takes",
    "holds": "contains",
    "attended": "was present at",
    "repaired": "mended",
    "replaced": "exchanged",
    "study": "research",
    "lends": "loans",
}


def verbatim(sentence: str, rng: random.Random) -> str | None:
    """The sentence itself."""
    return sentence


def unpunctuated(sentence: str, rng: random.Random) -> str | None:
    """Without its full stop, after an opening phrase."""
    first = (
        sentence[0].lower() + sentence[1:]
        if sentence.split(maxsplit=1)[0]
        in ("The", "Each", "A", "In", "Some", "Most", "Several", "Many", "Few", "Nearly", "Roughly", "Half")
        else sentence
    )
    return rng.choice(("According to the report, ", "It is recorded that ", "In short, ")) + first.rstrip(".")


def number_words(sentence: str, rng: random.Random) -> str | None:
    """A number written out."""
    match = next((m for m in _NUMBER.finditer(sentence) if m.group(1) in _WORDS), None)
    return None if match is None else sentence[: match.start()] + _WORDS[match.group(1)] + sentence[match.end() :]


def date_form(sentence: str, rng: random.Random) -> str | None:
    """A date in another form."""
    match = _DATE.search(sentence)
    if match is None:
        return None
    day, month, year = match.groups()
    form = rng.choice((f"{month} {day}, {year}", f"{month} {year}", f"{month[:3]} {day}, {year}"))
    return sentence[: match.start()] + form + sentence[match.end() :]


def unit_conversion(sentence: str, rng: random.Random) -> str | None:
    """A quantity in another unit, rounded and stated as such."""
    match = _METRES.search(sentence)
    if match is None:
        return None
    factor, unit = _CONVERTED[match.group(2)]
    value = int(match.group(1)) * factor
    return f"{sentence[: match.start()]}about {value:.0f} {unit}{sentence[match.end() :]}"


def rounded(sentence: str, rng: random.Random) -> str | None:
    """A number rounded and stated as such."""
    match = next(
        (
            m
            for m in _NUMBER.finditer(sentence)
            if len(m.group(1)) >= 2 and not re.fullmatch(r"1[5-9]\d\d|20\d\d", m.group(1))
        ),
        None,
    )
    if match is None or re.search(r"(?:least|most|above|below|about) $", sentence[: match.start()]):
        return None
    value = int(match.group(1).replace(",", ""))
    step = 10 ** (len(str(value)) - 1)
    near = round(value / step * 2) * step // 2
    return (
        None
        if not near or abs(near - value) > 0.1 * value or near == value
        else f"{sentence[: match.start()]}about {near:,}{sentence[match.end() :]}"
    )


def percent_sign(sentence: str, rng: random.Random) -> str | None:
    """The sign for the word."""
    return sentence.replace(" percent", "%", 1) if " percent" in sentence else None


def clause_dropped(sentence: str, rng: random.Random) -> str | None:
    """A closing phrase left out."""
    match = re.search(
        r" (?:that employs \d.*|and carries .*|to study .*|in calm weather|on which .*|during its first week|in "
        r"\d{4}|and is repeated .*)(?=\.$)",
        sentence,
    )
    return None if match is None else sentence[: match.start()] + "."


def synonym(sentence: str, rng: random.Random) -> str | None:
    """One word in other words."""
    found = [word for word in _SYNONYMS if re.search(rf"\b{word}\b", sentence)]
    if not found:
        return None
    word = rng.choice(found)
    return re.sub(rf"\b{word}\b", _SYNONYMS[word], sentence, count=1)


TWINS: dict[str, Rewrite] = {
    "verbatim": verbatim,
    "opening phrase": unpunctuated,
    "number words": number_words,
    "date form": date_form,
    "unit conversion": unit_conversion,
    "stated rounding": rounded,
    "percent sign": percent_sign,
    "clause dropped": clause_dropped,
    "synonym": synonym,
}
"""By name; each returns None where it does not apply."""
