"""The keyed hash of a span: equal for equal normal forms, and no oracle for guessing short spans.

HMAC-SHA-256 (RFC 2104, FIPS 198-1). Without a key, the hash of "not guilty" would be known to everyone.
"""

from __future__ import annotations

import hashlib
import hmac

from .normalise import normalise
from .version import NORMALISER_VERSION

_SHORTEST_KEY = 16


def span_hash(text: str, key: bytes, *, version: str = NORMALISER_VERSION) -> str:
    """The keyed hash of a span, as "VERSION:HEX".

    Args:
        text: the span's text.
        key: at least 16 bytes, one per tenant or per installation; who holds it can test guesses.
        version: the normaliser version; older ones stay computable.

    Raises:
        ValueError: a key under 16 bytes, or an unknown version.
    """
    if len(key) < _SHORTEST_KEY:
        raise ValueError(f"a span hash key needs at least {_SHORTEST_KEY} bytes")
    message = f"{version}\0{normalise(text, version)}".encode("utf-8", "surrogatepass")
    return f"{version}:{hmac.digest(key, message, hashlib.sha256).hex()}"


def same_span(stored: str, text: str, key: bytes) -> bool:
    """Whether `text` has the stored hash, computed with the version the hash names; False for an unknown version."""
    version = stored.partition(":")[0]
    try:
        return hmac.compare_digest(span_hash(text, key, version=version).encode(), stored.encode())
    except ValueError:
        return False
