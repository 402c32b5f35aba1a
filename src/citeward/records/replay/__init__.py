"""Replay: a history of documents, people and answers, played against an empty database."""

from __future__ import annotations

from citeward.records.replay.play import areplay, replay

__all__ = ["areplay", "replay"]
