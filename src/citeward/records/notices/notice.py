"""What an owner is told: ids and states, and what to do. Never a claim, a title, a source or a reason."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime

from citeward.records.view import NEXT
from citeward.render import Permalinks

__all__ = ["Notice"]


@dataclass(frozen=True, slots=True)
class Notice:
    """One message to the owner of one answer."""

    id: str
    """UUIDv7. The same in every attempt: a receiver that has seen it has been told."""
    tenant: str
    answer: str
    owner: str
    """Id of the principal who asked."""
    at: datetime
    """Since when it has been due (aware)."""
    states: Mapping[str, str]
    """Citations that are not current, and what they are for the owner now."""

    def body(self, permalinks: Permalinks | None = None) -> bytes:
        """The JSON that is sent, in the form of Standard Webhooks: ``type``, ``timestamp``, ``data``."""
        data = {
            "tenant": self.tenant,
            "answer_id": self.answer,
            "principal": self.owner,
            "citations": [_citation(name, state, permalinks) for name, state in self.states.items()],
        }
        message = {"type": "citation.not_current", "timestamp": self.at.astimezone(UTC).isoformat(), "data": data}
        return json.dumps(message, sort_keys=True).encode()


def _citation(name: str, state: str, permalinks: Permalinks | None) -> dict[str, str]:
    link = None if permalinks is None else permalinks.of(name)
    return {"id": name, "state": state, "next": NEXT} | ({} if link is None else {"permalink": link})
