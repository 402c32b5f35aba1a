"""Operations on parts of a sentence: details, clauses, conditions, word order, voice, predicates of other sentences."""

from __future__ import annotations

import re

from training.synthetic import words
from training.synthetic.edits import Context, Edit
from training.synthetic.patterns import DAYS, MONTHS

CONDITION = re.compile(
    r",? (?:if|unless|provided that|as long as|only when|only if|except when|except for|except|subject to|in case|"
    r"until|without) [^,.;]{6,90}(?=[.;,]|$)"
)
LEADING_CONDITION = re.compile(
    r"^(?:If|Unless|Provided that|As long as|Only when|In case|Until|Except for|Without) [^,.;]{6,90}, "
)
LIMITER = re.compile(
    r"\b(?:only|partly|partially|almost|nearly|allegedly|reportedly|supposedly|probably|possibly|so-called|"
    r"would-be|former|attempted|proposed|planned|unofficial|acting|honorary|virtually|rarely|hardly|few)\b ?"
)
RELATIVE = re.compile(
    r", (?:who|which|where|whose|whom|including|such as|known as|formerly|a|an|the|while|although|and|with|by|"
    r"having|becoming|making|leaving|being) [^,;.]{5,110}(?=,|\.|$),?"
)
BRACKET = re.compile(r" ?\([^()]{2,80}\)")
TRAILING = re.compile(
    r",? (?:in|on|at|during|after|before|from|by|with|for|near|under|since|because|due to|according to|as|"
    r"through) [^,.;]{3,60}(?=\.$|$)"
)
LEADING = re.compile(
    r"^(?:In|On|At|During|After|Before|From|By|With|For|Near|Under|Since|As|Through|According to|Following|"
    r"Despite) [^,.;]{2,60}, (?=[A-Z]|the |a |he |she |it |they )"
)
CONJOINED = re.compile(r"(?:,? and | as well as )[^,.;]{4,70}(?=\.$|$)")
MODIFIER = re.compile(
    r"(?<=\b(?:the|her|his|its) )[a-z]{4,14}(?= [a-z]{3,} )|(?<=\ban )[a-z]{4,14}(?= [aeiou][a-z]+ )|"
    r"(?<=\ba )[a-z]{4,14}(?= [bcdfgjklmnpqrstvwz][a-z]+ )"
)
HEAD = re.compile(
    r"^((?:The |A |An )?[A-Z]?[^,.;:]{2,60}?) (is|was|are|were|has|had|have|will|became|won|received|served|"
    r"played|worked|moved|released|made|took|began|joined|died|wrote|published|founded|can|may|must|led|held|"
    r"included|includes|contains|married|attended)\b"
)
PRONOUN = re.compile(r"^(?:It|He|She|They|This|These|That|There|His|Her|Their|Its|We|I|You)\b")
PASSIVE = re.compile(
    r"^([A-Z][^,.;:]{2,60}?) (was|were|is|are) ((?:\w+ly )?\w+ed|written|built|made|won|given|taken|led|sold|"
    r"bought|held|chosen|drawn|driven|known|shown|sung|found|begun|brought|caught|taught|told|sent|seen|paid|lost|"
    r"met|put|set|cut) by ((?:the |a |an )?[\w'’. -]{2,45}?)(?=( (?:in|on|at|during|after|before|for|with|to|from|"
    r"under) [^,;]*)?\.?$)"
)
PAST = {
    "written": "wrote",
    "made": "made",
    "given": "gave",
    "taken": "took",
    "chosen": "chose",
    "drawn": "drew",
    "driven": "drove",
    "known": "knew",
    "shown": "showed",
    "sung": "sang",
    "begun": "began",
    "seen": "saw",
}


def insert(text: str, at: int, piece: str) -> list[Edit]:
    return [Edit(at, at, piece)]


def fill(form: str, context: Context) -> str:
    """A detail template with its slots filled."""
    rng = context.random
    short = [name for name in context.names[:400] if len(name.split()) < 4]
    return form.format(
        place=rng.choice(words.items("places")),
        month=rng.choice(MONTHS),
        year=rng.randint(1890, 2024),
        day=rng.choice(DAYS),
        n=rng.randint(2, 19),
        role=rng.choice(words.items("roles")),
        name=rng.choice(short) if short else "a friend",
    )


def add_detail(text: str, context: Context) -> list[Edit] | None:
    """A detail that the source does not mention: at the end, at the front, before a noun, or as an apposition."""
    rng = context.random
    way = rng.random()
    stop = len(text) - 1 if text.endswith(".") else len(text)
    if way < 0.5:
        return insert(text, stop, " " + fill(rng.choice(words.items("details")), context))
    if way < 0.62 and re.match(r"[A-Z][a-z]+ [A-Z]|The |It |He |She |They |A ", text):
        lead = fill(rng.choice(words.items("leads")), context) + " "
        first = text[0].lower() if re.match(r"The |It |He |She |They |A ", text) else text[0]
        return [Edit(0, 1, lead + first)]
    if way < 0.85:
        slots = list(
            re.finditer(
                r"(?<=\bthe )(?=[a-z]{3,})|(?<=\bhis )(?=[a-z])|(?<=\bher )(?=[a-z]{3,} )|(?<=\btheir )(?=[a-z])|"
                r"(?<=\bits )(?=[a-z])",
                text,
            )
        )
        adjective = rng.choice(words.items("adjectives"))
        if slots and adjective not in text:
            return insert(text, rng.choice(slots).start(), adjective + " ")
    other = rng.choice(context.others) if context.others else ""
    tail = TRAILING.search(other)
    if tail and len(tail.group()) < 60:
        return insert(text, stop, tail.group())
    return insert(text, stop, " " + fill(rng.choice(words.items("details")), context))


def cut(pattern: re.Pattern[str], text: str, context: Context) -> list[Edit] | None:
    found = [m for m in pattern.finditer(text) if len(text) - len(m.group()) > 25]
    if not found:
        return None
    match = context.random.choice(found)
    return [Edit(match.start(), match.end(), "")]


def drop_condition(text: str, context: Context) -> list[Edit] | None:
    """The condition of a conditional statement, or a limiting word, is left out: a stronger claim."""
    lead = LEADING_CONDITION.match(text)
    if lead and len(text) - lead.end() > 20:
        at = lead.end()
        return [Edit(0, at + 1, text[at].upper())]
    return cut(CONDITION, text, context) or cut(LIMITER, text, context)


def drop_clause(text: str, context: Context) -> list[Edit] | None:
    """A non-restrictive part is left out: a weaker claim that the whole sentence still carries."""
    turned = (
        CONDITION.search(text)
        or LEADING_CONDITION.match(text)
        or re.search(r"\b(?:no|not|only|never|than|most|least|all|every|each|first|last)\b|n't", text)
    )
    order = [BRACKET] if turned else [RELATIVE, BRACKET, TRAILING, LEADING, CONJOINED, MODIFIER]
    context.random.shuffle(order)
    for pattern in order:
        edits = cut(pattern, text, context)
        if edits:
            edit = edits[0]
            if edit.start == 0 and edit.end < len(text):
                return [Edit(0, edit.end + 1, text[edit.end].upper())]
            return edits
    return None


def same_order(text: str, context: Context) -> list[Edit] | None:
    """ "In 1990, the firm moved." -> "The firm moved in 1990." and back."""
    lead = LEADING.match(text)
    if lead and text.endswith(".") and "," not in text[lead.end() :]:
        phrase = lead.group()[0].lower() + lead.group()[1:-2]
        return [Edit(0, lead.end() + 1, text[lead.end()].upper()), Edit(len(text) - 1, len(text), f" {phrase}.")]
    tail = re.search(
        r" ((?:in|on|during|after|before|since) (?:the )?(?:early |late |\d+ )?(?:[A-Z][a-z]+ )?(?:\d{4}s?|"
        r"[A-Z][a-z]+ \d+))\.$",
        text,
    )
    if tail and re.match(r"(?:The|A|An|It|He|She|They)\b", text):
        lead_text = tail.group(1)[0].upper() + tail.group(1)[1:] + ", "
        return [Edit(0, 1, lead_text + text[0].lower()), Edit(tail.start(), len(text), ".")]
    return None


def same_voice(text: str, context: Context) -> list[Edit] | None:
    """Passive to active: "X was founded by Y in 1990." -> "Y founded X in 1990."."""
    match = PASSIVE.match(text)
    if not match or PRONOUN.match(text):
        return None
    thing, aux, verb, agent, rest = match.groups()
    if aux in ("is", "are") and verb != "known":
        return None
    thing = thing[0].lower() + thing[1:] if re.match(r"(?:The|A|An) ", thing) else thing
    return [
        Edit(
            0,
            match.end(4) + len(rest or ""),
            f"{agent[0].upper()}{agent[1:]} {PAST.get(verb, verb)} {thing}{rest or ''}",
        )
    ]


def swap_voice(text: str, context: Context) -> list[Edit] | None:
    """Doer and deed's object exchanged: "X was founded by Y" -> "Y was founded by X"."""
    match = PASSIVE.match(text)
    if not match or PRONOUN.match(text):
        return None
    thing, _, verb, agent, rest = match.groups()
    lowered = thing[0].lower() + thing[1:] if re.match(r"(?:The|A|An) ", thing) else thing
    if context.random.random() < 0.5:
        return [Edit(0, match.end(1), agent[0].upper() + agent[1:]), Edit(match.start(4), match.end(4), lowered)]
    return [Edit(0, match.end(4) + len(rest or ""), f"{thing} {PAST.get(verb, verb)} {agent}{rest or ''}")]


def swap_predicate(text: str, context: Context) -> list[Edit] | None:
    """The subject stays; what is said of it comes from a sentence of the passage with another subject."""
    head = HEAD.match(text)
    if not head or PRONOUN.match(text) or " and " in head.group(1):
        return None
    options = []
    for other in context.others:
        match = HEAD.match(other)
        if (
            match
            and other != text
            and match.group(1)[:8] != head.group(1)[:8]
            and 15 < len(other) - match.start(2) < 140
            and not PRONOUN.match(other)
        ):
            options.append(other[match.start(2) :])
    if not options:
        return None
    return [Edit(head.start(2), len(text), context.random.choice(options))]


def swap_subject(text: str, context: Context) -> list[Edit] | None:
    """Another subject of the passage is said to have done it."""
    head = HEAD.match(text)
    if not head or PRONOUN.match(text):
        return None
    options = [
        m.group(1)
        for other in context.others
        if other != text
        and (m := HEAD.match(other))
        and not PRONOUN.match(other)
        and m.group(1)[:8] != head.group(1)[:8]
    ]
    return [Edit(0, head.end(1), context.random.choice(options))] if options else None
