"""British and American spelling of one word. Only stems in which the change is regular."""

from __future__ import annotations

import re

__all__ = ["one_spelling"]

_STEMS = {
    "haem": "hem", "aemi": "emi", "oedem": "edem", "oesoph": "esoph", "oestr": "estr", "paed": "ped",
    "anaesth": "anesth", "gynaec": "gynec", "rrhoea": "rrhea", "foetus": "fetus", "foetal": "fetal",
    "caecum": "cecum", "faec": "fec", "coeliac": "celiac", "aetiolog": "etiolog", "archaeo": "archeo",
    "palaeo": "paleo", "amoeb": "ameb", "naevus": "nevus", "manoeuv": "maneuv", "homoeo": "homeo",
    "sulph": "sulf", "alumini": "alumin", "tumour": "tumor", "behaviour": "behavior", "colour": "color",
    "favour": "favor", "labour": "labor", "neighbour": "neighbor", "honour": "honor", "flavour": "flavor",
    "humour": "humor", "vapour": "vapor", "odour": "odor", "rumour": "rumor", "harbour": "harbor",
    "armour": "armor", "vigour": "vigor", "fibre": "fiber", "centre": "center", "litre": "liter",
    "theatre": "theater", "modelling": "modeling", "modelled": "modeled", "labelling": "labeling",
    "labelled": "labeled", "signalling": "signaling", "travelling": "traveling", "catalogue": "catalog",
    "analogue": "analog", "dialogue": "dialog", "programme": "program", "artefact": "artifact",
    "mould": "mold", "plough": "plow", "sceptic": "skeptic",
}  # fmt: skip
_STEM = re.compile("|".join(_STEMS))
_PROGRAMMED = re.compile("programme[dr]")
_METRE = re.compile(r"^((?:kilo|centi|milli|micro|nano)?met)re(s?)$")
_ISE = re.compile(r"(?<=[a-z]{4})is(?=(?:e|ed|es|er|ers|ing|ation|ations|ational)$)")
_YSE = re.compile(r"(?<=[a-z]{3})ys(?=(?:e|ed|er|ers|ing)$)")
_WORDS = {
    "grey": "gray", "defence": "defense", "offence": "offense", "licence": "license", "ageing": "aging",
    "judgement": "judgment", "tyre": "tire", "versus": "vs", "angstroms": "angstrom", "whilst": "while",
}  # fmt: skip
"""Words of three letters or more that belong to no stem."""


def one_spelling(word: str) -> str:
    """The American spelling of a folded word; words outside the listed stems stay as they are.

    >>> one_spelling("haemoglobin"), one_spelling("tumours"), one_spelling("organisation"), one_spelling("shoe")
    ('hemoglobin', 'tumors', 'organization', 'shoe')
    """
    listed = _WORDS.get(word)
    if listed is not None or len(word) < 5 or _PROGRAMMED.fullmatch(word):
        return listed or word
    word = _METRE.sub(r"\1er\2", _STEM.sub(lambda m: _STEMS[m[0]], word))
    return _YSE.sub("yz", _ISE.sub("iz", word))
