"""The command line, called in this process: as a user calls it, without a second for every call."""

from __future__ import annotations

import io
import json
import sys
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest import mock

from citeward.cli import main

__all__ = ["Done", "Shell", "call"]


@dataclass(frozen=True, slots=True)
class Done:
    """What a command left behind."""

    status: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """The one JSON object it printed."""
        (line,) = self.lines
        return line

    @property
    def lines(self) -> list[Any]:
        """The JSON objects it printed, one a line."""
        return [json.loads(line) for line in self.out.splitlines()]


def call(*arguments: str | Path, stdin: str = "") -> Done:
    """Runs a command to its end."""
    out, err = io.StringIO(), io.StringIO()
    typed = io.TextIOWrapper(io.BytesIO(stdin.encode()), encoding="utf-8")
    status: int | str | None = 0
    argv = ["citeward", *map(str, arguments)]
    typing = mock.patch.multiple(sys, argv=argv, stdin=typed)
    with typing, redirect_stdout(out), redirect_stderr(err):
        try:
            main()
        except SystemExit as ended:
            status = ended.code
    return Done(int(status or 0), out.getvalue(), err.getvalue())


@dataclass(frozen=True, slots=True)
class Shell:
    """Commands against one database."""

    url: str

    def __call__(self, *arguments: str | Path, stdin: str = "") -> Done:
        return call(*arguments, "--database", self.url, stdin=stdin)

    def ok(self, *arguments: str | Path, stdin: str = "") -> Done:
        """A command that has to work."""
        done = self(*arguments, stdin=stdin)
        assert done.status == 0, done.err
        return done
