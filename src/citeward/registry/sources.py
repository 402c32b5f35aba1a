"""Sources in the database."""

from __future__ import annotations

import json

from sqlalchemy import insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from citeward.errors import InputError
from citeward.hosts import parse_pattern
from citeward.model import DocumentStatus, Tier
from citeward.registry.nouns import Source
from citeward.storage import SOURCES, Entry, append, begin_change, bump_documents, check_identifier, one_line

__all__ = ["load_sources", "register_source", "set_source_status"]


async def register_source(connection: AsyncConnection, source: Source, actor: str = "") -> Source | None:
    """Registers a source, or changes it: a new tier holds for all of its documents at once.

    Its status stays: a poisoned source is not cured by being registered again. Returns it as it was before.

    Raises:
        InputError: an impossible id, a host that cannot be allowed.
    """
    check_identifier("source.id", source.id)
    connector, authority = one_line(source.connector), one_line(source.authority)
    for host in source.hosts:
        try:
            parse_pattern(host)
        except ValueError as error:
            raise InputError("source.hosts", str(error), "Write example.com or *.example.com.") from error
    await begin_change(connection, source.tenant)
    before = (await load_sources(connection, source.tenant)).get(source.id)
    values = {
        "connector": connector, "authority": authority, "tier": int(Tier(source.tier)),
        "hosts": json.dumps(source.hosts),
    }  # fmt: skip
    here = (SOURCES.c.tenant == source.tenant) & (SOURCES.c.id == source.id)
    if before is None:
        key = {"tenant": source.tenant, "id": source.id, "status": DocumentStatus.ACTIVE.value}
        await connection.execute(insert(SOURCES).values(key | values))
    else:
        await connection.execute(update(SOURCES).where(here).values(values))
    await bump_documents(connection, source.tenant)
    said = {
        "source": source.id, "tier": int(source.tier), "tier_before": None if before is None else int(before.tier),
        "hosts": list(source.hosts), "connector": connector, "authority": authority, "actor": actor,
    }  # fmt: skip
    await append(connection, source.tenant, [Entry("source", [], said)])
    return before


async def load_sources(connection: AsyncConnection, tenant: str) -> dict[str, Source]:
    """Every source of a tenant, by id."""
    rows = await connection.execute(select(SOURCES).where(SOURCES.c.tenant == tenant))
    return {
        row.id: Source(
            row.id,
            Tier(row.tier),
            row.connector,
            row.authority,
            tuple(json.loads(row.hosts)),
            tenant,
            DocumentStatus(row.status),
        )
        for row in rows
    }


async def set_source_status(connection: AsyncConnection, tenant: str, source: str, status: DocumentStatus) -> None:
    """Takes every document of a source out of use at once, or the source back into use.

    Raises:
        InputError: it is not registered.
    """
    here = (SOURCES.c.tenant == tenant) & (SOURCES.c.id == source)
    changed = await connection.execute(update(SOURCES).where(here).values(status=status.value))
    if not changed.rowcount:
        raise InputError("source", f"{source!r} is not registered", "List the registered sources.")
    await bump_documents(connection, tenant)
