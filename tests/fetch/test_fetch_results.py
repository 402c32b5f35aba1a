"""Snapshots, the cache and the budgets."""

from __future__ import annotations

import hashlib
from datetime import UTC, datetime

import pytest

from citeward.fetch import (
    AnswerBudget,
    BudgetLimits,
    FetchFailed,
    FetchReason,
    FetchRefused,
    MinuteBudgets,
    ResultCache,
    Snapshot,
)
from citeward.hosts import parse_url

from .fetch_world import PUBLIC, Visit, World

pytestmark = pytest.mark.asyncio
BODY = "Ünder §12".encode()
MORNING = datetime(2026, 11, 29, 8, 0, tzinfo=UTC)


async def page(visit: Visit) -> None:
    await visit.reply(BODY, Content_Type="Text/Plain; charset=utf-8", ETag='"1"', Set_Cookie="id=1", X_Long="y" * 9_000)


class Shelf:
    """A sink that remembers."""

    def __init__(self) -> None:
        self.kept: list[tuple[str, Snapshot]] = []

    async def store(self, tenant: str, snapshot: Snapshot) -> None:
        self.kept.append((tenant, snapshot))


async def test_a_snapshot_says_what_was_there_and_when(world: World) -> None:
    world.knows(ok=PUBLIC)
    shelf = Shelf()
    fetcher = world.fetcher(sink=shelf, clock=lambda: MORNING)
    async with world.serving(page):
        snapshot = await fetcher.fetch("https://ok.example.com/a#b", tenant="t", answer=fetcher.answer_budget())
    assert snapshot == Snapshot(
        requested_url="https://ok.example.com/a",
        final_url="https://ok.example.com/a",
        passed_urls=(),
        status=200,
        headers=(("content-type", "Text/Plain; charset=utf-8"), ("etag", '"1"')),
        retrieved_at=MORNING,
        sha256=hashlib.sha256(BODY).hexdigest(),
        content_type="text/plain",
        body=BODY,
        text="Ünder §12",
    )
    assert shelf.kept == [("t", snapshot)]


async def test_the_extractor_gets_the_body_its_type_and_its_charset(world: World) -> None:
    world.knows(ok=PUBLIC)
    fetcher = world.fetcher(extractor=lambda body, kind, charset: f"{len(body)} {kind} {charset}")
    async with world.serving(page):
        snapshot = await fetcher.fetch("https://ok.example.com/", tenant="t", answer=fetcher.answer_budget())
    assert snapshot.text == f"{len(BODY)} text/plain utf-8"


async def test_a_sink_that_fails_leaves_no_evidence(world: World) -> None:
    class Broken:
        async def store(self, tenant: str, snapshot: Snapshot) -> None:
            raise RuntimeError("disk full")

    world.knows(ok=PUBLIC)
    cache = ResultCache()
    fetcher = world.fetcher(sink=Broken(), cache=cache)
    async with world.serving(page):
        with pytest.raises(RuntimeError):
            await fetcher.fetch("https://ok.example.com/", tenant="t", answer=fetcher.answer_budget())
    assert cache.get("t", "https://ok.example.com/") is None


async def test_a_result_is_remembered_for_its_tenant_only(world: World) -> None:
    world.knows(ok=PUBLIC)
    fetcher = world.fetcher(cache=ResultCache())
    answer = fetcher.answer_budget()
    async with world.serving(page):
        first = await fetcher.fetch("https://ok.example.com/", tenant="a", answer=answer)
        again = await fetcher.fetch("HTTPS://OK.example.com.:443/", tenant="a", answer=answer)
        await fetcher.fetch("https://ok.example.com/", tenant="b", answer=answer)
    assert again is first
    assert len(world.visits) == 2


async def test_a_failure_is_remembered_too_but_not_a_used_up_budget(world: World) -> None:
    fetcher = world.fetcher(cache=ResultCache(), limits=BudgetLimits(per_answer=1))
    answer = fetcher.answer_budget()
    for _ in range(2):
        with pytest.raises(FetchFailed):
            await fetcher.fetch("https://gone.example.com/", tenant="t", answer=answer)
    assert world.lookups == ["gone.example.com"]
    world.knows(ok=PUBLIC)
    with pytest.raises(FetchRefused) as refused:
        await fetcher.fetch("https://ok.example.com/", tenant="t", answer=answer)
    assert refused.value.reason is FetchReason.BUDGET
    async with world.serving(page):
        await fetcher.fetch("https://ok.example.com/", tenant="t", answer=fetcher.answer_budget())


async def test_redirects_are_paid_for_like_first_requests(world: World) -> None:
    world.knows(a=PUBLIC)

    async def serve(visit: Visit) -> None:
        await (visit.redirect("/next") if visit.path == "/" else visit.reply())

    fetcher = world.fetcher(limits=BudgetLimits(per_answer=3))
    answer = fetcher.answer_budget()
    async with world.serving(serve):
        await fetcher.fetch("https://a.example.com/", tenant="t", answer=answer)
        assert answer.left == 1
        with pytest.raises(FetchRefused) as refused:
            await fetcher.fetch("https://a.example.com/", tenant="t", answer=answer)
    assert refused.value.reason is FetchReason.BUDGET


async def test_an_answer_budget_runs_out() -> None:
    budget = AnswerBudget(1)
    budget.spend(parse_url("https://a.example.com/"))
    with pytest.raises(FetchRefused):
        budget.spend(parse_url("https://a.example.com/"))


async def test_minute_budgets_count_per_owner_and_tenant_and_refill() -> None:
    now = [0.0]
    budgets = MinuteBudgets(BudgetLimits(per_host_minute=2, per_tenant_minute=3), clock=lambda: now[0])
    budgets.spend("t", parse_url("https://a.example.com/"))
    budgets.spend("t", parse_url("https://b.example.com/"))
    with pytest.raises(FetchRefused, match="host"):
        budgets.spend("t", parse_url("https://c.example.com/"))
    budgets.spend("t", parse_url("https://example.org/"))
    with pytest.raises(FetchRefused, match="tenant"):
        budgets.spend("t", parse_url("https://example.net/"))
    budgets.spend("u", parse_url("https://example.net/"))
    now[0] = 61.0
    budgets.spend("t", parse_url("https://c.example.com/"))


async def test_a_flood_of_hosts_does_not_refill_a_budget() -> None:
    now = [0.0]
    budgets = MinuteBudgets(BudgetLimits(per_host_minute=1, per_tenant_minute=99, max_keys=3), clock=lambda: now[0])
    budgets.spend("t", parse_url("https://a.com/"))
    budgets.spend("t", parse_url("https://b.com/"))
    for host in ("c.com", "d.com"):
        with pytest.raises(FetchRefused, match="too many"):
            budgets.spend("t", parse_url(f"https://{host}/"))
    with pytest.raises(FetchRefused, match="host"):
        budgets.spend("t", parse_url("https://a.com/"))
    now[0] = 61.0
    budgets.spend("t", parse_url("https://c.com/"))


async def test_the_cache_forgets_by_age_and_by_size() -> None:
    now = [0.0]
    cache = ResultCache(max_bytes=5_000, seconds=10, failure_seconds=1, clock=lambda: now[0])
    snapshot = Snapshot("u", "u", (), 200, (), MORNING, "", "text/plain", b"x" * 2_000, None)
    cache.put("t", "u", snapshot)
    cache.put("t", "f", FetchFailed(FetchReason.NETWORK, "", "f"))
    now[0] = 2.0
    assert cache.get("t", "u") is snapshot
    assert cache.get("t", "f") is None
    cache.put("t", "v", snapshot)
    assert cache.get("t", "u") is None, "two do not fit"
    now[0] = 13.0
    assert cache.get("t", "v") is None
