"""The words of a block that is still being written, as plain text: a preview that can never show what is not granted.

The text is let through word by word and held back from whatever could still become something else: a bracket, an
image, a tag, an entity, code, a provider's own marker, an address. What resolves into a marker, a link or markup is
taken out; what resolves into nothing within :data:`HELD` code points is let through as the characters it is. The
preview grants nothing and is replaced by the block itself, so it may differ from it; it may not run ahead of it.

Linear in what is fed: every character is looked at a bounded number of times.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from html import unescape

from citeward.parse import BRACKETS, LONGEST, SIGNS, Grammar, Names, clean
from citeward.render import defang, labels

__all__ = ["HELD", "Tail"]

HELD = LONGEST
"""Code points held back at most: the longest marker there is."""

_REMOVED = f"\u27e6{labels.LINK_REMOVED}\u27e7"
_OURS = str.maketrans({"\u27e6": "[", "\u27e7": "]"})
# Judged by what stands behind them, so not at a cut: joiners, selectors, tags, halves of a pair, half a line end.
_UNSETTLED = re.compile("[\r\u200c\u200d\ufe00-\ufe0f\U000e0000-\U000e01ef\ud800-\udfff]{1,64}\\Z")
_OTHERS = "".join(opener for opener in BRACKETS if opener != "[")
_SPECIAL = re.compile(f"[\\[\\]!<&`\\\\{re.escape(_OTHERS + SIGNS)}\ue000-\uf8ff]")
_ENDS = "\\s\u3001\u3002\uff01\uff0c\uff1a\uff1b\uff1f\u300c\u300d"
_WORD_END = re.compile(f"[{_ENDS}]")
_LAST_WORD_END = re.compile(f".*[{_ENDS}]", re.DOTALL)
_LINK_END = re.compile(r"[)\n]")
_ADDRESS = re.compile(
    r"[A-Za-z][A-Za-z0-9+.-]{0,30}:[/\\]|[/\\]{2}|www\.|(?:mailto|javascript|data|tel):", re.IGNORECASE
)
_ADDRESSES = re.compile(rf"(?i)(?:{_ADDRESS.pattern})[^{_ENDS}]*")
_MARKUP = re.compile(r"\*+(?=\S)|(?<=\S)\*+|~~|^[ \t]{0,3}#{1,6}[ \t]+", re.MULTILINE)
_BRACKET = re.compile(rf"\[[^\[\]\n]{{0,{LONGEST - 2}}}\]")
_NO_BRACKET = re.compile(rf"[^\[\]\n]{{0,{LONGEST - 2}}}[\[\n]")
_TAG = re.compile(r"<[^<>\n]{0,62}>")
_NO_TAG = re.compile(r"<(?:\s|[^<>\n]{0,62}[<\n])")
_ENTITY = re.compile(r"&#?\w{1,32};")
_ENTITY_BEGUN = re.compile(r"&(?:#?\w{0,32})?\Z")
_CODE = re.compile(r"(`+)(?!`)([^`\n]{0,60})\1(?!`)")
_FENCE = re.compile(r"`{3,}[^`\n]{0,60}\n")
_CITE_BEGUN = re.compile(
    r"\\(?:[A-Za-z]{0,6}|[A-Za-z]{0,6}[Cc]ite[a-z]{0,8}\*?(?:\[[^\[\]\n]{0,40}\]?){0,2}(?:\{[^{}\n]{0,60})?)\Z"
)
_CLOSED = {
    opener: re.compile(f"[^\\n{re.escape(opener + bracket.closer)}]{{0,{LONGEST - 2}}}{re.escape(bracket.closer)}")
    for opener, bracket in BRACKETS.items()
}
_BROKEN = {
    opener: re.compile(f"[^\\n{re.escape(opener + bracket.closer)}]{{0,{LONGEST - 2}}}[\\n{re.escape(opener)}]")
    for opener, bracket in BRACKETS.items()
}
_PRIVATE = re.compile("[\ue000-\uf8ff]\\S{0,62}(?=\\s)")
_IS_PRIVATE = re.compile("[\ue000-\uf8ff]")
_MARKS = re.compile(f"[\\[\\]{re.escape(_OTHERS + SIGNS)}]")
_DATA = ("<CITATIONS", "<<<CITATION")
_BEFORE_IMAGE = " \t\n([{"
_EDGE = 8
"""Code points of what was shown that a mark could still be stacked upon."""


class Tail:
    """Feeds on the open block and gives out its words.

    Args:
        names: what the evidence may be called by, so that a marker of any shape is known for one.
    """

    def __init__(self, names: Names | Iterable[str] = ()) -> None:
        self._grammar = Grammar(Names.of(names))
        self._clear()

    def _clear(self) -> None:
        self._raw = ""
        self._held = ""
        self._word = ""
        self._edge = ""
        self._last = "\n"
        self._skip: re.Pattern[str] | None = None
        self._over = False

    def restart(self, text: str = "") -> str:
        """Begins anew with the next block, of which this much has been written."""
        self._clear()
        return self.feed(text)

    def feed(self, text: str) -> str:
        """Takes the next piece and returns the words it adds to what is shown."""
        if self._over:
            return ""
        raw = self._raw + text
        unsettled = _UNSETTLED.search(raw, max(0, len(raw) - HELD))
        at = unsettled.start() if unsettled else len(raw)
        self._raw = raw[at:]
        self._held += clean(raw[:at]).text
        shown = "".join(self._words())
        # Marks of one letter may have come in several pieces: the limit on their stack holds across them.
        whole = clean(self._edge + shown).text
        shown = whole[len(self._edge) :]
        self._edge = whole[-_EDGE:]
        return shown

    # -- words --------------------------------------------------------------------------------------------------

    def _words(self) -> Iterator[str]:
        """The words that are complete, each taken apart where a client could make a link of it."""
        held, done = self._held, 0
        while done < len(held) and not self._over:
            step = self._step(held, done)
            if step is None:
                break
            resolved, end = step
            self._last = held[end - 1] if end > done else self._last
            done = end
            self._word += resolved
            ends = _LAST_WORD_END.match(self._word)
            complete = ends.end() if ends else 0
            if len(self._word) - complete > HELD:
                if _ADDRESS.search(self._word, complete):
                    self._skip = _WORD_END
                complete = len(self._word)
            if complete:
                yield self._shown(self._word[:complete])
                self._word = self._word[complete:]
        self._held = held[done:]

    def _shown(self, text: str) -> str:
        return defang(_ADDRESSES.sub(_REMOVED, _MARKUP.sub("", text.translate(_OURS))))

    def _step(self, held: str, at: int) -> tuple[str, int] | None:
        """What the next piece reads as and where it ends; None while it could still become something else."""
        if self._skip is not None:
            end = self._skip.search(held, at)
            if end is None:
                return "", len(held)
            self._skip = None
            return "", end.end() if end.group() == ")" else end.start()
        if _SPECIAL.match(held, at) is None:
            special = _SPECIAL.search(held, at, at + HELD)
            ended = _WORD_END.search(held, at, at + HELD)
            stop = min(at + HELD, len(held))
            stop = min(stop, special.start()) if special else stop
            stop = min(stop, ended.end()) if ended else stop
            return held[at:stop], stop
        found = self._resolved(held[at], held, at)
        if found is None and len(held) - at > HELD:
            return held[at], at + 1  # past the cap it is what it looks like, and grants nothing
        return found

    # -- what could be something else ---------------------------------------------------------------------------

    def _resolved(self, char: str, held: str, at: int) -> tuple[str, int] | None:
        match char:
            case "[":
                return self._bracket(held, at)
            case "]":
                return self._closing(held, at)
            case "!":
                return self._exclamation(held, at)
            case "<":
                return self._tag(held, at)
            case "&":
                return self._entity(held, at)
            case "`":
                return self._code(held, at)
            case "\\":
                return self._backslash(held, at)
        if char in BRACKETS:
            return self._other_bracket(char, held, at)
        private = _PRIVATE.match(held, at)
        if private is not None:
            return "", private.end()
        if char in SIGNS and not _IS_PRIVATE.match(char):
            if at + 1 == len(held) or (char == "^" and not _WORD_END.search(held, at, at + HELD)):
                return None
            loose = self._grammar.match(held, at)
            return (char, at + 1) if loose is None else ("", loose.end)
        return None

    def _bracket(self, held: str, at: int) -> tuple[str, int] | None:
        double = held.startswith("[[", at)
        inner = _BRACKET.match(held, at + double)
        if inner is None:
            broken = _NO_BRACKET.match(held, at + 1 + double)
            return ("[", at + 1) if broken else None
        end = inner.end() + (double and held.startswith("]", inner.end()))
        if end == len(held):
            return None
        if self._grammar.match(inner.group(), 0) is not None:
            return "", end
        if held[end] == "(" and not double:
            self._skip = _LINK_END
            return inner.group()[1:-1], end + 1
        return "[", at + 1

    def _other_bracket(self, char: str, held: str, at: int) -> tuple[str, int] | None:
        """A bracket that is not square: taken out where it is a marker; what providers use always is."""
        closed = _CLOSED[char].match(held, at + 1)
        if closed is None:
            return (char, at + 1) if _BROKEN[char].match(held, at + 1) else None
        if char == "\u3010":
            return "", closed.end()
        alone = held[at : closed.end()]
        return ("", closed.end()) if self._grammar.match(alone, 0, line_start=False) is not None else (char, at + 1)

    def _closing(self, held: str, at: int) -> tuple[str, int] | None:
        if at + 1 == len(held):
            return None
        if held[at + 1] == "(":
            self._skip = _LINK_END
            return "", at + 2
        return "]", at + 1

    def _backslash(self, held: str, at: int) -> tuple[str, int] | None:
        if at + 1 == len(held):
            return None
        command = self._grammar.match(held, at)
        if command is not None:
            return "", command.end
        return None if held[at + 1].isalpha() and _CITE_BEGUN.match(held, at) else (held[at + 1], at + 2)

    def _exclamation(self, held: str, at: int) -> tuple[str, int] | None:
        if at + 1 == len(held):
            return None
        before = held[at - 1] if at else self._last
        return "" if held[at + 1] == "[" and before in _BEFORE_IMAGE else "!", at + 1

    def _tag(self, held: str, at: int) -> tuple[str, int] | None:
        rest = held[at : at + HELD].upper()
        if rest.startswith(_DATA):
            self._over = True  # a data block for machines: nothing from here on is for a reader
            return "", len(held)
        if any(name.startswith(rest) for name in _DATA):
            return None
        found = _TAG.match(held, at)
        if found is None:
            return ("<", at + 1) if _NO_TAG.match(held, at) else None
        address = _ADDRESS.search(found.group()) or "@" in found.group()
        return (found.group()[1:-1], found.end()) if address else ("<", at + 1)

    def _entity(self, held: str, at: int) -> tuple[str, int] | None:
        found = _ENTITY.match(held, at)
        if found is not None:
            # A bracket that was sent as an entity opens no marker, and a reader takes it for one all the same.
            return _MARKS.sub("", clean(unescape(found.group())).text), found.end()
        return None if _ENTITY_BEGUN.match(held, at) else ("&", at + 1)

    def _code(self, held: str, at: int) -> tuple[str, int] | None:
        fence = _FENCE.match(held, at)
        if fence is not None:
            return "", fence.end()
        found = _CODE.match(held, at)
        if found is None or found.end() == len(held):
            return None
        return found.group(2), found.end()
