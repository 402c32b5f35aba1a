"""An answer shown while it is still being written: judged block by block, with nothing shown that is not granted."""

from __future__ import annotations

from citeward.streaming.blocking import SyncAnswerStream
from citeward.streaming.events import (
    AnswerEnded,
    BlockReleased,
    CitationVerdict,
    Mode,
    StreamEvent,
    TailChanged,
    Upgraded,
    VerdictsReady,
    Withdrawn,
)
from citeward.streaming.replies import ReplyStream
from citeward.streaming.setting import Setting
from citeward.streaming.sse import sse
from citeward.streaming.stream import AnswerStream
from citeward.streaming.tail import Tail
from citeward.streaming.terminal import Terminal
from citeward.streaming.vercel import ui_parts, ui_stream

__all__ = [
    "AnswerEnded",
    "AnswerStream",
    "BlockReleased",
    "CitationVerdict",
    "Mode",
    "ReplyStream",
    "Setting",
    "StreamEvent",
    "SyncAnswerStream",
    "Tail",
    "TailChanged",
    "Terminal",
    "Upgraded",
    "VerdictsReady",
    "Withdrawn",
    "sse",
    "ui_parts",
    "ui_stream",
]
