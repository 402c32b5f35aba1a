"""What the evidence of one turn may be called by, and which of it a name means.

The model is given handles. It also writes what it has seen beside them: a number, a document's id, its title, the name
of its file. A name is bound only where the ledger has it; whatever is written in the form of a marker and is no such
name is invented. Several passages of one document share its title: such a name means all of them.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from functools import cached_property, lru_cache
from typing import Protocol

from citeward.hosts import SafeUrl, read_url

__all__ = ["SHARED", "Named", "Names", "folded"]

SHARED = ";"
"""Stands between a handle that several passages were given and the number of the passage. No handle can hold it."""

_SHORTEST_TITLE = 3
"""Letters and digits of a title that is a name: ``[D]`` and ``[4]`` are not citations of documents so called."""
_TAIL = re.compile(r"(?<=[-_:#./])[a-z0-9]+\Z|\d+\Z")
_PLAIN = re.compile(r"S\d{1,6}(?:-[a-z0-9]{2,8})?")
_SPACES = re.compile(r"\s+")
_FILE = re.compile(r"[^/\\]+\.[A-Za-z0-9]{1,5}\Z")


class Named(Protocol):
    """What is needed of one piece of evidence; :class:`citeward.model.Evidence` has it."""

    @property
    def handle(self) -> str:
        """The opaque handle."""

    @property
    def id(self) -> str:
        """The document or passage."""

    @property
    def url(self) -> str | None:
        """Where it lives, or None."""

    @property
    def title(self) -> str:
        """Its title."""


@lru_cache(maxsize=1 << 10)
def folded(name: str) -> str:
    """A name in the one spelling in which names are compared: case, width and runs of white space do not matter."""
    return _SPACES.sub(" ", unicodedata.normalize("NFKC", name)).strip().casefold()


class Names:
    """The names of one turn's evidence.

    Args:
        evidence: in the order of the prompt.
        handles: handles that are known without their evidence.
        first: the number of the first piece of evidence where the model cites by number; None where it was given
            handles, and a number means only the handle that is this number or ``S`` and this number.
    """

    def __init__(
        self, evidence: Iterable[Named] = (), handles: Iterable[str] = (), *, first: int | None = None
    ) -> None:
        self._evidence = tuple(evidence)
        self._order = tuple(dict.fromkeys((*(item.handle for item in self._evidence), *handles)))
        self.handles = frozenset(self._order)
        self.first = first
        self.are_plain = all(any(map(str.isdecimal, handle)) for handle in self._order)
        """Every handle has a digit in it."""
        self.alone = frozenset() if any(SHARED in handle for handle in self._order) else self._plain()
        """Handles that are read for what they are at first sight: ``S1``, and no number."""

    def _plain(self) -> frozenset[str]:
        return frozenset(handle for handle in self.handles if _PLAIN.fullmatch(handle))

    @classmethod
    def of(cls, known: Names | Iterable[str]) -> Names:
        """Names as they are, or of handles alone."""
        return known if isinstance(known, Names) else cls(handles=known)

    def handle(self, written: str) -> tuple[str, ...]:
        """The handles that are written, in whatever case: one, or those of all passages that share it."""
        if written in self.handles and not self._shared:
            return (written,)
        return self._folded.get(folded(written), ())

    def number(self, number: int) -> tuple[str, ...]:
        """The handle a number stands for. A tagged handle is never meant by its number: the tag is the point of it."""
        if self.first is not None:
            place = number - self.first
            return (self._order[place],) if 0 <= place < len(self._order) else ()
        found = [handle for handle in (str(number), f"S{number}") if handle in self.handles]
        return tuple(found) if len(found) == 1 else ()

    def called(self, name: str) -> tuple[str, ...]:
        """The handles of everything whose id, title or file has this name; none where nothing has."""
        return self._called.get(folded(name), ()) if name else ()

    def has_address(self, url: str) -> bool:
        """Whether this is where one of the pieces of evidence lives, its fragment aside."""
        address = _address(url) if self._addresses else None
        return address is not None and address in self._addresses

    def has_shape(self, written: str) -> bool:
        """Whether a word is built like the ledger's own handles or ids: ``kb-9`` beside ``kb-1`` and ``kb-2``."""
        return _shape(folded(written)) in self._shapes

    @cached_property
    def _shared(self) -> bool:
        return any(SHARED in handle for handle in self._order)

    @cached_property
    def _folded(self) -> dict[str, tuple[str, ...]]:
        given: dict[str, dict[str, list[str]]] = {}
        for handle in self._order:
            name = handle.partition(SHARED)[0]
            given.setdefault(folded(name), {}).setdefault(name, []).append(handle)
        # Two handles that differ in nothing but case: written in a third one, neither is meant for certain.
        return {key: tuple(next(iter(names.values()))) for key, names in given.items() if len(names) == 1}

    @cached_property
    def _called(self) -> dict[str, tuple[str, ...]]:
        found: dict[str, dict[str, None]] = {}
        for item in self._evidence:
            for name in _names_of(item):
                found.setdefault(folded(name), {})[item.handle] = None
        return {name: tuple(handles) for name, handles in found.items()}

    @cached_property
    def _addresses(self) -> frozenset[str]:
        found = (_address(item.url) for item in self._evidence if item.url)
        return frozenset(address for address in found if address is not None)

    @cached_property
    def _shapes(self) -> frozenset[str]:
        words = [folded(name) for name in (*self._order, *(item.id for item in self._evidence))]
        return frozenset(shape for word in words if (shape := _shape(word)))


def _address(url: str) -> str | None:
    safe = read_url(url)
    return safe.url if isinstance(safe, SafeUrl) else None


def _names_of(item: Named) -> Iterator[str]:
    yield item.id
    if sum(char.isalnum() for char in item.title) >= _SHORTEST_TITLE:
        yield item.title
    for place in (item.id, item.title, (item.url or "").partition("#")[0].partition("?")[0]):
        found = _FILE.search(place)
        if found is not None:
            yield found.group()


def _shape(word: str) -> str:
    """The beginning of a word that ends in a number or a code behind a separator; empty where it is no such word."""
    end = _TAIL.search(word)
    if end is None or not end.start():
        return ""
    begin = word[: end.start()]
    return begin if begin[-1] in "-_:#./" or end.group().isdigit() else ""
