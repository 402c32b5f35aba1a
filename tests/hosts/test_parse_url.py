"""A URL has one reading or none."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citeward.hosts import SafeUrl, UnsafeUrl, UrlReason, parse_url


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("https://example.com", "https://example.com/"),
        ("HTTPS://EXAMPLE.Com/Path", "https://example.com/Path"),
        ("https://example.com./", "https://example.com/"),
        ("https://example.com:443/", "https://example.com/"),
        ("http://example.com:80/", "http://example.com/"),
        ("https://example.com:8443/x", "https://example.com:8443/x"),
        ("https://example.com/a%20b%2Fc?x=%00", "https://example.com/a%20b%2Fc?x=%00"),
        ("https://example.com/My Report.pdf", "https://example.com/My%20Report.pdf"),
        ("https://example.com/münchen", "https://example.com/m%C3%BCnchen"),
        ("https://example.com/?a=b&c=[d]", "https://example.com/?a=b&c=[d]"),
        ("https://en.wikipedia.org/wiki/Foo_(bar)", "https://en.wikipedia.org/wiki/Foo_(bar)"),
        ("https://example.com/a/./b/../c", "https://example.com/a/c"),
        ("https://example.com/a/%2e%2E/c", "https://example.com/c"),
        ("https://example.com/../../etc", "https://example.com/etc"),
        ("https://例え.jp/", "https://xn--r8jz45g.jp/"),
        ("https://faß.de/", "https://xn--fa-hia.de/"),
        ("https://MÜNCHEN.de/", "https://xn--mnchen-3ya.de/"),
        ("https://mu\u0308nchen.de/", "https://xn--mnchen-3ya.de/"),
        ("http://[2606:4700:4700:0:0:0:0:1111]/", "http://[2606:4700:4700::1111]/"),
        ("http://wiki.corp/page", "http://wiki.corp/page"),
    ],
)
def test_one_canonical_spelling(text: str, canonical: str) -> None:
    assert parse_url(text).url == canonical


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", UrlReason.SCHEME),
        ("example.com", UrlReason.SCHEME),
        ("javascript:alert(1)", UrlReason.SCHEME),
        ("http+unix://%2fvar%2frun/x", UrlReason.SCHEME),
        ("view-source:http://example.com/", UrlReason.SCHEME),
        ("http:example.com", UrlReason.AUTHORITY),
        ("http:///example.com", UrlReason.AUTHORITY),
        ("http://", UrlReason.AUTHORITY),
        ("http:\\\\127.0.0.1/", UrlReason.BACKSLASH),
        ("https://example.com/a\\b", UrlReason.BACKSLASH),
        ("https://nature.com@evil.example/", UrlReason.USERINFO),
        ("https://@example.com/", UrlReason.USERINFO),
        ("https://exam\tple.com/", UrlReason.CONTROL_CHARACTER),
        ("https://example.com/\r\nHost: evil", UrlReason.CONTROL_CHARACTER),
        (" https://example.com/", UrlReason.CONTROL_CHARACTER),
        ("https://example.com/\u202egpj.exe", UrlReason.CONTROL_CHARACTER),
        ("https://exa\u200bmple.com/", UrlReason.CONTROL_CHARACTER),
        ("https://example.com/\ud800", UrlReason.NOT_TEXT),
        ("https://example.com:/", UrlReason.PORT),
        ("https://example.com:0/", UrlReason.PORT),
        ("https://example.com:080/", UrlReason.PORT),
        ("https://example.com:80:8080/", UrlReason.PORT),
        ("https://example.com:65536/", UrlReason.PORT),
        ("https://example.com:８０/", UrlReason.PORT),
        ("https://exa_mple.com/", UrlReason.HOST_SYNTAX),
        ("https://-example.com/", UrlReason.HOST_SYNTAX),
        ("https://example..com/", UrlReason.HOST_SYNTAX),
        ("https://example.com../", UrlReason.HOST_SYNTAX),
        ("https://ex%61mple.com/", UrlReason.HOST_SYNTAX),
        ("https://example.com;evil/", UrlReason.HOST_SYNTAX),
        ("https://" + "a" * 64 + ".com/", UrlReason.HOST_LENGTH),
        ("https://" + "a." * 127 + "com/", UrlReason.HOST_LENGTH),
        ("https://2130706433/", UrlReason.NUMERIC_HOST),
        ("https://0x7f.1/", UrlReason.NUMERIC_HOST),
        ("https://0X7F.0.0.1/", UrlReason.NUMERIC_HOST),
        ("https://127.0.0.01/", UrlReason.NUMERIC_HOST),
        ("https://127.0.0.1./", UrlReason.NUMERIC_HOST),
        ("https://1.2.3.256/", UrlReason.NUMERIC_HOST),
        ("https://example.1/", UrlReason.NUMERIC_HOST),
        ("https://①②⑦.⓪.⓪.①/", UrlReason.INTERNATIONAL),
        ("https://ｅxample.com/", UrlReason.INTERNATIONAL),
        ("https://wi\u212ai.org/", UrlReason.INTERNATIONAL),
        ("https://\u03f4.example/", UrlReason.INTERNATIONAL),  # a symbol whose lower case is the letter theta
        ("https://例え。jp/", UrlReason.INTERNATIONAL),
        ("https://xn--a/", UrlReason.INTERNATIONAL),
        ("https://[::1/", UrlReason.ADDRESS_SYNTAX),
        ("https://[::1]evil.com/", UrlReason.ADDRESS_SYNTAX),
        ("https://[fe80::1%25eth0]/", UrlReason.ADDRESS_SYNTAX),
        ("https://[127.0.0.1]/", UrlReason.ADDRESS_SYNTAX),
        ("https://[v1.a]/", UrlReason.ADDRESS_SYNTAX),
        ("https://::1/", UrlReason.PORT),
        ("https://example.com/" + "a" * 9_000, UrlReason.TOO_LONG),
    ],
)
def test_a_second_reading_is_a_refusal(text: str, reason: UrlReason) -> None:
    with pytest.raises(UnsafeUrl) as refused:
        parse_url(text)
    assert refused.value.reason == reason


def test_the_fragment_is_for_the_reader_and_not_for_the_server() -> None:
    url = parse_url("https://example.com/a#sec 2")
    assert (url.url, url.href) == ("https://example.com/a", "https://example.com/a#sec%202")


def test_the_host_header_names_an_odd_port() -> None:
    assert parse_url("http://[2606:4700::1]:8080/").authority == "[2606:4700::1]:8080"
    assert parse_url("https://example.com:443/").authority == "example.com"


@pytest.mark.parametrize(
    ("reference", "target"),
    [
        ("/article/full", "https://start.example.com/article/full"),
        ("?page=2", "https://start.example.com/a/r?page=2"),
        ("../up", "https://start.example.com/up"),
        ("next", "https://start.example.com/a/next"),
        ("", "https://start.example.com/a/r?q=1"),
        ("#top", "https://start.example.com/a/r?q=1"),
        ("//www.example.org/x", "https://www.example.org/x"),
        ("http://www.example.org/x", "http://www.example.org/x"),
    ],
)
def test_references_resolve_as_rfc_3986_says(reference: str, target: str) -> None:
    assert parse_url("https://start.example.com/a/r?q=1").join(reference).url == target


@pytest.mark.parametrize(
    "reference", ["/\\evil.example/", "//user@evil.example/", "javascript:x", "/a\nb", "//2130706433/"]
)
def test_references_are_read_as_strictly_as_urls(reference: str) -> None:
    with pytest.raises(UnsafeUrl):
        parse_url("https://start.example.com/").join(reference)


def _read(text: str) -> SafeUrl | None:
    try:
        return parse_url(text)
    except UnsafeUrl:
        return None


@given(
    st.text(st.characters(), max_size=60),
    st.sampled_from(["", "http://", "https://", "https://a.example/", "http://["]),
)
def test_whatever_is_accepted_is_a_fixed_point_in_ascii(text: str, prefix: str) -> None:
    url = _read(prefix + text)
    if url is not None:
        assert url.href.isascii()
        assert parse_url(url.href) == url
        assert url.href.split("/")[2] == url.authority


@given(st.text(st.sampled_from("/.%2eE?#ab"), max_size=40))
def test_no_path_climbs_or_keeps_dot_segments(path: str) -> None:
    url = parse_url("https://example.com/" + path)
    segments = url.path_query.partition("?")[0].lower().replace("%2e", ".").split("/")
    assert "." not in segments and ".." not in segments
