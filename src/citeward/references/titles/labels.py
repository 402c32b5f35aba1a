"""Labels in front of a title: what has happened to a work, and what is no work itself but something about one."""

from __future__ import annotations

import re

__all__ = ["derived_from", "is_marked_retracted", "without_status"]

_STATUS = re.compile(
    r"^\s*[\[(]?\s*(?:retracted|withdrawn|removed)(?:\s+(?:article|paper|chapter|publication|preprint))?\s*"
    r"(?:[\])]\s*[:.–—-]*|\s*[:.–—]|\s-\s)\s*|\s*[\[(]\s*(?:retracted|withdrawn)(?:\s+article)?\s*[\])]\s*$",
    re.I,
)
_DELIMITED = (
    r"author(?:s?['’]?s?)? (?:response|reply|correction)|authors?['’]? reply|response|reply|decision letter"
    r"|editor(?:ial)?(?:['’]s)? (?:evaluation|assessment|note|expression of concern)|elife assessment"
    r"|peer review(?: report)?"
    r"|referee report|reviewer report|public review|commentary|comment|discussion|book review|data|dataset|data set"
    r"|software|code|supplementary (?:material|materials|data|information)|additional file \d+|erratum|corrigendum"
    r"|correction|publisher correction|retraction|retraction note|retraction notice|notice of retraction|withdrawal"
    r"|addendum|expression of concern|figure s?\d+|fig\. ?s?\d+|table s?\d+|video s?\d+|abstract|highlights"
)
_LINKED = (
    r"data from|dataset for|data for|code for|software for|supplement to"
    r"|supplementary (?:material|data|information) (?:to|for|from)"
    r"|erratum (?:to|for)|corrigendum (?:to|for)|(?:publisher )?correction (?:to|for)|addendum (?:to|for)"
    r"|retraction (?:of|to|for)|retraction not(?:e|ice) (?:of|to|for)|notice of retraction (?:of|to)|withdrawal of"
    r"|expression of concern (?:on|for|regarding)|comments? (?:on|to)|commentary on|reply (?:to|on)|response to"
    r"|discussion of|review of|peer review of"
)
_LABEL = re.compile(
    rf"^\s*[\[(]?\s*(?:(?:{_DELIMITED})\s*[\])]?\s*[:.–—-]+\s*|(?:{_LINKED})\s*[\])]?\s*[:.–—-]*\s*)", re.I
)


def without_status(title: str) -> str:
    """The title a work had before it was marked as retracted or withdrawn.

    >>> without_status("RETRACTED ARTICLE: A study"), without_status("Retracted proteins in yeast")
    ('A study', 'Retracted proteins in yeast')
    """
    return _STATUS.sub("", title)


def is_marked_retracted(title: str) -> bool:
    """Whether the registry's title itself says that the work was retracted or withdrawn."""
    return _STATUS.search(title) is not None


def derived_from(title: str) -> str | None:
    """The title of the work this one is about (a reply, a correction, its data), None for a title without such a label.

    >>> derived_from("Data from: A study"), derived_from("Data mining in practice")
    ('A study', None)
    """
    match = _LABEL.match(title)
    return title[match.end() :].strip("\"'“”‘’ ") if match else None
