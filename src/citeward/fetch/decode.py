"""Content encodings: identity and gzip, decoded under a cap. We ask for nothing else and accept nothing else."""

from __future__ import annotations

import zlib
from typing import Protocol

_GZIP = 16 + zlib.MAX_WBITS


class EncodingError(Exception):
    """The body is not what its Content-Encoding says, or the encoding was not asked for."""


class TooLarge(Exception):
    """The decoded body is over the cap."""


class Decoder(Protocol):
    """Decodes a body piece by piece."""

    def feed(self, data: bytes) -> None:
        """Takes wire bytes. Raises EncodingError, TooLarge."""

    def finish(self) -> bytes:
        """The whole decoded body. Raises EncodingError when it is cut short."""


def decoder_for(content_encoding: list[str], max_bytes: int) -> Decoder:
    """The decoder for the values of a reply's Content-Encoding headers (RFC 9110 section 8.4). Raises EncodingError for
    a stacked encoding (a bomb inside a bomb) or any but gzip."""
    codings = [coding.strip().lower() for value in content_encoding for coding in value.split(",")]
    codings = [coding for coding in codings if coding not in ("", "identity")]
    if not codings:
        return Identity(max_bytes)
    if codings in (["gzip"], ["x-gzip"]):
        return Gzip(max_bytes)
    raise EncodingError(f"content encoding {', '.join(codings)[:80]!r} was not asked for")


class Identity:
    """No encoding."""

    def __init__(self, max_bytes: int) -> None:
        self._max_bytes = max_bytes
        self._body = bytearray()

    def feed(self, data: bytes) -> None:
        self._body += data
        if len(self._body) > self._max_bytes:
            raise TooLarge

    def finish(self) -> bytes:
        return bytes(self._body)


class Gzip:
    """RFC 1952, several members allowed. Never inflates more than the cap and one byte."""

    def __init__(self, max_bytes: int) -> None:
        self._max_bytes = max_bytes
        self._body = bytearray()
        self._member = zlib.decompressobj(_GZIP)
        self._untouched = True

    def feed(self, data: bytes) -> None:
        while data:
            if self._member.eof:
                self._member = zlib.decompressobj(_GZIP)
            self._untouched = False
            try:
                self._body += self._member.decompress(data, self._max_bytes + 1 - len(self._body))
            except zlib.error as error:
                raise EncodingError("the body is not valid gzip") from error
            if len(self._body) > self._max_bytes:
                raise TooLarge
            data = self._member.unused_data if self._member.eof else self._member.unconsumed_tail

    def finish(self) -> bytes:
        if not (self._untouched or self._member.eof):
            raise EncodingError("the gzip body is cut short")
        return bytes(self._body)
