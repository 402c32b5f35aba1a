"""``citeward ingest``: files become versions of documents; one that reads as before makes none."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Annotated
from urllib.parse import quote, urljoin

import typer

from citeward.cli.acls import acl_of
from citeward.cli.options import AsJson, Config, DatabaseUrl, Deny, Groups, Public, Tenant
from citeward.cli.progress import counted
from citeward.cli.store import Store, actor, echo_json, opened, run, with_storage
from citeward.cli.tables import print_table
from citeward.errors import CitewardError, InputError
from citeward.extract import Extracted
from citeward.model import DEFAULT_TENANT

if TYPE_CHECKING:
    from citeward.access import Acl
    from citeward.registry import Document, FileFailure

__all__ = ["command"]

_NOBODY_REMEDY = "name readers with --acl or --public, or by `citeward document acl`."
_MOST_LISTED = 200
"""Rows of the table; what was unchanged is only counted past it."""


def command(
    paths: Annotated[list[Path], typer.Argument(metavar="PATH...", help="Files, or folders with everything below.")],
    *,
    source: Annotated[str, typer.Option(help="The registered source they come from; see `citeward source add`.")],
    acl: Groups = None,
    deny: Deny = None,
    public: Public = False,
    link_acl: Annotated[
        list[str] | None,
        typer.Option(metavar="GROUP", help="A group that may open what the URL opens, where that is another one."),
    ] = None,
    url_base: Annotated[
        str | None, typer.Option(help="Where the folder is on the web: a document's URL is this and its name.")
    ] = None,
    title: Annotated[str | None, typer.Option(help="The title, for one file.")] = None,
    version: Annotated[str | None, typer.Option(help="What the origin calls this version, for one file.")] = None,
    prefix: Annotated[str, typer.Option(help="Put before each name to make the document's id, as in 'hr/'.")] = "",
    jobs: Annotated[int, typer.Option(min=1, help="Files read at once, each in a process of its own.")] = min(
        os.cpu_count() or 1, 4
    ),
    database: DatabaseUrl = None,
    tenant: Tenant = DEFAULT_TENANT,
    config: Config = None,
    as_json: AsJson = False,
) -> None:
    """Store documents with their versions, pages, access lists and URLs. Status 1 where a file could not be stored.

    A PATH that is not there costs its own row; where it is the only one, nothing is done (status 2).

    A document goes by its name below the folder. Without --acl, --deny and --public a known document keeps its access
    list, and a new one can be read by nobody.
    """
    with opened(database, tenant, config, makes=True) as store:
        from citeward.registry import files_in

        _must_be_registered(store, source)
        missing = _missing(paths)
        files = [found for path in paths if path not in missing for found in files_in(path)]
        several = len(files) + len(missing)
        for option, value in (("--title", title), ("--version", version)):
            if value is not None and several != 1:
                raise InputError(option, f"is given for {several} files", "Ingest them one by one.")
        batch = _Batch(
            store, source, acl_of(acl, deny, public=public), acl_of(link_acl, None, public=False), url_base, prefix,
            title, version,
        )  # fmt: skip
        done = []
        lost = (_Line(str(path), error=error) for path, error in missing.items())
        for line in chain(lost, batch.lines(files, jobs)):
            if as_json:
                echo_json(line.json)
            done.append(line)
        hidden = [] if batch.acl is not None else _read_by_nobody(store, done)
    if hidden:
        typer.echo(f"{len(hidden)} of these documents can be read by nobody: {_NOBODY_REMEDY}", err=True)
    if not as_json:
        _print(done, sets_access=batch.acl is not None)
    raise typer.Exit(int(any(line.error is not None for line in done)))


def _read_by_nobody(store: Store, done: list[_Line]) -> list[str]:
    from citeward.access import NOBODY
    from citeward.verify import AccessScope

    names = [line.id for line in done if line.error is None]
    lists = run(store.registry.acls(store.tenant, names))
    return [name for name in names if not lists.get((name, AccessScope.PASSAGE), NOBODY).allow]


@dataclass(frozen=True, slots=True)
class _Line:
    """What became of one file."""

    id: str
    version: str = ""
    new: bool = False
    warnings: tuple[str, ...] = ()
    error: Exception | None = None

    @property
    def json(self) -> dict[str, object]:
        if self.error is not None:
            return {"id": self.id, "error": {"type": type(self.error).__name__, "message": _message(self.error)}}
        return {"id": self.id, "version": self.version, "new": self.new, "warnings": list(self.warnings)}

    @property
    def outcome(self) -> str:
        if self.error is not None:
            return "failed"
        return "new version" if self.new else "unchanged"


@dataclass(frozen=True, slots=True)
class _Batch:
    store: Store
    source: str
    acl: Acl | None
    link_acl: Acl | None
    url_base: str | None
    prefix: str
    title: str | None
    version: str | None

    def lines(self, files: list[tuple[Path, str]], jobs: int) -> Iterator[_Line]:
        """Stores files one by one, so that one that fails stops none of the others."""
        for name, read in counted(_read_ahead(files, jobs), len(files), "files"):
            yield self._store(name, read)

    def _store(self, name: str, read: Extracted | FileFailure) -> _Line:
        from citeward.registry import FileFailure
        from citeward.storage import check_identifier

        document_id = self.prefix + name
        if isinstance(read, FileFailure):
            return _Line(document_id, error=read.error)
        try:
            check_identifier("document.id", document_id)  # a name that is none could not be quoted in a URL either
            with with_storage():  # a database that fails costs this file's row, too
                (stored,) = run(
                    self.store.registry.ingest(self.store.tenant, self._document(name, read), actor=actor())
                )
        except CitewardError as error:
            return _Line(document_id, error=error)
        return _Line(stored.id, stored.version, stored.new, tuple(each.value for each in stored.warnings))

    def _document(self, name: str, read: Extracted) -> Document:
        from citeward.registry import document_of

        url = None if self.url_base is None else urljoin(_folder(self.url_base), quote(name))
        document = document_of(read, name, self.source, acl=self.acl, url=url, version=self.version or "")
        title = document.title if self.title is None else self.title
        return replace(document, id=self.prefix + name, title=title, link_acl=self.link_acl)


def _read_ahead(files: list[tuple[Path, str]], jobs: int) -> Iterator[tuple[str, Extracted | FileFailure]]:
    """Texts in the order of the files, a few of them read ahead: memory holds those, not the folder."""
    from citeward.registry import read_file

    waiting: deque[tuple[str, Future[Extracted | FileFailure]]] = deque()
    with ThreadPoolExecutor(jobs) as pool:
        for file, name in files:
            waiting.append((name, pool.submit(read_file, file)))
            if len(waiting) > jobs:
                first, reading = waiting.popleft()
                yield first, reading.result()
        for name, reading in waiting:
            yield name, reading.result()


def _must_be_registered(store: Store, source: str) -> None:
    if source not in {each.id for each in run(store.registry.sources(store.tenant))}:
        remedy = f"Register it first: citeward source add {source} --tier 2"
        raise InputError("--source", f"{source!r} is not registered", remedy)


def _missing(paths: list[Path]) -> dict[Path, InputError]:
    """What is wrong with the paths that are none of a file or folder: among several, each costs its row alone.

    Raises:
        InputError: it is the only one.
    """
    found = {path: error for path in paths if (error := _fault(path)) is not None}
    if len(paths) == 1:
        for error in found.values():
            raise error
    return found


def _fault(path: Path) -> InputError | None:
    try:
        if path.is_file() or path.is_dir():
            return None
        is_there = path.exists()
    except OSError as error:  # a folder on the way that may not be entered
        return InputError("PATH", f"{path}: {error.strerror}", "Name a file or a folder that you may read.")
    if is_there:  # a pipe or a device may never end
        return InputError("PATH", f"{path} is neither a file nor a folder", "Write it to a file first.")
    return InputError("PATH", f"there is no {path}", "Name a file or a folder.")


def _folder(base: str) -> str:
    return base if base.endswith("/") else f"{base}/"


def _message(error: Exception) -> str:
    return f"{error.filename}: {error.strerror}" if isinstance(error, OSError) and error.strerror else str(error)


def _print(done: list[_Line], *, sets_access: bool) -> None:
    counts = {
        outcome: sum(line.outcome == outcome for line in done) for outcome in ("new version", "unchanged", "failed")
    }
    listed = done if len(done) <= _MOST_LISTED else [line for line in done if line.outcome != "unchanged"]
    rows = [
        (line.id, line.version, line.outcome, ", ".join(line.warnings) if line.error is None else _message(line.error))
        for line in listed[:_MOST_LISTED]
    ]
    more = f"; {len(listed) - len(rows)} more not listed" if len(listed) > len(rows) else ""
    caption = ", ".join(f"{number} {outcome}" for outcome, number in counts.items()) + more
    if sets_access and any(line.error is None for line in done):
        caption += "; access lists set as given, those of unchanged documents too"
    print_table(("document", "version", "outcome", "remarks"), rows, caption=caption)
