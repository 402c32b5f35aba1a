"""citeward.toml and CITEWARD_* variables."""

from __future__ import annotations

import tomllib
from datetime import timedelta
from pathlib import Path

import pytest

from citeward.config import load, parse_settings
from citeward.entailment import support_from
from citeward.errors import ConfigError, UsageError
from citeward.model import CitationAction, Tier, Verdict
from citeward.verify import Need

EXAMPLE = """
policy = "legal"

[policies.legal]
preset = "strict"
min_tier = 2
support = "require"
allowed_hosts = ["*.acme.example"]
brands = ["acme.example"]
principal_max_age_s = 60
max_regenerations = 2

[policies.legal.actions]
quote_unverified = "block"

[policies.legal.intents.filing]
min_tier = 3

[policies.legal.surfaces.voice]
citations = "none"
"""


def test_a_policy_says_only_what_it_changes() -> None:
    policy = parse_settings(tomllib.loads(EXAMPLE)).policy
    assert policy.name == "legal"
    assert policy.requirements.min_tier is Tier.B
    assert policy.requirements.support is Need.REQUIRE
    assert policy.requirements.external is Need.REQUIRE
    assert policy.requirements.principal_max_age == timedelta(minutes=1)
    assert policy.action(Verdict.QUOTE_UNVERIFIED) is CitationAction.BLOCK
    assert policy.for_intent("filing").requirements.min_tier is Tier.A
    assert policy.for_intent(None).requirements.min_tier is Tier.B
    assert not policy.surface("voice").citations
    assert policy.surface("web").citations


@pytest.mark.parametrize(
    ("text", "field"),
    [
        ("polcy = 'strict'", "polcy: unknown key"),
        ("policy = 'lax'", "policy: 'lax' is unknown"),
        ("[policies.x]\nmin_teir = 2", "policies.x.min_teir: unknown key"),
        ("[policies.x]\nmin_tier = 4", "policies.x.min_tier: 4 is out of range"),
        ("[policies.x]\nmin_tier = true", "policies.x.min_tier: True is out of range"),
        ("[policies.x]\npreset = 'lax'", "policies.x.preset"),
        ("[policies.x]\nsupport = 'maybe'", "policies.x.support"),
        ("[policies.x]\nallowed_hosts = ['*.com']", "policies.x.allowed_hosts"),
        ("[policies.x]\nallowed_hosts = 'a.example'", "policies.x.allowed_hosts: is not a list"),
        ("[policies.x.actions]\nfabricated = 'keep'", "policies.x.actions.fabricated: 'keep' is no action"),
        ("[policies.x.actions]\nunauthorised = 'mark'", "policies.x.actions.unauthorised: no verdict"),
        ("[policies.x.actions]\nok = 'block'", "policies.x.actions.ok"),
        ("[policies.x.intents.y]\nactions = {}", "policies.x.intents.y.actions: unknown key"),
        ("[policies.x.surfaces.y]\ncitations = 'some'", "policies.x.surfaces.y.citations"),
        ("[policies.strict]\nmin_tier = 0", "policies.strict: is a preset"),
        ('policy = ["strict"]', "policy: ['strict'] is unknown"),
        ('[policies.x]\npreset = ["strict"]', "policies.x.preset"),
        ('[policies.x]\nbrands = ["*.acme.example"]', "policies.x.brands"),
        ("policies = 3", "policies: is not a table"),
        ("[policies.x]\nsupported_from = 1.5", "policies.x.supported_from"),
        ("[policies.x]\ndrop_failed = 'no'", "policies.x.drop_failed"),
        ("[policies.x]\nuncited = 'hide'", "policies.x.uncited"),
        ("[policies.x.intents.y]\nuncited = 1", "policies.x.intents.y.uncited"),
        ("[policies.x.surfaces.y]\nuncited = true", "policies.x.surfaces.y.uncited"),
        ("permalinks = 'http://a.example/c/'", "permalinks: cannot be linked to"),
        ("permalinks = 7", "permalinks: cannot be linked to"),
        ("permalinks = '/c/'\nask_again = '/ask'", "ask_again: cannot be linked to"),
        ("[webhook]\nurl = 'https://a.example/'", "webhook.secret_env: is not the name of a variable"),
        ("[webhook]\nurl = 'https://a.example/'\nsecret_env = 'whsec_=/'", "webhook.secret_env: is not the name"),
        ("[webhook]\nurl = 'https://a.example/'\nsecret_env = 'CITEWARD_X'", "webhook.secret_env: names one of"),
        ("[webhook]\nurl = 'http://a.example/'\nsecret_env = 'X'", "webhook.url: is not https"),
        ("[webhook]\nsecret_env = 'X'", "webhook.url: is no safe URL"),
        ("[webhook]\nsecret = 'X'", "webhook.secret: unknown key"),
        ("ask_again = '/ask/'", "ask_again: stands without permalinks"),
        ("[database]\nuri = 'sqlite://'", "database.uri: unknown key"),
        ("[database]\nurl = 'mysql://root:hush@host/db'", "database.url: is no URL"),
        ("[database]\nurl = 7", "database.url: is no URL"),
        ("database = 'sqlite://'", "database: is not a table"),
        ("[retention]\nanswer_days = 3", "retention.answer_days: unknown key"),
        ("[retention]\nanswers_days = -1", "retention.answers_days: -1 is out of range"),
        ("[retention]\nversions_days = 1.5", "retention.versions_days"),
        ("[retention.sources.hr]\nanswers_days = 3", "retention.sources.hr.answers_days: unknown key"),
        ("[retention.tenants]\nacme = 3", "retention.tenants.acme: is not a table"),
    ],
)
def test_what_is_wrong_is_named(text: str, field: str) -> None:
    with pytest.raises(ConfigError) as error:
        parse_settings(tomllib.loads(text))
    assert str(error.value).startswith(field)
    assert "hush" not in str(error.value)


def test_a_file_is_read_and_the_environment_wins(tmp_path: Path) -> None:
    file = tmp_path / "citeward.toml"
    file.write_text(EXAMPLE, encoding="utf-8")
    assert load(file, {}).policy.name == "legal"
    assert load(file, {"CITEWARD_POLICY": "balanced"}).policy.name == "balanced"


def test_the_database_is_a_file_unless_something_is_said() -> None:
    assert parse_settings({}).database == "sqlite:///citeward.db"
    assert parse_settings({"database": {"url": "postgresql://host/name"}}).database == "postgresql://host/name"
    assert load(None, {"CITEWARD_DATABASE": "sqlite:///other.db"}).database == "sqlite:///other.db"
    with pytest.raises(ConfigError, match=r"database\.url"):
        load(None, {"CITEWARD_DATABASE": ""})


def test_a_variable_mends_no_broken_table(tmp_path: Path) -> None:
    file = tmp_path / "citeward.toml"
    file.write_text("database = 3", encoding="utf-8")
    with pytest.raises(ConfigError, match="database: is not a table"):
        load(file, {"CITEWARD_DATABASE": "sqlite:///other.db"})


def test_the_most_specific_retention_rule_counts() -> None:
    rules = parse_settings(
        {
            "retention": {
                "answers_days": 365,
                "versions_days": 1000,
                "tenants": {"acme": {"answers_days": 30}, "beta": {"versions_days": 500}},
                "sources": {"hr": {"versions_days": 0}},
            }
        }
    ).retention
    assert [rules.answers(tenant) for tenant in ("default", "acme")] == [timedelta(days=365), timedelta(days=30)]
    versions = [rules.versions(tenant, source) for tenant, source in (("acme", "x"), ("beta", "x"), ("beta", "hr"))]
    assert versions == [timedelta(days=1000), timedelta(days=500), timedelta(0)]
    assert parse_settings({}).retention.is_empty
    assert parse_settings({}).retention.answers("default") is None


def test_an_unknown_variable_is_an_error() -> None:
    with pytest.raises(ConfigError, match="CITEWARD_POLCY: unknown variable"):
        load(None, {"CITEWARD_POLCY": "strict"})


def test_what_is_not_toml_is_an_error(tmp_path: Path) -> None:
    file = tmp_path / "citeward.toml"
    file.write_text("policy = ", encoding="utf-8")
    with pytest.raises(ConfigError, match="not TOML"):
        load(file, {})


def test_no_setting_turns_a_check_off() -> None:
    """The whole vocabulary of the file, so that a new key is looked at twice."""
    with pytest.raises(ConfigError) as error:
        parse_settings({"policies": {"x": {"?": 1}}})
    known = str(error.value).partition("Known here: ")[2].rstrip(".").split(", ")
    assert known == [
        "actions", "allowed_hosts", "brands", "denied_hosts", "drop_failed", "external", "external_tier", "intents",
        "lookups", "max_regenerations", "min_tier", "preset", "principal_max_age_s", "support",
        "supported_from", "surfaces", "uncited", "unsupported_below",
    ]  # fmt: skip


def test_what_cites_nothing_is_said_for_a_policy_an_intent_and_a_surface() -> None:
    table = {"uncited": "keep", "intents": {"filing": {"uncited": "drop"}}, "surfaces": {"mail": {"uncited": "mark"}}}
    policy = parse_settings({"policies": {"x": table}}).policies["x"]
    assert policy.uncited == "keep"
    assert policy.for_intent("filing").uncited == "drop"
    assert policy.for_surface("mail").uncited == "mark"


def test_permalinks_are_a_base_and_where_to_ask_again() -> None:
    found = parse_settings({"permalinks": "https://a.example/c/", "ask_again": "/ask/"}).permalinks
    assert found is not None
    assert (found.of("id"), found.asking("id")) == ("https://a.example/c/id", "/ask/id")
    assert parse_settings({}).permalinks is None


def test_a_key_given_by_mistake_is_not_repeated() -> None:
    with pytest.raises(ConfigError) as error:
        parse_settings({"webhook": {"url": "https://a.example/", "secret_env": "whsec_c2VjcmV0/"}})
    assert "c2VjcmV0" not in str(error.value)


def test_a_webhook_is_a_url_and_the_name_of_a_variable() -> None:
    found = parse_settings({"webhook": {"url": "https://a.example/in", "secret_env": "HOOK"}}).webhook
    assert found is not None
    assert (found.url.url, found.secret_env) == ("https://a.example/in", "HOOK")


class TestSupport:
    def test_the_table_is_read_whole(self) -> None:
        text = """
[support]
backend = "predict"
model = "checker@1"
url = "https://tei.example/predict"
labels = ["no", "yes"]
positive = "yes"
calibrator = "calibrator.json"
deadline_s = 2.5
any_language = true
keep_verdicts = true
token_env = "TEI_TOKEN"
"""
        found = parse_settings(tomllib.loads(text)).support
        assert (found.backend, found.labels, found.deadline_s) == ("predict", ("no", "yes"), 2.5)
        assert found.any_language
        assert found.keep_verdicts

    @pytest.mark.parametrize(
        ("key", "value"),
        [
            ("backend", "magic"), ("model", 1), ("labels", "yes"), ("deadline_s", 0), ("deadline_s", True),
            ("any_language", "yes"), ("keep_verdicts", 1), ("threshold", 0.5),
        ],
    )  # fmt: skip
    def test_a_misspelt_key_or_an_impossible_value_is_named(self, key: str, value: object) -> None:
        with pytest.raises(ConfigError) as caught:
            parse_settings({"support": {key: value}})
        assert caught.value.field == f"support.{key}"


KEY = "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
"""A key that could be the name of a variable."""
PASTED = [
    f"[webhook]\nurl = 'https://a.example/'\nsecret_env = '{KEY}'",
    f"[webhook]\nurl = 'https://a.example/?token={KEY}'\nsecret_env = 'X'",
    f"[webhook]\nurl = 'https://user:{KEY}@a.example/'\nsecret_env = 'X'",
    f"[webhook]\nurl = 'http://a.example/?token={KEY}'\nsecret_env = 'X'",
    f"[references.crossref]\nkey_variable = '{KEY}'",
    f"[references.crossref]\nkey_variable = 'sk-{KEY}'",
    f"[references.crossref]\nbase_url = 'https://user:{KEY}@api.example.org'",
    f"[support]\nbackend = 'judge'\nmodel = 'm'\nurl = 'https://x.example/'\ntoken_env = '{KEY}'",
    f"[support]\ntoken_env = 'sk-{KEY}'",
    f"[support]\nbackend = 'judge'\nmodel = 'm'\nurl = 'user:{KEY}@x.example'",
    f"[support]\nbackend = 'judge'\nmodel = 'm'\nurl = 'https://user:{KEY}@x.example/'",
    f"[lookups]\nresolver = 'https://user:{KEY}@resolver.internal'",
    f"[lookups]\nproxy = 'user:{KEY}@10.0.0.5:3128'",
    f"[lookups]\ncopies = 'https://user:{KEY}@cite.example.com/'",
    f"permalinks = 'https://user:{KEY}@example.com/c/'",
    f"[database]\nurl = 'postgresql://user:{KEY}@host/name'",
    f"[database]\nurl = 'mysql://user:{KEY}@host/name'",
]


@pytest.mark.parametrize("text", PASTED)
def test_no_secret_shows_wherever_it_was_pasted(text: str) -> None:
    """Neither in an error nor in a representation: both end in logs."""
    try:
        settings = parse_settings(tomllib.loads(text))
        said = repr(settings)
        settings.references.open(environment={})
        support_from(settings.support, {})
    except (ConfigError, UsageError) as error:
        said = f"{error!r} {error}"
    assert KEY not in said


@pytest.mark.parametrize(
    "name",
    [
        "CITEWARD_PORT", "CITEWARD_SERVICE_HOST", "CITEWARD_SERVICE_PORT", "CITEWARD_SERVICE_PORT_HTTP",
        "CITEWARD_PORT_8098_TCP", "CITEWARD_PORT_8098_TCP_ADDR", "CITEWARD_PORT_8098_UDP_PROTO",
        "CITEWARD_RESOLVER_PORT", "CITEWARD_RESOLVER_SERVICE_HOST", "CITEWARD_RESOLVER_PORT_8098_TCP_PORT",
    ],
)  # fmt: skip
def test_what_a_container_platform_announces_is_no_setting(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert repr(load(environment={name: "tcp://10.0.0.1:8098"})) == repr(load(environment={}))


@pytest.mark.parametrize("name", ["CITEWARD_POLCY", "CITEWARD_PORTAL", "CITEWARD_TRANSPORT_", "CITEWARD_PORT_TCP"])
def test_a_misspelt_variable_is_still_an_error(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ConfigError, match="unknown variable"):
        load(environment={name: "strict"})
