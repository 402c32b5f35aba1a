"""What a sentence of an answer is by its form, as far as that says which words a marker on it stands for.

A marker behind "Source:", "Thanks!" or "Yes." stands for what was said in front of it, one behind "Key facts:" for what
follows, and a sentence that begins with "It" or "Therefore" says nothing once the one before it is gone. English,
German, French and Spanish, and what Chinese and Japanese say in one word. Whoever is taken for a tail by mistake is
judged together with the sentence in front, words and all, so that a mistake here refuses and never grants.
"""

from __future__ import annotations

import re

from citeward.model import ClaimForm
from citeward.parse.verbs import has_verb

__all__ = [
    "announces",
    "announces_these",
    "form_of",
    "is_fragment",
    "is_label",
    "is_source_column",
    "leans",
    "lists_sources",
    "names_source",
    "tells",
    "without_source_tail",
]

_NAME = r"[^.;:!?\u3002\uff01\uff1f]{0,80}"
_STATED = (
    r"(?:stated|noted|written|said|described|explained|confirmed|documented|specified|set out|laid (?:down|out)|found|"
    r"listed|mentioned|taken|quoted|recorded|covered|cited|given|outlined|defined|shown|provided|reported|detailed)"
)
_TAIL = re.compile(
    r"[\s\u2014\u2013(\[*\"\u201c\u201d\u00ab\u00bb-]*(?:"
    # English
    r"(?:main |primary |data |full )?(?:sources?|references?|refs?|citations?|evidence|footnotes?)\b(?: (?:for this|"
    r"used|"
    rf"here))?[\s:,.\u2014\u2013-]*{_NAME}|"
    rf"(?:please )?(?:see|cf|compare)\b(?: also)?\.?\s{_NAME}|"
    rf"(?:via|per|from|in|under|according to|based on|quoted from|taken from|adapted from|in line with)\s{_NAME}|"
    rf"(?:as|which is|which was)\s(?:is |was |clearly |also |explicitly )*(?:per|{_STATED}(?: (?:in|by|on|at|under|"
    rf"from))?)"
    rf"\b{_NAME}|{_STATED} (?:in|by|from)\b{_NAME}|"
    r"(?:this|that|it|all (?:of )?this|these|the above|that information|this information)\s(?:is|are|was|were|comes|"
    r"come|"
    rf"follows|can be|appears|stems)\s(?:all |also |clearly |explicitly |directly )*(?:{_STATED}\s)?(?:in|by|from|on|"
    rf"at|"
    rf"under|according to|per)\b{_NAME}|"
    rf"(?:so |that is what |this is what )?(?:says?|said|writes?|wrote|states?|stated)\s{_NAME}|"
    rf"(?:so|that is what|this is what)\s{_NAME}\s(?:says?|states?|writes?)|"
    # German
    rf"(?:quellen?|quellenangabe|nachweise?|belege?|laut|gem\u00e4\u00df|siehe(?: auch)?|s\.|vgl\.?|entnommen aus|"
    rf"zitiert nach|"
    rf"aus)\b[\s:,]*{_NAME}|"
    rf"(?:so |wie |dies |das |es )+(?:steht|stehen|ist|wird|hei\u00dft)\s{_NAME}|(?:so|wie)\s(?:in|im|aus|laut|"
    rf"nach)\s{_NAME}|"
    # French
    rf"(?:sources?|r\u00e9f\u00e9rences?|selon|d['\u2019]apr\u00e8s|voir(?: aussi)?|conform\u00e9ment \u00e0|extrait "
    rf"de|cit\u00e9 de)"
    rf"[\s:,]*{_NAME}|(?:comme|ceci est|cela est|c['\u2019]est)\s(?:l['\u2019])?(?:indiqu\u00e9|dit|\u00e9crit|"
    rf"pr\u00e9cis\u00e9|"
    rf"mentionn\u00e9|stipul\u00e9)e?s?\s(?:dans|par|sur)\s{_NAME}|"
    # Spanish
    rf"(?:fuentes?|referencias?|seg\u00fan|v\u00e9ase(?: tambi\u00e9n)?|ver|extra\u00eddo de|citado "
    rf"de)\b[\s:,]*{_NAME}|"
    rf"(?:como|esto|eso)\s(?:se )?(?:indica|dice|establece|menciona|est\u00e1 escrito)\s(?:en|por)\s{_NAME}|"
    # Chinese, Japanese
    r"(?:\u8d44\u6599|\u8cc7\u6599)?(?:\u6765\u6e90|\u4f86\u6e90|\u51fa\u5904|\u51fa\u8655|\u53c2\u89c1|\u53c3\u898b|"
    r"\u6839\u636e|\u6839\u64da|\u51fa\u5178|"
    rf"\u53c2\u7167|\u53c2\u8003|\u53c3\u8003|\u51fa\u6240)[\s:\uff1a,]*{_NAME}"
    r")[\s.,:;!?)\]\"\u201c\u201d\u00ab\u00bb*\u3002\uff1a-]*",
    re.IGNORECASE,
)
"""Words that name a text, or say that what was said stands in one."""
_PLEASANTRY = re.compile(
    r"[\s(\u2014\u2013-]*(?:"
    r"ok(?:ay)?|all right|alright|sure|great|good|perfect|done|fine|cheers|enjoy|exactly|indeed|absolutely|of course|"
    r"certainly|correct|true|right|got it|understood|no problem|no worries|"
    r"thanks?(?: you)?(?: (?:so|very) much| a lot| again)?(?: for \w+(?: \w+){0,3})?|"
    r"you(?:['\u2019]re| are) welcome|good luck|have (?:a )?(?:nice|great|good|safe) \w+|best (?:wishes|of luck)|"
    r"(?:i )?hope (?:this|that|it) helps?(?: you)?|happy to help|glad to help|"
    r"(?:please )?(?:let me know|feel free to ask|do not hesitate to ask|don['\u2019]t hesitate to ask)"
    r"(?: if you (?:need|have|want|would like)[\w ]{0,40})?|"
    r"(?:the |our |your )?(?:\w+ ){1,4}(?:has|have|contains?|gives?) (?:all |more |further |the |full )*"
    r"(?:details|information|specifics)|"
    r"right|(?:is|was|are|were|do|does|did|has|have|can|could|will|would|should)n['\u2019]t (?:it|he|she|they|that|"
    r"you|we)|"
    r"is it not|no doubt|makes sense|easy|simple|you see|"
    r"danke(?: sch\u00f6n| sehr)?|vielen dank|bitte(?: sch\u00f6n| sehr)?|viel (?:gl\u00fcck|spa\u00df|erfolg)|"
    r"gern(?: geschehen)?|"
    r"alles klar|gut|genau|nat\u00fcrlich|nicht wahr|oder|stimmt(?:['\u2019]s)?|"
    r"merci(?: beaucoup)?|de rien|bonne chance|d['\u2019]accord|bien s\u00fbr|n['\u2019]est-ce pas|exactement|"
    r"voil\u00e0|"
    r"(?:muchas )?gracias|de nada|(?:buena )?suerte|vale|claro|por supuesto|\u00bf?verdad|\u00bf?no es as\u00ed|exacto|"
    r"\u8c22\u8c22|\u8b1d\u8b1d|\u597d\u7684|\u6ca1\u95ee\u9898|\u795d\u597d\u8fd0|"
    r"\u3042\u308a\u304c\u3068\u3046(?:\u3054\u3056\u3044\u307e\u3059)?|"
    r"\u306f\u3044\u3001?\u308f\u304b\u308a\u307e\u3057\u305f"
    r")[\s.,:;!?)\u3002\uff01\uff1f-]*",
    re.IGNORECASE,
)
_SURELY = (
    r"(?:absolutely|definitely|certainly|of course|indeed|exactly|it (?:is|does|can|may|will|was|has)|they (?:are|do|"
    r"can)|"
    r"you (?:can|may|do)|sure|not|never|always|nat\u00fcrlich|auf jeden fall|sicher|bien s\u00fbr|tout \u00e0 fait|"
    r"claro|"
    r"por supuesto|not at all|n['\u2019]t)"
)
_ANSWER = re.compile(
    r"[\s(\u2014\u2013-]*(?:yes|yeah|yep|no|nope|nah|ja|doch|nein|oui|si|non|s\u00ed|\u662f|\u662f\u7684|\u4e0d|"
    r"\u4e0d\u662f|\u5bf9|\u306f\u3044|\u3044\u3044\u3048)"
    rf"(?:[\s,!.\u2014\u2013-]+{_SURELY}){{0,3}}[\s.,:;!?)\u3002\uff01\uff1f]*",
    re.IGNORECASE,
)
_LEANS = re.compile(
    r"[\s(\u2014\u2013-]*(?:(?:yes|no|yeah|nope|ja|nein|oui|non|s\u00ed)\b[,!.\s]|(?:and|but|so|thus|hence|therefore|"
    r"otherwise|"
    r"consequently|as a result|in that case|in other words|for example|for instance|that is|i\.e)\b|"
    r"(?:it|this|that|they|these|those|he|she|its|their|such|both|neither|here)\b|(?:it|that|he|she|this)['\u2019]s\b|"
    r"(?:and|but|or|not|never)\b|"
    r"(?:es|das|dies|diese[rsn]?|sie|er|deshalb|daher|darum|also|somit|ansonsten|sonst|dann)\b|"
    r"(?:il|elle|ils|elles|cela|ceci|ce|cet|cette|ces|\u00e7a|donc|ainsi|sinon|par cons\u00e9quent)\b|c['\u2019]est\b|"
    r"(?:esto|eso|ello|este|esta|estos|estas|por tanto|por lo tanto|as\u00ed que|adem\u00e1s|si no)\b|"
    r"[\u8fd9\u9019\u90a3\u5b83\u56e0\u6b64]|\u6240\u4ee5|\u3053\u308c|\u305d\u308c|\u305d\u306e\u305f\u3081|"
    r"\u3053\u306e)",
    re.IGNORECASE,
)
_FOLLOWING = re.compile(
    r"\b(?:following|as follows|below|these|here (?:is|are)|folgend\w*|untenstehend\w*|diese|suivant\w*|ci-dessous|ces|"
    r"siguiente\w*|a continuaci\u00f3n|estos|estas)\b|\u4ee5\u4e0b|\u5982\u4e0b|\u6b21\u306e",
    re.IGNORECASE,
)
_SOURCES = (
    r"(?:(?:data |primary |cited |main |full )?sources?|refs?\.?|references?|citations?|cites?|evidence|footnotes?|"
    r"proof|"
    r"links?|quellen?|nachweise?|belege?|r\u00e9f(?:\u00e9rence)?s?|fuentes?|referencias?|fonti|fonte|bron(?:nen)?|"
    r"(?:\u8d44\u6599|\u8cc7\u6599)?(?:\u6765\u6e90|\u4f86\u6e90)|\u51fa\u5904|\u51fa\u8655|\u51fa\u5178|"
    r"\u53c2\u8003|\u53c3\u8003|"
    r"\u53c2\u7167|\u51fa\u6240|\u4f9d\u636e)"
)
_SOURCE_COLUMN = re.compile(rf"\W*{_SOURCES}\W*", re.IGNORECASE)
_SOURCE_WORD = re.compile(rf"\W*{_SOURCES}(?!\w)", re.IGNORECASE)
_WORD = re.compile(r"[^\W_]+(?:['\u2019-][^\W_]+)*")
_FINITE = frozenset(
    re.split(
        " ",
        "is are was were has have had do does did will would can could may might must shall should be been am 's "
        "'re cost costs take takes took apply applies need needs get gets give gives include includes cover covers "
        "mean means make makes run runs open opens close closes pay pays receive receives last lasts end ends "
        "begin begins start starts say says allow allows require requires provide provides offer offers become "
        "becomes remain remains stay stays go goes work works ist sind war waren hat haben hatte wird werden wurde "
        "wurden kann k\u00f6nnen darf d\u00fcrfen muss m\u00fcssen soll sollen gilt gelten kostet kosten "
        "betr\u00e4gt dauert erh\u00e4lt "
        "erhalten est sont \u00e9tait \u00e9taient a ont avait sera seront peut peuvent doit doivent co\u00fbte "
        "co\u00fbtent dure es "
        "son era eran ha han hay ser\u00e1 ser\u00e1n puede pueden debe deben cuesta cuestan dura est\u00e1 "
        "est\u00e1n tiene tienen",
    )
)
_ARTICLES = frozenset({"a", "es"})
"""Verbs of French and Spanish that are other words elsewhere."""
_PARTICIPLE = re.compile(r"[a-z]{3,}ed$")
_STATING = re.compile(_STATED, re.IGNORECASE)
_STATING_CUE = re.compile(
    r"^\W*(?:as|this|that|it|all|these|the above|so|says?|said|wie|dies|das|es|comme|ceci|cela|c['\u2019]est|como|"
    r"esto|eso)\b",
    re.IGNORECASE,
)
_INNER_COMMA = re.compile(r"[,\uff0c]\s*[^\W\d_]+[^,]*[^\W_]")
_TAIL_WORDS = 14
_FRAGMENT_WORDS = 6
_NOUN_WORDS = 3
_NOUNS = frozenset(
    re.split(" ", "cost costs need needs cover covers run runs end ends start starts offer offers work works pay")
)
"""Verbs that are nouns at the end of a name."""
_LABEL_WORDS = 8
_LONGEST = 160
"""Code points. What is longer says something of its own."""
_STOPS = (".", "!", "?", "\u3002", "\uff01", "\uff1f", "\u2026")
_COLONS = (":", "\uff1a")
_QUESTIONS = ("?", "\uff1f", "\u061f")
_CLOSERS = ')]"\u201d*'
_ALL_CLOSERS = _CLOSERS + "\u2019\u00bb\u300d"
_OPENS = re.compile("\\s*[\u2014\u2013(-]")


_RELATING = frozenset(
    re.split(
        " ",
        "for with without within until till after before during from to at in by per over under only not no never "
        "always f\u00fcr mit ohne bis nach vor bei pour avec sans avant apr\u00e8s para con sin hasta antes",
    )
)
"""Words of a predicate that has lost its verb."""


def _more_words_than(most: int) -> re.Pattern[str]:
    """What begins with more words than that, told without reading on: most sentences are neither names nor labels."""
    return re.compile(rf"[\W_]*+(?:[^\W_]++(?:['\u2019-][^\W_]++)*+[\W_]++){{{most}}}[^\W_]")


_NO_FRAGMENT = _more_words_than(_FRAGMENT_WORDS)
_NO_LABEL = _more_words_than(_LABEL_WORDS)


def form_of(text: str, *, follows: bool, runs_on: bool = False) -> ClaimForm:
    """The form of a sentence; in doubt a statement.

    Args:
        text: as a reader sees it.
        follows: something was said in front of it, so that a bare name can only be its source.
        runs_on: a statement stands right in front of it in the same block, so that a full stop behind a bare name
            makes no statement of it: "Gift cards can be refunded. Returns policy."

    >>> [form_of(t, follows=True).value for t in ("Source: the policy", "OK.", "Yes.", "Key facts:", "(House rules)")]
    ['tail', 'tail', 'answer', 'lead', 'tail']
    """
    if len(text) > _LONGEST:
        return ClaimForm.LEAD if _ends_in(text, _COLONS) else ClaimForm.STATEMENT
    if _ANSWER.fullmatch(text):
        return ClaimForm.ANSWER
    if _PLEASANTRY.fullmatch(text):
        return ClaimForm.TAIL
    announcing = _ends_in(text, _COLONS)
    if (not announcing or _SOURCE_WORD.match(text)) and _TAIL.fullmatch(text) and _only_names(text):
        return ClaimForm.TAIL
    if announcing:
        return ClaimForm.LEAD
    if _ends_in(text, _QUESTIONS):
        return ClaimForm.QUESTION
    if follows and is_fragment(text, stopped=runs_on):
        return ClaimForm.TAIL
    return ClaimForm.STATEMENT


def _ends_in(text: str, ends: tuple[str, ...], closers: str = _CLOSERS) -> bool:
    """Whether one of the signs ends a text, closing marks and white space behind it apart."""
    return text.rstrip().rstrip(closers).endswith(ends)


def _only_names(text: str) -> bool:
    """Whether no clause of its own stands behind a cue: "Per the policy, refunds take 90 days" says something."""
    found = [word.lower() for word in _WORD.findall(text)]
    if len(found) > _TAIL_WORDS or _INNER_COMMA.search(text):
        return False
    said = sum(
        word in _FINITE or (_PARTICIPLE.match(word) is not None and not _STATING.fullmatch(word)) for word in found
    )
    return said <= (1 if _STATING_CUE.search(text) else 0)


def may_be_tail(begun: str) -> bool:
    """Whether a block that has only begun may still turn out to stand for what was said before it. In doubt it may.

    >>> [may_be_tail(text) for text in ("Source", "This is stated in", "Refunds are paid within thirty days of the")]
    [True, True, False]
    """
    sentence = _ENDED.match(begun)
    if sentence is not None:
        said = sentence.group().strip()
        return form_of(said, follows=True) in (ClaimForm.TAIL, ClaimForm.ANSWER)
    words = (_TAIL_WORDS if _CUE_BEGUN.match(begun) else _FRAGMENT_WORDS) + 1
    return len(_UNENDED.findall(begun)[0].split()) <= words


_ENDED = re.compile("[^.!?\u3002\uff01\uff1f\\[]*[.!?\u3002\uff01\uff1f](?=\\s)")
_UNENDED = re.compile("[^.!?\u3002\uff01\uff1f\\[]*")
_CUE_BEGUN = re.compile(
    r"\W*(?:(?:main|primary|data|full|please|see|cf|compare|via|per|from|in|under|according|based|quoted|taken|"
    r"adapted|as|"
    r"which|this|that|it|all|these|the (?:above|information)|so|says?|said|let|feel|do|don['\u2019]t|i|i['\u2019]m|"
    r"happy|glad|"
    r"thanks?|have|laut|gem\u00e4\u00df|siehe|vgl|aus|entnommen|zitiert|wie|dies|das|es|selon|d['\u2019]apr\u00e8s|"
    r"voir|comme|"
    r"ceci|cela|c['\u2019]est|conform\u00e9ment|extrait|seg\u00fan|v\u00e9ase|ver|como|esto|eso)\b|"
    rf"(?:{_SOURCES}|{_STATED})(?!\w))",
    re.IGNORECASE,
)


def is_fragment(text: str, *, stopped: bool = False) -> bool:
    """Whether a few words without a verb are all there is: the name of a source. A figure says something.

    Args:
        text: as a reader sees it.
        stopped: a full stop at its end makes no sentence of it.
    """
    if _NO_FRAGMENT.match(text) or ":" in text:
        return False
    if not stopped and _ends_in(text, _STOPS, _ALL_CLOSERS) and not _OPENS.match(text):
        return False
    written = _WORD.findall(text)
    found = [word.lower() for word in written]
    if not found or any(map(str.isdigit, text)) or has_verb(written):
        return False
    if stopped and not _RELATING.isdisjoint(found):
        return False  # "Free for life." says something of the subject in front of it, and names nothing
    if stopped and len(found) <= _NOUN_WORDS and found[-1] in _NOUNS:
        found = found[:-1]  # "Remote work."
    return not any(word in _FINITE or _PARTICIPLE.match(word) for word in found)


def names_source(text: str) -> bool:
    """Whether a tail does no more than name a source or be polite: "This is stated in the policy" does."""
    return _PLEASANTRY.fullmatch(text) is not None or _SOURCE_WORD.match(text) is not None or is_fragment(text)


_BRACKETED = re.compile(r"\s*[(\[\uff08](?P<tail>[^()\[\]\uff08\uff09]{1,80})[)\]\uff09](?P<stop>[\s.!?]*)$")


def without_source_tail(text: str) -> tuple[str, str]:
    """A sentence without the brackets at its end that only point at a source, and the words in them.

    What stands in the brackets has to begin with a word that points: a bare name may limit what is said.

    >>> without_source_tail("The fee is paid monthly (see).")
    ('The fee is paid monthly.', 'see')
    >>> without_source_tail("The fee is paid monthly (members only).")
    ('The fee is paid monthly (members only).', '')
    """
    found = _BRACKETED.search(text)
    if found is None or not found.start():
        return text, ""
    tail = found["tail"].strip()
    if not (_TAIL.fullmatch(tail) or _POINTS.fullmatch(tail)) or not _only_names(tail):
        return text, ""
    return text[: found.start()] + found["stop"], tail


_POINTS = re.compile(r"(?:see|cf|via|per|siehe|vgl|voir|ver)\b[.:,\s]*", re.IGNORECASE)
"""What is left of "(see [S1])" once the marker is taken out."""


def is_label(text: str) -> bool:
    """Whether a block of its own reads as the heading of what follows: a few words, no verb, no end of a sentence."""
    if _NO_LABEL.match(text) or _ends_in(text, _STOPS, _ALL_CLOSERS):
        return False
    found = _WORD.findall(text)
    return bool(found) and not any(word.lower() in _FINITE for word in found)


def announces(text: str) -> bool:
    """Whether a sentence that a list follows speaks of the list, with or without a colon."""
    return _ends_in(text, _COLONS) or announces_these(text)


def announces_these(text: str) -> bool:
    """Whether a sentence speaks of "these" or "the following": what it says, it says of what follows."""
    return len(text) <= _LONGEST and _FOLLOWING.search(text) is not None


def leans(text: str) -> bool:
    """Whether a sentence says nothing, or something else, once the one in front of it is gone."""
    return _LEANS.match(text) is not None or _PLEASANTRY.fullmatch(text) is not None


def lists_sources(text: str) -> bool:
    """Whether a paragraph opens with a word for sources: "Sources: [S1], [S2]"."""
    return _SOURCE_WORD.match(text) is not None


def tells(text: str) -> bool:
    """Whether a line under a heading for sources says something besides where things stand."""
    written = _WORD.findall(text)
    return has_verb(written) or any(word.lower() in _FINITE - _ARTICLES for word in written)


def is_source_column(head: str) -> bool:
    """Whether a column holds nothing but where its rows come from."""
    return _SOURCE_COLUMN.fullmatch(head) is not None
