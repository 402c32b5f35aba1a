"""The stored copy of a page, for the viewer who opens it from a citation."""

from __future__ import annotations

from datetime import datetime

from citeward.fetch import DOCUMENT_PREFIX
from citeward.model import DocumentStatus, Principal
from citeward.records.lineage import find_versions
from citeward.registry import load_texts, standings
from citeward.render import TextCopy, text_copy
from citeward.storage import Database, is_identifier
from citeward.verify import AccessControl, AccessObject, AccessScope, Decision

__all__ = ["open_copy"]


async def open_copy(
    database: Database, access: AccessControl, principal: Principal, document: str, version: str
) -> TextCopy | None:
    """The copy a citation names by document and version, as an HTTP reply; None where there is none for this viewer.

    None is the same for a page that is not there, was erased, retired, retracted or poisoned, and for one that this
    viewer may not read: answer all of them alike. Only pages of the web are copies; other documents are opened where
    they live.
    """
    if not (document.startswith(DOCUMENT_PREFIX) and is_identifier(document) and is_identifier(version)):
        return None
    asked = AccessObject(principal.tenant, document, version, AccessScope.PASSAGE, None)
    try:
        decided = (await access.decide(principal, [asked])).decisions
    except Exception:  # whatever an engine raises, nothing was decided, and what is undecided is not shown
        return None
    if decided != (Decision.ALLOW,):
        return None
    async with database.read() as connection:
        standing = (await standings(connection, principal.tenant, [document]))[document][0]
        if standing is None or standing.status is not DocumentStatus.ACTIVE:
            return None
        named = await find_versions(connection, principal.tenant, {(document, version)})
        numbers = [(document, reference.number) for reference in named.values()]
        text = next(iter((await load_texts(connection, principal.tenant, numbers)).values()), None)
    if text is None or not text.about:
        return None
    return text_copy(
        text.text,
        title=text.title,
        url=text.url,
        retrieved_at=datetime.fromisoformat(text.about["retrieved_at"]),
        handed_by=text.about["handed_by"],
    )
