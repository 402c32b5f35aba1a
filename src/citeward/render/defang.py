"""Text that no chat client, mail client or wiki turns into a link, a mention or a preview.

Exported text leaves our control: a receiving client makes links of bare hosts and fetches them for a preview, which is
how a URL in an answer becomes a request without a click. The marks used are the ones security people write by hand:
``example[.]com``, ``https[:]//``, ``name[@]host``.
"""

from __future__ import annotations

import re
from functools import lru_cache

from citeward.hosts import split_domain

__all__ = ["defang", "edits"]

_DOTS = ".\u3002\uff0e\uff61\u2024\ufe52"
_CANDIDATE = re.compile(rf"[:@{_DOTS}]|<[!#@]|\[\[")
_COLON = re.compile(r":(?=[/\\]{1,2}\S)")
_SCHEMES = re.compile(
    r"\b(?:mailto|tel|sms|xmpp|sip|sips|magnet|callto|skype|geo|bitcoin|javascript|vbscript|data|file|urn|news|irc)"
    r"(:)(?=\S)",
    re.IGNORECASE,
)
_AT = re.compile(r"[@\uff20\ufe6b](?=\w)")
_HOST = re.compile(rf"(?<![\w-])[^\W_](?:[\w-]{{0,62}})(?:[{_DOTS}][^\W_][\w-]{{0,62}})+")
_DOT = re.compile(f"[{_DOTS}]")
_SLACK = re.compile(r"<(?=[!#@])")
_WIKI = re.compile(r"\[(?=\[)")
_ADDRESS = re.compile(r"\d{1,3}(?:\.\d{1,3}){3}")
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
    'See https[:]//evil[.]example/x or ask [@]channel, a[@]b[.]org; README[.]md, Node.js, 3.5 and e.g. this.'
    """
    pieces: list[str] = []
    done = 0
    for start, end, new in edits(text, code=code):
        pieces += (text[done:start], new)
        done = end
    return "".join((*pieces, text[done:])) if pieces else text


def edits(text: str, *, code: bool = False) -> list[tuple[int, int, str]]:
    """The replacements :func:`defang` makes, as ``(start, end, new)``, ascending and disjoint. Linear."""
    if _CANDIDATE.search(text) is None:
        return []
    found: dict[int, tuple[int, str]] = {}
    for match in _COLON.finditer(text):
        found[match.start()] = (match.end(), "[:]")
    for match in _SCHEMES.finditer(text):
        found[match.start(1)] = (match.end(1), "[:]")
    for match in _HOST.finditer(text):
        if _is_host(match.group(), text[match.end() : match.end() + 2]):
            for dot in _DOT.finditer(text, *match.span()):
                found[dot.start()] = (dot.end(), "[.]")
    if not code:
        for pattern, new in ((_AT, "[@]"), (_SLACK, "< "), (_WIKI, "[ ")):
            for match in pattern.finditer(text):
                found[match.start()] = (match.end(), new)
    return [(start, *found[start]) for start in sorted(found)]


def _is_host(token: str, after: str) -> bool:
    """Whether a client could take a dotted token for a host: by its last label, or by the path or port behind it."""
    labels = _DOT.split(token)
    last = labels[-1]
    if _ADDRESS.fullmatch(token):
        return True
    if after[:1] in "/\\:" and after[:1] and len(after) > 1 and not after[1].isspace() and not last.isdigit():
        return True
    return not last[:1].isdigit() and _is_suffix(last.casefold())


@lru_cache(maxsize=4096)
def _is_suffix(label: str) -> bool:
    if not label.isascii():
        return len(label) > 1
    return label in _NEVER_PUBLIC or label.startswith("xn--") or bool(split_domain(f"x.{label}").suffix)
