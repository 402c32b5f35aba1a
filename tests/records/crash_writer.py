"""Writes answers as fast as it can and says which are kept, until it is killed. Run by test_crash.py."""

from __future__ import annotations

import asyncio
import sys
from dataclasses import replace

from citeward.access import GroupAccess
from citeward.gate import Gate
from citeward.ledger import Ledger
from citeward.model import Principal
from citeward.records import AnswerContext, RecordBook
from citeward.registry import Passage, Registry, StoredDocuments
from citeward.storage import Database
from citeward.turn import Turn

ANSWER = "Refunds are accepted within 30 days of delivery [S1]. Our shops are open on Sundays [S2]."


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
            sink = book.sink(AnswerContext(turn, ANSWER, answer_id=name))
            checked = await gate.acheck(ANSWER, turn)
            renamed = [replace(record, id=f"{name}.{n}", answer_id=name) for n, record in enumerate(checked.records)]
            await sink.write(renamed, checked.incidents)
            sys.stdout.write(f"{name}\n")
            sys.stdout.flush()
            number += 1


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], sys.argv[2]))
