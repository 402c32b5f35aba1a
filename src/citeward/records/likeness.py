"""Which derived texts say the same as a new one, whatever they are called: their lineage is the new one's, too.

Texts are compared by runs of three words, letters and digits alone, each as a keyed hash: the table holds no words, and
whoever reads it can test no guess without the tenant's key. Two texts are alike where they share half of the runs of
the shorter one. So the same words in another order of sentences, with another ending, or as an extract, are found; a
text that says the same in other words is not.
"""

from __future__ import annotations

import hashlib
import hmac
import unicodedata
from itertools import pairwise

from sqlalchemy import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from citeward.storage import LIKENESS, as_items, items, list_query

__all__ = ["keep_likeness", "texts_alike"]

_RUN = 3
"""Words. Two are shared by texts that have nothing to do with each other."""
_MOST = 256
"""Runs kept of one text: those with the smallest hashes, which of two texts alike are mostly the same ones."""
_HASH_BYTES = 12
_SPACELESS = ("CJK", "HIRAGANA", "KATAKANA", "THAI", "LAO", "KHMER", "MYANMAR", "HANGUL")
"""Scripts that put no spaces between words, or attach so much to them that a letter is the better unit."""


async def texts_alike(connection: AsyncConnection, tenant: str, text: str, key: bytes) -> set[tuple[str, int]]:
    """The derived texts, by document and version, that share half of the runs of the shorter one. One query.

    Args:
        connection: any.
        tenant: whose.
        text: the new one.
        key: the tenant's span key.
    """
    runs = _runs(text, key)
    dialect = connection.dialect.name
    query = list_query(
        dialect,
        "SELECT l.document, l.version, l.runs, count(*) AS shared "  # noqa: S608
        f"FROM {items(dialect, 'wanted', ('run',))} "
        "JOIN likeness l ON l.tenant = :tenant AND l.run = wanted.run "
        "GROUP BY l.document, l.version, l.runs",
    )
    found = await connection.execute(query, {"tenant": tenant, "wanted": as_items([run] for run in runs)})
    return {(row.document, row.version) for row in found if 2 * row.shared >= min(row.runs, len(runs))}


async def keep_likeness(
    connection: AsyncConnection, tenant: str, version: tuple[str, int], text: str, key: bytes
) -> None:
    """Writes down what a derived text will be known by, within the caller's transaction."""
    runs = sorted(_runs(text, key))[:_MOST]
    document, number = version
    rows = [{"tenant": tenant, "run": run, "document": document, "version": number, "runs": len(runs)} for run in runs]
    await connection.execute(insert(LIKENESS), rows)


def _runs(text: str, key: bytes) -> set[str]:
    words = _words(text)
    if len(words) < _RUN:
        return {_hashed(" ".join(words), key)}
    return {_hashed(" ".join(words[at : at + _RUN]), key) for at in range(len(words) - _RUN + 1)}


def _words(text: str) -> list[str]:
    """Runs of letters and digits, folded; each letter by itself where words are not set apart."""
    folded = unicodedata.normalize("NFKC", text).casefold()
    kept = "".join(char for char in folded if char.isalnum() or char.isspace() or not _is_invisible(char))
    parts: list[str] = []
    for before, char in pairwise(f" {kept}"):
        if not char.isalnum():
            continue
        if before.isalnum() and not (_stands_alone(char) or _stands_alone(before)):
            parts[-1] += char
        else:
            parts.append(char)
    return parts


def _is_invisible(char: str) -> bool:
    return unicodedata.category(char) in ("Cf", "Mn", "Me")


def _stands_alone(char: str) -> bool:
    return char >= "\u0e00" and unicodedata.name(char, "").startswith(_SPACELESS)


def _hashed(words: str, key: bytes) -> str:
    message = f"likeness\0{words}".encode("utf-8", "surrogatepass")
    return hmac.digest(key, message, hashlib.sha256)[:_HASH_BYTES].hex()
