"""Words that turn a sentence round, by kind. Data for the guards; every entry is a lower-case token or its stem."""

from __future__ import annotations

from citeward.entailment.reading import stem
from citeward.entailment.wordlist import listed, words

__all__ = [
    "CONDITIONS",
    "NEGATORS",
    "OPPOSITES",
    "ROLES",
]

NEGATORS = words("not no never neither nor none nobody nothing nowhere without hardly scarcely barely unable unlikely")
"""Tokens that negate what follows. Verbs of failing are negators too where they take an infinitive; see negation."""

CONDITIONS = (
    ("only", "if"),
    ("only", "when"),
    ("only", "for"),
    ("only", "in"),
    ("only", "with"),
    ("only", "after"),
    ("as", "long", "as"),
    ("so", "long", "as"),
    ("provided", "that"),
    ("on", "condition"),
    ("subject", "to"),
    ("in", "the", "event"),
    ("in", "case", "of"),
    ("if",),
    ("unless",),
    ("except",),
    ("provided",),
    ("excluding",),
)
"""Openings of a condition or an exception, longest first."""

_PAIRS = listed(
    "more/less more/fewer most/least higher/lower highest/lowest greater/smaller greater/less larger/smaller "
    "largest/smallest bigger/smaller biggest/smallest longer/shorter longest/shortest older/younger oldest/youngest "
    "faster/slower fastest/slowest stronger/weaker better/worse best/worst above/below over/under before/after "
    "earlier/later early/late increase/decrease increased/decreased rise/fall rose/fell rising/falling grow/shrink "
    "grew/shrank gain/lose gain/loss gained/lost up/down exceed/trail raise/lower raised/lowered raise/cut raised/cut "
    "increased/reduced increase/reduce expand/contract expanded/contracted improve/worsen improved/worsened "
    "improved/deteriorated outperform/underperform accelerate/decelerate accelerated/slowed strengthen/weaken "
    "strengthened/weakened wider/narrower deeper/shallower heavier/lighter richer/poorer warmer/colder hotter/cooler "
    "warmer/cooler hotter/colder cheaper/dearer safer/riskier north/south east/west northern/southern eastern/western "
    "left/right inside/outside first/last open/close opened/closed win/lose won/lost accept/reject accepted/rejected "
    "approve/reject approved/rejected allow/forbid allowed/prohibited permitted/prohibited begin/end began/ended "
    "start/stop started/stopped success/failure succeed/fail include/exclude included/excluded positive/negative "
    "buy/sell bought/sold import/export imports/exports arrive/depart arrived/departed enter/leave public/private "
    "internal/external major/minor maximum/minimum guilty/innocent convicted/acquitted confirm/deny confirmed/denied "
    "cause/prevent caused/prevented temporary/permanent optional/mandatory voluntary/mandatory legal/illegal "
    "male/female men/women majority/minority absent/present often/rarely frequently/rarely always/never "
    "majority/minority upper/lower top/bottom ascend/descend surplus/deficit profit/loss ahead/behind within/beyond "
    "maximum/minimum support/oppose supported/opposed prior/following earliest/latest borrow/lend borrowed/lent "
    "lend/owe hire/fire hired/fired alive/dead win/defeat"
)


def _opposites() -> dict[str, frozenset[str]]:
    table: dict[str, set[str]] = {}
    for pair in _PAIRS:
        left, right = pair.split("/")
        table.setdefault(stem(left), set()).add(stem(right))
        table.setdefault(stem(right), set()).add(stem(left))
    return {word: frozenset(others) for word, others in table.items()}


OPPOSITES = _opposites()
"""Stems to the stems that say the contrary."""

ROLES = words(
    "chairman chairwoman chair chairperson president vice-president director ceo cfo coo cto founder co-founder owner "
    "manager editor author writer producer composer actor actress singer guitarist drummer bassist coach captain "
    "minister secretary treasurer governor mayor senator ambassador judge lawyer prosecutor defendant plaintiff "
    "attorney professor teacher student nurse doctor surgeon scientist engineer architect painter sculptor "
    "photographer novelist poet journalist spokesman spokeswoman spokesperson analyst economist king queen prince "
    "princess bishop priest general colonel sergeant father mother brother sister son daughter husband wife uncle "
    "aunt buyer seller tenant landlord lender borrower employer employee contractor supplier customer chancellor "
    "deputy commissioner inspector auditor accountant principal librarian curator conductor director-general "
    "midfielder striker defender goalkeeper"
)
"""What somebody is to somebody else: two of them in the same place are two different statements."""
