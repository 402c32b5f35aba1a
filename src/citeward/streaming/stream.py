"""An answer on its way to the reader while the model is still writing it.

The units of :mod:`citeward.parse.stream` are judged one after the other, each in one batch, and shown once they are;
the HTML of the blocks, one after the other, is the HTML of the whole answer. What a later sentence does to the whole
answer (it cites what this reader may not see, or nothing is left) takes back what was shown.
"""

from __future__ import annotations

import codecs
from collections.abc import AsyncIterator, Iterable

from citeward.checked import CheckedAnswer
from citeward.errors import CheckFailed, CitewardError, LimitExceeded, UsageError
from citeward.kept import KeptAnswer
from citeward.model import AnswerAction, CitationAction, Incident, ReportedPage
from citeward.parse import Parsed, ReleaseUnit, UnitParser
from citeward.recording import kept_of
from citeward.render import Shown, html, markdown, text
from citeward.streaming.ahead import Ahead
from citeward.streaming.checking import CheckedUnit, Checker
from citeward.streaming.events import (
    AnswerEnded,
    BlockReleased,
    CitationVerdict,
    Mode,
    StreamEvent,
    Upgraded,
    VerdictsReady,
    Withdrawn,
)
from citeward.streaming.joining import joined
from citeward.streaming.preview import Preview
from citeward.streaming.printing import Printed, Printer
from citeward.streaming.setting import Setting
from citeward.streaming.tally import Tally

__all__ = ["AnswerStream"]


class AnswerStream:
    """One answer. Feed it, iterate what comes back to its end, and finish it.

    Whatever goes wrong, the events say so: a stream that cannot go on withdraws what was shown and ends with
    ``block`` and the error.
    """

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self._checker = Checker(setting.turn, setting.policy, setting.sources, setting.clock, setting.key)
        self._prefix = f"cw-{self._checker.id.replace('-', '')[-12:]}"
        self._names = names = setting.turn.names
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._units = UnitParser(names)
        self._printer = Printer(self._prefix, citations=setting.citations, permalinks=setting.permalinks)
        self._ahead: Ahead | None = None
        if setting.mode is Mode.HOLD and not setting.whole:
            self._ahead = Ahead(self._units, self._checker, names)
        self._preview: Preview | None = None
        if setting.mode is Mode.PLAIN_FIRST and not setting.whole:
            self._preview = Preview(names, Printer(self._prefix, citations=setting.citations))
        self._tally = Tally(setting.turn.incidents)
        self._kept: list[CheckedUnit] = []
        self._answer: list[str] = []
        self._waiting: list[StreamEvent] = []
        self._shown = 0
        self._judged = 0
        self._judged_to = 0
        self._reason = ""
        self._error: CitewardError | None = None
        self._withdrawn = False
        self._ended = False
        self._owing = False

    @property
    def id(self) -> str:
        """UUIDv7 of the answer."""
        return self._checker.id

    @property
    def incidents(self) -> tuple[Incident, ...]:
        """What operators have to look at, as far as it is known; complete after the last event."""
        return self._tally.incidents

    # -- feeding ------------------------------------------------------------------------------------------------

    async def feed(self, piece: str | bytes) -> AsyncIterator[StreamEvent]:
        """Takes the next piece of the answer: text, or UTF-8 cut anywhere. Iterate it to its end.

        Raises:
            UsageError: the stream has been finished.
        """
        events, units = self.take(piece)
        for event in events:
            yield event
        async for event in self.judge(units):
            yield event

    async def finish(self) -> AsyncIterator[StreamEvent]:
        """Takes the end of the answer; the last event is :class:`AnswerEnded`.

        Raises:
            UsageError: called twice.
        """
        events, units = self.take(self._decoder.decode(b"", final=True), last=True)
        for event in events:
            yield event
        async for event in self.judge(units):
            yield event
        async for event in self._end():
            yield event

    def take(self, piece: str | bytes, *, last: bool = False) -> tuple[list[StreamEvent], list[ReleaseUnit | Parsed]]:
        """The half of :meth:`feed` that asks nobody: what can be shown at once, and what has to be judged now.

        Raises:
            UsageError: the stream has been finished.
        """
        if self._ended:
            raise UsageError("the stream is finished; open a new one for the next answer")
        text = piece if isinstance(piece, str) else self._decoder.decode(piece)
        shown = self._previewed(text, last=last)
        failed, units = self._parsed(text, last=last)
        if self._ahead is None or self._over or last:
            return [*shown, *failed], list(units)
        sentences = self._ahead.take(text, units)
        self._owing = self._owing or bool(sentences)
        return [*shown, *failed], [*units, *sentences]

    def _previewed(self, text: str, *, last: bool = False) -> list[StreamEvent]:
        """What can be shown of a piece before it is judged."""
        if self._preview is None or self._over:
            return []
        events = self._preview.feed(text, last=last)
        self._shown = max(self._shown, self._preview.blocks)
        return events

    @property
    def _over(self) -> bool:
        return self._withdrawn or self._error is not None

    async def abandon(self) -> None:
        """The reader has gone, or the model broke off for good: keeps what was judged, and shows no more.

        Raises:
            CheckFailed: it could not be kept.
        """
        if self._ended:
            return
        self._ended = True
        if not await self._wrote(upto=self._judged_to):
            raise CheckFailed(_NOT_WRITTEN)

    # -- what is judged -----------------------------------------------------------------------------------------

    def _parsed(self, text: str, *, last: bool) -> tuple[list[StreamEvent], list[ReleaseUnit]]:
        """The units that are final now. After a withdrawal they are still judged: every proposal gets its record."""
        if self._error is not None:
            return [], []
        if self._owing:
            return self._fail(CheckFailed(_NOT_ITERATED), "abandoned"), []
        if self.setting.keeps:
            self._answer.append(text)
        try:
            units = self._units.last_units(text) if last else self._units.units(text)
        except LimitExceeded as error:
            return self._fail(error, "limit"), []
        self._owing = bool(units)
        return [], units

    async def judge(self, units: Iterable[ReleaseUnit | Parsed]) -> AsyncIterator[StreamEvent]:
        """Judges units, and sentences of the open one, in order, and shows each once it has been."""
        for unit in units:
            if self._error is not None:
                break
            if isinstance(unit, ReleaseUnit):
                async for event in self._release(self._complete(unit)):
                    yield event
                self._judged_to = unit.end
            elif self._ahead is not None and not self._over:
                for event in await self._ahead.judge(unit):
                    yield event
        self._owing = False

    def _complete(self, unit: ReleaseUnit) -> Parsed:
        """The parse of a unit, with whatever was reported of it besides."""
        return unit.parsed

    async def _release(self, parsed: Parsed) -> AsyncIterator[StreamEvent]:
        checked = await self._checker.check(parsed)
        self._tally.add(checked)
        if self.setting.keeps:
            self._kept.append(checked)
        index, self._judged = self._judged, self._judged + 1
        if CitationAction.BLOCK in checked.decisions.citations:
            for event in self._withdraw(checked.decisions.reason):
                yield event
        if self._over:
            return
        ids = {number: record.id for number, record in enumerate(checked.records)}
        printed = self._printer.print(parsed, checked.judgements, checked.decisions, ids)
        for event in self._events_of(index, printed, checked):
            if self.setting.whole:
                self._waiting.append(event)
            else:
                yield event
        for event in self._ahead.settle() if self._ahead is not None else ():
            yield event

    def _events_of(self, index: int, printed: Printed, checked: CheckedUnit) -> list[StreamEvent]:
        verdicts = {record.id: CitationVerdict(record.verdict, record.action) for record in checked.records}
        kind = Upgraded if index < self._shown else BlockReleased
        shown = kind(index, printed.html, printed.markdown, printed.text, printed.citations)
        self._shown = max(self._shown, index + 1)
        return [shown, VerdictsReady(index, verdicts)] if verdicts else [shown]

    async def _wrote(self, upto: int | None = None) -> bool:
        """Whether the answer is kept, whole and in one call, or its incidents where nothing of it was judged."""
        sink, incidents = self.setting.sink, self.incidents
        if sink is None:
            return True
        try:
            if self._judged or (upto is None and self._error is None):
                await sink.write(self._kept_answer(upto))
            elif incidents:
                await sink.report(incidents, self.setting.clock())
        except Exception:  # whatever a sink raises, the answer is not kept
            return False
        return True

    def _kept_answer(self, upto: int | None) -> KeptAnswer:
        setting = self.setting
        return kept_of(
            self._joined(*self._outcome(), upto),
            setting.turn,
            setting.policy,
            created_at=setting.clock(),
            latency_s=sum(unit.latency_s for unit in self._kept),
            origin=self._origin(),
        )

    def _origin(self) -> tuple[str | None, str | None]:
        """The model that writes the answer and its provider, where they are known."""
        return self.setting.model, None

    def _reported(self) -> tuple[ReportedPage, ...]:
        """Pages of the web that the provider reported, where there is one that does."""
        return ()

    # -- taking back --------------------------------------------------------------------------------------------

    def _withdraw(self, reason: str) -> list[StreamEvent]:
        if not self._reason or reason == "unauthorised":
            self._reason = reason
        if self._withdrawn:
            return []
        self._withdrawn = True
        self._waiting.clear()
        notice = Shown((), (), blocked=True)
        return [Withdrawn(html(notice), markdown(notice), text(notice))]

    def _fail(self, error: CitewardError, reason: str) -> list[StreamEvent]:
        self._error = error
        return self._withdraw(reason)

    # -- the end ------------------------------------------------------------------------------------------------

    async def _end(self) -> AsyncIterator[StreamEvent]:
        self._ended = True
        if not self._judged and not self._error:
            # An answer without a word was still written from a ledger somebody has to look at.
            self._tally.report((await self._checker.check(_NOTHING)).incidents)
        lost = () if self._error else await self._checker.lost_access(self._tally.cited)
        self._tally.report(lost)
        for event in self._last_word(lost_access=bool(lost)):
            yield event
        if not await self._wrote():
            for event in self._fail(CheckFailed(_NOT_WRITTEN), "records"):
                yield event
        for waiting in self._waiting:
            yield waiting
        for event in self._late():
            yield event
        ended = self._ending()
        if self.setting.done is not None:
            self.setting.done(ended, self.incidents)
        yield ended

    def _late(self) -> Iterable[StreamEvent]:
        """Blocks that were shown and have to be shown differently, now that everything is known."""
        return [Upgraded(index, "", "", "") for index in range(self._judged, self._shown) if not self._over]

    def _last_word(self, *, lost_access: bool) -> list[StreamEvent]:
        """What only the whole answer can tell."""
        if lost_access:
            return self._withdraw("unauthorised")
        if self._tally.nothing_left:
            return self._withdraw("nothing_left")
        return []

    def _outcome(self) -> tuple[AnswerAction, str]:
        """What has become of the answer so far, and why."""
        if self._over:
            return AnswerAction.BLOCK, self._reason
        if self._tally.any_dropped:
            return AnswerAction.REDACT, "sentences_dropped"
        return AnswerAction.DELIVER, "delivered"

    def _ending(self) -> AnswerEnded:
        action, reason = self._outcome()
        checked = self._joined(action, reason) if self.setting.keep else None
        counts = self._tally.counts
        if self._over:
            return AnswerEnded(
                "", "", "", action, reason, counts, error=self._error, unread=self._tally.unread, checked=checked
            )
        printed, shown = self._printer.end()
        return AnswerEnded(
            printed.html, printed.markdown, printed.text, action, reason, counts,
            shown.sources, shown.dropped, None, self._tally.unread, checked,
        )  # fmt: skip

    def _joined(self, action: AnswerAction, reason: str, upto: int | None = None) -> CheckedAnswer:
        return joined(
            self.id, "".join(self._answer)[:upto], self._kept, action=action, reason=reason,
            incidents=self.incidents, policy=self.setting.policy.name, shows=self.setting.citations,
            permalinks=self.setting.permalinks, reported=self._reported(),
        )  # fmt: skip


_NOTHING = Parsed("", (), (), (), ())
_NOT_ITERATED = (
    "the events of a piece were not iterated to their end, so a block would be missing. Iterate all of them."
)
_NOT_WRITTEN = "records: could not be written. Do not show the answer; mend the sink."
