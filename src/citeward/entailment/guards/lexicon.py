"""Words that turn a sentence round, by kind. Data for the guards; every entry is a lower-case token or its stem."""

from __future__ import annotations

from citeward.entailment.reading import stem
from citeward.entailment.wordlist import listed, words

__all__ = [
    "CONDITIONS",
    "NEGATORS",
    "OPPOSITES",
    "ROLES",
    "role_of",
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
    "grew/shrank gain/lose gain/loss gained/lost up/down exceed/trail raise/lower raised/lowered raise/cut "
    "raised/cut increased/reduced increase/reduce expand/contract expanded/contracted improve/worsen "
    "improved/worsened improved/deteriorated outperform/underperform accelerate/decelerate accelerated/slowed "
    "strengthen/weaken strengthened/weakened wider/narrower deeper/shallower heavier/lighter richer/poorer "
    "warmer/colder hotter/cooler warmer/cooler hotter/colder cheaper/dearer safer/riskier north/south east/west "
    "northern/southern eastern/western left/right inside/outside first/last open/close opened/closed win/lose "
    "won/lost accept/reject accepted/rejected approve/reject approved/rejected allow/forbid allowed/prohibited "
    "permitted/prohibited begin/end began/ended start/stop started/stopped success/failure succeed/fail "
    "include/exclude included/excluded positive/negative buy/sell bought/sold import/export imports/exports "
    "arrive/depart arrived/departed enter/leave public/private internal/external major/minor maximum/minimum "
    "guilty/innocent convicted/acquitted confirm/deny confirmed/denied cause/prevent caused/prevented "
    "temporary/permanent optional/mandatory voluntary/mandatory legal/illegal male/female men/women "
    "majority/minority absent/present often/rarely frequently/rarely always/never majority/minority upper/lower "
    "top/bottom ascend/descend surplus/deficit profit/loss ahead/behind within/beyond maximum/minimum support/oppose "
    "supported/opposed prior/following earliest/latest borrow/lend borrowed/lent lend/owe hire/fire hired/fired "
    "alive/dead win/defeat within/after within/outside until/after until/since during/after during/before part/full "
    "partial/full partly/fully partially/fully gross/net monthly/weekly monthly/yearly monthly/annual weekly/daily "
    "monthly/daily weekly/yearly weekly/annual quarterly/monthly quarterly/annual inbound/outbound incoming/outgoing "
    "domestic/international domestic/foreign senior/junior debit/credit indoor/outdoor indoors/outdoors "
    "online/offline wholesale/retail fixed/variable written/oral written/verbal weekday/weekend weekdays/weekends "
    "adult/child adults/children morning/evening morning/afternoon afternoon/evening upstream/downstream "
    "parent/subsidiary inclusive/exclusive taxable/exempt odd/even wet/dry mobile/landline deposit/withdrawal "
    "deposit/withdraw refundable/nonrefundable same/following same/next same/previous same/preceding"
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

_SAME_ROLE = listed(
    "chairman/chairwoman/chair/chairperson director-general/director owner/proprietor author/writer/novelist "
    "actor/actress spokesman/spokeswoman/spokesperson lawyer/attorney/solicitor/counsel professor/lecturer "
    "teacher/instructor student/pupil doctor/physician "
    "buyer/purchaser/customer/client/consumer/user/subscriber/shopper/policyholder "
    "seller/vendor/supplier/provider/merchant/trader/retailer/dealer landlord/lessor/landlady tenant/lessee/renter "
    "employee/worker/staff employer/company/firm contractor/subcontractor lender/creditor/bank borrower/debtor "
    "accountant/bookkeeper coach/trainer guest/visitor passenger/traveller/traveler/rider sender/shipper/consignor "
    "recipient/addressee/consignee carrier/courier insurer/underwriter insured/policyholder applicant/candidate"
)
_ROLES_ALONE = words(
    "president vice-president ceo cfo coo cto founder co-founder manager editor producer composer singer guitarist "
    "drummer bassist captain minister secretary treasurer governor mayor senator ambassador judge prosecutor "
    "defendant plaintiff nurse surgeon scientist engineer architect painter sculptor photographer poet journalist "
    "analyst economist king queen prince princess bishop priest general colonel sergeant father mother brother "
    "sister son daughter husband wife uncle aunt chancellor deputy commissioner inspector auditor principal "
    "librarian curator conductor midfielder striker defender goalkeeper manufacturer distributor importer exporter "
    "licensor licensee franchisor franchisee publisher guarantor trustee beneficiary settlor executor agent broker "
    "host driver pilot patient parent pharmacist caregiver warden steward donor volunteer member administrator "
    "operator controller processor arbitrator mediator respondent claimant appellant registrar notary intern "
    "apprentice trainee supervisor referee umpire"
)


def _roles() -> dict[str, int]:
    table: dict[str, int] = {}
    for number, line in enumerate([*_SAME_ROLE, *sorted(_ROLES_ALONE)]):
        for word in line.split("/"):
            table.setdefault(word, number)
    return table


ROLES = _roles()
"""What somebody is to somebody else, each with a number that words for the same role share: two of different numbers in
the same place are two different statements."""


def role_of(word: str) -> int | None:
    """Return the number of the role that ``word`` names, in the singular or the plural; None where it names none."""
    if word in ROLES:
        return ROLES[word]
    if word.endswith("ies") and word[:-3] + "y" in ROLES:
        return ROLES[word[:-3] + "y"]
    return ROLES.get(word[:-1]) if word.endswith("s") else None
