"""Words that govern what stands to the right of them: negators, frames and conditions whose scope is a whole clause.

A negator of `polarity_words` is looked for directly before a quote. Those below reach further: over an object, an
aside, a conjunction, the items of a list. Words that negate only the noun beside them ("without notice") are left out,
and so are words that another language uses for something else (Romanian "nu", Finnish "ei").
"""

from __future__ import annotations

import re

from .polarity_words import NEGATORS


def _set(table: str) -> frozenset[str]:
    return frozenset(table.split())


_NARROW = """
without cannot ohne sans sin senza sem zonder utan uten uden bez без χωρίς χωρις nélkül fără fara ilman sans nul nulle
nu ei ej den non rien nada niente nichts nothing بدون دون غير بلا بدون ללא בלי ना ना nem ne
"""
_WIDE_BESIDES = """
cannot few nichts keinesfalls keineswegs keinerlei unmöglich mitnichten ne nothing rien nada niente non ej n't noone
нельзя запрещается
"""
WIDE_NEGATORS = (NEGATORS - frozenset(_NARROW.split())) | frozenset(_WIDE_BESIDES.split())
"""Negators in whose scope the rest of their clause stands."""

HARMLESS = re.compile(
    r"\bno\.? ?\d|\b(?:of|for|by|about|in|from|than) not\b|\bnot limited to\b|\bbecause of\b"
    r"|\bwithout (?:a )?doubt\b|\bkeine? (?:problem|zweifel|frage)\b"
    r"|\b(?:don't|not|never) (?:forget|hesitate|fail|neglect)\b"
    r"|\bno (?:doubt|matter|later|less|fewer|more than|earlier|sooner|wonder)\b"
    r"|\ba few\b|\bquite few\b"
    r"|\bnot (?:only|just|merely|simply|solely|least|surprisingly|unlike|uncommonly|to mention)\b"
    r"|\b(?:whether or|if|why|or) not\b|\bwith no\b|\bof no\b|\bnicht (?:nur|zuletzt|bloß|allein)\b"
    r"|\bnon (?:seulement|solo|soltanto|plus)\b|\bne\b[^.]{1,40}\bpas (?:seulement|que des?)\b"
    r"|\bno (?:sólo|solo|solamente)\b"
    r"|\bnão (?:só|apenas)\b|\bne (?:только|лишь)\b|\bне (?:только|лишь)\b|\bniet alleen\b"
)
"""A negator in a phrase that negates nothing, or only the noun beside it."""

FRAMES = re.compile(
    r"\b(?:fail|refus|declin|neglect|omit|forg[eo]t)\w* to\b|\bunable to\b|\bden(?:y|ies|ied|ying)\b"
    r"|\bdoubt(?:s|ed|ing|ful)?\b|\bdisput(?:e|es|ed|ing) that\b"
    r"|\b(?:false|untrue|incorrect|wrong|myth|misconception|fallacy|unlikely|impossible|unlawful|illegal|hoax|lie)"
    r" (?:that|to|for)\b"
    r"|\b(?:prohibit|forbid|forbad|ban|bar|prevent|exclud|exempt|excus|refrain|desist|discourag|stop|dissuad|preclud)\w*"
    r"(?: [\w'-]+){0,6} (?:from|to)\b"
    r"|\b(?:prohibited|forbidden|banned|excluded|disallowed|exempt|exempted|interdite?s?|défendu|exclue?s?)\s*[:—–]"
    r"|\btoo \w+ to\b"
    r"|\b(?:verboten|untersagt|unzulässig|ausgeschlossen|bestreite[nt]|leugne[nt]|falsch|unwahr|unmöglich)\b"
    r"|\b(?:interdit|interdite|interdits|interdites|défendu|défense|faux|refuse|refusent|refusé|nie|nient)"
    r" (?:de|que|d')"
    r"|\b(?:prohibid[oa]s?|prohíben?)\b|\b(?:falso|mentira|niegan?|niegue|imposible) que\b"
    r"|\b(?:vietat[oaie]|esclus[oaie]|proibid[oa]s?|verboden|förbjudet|forbudt|запрещ\w+|исключ\w+)\b"
)
"""Verbs and adjectives that take back the clause or infinitive behind them."""

NEAR_FRAMES = re.compile(r"\b(?:instead of|rather than|far from|contrary to|as opposed to|avoid(?:s|ed|ing)?)\b")
"""The same with no reach beyond the next comma: "rather than wait, ..."."""

LEAD_IN = re.compile(
    r"\b(?:exclu|excep(?:t|ts|ted|ting|tions?)\b|prohibi|forbid|banned|unless\b|without\b|disallow|ausgeschlossen|ausgenommen|ausschl|verboten"
    r"|untersagt|unzulässig|interdi|défend|sauf\b|hors\b|exclui|vietat|esclus|proibi|verboden|uitgesloten|förbjud|forbud"
    r"|запрещ|исключ|unlawful|illegal|unacceptable|ineligible|unsupported|not\b|myths?\b|misconceptions?\b|never\b)"
)
"""What a lead-in, a heading or the head of a row or column says of what stands under it, besides the negators."""

ADVERSATIVES = _set("""
    but although whereas because sondern aber jedoch deshalb daher weil obwohl während denn mais cependant toutefois
    parce donc sino pero porque aunque pues però perché poiché porém maar omdat fordi но зато потому
""")
"""Words behind which a negation in the same sentence no longer holds."""
TURNS = _set("""
    but yet though while since so therefore thus hence otherwise instead rather nevertheless nonetheless sonst
""")
"""The same where they open a clause; elsewhere they may stand inside one: "not yet", "while driving"."""
CONJUNCTIONS = _set("and und et y e och og en и")
RELATIVES = _set("""
    which who whose whom where dessen deren welche welcher welches wobei wodurch qui dont lequel laquelle où quien
    quienes cuyo
    """)
GERMAN_RELATIVES = _set("that der die das den dem")
"""Relatives that are other words too; they are taken for such only where a comma has closed their clause."""
COMPLEMENTIZERS = _set("that dass que che dat att ob whether что")
"""What a clause opens with that the verb before it governs, comma or not."""
SUBORDINATORS = _set("""
    because although though while whereas since as after before when having being despite given like unlike to
    if unless falls wenn sofern si sauf si
    weil da obwohl während nachdem bevor als wie parce puisque comme bien alors quoique porque
    aunque como mientras puesto cuando poiché perché sebbene
    """)
"""What opens a clause whose negation ends with it: "because he did not pay, ..."."""
PRONOUNS = _set("i he she it we they you this these those there er sie es wir ihr il elle ils elles on él ella")
FINITE = _set("""
    is are was were has have had do does did will would shall should may might can could must am
    ist sind war waren hat haben hatte hatten wird werden wurde wurden darf dürfen kann können muss müssen soll sollen
    est sont était étaient ont avait avaient sera seront peut peuvent doit doivent
    está están era eran fue fueron ha han había puede pueden debe deben será
    """)
"""Verb forms that can only be the verb of a clause."""
MODAL = re.compile(
    r"\b(?:may|must|shall|can|cannot|will|should|needs? to|ha(?:s|ve) to|is|are|becomes?|applies|apply"
    r"|darf|dürfen|muss|müssen|kann|können|ist|sind|wird|werden|peut|peuvent|doit|doivent|est|sont"
    r"|puede|pueden|debe|deben|es|son)\b"
)
"""Signs that a clause states a rule, not an event."""

_OPENERS = _set("""
    if unless until till provided providing provide subject long far extent event case condition consent permission
    approval upon on assuming suppose supposing except excepting save apart other barring without absence should
    had were
    when whenever where wherever once whether only
    wenn falls sofern soweit solange bis nur sobald im vorausgesetzt vorbehaltlich unter ohne mit sollte sollten si sauf
    pourvu tant jusqu seulement uniquement hormis sans avec a salvo excepto siempre con hasta mientras sin previo previa
    qualora senza tranne eccetto desde caso exceto indien tenzij mits zolang tot behalve ob hvis om es
    à dès sólo quand lorsqu cuando wo nur finché purché purchè fino in il pourvu tant hätte wäre sollten условии
    если пока
    до при кроме в jeżeli jeśli dopóki o medmindre solamente sous lorsque au en
""")
GOVERNORS = WIDE_NEGATORS | _OPENERS
"""Words without which, and without a stem of `STEMS`, no sentence governs what stands in it."""
STEMS = _set("""
    fail refu decl negl omit forg unab deny deni doub disp fals untr inco wron myth misc fall unli impo unla ille
    hoax lie
    prod proh forb ban bans bann bar bars barr prev excl exem excu refr desi disc stop diss prec disa inst rath far
    cont oppo avoi
    too verb unte unzu ausg best leug fals unwa inte defe faux nie nien nieg ment viet escl proi запр искл prohí
    förb forb défe
""")
"""The first four letters of every word a frame may begin with."""
_SI = (
    r"si (?=(?:le|la|les|el|los|las|un|une|una|unos|unas|vous|nous|tu|ils?|elles?|on|ce|cette|cet|ces|no|su|sus|se|"
    r"usted|ustedes|este|esta|estos|son|sa|ses|votre|notre|leur|leurs|aucune?|alguien|alguno|alguna)\b|l')"
)
CONDITION_ANYWHERE = re.compile(
    r"\b(?:if|unless|whether|wenn|falls|sofern|ob|es sei denn|s'il|s'ils|sauf si|à moins qu|a menos que|salvo que|"
    rf"siempre que|indien|tenzij|mits|если|jeśli|{_SI})(?:\b|(?<= ))"
)
"""What makes of the rest of its clause a thing supposed, wherever it stands."""
FRONT_CONDITION = re.compile(
    r"(?:(?:and|but|or|that|then|also|und|oder|aber|dass|et|ou|mais|que|y|o|pero)\b[ ,]*)?(?:"
    r"only (?:if|when|where|after|once|with|in|on|by|upon|then|until)\b|(?:even )?if\b|unless\b|until\b|till\b|"
    r"provid(?:ed|ing)\b|subject to\b|(?:as|so) long as\b|insofar as\b|to the extent\b|in case\b|"
    r"in the (?:event|case)\b|"
    r"on (?:the )?condition\b|upon\b|on (?:receipt|payment|request|presentation) of\b|assuming\b|supposing\b|suppose\b|"
    r"except\b|excepting\b|save (?:for|where|as|that|in|when)\b|apart from\b|other than\b|barring\b|"
    r"without\b(?! (?:a )?doubt)|"
    r"in the absence of\b|with (?:the )?(?:prior |written |express )*(?:consent|permission|approval)\b|"
    r"for (?:members|residents|subscribers) only\b|"
    r"wenn\b|falls\b|sofern\b|soweit\b|solange\b|bis\b|nur (?:wenn|falls|mit|bei|dann|in|nach|für)\b|sobald\b|"
    r"im falle?\b|"
    r"vorausgesetzt\b|vorbehaltlich\b|unter der (?:bedingung|voraussetzung)\b|ausser\b|ohne\b|mit ausnahme\b|"
    r"mit (?:vorheriger |schriftlicher )*(?:zustimmung|einwilligung|genehmigung)\b|"
    rf"{_SI}|s'ils?\b|à moins\b|a moins\b|sauf\b|à condition\b|sous réserve\b|pourvu\b|tant qu|jusqu|en cas d|"
    r"seulement (?:si|quand)\b|uniquement (?:si|quand)\b|hormis\b|sans\b|dès lors qu|lorsqu|avec l'accord\b|"
    r"avec l'autorisation\b|à l'exception\b|au cas où\b|"
    r"a menos\b|salvo\b|excepto\b|siempre (?:que|y cuando)\b|con tal\b|a condición\b|en caso de\b|sólo si\b|solo si\b|"
    r"solamente si\b|hasta\b|mientras\b|sin\b|previo\b|previa\b|"
    r"qualora\b|purch[éè]\b|a meno\b|a condizione\b|finché\b|fino a\b|in caso di\b|senza\b|tranne\b|eccetto\b|"
    r"desde que\b|caso\b|a não ser\b|exceto\b|indien\b|tenzij\b|mits\b|zolang\b|tot\b|behalve\b|"
    r"если\b|пока\b|до\b|при условии\b|кроме\b|в случае\b|jeżeli\b|jeśli\b|dopóki\b|o ile\b|hvis\b|medmindre\b|om\b"
    r")"
)
"""What a clause, aside or adverbial that restricts the rest of its sentence opens with."""
FRONT_INVERTED = re.compile(r"(?:should|had|were|sollte[nt]?|hätte|wäre)\b")
"""The same where a sentence opens with its verb: "Should the tenant pay late, ..."."""
FRONT_WHEN = re.compile(r"(?:when|whenever|where|wherever|once|quand|cuando|wo)\b")
"""The same where the rest states a rule: in a story "when the war ended" restricts nothing."""

CLITICS = ("n't", "'ll", "'re", "'ve", "'d")
"""Ends of words that hold a finite verb."""
VERBAL_NEGATORS = _set("not never cannot nicht nie niemals pas jamais niet inte ikke не")
"""Negators of a verb: behind "and", another verb of its own is free of them. One of the subject negates both."""
LEADS_TO = re.compile(
    r"\b(?:may|must|shall|can|cannot|will|would|should|might|to|is|are|be|not|if|when|where|unless|that|by|of|for|from|with|in|"
    r"darf|dürfen|muss|müssen|kann|können|ist|sind|wird|werden|dass|wenn|falls|sofern|peut|peuvent|doit|doivent|est|sont|"
    r"de|à|que|si|puede|pueden|debe|deben|es|son|a)\W*$"
)
"""What a lead-in ends with when its items complete the sentence."""

UNSPACED_NEGATORS = re.compile(
    r"(?:不(?!仅|僅|但|过|過|久|同|断|斷|少|论|論|管|足|锈|鏽|动|動|满|滿|料|妨|禁|止|外乎|失为|只)|没(?!收)|沒(?!收)|未(?!来|來|婚|成年)"
    r"|禁止|严禁|嚴禁|切勿|请勿|請勿|勿|莫(?!斯|名)|并非|並非|无权|無權|无人|無人|无须|無須|无需|無需|否认|否認|毫无|从无|難以|难以)"
)
UNSPACED_PROHIBITIONS = re.compile(
    r"不得|不准|不许|不許|不可|不应|不應|不能|禁止|严禁|嚴禁|切勿|请勿|請勿|并非|並非|否认|否認|没有(?:证据|人)|沒有(?:證據|人)|"
    r"不认为|不認為|不相信|无人|無人|无权|無權|任何情况下"
)
"""Negators whose scope runs on over a comma."""
UNSPACED_ADVERSATIVES = re.compile(r"但|而是|然而|不过|不過|却|卻|因此|所以|因为|因為|故|于是|於是|反而|只是|则|則")
UNSPACED_LEAD_IN = re.compile(
    r"不得|不准|不许|不許|不可|不能|不应|不應|不包括|不含|不属|不屬|不适用|不承担|禁止|严禁|嚴禁|切勿|请勿|請勿|勿|除外|排除|"
    r"例外|并非|並非|没有|沒有|未|ない|ません|対象外|除く|除外|不可|ならぬ|ず$|않|못|없|금지|제외|아니|ห้าม|ไม่|ยกเว้น"
)
UNSPACED_CONDITION = re.compile(
    r"(?:如果|如(?!下|上|同|何|此|今|图|圖|表|期|实)|若|只有|只要|除非|一旦|假如|假设|要是|倘若|万一|在.{1,30}(?:情况下|条件下|情況下|前提下)|"
    r"当.{1,30}时|當.{1,30}時|除.{1,30}外|直到|直至|截至|经.{1,20}(?:同意|批准|许可)|未经|未經|凡|もし|仮に)"
)
"""What a Chinese clause that restricts the next opens with."""
UNSPACED_CONDITION_END = re.compile(
    r"(?:場合(?:に(?:は|限り)?|は)?|ときは?|時は|限り|限りは|れば|たら|なら|ならば|を除き|を除いて|まで(?:は|に)?|以外は?|次第|"
    r"の下で|条件で|条件に|的话|前提下|면|경우|경우에는?|때에는?|까지는?)$"
)
"""What a Japanese, Korean or Chinese clause that restricts the next closes with."""
