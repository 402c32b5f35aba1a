"""Access lists from options."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from citeward.errors import InputError

if TYPE_CHECKING:
    from citeward.access import Acl

__all__ = ["acl_of"]


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
