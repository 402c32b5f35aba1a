"""Operations on numbers: counts, ordinals, number words, bounds stated or broken."""

from __future__ import annotations

import re

from training.synthetic.edits import Context, Edit, like
from training.synthetic.patterns import (
    DMY,
    MDY,
    MONEY,
    NUMBER,
    NUMBER_WORD,
    ONES,
    ORDINALS,
    PERCENT,
    TENS,
    WORD_VALUE,
    YEAR,
)


def plain(value: float) -> str:
    """A number as people write it, thousands separated."""
    return f"{value:,.0f}" if value == int(value) else f"{value:,.4f}".rstrip("0").rstrip(".")


def spell(value: int) -> str | None:
    """0-99 and round thousands in words."""
    if value < 20:
        return ONES[value]
    if value < 100:
        return TENS[value // 10 - 2] + (f"-{ONES[value % 10]}" if value % 10 else "")
    if value < 1000 and value % 100 == 0:
        return f"{ONES[value // 100]} hundred"
    if value % 1000 == 0 and value < 100_000:
        head = spell(value // 1000)
        return f"{head} thousand" if head else None
    return None


def pick(pattern: re.Pattern[str], text: str, context: Context) -> re.Match[str] | None:
    """One match at random."""
    found = list(pattern.finditer(text))
    return context.random.choice(found) if found else None


def other_number(text: str, context: Context) -> str:
    """A different number in the form of ``text``: one from the passage, a near miss, or another size."""
    rng = context.random
    value = float(text.replace(",", ""))
    near = [
        m.group()
        for m in NUMBER.finditer(context.passage)
        if m.group() != text and len(m.group()) <= len(text) + 2 and not YEAR.fullmatch(m.group())
    ]
    if near and rng.random() < 0.4:
        return rng.choice(near)
    if "." in text:
        decimals = len(text.rsplit(".", 1)[1])
        new = (
            value * rng.choice((0.5, 0.8, 1.2, 1.5, 2, 10))
            if rng.random() < 0.6
            else value + rng.choice((-1, 1, 2, 0.1 * rng.randint(1, 9)))
        )
        out = f"{abs(new):,.{decimals}f}"
        return out if out != text else text[:-1] + str((int(text[-1]) + 3) % 10)
    whole = int(value)
    choices = [whole + 1, whole + 2, whole + rng.randint(1, max(3, whole // 3)), whole * 2, whole * 10]
    choices += [
        v for v in (whole - 1, whole - 2, whole // 2, whole - rng.randint(1, max(1, whole // 3)), whole // 10) if v > 0
    ]
    if whole >= 10:
        digits = list(str(whole))
        i = rng.randrange(len(digits))
        digits[i] = str((int(digits[i]) + rng.randint(1, 8)) % 10 or 1)
        choices.append(int("".join(digits)))
    new = rng.choice([c for c in choices if c != whole] or [whole + 1])
    return f"{new:,}" if "," in text or (new >= 10_000 and rng.random() < 0.5) else str(new)


def change_number(text: str, context: Context) -> list[Edit] | None:
    dates = [m.span() for p in (DMY, MDY, PERCENT, MONEY) for m in p.finditer(text)]
    found = [
        m
        for m in NUMBER.finditer(text)
        if not YEAR.fullmatch(m.group()) and not any(a <= m.start() < b for a, b in dates)
    ]
    words = list(NUMBER_WORD.finditer(text))
    if not found and not words:
        return None
    match = context.random.choice(found + words)
    if match in words:
        value = WORD_VALUE[match.group().lower()]
        new = context.random.choice(
            [v for v in (value + 1, value + 2, value - 1, value * 2, value + 10, value + 3) if v > 1 and v != value]
        )
        return [Edit(match.start(), match.end(), like(spell(new) or str(new), match.group()))]
    return [Edit(match.start(), match.end(), other_number(match.group(), context))]


def change_ordinal(text: str, context: Context) -> list[Edit] | None:
    match = pick(re.compile(r"\b(" + "|".join(ORDINALS) + r")\b(?! of all)"), text, context)
    if not match:
        return None
    i = ORDINALS.index(match.group())
    return [
        Edit(
            match.start(),
            match.end(),
            ORDINALS[context.random.choice([j for j in (i - 1, i + 1, i + 2) if 0 <= j < 12])],
        )
    ]


def same_number(text: str, context: Context) -> list[Edit] | None:
    """ "1,000" / "1000" / "one thousand", "five" / "5", "1.5 million" / "1,500,000"."""
    rng = context.random
    scaled = pick(re.compile(r"(?<![\d.,])(\d{1,3}(?:\.\d{1,2})?) (thousand|million|billion)\b"), text, context)
    if scaled and rng.random() < 0.6:
        value = float(scaled.group(1)) * {"thousand": 1e3, "million": 1e6, "billion": 1e9}[scaled.group(2)]
        return [Edit(scaled.start(), scaled.end(), plain(round(value)))]
    dates = [m.span() for p in (DMY, MDY, MONEY) for m in p.finditer(text)]
    found = [
        m
        for m in NUMBER.finditer(text)
        if not YEAR.fullmatch(m.group()) and not any(a <= m.start() < b for a, b in dates)
    ]
    words = list(NUMBER_WORD.finditer(text))
    rng.shuffle(found)
    for match in found + words:
        if match in words:
            if (
                match.group()[0].islower()
                and text[match.end() : match.end() + 9] not in (" hundred", " thousand", " million")
                and not text[: match.start()].endswith("-")
            ):
                return [Edit(match.start(), match.end(), str(WORD_VALUE[match.group().lower()]))]
            continue
        raw = match.group()
        if "." in raw:
            continue
        value = int(raw.replace(",", ""))
        options = [
            o
            for o in (spell(value) if match.start() and value > 1 else None, f"{value:,}", str(value))
            if o and o != raw
        ]
        if value >= 1_000_000 and value % 10_000 == 0:
            options.append(f"{plain(value / 1e6)} million")
        elif value >= 1000 and value % 1000 == 0:
            options.append(f"{value // 1000} thousand")
        if options:
            return [Edit(match.start(), match.end(), rng.choice(options))]
    return None


def bounds(text: str, context: Context) -> tuple[int, int, float, int] | None:
    found = [
        m
        for m in NUMBER.finditer(text)
        if "." not in m.group() and not YEAR.fullmatch(m.group()) and int(m.group().replace(",", "")) >= 20
    ]
    found = [
        m
        for m in found
        if not re.search(
            r"(?:about|around|than|over|nearly|least|most|approximately|under|to|[A-Z]\w+|[$€£#])\s?$",
            text[: m.start()],
        )
    ]
    found = [m for m in found if re.match(r"\s+[a-z%]", text[m.end() :])]
    if not found:
        return None
    match = context.random.choice(found)
    value = int(match.group().replace(",", ""))
    step = 10 ** max(1, len(str(value)) - 2)
    return match.start(), match.end(), value, step


def weaken_bound(text: str, context: Context) -> list[Edit] | None:
    """ "1,987" / "about 2,000", "more than 1,900", "fewer than 2,000", "at least 1,987"."""
    found = bounds(text, context)
    if not found:
        return None
    start, end, value, step = found
    low, high = int(value // step * step), int(-(-value // step) * step)
    options = [f"about {round(value / step) * step:,.0f}", f"at least {value:,}", f"at most {value:,}"]
    if low < value:
        options += [f"more than {low:,}", f"over {low:,}", f"nearly {high:,}", f"fewer than {high:,}"]
    return [Edit(start, end, context.random.choice(options))]


def change_bound(text: str, context: Context) -> list[Edit] | None:
    """A bound that the number breaks."""
    found = bounds(text, context)
    if not found:
        return None
    start, end, value, step = found
    low, high = int(value // step * step), int(value // step * step + step)
    far = round(value / step * context.random.choice((0.6, 0.7, 1.4, 1.7))) * step
    options = [
        f"more than {high:,}",
        f"fewer than {low:,}",
        f"at least {high + step:,}",
        f"about {far:,}",
        f"less than {low:,}",
    ]
    return [Edit(start, end, context.random.choice(options))]
