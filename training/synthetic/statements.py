"""Statements of our own (statements.txt) with typed slots: rules, reports, manuals, records, in several wordings.

Every wording of an entry says the same. ``weaker`` follows from each wording; ``wrong`` follows from none, though it
uses the same words. Filling one slot differently makes a false claim whose wrong characters are known.
"""

from __future__ import annotations

import random
import re
from dataclasses import dataclass
from pathlib import Path

from citeward.entailment.wordlist import listed
from training.synthetic.edits import Span
from training.synthetic.numbers import plain
from training.synthetic.patterns import MONTHS


@dataclass(frozen=True, slots=True)
class Statement:
    forms: tuple[str, ...]
    weaker: tuple[str, ...] = ()
    wrong: tuple[str, ...] = ()


def read(text: str) -> list[Statement]:
    """The blocks of statements.txt, in order."""
    blocks = [block.splitlines() for block in text.split("\n\n")]
    kinds = [[tuple(line[2:] for line in block if line[0] == mark) for mark in "=>!"] for block in blocks]
    return [Statement(*kind) for kind in kinds if kind[0]]


STATEMENTS = read(Path(__file__).with_name("statements.txt").read_text(encoding="utf-8"))
FIRST = listed(
    "Anna Marco Priya Lena Tomas Grace Idris Mei Hannah Oskar Nadia Paul Rosa Victor Amina Joel Clara Samuel Ines "
    "Kofi Yuki Dmitri Elena Hugo"
)
LAST = listed(
    "Berg Okafor Tanaka Silva Novak Hart Rossi Lindqvist Mensah Keller Dubois Park Moreau Singh Castillo Walsh "
    "Petrov Haddad Baker Lund Ortega Fischer Khan Doyle"
)
FIRMS = listed(
    "Norvale Arbex Tillmark Quantora Helvion Brightmoor Castellan Dunmere Orbis Pellworth Sandrift Verity Kestrel "
    "Lumina Marrow Glenfirth"
)
KINDS = listed("Energy Foods Bank Systems Airlines Pharma Logistics Media Motors Textiles Insurance Software")
CITIES = listed(
    "Lyon Bergen Porto Graz Leeds Turin Malmo Bilbao Ghent Basel Cork Utrecht Aarhus Split Tampere Denver Austin "
    "Perth Osaka Quito"
)
COUNTRIES = listed("Norway Portugal Kenya Chile Japan Canada Greece Vietnam Poland Morocco Peru Ireland Finland Ghana")
RIVERS = ["Alder", "Tamsin", "Orley", "Brent", "Velm", "Isk", "Carrow", "Dove", "Marl", "Senne"]
PRODUCTS = [
    "headphones",
    "laptops",
    "bicycles",
    "coffee machines",
    "winter coats",
    "electric cars",
    "printers",
    "solar panels",
    "watches",
    "tents",
]
DRUGS = ["veltarin", "Norafen", "the vaccine", "ibuprofen", "metformin", "Calidrex", "aspirin"]
FOODS = ["red meat", "sugar", "coffee", "salt", "alcohol", "butter", "fish oil"]
JOBS = [
    "chairman",
    "chief executive",
    "director",
    "treasurer",
    "judge",
    "teacher",
    "journalist",
    "engineer",
    "manager",
    "spokesman",
    "editor",
]
SLOT = re.compile(r"\{(\w+)\}")


def values(rng: random.Random) -> dict[str, str]:
    """One value for every slot type; twins (n, n2; p, q; ...) differ."""
    city, country = rng.sample(CITIES, 2), rng.sample(COUNTRIES, 2)
    firms = [f"{name} {rng.choice(KINDS)}" for name in rng.sample(FIRMS, 2)]
    last = rng.sample(LAST, 2)
    small = rng.sample(range(2, 31), 2)
    share = rng.sample(range(3, 98), 2)
    month = rng.choice(MONTHS)
    day = rng.randint(1, 28)
    year = rng.randint(1950, 2025)
    big = rng.choice(
        (rng.randint(100, 999), rng.randint(1, 99) * 1000, rng.randint(1000, 99999), rng.randint(1, 9) * 100)
    )
    return {
        "n": str(small[0]),
        "n2": str(small[1]),
        "pct": str(share[0]),
        "pct2": str(share[1]),
        "m1": plain(rng.choice((rng.randint(2, 900), rng.randint(11, 99) / 10))),
        "big": rng.choice((plain(big), plain(big), str(big))),
        "y": str(year),
        "m": month,
        "d": rng.choice((f"{day} {month} {year}", f"{month} {day}, {year}", f"{day} {month}")),
        "p": f"{rng.choice(FIRST)} {last[0]}",
        "q": f"{rng.choice(FIRST)} {last[1]}",
        "c": firms[0],
        "c2": firms[1],
        "city": city[0],
        "city2": city[1],
        "country": country[0],
        "country2": country[1],
        "river": rng.choice(RIVERS),
        "product": rng.choice(PRODUCTS),
        "drug": rng.choice(DRUGS),
        "food": rng.choice(FOODS),
        "role": rng.choice(JOBS),
        "ord": rng.choice(["second", "third", "fourth", "fifth", "sixth"]),
    }


def fill(form: str, slots: dict[str, str], changed: str | None = None) -> tuple[str, tuple[Span, ...]]:
    """The form with its slots filled, and the spans of slot ``changed``."""
    out, spans, at, length = [], [], 0, 0
    for match in SLOT.finditer(form):
        piece = form[at : match.start()]
        value = slots[match.group(1)]
        length += len(piece)
        if match.group(1) == changed:
            spans.append((length, length + len(value)))
        out += [piece, value]
        length += len(value)
        at = match.end()
    text = "".join([*out, form[at:]])
    return text[0].upper() + text[1:], tuple(spans)
