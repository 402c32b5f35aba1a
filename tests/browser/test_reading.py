"""Reading with a keyboard and with assistive technology."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page

from citeward import BALANCED
from tests.world import FORUM, RETURNS, SHIPPING, check

from .reader import Reader

pytestmark = pytest.mark.browser

CHUNKS = (RETURNS, SHIPPING, FORUM)
ANSWER = "Items may be returned [S1]. Labels are free [S2][S1].\n\n- Two weeks [S3].\n"
ROLE = "() => document.activeElement.getAttribute('role') || document.activeElement.className"
TARGET = "() => (document.querySelector(':target') || {}).id || ''"


def html() -> str:
    return check(ANSWER, CHUNKS, BALANCED).html


def follow(page: Page, link: Locator) -> str:
    """Follows a link with the keyboard and tells which element it led to."""
    link.focus()
    page.keyboard.press("Enter")
    return str(page.evaluate(TARGET))


def test_a_reader_tabs_through_citations_and_then_sources_in_order(reader: Reader) -> None:
    def tab(page: Page) -> str:
        page.keyboard.press("Tab")
        return str(page.evaluate(ROLE))

    reader.show(html())
    stops = [reader.do(tab) for _ in range(11)]
    assert stops == ["doc-noteref"] * 4 + ["cw-link", "doc-backlink", "doc-backlink"] + ["cw-link", "doc-backlink"] * 2


@pytest.mark.parametrize("index", range(4))
def test_a_citation_leads_to_its_source_and_the_source_leads_back(reader: Reader, index: int) -> None:
    def there_and_back(page: Page) -> tuple[str, str, str, str]:
        chip = page.locator("[role=doc-noteref]").nth(index)
        name = chip.get_attribute("id") or ""
        item = follow(page, chip)
        kind = str(page.evaluate("(id) => document.getElementById(id).localName", item))
        return chip.get_attribute("data-sid") or "", kind, name, follow(page, page.locator(f"li [href='#{name}']"))

    reader.show(html())
    handle, kind, name, back = reader.do(there_and_back)
    assert handle == ["S1", "S2", "S1", "S3"][index]
    assert kind == "li"
    assert back == name
    assert reader.requests == []


def test_assistive_technology_hears_what_is_seen(reader: Reader) -> None:
    reader.show(html())
    tree = reader.tree()
    named = {role: [node["name"] for node in tree if node["role"] == role] for role in {node["role"] for node in tree}}
    assert len(named["doc-noteref"]) == 4
    assert all("Source" in name and "tier" in name and "retriev" in name for name in named["doc-noteref"])
    assert "Returns policy" in named["doc-noteref"][0] and "Shipping guide" in named["doc-noteref"][1]
    (notes,) = named["doc-endnotes"]
    assert notes
    assert len(named["doc-backlink"]) == 4 == len(set(named["doc-backlink"]))
    assert named["link"] and all(name.strip() for name in named["link"])
    # Chromium reports the plain items of a list of endnotes as endnotes.
    assert len(named["listitem"] + named.get("doc-endnote", [])) == 1 + 3


def test_two_answers_share_a_page(reader: Reader) -> None:
    reader.show(html(), html())
    ids = reader.do(lambda page: page.evaluate("() => [...document.querySelectorAll('[id]')].map((e) => e.id)"))
    assert len(ids) == len(set(ids))
    for answer in ("#answer", "#answer1"):
        target = reader.do(lambda page, answer=answer: follow(page, page.locator(f"{answer} [role=doc-noteref]").first))
        assert reader.do(lambda page, at=f"{answer} #{target}": page.locator(at).count()) == 1


def test_a_blocked_answer_is_heard_as_a_notice(reader: Reader) -> None:
    reader.show(check("Refunds are free for life [S9].", CHUNKS).html)
    assert [node["role"] for node in reader.tree()].count("note") == 1
    assert reader.do(lambda page: page.locator("#answer").inner_text()).strip() == "This answer cannot be shown."


def test_a_source_link_opens_nothing_by_itself_and_tells_nobody_where_it_stood(reader: Reader) -> None:
    reader.show(check("Items may be returned [S1].", CHUNKS, BALANCED).html)
    link = "a.cw-link"
    assert reader.do(lambda page: page.locator(link).get_attribute("href")) == RETURNS.url
    assert reader.do(lambda page: page.locator(link).get_attribute("referrerpolicy")) == "no-referrer"
    assert reader.requests == []
