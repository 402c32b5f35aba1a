"""The zip container of an Office document, opened as something hostile.

Sizes are checked from the directory before a byte is unpacked, and again while unpacking, since a directory can lie:
``zipfile`` would inflate a whole entry before it compares. Nothing is written to disk, so entry names can be no path.
"""

from __future__ import annotations

import io
import zipfile
import zlib

from .errors import BrokenFileError, EncryptedError, TooLargeError
from .interface import SourceFile
from .limits import MIB, Budget

_CHUNK = 64 * 1024
_ENCRYPTED_FLAG = 0x1
_END_OF_DIRECTORY = b"PK\x05\x06"
_UNPACK_AGAIN = "Unpack and pack the file again with an office program"


class Package:
    """Read-only access to the entries of one container.

    Raises:
        BrokenFileError: it is not a zip file, or its directory is damaged.
        EncryptedError: an entry is encrypted.
        TooLargeError: ``max_entries``, ``max_inflated`` or ``max_ratio`` is passed.
    """

    def __init__(self, source: SourceFile, budget: Budget) -> None:
        self._source = source
        self._budget = budget
        self._check_entry_count()
        try:
            self._zip = zipfile.ZipFile(io.BytesIO(source.data))
        except (zipfile.BadZipFile, NotImplementedError, ValueError, OSError, EOFError) as error:
            raise BrokenFileError(
                source.name, f"its zip container is damaged ({error})", "Open and save it again"
            ) from None
        entries = self._zip.infolist()
        self._entries = {entry.filename: entry for entry in entries}
        self._left = budget.limits.max_inflated
        if len(self._entries) != len(entries):
            raise BrokenFileError(source.name, "two entries of its zip container have one name", _UNPACK_AGAIN)
        self._check_sizes(entries)

    def __contains__(self, name: str) -> bool:
        return name in self._entries

    @property
    def names(self) -> frozenset[str]:
        """Names of all entries."""
        return frozenset(self._entries)

    def read(self, name: str) -> bytes:
        """The bytes of one entry, unpacked piece by piece; :class:`BrokenFileError` where it is missing or damaged."""
        entry = self._entries.get(name)
        if entry is None:
            raise BrokenFileError(self._source.name, f"its part {name} is missing", "Open and save it again")
        pieces = []
        try:
            with self._zip.open(entry) as stream:
                while piece := stream.read(_CHUNK):
                    pieces.append(piece)
                    self._left -= len(piece)
                    if self._left < 0:
                        raise self._too_large(
                            "max_inflated", f"it unpacks to more than {self._budget.limits.max_inflated:,} bytes"
                        )
        except (
            zipfile.BadZipFile,
            zlib.error,
            EOFError,
            NotImplementedError,
            ValueError,
            OSError,
            RuntimeError,
        ) as error:
            if isinstance(error, TooLargeError):
                raise
            raise BrokenFileError(
                self._source.name, f"its part {name} is damaged ({error})", "Open and save it again"
            ) from None
        return b"".join(pieces)

    def _check_entry_count(self) -> None:
        """Read the count from the end of the directory (APPNOTE 4.3.16): ``zipfile`` would build every entry first."""
        end = self._source.data.rfind(_END_OF_DIRECTORY)
        if end < 0:
            raise BrokenFileError(self._source.name, "its zip container is truncated", "Fetch the file again")
        count = int.from_bytes(self._source.data[end + 10 : end + 12], "little")
        # An entry of the central directory has a fixed signature, which also counts what a false number hides.
        count = max(count, self._source.data.count(b"PK\x01\x02"))
        if count > self._budget.limits.max_entries:
            raise self._too_large("max_entries", f"its zip container has {count:,} entries")

    def _check_sizes(self, entries: list[zipfile.ZipInfo]) -> None:
        limits = self._budget.limits
        if any(entry.flag_bits & _ENCRYPTED_FLAG for entry in entries):
            raise EncryptedError(
                self._source.name, "its zip container is encrypted", "Remove the password and save it again"
            )
        if sum(entry.file_size for entry in entries) > limits.max_inflated:
            raise self._too_large("max_inflated", f"it unpacks to more than {limits.max_inflated:,} bytes")
        for entry in entries:
            if entry.file_size > MIB and entry.file_size > limits.max_ratio * entry.compress_size:
                raise self._too_large(
                    "max_ratio", f"its part {entry.filename[:60]!r} unpacks more than {limits.max_ratio}-fold"
                )

    def _too_large(self, limit: str, problem: str) -> TooLargeError:
        return TooLargeError(
            self._source.name, problem, f"{_UNPACK_AGAIN}, or raise ExtractLimits.{limit} for a source you trust"
        )
