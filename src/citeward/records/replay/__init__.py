"""Replay: a history of documents, people and answers, played against an empty database."""

from __future__ import annotations

from citeward.records.replay.play import areplay, play_line, replay
from citeward.records.replay.world import World

__all__ = ["World", "areplay", "play_line", "replay"]
