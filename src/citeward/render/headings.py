"""Headings that pass for ours: over a list of the model's own they would borrow our authority.

A heading is one of these when it says nothing but that sources follow, or that somebody has checked them, in any of the
languages below. "Sources of the river" says something else.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache

from citeward.hosts import plain_letters

__all__ = ["LONGEST_HEADING", "passes_for_ours", "says_checked"]

LONGEST_HEADING = 80
"""Code points of a heading that are looked at."""
_MOST_WORDS = 6
"""Words of a line that says who has checked: a longer one tells of something, and is judged as what it says."""

# Before the noun: articles, whose they are, what was done with them, and that they are listed.
_LEADS = (
    "all the my our your these complete full verified checked trusted official cited used key main primary external "
    "list|lists|table|overview of|index of|summary of|of|for "
    "alle[rn]?|die|der|meine|unsere|verwendete[nr]?|zitierte[nr]?|geprüfte[nr]?|angegebene[nr]?|benutzte[nr]?|liste|"
    "verzeichnis|übersicht|auflistung "
    "les|des|la|le|nos|mes|liste|sources citées|vérifiées|citées|de "
    "las|los|lista|listado|nuestras|citadas|verificadas|consultadas|principales|e|gli|elenco|delle|dei|di|"
    "verificate|citate|as|das|dos|relação|nossas|lijst|van|de|gebruikte|geraadpleegde|"
    "våra|använda|verifierade|lista över|liste over|vore|brugte|anvendte|brukte|verificerede|lista|wykaz|spis|seznam|"
    "použité|список|использованных|использованные|проверенные|наши|перелік|використаних|kullanılan|λίστα|κατάλογος|"
    "felhasznált|lista de|قائمة|רשימת|käytetyt"
)
_NOUNS = (
    "sources? of the cited sentences(?: only)?|"
    "sources?|source list|references?|reference list|citations?|bibliography|works cited|works consulted|footnotes?|"
    "endnotes?|further reading|evidence checked|"
    "quellen?|quellenangaben?|quellenverzeichnis|quellenliste|quellennachweise?|nachweise|belege|literatur|"
    "literaturverzeichnis|literaturhinweise|einzelnachweise|fußnoten|referenzen|"
    "références|bibliographie|ouvrages cités|notes de bas de page|fuentes?|referencias|bibliografía|obras citadas|"
    "notas al pie|fonti|fonte|riferimenti|bibliografia|opere citate|fontes|referências|obras citadas|notas de rodapé|"
    "bronnen|bronvermelding|bronnenlijst|bron|referenties|literatuur|literatuurlijst|"
    "källor|källa|källförteckning|referenser|referenslista|litteraturförteckning|"
    "kilder|kilde|kildeliste|kildehenvisninger|referanser|referencer|litteraturliste|"
    "lähteet|lähde|lähdeluettelo|viitteet|źródła|źródło|źródeł|bibliografia|przypisy|odwołania|"
    "zdroje|zdrojů|prameny|literatura|zdroj|források|forrás|irodalomjegyzék|hivatkozások|"
    "surse|surse citate|referințe|bibliografie|kaynaklar|kaynakça|kaynak|referanslar|"
    "источники|источник|источников|ссылки|литература|список литературы|библиография|сноски|"
    "джерела|джерело|джерел|посилання|література|πηγές|πηγή|αναφορές|βιβλιογραφία|"
    "المصادر|مصادر|المراجع|مراجع|مصدر|المصدر|מקורות|המקורות|מקור|ביבליוגרפיה|स्रोत|संदर्भ|सन्दर्भ|"
    "nguồn|nguồn tham khảo|tài liệu tham khảo|sumber|referensi|daftar pustaka|แหล่งที่มา|อ้างอิง"
)
_IDEOGRAPHIC = (
    "(?:参考|參考|引用|资料|資料|信息|情报|情報|数据|數據|文献|文獻)*(?:文献|文獻|文獻|来源|來源|出处|出處|出典|资料|資料|情報源|引用元|"
    "参照元|参考|引用|注释|註釋|脚注|腳註)(?:列表|清单|清單|一览|一覽|一覧|リスト|目录|目錄)?|ソース|参考リンク|"
    "(?:참고|참조|인용|정보)?\\s*(?:문헌|자료|출처|각주|출처들)(?:\\s*목록)?|참고"
)
_TRAILERS = (
    "checked|verified|cited|used|consulted|below|and|listed|for this|geprüft|verifiziert|verwendet|zitiert|und|"
    "vérifiées|citées|consultées|et|verificadas|citadas|consultadas|y|verificate|citate|e|en|och|og|"
    "gecontroleerd|geraadpleegd|kontrollerade|verifierade|проверено|использовано|и"
)
_CHECKED = (
    "(?:fact[ -]?)?checked (?:by|against|with)|verified (?:by|against|with)|confirmed by|certified by|approved by|"
    "(?:geprüft|verifiziert|überprüft|bestätigt) (?:von|durch|mit)|(?:vérifiée?s?|contrôlée?s?|confirmée?s?) par|"
    "(?:verificad[oa]s?|comprobad[oa]s?|confirmad[oa]s?|checad[oa]s?) (?:por|con|com)|"
    "(?:verificat[oaie]|controllat[oaie]|confermat[oaie]) da|(?:geverifieerd|gecontroleerd|bevestigd) door|"
    "(?:verifierad|verifierat|kontrollerad|kontrollerat|granskad|granskat|verificeret|kontrolleret|verifisert|"
    "kontrollert|bekräftad|bekræftet|bekreftet) (?:av|af)|(?:vahvistanut|tarkistanut|varmentanut)|"
    "(?:zweryfikowan[eyao]|sprawdzon[eyao]|potwierdzon[eyao]) przez|(?:ověřeno|ověřil[ao]?|zkontroloval[ao]?)|"
    "(?:ellenőrizte|megerősítette)|(?:verificat|confirmat) de|(?:doğrulayan|onaylayan|tarafından doğrulandı)|"
    "(?:проверено|подтверждено|перевірено|підтверджено)|(?:επαληθεύτηκε|ελέγχθηκε) από|"
    "(?:تم التحقق|تم التدقيق|تحقق)|(?:אומת|נבדק)|(?:सत्यापित|द्वारा सत्यापित)"
)
_CHECKED_IDEOGRAPHIC = (
    "(?:已|经|經)?(?:验证|驗證|核实|核實|查证|查證|审核|審核|確認|検証)"
    "(?:者|来源|來源|済み|by|：|:|于|自).*|검증(?:됨|자|:).*"
)


def _fold(text: str) -> str:
    """Letters alone: without case, accents and width."""
    if text.isascii():
        return text.casefold()
    return "".join(c for c in unicodedata.normalize("NFKD", text).casefold() if not unicodedata.combining(c))


def _any(words: str) -> str:
    return "|".join(sorted({_fold(word) for word in words.split("|")}, key=len, reverse=True))


_TAG = re.compile(r"<[^<>]{0,80}>")


@cache
def _patterns() -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Of headings over sources, and of lines that say who has checked. Made when first needed: they are long."""
    leads = "|".join(sorted({_fold(word) for word in re.split(r"[| ]", _LEADS)}, key=len, reverse=True))
    nouns = _any(_NOUNS)
    sources = (
        rf"\W*(?:(?:{leads})\s+){{0,4}}(?:{nouns}|{_fold(_IDEOGRAPHIC)})"
        rf"(?:\W*|\s*[,.:;!?(\u2013\u2014-].*|\s+(?:{_any(_TRAILERS)})\b.*)"
    )
    checked = rf"\W*(?:(?:{leads}|{nouns})\s+){{0,4}}(?:(?:{_fold(_CHECKED)})(?:\W.*)?|{_fold(_CHECKED_IDEOGRAPHIC)})"
    return re.compile(sources), re.compile(checked)


def passes_for_ours(text: str, *, cited: bool = False) -> bool:
    """Whether a line of the model's reads like the heading of our list of sources, or like our word that it is right.

    Args:
        text: the line, up to its first citation.
        cited: it carries a citation that was granted: then who has checked is what it tells of somebody.

    >>> [passes_for_ours(line) for line in ("List of sources", "Geprüft von citeward", "Sources of the river")]
    [True, True, False]
    """
    sources, _ = _patterns()
    return any(sources.fullmatch(form) for form in _forms(text)) or (not cited and says_checked(text))


def says_checked(text: str) -> bool:
    """Whether a line or sentence reads like our word that what stands in front of it is right.

    >>> [says_checked(line) for line in ("\u2713 Verified by citeward", "A surveyor verified the scale")]
    [True, False]
    """
    _, checked = _patterns()
    return any(len(form.split()) <= _MOST_WORDS and checked.fullmatch(form) for form in _forms(text))


def _forms(text: str) -> set[str]:
    folded = _fold(_TAG.sub("", text)[:LONGEST_HEADING]).strip()
    return {folded, _fold(plain_letters(folded))}
