"""Operations on words: comparison, antonym, synonym, quantifier, modality, negation, names and roles."""

from __future__ import annotations

import re
from itertools import pairwise

from citeward.entailment.wordlist import listed
from training.synthetic import words
from training.synthetic.edits import Context, Edit, like


def both_ways(pairs: list[tuple[str, str]]) -> dict[str, list[str]]:
    out: dict[str, list[str]] = {}
    for left, right in pairs:
        out.setdefault(left, []).append(right)
        out.setdefault(right, []).append(left)
    return out


def one_way(pairs: list[tuple[str, str]]) -> dict[str, list[str]]:
    out: dict[str, list[str]] = {}
    for left, right in pairs:
        out.setdefault(left, []).append(right)
    return out


def pattern(keys: dict[str, list[str]]) -> re.Pattern[str]:
    return re.compile(
        r"(?<![\w-])(" + "|".join(re.escape(k) for k in sorted(keys, key=len, reverse=True)) + r")(?![\w-])", re.I
    )


COMPARE = both_ways(words.table("comparison"))
ANTONYM = both_ways(words.table("antonyms"))
SYNONYM = one_way(words.table("synonyms"))
WEAKER = one_way(words.table("strength"))
STRONGER = one_way([(b, a) for a, b in words.table("strength")])
PATTERNS = {id(d): pattern(d) for d in (COMPARE, ANTONYM, SYNONYM, WEAKER, STRONGER)}
# words that mean something else here too often to be swapped blindly
UNSAFE = re.compile(
    r"\b(?:up to|at first|at last|May \d|first name|last name|over the|under the|no longer|more or less|first of|"
    r"last year|last month|last week|at night|left by|right to|light of)\b"
)
NAME = re.compile(r"(?<!^)(?<![.!?:] )(?<![\w-])[A-Z][\w'’-]+(?: (?:of |the |de |van |von |al-)?[A-Z][\w'’-]+)*")
NOT_NAMES = frozenset(
    listed(
        "I The A An In On At It He She They This That These Those January February March April May June July August "
        "September October November December Monday Tuesday Wednesday Thursday Friday Saturday Sunday"
    )
)
AUX = re.compile(
    r"\b(is|was|are|were|has|have|had|will|would|can|could|should|must|may|might|does|do|did)\b(?! not|n't)(?= [a-z])"
)
NEGATED = re.compile(
    r"\b(is|was|are|were|has|have|had|will|would|can|could|should|must|may|might|does|do|did) not\b|\b(cannot)\b|"
    r"\b(is|was|are|were|has|have|had|does|do|did|would|could)n['’]t\b"
)
PLAIN_VERBS = {
    "won": "win",
    "made": "make",
    "became": "become",
    "took": "take",
    "wrote": "write",
    "gave": "give",
    "began": "begin",
    "led": "lead",
    "held": "hold",
    "went": "go",
    "came": "come",
    "saw": "see",
    "found": "find",
    "left": "leave",
    "lost": "lose",
    "sold": "sell",
    "bought": "buy",
    "met": "meet",
    "built": "build",
    "received": "receive",
    "served": "serve",
    "worked": "work",
    "played": "play",
    "moved": "move",
    "joined": "join",
    "married": "marry",
    "released": "release",
    "published": "publish",
    "founded": "found",
    "created": "create",
    "used": "use",
    "showed": "show",
    "reported": "report",
    "increased": "increase",
    "reduced": "reduce",
    "started": "start",
    "ended": "end",
    "opened": "open",
    "closed": "close",
    "signed": "sign",
    "studied": "study",
    "killed": "kill",
    "attended": "attend",
    "defeated": "defeat",
    "reached": "reach",
    "announced": "announce",
    "introduced": "introduce",
    "developed": "develop",
    "paid": "pay",
    "grew": "grow",
    "rose": "rise",
    "fell": "fall",
    "caused": "cause",
    "included": "include",
    "produced": "produce",
    "directed": "direct",
    "appeared": "appear",
    "returned": "return",
    "remained": "remain",
    "died": "die",
}
PLAIN = re.compile(
    r"(?<=[a-z\d)] )("
    + "|".join(PLAIN_VERBS)
    + r")\b(?= (?:the|a|an|his|her|its|their|in|to|on|with|from|by|that|as|for|over|[A-Z0-9]))"
)
ROLES = words.items("roles")
ROLE = re.compile(r"(?<![\w-])(" + "|".join(sorted(ROLES, key=len, reverse=True)) + r")(?![\w-])", re.I)


def swap(table: dict[str, list[str]], text: str, context: Context) -> list[Edit] | None:
    """One dictionary word of ``text`` replaced by a partner."""
    barred = [m.span() for m in UNSAFE.finditer(text)]
    found = [m for m in PATTERNS[id(table)].finditer(text) if not any(a < m.end() and m.start() < b for a, b in barred)]
    # capitalised mid-sentence: part of a name, no common word
    found = [m for m in found if m.start() == 0 or m.group()[0].islower()]
    if not found:
        return None
    match = context.random.choice(found)
    return [Edit(match.start(), match.end(), like(context.random.choice(table[match.group().lower()]), match.group()))]


def change_comparison(text: str, context: Context) -> list[Edit] | None:
    return swap(COMPARE, text, context)


def change_antonym(text: str, context: Context) -> list[Edit] | None:
    return swap(ANTONYM, text, context)


def same_synonym(text: str, context: Context) -> list[Edit] | None:
    return swap(SYNONYM, text, context)


NEGATIVE = re.compile(r"\b(?:not|no|never|none|nobody|without|if|unless|rarely|few|fewer|less)\b|n't")


def weaken_strength(text: str, context: Context) -> list[Edit] | None:
    """all -> some, must -> should. Not under negation or a condition, which turn the direction round."""
    return None if NEGATIVE.search(text) else swap(WEAKER, text, context)


def strengthen(text: str, context: Context) -> list[Edit] | None:
    """some -> all, may -> must, about -> exactly."""
    return None if NEGATIVE.search(text) else swap(STRONGER, text, context)


def strengthen_modal(text: str, context: Context) -> list[Edit] | None:
    """A hedge removed: "may cause" -> "causes", "is expected to" -> "will"."""
    options = []
    for old, new in (
        (r"\b(?:may|might|could|can) be\b", "is"),
        (r"\b(?:may|might|could) have\b", "has"),
        (r"\bis (?:expected|planned|scheduled|likely|said) to\b", "is certain to"),
        (r"\bwas (?:reportedly|allegedly|probably|possibly)\b", "was"),
        (r"\b(?:may|might)\b(?= [a-z])", "will"),
        (r"\bcan\b(?= [a-z])", "must"),
        (r"\bshould\b(?= [a-z])", "must"),
        (r"\b(?:plans|hopes|intends|wants) to\b", "has decided to"),
        (r"\bsuggests? that\b", "proves that"),
        (r"\bis (?:thought|believed) to\b", "is known to"),
        (r"\b(?:tried|attempted|planned|wanted|hoped) to\b", "managed to"),
        (r"\bis associated with\b", "is caused by"),
        (r"\b(?:may|can)\b(?= [a-z])", "must"),
    ):
        options += [Edit(m.start(), m.end(), new) for m in re.finditer(old, text)]
    return [context.random.choice(options)] if options else None


def change_modal(text: str, context: Context) -> list[Edit] | None:
    """A fact turned into a mere possibility is carried by the evidence; a permission turned into a ban is not."""
    options = []
    for old, news in (
        (r"\bmust\b(?! not)", ("need not", "must not")),
        (r"\bmay\b(?! \d| not)(?= [a-z])", ("may not", "must")),
        (r"\bcan\b(?! not)", ("cannot",)),
        (r"\bshould\b(?! not)", ("should not", "need not")),
        (r"\bis allowed to\b", ("is not allowed to", "is required to")),
        (r"\bis required to\b", ("is not required to", "is free to")),
        (r"\bwill\b(?! not)", ("will not", "is unlikely to")),
    ):
        options += [Edit(m.start(), m.end(), context.random.choice(news)) for m in re.finditer(old, text)]
    return [context.random.choice(options)] if options else None


def negate(text: str, context: Context) -> list[Edit] | None:
    """A negation put in or taken out."""
    rng = context.random
    negated = list(NEGATED.finditer(text))
    if negated:
        match = rng.choice(negated)
        return [Edit(match.start(), match.end(), "can" if match.group(2) else (match.group(1) or match.group(3)))]
    options = []
    for match in AUX.finditer(text):
        if len(text[: match.start()]) < 90:
            form = (
                rng.choice(("{} not", "{} not", "{} never", "{}n't"))
                if match.group() not in ("will", "can", "may", "must", "might")
                else "{} not"
            )
            options.append(
                Edit(match.start(), match.end(), form.format(match.group()) if match.group() != "can" else "cannot")
            )
            break
    for match in PLAIN.finditer(text):
        options.append(
            Edit(
                match.start(),
                match.end(),
                rng.choice(("did not ", "didn't ", "never ")) + PLAIN_VERBS[match.group()]
                if rng.random() < 0.8
                else f"failed to {PLAIN_VERBS[match.group()]}",
            )
        )
        break
    for match in re.finditer(r"\b(?:a|an|the|any|some)\b(?= \w+ (?:of|in|to|for|was|were)\b)", text):
        if match.start() and rng.random() < 0.2:
            options.append(Edit(match.start(), match.end(), "no"))
            break
    if not options:
        return None
    edit = rng.choice(options)
    if edit.new.startswith("never ") and edit.new[6:] in PLAIN_VERBS.values():
        edit = Edit(edit.start, edit.end, "never " + text[edit.start : edit.end])
    return [edit]


def same_contraction(text: str, context: Context) -> list[Edit] | None:
    """ "did not" / "didn't", "cannot" / "can not"."""
    match = re.search(r"\b(is|was|are|were|has|have|had|does|do|did|would|could|should)( not|n['’]t)\b", text)
    if match:
        return [Edit(match.start(2), match.end(2), "n't" if match.group(2) == " not" else " not")]
    match = re.search(r"\bcannot\b", text)
    return [Edit(match.start(), match.end(), "can not")] if match else None


def names(text: str) -> list[re.Match[str]]:
    """Capitalised runs inside a sentence that look like names."""
    return [
        m
        for m in NAME.finditer(text)
        if m.group() not in NOT_NAMES and m.group().split()[0] not in NOT_NAMES and len(m.group()) > 2
    ]


def change_name(text: str, context: Context) -> list[Edit] | None:
    """A name replaced by another of the passage, of another passage, or changed in one part."""
    rng = context.random
    found = names(text)
    if not found:
        return None
    match = rng.choice(found)
    old = match.group()
    size = len(old.split())
    own = [
        m.group()
        for m in names(context.passage)
        if m.group() not in text and old not in m.group() and m.group() not in old
    ]
    parts = old.split()
    if own and rng.random() < 0.5:
        return [Edit(match.start(), match.end(), rng.choice(own))]
    pool = [
        name
        for name in rng.sample(context.names, min(60, len(context.names)))
        if name not in text and abs(len(name.split()) - size) < 2
    ]
    if not pool:
        return None
    new = rng.choice(pool)
    if size > 1 and rng.random() < 0.35:
        i = rng.randrange(size)
        if parts[i][0].isupper():
            at = match.start() + sum(len(p) + 1 for p in parts[:i])
            return [Edit(at, at + len(parts[i]), new.split()[0])]
    return [Edit(match.start(), match.end(), new)]


def swap_names(text: str, context: Context) -> list[Edit] | None:
    """Two names of one sentence change places, unless they stand side by side in a list."""
    found = names(text)
    first = re.match(r"[A-Z][\w'’-]+(?: [A-Z][\w'’-]+)+", text)
    spans = ([first.span()] if first and first.group().split()[0] not in NOT_NAMES else []) + [m.span() for m in found]
    options = []
    for (a, b), (c, d) in pairwise(spans):
        between = text[b:c]
        if (
            len(between.split()) >= 2
            and not re.fullmatch(r",? (?:and|or|,).*", between)
            and text[a:b] != text[c:d]
            and "," not in between[:2]
        ):
            options.append([Edit(a, b, text[c:d]), Edit(c, d, text[a:b])])
    return context.random.choice(options) if options else None


def change_role(text: str, context: Context) -> list[Edit] | None:
    found = list(ROLE.finditer(text))
    if not found:
        return None
    match = context.random.choice(found)
    new = context.random.choice(
        [role for role in ROLES if role not in match.group().lower() and match.group().lower() not in role]
    )
    return [Edit(match.start(), match.end(), like(new, match.group()))]
