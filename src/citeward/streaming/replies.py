"""A provider's event stream on its way to the reader: words as they come, citations when the provider names them.

The judge is fed only with text for which every citation is known: a closed block (Anthropic, Bedrock), the text before
the last annotation (OpenAI), or nothing before the end (Gemini, Azure, xAI). A citation that comes for text which has
been judged already, against its provider's own order, stands for the message as a whole. In the mode ``plain_first``
the reader sees the words meanwhile, uncited, and each block again once it has been judged.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from dataclasses import replace

from citeward.errors import CitewardError, PayloadError, UsageError
from citeward.model import ReportedPage
from citeward.parse import Mark, Parsed, ReleaseUnit, moved
from citeward.providers import ProviderAnswer, ProviderCitation, Role, marker_extent, plain, read_plain
from citeward.reported import parse_reply
from citeward.reported_pages import reported_pages
from citeward.streaming.events import StreamEvent
from citeward.streaming.setting import Setting
from citeward.streaming.stream import AnswerStream
from citeward.streaming.wire import Settles, Speaker, settles

__all__ = ["ReplyStream"]

_MOST_READINGS = 256
"""Times the events so far are read before the end. Each reading looks at all of them, so that a stream of empty blocks
would cost their square; past this, the rest waits for the end."""
_Key = tuple[object, ...]
_WORDS = frozenset({Role.CLAIM, Role.BLOCK})


class ReplyStream(AnswerStream):
    """One reply of a provider. Feed it the events as they were sent, as dictionaries or as the SDK's own objects.

    Args:
        setting: as for any stream.
        provider: a name of :func:`citeward.providers.providers`.
        api: the provider's API, where its events could be mistaken for another's.
        request: what was sent, for the APIs whose replies cannot be read alone.
    """

    def __init__(self, setting: Setting, provider: str, *, api: str | None = None, request: object = None) -> None:
        super().__init__(setting)
        self._ahead = None  # what the provider will say of a sentence is known only once its text is settled
        self._provider, self._api = provider, api
        self._request = None if request is None else plain(request)
        self._events: list[object] = []
        self._texts: list[str] = []
        self._fed: list[str] = []
        self._length = 0
        self._speaker = Speaker()
        self._settled = 0
        self._readings = 0
        self._reply: ProviderAnswer | None = None
        self._used: set[_Key] = set()
        self._marked: set[_Key] = set()
        self._is_last = False

    async def feed_event(self, event: object) -> AsyncIterator[StreamEvent]:
        """Takes the provider's next event. Iterate it to its end.

        Raises:
            UsageError: the stream has been finished.
        """
        if self._ended:
            raise UsageError("the stream is finished; open a new one for the next reply")
        event = plain(event)
        self._events.append(event)
        said = self._speaker.words(event)
        if said:
            self._texts.append(said)
            self._length += len(said)
            for shown in self._previewed(said):
                yield shown
        settled = settles(event)
        if settled is not Settles.NOTHING and self._readings < _MOST_READINGS and self._length > self._settled:
            self._readings += 1
            async for shown in self._settle(upto_citation=settled is Settles.UP_TO_CITATION):
                yield shown

    async def feed(self, piece: str | bytes) -> AsyncIterator[StreamEvent]:
        """Not for a reply: its words are in its events.

        Raises:
            UsageError: always.
        """
        raise UsageError("feed a provider's stream with feed_event; its text is in its events")
        yield  # pragma: no cover - makes this an iterator like the one it stands for

    async def finish(self) -> AsyncIterator[StreamEvent]:
        """Takes the end of the reply. See :meth:`AnswerStream.finish`."""
        if self._ended:
            raise UsageError("the stream is finished; open a new one for the next reply")
        async for event in self._settle(last=True):
            yield event
        if self._reply is not None and self._error is None:
            rest = [
                replace(citation, anchor=replace(citation.anchor, start=None, end=None))
                for key, citation in _keyed(self._reply)
                if key not in self._used
            ]
            loose = self._parse("", rest, self._length)
            if loose.proposals:
                async for event in self._release(loose):
                    yield event
        async for event in self._end():
            yield event

    def _origin(self) -> tuple[str | None, str | None]:
        reply, model = self._reply, self.setting.model
        return (model, None) if reply is None else (model or reply.model, reply.provider)

    def _reported(self) -> tuple[ReportedPage, ...]:
        return () if self._reply is None else reported_pages(self._reply)

    async def _settle(self, *, upto_citation: bool = False, last: bool = False) -> AsyncIterator[StreamEvent]:
        """Feeds the judge with the text whose citations are all known now."""
        if self._error is not None:
            return
        said = "".join(self._texts)
        try:
            reply = read_plain(self._provider, self._events, api=self._api, request=self._request)
            text = reply.answer
            if not text.startswith(self._unalterable(said)):
                raise PayloadError("payload", _OTHER_TEXT, "Pass every event once, in the order it was sent.")
        except CitewardError as error:
            for event in self._fail(error, "payload"):
                yield event
            return
        self._reply, self._is_last, self._length = reply, last, max(self._length, len(text))
        if last and self._preview is not None:
            for event in self._previewed(text[len(said) :], last=True):
                yield event
        starts = [c.anchor.start for c in reply.citations if c.anchor.start is not None]
        upto = max([self._settled, *starts]) if upto_citation else len(text)
        self._units.mark(self._marks_of(reply))
        piece, self._settled = text[self._settled : upto], upto
        self._fed.append(piece)
        failed, units = self._parsed(piece, last=last)
        for event in failed:
            yield event
        async for event in self.judge(units):
            yield event

    def _unalterable(self, said: str) -> str:
        """What the answer has to begin with: words that somebody has seen, or that have been judged.

        The adapter reads the events as a whole and knows every shape; what an event says by itself is for the eye.
        """
        return said if self._preview is not None else "".join(self._fed)

    def _marks_of(self, reply: ProviderAnswer) -> Iterator[Mark]:
        """The provider's own markers: not words, so that a block of nothing else stands for the block before it."""
        for key, citation in _keyed(reply):
            if key in self._marked:
                continue
            self._marked.add(key)
            extent = marker_extent(reply.answer, citation)
            if extent is not None:
                yield Mark(*extent, ())

    def _complete(self, unit: ReleaseUnit) -> Parsed:
        """The unit parsed as a reply of its own, with the citations that fall into it.

        What it is read under stands in units before it: each claim keeps the context it has in the whole answer.
        """
        parsed = self._parse(unit.parsed.answer, list(self._citations_of(unit)), unit.start)
        known = [claim for claim in unit.parsed.claims if claim.text]
        starts = [claim.start for claim in known]
        claims = tuple(
            replace(claim, context=known[max(0, bisect_right(starts, claim.start) - 1)].context)
            if claim.text and known
            else claim
            for claim in parsed.claims
        )
        return replace(parsed, claims=claims)

    def _parse(self, text: str, citations: list[ProviderCitation], start: int) -> Parsed:
        if self._reply is None:
            raise UsageError("no reply has been read")
        part = replace(self._reply, answer=text, parts=(), citations=tuple(citations))
        return moved(parse_reply(part, self.setting.turn.ledger, self._names), offset=start)

    def _citations_of(self, unit: ReleaseUnit) -> Iterator[ProviderCitation]:
        if self._reply is None:
            return
        claims = [claim for claim in unit.parsed.claims if claim.text]
        for key, citation in _keyed(self._reply):
            start, end = citation.anchor.start, citation.anchor.end
            if start is None or end is None or (start >= unit.end and not self._is_last):
                continue
            spans = citation.anchor.role in _WORDS and end > start
            touches = spans and any(claim.start < end and start < claim.end for claim in claims)
            if not touches and (spans or start < unit.start or key in self._used):
                continue  # what touches no words in the end, or comes too late for them, stands for the message
            self._used.add(key)
            low, high = max(start, unit.start), min(max(end, unit.start), unit.end)
            low = min(low, unit.end)
            yield replace(
                citation, anchor=replace(citation.anchor, start=low - unit.start, end=max(low, high) - unit.start)
            )


def _keyed(reply: ProviderAnswer) -> Iterator[tuple[_Key, ProviderCitation]]:
    """The citations with what tells them apart in every reading; where they stood in the events may differ."""
    seen: Counter[_Key] = Counter()
    for citation in reply.citations:
        sources = tuple((source.kind, source.index, source.id, source.url) for source in citation.sources)
        anchor = citation.anchor
        key: _Key = (anchor.role, anchor.start, anchor.end, citation.cited_text, sources)
        seen[key] += 1
        yield (*key, seen[key]), citation


_OTHER_TEXT = "adds up to another text than its events did one by one"
