"""Characters that pass for a Latin letter, a digit or a hyphen in a host name.

Our own table, in the spirit of UTS 39 section 4. Only base characters that IDNA 2008 admits are listed: marks are
stripped first, and Latin letters that carry their base letter in their Unicode name ("D WITH STROKE", "SMALL CAPITAL
R", "DOTLESS I") are derived from that name (see `skeleton`). Rows read: Latin form, then what passes for it.
"""

from __future__ import annotations

_TWINS: tuple[tuple[str, str], ...] = (
    # Cyrillic
    ("a", "а"), ("b", "ь"), ("c", "с"), ("d", "ԁ"), ("e", "еҽ"), ("g", "ԍ"), ("h", "һ"), ("i", "іꙇ"), ("j", "ј"),
    ("k", "к"), ("l", "ӏ"), ("m", "м"), ("o", "о"), ("p", "р"), ("q", "ԛ"), ("r", "г"), ("s", "ѕ"), ("t", "т"),
    ("u", "џ"), ("v", "ѵ"), ("w", "ԝѡ"), ("x", "х"), ("y", "уү"), ("3", "зӡ"),
    # Greek and Coptic
    ("a", "α"), ("i", "ι"), ("k", "κ"), ("n", "η"), ("o", "οσ"), ("p", "ρ"), ("t", "τ"), ("u", "υ"), ("v", "ν"),
    ("w", "ω"), ("x", "χ"), ("y", "γ"), ("j", "ϳ"), ("c", "ͻⲥ"), ("o", "ⲟ"), ("p", "ⲣ"), ("i", "ⲓ"), ("k", "ⲕ"),
    ("m", "ⲙ"), ("x", "ⲭ"),
    # Armenian, Georgian
    ("o", "օ"), ("n", "ռո"), ("u", "ս"), ("h", "հ"), ("g", "ց"), ("q", "զգ"), ("j", "յ"), ("f", "ք"), ("l", "լ"),
    ("d", "ժ"), ("o", "ჿ"), ("y", "ყ"),
    # Lisu and Cherokee, whose letters are Latin capitals in shape
    ("a", "ꓮ"), ("b", "ꓐ"), ("c", "ꓚ"), ("d", "ꓓ"), ("e", "ꓰ"), ("f", "ꓝ"), ("g", "ꓖ"), ("h", "ꓧ"), ("i", "ꓲ"),
    ("j", "ꓙ"), ("k", "ꓗ"), ("l", "ꓡ"), ("m", "ꓟ"), ("n", "ꓠ"), ("o", "ꓳ"), ("p", "ꓑ"), ("r", "ꓣ"), ("s", "ꓢ"),
    ("t", "ꓔ"), ("u", "ꓴ"), ("v", "ꓦ"), ("w", "ꓪ"), ("x", "ꓫ"), ("y", "ꓬ"), ("z", "ꓜ"), ("a", "Ꭺ"), ("b", "ᏴᏏ"),
    ("c", "Ꮯ"), ("d", "Ꭰ"), ("e", "Ꭼ"), ("g", "Ᏻ"), ("h", "Ꮋ"), ("i", "Ꭵ"), ("j", "Ꭻ"), ("k", "Ꮶ"), ("l", "Ꮮ"),
    ("m", "Ꮇ"), ("p", "Ꮲ"), ("r", "ᎡᏒ"), ("s", "Ꮪ"), ("t", "Ꭲ"), ("v", "Ꮩ"), ("w", "ᎳᏔ"), ("y", "Ꭹ"), ("z", "Ꮓ"),
    # Hebrew, Arabic and their digits; round letters and zeros of southern Asia and Ethiopia; ideographs
    ("l", "וןا"), ("o", "סهة٥۵"), ("v", "ט٧۷"), ("1", "١۱"), ("9", "٩۹"), ("o", "०০੦૦୦௦౦೦൦๐໐၀០ഠဝଠዐ口〇"), ("-", "ー一"),
)  # fmt: skip

_NEAR: tuple[tuple[str, str], ...] = (
    # Cyrillic and Greek
    ("a", "ӕ"), ("b", "вѣҍъꙏβ"), ("c", "єҁςↄ"), ("d", "δძ"), ("e", "эәε"), ("f", "ғϝ"), ("h", "нћђњ"), ("m", "ϻო"),
    ("n", "пилπ"), ("o", "өѳѻꙩθφф"), ("p", "ҏϸϼ"), ("r", "яᴦ"), ("s", "ꙅꙃ"), ("t", "ҭ"), ("u", "цμ"), ("w", "шщψ"),
    ("x", "жҳ"), ("y", "λ"), ("z", "ζ"), ("3", "ꙁ"), ("4", "ч"), ("6", "б"),
    # Armenian
    ("h", "ի"), ("n", "ղդըն"), ("p", "թփ"), ("r", "ր"), ("s", "տ"), ("t", "ե"), ("w", "ապ"),
    # Latin letters whose names do not carry their shape
    ("b", "ßƅ"), ("c", "ɕ"), ("d", "ð"), ("e", "ə"), ("f", "ʃ"), ("g", "ɣ"), ("i", "ɩ"), ("l", "ǀ"), ("o", "ɸ"),
    ("p", "þ"), ("s", "ƨ"), ("v", "ʌ"), ("w", "ɯ"), ("2", "ƻ"), ("3", "ʒɜ"), ("5", "ƽ"), ("7", "ʔ"),
)  # fmt: skip

TWINS: dict[str, str] = {other: letter for letter, others in _TWINS for other in others}
"""Character to the Latin letter, digit or hyphen it cannot be told from."""

CONFUSABLE: dict[str, str] = {other: letter for letter, others in _NEAR for other in others} | TWINS
"""Twins, and characters a reader who expects a known name takes for the Latin ones."""

SEQUENCES: tuple[tuple[str, str], ...] = (("rn", "m"), ("nn", "m"), ("vv", "w"), ("uu", "w"), ("cl", "d"), ("lc", "k"))
"""Letter pairs that pass for one letter in a proportional face, in the order they are replaced."""

SAME_SHAPE = str.maketrans({"1": "l", "i": "l", "0": "o"})
"""ASCII characters that are one shape in common faces."""

NEAR_SHAPE = str.maketrans({
    "v": "u", "d": "b", "6": "b", "8": "b", "q": "g", "9": "g", "n": "m", "r": "m", "h": "b",
    "3": "e", "c": "e", "4": "a", "5": "s", "7": "t", "2": "z", "j": "l",
})  # fmt: skip
"""ASCII characters that are alike but can be told apart: used for long names, and for a few positions only."""
