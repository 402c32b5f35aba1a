"""Pairs written with their twins: every claim stands over a passage, and over its smallest edit that turns its label.

The files in ``training/twins`` hold one passage a line: ``{"id", "collection", "lang", "passage", "claims"}``, each
claim ``{"claim", "supported", "manner", "edit": [old, new]}``. ``old`` stands exactly once in the passage. So the
wording of a claim gives nothing away: it is seen with both labels. Written one by one by a language model over passages
of its own invention, and reread once by it; no person labelled them.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

__all__ = ["FOLDER", "expanded", "rows"]

FOLDER = Path(__file__).with_name("twins")


def rows(folder: Path = FOLDER) -> Iterator[dict[str, Any]]:
    """Yield every pair of the files in a folder, the twins included, in the form of the other sets."""
    for file in sorted(folder.glob("*.jsonl")):
        for line in file.read_text(encoding="utf-8").splitlines():
            yield from expanded(json.loads(line))


def expanded(written: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield the pairs of one passage.

    Raises:
        ValueError: the words that an edit replaces do not stand exactly once in the passage.
    """
    for place, claim in enumerate(written["claims"]):
        shared = {
            "dataset": "twins", "claim": claim["claim"], "label_raw": claim["manner"], "lang": written["lang"],
            "collection": written["collection"], "passage": written["id"],
        }  # fmt: skip
        name = f"{written['id']}-{place}"
        yield shared | {"id": name, "source": written["passage"], "supported": claim["supported"]}
        old, new = claim["edit"]
        if written["passage"].count(old) != 1:
            raise ValueError(f"{name}: {old!r} stands {written['passage'].count(old)} times in the passage")
        edited = written["passage"].replace(old, new)
        yield shared | {"id": f"{name}-twin", "source": edited, "supported": 1 - claim["supported"], "twin": name}
