"""Which adapter reads which payload. Adapters are found, not listed: one file in ``adapters`` is one provider.

Another package adds its own by an entry point of the group ``citeward.providers`` that names its ``ADAPTERS``.
"""

from __future__ import annotations

import importlib
import pkgutil
import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import lru_cache
from importlib.metadata import EntryPoint, entry_points

from citeward.errors import PayloadError
from citeward.providers import adapters
from citeward.providers.interface import Adapter, ProviderAnswer
from citeward.providers.plain import plain
from citeward.providers.unknown import unknown_fields
from citeward.providers.wire import get

__all__ = ["providers", "read", "read_plain"]

_GROUP = "citeward.providers"
_STREAMS = ("stream", "completion")
_NOT_NAME = re.compile(r"[^a-z0-9]+")


@lru_cache(maxsize=1)
def _table() -> dict[str, tuple[Adapter, ...]]:
    """Every adapter under each of the names it answers to, in the order of their files."""
    table: dict[str, list[Adapter]] = {}
    for module in sorted(item.name for item in pkgutil.iter_modules(adapters.__path__)):
        found: Iterable[Adapter] = importlib.import_module(f"{adapters.__name__}.{module}").ADAPTERS
        _enter(table, found)
    for point in entry_points(group=_GROUP):
        _enter(table, _theirs(point))
    return {name: tuple(found) for name, found in sorted(table.items())}


def _enter(table: dict[str, list[Adapter]], found: Iterable[Adapter]) -> None:
    for adapter in found:
        for name in adapter.providers:
            table.setdefault(_key(name), []).append(adapter)


def _theirs(point: EntryPoint) -> Iterable[Adapter]:
    """The adapters of another package; ours under the same name are asked first."""
    try:
        found = tuple(point.load())
    except Exception as error:
        raise PayloadError(
            "provider", f"entry point {point.name!r} could not be loaded: {type(error).__name__}", "Mend or remove it."
        ) from error
    if not all(isinstance(adapter, Adapter) for adapter in found):
        raise PayloadError("provider", f"entry point {point.name!r} names no adapters", "Let it name ADAPTERS.")
    return found


def _key(name: str) -> str:
    return _NOT_NAME.sub("_", name.casefold()).strip("_")


def providers() -> tuple[str, ...]:
    """Every provider name :func:`read` accepts, in alphabetical order.

    >>> "anthropic" in providers()
    True
    """
    return tuple(_table())


def read(provider: str, payload: object, *, api: str | None = None, request: object = None) -> ProviderAnswer:
    """Reads a reply of a provider or framework.

    Args:
        provider: a name of :func:`providers`; case, spaces and dashes do not matter.
        payload: the reply as a dict or list, JSON text, an SDK object with ``model_dump()`` or ``to_dict()``, or the
            list (or text) of a recorded event stream.
        api: the provider's API, where its payloads could be mistaken for another's; otherwise, and where it is a name
            nobody knows, the shape decides.
        request: what was sent, for the APIs whose replies cannot be read alone.

    Raises:
        PayloadError: an unknown provider, or a payload none of its adapters can read; an unknown ``api`` is named.
    """
    value = _unwrapped(plain(payload))
    answer = read_plain(provider, value, api=api, request=None if request is None else plain(request))
    unknown = () if isinstance(value, str) else tuple(unknown_fields(value))
    return replace(answer, unread=(*answer.unread, *unknown)) if unknown else answer


def read_plain(provider: str, value: object, *, api: str | None = None, request: object = None) -> ProviderAnswer:
    """The same of values that are plain already, for a stream that is read again and again while it grows.

    Fields that nobody knows are not looked for.

    Raises:
        PayloadError: as for :func:`read`.
    """
    known = _table().get(_key(provider))
    if known is None:
        raise PayloadError("provider", f"{provider[:60]!r} is not known", f"Use one of {', '.join(providers())}.")
    wanted = _key(api) if api else None
    first: list[Adapter] = []
    rest: list[Adapter] = []
    for adapter in known:
        named = wanted is not None and wanted in {_key(name) for name in (adapter.api, *adapter.api_names)}
        (first if named else rest).append(adapter)
    answer = _read(first + rest, value, request)
    if answer is None:
        shapes = ", ".join(dict.fromkeys(adapter.api for adapter in known))
        if api and not first:
            raise PayloadError(
                "api",
                f"{api[:60]!r} is none of {provider}'s, and the payload is a reply of none of them",
                f"Use one of {shapes}, or leave it out.",
            )
        raise PayloadError(
            "payload", f"is not a reply of {provider} ({shapes})", "Pass the reply exactly as the provider sent it."
        )
    return answer


def _unwrapped(value: object) -> object:
    """The events of a stream that a client returns beside the metadata of its call, as boto3 does."""
    for name in _STREAMS:
        events = get(value, name)
        if isinstance(events, list) and events and all(isinstance(event, Mapping) for event in events):
            return events
    return value


def _read(candidates: Iterable[Adapter], value: object, request: object) -> ProviderAnswer | None:
    for adapter in candidates:
        if isinstance(value, list) and adapter.recognises_stream(value):
            return adapter.read_stream(value, request)
        if adapter.recognises(value):
            return adapter.read(value, request)
    return None
