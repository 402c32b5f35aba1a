"""Signatures of webhooks, as Standard Webhooks has them: HMAC-SHA256 over id, time and body.

https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TypeGuard

from citeward.errors import CitewardError, ConfigError

__all__ = ["Secret", "SignatureError", "verify_notice"]

_PREFIX = "whsec_"
_SHORTEST = 24
"""Bytes. Less could be guessed from one signed message."""
_TOLERANCE_S = 300
"""Seconds a message may be old or early: a recorded one cannot be played again later."""


class SignatureError(CitewardError):
    """A message that is not from who it claims to be from, or not from now."""


@dataclass(frozen=True, slots=True)
class Secret:
    """What sender and receiver share. Several keys while one is being replaced: each signs, one must fit."""

    keys: tuple[bytes, ...] = field(repr=False)

    @classmethod
    def read(cls, text: str, where: str = "secret") -> Secret:
        """Keys from text: ``whsec_`` and base64, or at least 24 characters; several with spaces between.

        Raises:
            ConfigError: no key, or one that is too short. Names ``where``, never the key.
        """
        keys = tuple(_key(each) for each in text.split())
        if not keys or any(len(key) < _SHORTEST for key in keys):
            raise ConfigError(where, "holds no key of 24 bytes or more", "Set it to whsec_ and 32 bytes in base64.")
        return cls(keys)

    @classmethod
    def from_environment(cls, name: str, environment: Mapping[str, str] = os.environ) -> Secret:
        """Keys from an environment variable, the one place they are read from.

        Raises:
            ConfigError: it is not set, or holds no key.
        """
        return cls.read(environment.get(name, ""), name)

    def sign(self, message: str, at: datetime, body: bytes) -> dict[str, str]:
        """The headers of a message.

        Args:
            message: its id.
            at: now, so that the receiver can tell a recording.
            body: what is sent.
        """
        seconds = str(int(at.timestamp()))
        signatures = " ".join(_signature(key, message, seconds, body) for key in self.keys)
        return {"webhook-id": message, "webhook-timestamp": seconds, "webhook-signature": signatures}


def verify_notice(
    headers: Mapping[str, str],
    body: bytes,
    secret: Secret,
    now: datetime | None = None,
    tolerance_s: float = _TOLERANCE_S,
) -> str:
    """For receivers: returns the message's id. Remember it, and answer one you have seen with 200 and do nothing.

    Args:
        headers: of the request, names in any case.
        body: its bytes, before anything has parsed them.
        secret: the shared one.
        now: aware; None: now.
        tolerance_s: seconds a message may be old or early.

    Raises:
        SignatureError: it is not signed with the secret, or not from now, or its headers are none that we send.
    """
    found = {name.lower(): value for name, value in headers.items() if isinstance(name, str)}
    message, seconds, given = (found.get(f"webhook-{name}") for name in ("id", "timestamp", "signature"))
    if not (_is_plain(message) and _is_plain(given) and isinstance(seconds, str) and _SECONDS.fullmatch(seconds)):
        raise SignatureError("headers: no signature. Take messages from citeward alone.")
    sent = int(seconds)
    if abs((now or datetime.now(UTC)).timestamp() - sent) > tolerance_s:
        raise SignatureError("webhook-timestamp: is not now. Set your clock, or it is a recording.")
    expected = [_signature(key, message, seconds, body) for key in secret.keys]
    pairs = [(one.encode(), other.encode()) for one in expected for other in given.split(" ")[:_MOST]]
    if not any(hmac.compare_digest(one, other) for one, other in pairs):
        raise SignatureError("webhook-signature: does not fit. Compare the secrets of sender and receiver.")
    return message


_SECONDS = re.compile(r"[0-9]{1,12}")
"""Twelve digits reach beyond the year 30000; more would only overflow what they are compared with."""


def _is_plain(value: object) -> TypeGuard[str]:
    """Whether it is text such as we send: a header that holds bytes, or other than ASCII, comes from somebody else."""
    return isinstance(value, str) and value.isascii()


_MOST = 10
"""Signatures looked at; more is somebody who keeps us busy."""


def _key(text: str) -> bytes:
    try:
        if text.startswith(_PREFIX):
            return base64.b64decode(text.removeprefix(_PREFIX), validate=True)
        return text.encode()
    except ValueError:  # no base64, or bytes that are no text: an environment may hold any
        return b""


def _signature(key: bytes, message: str, seconds: str, body: bytes) -> str:
    signed = f"{message}.{seconds}.".encode() + body
    return "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
