"""Options that several commands share, declared once."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from citeward.model import DEFAULT_TENANT

__all__ = ["AsJson", "Config", "DatabaseUrl", "Deny", "Groups", "Public", "Since", "Tenant"]

Config = Annotated[Path | None, typer.Option("--config", help="A citeward.toml; ./citeward.toml if it exists.")]
DatabaseUrl = Annotated[
    str | None,
    typer.Option(
        "--database",
        help="sqlite:///citeward.db or postgresql://host/name; else what is configured, else citeward.db here.",
        show_default=False,
    ),
]
Tenant = Annotated[str, typer.Option("--tenant", help=f"Whose world it is; {DEFAULT_TENANT!r} where there is one.")]
AsJson = Annotated[bool, typer.Option("--json", help="JSON for a program instead of a table for a person.")]
Groups = Annotated[
    list[str] | None, typer.Option("--acl", metavar="GROUP", help="A group that may read it; may be repeated.")
]
Deny = Annotated[
    list[str] | None, typer.Option("--deny", metavar="GROUP", help="A group that may not, whatever else it is in.")
]
Public = Annotated[bool, typer.Option("--public", help="Everybody of the tenant may read it.")]
Since = Annotated[
    str | None, typer.Option("--since", metavar="WHEN", help="2026-01-31, 2026-01-31T12:00:00Z, or ago: 7d, 12h.")
]
