"""Text that no chat client, mail client or wiki turns into a link, a mention or a preview.

Exported text leaves our control: a receiving client makes links of bare hosts and fetches them for a preview, which is
how a URL in an answer becomes a request without a click. The marks used are the ones security people write by hand:
``example[.]com``, ``https[:][/]/``, ``name[@]host``. Clients differ in what they take for the beginning of a host, so a
dot is judged by what follows it alone.
"""

from __future__ import annotations

import re
from functools import lru_cache

from citeward.hosts import split_domain

__all__ = ["apply", "defang", "edits"]

_DOTS = ".\u3002\uff0e\uff61\u2024\ufe52"
_STOPS = frozenset("\u3002\uff0e\uff61")
"""Dots of a host to IDNA, full stops to whoever writes Chinese or Japanese, who puts no space behind them."""
_MARKS = (
    "\u0300-\u036f\u0483-\u0487\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06ed\u0900-\u0963\u0966-\u0df3"
    "\u0e31-\u0e4e\u0eb1-\u0ecd\u0f18-\u0fbc\u102b-\u103e\u17b4-\u17d3\u200c\u200d"
)
_LABEL = rf"[^\W_](?:[^\W_]|[{_MARKS}])*"
"""A label of a host. Vowel signs and joiners are no letters to ``re``, and half of every label of India."""
_CANDIDATE = re.compile(rf"[:@\uff20\ufe6b{_DOTS}]|//|<[!#@]|\[\[")
_DOT = re.compile(rf"(?<=\S)[{_DOTS}](?=({_LABEL}(?:-+{_LABEL})*))|^[{_DOTS}](?=({_LABEL}))")
_ADDRESS = re.compile(rf"\d{{1,3}}(?:[{_DOTS}]\d{{1,3}}){{3}}")
_WWW = re.compile(rf"(?i:www)([{_DOTS}])")
_COLON = re.compile(r":(?=[/\\]{1,2}\S)")
_SLASHES = re.compile(r"(?<!/)/(?=/[^\s/])")
_SCHEMES = re.compile(
    r"\b(?:mailto|tel|sms|xmpp|sip|sips|magnet|callto|skype|geo|bitcoin|javascript|vbscript|data|file|urn|news|irc)"
    r"(:)(?=\S)",
    re.IGNORECASE,
)
_AT = re.compile(r"[@\uff20\ufe6b](?=\S)")
_SLACK = re.compile(r"<(?=[!#@])")
_WIKI = re.compile(r"\[(?=\[(?![^\[\]\n]{0,80}\],\s?\[))")
"""Not a list of lists: the name in a link of a wiki holds no brackets."""
_NEVER_PUBLIC = frozenset(
    {"alt", "arpa", "corp", "example", "home", "internal", "intranet", "invalid", "lan", "local", "localhost", "onion"}
    | {"private", "test"}
)


def defang(text: str, *, code: bool = False) -> str:
    """``text`` with everything taken apart that would be made a link or a mention.

    Args:
        text: visible characters.
        code: True where the receiving client shows code as code: mentions are left alone there.

    >>> defang("See https://evil.example/x or ask @channel, a@b.org; README.md, Node.js, 3.5 and e.g. this.")
    'See https[:][/]/evil[.]example/x or ask [@]channel, a[@]b[.]org; README[.]md, Node.js, 3.5 and e.g. this.'
    """
    return apply(text, 0, edits(text, code=code))


def apply(text: str, at: int, changes: list[tuple[int, int, str]]) -> str:
    """``text`` with the changes that fall into it, where it begins at ``at`` of what they were found in."""
    pieces: list[str] = []
    done = 0
    for start, end, new in changes:
        if at <= start and end <= at + len(text) and start - at >= done:
            pieces += (text[done : start - at], new)
            done = end - at
    return "".join((*pieces, text[done:])) if pieces else text


def edits(text: str, *, code: bool = False) -> list[tuple[int, int, str]]:
    """The replacements :func:`defang` makes, as ``(start, end, new)``, ascending and disjoint. Linear."""
    if _CANDIDATE.search(text) is None:
        return []
    found: dict[int, str] = {}
    following = -1
    for match in reversed(list(_DOT.finditer(text))):
        label = match.group(1) or match.group(2)
        # A host is taken apart at every dot: half of it can be a host as well.
        stop = match.group() in _STOPS
        if match.end() + len(label) == following or _may_follow(label, text[match.end() : match.end() + 66], stop):
            found[match.start()] = "[.]"
            following = match.start()
    for match in _ADDRESS.finditer(text):
        found |= {at: "[.]" for at in range(*match.span()) if text[at] in _DOTS}
    found |= {match.start(1): "[.]" for match in _WWW.finditer(text)}
    found |= {match.start(): "[:]" for match in _COLON.finditer(text)}
    found |= {match.start(1): "[:]" for match in _SCHEMES.finditer(text)}
    found |= {match.start(): "[/]" for match in _SLASHES.finditer(text)}
    if not code:
        for pattern, new in ((_AT, "[@]"), (_SLACK, "< "), (_WIKI, "[ ")):
            found |= {match.start(): new for match in pattern.finditer(text)}
    return [(start, start + 1, found[start]) for start in sorted(found)]


def _may_follow(label: str, after: str, stop: bool) -> bool:
    """Whether a client could take what follows a dot for the end of a host: a suffix, or anything with a path.

    Behind a full stop that may end a sentence, a word of another script has to be a suffix that there is.
    """
    first = re.split("-", label, maxsplit=1)[0]
    if stop and not label.isascii() and not _is_known(label):
        return False
    if _is_suffix(label.casefold()) or _is_suffix(first.casefold()):
        return True
    rest = after[len(label) : len(label) + 2]
    return rest[:1] in ("/", "\\", ":") and len(rest) > 1 and not rest[1].isspace() and not label.isdigit()


@lru_cache(maxsize=4096)
def _is_known(label: str) -> bool:
    return bool(split_domain(f"x.{label}").suffix)


@lru_cache(maxsize=4096)
def _is_suffix(label: str) -> bool:
    if label.isdigit() or len(label) > 63:
        return False
    if not label.isascii():
        return len(label) > 1
    return label in _NEVER_PUBLIC or label.startswith("xn--") or _is_known(label)
