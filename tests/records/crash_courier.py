"""Delivers notices and says which ones the receiver got, until it is killed. Run by test_crash.py."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta

from citeward.access import GroupAccess
from citeward.records import RecordBook
from citeward.records.notices import Courier, Secret
from citeward.storage import Database


class Receiver:
    """Takes every message, and says so."""

    async def post(self, headers: Mapping[str, str], body: bytes) -> None:
        answer = json.loads(body)["data"]["answer_id"]
        sys.stdout.write(f"{answer} {headers['webhook-id']}\n")
        sys.stdout.flush()


async def main(url: str, later: int) -> None:
    async with await Database.open(url) as database:
        book = RecordBook(database, GroupAccess(database))

        def clock() -> datetime:
            return datetime.now(UTC) + timedelta(hours=later)

        courier = Courier(database, book, Receiver(), Secret((b"k" * 32,)), clock=clock, at_once=2)
        await courier.deliver("default")


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], int(sys.argv[2])))
