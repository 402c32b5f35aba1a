"""The [lookups] table, and what policies say of look-ups."""

from __future__ import annotations

import re
import tomllib
from ipaddress import ip_network
from pathlib import Path

import pytest

from citeward.config import LookupSettings, Settings, load, parse_settings
from citeward.errors import ConfigError
from citeward.fetch import Fetcher
from citeward.hosts import HostVerdict
from citeward.model import Tier
from citeward.resolver import RemoteFetcher, build_pages, build_web
from citeward.verify import Lookups, WebSource
from tests.world import ROOT

TOKEN = "0123456789abcdef0123456789abcdef"
EXAMPLE = """
[lookups]
hosts = ["doi.org", "*.nature.com"]
denied_hosts = ["ads.nature.com"]
ports = [443]
forbidden_networks = ["203.0.113.0/24"]
proxy = "10.0.0.5:3128"
per_answer = 3
per_host_minute = 4
per_tenant_minute = 5
seconds = 6
cache_mib = 1
copies = "https://cite.example.com/copies/"

[lookups.sources.journals]
tier = 2
hosts = ["*.nature.com"]
"""


def settings(text: str) -> Settings:
    return parse_settings(tomllib.loads(text))


def lookups(text: str = EXAMPLE) -> LookupSettings:
    found = settings(text).lookups
    assert found is not None
    return found


def test_without_the_table_nothing_is_looked_up_whatever_a_policy_allows() -> None:
    assert settings("").lookups is None


def test_an_empty_table_may_visit_nothing() -> None:
    assert lookups("[lookups]").policy.hosts.judge("example.com") is HostVerdict.NOT_LISTED


def test_every_host_is_said_in_so_many_words() -> None:
    assert lookups("[lookups]\nhosts = 'any'").policy.hosts.judge("example.com") is HostVerdict.ALLOWED


def test_what_the_table_says() -> None:
    found = lookups()
    hosts = {host: found.policy.hosts.judge(host) for host in ("doi.org", "www.nature.com", "ads.nature.com", "x.org")}
    assert list(hosts.values()) == [
        HostVerdict.ALLOWED,
        HostVerdict.ALLOWED,
        HostVerdict.DENIED,
        HostVerdict.NOT_LISTED,
    ]
    assert found.policy.ports == {443}
    assert found.policy.forbidden_networks == (ip_network("203.0.113.0/24"),)
    assert found.policy.total_seconds == 6.0
    assert (found.limits.per_answer, found.limits.per_host_minute, found.limits.per_tenant_minute) == (3, 4, 5)
    assert found.proxy == ("10.0.0.5", 3128)
    assert found.sources == (WebSource("journals", Tier.B, ("*.nature.com",)),)
    assert build_web(found).link("web:1", "2") == "https://cite.example.com/copies/web:1/2"
    assert isinstance(build_pages(found, {}), Fetcher)


def test_a_resolver_is_asked_instead_with_the_token_of_the_environment() -> None:
    found = lookups("[lookups]\nresolver = 'https://resolver.internal:8443'")
    with pytest.raises(ConfigError, match="CITEWARD_RESOLVER_TOKEN: is not set"):
        build_pages(found, {})
    assert isinstance(build_pages(found, {"CITEWARD_RESOLVER_TOKEN": TOKEN}), RemoteFetcher)


def test_the_token_is_no_setting_and_no_unknown_variable(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    found = load(None, {"CITEWARD_RESOLVER_TOKEN": TOKEN})
    assert TOKEN not in repr(found)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[lookups]\nhost = ['a.example']", "lookups.host: unknown key"),
        ("[lookups]\nhosts = 'all'", "lookups.hosts: is not a list of hosts"),
        ("[lookups]\nhosts = ['*.com']", "lookups.hosts"),
        ("[lookups]\nports = []", "lookups.ports: is not a list of ports"),
        ("[lookups]\nports = [70000]", "lookups.ports"),
        ("[lookups]\nforbidden_networks = ['nonsense']", "lookups.forbidden_networks"),
        ("[lookups]\nper_answer = 0", "lookups.per_answer: must be at least 1"),
        ("[lookups]\nseconds = 0", "lookups.seconds: must be at least 1"),
        ("[lookups]\nproxy = 'proxy'", "lookups.proxy"),
        ("[lookups]\nproxy = 'proxy:x'", "lookups.proxy"),
        ("[lookups]\nproxy = 3128", "lookups.proxy"),
        ("[lookups]\nresolver = 'resolver'", "lookups.resolver"),
        ("[lookups]\nresolver = 'https://r.internal/x'", "lookups.resolver: holds more than an address"),
        ("[lookups]\nresolver = 'https://r.internal'\nhosts = ['a.example']", "lookups.hosts: is the resolver's"),
        ("[lookups]\nresolver = 'https://r.internal'\nproxy = 'p:1'", "lookups.proxy: is the resolver's"),
        ("[lookups]\ncopies = 'javascript:alert(1)'", "lookups.copies"),
        ("[lookups]\ncopies = 'https://c.example/?q='", "lookups.copies: holds more than an address"),
        ("[lookups.sources.x]\nhosts = ['a.example']", "lookups.sources.x: needs a tier and hosts"),
        ("[lookups.sources.x]\ntier = 2\nhosts = []", "lookups.sources.x: needs a tier and hosts"),
        ("[lookups.sources.x]\ntier = 4\nhosts = ['a.example']", "lookups.sources.x.tier"),
        ("[lookups.sources.x]\ntier = 2\nhosts = ['a.example']\ntenant = 1", "lookups.sources.x.tenant"),
    ],
)
def test_what_is_wrong_is_named(text: str, message: str) -> None:
    with pytest.raises(ConfigError) as error:
        settings(text)
    assert message in str(error.value)


def test_http_to_another_machine_has_to_be_said() -> None:
    plain = "[lookups]\nresolver = 'http://resolver.internal:8098'"
    with pytest.raises(ConfigError, match="plain_http"):
        build_pages(lookups(plain), {"CITEWARD_RESOLVER_TOKEN": TOKEN})
    build_pages(lookups(f"{plain}\nplain_http = true"), {"CITEWARD_RESOLVER_TOKEN": TOKEN})


def test_the_table_on_its_page_is_valid() -> None:
    page = (ROOT / "docs" / "configuration.md").read_text(encoding="utf-8")
    (block,) = re.findall(r"^```toml\n(\[lookups\].*?)^```", page, re.MULTILINE | re.DOTALL)
    assert lookups(block).sources[0].tier is Tier.B


class TestPolicies:
    def test_look_ups_are_a_bar_of_a_policy_and_an_intent_may_differ(self) -> None:
        text = """
            policy = "web"
            [policies.web]
            lookups = "registered"
            [policies.web.intents.research]
            lookups = "any"
            [policies.web.intents.filing]
            lookups = "none"
            [policies.web.intents.chat]
            min_tier = 2
        """
        policy = settings(text).policy
        found = {
            intent: policy.for_intent(intent).requirements.lookups for intent in ("", "research", "filing", "chat")
        }
        assert list(found.values()) == [Lookups.REGISTERED, Lookups.ANY, Lookups.NONE, Lookups.REGISTERED]

    def test_any_host_is_refused_for_a_whole_policy(self) -> None:
        with pytest.raises(ConfigError, match=r'\[policies\.web\.intents\.research\] lookups = "any"'):
            settings("[policies.web]\nlookups = 'any'")

    def test_a_word_nobody_knows_allows_nothing(self) -> None:
        with pytest.raises(ConfigError, match=r"policies\.web\.lookups: 'all' is unknown"):
            settings("[policies.web]\nlookups = 'all'")
