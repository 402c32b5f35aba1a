"""Word lists the lexical features count. Data only; the training script reads the same lists."""

from __future__ import annotations

from citeward.entailment.wordlist import listed, words

__all__ = [
    "CERTAIN",
    "COMMON",
    "CONDITIONS",
    "DOWN",
    "HEDGES",
    "MONTHS",
    "NEGATIONS",
    "NUMBER_WORDS",
    "OPPOSITE",
    "SCALES",
    "UP",
    "WEAK",
]

COMMON = words(
    "a an the of in on at to for from by with and or but is are was were be been being it its this that these those "
    "as he she they his her their them him we our you your i my not no do does did has have had will would can could "
    "may might must shall should than then there which who whom whose what when where how also such into over under "
    "about after before between during so if while more most"
)
"""Words of grammar: no content."""

NEGATIONS = words(
    "cannot denied failed fails hardly lack lacked lacks n't neither never no nobody none nor not nothing refused "
    "unable without"
)

HEDGES = words(
    "allegedly appears believed can could expected likely may might perhaps planned possibly potentially probably "
    "reportedly seems should suggest suggested suggests thought"
)

CERTAIN = words(
    "all always best completely definitely each entirely every exactly first highest largest most must never only "
    "proved proven proves unanimously will"
)

WEAK = words("about almost approximately around few many nearly often partly several some sometimes usually")

UP = words(
    "above after better exceed exceeded faster gained greater grew grow grows higher improve improved increase "
    "increased increases increasing larger later longer more older over rise rises rising rose stronger up"
)

DOWN = words(
    "before below decline declined decrease decreased decreases decreasing down earlier fall falling falls fell fewer "
    "less lost lower reduce reduced reduces shorter shrank slower smaller under weaker worse younger"
)

CONDITIONS = words("except if only provided subject unless until when")

MONTHS = words("april august december february january july june march may november october september")

_OPPOSITES = listed(
    "able/unable above/below accept/reject accepted/rejected acquitted/convicted activates/inhibits after/before "
    "agreed/refused alive/dead allow/forbid allowed/forbidden allowed/prohibited always/never approve/reject "
    "approved/rejected arrived/departed asleep/awake bad/good began/ended begin/end better/worse big/small born/died "
    "bottom/top bought/sold boy/girl brother/sister built/destroyed buy/sell caused/prevented causes/prevents "
    "closed/open cold/hot common/rare complex/simple confirmed/denied crowded/empty dark/light daughter/son day/night "
    "decrease/increase decreased/increased different/same difficult/easy down/up dry/wet earlier/later early/late "
    "east/west eastern/western effective/ineffective empty/full enemy/friend enhanced/impaired entered/left "
    "evening/morning exclude/include excluded/included export/import external/internal failed/succeeded "
    "failure/success fall/rise false/true fast/slow father/mother fell/rose female/male fired/hired first/last "
    "found/lost guilty/innocent happy/sad hate/love high/low higher/lower highest/lowest husband/wife illegal/legal "
    "impossible/possible indoors/outdoors inside/outside large/small larger/smaller least/most left/right less/more "
    "likely/unlikely long/short lose/win lost/won major/minor man/woman mandatory/voluntary men/women "
    "negative/positive new/old north/south northern/southern often/rarely old/young older/younger oppose/support "
    "opposed/supported optional/required permanent/temporary permitted/prohibited poor/rich private/public "
    "safe/unsafe sitting/standing started/stopped strong/weak successful/unsuccessful summer/winter with/without"
)


def _opposites() -> dict[str, frozenset[str]]:
    table: dict[str, set[str]] = {}
    for pair in _OPPOSITES:
        left, right = pair.split("/")
        table.setdefault(left, set()).add(right)
        table.setdefault(right, set()).add(left)
    return {word: frozenset(others) for word, others in table.items()}


OPPOSITE = _opposites()
"""Each word to the words that say its contrary."""

NUMBER_WORDS = {
    word: value
    for value, word in enumerate(
        listed(
            "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
            "seventeen eighteen nineteen twenty"
        )
    )
} | {
    "thirty": 30,
    "forty": 40,
    "fifty": 50,
    "sixty": 60,
    "seventy": 70,
    "eighty": 80,
    "ninety": 90,
    "dozen": 12,
    "twice": 2,
}
SCALES = {"hundred": 1e2, "thousand": 1e3, "million": 1e6, "billion": 1e9, "trillion": 1e12}
