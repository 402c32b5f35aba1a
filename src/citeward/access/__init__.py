"""Access: who may see what. Embedded groups, in the database."""

from __future__ import annotations

from citeward.access.acl import (
    EVERYONE,
    NOBODY,
    Acl,
    Effect,
    check_group,
    insert_acl,
    load_acls,
    personal,
    write_acls,
)
from citeward.access.directory import Directory
from citeward.access.group_access import GroupAccess, Membership

__all__ = [
    "EVERYONE",
    "NOBODY",
    "Acl",
    "Directory",
    "Effect",
    "GroupAccess",
    "Membership",
    "check_group",
    "insert_acl",
    "load_acls",
    "personal",
    "write_acls",
]
