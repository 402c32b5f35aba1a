"""Names: who owns them, whether they are public, how they are shown, which lists they are on."""

from __future__ import annotations

import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citeward.hosts import (
    HostPolicy,
    HostVerdict,
    UnsafeUrl,
    display_host,
    host_syntax,
    is_local_name,
    matches,
    registrable_domain,
)


@pytest.mark.parametrize(
    ("host", "domain"),
    [
        ("www.nature.com", "nature.com"),
        ("a.b.reuters.co.uk", "reuters.co.uk"),
        ("someone.github.io", "someone.github.io"),
        ("github.io", "github.io"),
        ("xn--80a1acny.xn--p1ai", "xn--80a1acny.xn--p1ai"),
        ("co.uk", None),
        ("intranet", None),
        ("wiki.corp", None),
        ("127.0.0.1", None),
        ("2606:4700::1", None),
    ],
)
def test_the_registrable_domain_is_what_one_owner_holds(host: str, domain: str | None) -> None:
    assert registrable_domain(host) == domain


@pytest.mark.parametrize(
    "host",
    [
        "localhost",
        "foo.localhost",
        "intranet",
        "wiki.corp",
        "git.lan",
        "api.internal",
        "x.local",
        "x.test",
        "x.invalid",
        "x.example",
        "x.onion",
        "consul.service.consul",
        "registry.docker",
        "box.home.arpa",
        "kubernetes.default.svc.cluster.local",
        "metadata.google.internal",
    ],
)
def test_local_names_are_local_whatever_dns_says(host: str) -> None:
    assert is_local_name(host)


@pytest.mark.parametrize(
    "host", ["example.com", "internal.example.org", "local.example.org", "163.com", "8.8.8.8", "xn--r8jz45g.jp"]
)
def test_public_names_are_not_local(host: str) -> None:
    assert not is_local_name(host)


@pytest.mark.parametrize(
    ("unicode", "shown"),
    [
        ("münchen.de", "münchen.de"),
        ("例え.jp", "例え.jp"),
        ("ひらカタ漢字.jp", "ひらカタ漢字.jp"),
        ("почта.рф", "почта.рф"),
        ("p\u0430ypal.com", "xn--pypal-4ve.com"),  # one Cyrillic letter among Latin ones
        ("\u0440\u0430\u0443\u0440\u0430\u04cf.com", "xn--80aa0cbo65f.com"),  # Cyrillic throughout, reads paypal
        ("例えa.jp", "xn--a-87t231j.jp"),
        ("почта.例え.jp", "xn--80a1acny.xn--r8jz45g.jp"),
        ("אתר.example.com", "xn--4db2cf.example.com"),
    ],
)
def test_a_host_that_mixes_or_imitates_scripts_is_shown_in_ascii(unicode: str, shown: str) -> None:
    assert display_host(host_syntax(unicode)) == shown


@given(st.text(min_size=1, max_size=20))
def test_what_is_shown_reads_back_as_the_same_host(text: str) -> None:
    try:
        host = host_syntax(text + ".com")
    except UnsafeUrl:
        return
    assert host_syntax(display_host(host)) == host


@pytest.mark.parametrize(
    ("host", "pattern", "expected"),
    [
        ("nature.com", "nature.com", True),
        ("www.nature.com", "nature.com", False),
        ("www.nature.com", "*.nature.com", True),
        ("a.b.nature.com", "*.nature.com", True),
        ("nature.com", "*.nature.com", False),
        ("nature.com", ".nature.com", True),
        ("www.nature.com", ".nature.com", True),
        ("evilnature.com", ".nature.com", False),
        ("nature.com.evil.org", ".nature.com", False),
        ("xn--mnchen-3ya.de", "MÜNCHEN.de.", True),
        ("10.0.0.5", "10.0.0.5", True),
        ("2606:4700::1", "[2606:4700:0::1]", True),
        ("git.corp", "*.corp", True),
        ("me.github.io", ".me.github.io", True),
    ],
)
def test_patterns_compare_whole_labels(host: str, pattern: str, expected: bool) -> None:
    assert matches(host, pattern) is expected


@pytest.mark.parametrize(
    "pattern", ["*.com", ".co.uk", "*.github.io", "*.10.0.0.1", "*", "", "a.*.com", "https://a.com", "a.com/x"]
)
def test_patterns_that_admit_strangers_or_say_nothing_are_refused(pattern: str) -> None:
    with pytest.raises(ValueError):
        matches("a.com", pattern)


def test_deny_wins_and_an_empty_allowlist_allows_nothing() -> None:
    policy = HostPolicy.of(allow=[".nature.com"], deny=["ads.nature.com"])
    assert policy.judge("www.nature.com") is HostVerdict.ALLOWED
    assert policy.judge("ads.nature.com") is HostVerdict.DENIED
    assert policy.judge("evil.example") is HostVerdict.NOT_LISTED
    assert HostPolicy.of(allow=[]).judge("nature.com") is HostVerdict.NOT_LISTED
    assert HostPolicy.of(allow=None, deny=["a.com"]).judge("b.com") is HostVerdict.ALLOWED


def test_importing_the_room_loads_neither_the_suffix_list_nor_the_idna_tables() -> None:
    code = "import sys, citeward.hosts; sys.exit(any(m in sys.modules for m in ('tldextract', 'requests', 'idna')))"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
