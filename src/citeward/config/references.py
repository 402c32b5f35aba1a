"""The ``[references]`` table: which registries are asked about papers and cases, how often, and under whose name."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from citeward import sync
from citeward.config import values
from citeward.errors import ConfigError, UsageError
from citeward.hosts import SafeUrl, read_url

if TYPE_CHECKING:
    from citeward.references import ReferenceResolver, References, RegistrySettings

__all__ = ["ReferenceSettings", "RegistryTable", "read_references"]

NAMES = ("crossref", "datacite", "doi.org", "arxiv", "pubmed", "courtlistener", "openalex")
"""The registries there are. Spelled out here, because the room that asks them is an extra and settings are not."""
_COUNTS = ("max_references", "per_tenant_minute")
_MAX_DEADLINE_S = 9
"""The gate gives its registries ten seconds in all; a reference has to end before that, or the others end with it."""


@dataclass(frozen=True, slots=True)
class RegistryTable:
    """``[references.NAME]``: how one registry is reached. What is empty is the registry's own."""

    base_url: str = ""
    mailto: str = ""
    key_variable: str = field(default="", repr=False)
    """The environment variable that holds the key or token. Keys themselves never stand in a file."""
    rate: tuple[int, float, int] | None = None
    """Requests, in so many seconds, and how many at once."""


@dataclass(frozen=True, slots=True)
class ReferenceSettings:
    """``[references]``. Nothing is looked up unless it says so."""

    lookup: bool = False
    """Whether the gate asks registries about references outside its ledger."""
    prose: bool = False
    """Whether references without an identifier are searched for, by the gate too where ``lookup`` is on."""
    registries: tuple[str, ...] | None = None
    """Which ones; None: those that need no key, and those with a table of their own."""
    mailto: str = ""
    """A contact address for every registry that has none of its own."""
    deadline_s: int = 8
    """Seconds for one reference of an answer, waiting for its turn included."""
    max_references: int = 50
    """Looked up per answer; the rest are unconfirmed."""
    per_tenant_minute: int = 300
    """Looked up for all answers of one tenant in any minute."""
    tables: Mapping[str, RegistryTable] = field(default_factory=lambda: MappingProxyType({}))

    def open(
        self,
        *,
        environment: Mapping[str, str] = os.environ,
        search: bool | None = None,
        patient: bool = False,
        **parts: Any,
    ) -> References:
        """The registries, ready to be asked on one event loop. Close them before it ends.

        Args:
            environment: where the keys are.
            search: instead of ``prose``.
            patient: whether a reference may wait for its turn however long it takes, as in a long bibliography.
            parts: ``clock``, ``resolver``, ``dialler``, ``tls``, ``policy`` of
                :func:`citeward.references.build_references`.

        Raises:
            ConfigError: a variable that should hold a key is not set.
            UsageError: the ``references`` extra is not installed.
        """
        try:
            import httpcore2  # noqa: F401  # what a look-up needs should be missed before the first one

            from citeward.references import build_references
        except ImportError as error:
            raise UsageError(f'references need {error.name}; pip install "citeward[references]"') from error
        return build_references(
            {name: self._settings(name, environment) for name in self._named()},
            registries=self.registries,
            deadline_seconds=None if patient else float(self.deadline_s),
            search=self.prose if search is None else search,
            **parts,
        )

    def resolver(self, **options: Any) -> ReferenceResolver | None:
        """What the gate asks, with :meth:`open`'s options; None where ``lookup`` is off."""
        if not self.lookup:
            return None
        references = self.open(**options)
        from citeward.references import ReferenceResolver

        return ReferenceResolver(
            references, max_references=self.max_references, per_tenant_minute=self.per_tenant_minute
        )

    @contextmanager
    def asking(self) -> Iterator[ReferenceResolver | None]:
        """:meth:`resolver` for a gate that is called without ``await`` in this thread, closed at the end."""
        resolver = self.resolver()
        try:
            yield resolver
        finally:
            if resolver is not None:
                sync.run(resolver.aclose())

    def _named(self) -> tuple[str, ...]:
        """Every registry that gets settings of its own: with a contact address, all that need no key do."""
        listed = self.registries or ("crossref", "datacite", "doi.org", "arxiv", "pubmed")
        own = [name for name in self.tables if self.registries is None or name in self.registries]
        return tuple(dict.fromkeys((*(listed if self.mailto else ()), *own)))

    def _settings(self, name: str, environment: Mapping[str, str]) -> RegistrySettings:
        from citeward.references import Rate, RegistrySettings

        table = self.tables.get(name, RegistryTable())
        key = environment.get(table.key_variable, "").strip() if table.key_variable else ""
        if table.key_variable and not key:
            at = f"references.{name}.key_variable"
            raise ConfigError(at, "names a variable that is not set", "Put the key into that environment variable.")
        return RegistrySettings(
            base_url=table.base_url,
            mailto=table.mailto or self.mailto,
            key=key,
            rate=Rate(*table.rate) if table.rate else None,
        )


def read_references(table: Mapping[str, Any]) -> ReferenceSettings:
    """The settings of the table.

    Raises:
        ConfigError: an unknown key or an impossible value.
    """
    at = "references"
    values.only(table, {"lookup", "prose", "registries", "mailto", "deadline_s", *_COUNTS, *NAMES}, at)
    plain = ReferenceSettings()
    return ReferenceSettings(
        lookup=values.flag(table.get("lookup", False), f"{at}.lookup"),
        prose=values.flag(table.get("prose", False), f"{at}.prose"),
        registries=_registries(table.get("registries"), f"{at}.registries"),
        mailto=_mailto(table.get("mailto", ""), f"{at}.mailto"),
        deadline_s=_positive(table.get("deadline_s", plain.deadline_s), f"{at}.deadline_s", _MAX_DEADLINE_S),
        max_references=_positive(table.get("max_references", plain.max_references), f"{at}.max_references", 1_000),
        per_tenant_minute=_positive(
            table.get("per_tenant_minute", plain.per_tenant_minute), f"{at}.per_tenant_minute", 100_000
        ),
        tables=MappingProxyType({name: _registry(table[name], f"{at}.{name}") for name in NAMES if name in table}),
    )


def _registry(value: object, at: str) -> RegistryTable:
    table = values.only(values.table(value, at), {"base_url", "mailto", "key_variable", "rate"}, at)
    base_url = _base_url(table.get("base_url", ""), f"{at}.base_url")
    variable = values.variable(table["key_variable"], f"{at}.key_variable", "CROSSREF_TOKEN") if _named(table) else ""
    if variable and base_url.startswith("http:"):
        raise ConfigError(f"{at}.base_url", "would send a key without encryption", "Use an https address.")
    rate = _rate(table["rate"], f"{at}.rate") if "rate" in table else None
    return RegistryTable(base_url, _mailto(table.get("mailto", ""), f"{at}.mailto"), variable, rate)


def _named(table: Mapping[str, Any]) -> bool:
    return bool(table.get("key_variable", "") != "")


def _registries(value: object, at: str) -> tuple[str, ...] | None:
    if value is None:
        return None
    if not isinstance(value, list) or not value or not all(name in NAMES for name in value):
        raise ConfigError(at, f"{value!r} is no list of registries", f"Use some of: {', '.join(NAMES)}.")
    return tuple(dict.fromkeys(value))


def _text(value: object, at: str, example: str) -> str:
    if not isinstance(value, str) or len(value) > 2_000:
        raise ConfigError(at, f"{str(value)[:80]!r} is no short text", f"Write {example}.")
    return value


def _mailto(value: object, at: str) -> str:
    text = _text(value, at, '"ops@example.org"')
    before, sign, after = text.partition("@")
    if text and not (before and sign and "." in after and text.isascii() and text.isprintable() and " " not in text):
        raise ConfigError(at, f"{text[:80]!r} is no mail address", 'Write "ops@example.org".')
    return text


def _base_url(value: object, at: str) -> str:
    text = _text(value, at, '"https://api.crossref.org"')
    if not text:
        return ""
    url = read_url(text)
    if not isinstance(url, SafeUrl):
        raise ConfigError(at, f"{url.value}", 'Write the address of the registry: "https://api.crossref.org".')
    if "?" in text or "#" in text:
        raise ConfigError(at, "holds a query or a fragment", "Write the address alone; keys belong in key_variable.")
    return text


def _rate(value: object, at: str) -> tuple[int, float, int]:
    table = values.only(values.table(value, at), {"requests", "seconds", "concurrent"}, at)
    numbers = [
        _positive(table.get(name, 1), f"{at}.{name}", most)
        for name, most in (("requests", 100_000), ("seconds", 86_400), ("concurrent", 64))
    ]
    return numbers[0], float(numbers[1]), numbers[2]


def _positive(value: object, at: str, most: int) -> int:
    found = values.whole(value, at, most)
    if not found:
        raise ConfigError(at, "is 0", f"Use a whole number from 1 to {most}.")
    return found
