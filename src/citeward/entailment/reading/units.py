"""Units of measure and currencies: what a number counts, and what one unit is worth in another."""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["CURRENCIES", "UNITS", "Unit"]


class Unit(NamedTuple):
    """A unit: its dimension, and ``value * factor + shift`` in the base unit of that dimension."""

    name: str
    dimension: str
    factor: float
    shift: float = 0.0


def _table() -> dict[str, Unit]:
    rows: dict[str, tuple[tuple[str, float], ...]] = {
        "length": (
            ("mm millimetre millimetres millimeter millimeters", 0.001),
            ("cm centimetre centimetres centimeter centimeters", 0.01),
            ("metre metres meter meters", 1),
            ("km kilometre kilometres kilometer kilometers", 1000),
            ("inch inches", 0.0254),
            ("ft foot feet", 0.3048),
            ("yd yard yards", 0.9144),
            ("mi mile miles", 1609.344),
            ("nm nanometre nanometres nanometer nanometers", 1e-9),
            ("micron microns micrometre micrometres micrometer micrometers", 1e-6),
        ),
        "mass": (
            ("mg milligram milligrams milligramme milligrammes", 1e-6),
            ("gram grams gramme grammes", 1e-3),
            ("kg kilogram kilograms kilo kilos", 1),
            ("tonne tonnes", 1000),
            ("oz ounce ounces", 0.0283495),
            ("lb lbs pound pounds", 0.453592),
            ("microgram micrograms mcg", 1e-9),
        ),
        "time": (
            ("millisecond milliseconds ms", 0.001),
            ("second seconds sec secs", 1),
            ("minute minutes min mins", 60),
            ("hour hours hr hrs", 3600),
            ("day days", 86400),
            ("week weeks", 604800),
            ("fortnight fortnights", 1209600),
            ("month months", 2629746),
            ("year years yr yrs", 31556952),
            ("decade decades", 315569520),
            ("century centuries", 3155695200),
        ),
        "area": (
            ("hectare hectares ha", 10000),
            ("acre acres", 4046.86),
        ),
        "volume": (
            ("ml millilitre millilitres milliliter milliliters", 0.001),
            ("litre litres liter liters", 1),
            ("gallon gallons", 3.78541),
            ("pint pints", 0.473176),
            ("barrel barrels", 158.987),
        ),
        "power": (
            ("watt watts", 1),
            ("kw kilowatt kilowatts", 1e3),
            ("mw megawatt megawatts", 1e6),
            ("gw gigawatt gigawatts", 1e9),
            ("horsepower", 745.7),
        ),
        "energy": (
            ("kwh", 3.6e6),
            ("mwh", 3.6e9),
            ("gwh", 3.6e12),
            ("twh", 3.6e15),
            ("joule joules", 1),
            ("kilojoule kilojoules kj", 1e3),
            ("kcal kilocalorie kilocalories", 4184),
        ),
        "data": (
            ("kb kilobyte kilobytes", 1e3),
            ("mb megabyte megabytes", 1e6),
            ("gb gigabyte gigabytes", 1e9),
            ("tb terabyte terabytes", 1e12),
        ),
        "frequency": (("hz hertz", 1), ("khz kilohertz", 1e3), ("mhz megahertz", 1e6), ("ghz gigahertz", 1e9)),
        "voltage": (("volt volts", 1), ("kv kilovolt kilovolts", 1e3)),
        "speed": (("mph", 0.44704), ("kph kmh", 0.277778), ("knot knots", 0.514444)),
        "percent": (("% percent pct", 1),),
        "points": (("percentage points", 1),),
    }
    table = {}
    for dimension, units in rows.items():
        for names, factor in units:
            first = names.split()[0]
            table.update({name: Unit(first, dimension, factor) for name in names.split()})
    for name in ("celsius", "centigrade"):
        table[name] = Unit("celsius", "temperature", 1.0)
    table["fahrenheit"] = Unit("fahrenheit", "temperature", 5 / 9, -160 / 9)
    table["kelvin"] = Unit("kelvin", "temperature", 1.0, -273.15)
    del table["percentage"]
    return table


UNITS = _table()
"""By lower-case name. A pound is a mass here; that it may be money is for whoever compares two quantities to allow."""

CURRENCIES = {
    name: code
    for code, names in {
        "USD": "$ usd dollar dollars",
        "EUR": "\u20ac eur euro euros",
        "GBP": "\u00a3 gbp sterling",
        "JPY": "\u00a5 jpy yen",
        "INR": "\u20b9 inr rupee rupees",
        "CHF": "chf franc francs",
        "CNY": "cny rmb yuan renminbi",
        "KRW": "krw",
        "SEK": "sek krona kronor",
        "RUB": "rub rouble roubles ruble rubles",
        "BRL": "brl",
        "MXN": "mxn peso pesos",
    }.items()
    for name in names.split()
}
"""Signs and words to ISO 4217 codes. A dollar is any dollar: texts rarely say whose."""
