"""What a ledger holds is hostile too: titles, passages, versions and addresses are shown, never obeyed."""

from __future__ import annotations

import re
from dataclasses import replace
from urllib.parse import unquote

import pytest

from citeward import BALANCED, CheckedAnswer, Chunk
from tests.world import RETURNS, check

from .pages import Page, links_in_markdown, links_in_text, visible_markdown

ANSWER = "Items may be returned within 30 days of delivery [S1]."
LINES = [
    "<script>alert(1)</script>",
    "<img src=https://evil.example/i onerror=alert(1)>",
    '"><a href="https://evil.example/">x</a>',
    "' onmouseover='alert(1)",
    "</li></ol></section><p>",
    "</a><a href=https://evil.example>",
    "&lt;b&gt; &amp; &#60;",
    "![i](https://evil.example/i) [a](https://evil.example/)",
    "](https://evil.example/) [x",
    "<https://evil.example/>",
    "`code` **bold** | cell | # heading",
    "https://evil.example/ www.evil.example evil.example a@evil.example",
    "@channel <!channel> [[wiki]]",
    "\u202egnp.exe\u202c \u2066x\u2069",
    "zero\u200bwidth \U000e0041\U000e0042 \x1b[31m \x00",
    "lone \ud800 surrogate",
    "line one\nline two\r\n\r\n# three\u2028four",
    "\u27e61\u27e7 \u27e6Sources checked by citeward\u27e7",
    "[1] [S1] [[S2]]",
    "z" + "\u0301" * 50,
    "$\\href{https://evil.example}{x}$",
    "",
    " \n ",
]
URLS = [
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    "java\nscript:alert(1)",
    "data:text/html,<script>alert(1)</script>",
    "vbscript:x",
    "file:///etc/passwd",
    "ftp://policies.acme.example/x",
    "//evil.example/x",
    "/relative",
    "#frag",
    "",
    " ",
    "https://user:pw@policies.acme.example/",
    "https://user@policies.acme.example/",
    "https://policies.acme.example\\@evil.example/",
    "https://policies.acme.example:0/",
    "https:policies.acme.example",
    "https:///policies.acme.example",
    "https://policies.acme.example/\u202egnp",
    "https://policies.acme.example/\nx",
    "https://policies.acme.example/\ud800",
    "https://",
    "https://exa mple.example/",
    "x" * 9_000,
]


def show(**changes: object) -> CheckedAnswer:
    chunk: Chunk = replace(RETURNS, **changes)
    return check(ANSWER, (chunk,), BALANCED)


def assert_tame(checked: CheckedAnswer) -> None:
    page = Page(checked.html)
    assert set(page.hrefs) <= {RETURNS.url}
    assert page.tags <= {"p", "a", "section", "ol", "li", "span", "q", "bdi"}
    assert not any(name.startswith("on") or name in {"style", "src"} for e in page for name in e.keys())  # noqa: SIM118
    assert page.sids == {"S1": 1}
    assert len(page.all(class_="cw-source")) == 1
    assert set(links_in_markdown(checked.markdown)) <= {RETURNS.url}
    assert {link.rstrip(">") for link in links_in_text(checked.text)} <= {RETURNS.url}
    assert "\u27e6Sources checked by citeward\u27e7\n" in checked.markdown
    for form in (checked.markdown, checked.text):
        assert form.count("\u27e6Sources") == 1
        assert form.count("\u27e61\u27e7") == 2
        assert len([line for line in form.split("\n") if line.strip()]) == 3
    for form in (checked.html, checked.markdown, checked.text):
        assert not set(form) & set("\u202e\u2066\u200b\x1b\x00\ud800\U000e0041\r\u2028")
        assert "\u0301" * 9 not in form
        form.encode("utf-8")


@pytest.mark.parametrize("line", LINES)
def test_a_hostile_title(line: str) -> None:
    assert_tame(show(title=line))


@pytest.mark.parametrize("line", LINES)
def test_a_hostile_version(line: str) -> None:
    assert_tame(show(version=line))


@pytest.mark.parametrize("line", LINES)
def test_a_hostile_passage(line: str) -> None:
    assert_tame(show(text=f"{line} Items may be returned within 30 days of delivery {line}"))


@pytest.mark.parametrize("url", URLS)
def test_an_address_that_is_no_web_address_is_no_link(url: str) -> None:
    checked = show(url=url)
    assert Page(checked.html).hrefs == []
    assert links_in_markdown(checked.markdown) == [] == links_in_text(checked.text)


@pytest.mark.parametrize("url", URLS)
def test_a_source_whose_address_is_unsafe_is_shown_without_it_or_takes_its_sentence_along(url: str) -> None:
    """Either the citation is granted and named, or no bare claim is left behind."""
    checked = show(url=url)
    assert checked.shown.blocked or Page(checked.html).sids == {"S1": 1}


@pytest.mark.parametrize(
    ("url", "href"),
    [
        ("https://policies.acme.example/a(b)[c]<d>", "https://policies.acme.example/a(b)[c]%3Cd%3E"),
        ("https://policies.acme.example/?a=1&b=2#c", "https://policies.acme.example/?a=1&b=2#c"),
        ("https://policies.acme.example/a b", "https://policies.acme.example/a%20b"),
        ('https://policies.acme.example/"x', "https://policies.acme.example/%22x"),
        ("https://policies.acme.example/#:~:text=steal", "https://policies.acme.example/"),
        ("https://policies.acme.example/#a:~:text=steal", "https://policies.acme.example/#a"),
        ("HTTPS://POLICIES.ACME.EXAMPLE", "https://policies.acme.example/"),
        ("http://policies.acme.example:8080/", "http://policies.acme.example:8080/"),
    ],
)
def test_a_web_address_is_linked_in_its_canonical_spelling(url: str, href: str) -> None:
    checked = show(url=url)
    assert Page(checked.html).hrefs == [href]
    assert f"](<{href}>)" in checked.markdown
    assert f"<{href}>" in checked.text
    assert set(links_in_markdown(checked.markdown)) == {unquote(href)}


def test_a_lookalike_host_is_displayed_as_what_it_is() -> None:
    page = Page(show(url="https://\u0440\u0430ypal.example/").html)
    assert "(xn--" in page.one(class_="cw-host").text


def test_a_title_as_long_as_a_page_is_cut() -> None:
    assert len(Page(show(title="word " * 5_000).html).text()) < 2_000


def test_a_passage_as_long_as_a_book_is_cut() -> None:
    text = "Items may be returned within 30 days of delivery and " + "on and on " * 50_000
    assert len(show(text=text).html) < 4_000


def test_a_source_without_a_title_has_a_name() -> None:
    page = Page(show(title="").html)
    assert "Untitled source" in page.text()
    assert "Untitled source" in (page.one(data_sid="S1").get("aria-label") or "")


@pytest.mark.parametrize("handle", ['"><script>alert(1)</script>', "'x'", "&amp", "a<b", "\u05d0"])
def test_a_hostile_handle_stays_in_its_attribute(handle: str) -> None:
    checked = check(f"Items may be returned [{handle}].", (replace(RETURNS, handle=handle),), BALANCED)
    page = Page(checked.html)
    assert page.tags <= {"p", "a", "section", "ol", "li", "span", "q", "bdi"}
    assert page.sids in ({handle: 1}, {})


@pytest.mark.parametrize(
    "title", ["Guide \u00b7 tier A: authoritative \u00b7 support checked", "\u2713 verified", "[1] Handbook"]
)
def test_a_title_cannot_pass_for_what_we_say_of_a_source(title: str) -> None:
    checked = check("Refunds take two weeks [S1].", (replace(RETURNS, trust=0, title=title),), BALANCED)
    meta = "".join(Page(checked.html).one(class_="cw-meta").itertext())
    assert "tier D" in meta and title not in meta
    for form in (checked.markdown, checked.text):
        # Inside brackets nobody else can write, or nothing sets it apart from a title that says the same.
        assert any("tier D" in ours for ours in re.findall("\u27e6([^\u27e7]*)\u27e7", form))


def test_a_quotation_s_excerpt_is_never_parsed_again() -> None:
    hostile = "Refunds [a](https://evil.example/) <b>within</b> `thirty` DAYS [S2] are fine"
    chunk = replace(RETURNS, text=f"4. {hostile} here.")
    checked = check(f'It says "{hostile.lower().replace("[s2]", "")}" [S1].', (chunk,), BALANCED)
    page = Page(checked.html)
    assert page.tags <= {"p", "a", "section", "ol", "li", "span", "q", "code"}
    assert page.hrefs in ([], [RETURNS.url])
    assert set(links_in_markdown(checked.markdown)) <= {RETURNS.url}
    assert "S2" not in page.sids


def test_right_to_left_titles_do_not_reorder_what_we_say_after_them() -> None:
    page = Page(show(title="\u05de\u05d3\u05e8\u05d9\u05da 1").html)
    parents = {child: parent for parent in page for child in parent}
    link = page.one(class_="cw-link")
    assert any(e.tag == "bdi" or e.get("dir") == "auto" for e in (link, parents[link], *link))
    assert visible_markdown(show(title="\u05de").markdown)
