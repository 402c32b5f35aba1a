"""TeX in titles and names, reduced to the characters it would print. No macro is expanded and nothing is executed."""

from __future__ import annotations

import re
import unicodedata

__all__ = ["without_latex"]

_ACCENTS = {
    '"': "\u0308", "'": "\u0301", "`": "\u0300", "^": "\u0302", "~": "\u0303", "=": "\u0304", ".": "\u0307",
    "u": "\u0306", "v": "\u030c", "H": "\u030b", "c": "\u0327", "k": "\u0328", "r": "\u030a", "d": "\u0323",
    "b": "\u0331",
}  # fmt: skip
_SYMBOLS = {
    "ss": "ß", "o": "ø", "O": "Ø", "l": "ł", "L": "Ł", "ae": "æ", "AE": "Æ", "oe": "œ", "OE": "Œ", "aa": "å",
    "AA": "Å", "i": "i", "j": "j", "alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "epsilon": "ε",
    "varepsilon": "ε", "zeta": "ζ", "eta": "η", "theta": "θ", "iota": "ι", "kappa": "κ", "lambda": "λ", "mu": "μ",
    "nu": "ν", "xi": "ξ", "pi": "π", "rho": "ρ", "sigma": "σ", "tau": "τ", "upsilon": "υ", "phi": "φ",
    "varphi": "φ", "chi": "χ", "psi": "ψ", "omega": "ω", "Gamma": "Γ", "Delta": "Δ", "Theta": "Θ", "Lambda": "Λ",
    "Xi": "Ξ", "Pi": "Π", "Sigma": "Σ", "Phi": "Φ", "Psi": "Ψ", "Omega": "Ω", "times": "×", "textendash": "-",
    "textemdash": "-", "textquoteright": "'", "ldots": "...", "dots": "...",
}  # fmt: skip

_ACCENT_SIGN = re.compile(r"\\([\"'`^~=.])\s?\{?\\?([A-Za-z])\}?")
_ACCENT_NAME = re.compile(r"\\([uvHckrdb])(?:\s?\{\\?([A-Za-z])\}|\s\\?([A-Za-z])(?![A-Za-z]))")
_COMMAND = re.compile(r"\\([A-Za-z]+)\*?\s?(?:\{\})?")
_PUNCTUATION = re.compile(r"\\([&%$#_{} ,;])")
_GROUPING = re.compile(r"[{}$]|\^(?=[{0-9+])|_(?=[{0-9])")


def without_latex(text: str) -> str:
    r"""The text as TeX would print it: accents composed, known symbols in Unicode, other commands and braces gone.

    >>> without_latex(r"G{\"o}del's {\emph{Proof}} of $\beta$-reduction")
    "Gödel's Proof of β-reduction"
    """
    if not any(sign in text for sign in "\\{}$"):
        return text
    text = _ACCENT_SIGN.sub(lambda m: m[2] + _ACCENTS[m[1]], text)
    text = _ACCENT_NAME.sub(lambda m: (m[2] or m[3]) + _ACCENTS[m[1]], text)
    text = _PUNCTUATION.sub(r"\1", text)
    text = _COMMAND.sub(lambda m: _SYMBOLS.get(m[1], ""), text)
    text = _GROUPING.sub("", text).replace("~", " ").replace("---", "-").replace("--", "-")
    return unicodedata.normalize("NFC", text)
