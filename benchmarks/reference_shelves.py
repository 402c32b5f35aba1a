"""What the loopback registries hold: recorded replies under their own addresses, and records made from labelled data.

A record made from a label is in its registry's shape and says what the label says of the work. Such a registry shows
how the comparison behaves; it cannot show how well a real one is kept.
"""

from __future__ import annotations

import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

from registry_world import HOSTS, Asked, Reply

from citeward.references import canonical_doi, find_cases

__all__ = ["Shelves", "person_of", "rows"]

_TOLD = {"x-api-pool": "public", "x-rate-limit-interval": "1s", "x-rate-limit-limit": "5"}
_TOLD_OF_SEARCHES = {**_TOLD, "x-rate-limit-limit": "1"}
_ABSENT = {
    HOSTS["crossref"]: Reply("Resource not found.", 404, _TOLD),
    HOSTS["datacite"]: Reply('{"errors":[{"status":"404","title":"The resource does not exist."}]}', 404),
    HOSTS["doi.org"]: Reply("<!DOCTYPE html><html><head><title>Error: DOI Not Found</title></head></html>", 404),
    HOSTS["arxiv"]: Reply('<feed xmlns="http://www.w3.org/2005/Atom"><title>ArXiv Query</title></feed>'),
}
_WORD = re.compile(r"[^\W_]{3,}")
_PARTICLES = frozenset(["van", "von", "de", "der", "den", "del", "della", "di", "da", "la", "le", "ten", "ter", "zu"])
_ORIGINAL = re.compile(r"\(original: ['\"](.+)['\"]\)")
_HITS = 5


def rows(path: Path) -> list[dict[str, Any]]:
    """JSON lines."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]


def _key(title: str) -> str:
    return "".join(_WORD.findall(title.casefold()))


class Shelves:
    """Registries' replies by host and identifier, and an index of titles that always finds something."""

    def __init__(self) -> None:
        self._replies: dict[tuple[str, str], Reply] = {}
        self._works: dict[str, dict[str, Any]] = {}
        self._by_word: dict[str, set[str]] = defaultdict(set)
        self._titles: set[str] = set()

    def has(self, doi: str) -> bool:
        """Whether a DOI is registered here."""
        return _registered(doi) in self._works

    def has_title(self, title: str) -> bool:
        """Whether a work of this title is registered here."""
        return _key(title) in self._titles

    def add_recorded(self, folder: Path) -> None:
        """Replies recorded by public projects, with the status and headers they came with."""
        for item in json.loads((folder / "MANIFEST.json").read_text(encoding="utf-8")):
            target = unquote(item["request"].removeprefix("GET ").split(" ")[0])
            found = re.match(r"/works/(10\..+)|/dois/(10\..+)|doi\.org/(10\..+)", target)
            if found is None or item["file"].startswith(("openalex", "crossref_agency", "doi_redirect")):
                continue
            host = HOSTS[("crossref", "datacite", "doi.org")[(found.lastindex or 1) - 1]]
            headers = {name: value for name, value in item["headers"].items() if name != "location"}
            text = (folder / item["file"]).read_text(encoding="utf-8")
            self._replies[host, (found[1] or found[2] or found[3]).casefold()] = Reply(
                text, int(item["status"]), headers
            )
        arxiv = (folder / "arxiv_atom_1706_03762.xml").read_text(encoding="utf-8")
        self._replies[HOSTS["arxiv"], "1706.03762"] = Reply(arxiv)
        pubmed = (folder / "pubmed_esummary_17428307.json").read_text(encoding="utf-8")
        self._replies[HOSTS["pubmed"], "17428307"] = Reply(pubmed)

    def add_papers(self, papers: Iterable[Mapping[str, Any]]) -> None:
        """A record of every paper labelled real, and of the one that a changed title was changed from."""
        for number, row in enumerate(sorted(papers, key=lambda row: row["status"] != "real")):
            fields = dict(row["fields"])
            original = _ORIGINAL.search(row.get("note") or "")
            if row["status"] == "real" or original is not None:
                fields["title"] = original[1] if original is not None else fields["title"]
                self._add(fields, fields.get("doi") or f"10.5555/shelf.{number}")

    def add_withdrawn(self, preprints: Iterable[Mapping[str, Any]]) -> None:
        """A record of every preprint, with the update that withdrew it."""
        for row in preprints:
            update = {"DOI": row["fields"]["doi"], "type": "withdrawal", "source": "publisher"}
            self._add(row["fields"], row["fields"]["doi"], {"updated-by": [update], "type": "posted-content"})

    def add_cases(self, cases: Iterable[Mapping[str, Any]]) -> None:
        """Every real case at its place, and the case that really stands where an invented one was put."""
        for row in cases:
            cited = row["citation"] if row["status"].startswith("real") else row["slot_occupied_by"] or ""
            for case in find_cases(cited)[:1]:
                if row["status"].startswith("real") or case.slot in row["citation"]:
                    cluster = {
                        "case_name": case.name,
                        "date_filed": f"{case.year}-01-01",
                        "absolute_url": "/opinion/1/",
                    }
                    item = {"citation": case.slot, "status": 200, "clusters": [cluster]}
                    self._replies[HOSTS["courtlistener"], case.slot] = Reply(json.dumps([item]))

    def _add(self, fields: Mapping[str, str], doi: str, more: Mapping[str, Any] | None = None) -> None:
        doi = _registered(doi)
        if doi in self._works:
            return
        people = [person_of(name) for name in re.split(r"\s+and\s+", fields["author"])]
        work: dict[str, Any] = {"DOI": doi, "type": "journal-article", "title": [fields["title"]], "author": people}
        work |= {"issued": {"date-parts": [[int(fields["year"])]]}, "URL": f"https://doi.org/{doi}"}
        venue = fields.get("journal") or fields.get("booktitle")
        work |= {"container-title": [venue] if venue else [], **(more or {})}
        self._works[doi] = work
        self._titles.add(_key(fields["title"]))
        for word in set(_WORD.findall(f"{fields['title']} {fields['author']}".casefold())):
            self._by_word[word].add(doi)

    def answer(self, asked: Asked) -> Reply:
        """What the registry says."""
        url = urlsplit(asked.target)
        query = parse_qs(url.query)
        if asked.is_search:
            items = [self._works[doi] for doi in self._find(query["query.bibliographic"][0])]
            listed = {"status": "ok", "message-type": "work-list", "message": {"items": items}}
            return Reply(json.dumps(listed), headers=_TOLD_OF_SEARCHES)
        if asked.host == HOSTS["courtlistener"]:
            form = {name: values[0] for name, values in parse_qs(asked.form).items()}
            slot = f"{form['volume']} {form['reporter']} {form['page']}"
            absent = Reply(json.dumps([{"citation": slot, "status": 404, "clusters": []}]))
            return self._replies.get((asked.host, slot), absent)
        name = query.get("id_list", query.get("id", [unquote(url.path).partition("/10.")[2]]))[0]
        name = f"10.{name}".casefold() if "/10." in unquote(url.path) else name
        recorded = self._replies.get((asked.host, name))
        if recorded is not None:
            return recorded
        is_arxivs = name.startswith("10.48550/")
        if name in self._works and asked.host == HOSTS["datacite" if is_arxivs else "crossref"]:
            return (_datacite if is_arxivs else _crossref)(self._works[name])
        return _ABSENT.get(asked.host, Reply('{"result":{"uids":[]}}'))

    def _find(self, text: str) -> list[str]:
        """Works that share the most words with a query, rare words counting more: never empty-handed, as engines."""
        scores: Counter[str] = Counter()
        for word in set(_WORD.findall(text.casefold())):
            works = self._by_word.get(word, set())
            for doi in works:
                scores[doi] += 1_000_000 // len(works)
        return [doi for doi, _ in sorted(scores.items(), key=lambda item: (-item[1], item[0]))[:_HITS]]


def _registered(doi: str) -> str:
    """As agencies register it: arXiv's DOIs have no versions."""
    return canonical_doi(doi) or doi.casefold()


def person_of(name: str) -> dict[str, str]:
    """A name of the data as registries keep it, family and given names apart."""
    family, comma, given = name.partition(",")
    if comma:
        return {"family": family.strip(), "given": given.strip()}
    words = name.split()
    start = next((i for i, word in enumerate(words) if i and word.casefold() in _PARTICLES), len(words) - 1)
    return {"given": " ".join(words[:start]), "family": " ".join(words[start:])}


def _crossref(work: Mapping[str, Any]) -> Reply:
    return Reply(json.dumps({"status": "ok", "message-type": "work", "message": work}), headers=_TOLD)


def _datacite(work: Mapping[str, Any]) -> Reply:
    attributes = {
        "doi": work["DOI"],
        "titles": [{"title": title} for title in work["title"]],
        "creators": [
            {
                "name": f"{p['family']}, {p['given']}",
                "nameType": "Personal",
                "givenName": p["given"],
                "familyName": p["family"],
            }
            for p in work["author"]
        ],
        "publicationYear": work["issued"]["date-parts"][0][0],
        "publisher": "arXiv",
        "types": {"resourceTypeGeneral": "Preprint"},
    }
    return Reply(json.dumps({"data": {"id": work["DOI"], "type": "dois", "attributes": attributes}}))
