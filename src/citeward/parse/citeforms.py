"""The forms a citation is written in: one table, for answers that cite handles, numbers or names, whoever wrote them.

A marker is a pair of brackets with references in it: a handle, a number, the id, title or file of a passage. Around
them may stand what a writer puts there: a word that leads in ("see", "Source:"), a conjunction, a page. What is
written so is a citation whether or not the ledger has what it names: one that names nothing was invented, and must
be seen to be refused.
"""

from __future__ import annotations

import re
import unicodedata
from enum import Enum
from typing import NamedTuple

from citeward.parse.names import Names

__all__ = ["BRACKETS", "FORMS", "Bracket", "Form", "Inside", "read_inside"]

WIDEST_RANGE = 64
"""References one ``[S1-S64]`` may stand for; a wider one would let nine characters make a million proposals."""
_YEAR = 1000
"""Numbers from here on that the ledger does not have are years, standards or section numbers."""


class Form(NamedTuple):
    """One way to write a citation."""

    example: str
    """With the handles ``S1`` and ``S2``; numbers begin at 1."""
    names: tuple[str, ...]
    """The handles it names there, as far as the ledger has them."""
    about: str


FORMS: tuple[Form, ...] = (
    Form("[S1]", ("S1",), "a handle"),
    Form("[s1]", ("S1",), "a handle in another case"),
    Form("[[S1]]", ("S1",), "doubled brackets"),
    Form("[**S1**]", ("S1",), "emphasised"),
    Form("[S1, S2]", ("S1", "S2"), "several; also with a semicolon, a bar, a slash, an ampersand"),
    Form("[S1\uff0cS2]", ("S1", "S2"), "a full-width comma"),
    Form("[S1 and S2]", ("S1", "S2"), "a conjunction, in any language"),
    Form("[S1-S2]", ("S1", "S2"), "a range"),
    Form("[S1, p. 3]", ("S1",), "with a place in the source"),
    Form("[S1, p. 3; S2, p. 4]", ("S1", "S2"), "each with its place"),
    Form("[S1, Section 3(a)]", ("S1",), "with words behind it"),
    Form("[S1: Returns policy]", ("S1",), "with a title behind it"),
    Form("[Source: S1]", ("S1",), "with a word that leads in"),
    Form("[siehe S1]", ("S1",), "the same in another language"),
    Form("(S1)", ("S1",), "round brackets"),
    Form("\uff08S1\uff09", ("S1",), "full-width round brackets"),
    Form("\u3010S1\u3011", ("S1",), "lenticular brackets"),
    Form("\uff3bS1\uff3d", ("S1",), "full-width square brackets"),
    Form("[1]", ("S1",), "a number"),
    Form("[1, 2]", ("S1", "S2"), "several numbers"),
    Form("[1-2]", ("S1", "S2"), "a range of numbers"),
    Form("[1, p. 2]", ("S1",), "a number with a place"),
    Form("[^1]", ("S1",), "a footnote"),
    Form("[^1^]", ("S1",), "a footnote of Copilot's"),
    Form("[#1]", ("S1",), "a number with its sign"),
    Form("[1#part]", ("S1",), "a number with a part, as Open WebUI writes it"),
    Form("\u30101\u2020source\u3011", ("S1",), "a number with a dagger, as OpenAI writes it"),
    Form("\u30101\u3011", ("S1",), "a number in lenticular brackets"),
    Form("\uff3b1\uff3d", ("S1",), "a full-width number"),
    Form("\u207d\u00b9\u207e", ("S1",), "a raised number in brackets"),
    Form("[Source 1]", ("S1",), "a number with a word for source"),
    Form("[doc1]", ("S1",), "the same as Azure writes it"),
    Form("[citation:1]", ("S1",), "the same with a colon"),
    Form("[cite: 1, 2]", ("S1", "S2"), "the same as Gemini leaks it"),
    Form("(Source 2)", ("S2",), "the same in round brackets"),
    Form("{S1}", ("S1",), "braces"),
    Form("{{S1}}", ("S1",), "doubled braces"),
    Form("{{cite S1}}", ("S1",), "a template"),
    Form("{cite:S1}", ("S1",), "the same with a colon, in single braces"),
    Form("\u27e6S1\u27e7", ("S1",), "a handle in white square brackets"),
    Form("[S-1]", ("S1",), "a handle with a dash in it"),
    Form("[#S1]", ("S1",), "a handle with a sign"),
    Form("[S1.]", ("S1",), "with the end of the sentence inside"),
    Form("[S1?]", ("S1",), "in doubt"),
    Form("[S1..S2]", ("S1", "S2"), "a range with dots"),
    Form("[S1\u2026S2]", ("S1", "S2"), "a range with an ellipsis"),
    Form("[oai_citation:1\u2021terms.pdf]", ("S1",), "a number as ChatGPT copies it"),
    Form("<cite>S1</cite>", ("S1",), "a tag"),
    Form("<sup>S1</sup>", ("S1",), "a raised handle as HTML writes it"),
    Form("<sup>[S1]</sup>", ("S1",), "the same in brackets"),
)
"""An example of every form. The property tests put each of them into every surrounding."""


class _Set(Enum):
    """How much of the grammar may stand in a pair of brackets."""

    ALL = "all"
    WORDED = "worded"
    """No bare number and no free text: round brackets hold asides and enumerations."""
    NUMBERS = "numbers"
    CHIPS = "chips"
    """Bare numbers name nothing: an imitation of the numbers that we print. Handles are handles."""


class Bracket(NamedTuple):
    """A pair of brackets that a marker may stand in."""

    opener: str
    closer: str
    holds: _Set


_SQUARE = (
    "\u301a\u301b", "\u27e6\u27e7", "\u2045\u2046", "\u2772\u2773", "\u27ec\u27ed", "\u298b\u298c", "\u298d\u2990",
    "\u298f\u298e", "\u2997\u2998", "\u2e22\u2e23", "\u2e24\u2e25", "\u2e55\u2e56", "\u2e57\u2e58", "\u23a1\u23a4",
)  # fmt: skip

BRACKETS: dict[str, Bracket] = {
    bracket.opener: bracket
    for bracket in (
        Bracket("[", "]", _Set.ALL),
        Bracket("\uff3b", "\uff3d", _Set.ALL),
        Bracket("\u3010", "\u3011", _Set.ALL),
        Bracket("\u3014", "\u3015", _Set.ALL),
        Bracket("\u3016", "\u3017", _Set.ALL),
        Bracket("\u3018", "\u3019", _Set.ALL),
        Bracket("\ufe5d", "\ufe5e", _Set.ALL),
        Bracket("(", ")", _Set.WORDED),
        Bracket("{", "}", _Set.WORDED),
        Bracket("\uff5b", "\uff5d", _Set.WORDED),
        Bracket("\uff08", "\uff09", _Set.WORDED),
        Bracket("\u207d", "\u207e", _Set.NUMBERS),
        # Every pair that looks square in some typeface.
        *(Bracket(pair[0], pair[1], _Set.CHIPS) for pair in _SQUARE),
    )
}


class Inside(NamedTuple):
    """What the brackets hold."""

    named: tuple[tuple[str, ...], ...]
    """For each reference the handles it may mean: several where passages share a name, one nobody has where it was
    invented. Empty for a mark that stands for nothing."""
    numbers: tuple[int, ...] = ()
    """The bare numbers, where there is nothing else: whether they are a citation depends on where they stand."""


_GO_ON = r"(?![A-Za-z0-9_])"
_HANDLE = re.compile(
    rf"(?P<note>\^?)#?(?P<sign>[Ss\u0405\u0455])[ -]?(?P<number>\d{{1,6}})(?P<tag>(?:-[A-Za-z0-9]{{2,8}})?)\^?{_GO_ON}"
)
_NUMBER = re.compile(rf"\^?#?(?P<number>\d{{1,6}})\^?(?:#[^\s\[\],;]{{1,40}})?{_GO_ON}(?![.:/%]\d)")
_NOUNS = re.split(
    " ",
    "oai_citation "
    "sources? src refs? refs?\\. references? citations? cites? docs? documents? chunks? passages? snippets? evidence "
    "contexts? results? excerpts? attachments? files? id web search fn footnotes? kb knowledge "
    "quellen? dokumente? fundstellen? belege? beleg fuentes? documentos? referencias? r\u00e9f\u00e9rences? "
    "r\u00e9f\\.? fonti fonte fontes documenti riferimenti bron bronnen k\u00e4lla k\u00e4llor kilde kilder "
    "l\u00e4hde \u017ar\u00f3d\u0142o zdroj forr\u00e1s kaynak sursa "
    "\u0438\u0441\u0442\u043e\u0447\u043d\u0438\u043a\u0438? \u0434\u0436\u0435\u0440\u0435\u043b\u043e "
    "\u03c0\u03b7\u03b3\u03ae \u6765\u6e90 \u4f86\u6e90 \u51fa\u5178 \u51fa\u5904 \u8d44\u6599 \u8cc7\u6599 "
    "\u6587\u6863 \u6587\u732e \u53c2\u8003\u6587\u732e \u53c2\u8003 \u5f15\u7528 \u51fa\u6240 \u6587\u66f8 "
    "\ucd9c\ucc98 \ubb38\uc11c \ucc38\uace0 \u0627\u0644\u0645\u0635\u062f\u0631 \u0645\u0635\u062f\u0631 "
    "\u05de\u05e7\u05d5\u05e8 \u0938\u094d\u0930\u094b\u0924",
)
_NOUN = "(?:" + "|".join(_NOUNS) + ")"
_NUMBERED = re.compile(
    rf"(?P<noun>{_NOUN})(?P<joint>[\s:#._\u2116=-]{{0,3}}(?:(?:no|nr|n\u00b0|num)\.? ?)?)(?P<number>\d{{1,9}})"
    rf"(?P<range>(?:\s?[-\u2013\u2014]\s?\d{{1,6}})?){_GO_ON}(?![.:/%]\d)",
    re.IGNORECASE,
)
_SAYS_SOURCE = re.compile("sources?|refs?|references?|citations?|cite|quellen?|fuentes?|fonte?s?|fonti|来源|出典", re.I)
_HEX = re.compile(rf"(?P<noun>{_NOUN})[-_:#][0-9A-Za-z][\w.-]{{1,40}}", re.IGNORECASE)
_FILE = re.compile(
    r"[^\s,;|][^,;|]{0,90}?\.(?:pdf|docx?|odt|rtf|txt|md|html?|csv|tsv|xlsx?|pptx?|json|xml|epub|eml|tex)"
    r"(?:[#?][^\s,;|]{1,40})?(?![\w.])",
    re.IGNORECASE,
)
_TOKEN = re.compile(r"[^\s,;|]+")
_LEAD = re.compile(
    rf"(?:(?:{_NOUN}|see also|see|cf\.?|e\.g\.,?|i\.e\.,?|vgl\.?|siehe(?: auch)?|nach|laut|gem\u00e4\u00df|"
    r"voir(?: aussi)?|"
    r"d'apr\u00e8s|selon|v\u00e9ase|ver|seg\u00fan|vedi|cfr\.?|secondo|zie(?: ook)?|volgens|se \u00e4ven|se|segundo|"
    r"\u0441\u043c\.?|\u53c2\u89c1|\u53c3\u898b|\u89c1|\u898b|\u53c2\u7167|\u6839\u636e|\u6839\u64da|"
    r"\u0627\u0646\u0638\u0631|according to|based on|adapted from|as in|per|via|from|in|by|also|and)"
    r"\s*[:=\uff1a-]?\s*)(?=[^\s:=-])",
    re.IGNORECASE,
)
_OTHER_LEAD = re.compile(r"(?:[^\W\d_]{1,12}[.:]? ){1,3}(?=\S)")
"""A word before a handle in a language that has no row above. It begins with no capital: "Galaxy S7" is a telephone."""
_PIN = re.compile(
    r"(?:[,;:.]? ?(?:\(?(?:pp?|pgs?|pages?|secs?|sections?|\u00a7\u00a7?|paras?|paragraphs?|\u00b6\u00b6?|lines?|ll?\.|"
    r"chs?|chapters?|arts?|articles?|notes?|n\.|figs?|figures?|tables?|tab|s\.|seiten?|abs|abschnitt|kap|art\u00edculo|"
    r"p\u00e1ginas?|p\u00e1gs?|cap|pagina|blz|str|\u0441\u0442\u0440|\u7b2c|slide|row|cell|sheet|col|at)\.? ?"
    r"[0-9ivxlc][\w.()\u2013-]{0,15}(?: ?[-\u2013,&] ?\d{1,6}(?![\w]))*[\u9875\u9801\u6761\u689d\u6bb5\u7ae0]?\)?))+",
    re.IGNORECASE,
)
_SEPARATOR = re.compile(
    r"\s*(?:[,;|/&+\u00b7\u2022\u3001]|,?\s(?:and|or|et|und|y|e|ed|en|och|og|i|a|\u00e9s|ve|\u0438|\u03ba\u03b1\u03b9|"
    r"as well as)\s|[\u548c\u53ca\u4e0e\u8207\u3068\u3084\u30fb]|\s?(?:\ubc0f|\uc640|\uacfc)\s?)\s*",
    re.IGNORECASE,
)
_JOINING = re.compile(r"\s[^\W\d_]{1,8}\s")
"""A conjunction in a language that has no row above, between two handles."""
_RANGE = re.compile(
    r"\s?[-\u2010-\u2015\u2212~\u301c]\s?|\s(?:to|through|thru|bis|until|\u00e0|\u0434\u043e|\u81f3)\s", re.I
)
_FREE = re.compile(r"\s?[,;:|\u2013\u2014\u2020#(-]|\s-\s")
_DAGGER = re.compile(r"[\u2020\u2021][^\u2020\u2021]{0,60}")
_DOTS = re.compile(r" ?\.{2,3} ?")
"""A range between handles. Between numbers dots are an interval: ``[1..5]``."""
_ENDING = re.compile(r" ?[.?!]{1,3}")
_NOTHING = re.compile(r"/?cite_?(?:start|end)|/?cite|start_cite|end_cite", re.IGNORECASE)
_EMPHASIS = "*_ "
_MAY_CITE = re.compile(r"\d|\.[A-Za-z]")
"""Whatever round brackets cite, a handle, a number or a file, has a digit in it or the end of a file's name."""


def read_inside(inside: str, bracket: Bracket, names: Names) -> Inside | None:
    """What stands in a pair of brackets, as a marker; None where it is something else.

    Linear in the text.

    Args:
        inside: the characters between the brackets.
        bracket: which brackets.
        names: of the turn's evidence.

    >>> square, names = BRACKETS["["], Names(handles=("S1", "S2"))
    >>> read_inside("see S1, p. 3; S9", square, names).named
    (('S1',), ('S9',))
    """
    if bracket.holds is not _Set.CHIPS and inside in names.alone:
        return Inside(((inside,),))
    if bracket.holds is _Set.WORDED and names.are_plain and _MAY_CITE.search(inside) is None:
        return None
    text = (inside if inside.isascii() else unicodedata.normalize("NFKC", inside)).strip(_EMPHASIS)
    if not text:
        return None
    if bracket.holds is _Set.CHIPS or bracket.holds is _Set.NUMBERS:
        found = _Reading(text, names, _Set.NUMBERS).run()
        if bracket.holds is _Set.NUMBERS:
            return found
        if found is not None:
            return Inside(tuple((f"{bracket.opener}{number}",) for number in found.numbers))
        return _Reading(text, names, _Set.WORDED).run()
    if bracket.holds is _Set.ALL and _NOTHING.fullmatch(text):
        return Inside(())
    if bracket.holds is _Set.ALL and (called := names.called(text)):
        return Inside((called,))
    return _Reading(text, names, bracket.holds).run()


class _Ref(NamedTuple):
    handles: tuple[str, ...]
    end: int
    number: int | None = None
    """Set for a bare number."""
    sure: bool = False
    """Nobody would write it for anything but a reference: words may stand around it."""
    tag: str | None = None
    """Of a handle, to write out a range; None for anything else."""
    place: int = 0
    bare: bool = False
    """A number and nothing else: it may be many things besides a reference."""


class _Reading:
    """One pass from left to right over what stands in the brackets."""

    def __init__(self, text: str, names: Names, holds: _Set) -> None:
        self.text, self.names, self.holds = text, names, holds
        self.named: list[tuple[str, ...]] = []
        self.numbers: list[int] = []
        self.bare = True

    def run(self) -> Inside | None:
        text = self.text
        at, last = self._lead(0), None
        while True:
            ref = self._ref(at)
            if ref is None:
                return None
            if not self._add(ref, last):
                return None
            at, last = ref.end, None
            pin = _PIN.match(text, at)
            dagger = _DAGGER.match(text, at)
            at = pin.end() if pin is not None else dagger.end() if dagger is not None else at
            self.bare = self.bare and pin is None and dagger is None
            if at == len(text) or (ref.sure and _ENDING.fullmatch(text, at)):
                return self._whole()
            dash = _RANGE.match(text, at) or (_DOTS.match(text, at) if ref.tag is not None else None)
            if dash is not None and pin is None and self._ref(dash.end()) is not None:
                at, last = dash.end(), ref
                continue
            after = self._separated(at, ref)
            if after is None:
                free = ref.sure and self.holds is _Set.ALL and _FREE.match(text, at) is not None
                return self._whole() if free else None
            at = after

    def _whole(self) -> Inside | None:
        if self.holds is _Set.NUMBERS and not self.bare:
            return None
        numbers = tuple(self.numbers) if self.bare else ()
        if self.holds is _Set.WORDED and numbers:
            return None
        if any(number >= _YEAR and not self.names.number(number) for number in numbers):
            return None
        return Inside(tuple(self.named), numbers)

    def _lead(self, at: int) -> int:
        """Behind the words that lead in, where a reference follows them."""
        begin = at
        for _ in range(3):
            if self._ref(at) is not None:
                return at
            lead = _LEAD.match(self.text, at)
            if lead is None:
                break
            at, self.bare = lead.end(), False
        if self._ref(at) is not None:
            return at
        other = _OTHER_LEAD.match(self.text, begin)
        if other is not None and not other.group()[0].isupper():
            ref = self._ref(other.end())
            if ref is not None and ref.sure and ref.number is None:
                return other.end()
        return begin

    def _separated(self, at: int, ref: _Ref) -> int | None:
        """Behind a separator, where another reference follows it."""
        separator = _SEPARATOR.match(self.text, at)
        if separator is not None:
            behind = self._lead(separator.end())
            return behind if self._ref(behind) is not None else None
        joining = _JOINING.match(self.text, at) if ref.tag is not None else None
        if joining is not None:
            other = self._ref(joining.end())
            if other is not None and other.tag is not None:
                return joining.end()
        return None

    def _add(self, ref: _Ref, low: _Ref | None) -> bool:
        """Takes a reference, and what a range before it leaves unwritten; False for one too wide to mean a thing."""
        self.bare = self.bare and ref.bare
        if self.holds is _Set.WORDED and not self.named and not ref.sure:
            return False  # (see 3), (in 2019)
        if low is not None and ((low.number is None) == (ref.number is None)) and low.tag == ref.tag:
            between = range(low.place + 1, ref.place)
            if len(between) > WIDEST_RANGE:
                return False
            for number in between:
                self.named.append(self._bound(number, ref))
        elif low is not None and low.number is not None:
            return False
        self.named.append(ref.handles)
        if ref.number is not None:
            self.numbers.append(ref.number)
        return True

    def _bound(self, number: int, like: _Ref) -> tuple[str, ...]:
        if like.number is not None:
            return self.names.number(number) or (str(number),)
        written = f"S{number}{like.tag or ''}"
        return self.names.handle(written) or (written,)

    def _ref(self, at: int) -> _Ref | None:
        if at >= len(self.text):
            return None
        if self.holds is not _Set.NUMBERS:
            for read in (self._known, self._handle):
                if (found := read(at)) is not None:
                    return found
        number = _NUMBER.match(self.text, at)
        if number is not None:
            value = int(number["number"])
            handles = self.names.number(value) or (str(value),)
            return _Ref(handles, number.end(), value, place=value, bare=number.group().isdecimal())
        if self.holds is _Set.NUMBERS:
            return None
        return self._numbered(at) or self._file(at)

    def _known(self, at: int) -> _Ref | None:
        """A handle or id of the ledger, of whatever shape, or a word built like one."""
        token = _TOKEN.match(self.text, at)
        if token is None:
            return None
        for word in dict.fromkeys((token.group(), token.group().rstrip(".:"))):
            if word.isdecimal():
                continue
            handles = self.names.handle(word)
            if not handles and self.holds is _Set.ALL and len(word) > 1:
                handles = self.names.called(word)
            if handles:
                tagged = _HANDLE.fullmatch(word)
                tag, place = (tagged["tag"].lower(), int(tagged["number"])) if tagged is not None else (None, 0)
                return _Ref(handles, at + len(word), sure=True, tag=tag, place=place)
            if self.holds is _Set.ALL and self.names.has_shape(word) and _HANDLE.match(word) is None:
                return _Ref((word,), at + len(word), sure=True)
        return None

    def _handle(self, at: int) -> _Ref | None:
        found = _HANDLE.match(self.text, at)
        if found is None or (self.holds is not _Set.ALL and found.start("number") != found.end("sign")):
            return None
        tag = found["tag"]
        if tag and tag[1:2].isupper() and _HANDLE.match(tag, 1) is not None:
            tag = ""  # [S1-S3]: what follows the dash is the other end of a range
        written = f"{found['note']}{found['sign']}{found['number']}{tag}"
        return _Ref(
            self.names.handle(written) or (written,),
            found.end("tag") - len(found["tag"]) + len(tag) if found["tag"] != tag else found.end(),
            sure=True, tag=tag.lower(), place=int(found["number"]),
        )  # fmt: skip

    def _numbered(self, at: int) -> _Ref | None:
        found = _NUMBERED.match(self.text, at)
        if found is not None:
            value = int(found["number"])
            if self.holds is _Set.WORDED and not (found["joint"] and _SAYS_SOURCE.fullmatch(found["noun"])):
                return None  # (file 3), (id7): an aside
            written = found.group()
            handles = self.names.number(value) or (written if value >= _YEAR else str(value),)
            end = found.end() - len(found["range"])
            return _Ref(handles, end, value, sure=True, place=value)
        code = _HEX.match(self.text, at)
        if code is None or not any(char.isdigit() for char in code.group()):
            return None
        if self.text[code.end("noun")] == ":" and _HANDLE.match(self.text, code.end("noun") + 1):
            return None  # cite:S1
        return _Ref((code.group(),), code.end(), sure=True)

    def _file(self, at: int) -> _Ref | None:
        found = _FILE.match(self.text, at)
        if found is None:
            return None
        written = found.group()
        bare = re.split(r"[#?]", written)[0]
        return _Ref(self.names.called(written) or self.names.called(bare) or (written,), found.end(), sure=True)
