"""Names of cases: the parties, whatever the reporter abbreviated.

A reporter slot (925 F.3d 1339) always holds some case, so a look-up that finds one proves nothing until the name at
that slot is the name that was claimed.
"""

from __future__ import annotations

import re
from enum import StrEnum

from citeward.references.fold import foldings

__all__ = ["CaseRelation", "compare_case_names"]


class CaseRelation(StrEnum):
    """From worst to best."""

    DIFFERENT = "different"
    ONE_PARTY = "one_party"
    SAME = "same"


_MAX_NAME_CHARS = 2_000
_VERSUS = re.compile(r"\s+(?:v|vs|versus)\.?\s+|\s+-v-\s+", re.I)
_IN_RE = re.compile(r"^\s*(?:in re(?: the)?|in the matter of|matter of|ex parte|re|application of)\s*:?\s+", re.I)
_ET_AL = re.compile(r",?\s*\bet\s+(?:al|ux|vir)\b\.?", re.I)
_ON_BEHALF = re.compile(
    r"\b(?:ex rel|on behalf of|on the relation of|by and through|o/b/o|d/b/a|a/k/a|f/k/a)\b.*", re.I
)
_ROLE = re.compile(
    r",?\s*\b(?:petitioners?|respondents?|appell(?:ant|ee)s?|plaintiffs?|defendants?|intervenors?|cross-\w+|"
    r"individually|as \w+ (?:of|for)\b.*|nos?\.\s+\S*\d)\b.*",
    re.I,
)
_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*\.?")
_SPACED_INITIALS = re.compile(r"\b([A-Z])\. (?=[A-Z]\.)")
_DOTTED = re.compile(r"\b(?:[A-Za-z]\.){2,}")
_FULL = {
    "co": "company", "corp": "corporation", "inc": "incorporated", "ltd": "limited", "bros": "brothers",
    "assn": "association", "natl": "national", "intl": "international", "dept": "department", "mfg": "manufacturing",
    "govt": "government", "univ": "university", "bd": "board", "bhd": "brotherhood",
    "commn": "commission", "comm": "commission",
    "commr": "commissioner", "cty": "county", "cnty": "county", "dist": "district", "fed": "federal",
    "hosp": "hospital", "ins": "insurance", "indus": "industries", "metro": "metropolitan", "mun": "municipal",
    "mut": "mutual", "ry": "railway", "sch": "school", "sec": "secretary", "servs": "services",
    "serv": "service", "st": "saint", "sys": "systems", "tel": "telephone", "transp": "transportation",
    "us": "united states", "usa": "united states", "educ": "education", "elec": "electric", "eng": "engineering",
    "fin": "financial", "gen": "general", "grp": "group", "inst": "institute", "lab": "laboratory",
    "mgmt": "management",
    "prods": "products", "prod": "product", "pub": "public", "soc": "society", "tech": "technology", "twp": "township",
    "atty": "attorney", "auth": "authority", "auto": "automobile", "cmty": "community", "constr": "construction",
    "cas": "casualty", "chem": "chemical", "dev": "development", "dir": "director", "distrib": "distributing",
    "div": "division", "envtl": "environmental", "est": "estate", "indem": "indemnity", "ctr": "center",
    "ctrs": "centers",
    "acad": "academy", "rr": "railroad", "admin": "administration", "admr": "administrator", "am": "american",
    "amer": "american",
    "cent": "central", "coll": "college", "indep": "independent", "props": "properties", "sav": "savings",
    "tr": "trust", "util": "utility", "med": "medical", "pharm": "pharmaceutical", "pharms": "pharmaceuticals",
}  # fmt: skip
"""The commonest of the Bluebook's table T6; other abbreviations are recognised by their letters."""
_GENERIC_TEXT = (
    "company corporation incorporated limited llc llp lp plc pc na sa ag gmbh nv bv the of and an a for in at de la "
    "estate group holdings brothers et al city county town village township"
)
_GENERIC = frozenset(_GENERIC_TEXT.split())
_PUBLIC_TEXT = "united states america people state commonwealth government republic crown queen king rex regina r"
_PUBLIC = frozenset(_PUBLIC_TEXT.split())
"""Parties that stand in thousands of cases: agreeing on one of them is agreeing on nothing."""


def compare_case_names(claimed: str, recorded: str) -> CaseRelation:
    """Compares the parties of two case names; both must agree, in either order.

    >>> compare_case_names("Kaiser Steel Corp. v. W.S. Ranch Co.", "Kaiser Steel Corporation v. W. S. Ranch Company")
    <CaseRelation.SAME: 'same'>
    >>> compare_case_names("Petersen v. Iran Air", "United States v. ISS Marine Services, Inc.")
    <CaseRelation.DIFFERENT: 'different'>
    """
    ours, theirs = _parties(claimed), _parties(recorded)
    if not ours or not theirs:
        return CaseRelation.DIFFERENT
    if len(ours) == len(theirs) == 1:
        return CaseRelation.SAME if _same_party(ours[0], theirs[0]) else CaseRelation.DIFFERENT
    if len(ours) != len(theirs):
        # "In re Smith" for "Smith v. Jones" may be a different proceeding of the same name.
        single, pair = (ours[0], theirs) if len(ours) == 1 else (theirs[0], ours)
        agrees = any(_same_party(single, party) and not _is_public(party) for party in pair)
        return CaseRelation.ONE_PARTY if agrees else CaseRelation.DIFFERENT
    straight = [_same_party(a, b) for a, b in zip(ours, theirs, strict=True)]
    crossed = [_same_party(a, b) for a, b in zip(ours, reversed(theirs), strict=True)]
    if all(straight) or all(crossed):
        return CaseRelation.SAME
    shared = [ours[i] for i in range(2) if straight[i] or crossed[i]]
    return CaseRelation.ONE_PARTY if any(not _is_public(party) for party in shared) else CaseRelation.DIFFERENT


def _parties(name: str) -> list[tuple[str, ...]]:
    name = _ET_AL.sub("", name[:_MAX_NAME_CHARS])
    sides = _VERSUS.split(name, maxsplit=1)
    parties = [_words(_ROLE.sub("", _ON_BEHALF.sub("", _IN_RE.sub("", side)))) for side in sides]
    return parties if all(parties) else []


def _words(side: str) -> tuple[str, ...]:
    """Folded words; one that was written as an abbreviation and is in no table keeps a full stop."""
    side = _DOTTED.sub(lambda m: m[0].replace(".", ""), _SPACED_INITIALS.sub(r"\1.", side))
    found: list[str] = []
    for raw in _WORD.findall(side.replace("&", " and ")):
        word = foldings(raw.rstrip("."))[0]
        short = raw.endswith(".") or (len(word) < len(raw) and not raw.endswith(("'s", "’s")))
        found += _FULL[word].split() if word in _FULL else [f"{word}." if short else word]
    return tuple(found)


def _core(party: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(word for word in party if word.rstrip(".") not in _GENERIC) or party


def _is_public(party: tuple[str, ...]) -> bool:
    return all(word.rstrip(".") in _PUBLIC for word in _core(party))


def _same_party(one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """Same once generic words are gone, or one is the other with words left out, its most telling one kept."""
    left, right = _core(one), _core(other)
    if _is_public(left) or _is_public(right):
        return _is_public(left) and _is_public(right) and (left == right or _compatible_public(left, right))
    short, long = sorted((left, right), key=len)
    rest = iter(long)
    if not all(any(_same_word(word, full) for full in rest) for word in short):
        return False
    if len(short) == len(long):
        return True
    # People are cited by family name, which comes last; companies by how their name begins.
    return _same_word(short[-1], long[-1]) or _same_word(short[0], long[0])


def _compatible_public(left: tuple[str, ...], right: tuple[str, ...]) -> bool:
    return {*left} <= {*right} or {*right} <= {*left}


def _same_word(one: str, other: str) -> bool:
    left, right = one.rstrip("."), other.rstrip(".")
    if left.removesuffix("s") == right.removesuffix("s"):
        return True
    return (left != one and _abbreviates(left, right)) or (right != other and _abbreviates(right, left))


def _abbreviates(short: str, long: str) -> bool:
    """Isr. for Israel, Dep't for Department: the first letter, and others in order."""
    letters = iter(long)
    return len(long) > len(short) and short[0] == long[0] and all(c in letters for c in short)
