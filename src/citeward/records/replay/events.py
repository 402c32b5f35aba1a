"""One function per event of a history: it reads its row, acts on the world, and says what came of it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from types import MappingProxyType
from typing import Any

from citeward.access import Acl
from citeward.model import Principal, Tier
from citeward.records.lineage import Derived
from citeward.records.replay.world import World
from citeward.registry import Affected, Document, Passage, Source
from citeward.rows import Fields

__all__ = ["EVENTS", "play_event"]

Row = dict[str, Any]
Handler = Callable[[World, Fields, bool], Awaitable[Row]]


async def play_event(world: World, row: object, explain: bool) -> Row:
    """Plays one event.

    Raises:
        InputError: the row cannot be read, or what it asks for cannot be done.
    """
    fields = Fields(row)
    name = fields.one_of("event" if "event" in fields else "type", tuple(EVENTS), "")
    world.clock.advance(fields.moment("at"))
    done = await EVENTS[name](world, fields, explain)
    keys = {key: fields.raw(key) for key in ("id", "answer_id") if key in fields}
    return {"event": name, **keys, **done}


async def _source(world: World, fields: Fields, _explain: bool) -> Row:
    tier = fields.integer("tier")
    if tier not in tuple(Tier):
        raise fields.refuse("tier", f"{tier} is not a tier", "Use 0, 1, 2 or 3.")
    source = Source(
        fields.text("id"), Tier(tier), fields.text("connector", ""), fields.text("authority", ""),
        tuple(fields.strings("hosts") or ()), world.tenant,
    )  # fmt: skip
    await world.registry.register(source)
    return {"ok": True}


async def _document(world: World, fields: Fields, _explain: bool) -> Row:
    document = Document(
        id=fields.text("id"),
        source=fields.text("source"),
        text=fields.text("text"),
        version=_version(fields),
        title=fields.text("title", ""),
        url=fields.optional("url"),
        acl=_acl(fields, "acl"),
        link_acl=_acl(fields, "link_acl"),
    )
    (done,) = await world.registry.ingest(world.tenant, document, now=world.clock())
    warnings = {"warnings": [warning.value for warning in done.warnings]} if done.warnings else {}
    return {"ok": True, "version": done.version, "new": done.new, **warnings}


async def _acl_event(world: World, fields: Fields, _explain: bool) -> Row:
    acl = _acl(fields, "acl")
    if acl is None:
        raise fields.refuse("acl", "missing", "List the groups that may read it; an empty list for nobody.")
    await world.registry.set_acl(world.tenant, fields.text("id"), acl)
    return {"ok": True}


async def _principal(world: World, fields: Fields, _explain: bool) -> Row:
    await world.directory.set_groups(world.tenant, fields.text("id"), fields.groups("groups") or ())
    return {"ok": True}


async def _group(world: World, fields: Fields, _explain: bool) -> Row:
    await world.directory.nest(world.tenant, fields.text("id"), fields.groups("within") or ())
    return {"ok": True}


async def _retire(world: World, fields: Fields, _explain: bool) -> Row:
    return _affected(await world.registry.retire(world.tenant, fields.text("id"), now=world.clock()))


async def _retract(world: World, fields: Fields, _explain: bool) -> Row:
    return _affected(await world.registry.retract(world.tenant, fields.text("id"), now=world.clock()))


async def _remove(world: World, fields: Fields, _explain: bool) -> Row:
    return _affected(await world.registry.remove(world.tenant, fields.text("id"), now=world.clock()))


async def _poison(world: World, fields: Fields, _explain: bool) -> Row:
    """A document, or a source with all of its documents."""
    name = fields.text("id")
    if name in {source.id for source in await world.registry.sources(world.tenant)}:
        return _affected(await world.registry.poison_source(world.tenant, name))
    return _affected(await world.registry.poison(world.tenant, name, now=world.clock()))


async def _supersede(world: World, fields: Fields, _explain: bool) -> Row:
    done = await world.registry.supersede(world.tenant, fields.text("id"), fields.text("by"), now=world.clock())
    return _affected(done)


async def _turn(world: World, fields: Fields, _explain: bool) -> Row:
    answer_id = fields.text("answer_id")
    if await world.book.has(world.tenant, answer_id):
        raise fields.refuse("answer_id", f"{answer_id!r} is taken", "Give every answer an id of its own.")
    passages = [
        Passage(
            item.text("document"),
            item.integer("start") if "start" in item else None,
            item.integer("end") if "end" in item else None,
        )
        for item in fields.objects("chunks", required=True)
    ]
    usual = world.gate.policy
    name = fields.one_of("policy", (usual.name, *world.policies), usual.name)
    policy = usual if name == usual.name else world.policies[name]
    principal = await _who(world, fields)
    checked, names = await world.ask(answer_id, fields.text("answer"), principal, passages, policy)
    citations = [
        {"id": name, "handle": judgement.proposal.handle, "verdict": judgement.verdict.value}
        for name, judgement in zip(names, checked.judgements, strict=True)
    ]
    return {"action": checked.action.value, "citations": citations}


async def _derive(world: World, fields: Fields, _explain: bool) -> Row:
    derived = Derived(
        id=fields.text("id"),
        source=fields.text("source"),
        text=fields.text("text"),
        answers=tuple(fields.strings("from") or ()),
        citations=tuple(fields.strings("citations") or ()),
        by=fields.text("by", ""),
        title=fields.text("title", ""),
        version=_version(fields),
        acl=_acl(fields, "acl"),
    )
    done = await world.book.derive(world.tenant, derived, world.clock())
    return {"ok": True, "version": done.version}


async def _show(world: World, fields: Fields, explain: bool) -> Row:
    found = await world.book.show(fields.text("answer_id"), await _who(world, fields))
    citations = [
        {"id": state.id, "state": state.state.value} | ({"reason": state.reason.value} if explain else {})
        for state in found.citations
    ]
    return {"citations": citations, "viewer": {"json": found.json, "html": found.html}}


async def _log_verify(world: World, _fields: Fields, explain: bool) -> Row:
    report = await world.book.verify_log(world.tenant)
    problems = [{"seq": problem.seq, "kind": problem.kind.value} for problem in report.problems]
    return {"ok": report.ok, "rows": report.entries} | ({"problems": problems} if explain or problems else {})


EVENTS: Mapping[str, Handler] = MappingProxyType(
    {
        "source": _source,
        "document": _document,
        "acl": _acl_event,
        "retire": _retire,
        "retract": _retract,
        "remove": _remove,
        "poison": _poison,
        "supersede": _supersede,
        "principal": _principal,
        "group": _group,
        "turn": _turn,
        "derive": _derive,
        "show": _show,
        "log_verify": _log_verify,
    }
)


async def _who(world: World, fields: Fields) -> Principal:
    """The principal an event names, whose groups are those of the last ``principal`` event about them."""
    return Principal(fields.text("principal"), tenant=world.tenant)


def _affected(found: Affected) -> Row:
    return {"ok": True, "answers": list(found.answers)}


def _acl(fields: Fields, name: str) -> Acl | None:
    groups = fields.groups(name)
    return None if groups is None else Acl.of_groups(groups)


def _version(fields: Fields) -> str:
    value = fields.raw("version")
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else fields.text("version", "")
