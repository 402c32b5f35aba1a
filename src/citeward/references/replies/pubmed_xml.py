"""PubMed's efetch in XML: ``PubmedArticleSet`` (https://dtd.nlm.nih.gov/ncbi/pubmed/)."""

from __future__ import annotations

from typing import Any
from xml.etree.ElementTree import Element

from citeward.references.identifiers import canonical_doi
from citeward.references.people import Name
from citeward.references.record import Record, RecordKind, RecordTitle, Retraction
from citeward.references.replies.interface import Reading, ReplyState, Shape
from citeward.references.replies.markup import text_of
from citeward.references.replies.pubmed import RETRACTED_TYPE

__all__ = ["PubMedXmlShape"]


class PubMedXmlShape(Shape):
    """A set of articles, empty for a PMID that does not exist."""

    name = "pubmed"

    def recognises(self, data: object) -> bool:
        return isinstance(data, Element) and data.tag in ("PubmedArticleSet", "PubmedArticle")

    def read(self, data: Any) -> Reading:
        articles = [data] if data.tag == "PubmedArticle" else data.findall("PubmedArticle")
        records = tuple(_record(article) for article in articles)
        return Reading(ReplyState.FOUND if records else ReplyState.ABSENT, records)


def _record(root: Element) -> Record:
    article = root.find("MedlineCitation/Article")
    if article is None:
        return Record(registry=PubMedXmlShape.name)
    titles = (text_of(article.find(tag)) for tag in ("ArticleTitle", "VernacularTitle"))
    types = {text_of(kind) for kind in article.iterfind("PublicationTypeList/PublicationType")}
    ids = root.iterfind("PubmedData/ArticleIdList/ArticleId")
    doi = next((canonical_doi(text_of(item)) for item in ids if item.get("IdType") == "doi"), None)
    journal = article.find("Journal")
    venues = [text_of(journal.find(tag)) for tag in ("Title", "ISOAbbreviation")] if journal is not None else []
    return Record(
        registry=PubMedXmlShape.name,
        kind=RecordKind.NOTICE if "Retraction of Publication" in types else RecordKind.WORK,
        titles=tuple(RecordTitle(title) for title in titles if title),
        authors=tuple(_name(author) for author in article.iterfind("AuthorList/Author")),
        years=_years(article),
        venues=tuple(venue for venue in venues if venue),
        identifiers=frozenset({f"pmid:{text_of(root.find('MedlineCitation/PMID'))}", *((doi,) if doi else ())}),
        retractions=_retractions(root, types),
    )


def _name(author: Element) -> Name:
    given = text_of(author.find("ForeName")) or text_of(author.find("Initials"))
    family = text_of(author.find("LastName"))
    return Name(family=family, given=given) if family else Name(literal=text_of(author.find("CollectiveName")))


def _years(article: Element) -> frozenset[int]:
    places = ("Journal/JournalIssue/PubDate/Year", "Journal/JournalIssue/PubDate/MedlineDate", "ArticleDate/Year")
    found = (text_of(article.find(place))[:4] for place in places)
    return frozenset(int(year) for year in found if year.isdecimal())


def _retractions(root: Element, types: set[str]) -> tuple[Retraction, ...]:
    for item in root.iterfind("MedlineCitation/CommentsCorrectionsList/CommentsCorrections"):
        if item.get("RefType") == "RetractionIn":
            pmid = text_of(item.find("PMID"))
            return (Retraction(kind="retraction", notice=f"pmid:{pmid}" if pmid else None, source="pubmed"),)
    return (Retraction(kind="retraction", source="pubmed"),) if RETRACTED_TYPE in types else ()
