"""What is dialled is what was checked, and nothing else."""

from __future__ import annotations

from ipaddress import ip_network

import pytest

from citeward.fetch import FetchFailed, FetchReason, FetchRefused
from citeward.hosts import HostPolicy

from .fetch_world import OTHER_PUBLIC, PUBLIC, Visit, World, lenient

pytestmark = pytest.mark.asyncio


async def hello(visit: Visit) -> None:
    await visit.reply()


async def test_a_flip_after_the_check_changes_nothing(world: World) -> None:
    world.knows(rebind=[[PUBLIC], ["127.0.0.1"]])
    async with world.serving(hello):
        await world.get("https://rebind.example.com/")
    assert (world.lookups, world.dialled) == (["rebind.example.com"], [PUBLIC])


async def test_each_fetch_looks_up_again_and_checks_again(world: World) -> None:
    world.knows(rebind=[[PUBLIC], ["127.0.0.1"]])
    async with world.serving(hello):
        await world.get("https://rebind.example.com/")
        with pytest.raises(FetchRefused) as refused:
            await world.get("https://rebind.example.com/")
    assert refused.value.reason is FetchReason.ADDRESS
    assert world.dialled == [PUBLIC]


@pytest.mark.parametrize("inward", ["10.0.0.1", "::1", "169.254.169.254", "fe80::1%eth0", "not an address"])
async def test_one_inward_answer_refuses_the_name(world: World, inward: str) -> None:
    world.knows(mixed=[[PUBLIC, inward]])
    async with world.serving(hello):
        with pytest.raises(FetchRefused) as refused:
            await world.get("https://mixed.example.com/")
    assert refused.value.reason is FetchReason.ADDRESS
    assert world.dialled == []


async def test_a_same_host_redirect_is_looked_up_and_checked_again(world: World) -> None:
    world.knows(a=[[PUBLIC], ["127.0.0.1"]])

    async def move(visit: Visit) -> None:
        await visit.redirect("/next")

    async with world.serving(move):
        with pytest.raises(FetchRefused) as refused:
            await world.get("https://a.example.com/")
    assert refused.value.reason is FetchReason.ADDRESS
    assert world.lookups == ["a.example.com", "a.example.com"]


async def test_a_dead_address_gives_way_to_the_next_checked_one(world: World) -> None:
    world.knows(two=[[PUBLIC, OTHER_PUBLIC]])
    with pytest.raises(FetchFailed) as failed:
        await world.get("https://two.example.com/")
    assert failed.value.reason is FetchReason.NETWORK
    assert world.dialled == [PUBLIC, OTHER_PUBLIC]


async def test_a_name_without_an_answer_is_unknown_not_refused(world: World) -> None:
    world.knows(empty=[[]])
    for host in ("empty.example.com", "missing.example.com"):
        with pytest.raises(FetchFailed) as failed:
            await world.get(f"https://{host}/")
        assert failed.value.reason is FetchReason.UNRESOLVED


async def test_a_zone_cannot_ask_for_endless_checks(world: World) -> None:
    world.knows(wide=[[PUBLIC] * 65])
    with pytest.raises(FetchRefused) as refused:
        await world.get("https://wide.example.com/")
    assert refused.value.reason is FetchReason.TOO_MANY_ANSWERS


async def test_an_address_literal_is_dialled_without_a_lookup_and_named_in_brackets(world: World) -> None:
    async with world.serving(hello):
        await world.get("http://[2606:4700:4700:0::1111]/")
    assert (world.lookups, world.dialled) == ([], ["2606:4700:4700::1111"])
    assert world.visits[0].headers["host"] == "[2606:4700:4700::1111]"


async def test_your_own_public_ranges_can_be_refused_too(world: World) -> None:
    world.knows(own=PUBLIC)
    with pytest.raises(FetchRefused) as refused:
        await world.get("https://own.example.com/", lenient(forbidden_networks=(ip_network("93.184.0.0/16"),)))
    assert refused.value.reason is FetchReason.ADDRESS


async def test_a_host_that_is_not_allowed_costs_no_lookup(world: World) -> None:
    world.knows(a=PUBLIC)
    with pytest.raises(FetchRefused) as refused:
        await world.get("https://a.example.com/", lenient(hosts=HostPolicy.of(allow=[".nature.com"])))
    assert refused.value.reason is FetchReason.HOST_NOT_ALLOWED
    assert world.lookups == []


async def test_the_allowlist_holds_for_redirect_targets(world: World) -> None:
    world.knows(a=PUBLIC, b=OTHER_PUBLIC)

    async def move(visit: Visit) -> None:
        await visit.redirect("https://b.example.com/")

    async with world.serving(move):
        with pytest.raises(FetchRefused) as refused:
            await world.get("https://a.example.com/", lenient(hosts=HostPolicy.of(allow=["a.example.com"])))
    assert refused.value.reason is FetchReason.HOST_NOT_ALLOWED
    assert world.lookups == ["a.example.com"]
