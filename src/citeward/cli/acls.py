"""Access lists, from options and for a program."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import typer

from citeward.errors import InputError

if TYPE_CHECKING:
    from citeward.access import Acl

__all__ = ["acl_of", "named_acl", "plain_acl"]


def acl_of(allow: Sequence[str] | None, deny: Sequence[str] | None, *, public: bool) -> Acl | None:
    """The list the options name; None where they name none.

    Raises:
        InputError: a name no group can have; both groups and everybody.
    """
    from citeward.access import EVERYONE, Acl

    if not allow and not deny and not public:
        return None
    if allow and public:
        raise InputError("--public", "stands beside --acl", "Name groups, or let everybody read it.")
    named = Acl.of_groups(allow or (), deny or ())
    return Acl(frozenset({EVERYONE}), named.deny) if public else named


def named_acl(allow: Sequence[str] | None, deny: Sequence[str] | None, *, public: bool, nobody: bool) -> Acl:
    """The list the options name, where one has to be named.

    Raises:
        InputError: as :func:`acl_of`.
        typer.BadParameter: none is named, or two.
    """
    from citeward.access import NOBODY

    wanted = NOBODY if nobody else acl_of(allow, deny, public=public)
    if wanted is None or (nobody and (allow or deny or public)):
        raise typer.BadParameter("name groups with --acl and --deny, or give --public or --nobody")
    return wanted


def plain_acl(acl: Acl | None) -> dict[str, list[str]]:
    """A list as JSON: the subjects it allows and denies, as they are stored. No list allows nobody."""
    return {"allow": [], "deny": []} if acl is None else {"allow": sorted(acl.allow), "deny": sorted(acl.deny)}
