"""From whatever a caller holds to plain values: JSON text, event-stream text, SDK objects, dataclasses."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Mapping

from citeward.errors import PayloadError

__all__ = ["plain"]

_DEEPEST = 100
"""Nesting of a payload. Deeper ones serve only to exhaust the stack of whoever reads them."""
_DUMPS = ("model_dump", "to_dict")
_ATOMS = (str, int, float, bool, bytes, type(None))
_REMEDY = "Pass the reply as a dict or list, as JSON text, or as the SDK's own object."


def plain(payload: object) -> object:
    """Mappings with string keys, lists, strings, numbers, booleans and None, whatever came in.

    Objects with ``model_dump()`` or ``to_dict()`` (pydantic models and most SDK types) and dataclasses are dumped at
    any depth. Text is read as JSON, or as server-sent events whose data are JSON; other text is returned as it is, the
    answer itself. Leaves of other types (bytes, datetimes) stay.

    Raises:
        PayloadError: an object cannot be dumped, or the payload is nested more than 100 deep.
    """
    if isinstance(payload, str):
        return _from_text(payload)
    return _dump(payload, 0)


def _dump(value: object, depth: int) -> object:
    if isinstance(value, _ATOMS):
        return value
    if depth > _DEEPEST:
        raise PayloadError("payload", f"is nested more than {_DEEPEST} deep", _REMEDY)
    if isinstance(value, Mapping):
        return {str(key): _dump(item, depth + 1) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_dump(item, depth + 1) for item in value]
    for name in _DUMPS:
        method = getattr(value, name, None)
        if callable(method) and not isinstance(value, type):
            try:
                dumped = method()
            except Exception as error:
                raise PayloadError(
                    "payload", f"{type(value).__name__}.{name}() raised {type(error).__name__}", _REMEDY
                ) from error
            return _dump(dumped, depth + 1)
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {item.name: _dump(getattr(value, item.name), depth + 1) for item in dataclasses.fields(value)}
    return value


def _from_text(text: str) -> object:
    head = text.lstrip("\ufeff \t\r\n")
    if head.startswith(("{", "[")):
        try:
            return _dump(json.loads(head), 0)
        except RecursionError as error:
            raise PayloadError("payload", "is nested too deep to read", _REMEDY) from error
        except ValueError:
            return text
    if head.startswith(("data:", "event:", "id:", ":")) and (events := _events(head)):
        return events
    return text


def _events(text: str) -> list[object]:
    """The JSON data of server-sent events (WHATWG HTML, section 9.2); empty where a datum is not JSON.

    Events whose data carry no ``type`` of their own get the event's name under ``type``.
    """
    events: list[object] = []
    name, data = "", []
    for line in [*text.replace("\r\n", "\n").replace("\r", "\n").split("\n"), ""]:
        if line.startswith("event:"):
            name = line[6:].strip()
        elif line.startswith("data:"):
            data.append(line[5:].removeprefix(" "))
        elif not line:
            if data and (joined := "\n".join(data)) != "[DONE]":
                try:
                    event = json.loads(joined)
                except (ValueError, RecursionError):
                    return []
                events.append({"type": name, **event} if name and isinstance(event, dict) else event)
            name, data = "", []
    return events
