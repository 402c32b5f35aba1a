"""A URL an operator asked about, over loopback."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest

from citeward.fetch import BudgetLimits, Fetcher, FetchPolicy
from citeward.hosts import HostPolicy
from citeward.references import Page, is_plain_url, look_at

from .loopback import Loopback, Says

PAGE = "<!doctype html><html><head><title>Tides &amp; times</title></head><body><p>High water.</p></body></html>"
HTML = {"Content-Type": "text/html; charset=utf-8"}


async def look(world: Loopback, url: str, deny: Sequence[str] = ()) -> Page:
    policy = FetchPolicy(hosts=HostPolicy.of(allow=None, deny=list(deny)), total_seconds=3.0)
    async with world.serving():
        return await look_at(url, Fetcher(policy, resolver=world, dialler=world))


def world(**says: Says) -> Loopback:
    found = Loopback()
    for path, reply in says.items():
        found.known["www.example.com", f"/{path}"] = reply
    return found


async def test_a_page_is_there_with_its_title_and_what_was_checked() -> None:
    page = await look(world(a=Says("", 302, {"Location": "/b"}), b=Says(PAGE, 200, HTML)), "http://www.example.com/a")
    assert (page.verdict, page.reason, page.status) == ("reachable", "status_200", 200)
    assert (page.final_url, page.passed_urls) == ("http://www.example.com/b", ("http://www.example.com/a",))
    assert page.title == "Tides & times"
    assert (page.content_type, page.size) == ("text/html", len(PAGE))
    assert page.checked == (
        "syntax", "port", "public_name", "host_policy", "budget", "addresses", "reply", "size", "redirects"
    ), "no certificate was checked over http"  # fmt: skip


async def test_a_page_that_is_gone_is_not_found() -> None:
    assert (await look(world(a=Says("", 404)), "http://www.example.com/a")).verdict == "not_found"
    assert (await look(world(a=Says("", 410)), "http://www.example.com/a")).verdict == "not_found"


async def test_a_server_in_trouble_says_nothing_about_its_page() -> None:
    page = await look(world(a=Says("", 503)), "http://www.example.com/a")
    assert (page.verdict, page.reason) == ("unknown", "status_503")


@pytest.mark.parametrize(
    ("url", "reason", "checked"),
    [
        ("http://user@www.example.com/", "unsafe_url", 0),
        ("http://www.example.com:8080/", "port", 1),
        ("http://intranet/", "local_name", 2),
        ("http://denied.example.org/", "host_not_allowed", 3),
        ("http://169.254.169.254/latest", "address", 5),
    ],
)
async def test_what_a_check_stops_is_refused_and_nothing_is_sent(url: str, reason: str, checked: int) -> None:
    nowhere = Loopback()
    page = await look(nowhere, url, deny=["denied.example.org"])
    assert (page.verdict, page.reason, len(page.checked)) == ("refused", reason, checked)
    assert not nowhere.asked


async def test_a_redirect_inward_is_refused_where_it_points() -> None:
    page = await look(world(a=Says("", 302, {"Location": "http://10.0.0.1/admin"})), "http://www.example.com/a")
    assert (page.verdict, page.reason, page.final_url) == ("refused", "address", "http://10.0.0.1/admin")


async def test_a_name_that_does_not_resolve_is_unknown() -> None:
    nowhere = Loopback()
    nowhere.dns_fails = {"www.example.com"}
    assert (await look(nowhere, "http://www.example.com/a")).verdict == "unknown"


async def test_a_used_up_budget_says_nothing_about_a_page() -> None:
    found = world(a=Says(PAGE, 200, HTML), b=Says(PAGE, 200, HTML))
    policy = FetchPolicy(hosts=HostPolicy.of(allow=None))
    async with found.serving():
        fetcher = Fetcher(policy, limits=BudgetLimits(per_host_minute=1), resolver=found, dialler=found)
        pages = [await look_at(f"http://www.example.com/{path}", fetcher) for path in "ab"]
    assert [(page.verdict, page.reason) for page in pages] == [("reachable", "status_200"), ("unknown", "budget")]


async def test_a_page_without_a_text_has_no_title_and_is_still_there() -> None:
    page = await look(world(a=Says("\0\1\2", 200, {"Content-Type": "image/png"})), "http://www.example.com/a")
    assert (page.verdict, page.title) == ("reachable", "")


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("https://example.com/report", True),
        ("HTTP://EXAMPLE.COM/", True),
        ("https://doi.org/10.1000/182", False),
        ("https://arxiv.org/abs/2101.00001", False),
        ("https://pubmed.ncbi.nlm.nih.gov/11122233/", False),
        ("see https://example.com/report", False),
        ("https://example.com/report and more", False),
        ("10.1000/182", False),
    ],
)
def test_a_plain_url_is_told_from_a_registered_works(text: str, plain: bool) -> None:
    assert is_plain_url(text) is plain


async def test_a_look_ends_within_its_deadline() -> None:
    async def hang(*_: object) -> None:
        await asyncio.sleep(60)

    slow = Loopback()
    slow.behaviours["www.example.com"] = hang
    policy = FetchPolicy(hosts=HostPolicy.of(allow=None), total_seconds=0.3)
    async with slow.serving(), asyncio.timeout(5.0):
        page = await look_at("http://www.example.com/a", Fetcher(policy, resolver=slow, dialler=slow))
    assert (page.verdict, page.reason, page.checked) == ("unknown", "deadline", ())
