"""Operations on measures: units and their conversions, percentages, money."""

from __future__ import annotations

import re

from training.synthetic.edits import Context, Edit
from training.synthetic.numbers import other_number, pick, plain
from training.synthetic.patterns import MONEY, NUMBER, ONES, PERCENT, SCALE, WORD_VALUE

UNITS = {
    "km": ("miles", "m"),
    "kilometres": ("miles", "metres"),
    "kilometers": ("miles", "meters"),
    "miles": ("kilometres", "metres"),
    "metres": ("feet", "kilometres"),
    "meters": ("feet", "kilometers"),
    "feet": ("metres", "inches"),
    "inches": ("centimetres", "feet"),
    "cm": ("mm", "inches"),
    "mm": ("cm", "m"),
    "kg": ("g", "pounds"),
    "mg": ("g", "ml"),
    "g": ("kg", "mg"),
    "grams": ("kilograms", "ounces"),
    "kilograms": ("grams", "pounds"),
    "pounds": ("kilograms", "ounces"),
    "tonnes": ("kilograms", "pounds"),
    "tons": ("pounds", "kilograms"),
    "seconds": ("minutes", "hours"),
    "minutes": ("hours", "seconds"),
    "hours": ("minutes", "days"),
    "days": ("weeks", "hours"),
    "weeks": ("months", "days"),
    "months": ("years", "weeks"),
    "years": ("months", "decades"),
    "decades": ("years", "centuries"),
    "litres": ("gallons", "millilitres"),
    "liters": ("gallons", "milliliters"),
    "ml": ("l", "mg"),
    "acres": ("hectares", "square miles"),
    "hectares": ("acres", "square kilometres"),
    "MB": ("GB", "KB"),
    "GB": ("MB", "TB"),
    "TB": ("GB", "PB"),
    "kW": ("MW", "W"),
    "MW": ("kW", "GW"),
    "volts": ("amperes", "watts"),
    "°C": ("°F", "K"),
    "°F": ("°C",),
    "mph": ("km/h",),
    "km/h": ("mph",),
    "times": ("years",),
    "people": ("families", "households"),
    "working days": ("calendar days",),
    "business days": ("weeks",),
}
UNIT = re.compile(r"(?<=\d )(" + "|".join(sorted(UNITS, key=len, reverse=True)) + r")(?![\w/])")
UNIT_WORD = re.compile(
    r"\b(?:"
    + "|".join(ONES[2:])
    + r") (seconds|minutes|hours|days|weeks|months|years|decades|miles|feet|metres|meters)\b",
    re.I,
)
MONEY_WORD = {
    "dollars": ("euros", "pounds"),
    "euros": ("dollars", "francs"),
    "pounds": ("euros",),
    "USD": ("EUR", "GBP"),
    "EUR": ("USD", "CHF"),
}
# (from, to, factor): exact conversions within one system
CONVERT = [
    ("km", "m", 1000),
    ("kilometres", "metres", 1000),
    ("kilometers", "meters", 1000),
    ("kg", "g", 1000),
    ("kilograms", "grams", 1000),
    ("hours", "minutes", 60),
    ("minutes", "seconds", 60),
    ("weeks", "days", 7),
    ("years", "months", 12),
    ("days", "hours", 24),
    ("GB", "MB", 1000),
    ("cm", "mm", 10),
    ("metres", "centimetres", 100),
    ("meters", "centimeters", 100),
    ("decades", "years", 10),
    ("tonnes", "kilograms", 1000),
    ("feet", "inches", 12),
    ("MW", "kW", 1000),
    ("litres", "millilitres", 1000),
    ("g", "mg", 1000),
    ("m", "cm", 100),
]


def change_percent(text: str, context: Context) -> list[Edit] | None:
    match = pick(PERCENT, text, context)
    if not match:
        return None
    if context.random.random() < 0.12:
        return [
            Edit(match.start(2), match.end(2), " percentage points" if match.group(2) == "%" else "percentage points")
        ]
    return [Edit(match.start(1), match.end(1), other_number(match.group(1), context))]


def same_percent(text: str, context: Context) -> list[Edit] | None:
    match = pick(PERCENT, text, context)
    if not match:
        return None
    new = {"%": " percent", "percent": "per cent", "per cent": "percent"}[match.group(2)]
    return [Edit(match.start(2), match.end(2), new)]


def change_money(text: str, context: Context) -> list[Edit] | None:
    match = pick(MONEY, text, context)
    if match:
        if context.random.random() < 0.5:
            return [
                Edit(match.start(1), match.end(1), context.random.choice([c for c in "$€£" if c != match.group(1)]))
            ]
        number = match.group(2).rstrip(".,")
        return (
            [Edit(match.start(2), match.start(2) + len(number), other_number(number, context))]
            if NUMBER.fullmatch(number)
            else None
        )
    match = pick(
        re.compile(r"(?<=\d )(" + "|".join(MONEY_WORD) + r")\b|(?<=on )(dollars|euros|pounds)\b"), text, context
    )
    return [Edit(match.start(), match.end(), context.random.choice(MONEY_WORD[match.group()]))] if match else None


def change_unit(text: str, context: Context) -> list[Edit] | None:
    found = [
        (m.start(1), m.end(1), UNITS[m.group(1)])
        for p in (UNIT, UNIT_WORD)
        for m in p.finditer(text)
        if m.group(1) in UNITS
    ]
    found += [
        (m.start(), m.end(), tuple(s for s in ("thousand", "million", "billion") if s != m.group()))
        for m in SCALE.finditer(text)
    ]
    if not found:
        return None
    start, end, choices = context.random.choice(found)
    return [Edit(start, end, context.random.choice(choices))]


def converted(text: str, context: Context) -> list[tuple[int, int, str, str]]:
    """(start, end, right conversion, wrong conversion) of every convertible quantity."""
    out = []
    for source, target, factor in CONVERT:
        for match in re.finditer(
            rf"(?<![\w.,])(\d+(?:,\d{{3}})*(?:\.\d)?|{'|'.join(ONES[2:13])}) {source}(?![\w/])", text, re.I
        ):
            raw = match.group(1).lower()
            value = float(WORD_VALUE[raw]) if raw in WORD_VALUE else float(raw.replace(",", ""))
            if value * factor < 1e6 and value > 0:
                wrong = value * context.random.choice(
                    (factor * 10, factor / 10 if factor != 10 else 20, factor / 2, factor * 2)
                )
                out.append(
                    (
                        match.start(),
                        match.end(),
                        f"{plain(value * factor)} {target}",
                        f"{plain(round(wrong, 2))} {target}",
                    )
                )
    return out


def same_unit(text: str, context: Context) -> list[Edit] | None:
    found = converted(text, context)
    if not found:
        return None
    start, end, right, _ = context.random.choice(found)
    return [Edit(start, end, right)]


def change_conversion(text: str, context: Context) -> list[Edit] | None:
    found = converted(text, context)
    if not found:
        return None
    start, end, _, wrong = context.random.choice(found)
    return [Edit(start, end, wrong)]
