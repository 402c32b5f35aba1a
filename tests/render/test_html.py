"""HTML: one escape, a fixed table of tags, links from the ledger only, and names for everything a reader can reach."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from citeward import BALANCED, PERMISSIVE, CheckedAnswer
from citeward.render import Shown, escape, html
from tests.world import DRAFT, FORUM, RETURNS, SHIPPING, check, listed

from .pages import Page

DATED = replace(RETURNS, retrieved_at=datetime(2026, 1, 31, 12, tzinfo=UTC))
CHUNKS = (DATED, SHIPPING, FORUM)
ANSWER = "Items may be returned [S1]. Labels are free [S2][S1]. Refunds take two weeks [S3]."


def show(answer: str = ANSWER) -> CheckedAnswer:
    return listed(answer, CHUNKS, BALANCED)


def test_the_one_escape() -> None:
    assert escape("<a href=\"x\" title='y'>&amp;") == "&lt;a href=&quot;x&quot; title=&#39;y&#39;&gt;&amp;amp;"


def test_every_granted_marker_and_nothing_else_carries_its_handle() -> None:
    page = Page(show(ANSWER + " Wrong [S9]. `[S1]` [S1](https://evil.example/) \\[S2\\]").html)
    assert page.sids == {"S1": 2, "S2": 1, "S3": 1}
    assert {e.tag for e in page if e.get("data-sid")} == {"a"}


def test_a_citation_is_a_note_reference_to_its_item_of_the_list() -> None:
    page = Page(show().html)
    ids = {element.get("id"): element for element in page if element.get("id")}
    for chip in page.all(role="doc-noteref"):
        target = ids[(chip.get("href") or "").removeprefix("#")]
        assert target.tag == "li"
        assert chip.text == f"⟦{chip.get('href').rpartition('-s')[2]}{'?' if chip.get('data-sid') == 'S3' else ''}⟧"


def test_every_source_leads_back_to_each_of_its_citations() -> None:
    page = Page(show().html)
    chips = {chip.get("id") for chip in page.all(role="doc-noteref")}
    backs = [(back.get("href") or "").removeprefix("#") for back in page.all(role="doc-backlink")]
    assert sorted(backs) == sorted(chip for chip in chips if chip)


def test_sources_are_a_plain_list_in_a_section_of_endnotes() -> None:
    page = Page(show().html)
    section = page.one(role="doc-endnotes")
    assert section.tag == "section"
    assert section.get("aria-label")
    (listed,) = [child for child in section if child.tag in {"ol", "ul"}]
    assert [item.tag for item in listed] == ["li"] * 3
    assert not page.all(role="doc-endnote") and not page.all(role="doc-biblioentry")


def test_everything_a_reader_can_reach_has_a_name() -> None:
    page = Page(show().html)
    for element in page:
        if element.tag == "a":
            assert (element.get("aria-label") or "".join(element.itertext())).strip()


def test_a_citation_s_name_tells_source_tier_date_and_what_was_checked() -> None:
    chip = Page(show().html).all(data_sid="S1")[0]
    name = chip.get("aria-label") or ""
    for words in ("Returns policy", "tier A", "2026-01-31", "support not checked", "policies.acme.example"):
        assert words in name


def test_every_item_states_tier_date_and_support() -> None:
    items = ["".join(item.itertext()) for item in Page(show().html).all(class_="cw-source")]
    assert [("tier A" in i, "tier B" in i, "tier D" in i) for i in items] == [
        (True, False, False),
        (False, True, False),
        (False, False, True),
    ]
    assert "retrieved 2026-01-31" in items[0]
    assert "retrieval date unknown" in items[1]
    assert all("listed, support not checked" in item for item in items)


def test_the_destination_stands_next_to_every_link_out() -> None:
    page = Page(show().html)
    parents = {child: parent for parent in page for child in parent}
    for element in page:
        if element.tag == "a" and not (element.get("href") or "").startswith("#"):
            text = "".join(parents[element].itertext())
            assert f"({(element.get('href') or '').split('/')[2]})" in text
            assert {"noopener", "noreferrer"} <= set((element.get("rel") or "").split())


def test_tier_0_looks_different() -> None:
    page = Page(show().html)
    assert page.one(data_sid="S3").text == "⟦3?⟧"
    assert "cw-tier-d" in (page.one(data_sid="S3").get("class") or "")


def test_no_support_check_never_looks_like_one() -> None:
    text = show().html
    assert "support checked" not in text.replace("support not checked", "")


def test_the_fragment_needs_no_repair_and_holds_nothing_active() -> None:
    html = show(
        ANSWER
        + "\n\n# H\n\n- a\n  1. b\n\n> c\n\n| d | e |\n|:--|--:|\n| f | |\n\n```js\ng()\n```\n\n---\n\n"
        + "$h$ ~~i~~  \nj <b>k</b>"
    ).html
    page = Page(html)
    assert not page.tags & {
        "script",
        "style",
        "form",
        "input",
        "button",
        "iframe",
        "img",
        "svg",
        "object",
        "link",
        "base",
    }
    assert not any(name.startswith("on") or name == "style" for e in page for name in e.keys())  # noqa: SIM118
    assert "<b>k</b>" in page.text()


@pytest.mark.parametrize(
    ("answer", "markup"),
    [
        ("# a", "<h1>a</h1>"),
        ("###### a", "<h6>a</h6>"),
        ("a  \nb", "a<br>\nb"),
        ("3. a", '<ol start="3"><li>a</li>'),
        ("1. a", "<ol><li>a</li>"),
        ("~~a~~ **b** *c*", "<del>a</del> <strong>b</strong> <em>c</em>"),
        ("```c++\nx\n```", '<pre><code class="language-c++">x\n</code></pre>'),
        ('```"><script>\nx\n```', "<pre><code>x\n</code></pre>"),
        ("`a<b`", "<code>a&lt;b</code>"),
        ("| a |\n|:-:|\n| b |", '<table><thead><tr><th class="cw-center">a</th></tr></thead>'),
        ("a < b && c", "a &lt; b &amp;&amp; c"),
        ("<div>\na\n</div>\n\nb", "<p>&lt;div&gt;\na\n&lt;/div&gt;\n</p>\n<p>b</p>"),
    ],
)
def test_elements(answer: str, markup: str) -> None:
    assert markup in listed(answer, CHUNKS, PERMISSIVE).html


def test_ids_are_unique_and_begin_with_the_answer_s_own_prefix() -> None:
    one, two = show().html, show().html
    ids = [element.get("id") for page in (Page(one), Page(two)) for element in page if element.get("id")]
    assert len(ids) == len(set(ids)) == 2 * (4 + 3)


def test_two_prefixes_never_make_the_same_id() -> None:
    shown = show().shown
    prefixes = ["cw", "cw-s1", "cw-r1", "cw-r1-1", "cw-s"]
    ids = [e.get("id") for prefix in prefixes for e in Page(html(shown, prefix=prefix)) if e.get("id")]
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize("prefix", ["", "1a", "A", 'a"', "a b", "a" * 99, "\u00e9", "a\n"])
def test_a_prefix_that_could_break_out_is_refused(prefix: str) -> None:
    with pytest.raises(ValueError, match="prefix"):
        html(Shown((), ()), prefix=prefix)


def test_a_blocked_answer_is_one_constant_notice() -> None:
    notices = {
        (checked.html, checked.markdown, checked.text)
        for checked in (
            check("The window will be 14 days [S4].", (RETURNS, DRAFT)),
            check("Long. Answer with `code` [S1]. And [S4] more.\n\n- list", (RETURNS, DRAFT)),
            check("Refunds are free for life [S9].", (RETURNS,)),
            check("[S4]", (replace(DRAFT, title="Secret", text="Secret", url="https://secret.example/"),)),
        )
    }
    assert len(notices) == 1
    (notice,) = notices
    assert all("cannot be shown" in form for form in notice)
    assert not any("draft" in form.lower() or "secret" in form.lower() for form in notice)


def test_a_failing_marker_never_looks_like_a_citation() -> None:
    page = Page(check("Refunds are free for life [S9].", CHUNKS, PERMISSIVE).html)
    assert page.all(role="doc-noteref") == [] and page.all(role="doc-endnotes") == []
    assert page.body == "Refunds are free for life. (not supported by a source)"


def test_a_snippet_is_the_cited_span_and_no_more() -> None:
    chunk = replace(
        RETURNS, text="Opened software is excluded. Items may be returned within 30 days. " + "Other rules. " * 99
    )
    page = Page(check("Items may be returned within 30 days [S1].", (chunk,)).html)
    (snippet,) = page.all(class_="cw-snippet")
    assert snippet.text == "Items may be returned within 30 days."
