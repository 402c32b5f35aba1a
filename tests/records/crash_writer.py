"""Writes answers as fast as it can and says which are kept, until it is killed. Run by test_crash.py."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from citeward.access import GroupAccess
from citeward.gate import Gate
from citeward.kept import KeptAnswer
from citeward.ledger import Ledger
from citeward.model import Incident, Principal
from citeward.records import RecordBook
from citeward.registry import Passage, Registry, StoredDocuments
from citeward.storage import Database
from citeward.turn import Turn

ANSWER = "Refunds are accepted within 30 days of delivery [S1]. Our shops are open on Sundays [S2]."


@dataclass(frozen=True, slots=True)
class Named:
    """Gives what is written a name that its reader can tell from outside."""

    book: RecordBook
    name: str

    async def write(self, kept: KeptAnswer) -> None:
        records = [replace(each, id=f"{self.name}.{n}", answer_id=self.name) for n, each in enumerate(kept.records)]
        await self.book.write(replace(kept, id=self.name, records=tuple(records)))

    async def report(self, incidents: Sequence[Incident], at: datetime) -> None:
        await self.book.report(incidents, at)


async def main(url: str, run: str) -> None:
    async with await Database.open(url) as database:
        book = RecordBook(database, GroupAccess(database))
        gate = Gate(GroupAccess(database), StoredDocuments(database))
        chunks = await Registry(database).chunks("default", [Passage("policy"), Passage("news")])
        ledger = Ledger.of([replace(chunk, handle=f"S{n}") for n, chunk in enumerate(chunks, start=1)])
        turn = Turn(ledger, Principal("max"))
        number = 0
        while True:
            name = f"{run}-{number}"
            await replace(gate, sink=Named(book, name)).acheck(ANSWER, turn)
            sys.stdout.write(f"{name}\n")
            sys.stdout.flush()
            number += 1


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], sys.argv[2]))
