"""The ``[retention]`` table: for how many days texts are kept. ``citeward erase --retention`` does what it says.

::

    [retention]
    answers_days = 365          # texts of answers, and who asked for them
    versions_days = 1095        # texts of document versions, from when they stopped being current

    [retention.tenants.acme]    # in place of the above, for one tenant
    answers_days = 30

    [retention.sources.hr]      # in place of all of that, for the documents of one source
    versions_days = 90
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from types import MappingProxyType
from typing import Any

from citeward.config import values

__all__ = ["Retention", "read_retention"]

_MOST_DAYS = 36_500
_Days = Mapping[str, timedelta]


@dataclass(frozen=True, slots=True)
class Retention:
    """How long texts are kept. Where nothing is said, until somebody asks for their erasure."""

    answers_for: timedelta | None = None
    versions_for: timedelta | None = None
    answers_by_tenant: _Days = field(default_factory=lambda: MappingProxyType({}))
    versions_by_tenant: _Days = field(default_factory=lambda: MappingProxyType({}))
    versions_by_source: _Days = field(default_factory=lambda: MappingProxyType({}))

    def answers(self, tenant: str) -> timedelta | None:
        """How long a tenant's answers are kept, from when they were given."""
        return self.answers_by_tenant.get(tenant, self.answers_for)

    def versions(self, tenant: str, source: str) -> timedelta | None:
        """How long versions of a source's documents are kept, from when they stopped being current."""
        return self.versions_by_source.get(source, self.versions_by_tenant.get(tenant, self.versions_for))

    @property
    def is_empty(self) -> bool:
        """Whether nothing is said at all."""
        return self == Retention()


def read_retention(value: object) -> Retention:
    """The retention rules.

    Raises:
        ConfigError: an unknown key, or not a number of days.
    """
    known = {"answers_days", "versions_days", "tenants", "sources"}
    table = values.only(values.table(value, "retention"), known, "retention")
    tenants = _tables(table, "tenants", {"answers_days", "versions_days"})
    sources = _tables(table, "sources", {"versions_days"})
    return Retention(
        _days(table, "answers_days", "retention"),
        _days(table, "versions_days", "retention"),
        _by_name(tenants, "answers_days", "retention.tenants"),
        _by_name(tenants, "versions_days", "retention.tenants"),
        _by_name(sources, "versions_days", "retention.sources"),
    )


def _tables(table: Mapping[str, Any], key: str, known: set[str]) -> dict[str, Mapping[str, Any]]:
    at = f"retention.{key}"
    named = values.table(table.get(key, {}), at)
    return {
        name: values.only(values.table(rules, f"{at}.{name}"), known, f"{at}.{name}") for name, rules in named.items()
    }


def _by_name(tables: Mapping[str, Mapping[str, Any]], key: str, at: str) -> _Days:
    found = {name: _days(rules, key, f"{at}.{name}") for name, rules in tables.items()}
    return MappingProxyType({name: days for name, days in found.items() if days is not None})


def _days(table: Mapping[str, Any], key: str, at: str) -> timedelta | None:
    return timedelta(days=values.whole(table[key], f"{at}.{key}", _MOST_DAYS)) if key in table else None
