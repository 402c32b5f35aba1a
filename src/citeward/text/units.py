"""Units, currencies and scale words: what a number must not be parted from."""

from __future__ import annotations

import re

_SYMBOLS = """
m mm cm dm km nm µm μm um ft yd mi g kg mg µg μg ug ng pg t lb lbs oz l ml cl dl µl μl s ms ns µs μs h hr hrs min mins
d w kw mw gw kwh mwh gwh wh v mv kv ma k c f j kj mj n kn pa kpa mpa hpa bar mbar psi hz khz mhz ghz mol mmol µmol
db ppm ppb kb mb gb tb pb kib mib gib tib bit bits byte bytes kbps mbps gbps kcal cal rpm mph kph kmh eV kev mev gev
ha bps bp bn tn mn mio mrd mia iu sq
"""
_WORDS = """
percent pct percentage percentile prozent pourcent prozentpunkte hundred thousand million millions billion billions
trillion trillions quadrillion dozen hundreds thousands crore lakh tausend millionen milliarde milliarden mille milliard
milliards millones millón mil milhões milhão bilhões milioni miliardi miljoen miljard тысяч тысячи миллион миллиона
миллионов млн млрд тыс миллиард миллиарда миллиардов процент процента процентов
degrees degree celsius fahrenheit kelvin points point basis
dollar dollars euro euros pound pounds yen yuan rupee rupees franc francs cents cent pence ruble rubles рублей руб
usd eur gbp chf jpy cny inr aud cad sek nok dkk pln krw rub brl zar
meter meters metre metres kilometer kilometers kilometre kilometres centimeter centimeters millimeter millimeters mile
miles foot feet inch inches yard yards acre acres hectare hectares gram grams kilogram kilograms milligram milligrams
microgram micrograms tonne tonnes ton tons ounce ounces liter liters litre litres milliliter milliliters gallon gallons
second seconds minute minutes hour hours day days week weeks month months year years decade decades century centuries
watt watts volt volts hertz joule joules calorie calories
tage tagen tag wochen monate monaten jahre jahren stunden minuten sekunden jours jour mois ans années semaines heures
días dias meses mes años horas giorni mesi anni ore dagen weken maanden jaar uur дней дня месяцев лет года часов
times fold
"""
_CURRENCY_WORDS = "usd eur gbp chf jpy cny inr aud cad sek nok dkk pln krw rub brl zar rs"
_NUMBERS = """
one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen
nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred thousand million half several few
ein eine zwei drei vier fünf sechs sieben acht neun zehn deux trois quatre cinq six sept huit neuf dix
dos tres cuatro cinco seis siete ocho nueve diez
"""
_SCALES = """
hundred thousand million millions billion billions trillion trillions dozen percent percentage per crore lakh
hundert tausend millionen milliarden prozent cent mille millón millones milliards cien mil
"""
NUMBERS = frozenset(_NUMBERS.split())
SCALES = frozenset(_SCALES.split())
"""Words that multiply the number before them, in letters or digits."""
SYMBOL_UNITS = frozenset(_SYMBOLS.split())
UNITS = SYMBOL_UNITS | frozenset(_WORDS.split())
CURRENCIES = frozenset(_CURRENCY_WORDS.split())
UNIT_MARKS = "%‰‱°′″℃℉¢٪％½¼¾⅓⅔⅛"
"""Marks that make a number another number when they are left off after it."""
CJK_UNITS = (
    "年月日天周週时時分秒人元円圓圆万萬億亿千百十兆割倍歳岁個个名件条條章节節項项号號回度"
    "년월일시간분초원명만억천백십조개회세"
)
"""Counters and scale characters that follow a number directly."""

_NUMBER_WITH_UNIT = re.compile(r"\d[\d.,]*[ \xa0\u202f\u2009]?([A-Za-zµμ]{1,5})\b")
_BY_CASE = frozenset("bgkmpstcfdv")


def _tells_by_case(unit: str) -> bool:
    folded = unit.lower()
    return folded in SYMBOL_UNITS and (folded in _BY_CASE or folded[0] in "mp" or "b" in folded or folded[0] == "g")


def units_differ_by_case(old: str, new: str) -> bool:
    """Whether a unit after a number changes its meaning by case: "5 mW" and "5 MW", "8 Mb" and "8 MB"."""
    first, second = _NUMBER_WITH_UNIT.findall(old), _NUMBER_WITH_UNIT.findall(new)
    return any(a != b and a.lower() == b.lower() and _tells_by_case(a) for a, b in zip(first, second, strict=False))
