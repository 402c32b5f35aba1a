"""The ``[references]`` table of citeward.toml."""

from __future__ import annotations

import re
import tomllib

import pytest

from citeward.config import Settings, parse_settings
from citeward.errors import ConfigError
from citeward.references import Rate, ReferenceResolver
from tests.world import ROOT

EXAMPLE = """
[references]
lookup = true
prose = true
registries = ["crossref", "doi.org", "courtlistener"]
mailto = "ops@example.org"
deadline_s = 4
max_references = 20
per_tenant_minute = 60

[references.crossref]
base_url = "https://crossref.mirror.example.org"
key_variable = "CROSSREF_TOKEN"
rate = { requests = 50, seconds = 1, concurrent = 4 }

[references.courtlistener]
key_variable = "COURT_TOKEN"

[references.openalex]
key_variable = "OPENALEX_KEY"
"""
KEYS = {"CROSSREF_TOKEN": "c", "COURT_TOKEN": "t", "OPENALEX_KEY": "o"}


def read(text: str) -> Settings:
    return parse_settings(tomllib.loads(text))


def test_nothing_is_looked_up_unless_it_says_so() -> None:
    plain = read("").references
    assert not plain.lookup
    assert not plain.prose
    assert plain.resolver() is None
    with plain.asking() as resolver:
        assert resolver is None


def test_registries_are_reached_as_the_table_says() -> None:
    references = read(EXAMPLE).references.open(environment=KEYS)
    registries = {registry.name: registry for registry in references.registries}
    assert list(registries) == ["crossref", "doi.org", "courtlistener"]
    crossref = registries["crossref"]
    assert crossref.base_url == "https://crossref.mirror.example.org"
    assert (crossref.settings.mailto, crossref.settings.key) == ("ops@example.org", "c")
    assert crossref.rate == Rate(50, 1.0, 4)
    assert registries["doi.org"].settings.mailto == "ops@example.org"
    assert registries["courtlistener"].settings.key == "t"


def test_the_gate_gets_a_resolver_where_look_ups_are_on() -> None:
    assert isinstance(read(EXAMPLE).references.resolver(environment=KEYS), ReferenceResolver)


def test_a_table_of_its_own_turns_a_registry_with_a_key_on() -> None:
    settings = read('[references.openalex]\nkey_variable = "OPENALEX_KEY"').references
    assert "openalex" in [r.name for r in settings.open(environment=KEYS).registries]
    assert "openalex" not in [r.name for r in read("").references.open(environment={}).registries]


def test_a_key_that_is_not_set_is_named_when_it_is_needed() -> None:
    settings = read(EXAMPLE).references
    with pytest.raises(ConfigError, match=r"references\.crossref\.key_variable: names a variable that is not set"):
        settings.open(environment={})


def test_no_key_of_a_registry_that_is_not_asked_is_needed() -> None:
    settings = read('[references]\nregistries = ["arxiv"]\n[references.openalex]\nkey_variable = "X"').references
    assert [r.name for r in settings.open(environment={}).registries] == ["arxiv"]


@pytest.mark.parametrize(
    ("text", "field"),
    [
        ("references = 3", "references: is not a table"),
        ("[references]\nlokup = true", "references.lokup: unknown key"),
        ("[references]\nlookup = 'yes'", "references.lookup"),
        ("[references]\nprose = 1", "references.prose"),
        ("[references]\nregistries = []", "references.registries"),
        ("[references]\nregistries = ['scopus']", "references.registries: ['scopus'] is no list of registries"),
        ("[references]\nmailto = 'ops'", "references.mailto: 'ops' is no mail address"),
        ("[references]\nmailto = 'ops@example.org\\r\\nX: y'", "references.mailto"),
        ("[references]\ndeadline_s = 10", "references.deadline_s: 10 is out of range"),
        ("[references]\ndeadline_s = 0", "references.deadline_s: is 0"),
        ("[references]\nmax_references = 0", "references.max_references: is 0"),
        ("[references]\nper_tenant_minute = -1", "references.per_tenant_minute"),
        ("[references.crossref]\nkey = 'secret'", "references.crossref.key: unknown key"),
        ("[references.crossref]\nbase_url = 'ftp://x.example.org'", "references.crossref.base_url: scheme"),
        ("[references.crossref]\nbase_url = 'https://x.example.org/?key=1'", "references.crossref.base_url: holds"),
        ("[references.crossref]\nbase_url = 5", "references.crossref.base_url"),
        ("[references.crossref]\nkey_variable = 'sk-123'", "references.crossref.key_variable: is not the name"),
        ("[references.crossref]\nkey_variable = 'CITEWARD_KEY'", "references.crossref.key_variable: names one of"),
        (
            "[references.crossref]\nbase_url = 'http://x.example.org'\nkey_variable = 'K'",
            "references.crossref.base_url: would send a key without encryption",
        ),
        ("[references.crossref]\nrate = 5", "references.crossref.rate: is not a table"),
        ("[references.crossref.rate]\nrequests = 0", "references.crossref.rate.requests: is 0"),
        ("[references.crossref.rate]\nper = 1", "references.crossref.rate.per: unknown key"),
    ],
)
def test_what_is_wrong_is_named(text: str, field: str) -> None:
    with pytest.raises(ConfigError) as error:
        read(text)
    assert str(error.value).startswith(field)


def test_the_table_on_the_page_of_the_configuration_is_valid() -> None:
    page = (ROOT / "docs" / "configuration.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^```toml\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
    (block,) = [text for text in blocks if text.startswith("[references]")]
    settings = read(block).references
    assert settings.lookup
    assert set(settings.tables) == {"crossref", "doi.org"}
    assert settings.tables["doi.org"].rate == (2, 1.0, 1)


def test_every_registry_can_be_configured() -> None:
    from citeward.config.references import NAMES
    from citeward.references import REGISTRIES

    assert set(NAMES) == set(REGISTRIES)
