"""``citeward show``: a stored answer or record, for operators or as one viewer gets it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from citeward.cli.acls import plain_acl
from citeward.cli.options import AsJson, Config, DatabaseUrl, Tenant
from citeward.cli.store import Store, echo_json, opened, run, web_of
from citeward.cli.tables import print_table
from citeward.errors import InputError
from citeward.model import DEFAULT_TENANT, Principal

if TYPE_CHECKING:
    from citeward.records import AnswerDetails, CitationState, RecordBook, RecordDetails

__all__ = ["command"]

_COLUMNS = ("record", "document", "version", "verdict", "reason", "action", "score", "tier")


def command(
    id_: Annotated[str, typer.Argument(metavar="ANSWER|RECORD", help="The id of an answer, or of one citation.")],
    *,
    principal: Annotated[str | None, typer.Option(help="Show what this viewer gets of it now.")] = None,
    group: Annotated[
        list[str] | None,
        typer.Option(metavar="GROUP", help="A group the viewer is in besides those stored; may be repeated."),
    ] = None,
    html: Annotated[bool, typer.Option("--html", help="Print the viewer's HTML fragment and nothing else.")] = False,
    database: DatabaseUrl = None,
    tenant: Tenant = DEFAULT_TENANT,
    config: Config = None,
    as_json: AsJson = False,
) -> None:
    """Show what was recorded; with --principal, what that viewer gets of it now, and why.

    Reasons are for operators: who sees them learns of what is hidden from the viewer.
    """
    if principal is None and (group or html):
        raise typer.BadParameter("--group and --html say nothing without --principal")
    with opened(database, tenant, config) as store:
        answer = run(store.book.describe_answer(tenant, id_))
        record = run(store.book.describe(tenant, id_)) if answer is None else None
        if answer is None and record is None:
            raise InputError("ID", f"neither an answer nor a record goes by {id_!r}", "See `citeward cited`.")
        if principal is not None:
            viewer = Principal(principal, frozenset(group or ()), tenant)
            _show_viewed(_book(store, viewer), id_, viewer, answer, html=html, as_json=as_json)
        elif as_json:
            echo_json(_answer(answer) if answer is not None else _record(record))
        elif answer is not None:
            asked = answer.principal or "(erased)"
            about = (
                f"{answer.given_at:%Y-%m-%d %H:%M:%S} UTC, asked by {asked}, {answer.action}, policy {answer.policy}"
            )
            wrote = ", ".join(filter(None, (answer.provider, answer.model)))
            about += (f", written by {wrote}" if wrote else "") + f"; may be opened by {answer.audience}"
            print_table(_COLUMNS, map(_row, answer.records), caption=about)
        elif record is not None:
            _print_record(record)


def _book(store: Store, viewer: Principal) -> RecordBook:
    """The book as this viewer's surface has it; groups named here count as if an identity provider had said so."""
    from citeward.access import GroupAccess, Membership
    from citeward.records import RecordBook

    if not viewer.groups:
        return store.book
    access, settings = GroupAccess(store.database, Membership.ASSERTED), store.settings
    return RecordBook(store.database, access, cache=0, permalinks=settings.permalinks, web=web_of(settings))


def _show_viewed(
    book: RecordBook, id_: str, viewer: Principal, answer: AnswerDetails | None, *, html: bool, as_json: bool
) -> None:
    if answer is None:
        found = run(book.revalidate([id_], viewer))
        shown: dict[str, Any] = {}
    else:
        view = run(book.show(id_, viewer))
        found, shown = list(view.citations), {"viewer": {"json": view.json, "html": view.html}}
        if html:
            typer.echo(view.html, nl=False)
            return
    if html:
        raise InputError("--html", f"{id_!r} is one record", "Name the answer it belongs to.")
    if as_json:
        echo_json({"citations": [_state(each) for each in found], **shown})
        return
    claims = {each["id"]: each.get("claim") for each in shown["viewer"]["json"]["citations"]} if shown else {}
    rows = [(each.id, each.state.value, each.reason.value, _now(each), claims.get(each.id)) for each in found]
    caption = "" if rows or answer is None else _why_nothing(answer, viewer)
    print_table(("citation", "state", "reason", "now", "claim"), rows, caption=caption)


def _why_nothing(answer: AnswerDetails, viewer: Principal) -> str:
    if answer.principal is None:
        return "its text was erased"
    if not any(record.roots for record in answer.records):
        return "it has no citation"
    return f"{viewer.id} may not open it; it may be opened by {answer.audience} (see `citeward share`)"


def _state(state: CitationState) -> dict[str, str]:
    return {"id": state.id, "state": state.state.value, "reason": state.reason.value}


def _now(state: CitationState) -> str | None:
    """What this viewer is pointed to instead."""
    now = None if state.change is None else state.change.now
    return None if now is None else f"{now.document} version {now.version}"


def _row(record: RecordDetails) -> tuple[object, ...]:
    tier = None if record.tier is None else record.tier.name
    score = None if record.score is None else f"{record.score:.3f}"
    return (
        record.id, record.document, record.version, record.verdict, record.reason, record.action, score, tier,
    )  # fmt: skip


def _print_record(record: RecordDetails) -> None:
    about = f"{record.created_at:%Y-%m-%d %H:%M:%S} UTC, answer {record.answer}, policy {record.policy}"
    print_table(_COLUMNS, [_row(record)], caption=about)
    print_table(("claim",), [(record.claim or "(erased)",)])
    print_table(("stage", "check"), record.checks.items())
    spans = [(each.role, each.document, each.version, each.start, each.end) for each in record.roots]
    if spans:
        print_table(("rests on", "document", "number", "start", "end"), spans, caption="offsets in code points")


def _answer(answer: AnswerDetails) -> dict[str, Any]:
    return {
        "id": answer.id, "turn": answer.turn, "given_at": answer.given_at.isoformat(), "action": answer.action,
        "policy": answer.policy, "rules": answer.rules, "model": answer.model, "provider": answer.provider,
        "principal": answer.principal,
        "audience": plain_acl(answer.audience),
        "latency_s": answer.latency_s, "records": [_record(each) for each in answer.records],
    }  # fmt: skip


def _record(record: RecordDetails | None) -> dict[str, Any]:
    if record is None:
        return {}
    return {
        "id": record.id, "answer": record.answer, "policy": record.policy, "created_at": record.created_at.isoformat(),
        "kind": record.kind, "handle": record.handle, "document": record.document, "version": record.version,
        "source": record.source, "claim": record.claim, "guard": record.guard, "verdict": record.verdict,
        "reason": record.reason, "checks": record.checks, "action": record.action, "score": record.score,
        "tier": None if record.tier is None else int(record.tier), "judged_by": record.judged_by,
        "roots": [
            {"document": r.document, "version": r.version, "start": r.start, "end": r.end, "role": r.role}
            for r in record.roots
        ],
    }  # fmt: skip
