"""A tenant's own row: the key of its span hashes, and the epochs that say whether anything has changed."""

from __future__ import annotations

import secrets
from dataclasses import dataclass

from sqlalchemy import select, text, update
from sqlalchemy.ext.asyncio import AsyncConnection

from citeward.errors import Conflict
from citeward.storage.changes import tell_listeners
from citeward.storage.identifiers import check_identifier
from citeward.storage.log import GENESIS, lock_head
from citeward.storage.tables import TENANTS

__all__ = ["Tenant", "begin_change", "bump_access", "bump_documents", "ensure_tenant", "find_tenant"]

_KEY_BYTES = 32
_INSERT_TENANT = text(
    "INSERT INTO tenants (tenant, span_key, acl_epoch, documents_epoch) VALUES (:tenant, :key, 0, 0) "
    "ON CONFLICT (tenant) DO NOTHING"
)
_INSERT_HEAD = text("INSERT INTO heads (tenant, seq, hash) VALUES (:tenant, 0, :hash) ON CONFLICT (tenant) DO NOTHING")


@dataclass(frozen=True, slots=True)
class Tenant:
    """What a tenant's row holds."""

    span_key: bytes
    acl_epoch: int
    """Counts every change of memberships and access lists."""
    documents_epoch: int
    """Counts every change of documents and sources."""


async def find_tenant(connection: AsyncConnection, tenant: str) -> Tenant | None:
    """A tenant, or None where it has never stored anything."""
    row = (await connection.execute(select(TENANTS).where(TENANTS.c.tenant == tenant))).first()
    return Tenant(bytes.fromhex(row.span_key), row.acl_epoch, row.documents_epoch) if row is not None else None


async def ensure_tenant(connection: AsyncConnection, tenant: str) -> Tenant:
    """A tenant, made on its first write.

    Raises:
        InputError: an impossible name.
    """
    found = await find_tenant(connection, check_identifier("tenant", tenant))
    if found is not None:
        return found
    await connection.execute(_INSERT_TENANT, {"tenant": tenant, "key": secrets.token_hex(_KEY_BYTES)})
    await connection.execute(_INSERT_HEAD, {"tenant": tenant, "hash": GENESIS})
    row = (await connection.execute(select(TENANTS).where(TENANTS.c.tenant == tenant))).one()
    return Tenant(bytes.fromhex(row.span_key), row.acl_epoch, row.documents_epoch)


async def begin_change(connection: AsyncConnection, tenant: str, expected_epoch: str | None = None) -> None:
    """Begins a change of who may see what: nobody else changes anything of this tenant until the transaction ends.

    Two that change one list at once would otherwise each take away what the other one had not yet written.

    Args:
        connection: a writing one.
        tenant: whose.
        expected_epoch: the access epoch the caller decided at; None: whatever it is.

    Raises:
        Conflict: it is another one now.
        InputError: an impossible name.
    """
    await ensure_tenant(connection, tenant)
    await lock_head(connection, tenant)
    if expected_epoch is None:
        return
    now = (await connection.execute(select(TENANTS.c.acl_epoch).where(TENANTS.c.tenant == tenant))).scalar_one()
    if str(now) != expected_epoch:
        raise Conflict(f"expected_epoch: access has changed since {expected_epoch}. Look again, then decide.")


async def bump_access(connection: AsyncConnection, tenant: str) -> None:
    """Says, in the transaction that changes who may see what, that it changed."""
    await connection.execute(
        update(TENANTS).where(TENANTS.c.tenant == tenant).values(acl_epoch=TENANTS.c.acl_epoch + 1)
    )
    await tell_listeners(connection, tenant)


async def bump_documents(connection: AsyncConnection, tenant: str) -> None:
    """Says, in the transaction that changes a document or a source, that it changed."""
    await connection.execute(
        update(TENANTS).where(TENANTS.c.tenant == tenant).values(documents_epoch=TENANTS.c.documents_epoch + 1)
    )
