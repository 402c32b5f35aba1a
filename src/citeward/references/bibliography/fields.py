"""The fields of an entry, whatever the notation, made a cite."""

from __future__ import annotations

from collections.abc import Mapping

from citeward.errors import RowError
from citeward.references.bibliography.interface import Entry
from citeward.references.cite import Cite, parse_cite
from citeward.references.claimed import read_claimed
from citeward.references.identifiers import Identifier, find_identifiers, parse_identifier

__all__ = ["entry_of"]


def entry_of(key: str, fields: Mapping[str, object], line: int = 0) -> Entry:
    """An entry from fields in BibTeX's or CSL's vocabulary. A field that cannot be read is the entry's problem."""
    try:
        claimed = read_claimed(fields, key or "entry")
    except RowError as error:
        return Entry(key, None, str(error), line)
    found = _identifiers(fields)
    text = ". ".join(str(fields[name]) for name in ("author", "title", "year") if isinstance(fields.get(name), str))
    if not found and fields.get("note"):
        case = parse_cite(f"{claimed.title}, {fields['note']}")
        if case.target is not None:
            return Entry(key, Cite(case.text, case.target, claimed, key), "", line)
    dois = {i.value for i in found if i.kind == "doi"}
    return Entry(key, Cite(text, found[0] if found else None, claimed, key, len(dois) > 1), "", line)


def _identifiers(fields: Mapping[str, object]) -> list[Identifier]:
    """The identifiers an entry names, the one that says most first."""
    named = [parse_identifier(_text(fields, name)) for name in ("doi", "DOI")]
    if _text(fields, "archiveprefix").casefold() == "arxiv" or _text(fields, "eprinttype").casefold() == "arxiv":
        named.append(parse_identifier(f"arXiv:{_text(fields, 'eprint')}"))
    for name, label in (("pmid", "PMID"), ("PMID", "PMID"), ("pmcid", "PMCID"), ("PMCID", "PMCID")):
        if _text(fields, name):
            named.append(parse_identifier(f"{label}: {_text(fields, name)}"))
    found = [identifier for identifier in named if identifier is not None]
    for name in ("eprint", "url", "URL", "note", "journal", "howpublished", "volume"):
        found += find_identifiers(_text(fields, name)[:2_000])
    return list({str(identifier): identifier for identifier in found}.values())


def _text(fields: Mapping[str, object], name: str) -> str:
    value = fields.get(name)
    return value if isinstance(value, str) else ""
