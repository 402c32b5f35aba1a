"""One row of ``citeward reference``, compared with a reply at hand, and one of ``citeward resolve``, looked up."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from citeward.errors import UsageError
from citeward.rows.fields import Fields

if TYPE_CHECKING:
    from citeward.fetch import Fetcher
    from citeward.references import Cite, Finding, Page, Record, References

__all__ = ["describe_finding", "describe_page", "reference_row", "resolve_row"]

_SHOWN_AUTHORS = 20
"""Of a record: a collaboration's five thousand names would be most of the output."""


def reference_row(row: object) -> dict[str, Any]:
    """Whether ``claimed {title, authors, year, ...}`` is the work of ``record``, a registry's reply. Looks nothing up.

    Raises:
        InputError: the row cannot be read; the message names the field and the remedy.
        UsageError: the ``references`` extra is not installed.
    """
    try:
        from citeward.references import reference_row as compared
    except ImportError as error:
        raise _missing(error) from error
    return compared(Fields(row).data)


async def resolve_row(row: object, references: References, fetcher: Fetcher | None = None) -> dict[str, Any]:
    """Looks up one reference: ``reference`` as text (an identifier, a cite), or ``claimed`` with an ``identifier``.

    Args:
        row: the JSON object.
        references: the registries to ask.
        fetcher: looks at a ``reference`` that is the URL of a page and of no registered work; without it such a URL is
            unknown, and nothing is sent to where it leads.

    Raises:
        InputError: the row cannot be read; the message names the field and the remedy.
    """
    from citeward.references import is_plain_url, look_at

    fields = Fields(row)
    identity = {"id": fields.raw("id")}
    if "claimed" not in fields:
        text = fields.text("reference")
        if fetcher is not None and is_plain_url(text):
            return identity | describe_page(await look_at(text.strip(), fetcher))
        return identity | describe_finding(await references.resolve(text))
    cite = _structured(fields)
    return identity | describe_finding(await references.resolve(cite))


def _structured(fields: Fields) -> Cite:
    from citeward.references import Cite, parse_cite, read_claimed

    claimed = read_claimed(fields.object("claimed").data)
    named = fields.text("identifier", claimed.doi)
    target = parse_cite(named).target if named else None
    if named and target is None:
        raise fields.refuse(
            "identifier", f"{named[:80]!r} is no identifier", "Give a DOI, arXiv number, PMID or the place of a case."
        )
    return Cite("", target, claimed)


def describe_finding(finding: Finding) -> dict[str, Any]:
    """A finding as JSON: ``verdict``, ``reason``, ``registry``, ``record`` and ``retraction``."""
    gone = finding.retraction
    notice = {"kind": gone.kind, "notice": gone.notice, "source": gone.source, "date": gone.date} if gone else None
    return {
        "verdict": finding.verdict.value,
        "reason": finding.reason,
        "registry": finding.registry or None,
        "record": None if finding.record is None else _record(finding.record),
        "retraction": notice,
    }


def _record(record: Record) -> dict[str, Any]:
    main = record.titles[0] if record.titles else None
    return {
        "title": None if main is None else ": ".join(part for part in (main.main, main.subtitle) if part),
        "authors": [str(name) for name in record.authors[:_SHOWN_AUTHORS]],
        "author_count": len(record.authors),
        "years": sorted(record.years),
        "venue": record.venues[0] if record.venues else None,
        "identifiers": sorted(record.identifiers),
        "url": record.url,
    }


def describe_page(page: Page) -> dict[str, Any]:
    """A page as JSON; ``checked`` are the checks of the safe fetch that were passed."""
    return {
        "verdict": page.verdict.value,
        "reason": page.reason,
        "url": page.url,
        "final_url": page.final_url,
        "passed_urls": list(page.passed_urls),
        "status": page.status,
        "title": page.title or None,
        "content_type": page.content_type or None,
        "sha256": page.sha256 or None,
        "size": page.size,
        "retrieved_at": page.retrieved_at or None,
        "checked": list(page.checked),
    }


def _missing(error: ImportError) -> UsageError:
    return UsageError(f'references need {error.name}; pip install "citeward[references]"')
