"""The law of the surroundings: nothing beside a granted excerpt turns it round, in six languages.

Sources are made of a head that negates, restricts or affirms, of a stretch that a quote takes, and of what may stand
between and around them: list marks, earlier items, asides, line breaks. Whether a source reverses the stretch is known
from how it was made.
"""

from __future__ import annotations

from typing import NamedTuple

from hypothesis import given, settings
from hypothesis import strategies as st

from citeward.text import find

law = settings(deadline=None, max_examples=150)


class Language(NamedTuple):
    """What sources of one language are made of."""

    negating: tuple[str, ...]
    """Heads of a clause or list whose verb phrases they forbid."""
    affirming: tuple[str, ...]
    actions: tuple[str, ...]
    """Verb phrases: what a list under a head holds."""
    conditions: tuple[str, ...]
    """Clauses and adverbials that restrict the clause behind their comma."""
    harmless: tuple[str, ...]
    """The same that restrict nothing."""
    frames: tuple[str, ...]
    """What takes back the clause behind it."""
    clauses: tuple[str, ...]
    sentences: tuple[str, ...]
    """Others, some of which negate."""
    either: str
    space: str = " "
    comma: str = ", "
    colon: str = ":"
    stop: str = ". "


LANGUAGES = {
    "English": Language(
        ("You must not", "Members may never", "It is forbidden to", "Nobody shall", "Under no circumstances may staff"),
        ("You may", "Members can", "It is advisable to", "Everybody should", "At all times staff may"),
        ("share the password", "enter the old tower", "lend out the keys", "feed the animals"),
        ("If the alarm rings", "Unless agreed in writing", "Subject to clause 4", "Until 2020", "Provided all agree"),
        ("In the morning", "As every year", "For many reasons", "In addition to the fee"),
        ("Nobody believes that", "It is not true that", "The court denied that", "It is a myth that"),
        ("the tenants pay for all repairs", "the owner must close the gate", "visitors may use the garden"),
        ("No fee is charged.", "The office never closes.", "Parking is free."),
        "or",
    ),
    "German": Language(
        ("Sie dürfen nicht", "Mitglieder dürfen niemals", "Es ist verboten", "Niemand darf"),
        ("Sie dürfen", "Mitglieder können", "Es ist ratsam", "Jeder darf"),
        ("das Kennwort weitergeben", "den alten Turm betreten", "die Schlüssel verleihen"),
        ("Wenn der Alarm ertönt", "Sofern alle zustimmen", "Bis 2020", "Vorbehaltlich der Ziffer 4"),
        ("Am frühen Morgen", "Wie in jedem Jahr", "Aus vielen Gründen"),
        ("Niemand glaubt, dass", "Es stimmt nicht, dass", "Das Gericht bestreitet, dass"),
        ("die Mieter alle Reparaturen zahlen", "der Eigentümer das Tor schließen muss"),
        ("Es wird keine Gebühr erhoben.", "Das Büro schließt nie.", "Parken ist frei."),
        "oder",
    ),
    "French": Language(
        ("Vous ne devez pas", "Les membres ne peuvent jamais", "Il est interdit de", "Nul ne peut"),
        ("Vous pouvez", "Les membres doivent", "Il est conseillé de", "Chacun peut"),
        ("partager le mot de passe", "visiter la vieille tour", "prêter les clefs du local"),
        ("Si le locataire paie en retard", "Sauf accord écrit", "Sous réserve de la clause 4", "Jusqu'en 2020"),
        ("Le matin", "Comme chaque année", "Pour plusieurs raisons"),
        ("Personne ne croit que", "Il n'est pas vrai que", "Il est faux que"),
        ("les locataires paient toutes les réparations", "le propriétaire doit fermer la grille"),
        ("Aucun frais ne sera dû.", "Le bureau ne ferme jamais.", "Le parking est gratuit."),
        "ou",
    ),
    "Spanish": Language(
        ("Usted no debe", "Los socios nunca pueden", "Está prohibido", "Nadie puede"),
        ("Usted puede", "Los socios pueden", "Es aconsejable", "Cualquiera puede"),
        ("compartir la contraseña", "visitar la torre antigua", "prestar las llaves del local"),
        ("Si el inquilino paga tarde", "Salvo acuerdo escrito", "Hasta 2020", "Siempre que todos acepten"),
        ("Por la mañana", "Como cada año", "Por muchas razones"),
        ("Nadie cree que", "No es cierto que", "Es falso que"),
        ("los inquilinos pagan todas las reparaciones", "el dueño debe cerrar la puerta"),
        ("No se cobra nada.", "La oficina nunca cierra.", "El aparcamiento es gratis."),
        "o",
    ),
    "Chinese": Language(
        ("承租人不得", "会员不可", "严禁", "任何人禁止"),
        ("承租人可以", "会员应当", "建议", "任何人可以"),
        ("将房屋转租给第三人", "擅自改变房屋的结构", "在室内饲养各种动物"),
        ("如果承租人迟付租金", "除非双方另行约定", "经房东书面同意", "直到二〇二〇年"),
        ("每天早上", "和往年一样", "在这座城市"),
        ("没有证据表明", "法院不认为", "被告否认"),
        ("房东可以解除租赁合同", "租客应当支付维修费用"),
        ("会员不收费。", "办公室从不关门。", "停车免费。"),
        "或",
        space="",
        comma="，",
        colon="：",
        stop="。",
    ),
    "Japanese": Language(
        ("次の行為は禁止する", "以下は認められない", "次の事項をしてはならない"),
        ("次の行為は許される", "以下は認められる", "次の事項を勧める"),
        ("館内の部屋で喫煙すること", "犬を館内に入れること", "鍵を他人に貸すこと"),
        ("家賃の支払いが遅れた場合は", "全員が同意したときは", "書面で合意しない限り", "二〇二〇年まで"),
        ("毎朝", "例年のとおり", "この街では"),
        (),
        ("大家は契約を解除できる", "借主は修理費を支払う"),
        ("料金はかからない。", "事務所は閉まらない。", "駐車は無料です。"),
        "または",
        space="",
        comma="、",
        colon="：",
        stop="。",
    ),
}


class Case(NamedTuple):
    """A source, a stretch of it, and whether what stands around the stretch turns it round."""

    source: str
    quote: str
    reversed: bool


@st.composite
def lists(draw: st.DrawFn) -> Case:
    """A head and its items, as a list, in a row, or in a sentence."""
    name = draw(st.sampled_from(sorted(LANGUAGES)))
    language = LANGUAGES[name]
    negates = draw(st.booleans())
    head = draw(st.sampled_from(language.negating if negates else language.affirming))
    items = draw(st.permutations(language.actions))
    picked = draw(st.integers(0, len(items) - 1))
    shape = draw(st.sampled_from(["bullets", "numbers", "loose", "letters", "colon", "dash", "sentence"]))
    if name == "Japanese" and shape in ("dash", "sentence"):
        shape = "bullets"  # its verb and its negation stand at the end
    if shape in ("bullets", "loose"):
        mark = draw(st.sampled_from(["- ", "* ", "• ", "  - "]))
        body = head + language.colon + "\n" * (2 if shape == "loose" else 1) + "\n".join(mark + item for item in items)
    elif shape == "numbers":
        body = head + language.colon + "\n" + "\n".join(f"{k}. {item}" for k, item in enumerate(items, 1))
    elif shape == "letters":
        parts = [f"({letter}) {item}" for letter, item in zip("abcd", items, strict=False)]
        body = f"{head}{language.colon} " + "; ".join(parts)
    elif shape == "colon":
        picked = 0
        body = f"{head}{language.colon} {items[0]}"
    elif shape == "dash":
        picked = 0
        body = f"{head} — {items[0]}"
    else:
        picked = draw(st.integers(0, 1))
        body = head + language.space + (language.space + language.either + language.space).join(items[:2])
    return Case(_framed(draw, language, body), items[picked], negates)


@st.composite
def clauses(draw: st.DrawFn) -> Case:
    """A clause behind a condition, a frame, or something that is neither."""
    language = LANGUAGES[draw(st.sampled_from(sorted(LANGUAGES)))]
    kind = draw(st.sampled_from(["condition", "harmless", "frame"] if language.frames else ["condition", "harmless"]))
    clause = draw(st.sampled_from(language.clauses))
    if kind == "frame":
        body = draw(st.sampled_from(language.frames)) + language.space + clause
    else:
        front = draw(st.sampled_from(language.conditions if kind == "condition" else language.harmless))
        body = front + language.comma + clause
    return Case(_framed(draw, language, body), clause, kind != "harmless")


def _framed(draw: st.DrawFn, language: Language, body: str) -> str:
    """The body among other sentences, of which some negate and none may matter."""
    before = draw(st.lists(st.sampled_from(language.sentences), max_size=2))
    after = draw(st.lists(st.sampled_from(language.sentences), max_size=1))
    gap = draw(st.sampled_from(["\n\n", " " if language.space else ""]))
    text = language.space.join(before) + (gap if before else "") + body
    return text + language.stop.rstrip() + ("\n\n" + after[0] if after else "")


@given(lists())
@law
def test_the_head_of_a_list_governs_every_item(case: Case) -> None:
    assert find(case.source, case.quote, diagnose=False).granted != case.reversed


@given(clauses())
@law
def test_a_condition_or_frame_in_front_governs_its_clause(case: Case) -> None:
    assert find(case.source, case.quote, diagnose=False).granted != case.reversed


@given(st.one_of(lists(), clauses()))
@law
def test_a_stretch_quoted_with_all_that_governs_it_is_granted(case: Case) -> None:
    assert find(case.source, case.source, diagnose=False).granted


_FIRM, _PERSON, _DID = "The old firm", "advised by Otto Brandt", "was fined in the spring"
_ASIDES = [" (", ")"], [" [", "]"], [" — ", " —"], [", ", ","], [" “", "”"], [" «", "»"], [" „", "“"], [" (1) (", ")"]


@given(st.sampled_from(_ASIDES), st.integers(0, 3), st.booleans(), st.booleans())
@law
def test_no_excerpt_leaves_an_aside_it_did_not_enter(marks: list[str], cut: int, shown: bool, more: bool) -> None:
    source = f"{_FIRM}{marks[0]}{_PERSON}{marks[1]} {_DID}." + (" It paid." if more else "")
    inside = _PERSON.split()[cut:]
    quote = " ".join(inside) + (marks[1] if shown else "") + f" {_DID}"
    match = find(source, quote, diagnose=False)
    if match.granted:  # only from the very beginning of the aside, and then with its opening mark
        assert cut == 0
        assert match.excerpts[0].startswith(marks[0].split()[-1])
    assert find(source, f"{_FIRM}{marks[0]}{_PERSON}{marks[1]} {_DID}", diagnose=False).granted
    assert find(source, _PERSON, diagnose=False).granted


_ENDS = [". ", "! ", "? ", ".\n", "\n\n", "\n- ", "\n1. ", "\n## ", ".” ", "。"]


@given(st.sampled_from(_ENDS), st.sampled_from([" ", ", ", " - "]), st.integers(1, 4), st.integers(1, 3))
@law
def test_no_quote_runs_over_an_end_it_does_not_show(end: str, joint: str, before: int, after: int) -> None:
    first, second = "The yearly fee is waived for members", "Only the other guests must pay"
    quote = " ".join(first.split()[-before - 1 :]) + joint + " ".join(second.split()[:after])
    assert not find(f"{first}{end}{second}.", quote, diagnose=False).granted
    assert find(f"{first}\n{second.lower()}.", quote.replace(joint, " "), diagnose=False).granted or joint != " "
