"""Fetching a model from a hub: a service that lists a repository's files at a commit and hands them out.

The revision is a commit, never a branch, so that what was looked at is what is run; every file is checked against the
hash the listing gives; only weights without code, the configuration and the tokenizer are taken.
"""

from __future__ import annotations

import hashlib
import http.client
import ipaddress
import json
import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import SplitResult, quote, urljoin, urlsplit

from citeward.entailment.models.shelf import FILES
from citeward.errors import CheckFailed, ConfigError

__all__ = ["Hub", "HubModel"]

_LARGEST = 4 << 30
"""Bytes of one file; more would fill a disk before anybody looks."""
_LARGEST_LISTING = 8 << 20
_SLOWEST = 50_000
"""Bytes a second, below which a file that keeps coming never ends."""
_HOPS = 4
_PATIENCE_S = 30.0
"""Seconds between two pieces of a reply."""
_PIECE = 1 << 20
_REDIRECTS = frozenset({301, 302, 303, 307, 308})
_COMMIT = re.compile(r"[0-9a-f]{40}")
_REPOSITORY = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,95}(?:/[A-Za-z0-9][A-Za-z0-9._-]{0,95})?")


@dataclass(frozen=True, slots=True)
class HubModel:
    """A repository at a commit."""

    repository: str
    commit: str

    @classmethod
    def read(cls, text: str) -> HubModel:
        """Reads ``owner/name@commit``.

        Raises:
            ConfigError: it is not of that form, or pins no commit.
        """
        repository, _, commit = text.partition("@")
        if not _REPOSITORY.fullmatch(repository) or ".." in repository:
            raise ConfigError("model", f"{repository!r} is no repository", "Write owner/name@commit.")
        if not _COMMIT.fullmatch(commit):
            raise ConfigError("model", "pins no commit", "Write owner/name@ and the 40 hex digits of a commit.")
        return cls(repository, commit)

    def __str__(self) -> str:
        return f"{self.repository}@{self.commit}"


class Hub:
    """A hub by its address. Redirects stay on https; no proxy, no cookie; a token goes to the hub alone."""

    def __init__(self, url: str, token: str = "") -> None:
        """Names the hub.

        Raises:
            ConfigError: not an https address (http is for this machine only).
        """
        _checked(url, "hub")
        self._url, self._token = url.rstrip("/"), token

    def fetch(self, model: HubModel, target: Path, progress: Callable[[int, int], None] | None = None) -> str:
        """Fetches what is needed of a model into a directory; returns where it came from.

        Args:
            model: which, at which commit.
            target: an empty directory.
            progress: told (bytes so far, bytes in all, 0 where unknown).

        Raises:
            ConfigError: the hub has another commit there, or nothing that can be used.
            CheckFailed: the hub did not answer, or a file is not what its hash says.
        """
        path = f"/api/models/{quote(model.repository)}/revision/{model.commit}?blobs=true"
        listing = self._listing(self._url + path)
        if listing.get("sha") != model.commit:
            raise ConfigError("model", f"the hub's commit is {listing.get('sha')}", "Pin that one, once you trust it.")
        files = {entry["rfilename"]: entry for entry in _entries(listing) if entry["rfilename"] in FILES}
        total = sum(size for entry in files.values() if isinstance(size := entry.get("size"), int))
        done = 0

        def seen(size: int) -> None:
            nonlocal done
            done += size
            if progress is not None:
                progress(done, total)

        for name in sorted(files):
            place = target / name
            place.parent.mkdir(parents=True, exist_ok=True)
            url = f"{self._url}/{quote(model.repository)}/resolve/{model.commit}/{quote(name)}"
            self._download(url, place, files[name], seen)
        return f"{self._url}/{model}"

    def _listing(self, url: str) -> dict[str, Any]:
        body = bytearray()
        with self._open(url) as response:
            for piece in _pieces(response, _LARGEST_LISTING, "the listing"):
                body += piece
        try:
            found = json.loads(body)
        except (ValueError, RecursionError) as problem:
            raise CheckFailed("the hub did not answer with a listing") from problem
        if not isinstance(found, dict):
            raise CheckFailed("the hub did not answer with a listing")
        return found

    def _download(self, url: str, place: Path, entry: dict[str, Any], seen: Callable[[int], None]) -> None:
        wanted, digest = _hash_of(entry)
        size = _size_of(entry)
        with self._open(url) as response, place.open("wb") as out:
            for piece in _pieces(response, size, place.name):
                digest.update(piece)
                out.write(piece)
                seen(len(piece))
        if digest.hexdigest() != wanted:
            place.unlink()
            raise CheckFailed(f"{place.name} is not what its hash says")

    @contextmanager
    def _open(self, url: str) -> Iterator[http.client.HTTPResponse]:
        """The reply to a GET, redirects followed by hand."""
        own = urlsplit(self._url)
        for _ in range(_HOPS + 1):
            # A hub elsewhere has no business with what listens on this machine.
            parts = _checked(url, "redirect", here_too=_is_here(own.hostname))
            kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
            connection = kind(parts.hostname or "", parts.port, timeout=_PATIENCE_S)
            headers = {"accept-encoding": "identity"}
            if self._token and parts.netloc == own.netloc:
                headers["authorization"] = f"Bearer {self._token}"
            try:
                path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
                connection.request("GET", path, None, headers)
                response = connection.getresponse()
                if response.status == http.client.OK:
                    yield response
                    return
                location = response.getheader("location") if response.status in _REDIRECTS else None
                if location is None:
                    raise CheckFailed(f"the hub answered with status {response.status}")
                url = urljoin(url, location)
            except (OSError, ValueError, http.client.HTTPException) as problem:
                raise CheckFailed(f"the hub did not answer: {type(problem).__name__}") from problem
            finally:
                connection.close()
        raise CheckFailed("the hub redirects too often")


def _pieces(response: http.client.HTTPResponse, most: int, what: str) -> Iterator[bytes]:
    """What a reply holds, piece by piece.

    Raises:
        CheckFailed: more than ``most`` bytes, or too few of them a second to ever be done.
    """
    ends = time.monotonic() + _PATIENCE_S + most / _SLOWEST
    size = 0
    while piece := response.read1(_PIECE):
        size += len(piece)
        if size > most:
            raise CheckFailed(f"{what} is larger than the {most:,} bytes it may have")
        if time.monotonic() > ends:
            raise CheckFailed(f"{what} does not come to an end")
        yield piece


def _checked(url: str, what: str, *, here_too: bool = True) -> SplitResult:
    """The parts of an https address; of an http one too where it and the hub are on this machine."""
    try:
        parts = urlsplit(url)
        usable = parts.port != 0 and bool(parts.hostname) and parts.username is None
    except ValueError:
        raise ConfigError(what, "is no address", "Write https://host.") from None
    here = _is_here(parts.hostname)
    if not usable or (here and not here_too) or parts.scheme not in ("https", *(("http",) if here else ())):
        raise ConfigError(what, "is not an https address", "Write https://host.")
    return parts


def _is_here(host: str | None) -> bool:
    try:
        return host == "localhost" or ipaddress.ip_address(host or "").is_loopback
    except ValueError:
        return False


def _entries(listing: dict[str, Any]) -> list[dict[str, Any]]:
    siblings = listing.get("siblings")
    found = siblings if isinstance(siblings, list) else []
    return [entry for entry in found if isinstance(entry, dict) and isinstance(entry.get("rfilename"), str)]


def _size_of(entry: dict[str, Any]) -> int:
    """How large the listing says a file is: what is sent beyond that is not what was looked at.

    Raises:
        CheckFailed: it does not say, or more than any model has.
    """
    lfs = entry.get("lfs")
    size = lfs.get("size", entry.get("size")) if isinstance(lfs, dict) else entry.get("size")
    if not isinstance(size, int) or isinstance(size, bool) or not 0 <= size <= _LARGEST:
        raise CheckFailed(f"the hub lists no size up to {_LARGEST:,} bytes for {entry['rfilename']}")
    return size


def _hash_of(entry: dict[str, Any]) -> tuple[str, Any]:
    """The hash a file must have: of its content where it is kept apart (LFS), else as git names a blob.

    Raises:
        CheckFailed: the listing gives none.
    """
    lfs = entry.get("lfs")
    if isinstance(lfs, dict) and isinstance(lfs.get("sha256"), str):
        return lfs["sha256"], hashlib.sha256()
    blob, size = entry.get("blobId"), entry.get("size")
    if isinstance(blob, str) and isinstance(size, int):
        return blob, hashlib.sha1(b"blob %d\0" % size, usedforsecurity=False)
    raise CheckFailed(f"the hub gives no hash for {entry['rfilename']}")
