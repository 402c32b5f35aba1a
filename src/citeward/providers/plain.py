"""From whatever a caller holds to plain values: JSON text, event-stream text, SDK objects, dataclasses."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Callable, Iterable, Mapping

from citeward.errors import PayloadError

__all__ = ["plain"]

_DEEPEST = 100
"""Nesting of a payload. Deeper ones serve only to exhaust the stack of whoever reads them."""
_DUMPS = ("model_dump", "to_dict")
_ATOMS = (str, int, float, bool, bytes, type(None))
_REMEDY = "Pass the reply as a dict or list, as JSON text, or as the SDK's own object."


def plain(payload: object) -> object:
    """Mappings with string keys, lists, strings, numbers, booleans and None, whatever came in.

    Objects with ``model_dump()`` or ``to_dict()`` (pydantic models and most SDK types), protobuf messages and
    dataclasses are dumped at any depth; a stream that can be iterated is read to its end. Text is read as JSON, or as
    server-sent events whose data are JSON; other text is returned as it is, the answer itself. Leaves of other types
    (bytes, datetimes) stay.

    Raises:
        PayloadError: an object cannot be dumped, the payload is nested more than 100 deep, or it is a stream that can
            only be awaited.
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
    if isinstance(value, type):
        return value
    for name in _DUMPS:
        method = getattr(value, name, None)
        if callable(method):
            return _dump(_dumped(value, name, method), depth + 1)
    message = getattr(value, "proto", value)  # xAI wraps its messages
    if hasattr(message, "DESCRIPTOR") and hasattr(message, "ListFields"):
        return {field.name: _dump(item, depth + 1) for field, item in message.ListFields()}
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {item.name: _dump(getattr(value, item.name), depth + 1) for item in dataclasses.fields(value)}
    if hasattr(value, "__aiter__") and not hasattr(value, "__iter__"):
        raise PayloadError(
            "payload", "is a stream that has to be awaited", "Feed its events to a ReplyStream, or pass a list of them."
        )
    if isinstance(value, Iterable):
        return [_dump(item, depth + 1) for item in value]
    return value


def _dumped(value: object, name: str, method: Callable[..., object]) -> object:
    """What an SDK object says of itself. Pydantic's warnings about what services add to their types are left out."""
    quiet = {"warnings": False} if hasattr(value, "__pydantic_serializer__") else {}
    try:
        return method(**quiet)
    except TypeError:
        pass  # overridden without the option
    except Exception as error:
        raise _undumped(value, name, error) from error
    try:
        return method()
    except Exception as error:
        raise _undumped(value, name, error) from error


def _undumped(value: object, name: str, error: Exception) -> PayloadError:
    return PayloadError("payload", f"{type(value).__name__}.{name}() raised {type(error).__name__}", _REMEDY)


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
