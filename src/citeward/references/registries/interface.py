"""What a registry is: which identifiers it knows, how it is asked, and what its silence means.

A registry is added as one file with one subclass of :class:`Registry` and one entry in ``registries/catalogue.py``.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import ClassVar
from urllib.parse import quote, urlencode

from citeward.errors import UsageError
from citeward.references.cite import Cite
from citeward.references.network import Answer, Rate, Request
from citeward.references.replies import Reading, ReplyState, parse_reply

__all__ = ["MAX_HITS", "Registry", "RegistrySettings"]

MAX_HITS = 5
"""Of a search. A reference that is right comes first or second; more would only be more to read."""


@dataclass(frozen=True, slots=True)
class RegistrySettings:
    """How one registry is reached. Everything has a default; nothing is read from the environment."""

    base_url: str = ""
    """Where it answers, without a trailing slash; empty for its public address."""
    mailto: str = ""
    """A contact address, which buys the polite pool where there is one."""
    key: str = field(default="", repr=False)
    """A key or token; never logged, and sent to the configured host alone."""
    rate: Rate | None = None
    """How often it may be asked; None for its public limit."""


class Registry(ABC):
    """One registry. Stateless: asking, waiting and remembering are done around it."""

    name: ClassVar[str]
    """Its name in configuration, in findings and as ``Record.registry`` of what it answers."""
    public_url: ClassVar[str]
    public_rate: ClassVar[Rate]
    second_opinion: ClassVar[bool] = False
    """Can only make a finding stricter, never confirm."""

    def __init__(self, settings: RegistrySettings | None = None) -> None:
        self.settings = settings or RegistrySettings()
        self.base_url = (self.settings.base_url or self.public_url).rstrip("/")

    @property
    def rate(self) -> Rate:
        """The limit to keep."""
        return self.settings.rate or self.public_rate

    @property
    def also_visits(self) -> tuple[str, ...]:
        """Hosts it may redirect to, besides its own."""
        return ()

    @property
    def search_rate(self) -> Rate | None:
        """How often it may be searched, which counts against ``rate`` as well; None where it has no search."""
        return None

    @abstractmethod
    def knows(self, cite: Cite) -> bool:
        """Whether it can be asked about this kind of identifier."""

    @abstractmethod
    def decides(self, cite: Cite) -> bool:
        """Whether its "no such record" settles that there is none anywhere."""

    @abstractmethod
    def request(self, cite: Cite) -> Request:
        """What to send: the identifier and nothing else of the cite."""

    def read(self, answer: Answer) -> Reading:
        """The reading of a reply. A status that is no answer is degraded, whatever the body says."""
        if answer.status == HTTPStatus.OK:
            reading = parse_reply(answer.text)
            foreign = [record for record in reading.records if record.registry != self.name]
            if foreign or reading.is_search:
                return Reading(ReplyState.DEGRADED, detail="unexpected_shape")
            return reading
        if answer.status in (HTTPStatus.NOT_FOUND, HTTPStatus.GONE):
            reading = parse_reply(answer.text)
            if reading.state is ReplyState.ABSENT:
                return reading
            # A proxy's or a moved interface's own 404 says nothing about the work.
            return Reading(ReplyState.DEGRADED, detail="unexplained_404")
        return Reading(ReplyState.DEGRADED, detail=f"status_{answer.status}")

    def search(self, words: str) -> Request:
        """What to send to find works by the words of a reference. Asked only where there is a ``search_rate``.

        Raises:
            UsageError: it has no search.
        """
        raise UsageError(f"{self.name} cannot be searched")

    def read_hits(self, answer: Answer) -> Reading:
        """The reading of a search's reply. Anything but a list of this registry's own works is degraded."""
        if answer.status != HTTPStatus.OK:
            return Reading(ReplyState.DEGRADED, detail=f"status_{answer.status}")
        reading = parse_reply(answer.text)
        if reading.state is ReplyState.DEGRADED:
            return reading
        if not reading.is_search or any(record.registry != self.name for record in reading.records):
            return Reading(ReplyState.DEGRADED, detail="unexpected_shape")
        return reading

    def _url(self, path: str, identifier: str, **query: str) -> str:
        """A URL with the identifier as one path segment: a DOI with dots and slashes cannot walk up the path."""
        given = {name: value for name, value in query.items() if value}
        tail = f"?{urlencode(given)}" if given else ""
        return f"{self.base_url}{path}{quote(identifier, safe='():;')}{tail}"
