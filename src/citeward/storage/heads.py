"""Signed and dated heads: what to keep where the database's owner cannot write.

A head is a JWS in compact form (RFC 7515) with Ed25519 (RFC 8037) over tenant, number, hash and date. Whoever can write
to the database can rewrite its whole log, and nothing in the database tells; a head that was signed before and kept
elsewhere does.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Literal

from citeward.errors import InputError
from citeward.storage.log import Head

if TYPE_CHECKING:  # a slow import, that only who signs or checks should pay for
    from joserfc.jwk import OKPKey

__all__ = ["HeadKey", "SignedHead"]

_ALGORITHM: Literal["Ed25519"] = "Ed25519"
_TYPE = "citeward-head"
"""So that nothing else that was ever signed with the key passes for a head."""
_HASH = re.compile(r"[0-9a-f]{64}")
_LARGEST = 2**63


@dataclass(frozen=True, slots=True)
class SignedHead:
    """Where a tenant's log ended at a time."""

    tenant: str
    head: Head
    at: datetime


class HeadKey:
    """An Ed25519 key: the private one signs, either checks."""

    def __init__(self, key: OKPKey) -> None:
        self._key = key

    @classmethod
    def generate(cls) -> HeadKey:
        """A new private key."""
        from joserfc.jwk import OKPKey

        return cls(OKPKey.generate_key(_ALGORITHM))

    @classmethod
    def read(cls, data: str) -> HeadKey:
        """A key as JSON Web Key or PEM.

        Raises:
            InputError: it is no Ed25519 key. The message does not repeat it.
        """
        from joserfc.errors import JoseError
        from joserfc.jwk import OKPKey

        remedy = "Make one with `citeward log key`."
        try:
            key = OKPKey.import_key(json.loads(data) if data.lstrip().startswith("{") else data)
        except (JoseError, ValueError, TypeError, KeyError, RecursionError):
            raise InputError("--key", "holds no key", remedy) from None
        if key.curve_name != _ALGORITHM:
            raise InputError("--key", f"is for {key.curve_name}, not {_ALGORITHM}", remedy)
        return cls(key)

    @property
    def is_private(self) -> bool:
        """Whether it can sign."""
        return bool(self._key.is_private)

    def write(self, *, private: bool) -> str:
        """The key as JSON Web Key, one line."""
        return json.dumps(self._key.as_dict(private=private), sort_keys=True)

    def sign(self, tenant: str, head: Head, at: datetime) -> str:
        """A head as a JWS.

        Raises:
            InputError: the key is a public one.
        """
        from joserfc import jws

        if not self.is_private:
            raise InputError("--key", "is a public key", "Sign with the private one.")
        said = {"tenant": tenant, "seq": head.seq, "hash": head.hash, "at": int(at.timestamp())}
        token = jws.serialize_compact(
            {"alg": _ALGORITHM, "typ": _TYPE}, json.dumps(said).encode(), self._key, algorithms=[_ALGORITHM]
        )
        return str(token)

    def check(self, token: str) -> SignedHead:
        """The head in a JWS.

        Raises:
            InputError: it is not signed with this key, or is no head.
        """
        from joserfc import jws
        from joserfc.errors import JoseError

        try:
            found = jws.deserialize_compact(token, self._key, algorithms=[_ALGORITHM])
            said = json.loads(found.payload or b"")
            if found.headers().get("typ") != _TYPE:
                raise ValueError(_TYPE)
            tenant, seq, digest, at = str(said["tenant"]), int(said["seq"]), str(said["hash"]), int(said["at"])
            if not (0 <= seq < _LARGEST and _HASH.fullmatch(digest)):
                raise ValueError(digest)
            return SignedHead(tenant, Head(seq, digest), datetime.fromtimestamp(at, UTC))
        except (JoseError, ValueError, TypeError, KeyError, OverflowError, OSError, RecursionError, AttributeError):
            raise InputError(
                "--head", "is not signed with this key", "Compare the key with the one that signs."
            ) from None
