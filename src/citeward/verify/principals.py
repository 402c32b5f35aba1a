"""Whose groups they are, and since when: what has to hold of a principal before it decides anything."""

from __future__ import annotations

from datetime import datetime, timedelta

from citeward.model import Principal

__all__ = ["fault_of"]


def fault_of(principal: Principal, tenant: str, now: datetime, max_age: timedelta) -> str | None:
    """Why a principal decides nothing: ``other_tenant`` or ``principal_outdated``; None where it may decide.

    Args:
        principal: who asks or looks. One without ``as_of`` was resolved for this very call.
        tenant: whose evidence it is about.
        now: aware.
        max_age: how long ago groups may have been resolved. A time in the future is no time.
    """
    if principal.tenant != tenant:
        return "other_tenant"
    if principal.as_of is not None and not principal.as_of <= now <= principal.as_of + max_age:
        return "principal_outdated"
    return None
