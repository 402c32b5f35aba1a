"""Whether a few words hold a verb that makes a sentence of them: "The river freezes" does, "House rules" does not.

Only common English verbs are known, in the forms that stand behind a subject. Many of them are nouns as well, so the
place of the word and the word at the end decide: "Company returns policy" is the name of a text.
"""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["has_verb"]


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_BASES = _words(
    """
    abstain accept accommodate accompany accredit accrue accumulate ache achieve acquire acquit act activate
    adapt add address adhere adjust admit adopt advise affect afford agree aim allocate allow alter amend
    amortise amount anchor announce annul appeal appear apply appoint appreciate approach approve archive argue
    arise arrange arrest arrive ask assess assign assist assume attach attack attend attract auction audit
    authorise authorize avoid award backup bake bark barter bear beat become begin believe belong bend bid bill
    bind bite bleed blink block blow boil book boot borrow bow break breathe breed bring broadcast bruise budget
    build burn bury buy cache calculate call cancel carry carve cast catch cause cease celebrate certify change
    charge chase check chill chirp choose chop claim clean clear climb clone close collapse collect combine come
    commence commit compile comply compress comprise compute concern conclude condense conduct confirm connect
    conquer consent consider consist constitute consult consume contain continue contribute control convert
    convict cook cool correspond corrode cough count cover crack crash create cross crush cultivate cure cut
    damage deal debug decay decide decline decrease decrypt deduct defeat defend define delay delete deliver
    demand deny depart depend deploy deport depreciate deregulate derive descend describe deserve design destroy
    detain detect determine develop diagnose die differ dig dip direct disappear discharge disclose discover
    dissolve distinguish distribute divest divide dock dominate double drain draw dream drink drive drop dry
    earn eat elect eliminate emerge emit employ enable enact encourage encrypt end endure enforce engage enjoy
    enlarge ensure enter entitle equal erase erupt escape establish estimate evaporate evolve exceed exclude
    exempt exercise exhale exist expand expect expire explain explode export expose express extend extradite
    face fade fail faint fall feature feed feel ferment fight fill filter finance find fine finish fit fix flash
    float flourish flow fly fold follow forbid force forecast forget forgive fork form found freeze fry function
    fund gain gallop gather generate get give gleam glow go govern grant graze greet grill grind grow guarantee
    guard guide haggle handle hang happen harm hatch have head heal hear heat hedge help hide hire hit hoist
    hold host house hug hunt ignore illustrate impact impeach imply import impose improve inaugurate include
    increase incur index indicate infect inform inhabit inhale inherit initiate inject inspect install insulate
    insure intend interfere introduce invade invest invite involve issue itch join jump keep kick kill kiss
    kneel knit know lack land lapse last launch lay lead leak lean learn lease leave legislate lend let license
    lie lift light like limit link list live load locate lock log look lose love lower maintain make manage
    manufacture march mark mask match matter mature measure meet melt merge migrate mind miss mix monitor moor
    mortgage move mow multiply need negotiate nest nominate notify number obey oblige observe obtain occupy
    occur offer open operate oppose order organise organize originate outbid outlaw outline outnumber outweigh
    overlap oversee overturn owe own oxidise oxidize pack paint parade parole parse pass pat pay peak peel
    penalise penalize penetrate perform permit persist pick place plan plant play point polish pollute possess
    postpone pour practise precede precipitate predict prefer prepare prescribe present preserve press prevent
    proceed process produce prohibit promise promote prosecute prosper protect protest prove provide prune
    publish pull pump punch purchase purge purr push qualify query quit race rain raise range rank ratify reach
    react read realise realize rebase rebel reboot rebuild receive recognise recognize recommend recover recruit
    redact reduce refer reflect refund refuse refute register regret regulate reign reimburse reject relate
    release rely remain remember remind remove render renew rent reopen repair repay repeal repeat replace reply
    report represent require rescue research reserve reset reside resign resist resolve respond rest restore
    restrict result resume retain retire return reveal reverse revert review revise revolve reward ride ring
    rinse rise risk roast roll rot rotate row rub rule run rush rust sail satisfy save say scale scan schedule
    score scratch scrub seal seat see seek seem select sell send sentence separate serve set settle sew shake
    shape share shatter shed shelter shift shine ship shoot show shrink shut sift sign sing sink sit sketch slap
    sleep slide slow smell smoke smuggle sneeze snow soak soften solve sort sound span speak specify spend spill
    splash split spoil sponsor spray spread spring squeeze stack stain stand standardise standardize start
    starve state stay steal steam steer stem step stick stir stitch stop store strengthen stretch strike
    struggle study submit subsidise subsidize succeed sue suffer suggest suit sum supersede supervise supply
    support suppress surrender survive suspend sustain swallow sweep swell swim switch sync tag take talk target
    taste tax teach tear tell tend terminate test thank thaw think thrive throttle throw tie time toast tolerate
    top total touch tow trade train transfer transform translate transmit transport travel treat trigger trust
    try turn twist undergo understand undertake unite unlock untie update upgrade uphold urge use vaccinate
    validate vanish vary veto visit void vote wait waive walk want warm warn warrant wash watch wear weave weigh
    whisk widen win wipe wish withdraw withhold withstand work worry wrap write yield
    """
)
_PASTS = _words(
    """
    arose ate beat became began bent bet bit bled blew bore bought bound bred broke brought built burnt burst
    came caught chose clung cost crept cut dealt did died drank drew drove dug fed fell felt fled flew forbade
    forgave forgot fought found froze gave got grew had held hid hit hung hurt kept knelt knew laid lasted lay
    led left lent let lit lost made meant met mistook outgrew overcame overtook paid proved put quit ran rang
    read rebuilt repaid reset rewrote rode rose said sang sank sat saw sent set shone shook shot showed shrank
    shut slept slid sold sought spent split spoke sprang spread stole stood strove struck stuck swam swelled
    swept swore swung taught thought threw told took tore understood undertook underwent upheld went withdrew
    withheld withstood woke won wore wove wrote
    """
)
_TEXTS = _words(
    """
    act act's acts agreement announcement appendix article articles bill book booklet brochure bulletin bylaws
    catalog catalogue certificate chapter chart charter code codes conditions contract contracts data database
    datasheet decree directive doc docs document documentation documents email faq faqs figure file filing form
    framework guidance guide guideline guidelines guides handbook handbooks index instructions invoice journal
    judgment law laws leaflet lease letter licence license list lists log manual manuals memo minutes newsletter
    note notes notice notices offer order ordinance overview page pages paper papers paragraph plan plans
    policies policy portal post procedure procedures profile programme protocol provisions readme record records
    register regulation regulations release report reports review rules schedule section sections sheet site
    specification standard standards statement statements statistics statute study study's summary survey table
    tables tariff terms text texts thread ticket transcript treaty tutorial website wiki
    """
)
"""What texts are called: a name that ends in one is the name of a text."""
_WHO = _words("nobody somebody everybody anybody everyone someone anyone i you we they he she it who")
"""A name does not begin with these."""
_WHOM = _words("them him us me")
"""Nor does it hold these: somebody does something to them."""
_SUBJECTS = frozenset(
    {"i", "you", "we", "they", "people", "who", "which", "that", "and", "both", "all", "most", "some", "many"}
)


def has_verb(words: Sequence[str]) -> bool:
    """Return whether one of a few words is, by its form and place, the verb of a sentence.

    Args:
        words: in order, as they were written. A capital inside a name makes a verb of none of its words.

    >>> [has_verb(text.split()) for text in ("The river freezes", "Cranes came later", "Company returns policy")]
    [True, True, False]
    """
    if not words or words[-1].lower() in _TEXTS:
        return False
    if len(words) > 1 and (words[0].lower() in _WHO or not _WHOM.isdisjoint(words)):
        return True
    return any(_is_verb(words[index - 1].lower(), words[index]) for index in range(1, len(words)))


def _is_verb(before: str, word: str) -> bool:
    """Whether a word is a verb behind another one, which may be its subject."""
    if word in _PASTS:
        return True
    if word in _BASES:  # "Ferries sail", and not "Remote work"
        return before in _SUBJECTS or (before.endswith("s") and not before.endswith(("ss", "us", "is")))
    return word.endswith("s") and (
        word[:-1] in _BASES
        or (word.endswith("es") and word[:-2] in _BASES)
        or (word.endswith("ies") and f"{word[:-3]}y" in _BASES)
    )
