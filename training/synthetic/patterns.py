"""How numbers, dates and amounts look: word lists and patterns that the value operations share."""

from __future__ import annotations

import re

from citeward.entailment.wordlist import listed

ONES = listed(
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
    "seventeen eighteen nineteen"
)
TENS = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
WORD_VALUE = {word: i for i, word in enumerate(ONES)} | {word: 20 + 10 * i for i, word in enumerate(TENS)}
ORDINALS = listed("first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth")
MONTHS = listed("January February March April May June July August September October November December")
DAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
NUMBER = re.compile(
    r"(?<![\w.,/–-])\d{1,3}(?:,\d{3})+(?:\.\d+)?(?![\w–-])|(?<![\w.,/:–-])\d+(?:\.\d+)?(?![\w/:–-]|[.,]\d)"
)
NUMBER_WORD = re.compile(r"\b(?:" + "|".join([*ONES[2:], *TENS]) + r")\b(?!-)", re.I)
YEAR = re.compile(r"(?<![\d,.-])(1[1-9]\d\d|20[0-4]\d)(?![\d,]\d|\d|%)")
MONTH = re.compile(r"\b(" + "|".join(m for m in MONTHS if m != "May") + r"|(?<=in )May|May(?= \d))\b")
DAY = re.compile(r"\b(" + "|".join(DAYS) + r")\b")
DMY = re.compile(r"\b(\d{1,2}) (" + "|".join(MONTHS) + r")(?:,? (\d{4}))?\b")
MDY = re.compile(r"\b(" + "|".join(MONTHS) + r") (\d{1,2})(?:st|nd|rd|th)?(?:, (\d{4}))?\b(?!\d)")
PERCENT = re.compile(r"(\d+(?:\.\d+)?)\s?(%|percent|per cent)")
MONEY = re.compile(r"([$€£])\s?(\d[\d,.]*\d|\d)(\s(?:thousand|million|billion|trillion))?")
SCALE = re.compile(r"\b(thousand|million|billion|trillion)\b")
