"""Operations on dates: years, months, days, and the forms in which a date is written."""

from __future__ import annotations

from training.synthetic.edits import Context, Edit
from training.synthetic.numbers import pick
from training.synthetic.patterns import DAY, DAYS, DMY, MDY, MONTH, MONTHS, YEAR


def change_year(text: str, context: Context) -> list[Edit] | None:
    match = pick(YEAR, text, context)
    if not match:
        return None
    near = [
        y
        for y in YEAR.findall(context.passage)
        if y != match.group() and abs(int(y) - int(match.group())) < 60 and y not in text
    ]
    if near and context.random.random() < 0.45:
        return [Edit(match.start(), match.end(), context.random.choice(near))]
    step = context.random.choice((-30, -10, -7, -4, -3, -2, -1, 1, 2, 3, 4, 5, 10, 20))
    return [Edit(match.start(), match.end(), str(int(match.group()) + step))]


def change_date(text: str, context: Context) -> list[Edit] | None:
    rng = context.random
    full = [(m, 1, 2) for m in DMY.finditer(text)] + [(m, 2, 1) for m in MDY.finditer(text)]
    if full:
        match, day, month = rng.choice(full)
        if rng.random() < 0.5:
            new = rng.choice([d for d in range(1, 29) if d != int(match.group(day))])
            return [Edit(match.start(day), match.end(day), str(new))]
        return [Edit(match.start(month), match.end(month), rng.choice([m for m in MONTHS if m != match.group(month)]))]
    for pattern, names in ((MONTH, MONTHS), (DAY, DAYS)):
        found = pick(pattern, text, context)
        if found:
            return [Edit(found.start(), found.end(), rng.choice([n for n in names if n != found.group()]))]
    return None


def same_date(text: str, context: Context) -> list[Edit] | None:
    """ "3 May 2011" / "May 3, 2011" / "2011-05-03"."""
    full = [(m, m.group(1), m.group(2), m.group(3)) for m in DMY.finditer(text)] + [
        (m, m.group(2), m.group(1), m.group(3)) for m in MDY.finditer(text)
    ]
    if not full:
        return None
    match, day, month, year = context.random.choice(full)
    forms = [f"{day} {month}" + (f" {year}" if year else ""), f"{month} {day}" + (f", {year}" if year else "")]
    forms.append(f"the {day}th of {month}" + (f" {year}" if year else "") if 4 <= int(day) <= 20 else forms[0])
    if year:
        forms.append(f"{year}-{MONTHS.index(month) + 1:02}-{int(day):02}")
    forms = [f for f in forms if f != match.group()]
    return [Edit(match.start(), match.end(), context.random.choice(forms))]
