"""Registry replies in their real shapes, of works that do not exist."""

from __future__ import annotations

import json
from typing import Any

Json = dict[str, Any]


def crossref(doi: str = "10.5555/tide.1", title: Any = "Tidal mixing in a narrow estuary", **fields: Any) -> Json:
    """``GET /works/DOI``: titles in lists, dates in parts."""
    year = fields.pop("year", 2019)
    authors = fields.pop("authors", [("Ada", "Brandt"), ("Noor", "Halim"), ("Tomás", "Ferreira")])
    work = {
        "DOI": doi,
        "type": fields.pop("type", "journal-article"),
        "title": title if isinstance(title, list) else [title],
        "subtitle": fields.pop("subtitle", []),
        "author": [{"given": given, "family": family, "sequence": "additional"} for given, family in authors],
        "issued": {"date-parts": [[year, 3]]},
        "published": {"date-parts": [[year, 3]]},
        "container-title": fields.pop("venue", ["Journal of Coastal Measurements"]),
        "short-container-title": ["J. Coast. Meas."],
        "URL": f"https://doi.org/{doi}",
        **fields,
    }
    return {"status": "ok", "message-type": "work", "message-version": "1.0.0", "message": work}


def csl(doi: str = "10.5555/tide.1", title: str = "Tidal mixing in a narrow estuary", **fields: Any) -> Json:
    """Content negotiation: the same words, strings instead of lists."""
    work: Json = crossref(doi, title, **fields)["message"]
    return {**work, "title": title, "container-title": "Journal of Coastal Measurements", "type": "article-journal"}


def datacite(doi: str = "10.5555/data.7", title: str = "Gauge readings of a narrow estuary", **fields: Any) -> Json:
    """``GET /dois/DOI`` in JSON:API."""
    attributes = {
        "doi": doi,
        "titles": [{"title": title}],
        "creators": fields.pop(
            "creators", [{"name": "Brandt, Ada", "nameType": "Personal", "givenName": "Ada", "familyName": "Brandt"}]
        ),
        "publicationYear": fields.pop("year", 2019),
        "publisher": "Example Data Archive",
        "container": {},
        "types": {"resourceTypeGeneral": fields.pop("type", "Dataset")},
        "dates": [{"date": "2019-04-02", "dateType": "Issued"}],
        "identifiers": [],
        "relatedIdentifiers": [],
        "url": "https://archive.example.org/7",
        **fields,
    }
    return {"data": {"id": doi, "type": "dois", "attributes": attributes}}


def datacite_error(status: str = "404") -> Json:
    return {"errors": [{"status": status, "title": "The resource you are looking for doesn't exist."}]}


def atom(
    number: str = "2101.00001v2", title: str = "Tidal\n  mixing in a narrow estuary", comment: str = "9 pages"
) -> str:
    """arXiv's feed, line breaks in the title included."""
    return f"""<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom"><entry><id>http://arxiv.org/abs/{number}</id>
<updated>2021-05-01T00:00:00Z</updated><published>2021-01-04T00:00:00Z</published><title>{title}</title>
<author><name>Ada Brandt</name></author><author><name>Noor Halim</name></author>
<arxiv:comment xmlns:arxiv="http://arxiv.org/schemas/atom">{comment}</arxiv:comment></entry></feed>"""


EMPTY_FEED = '<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom"><title>ArXiv Query</title></feed>'


def esummary(uid: str = "11122233", title: str = "Tidal mixing in a narrow estuary.", **fields: Any) -> Json:
    """PubMed: initials behind family names, a full stop behind the title."""
    summary = {
        "uid": uid,
        "pubdate": "2019 Mar",
        "epubdate": "2018 Dec 20",
        "source": "J Coast Meas",
        "fulljournalname": "Journal of coastal measurements",
        "authors": [{"name": "Brandt A", "authtype": "Author"}, {"name": "Halim N", "authtype": "Author"}],
        "title": title,
        "pubtype": ["Journal Article"],
        "articleids": [{"idtype": "doi", "value": "10.5555/tide.1"}],
        **fields,
    }
    return {"header": {"type": "esummary", "version": "0.3"}, "result": {"uids": [uid], uid: summary}}


def efetch(reference: str = "") -> str:
    """PubMed's XML, with its DOCTYPE."""
    return f"""<?xml version="1.0" ?>
<!DOCTYPE PubmedArticleSet PUBLIC "-//NLM//DTD PubMedArticle//EN" "https://dtd.nlm.nih.gov/ncbi/pubmed/out/pubmed.dtd">
<PubmedArticleSet><PubmedArticle><MedlineCitation><PMID>11122233</PMID><Article><Journal><JournalIssue><PubDate>
<Year>2019</Year></PubDate></JournalIssue><Title>Journal of coastal measurements</Title></Journal>
<ArticleTitle>Tidal <i>mixing</i> in a narrow estuary.</ArticleTitle><AuthorList><Author><LastName>Brandt</LastName>
<ForeName>Ada</ForeName></Author><Author><CollectiveName>Estuary Working Group</CollectiveName></Author></AuthorList>
<PublicationTypeList><PublicationType>Journal Article</PublicationType></PublicationTypeList></Article>{reference}
</MedlineCitation><PubmedData><ArticleIdList><ArticleId IdType="doi">10.5555/tide.1</ArticleId></ArticleIdList>
</PubmedData></PubmedArticle></PubmedArticleSet>"""


def openalex(doi: str = "10.5555/tide.1", **fields: Any) -> Json:
    return {
        "id": "https://openalex.org/W1",
        "doi": f"https://doi.org/{doi}",
        "title": "Tidal mixing in a narrow estuary",
        "publication_year": 2019,
        "authorships": [{"raw_author_name": "Ada Brandt", "author": {"display_name": "A. Brandt"}}],
        "type": "article",
        "is_retracted": False,
        **fields,
    }


def courtlistener(
    status: int = 200, *names: str, citation: str = "12 F.3d 345", filed: str = "1994-05-02"
) -> list[Json]:
    """One item, with a status of its own inside an HTTP 200."""
    clusters = [{"case_name": name, "date_filed": filed, "absolute_url": "/opinion/1/x/"} for name in names]
    return [{"citation": citation, "normalized_citations": [citation], "status": status, "clusters": clusters}]


def retraction(doi: str = "10.5555/notice.1", kind: str = "retraction", source: str = "publisher") -> Json:
    return {"DOI": doi, "type": kind, "source": source, "updated": {"date-parts": [[2021, 6, 1]]}}


def body(reply: object) -> str:
    return reply if isinstance(reply, str) else json.dumps(reply)
