"""How a host is shown to a reader (UTS 39 section 5, RFC 5890): Unicode only where it cannot pass for something
else."""

from __future__ import annotations

import unicodedata

from .skeleton import passes_for_latin

# unicodedata has no Script property; the first word of a character's name is its script for every script IDNA admits,
# apart from these spellings of the three scripts Japanese is written in.
_JAPANESE = frozenset({"CJK", "HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA", "IDEOGRAPHIC"})
_COMMON = frozenset({"DIGIT", "HYPHEN-MINUS", "COMBINING", "MIDDLE"})


def display_host(host: str) -> str:
    """The form of a canonical ASCII host that may be shown.

    The ASCII form stays when a label mixes scripts, when labels are of different non-Latin scripts, when a label is
    written wholly in look-alikes of Latin letters, or when only part of the name runs right to left. Digits and
    hyphens belong to every script; Han, Hiragana and Katakana count as one.
    """
    if "xn--" not in host:
        return host
    import idna

    try:
        labels = [idna.ulabel(label) if label.startswith("xn--") else label for label in host.split(".")]
    except (idna.IDNAError, UnicodeError):
        return host
    foreign = set()
    for label in labels:
        scripts = _scripts(label)
        if len(scripts) > 1 or passes_for_latin(label):
            return host
        foreign |= scripts - {"LATIN"}
    right_to_left = [_is_right_to_left(label) for label in labels]
    if len(foreign) > 1 or (any(right_to_left) and not all(right_to_left)):
        return host
    return ".".join(labels)


def _scripts(label: str) -> set[str]:
    words = {unicodedata.name(c, "UNNAMED").split(" ", 1)[0] for c in label} - _COMMON
    return {"JAPANESE" if word in _JAPANESE else word for word in words}


def _is_right_to_left(label: str) -> bool:
    return any(unicodedata.bidirectional(c) in ("R", "AL") for c in label)
