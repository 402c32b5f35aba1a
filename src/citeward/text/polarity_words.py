"""Words that turn a statement round: negators, exceptions and conditions, in the languages sources are written in.

Words are folded (case, curly apostrophes) before they are looked up. Where two languages disagree about a word, such
as Italian and Portuguese "se", the word is left out: it would refuse most honest quotes of the other language.
"""

from __future__ import annotations

_NEGATORS = """
not never no nor neither without cannot none nobody nothing nowhere hardly scarcely barely rarely seldom
ain't aint cant dont wont isnt arent wasnt werent doesnt didnt hasnt havent hadnt shouldnt wouldnt couldnt mustnt neednt
nicht nie niemals nirgends niemand nichts kein keine keinen keinem keiner keines ohne weder kaum
ne pas jamais aucun aucune nul nulle sans ni rien guère guere non
nunca jamás jamas ningún ningun ninguno ninguna nadie nada sin tampoco
nessun nessuno nessuna niente senza né neppure neanche
não nao nenhum nenhuma ninguém ninguem sem nem jamais
niet geen nooit niemand niets zonder
inte ej aldrig ingen inga inget utan ikke aldri intet uten uden ikkje
ei eivät eivat emme ette eikä eika ilman
nie nigdy bez żaden zaden żadna zadna żadne zadne nikt brak ani
není neni nemá nema nikdy nesmí nesmi žádný zadny
nu niciodată niciodata fără fara nici
nem soha nincs senki semmi nélkül
не нет ни нельзя никогда никто ничего ничто без нікому ніхто нічого немає
δεν δε μη μην χωρίς χωρις ούτε ουτε όχι οχι ποτέ ποτε
değil degil yok hayır hayir hiçbir hicbir olmadan asla
لا لم لن ليس ليست ليسوا غير بدون دون عدم بلا كلا
نه نیست نباید بدون هیچ نمی
לא אין בלי ללא אינו אינה אינם אינן בלתי מבלי לעולם
नहीं नही मत बिना ना
না নয় নেই
không khong chưa chẳng đừng
tidak bukan tanpa jangan belum
안 못 없이
"""

_EXCEPTIONS = """
except excepting excepted excluding exclude excludes excluded unless save barring notwithstanding
if only provided but until till contingent conditional conditioned assuming supposing
fails failed fail failing refuse refuses refused deny denies denied denying lacks lacked lacking lack
prohibit prohibits prohibited prohibiting forbid forbids forbidden bars barred prevents prevented
false falsely untrue incorrect incorrectly wrong wrongly unlikely impossible unable allegedly supposedly
außer ausser ausgenommen sofern falls wenn nur vorbehaltlich soweit vorausgesetzt aber sondern bis
sauf excepté excepte hormis si seulement mais pourvu réserve moins
salvo excepto menos sino pero sólo solo solamente
eccetto tranne purché purche soltanto qualora
exceto mas somente apenas
tenzij behalve mits indien slechts alleen maar
såvida savida förutom forutom bara endast medmindre unntatt undtagen hvis bare
chyba jeżeli jezeli jeśli jesli tylko ale wyjątkiem wyjatkiem warunkiem
pokud jestliže jen pouze kromě
если кроме исключением только условии но якщо крім лише
εκτός εκτος εάν εαν αν μόνο μονο αλλά αλλα
ancak sadece yalnızca eğer eger hariç haric dışında
إلا الا إذا اذا ما باستثناء شريطة بشرط لكن فقط سوى
אלא אם רק למעט פרט בתנאי אבל
यदि अगर सिवाय केवल सिर्फ लेकिन जब
nếu trừ chỉ nhưng
kecuali jika hanya asalkan
"""

_INFIX = """
不 没 沒 未 無 无 非 勿 莫 毋 否 禁 除 仅 僅 只 如果 但 若
ない なかっ ません なく せず ざる ただし 除 限り のみ 場合 もし 以外 だけ
않 못하 못한 아니 아닌 없 말아 금지 다만 단, 제외 경우 만약
ไม่ มิได้ ห้าม ไร้ เว้นแต่ ยกเว้น ถ้า หาก เฉพาะ แต่
មិន ບໍ່
"""

_BETWEEN = """
be been being have has had to yet at all in any way a an the longer necessarily always even so currently then
that evidence proof true clear case sign indication
sein werden worden être etre été ete ser sido essere stato
"""

_LEFT_ONLY = """
minus negative moins menos meno минус unless except excepting excluding save außer ausser sauf salvo hormis excepto
eccetto tranne tenzij behalve кроме الا إلا
"""

_LEFT_SUFFIXES = """
不 不得 不能 不可 不应 不應 不会 不會 不准 不许 不是 并非 並非 没 没有 沒有
未 未能 無 无 非 勿 莫 毋 禁止 切勿
ไม่ ไม่ได้ มิได้ ห้าม มิให้ ไม่มี មិន ບໍ່
"""

_RIGHT_PREFIXES = """
ない なかった なく ません ませ ぬ ず ざる わけではない
ではな でな じゃない はない はなく はなかっ はありませ もない もなく
않 못하 못한 아니 아닌 아닙 없 말아
"""

_RIGHT_NEGATORS = """
not never nothing nobody nowhere cannot nicht nie niemals nichts kein keine keinen pas jamais rien nunca jamás niente
niet nooit niets geen inte aldrig ej ikke aldri не нельзя никогда değil degil değildir yok नहीं নয় না không
"""

_CONDITIONS = """
provided | providing that | unless | except | excepting | excluding | save that | save where | save as | save for
save in | save if | save when | subject to | only if | only when | only where | only after | only with
only to the extent | only for | only in | only on | if | on condition | on the condition | upon condition
upon the condition | as long as
so long as | contingent | conditional | assuming
to the extent | insofar as | until | but only | but not | but never
but no | other than | without | in the absence of | barring | notwithstanding
es sei denn | sofern | falls | wenn | außer | ausser | ausgenommen | vorausgesetzt | vorbehaltlich | soweit
nur wenn | nur falls | nur dann | mit ausnahme | ohne
sauf | à moins | a moins | à condition | sous réserve | sous reserve | sous condition | pourvu | excepté | hormis
si | s'il | sans
salvo | excepto | a menos | siempre que | siempre y cuando | a condición | con tal
eccetto | tranne | a meno | purché | purche | a condizione | qualora
exceto | desde que | a não ser | a nao ser
tenzij | behalve | mits | indien | op voorwaarde
såvida | förutsatt | forutsatt | forudsat | medmindre | unntatt | undtagen | hvis | med undantag
chyba | z wyjątkiem | jeżeli | jeśli | o ile | pod warunkiem | pokud
если | кроме | за исключением | при условии | якщо | крім | за умови
εκτός | εφόσον | υπό τον όρο | υπό την προϋπόθεση | εάν
eğer | hariç | meğer
إلا | الا | إذا | اذا | شريطة | بشرط | ما لم | باستثناء
אלא | אם | בתנאי | למעט
यदि | अगर | जब तक | बशर्ते | सिवाय
nếu | trừ | kecuali | jika | asalkan
"""

_UNSPACED_CONDITIONS = """
除非 | 但 | 如果 | 除 | 若 | ただし | 但し | 限り | 除き | を除 | 場合に限 | のみ | とは限ら
다만 | 단, | 경우에 한 | 제외 | 을 제외 | 를 제외
เว้นแต่ | ยกเว้น | ถ้า | หาก
"""


def _phrases(table: str) -> tuple[str, ...]:
    return tuple(phrase.strip() for line in table.splitlines() for phrase in line.split("|") if phrase.strip())


NEGATORS = frozenset(_NEGATORS.split())
EXCEPTIONS = frozenset(_EXCEPTIONS.split())
INFIX = tuple(_INFIX.split())
"""Parts of words in scripts without spaces and in Korean, looked for anywhere in what was left out."""
BETWEEN = frozenset(_BETWEEN.split())
"""Words that may stand between a negator and what it negates: "not yet been", "no evidence that"."""
LEFT_ONLY = frozenset(_LEFT_ONLY.split())
"""Words that, directly before a quote, take it back although they are no negators."""
LEFT_SUFFIXES = tuple(_LEFT_SUFFIXES.split())
"""Negators of scripts without spaces, before a quote."""
RIGHT_PREFIXES = tuple(_RIGHT_PREFIXES.split())
"""Negators that follow what they negate, in Japanese and Korean."""
RIGHT_NEGATORS = frozenset(_RIGHT_NEGATORS.split())
"""Negators that may follow directly what they negate, in languages with spaces."""
CONDITIONS = _phrases(_CONDITIONS)
"""What a condition or exception after a statement opens with."""
UNSPACED_CONDITIONS = _phrases(_UNSPACED_CONDITIONS)
"""The same in scripts without spaces and in Korean."""
