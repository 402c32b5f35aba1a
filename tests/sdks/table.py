"""The table of client libraries in ``docs/providers.md``: written from the rows that are tested, never by hand."""

from __future__ import annotations

import re
import sys
from itertools import groupby
from pathlib import Path

from tests.sdks.clients import ROWS

__all__ = ["table", "written"]

ROOT = Path(__file__).resolve().parents[2]
_PLACE = re.compile(r"(<!-- clients -->\n).*?(<!-- /clients -->)", re.DOTALL)


def versions() -> dict[str, str]:
    """What ``make test-sdks`` installs."""
    pins = (ROOT / "constraints-sdks.txt").read_text("utf-8").splitlines()
    return dict(pin.split("==", 1) for pin in pins if "==" in pin and not pin.startswith("#"))


def table() -> str:
    """Each library, the version it was driven with, the name its replies are read under, and the forms."""
    pinned = versions()
    lines = ["| library | version | read as | forms |", "|---|---|---|---|"]
    for (package, provider), rows in groupby(ROWS, key=lambda row: (row.package, row.provider)):
        forms = ", ".join(f"`{row.form}`" for row in rows)
        lines.append(f"| {package} | {pinned[package]} | `{provider}` | {forms} |")
    return "\n".join(lines) + "\n"


def written(page: str) -> str:
    """A page with the table in its place."""
    return _PLACE.sub(lambda found: found[1] + table() + found[2], page)


if __name__ == "__main__":
    path = Path(sys.argv[1])
    path.write_text(written(path.read_text("utf-8")), "utf-8")
