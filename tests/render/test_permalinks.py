"""Permalinks in rendered answers: one for each granted citation, only where a record is kept, and made by us alone."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citeward import CheckedAnswer, Policy
from citeward.policy import STRICT
from citeward.render import Permalinks
from citeward.rows import render_row
from citeward.verify import InMemorySink
from tests.world import FORUM, RETURNS, SHIPPING, gate, seen

from .pages import Page, links_in_markdown, links_in_text

LINKS = Permalinks.at("https://answers.acme.example/c/")
ANSWER = "Items may be returned within 30 days [S1]. Labels are free within the EU [S2]. Software stays [S1]."


def check(
    links: Permalinks | None, answer: str = ANSWER, policy: Policy = STRICT, *, kept: bool = True
) -> CheckedAnswer:
    guard = replace(gate(policy=policy), sink=InMemorySink() if kept else None, permalinks=links)
    return guard.check(answer, seen((RETURNS, SHIPPING, FORUM)))


def permalinks(checked: CheckedAnswer) -> list[str]:
    return [element.get("href") or "" for element in Page(checked.html).all(class_="cw-permalink")]


def test_every_granted_citation_has_its_own() -> None:
    checked = check(LINKS)
    first, second, third = (LINKS.of(record.id) for record in checked.records)
    assert permalinks(checked) == [first, third, second]  # below the source each is of
    for format_links in (links_in_markdown(checked.markdown), links_in_text(checked.text)):
        assert {first, second, third} <= set(format_links)


def test_a_citation_that_was_not_granted_has_none() -> None:
    checked = check(LINKS, "Items may be returned within 30 days [S1]. Refunds take a week [S9].")
    granted, refused = checked.records
    assert permalinks(checked) == [LINKS.of(granted.id)]
    assert refused.id not in checked.html + checked.markdown + checked.text


@pytest.mark.parametrize(("links", "kept"), [(LINKS, False), (None, True)])
def test_there_are_none_without_a_record_or_without_a_base(links: Permalinks | None, kept: bool) -> None:
    checked, plain = check(links, kept=kept), check(None, kept=False)
    assert permalinks(checked) == []
    assert (checked.markdown, checked.text) == (plain.markdown, plain.text)


def test_a_path_of_our_own_site_stays_on_our_own_site() -> None:
    checked = check(Permalinks.at("/c/"))
    assert permalinks(checked)[0] == f"/c/{checked.records[0].id}"
    assert "/c/" not in checked.markdown + checked.text


def test_markers_are_still_all_that_carries_a_source_id() -> None:
    assert Page(check(LINKS).html).sids == {"S1": 2, "S2": 1}


def test_a_streamed_answer_ends_with_the_same_links() -> None:
    guard = replace(gate(), sink=InMemorySink(), permalinks=LINKS)
    stream = guard.stream(seen((RETURNS, SHIPPING)), keep=True)
    events = [*stream.feed(ANSWER), *stream.finish()]
    checked = events[-1].checked  # type: ignore[union-attr]
    assert checked is not None
    for record in checked.records:
        assert f'href="{LINKS.of(record.id)}"' in events[-1].html  # type: ignore[union-attr]
        assert f'href="{LINKS.of(record.id)}"' in checked.html


def test_the_render_command_knows_of_no_records() -> None:
    shown = render_row({"id": 1, "input": ANSWER, "ledger": {"S1": {"text": RETURNS.text}, "S2": {"text": "x"}}})
    assert "cw-permalink" not in shown["html"]


@pytest.mark.parametrize(
    "base", ["https://answers.acme.example/c/", "https://a.example:8443/", "/c/", "/", "/a-b/c.d/"]
)
def test_a_base_is_an_https_url_or_a_path(base: str) -> None:
    assert Permalinks.at(base).of("id") == base + "id"


@pytest.mark.parametrize(
    "base",
    [
        "", "c/", "//evil.example/c/", "/../c/", "/./", "/c", "/c/?id=", "/c/#", "/%2e%2e/", "/a b/", "/<>/",
        "/\\evil.example/",
        "http://answers.acme.example/c/", "https://answers.acme.example/c", "https://answers.acme.example/c/?id=",
        "https://answers.acme.example/c/#a/", "https://user@answers.acme.example/c/", "javascript:alert(1)//",
    ],
)  # fmt: skip
def test_anything_else_is_none(base: str) -> None:
    with pytest.raises(ValueError, match=r"is no safe URL|is not https|does not end in a slash"):
        Permalinks.at(base)


@given(st.text())
def test_an_id_never_leaves_its_place(citation: str) -> None:
    found = LINKS.of(citation)
    if found is not None:
        rest = found.removeprefix(LINKS.base)
        assert rest not in ("", ".", "..")
        assert not set(rest) & set("/?#\\ \"'<>&")
