"""Rows that wait for somebody else: many at once, answered in the order they came."""

from __future__ import annotations

import asyncio
import io
import json
import os
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citeward.cli.batch import arun_rows, run_rows
from citeward.errors import RowError


def write(tmp_path: Path, lines: list[str]) -> str:
    file = tmp_path / "rows.jsonl"
    file.write_text("\n".join(lines), encoding="utf-8")
    return str(file)


async def test_rows_are_worked_on_together_and_come_out_in_order(tmp_path: Path) -> None:
    working = most = 0

    async def row(data: Any) -> Mapping[str, Any]:
        nonlocal working, most
        working += 1
        most = max(most, working)
        await asyncio.sleep(0.02 / (1 + data["id"]))
        working -= 1
        return {"id": data["id"]}

    out = io.StringIO()
    lines = [json.dumps({"id": index}) for index in range(200)]
    assert await arun_rows(write(tmp_path, lines), row, out) == 0
    assert [json.loads(line)["id"] for line in out.getvalue().splitlines()] == list(range(200))
    assert 1 < most <= 66


_LINES = st.lists(st.sampled_from(['{"id": 1}', '{"id": 2, "bad": true}', "not json", "", "[1]", '"x"']), max_size=9)


@given(_LINES)
def test_they_say_what_rows_that_wait_for_nobody_say(lines: list[str]) -> None:
    def one(data: Any) -> Mapping[str, Any]:
        if not isinstance(data, dict) or data.get("bad"):
            raise RowError("row", "is bad", "Mend it.")
        return {"id": data["id"]}

    async def waiting(data: Any) -> Mapping[str, Any]:
        return one(data)

    with tempfile.TemporaryDirectory() as folder:
        file = write(Path(folder), lines)
        plain, together = io.StringIO(), io.StringIO()
        statuses = run_rows(file, one, plain), asyncio.run(arun_rows(file, waiting, together))
    assert statuses[0] == statuses[1]
    assert plain.getvalue() == together.getvalue()


async def test_the_first_answer_does_not_wait_for_the_last_row(tmp_path: Path) -> None:
    pipe = tmp_path / "rows"
    os.mkfifo(pipe)
    flushed: asyncio.Queue[str] = asyncio.Queue()

    class Told(io.StringIO):
        def flush(self) -> None:
            flushed.put_nowait(self.getvalue())

    out = Told()

    async def row(data: Any) -> Mapping[str, Any]:
        return {"id": data["id"]}

    task = asyncio.create_task(arun_rows(str(pipe), row, out))
    writer = await asyncio.to_thread(pipe.open, "w")
    for number in range(3):  # each row is written only once the one before it was answered
        writer.write(f'{{"id": {number}}}\n')
        writer.flush()
        async with asyncio.timeout(5.0):
            assert (await flushed.get()).count("\n") == number + 1
    writer.close()
    assert await task == 0


async def test_a_row_that_breaks_stops_the_run_and_leaves_nothing_hanging(tmp_path: Path) -> None:
    async def broken(data: Any) -> Mapping[str, Any]:
        raise LookupError("a bug")

    async with asyncio.timeout(5.0):
        with pytest.raises(LookupError):
            await arun_rows(write(tmp_path, ["{}"] * 500), broken, io.StringIO())


MEMORY = Path("/proc/self/mem")  # opens, and cannot be read from its start


@pytest.mark.skipif(not MEMORY.exists(), reason="no file here opens and cannot be read")
async def test_a_file_that_cannot_be_read_is_an_error() -> None:
    async with asyncio.timeout(5.0):
        with pytest.raises(OSError, match="Input/output error"):
            await arun_rows(str(MEMORY), lambda _: asyncio.sleep(0, {}), io.StringIO())
