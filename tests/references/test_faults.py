"""Registries that are down, slow or broken: unknown within the deadline, never a verdict on the reference."""

from __future__ import annotations

import asyncio

import pytest

from citeward.fetch import FetchPolicy
from citeward.references import Clock, ReferenceResolver
from citeward.verify import ExternalState

from .loopback import HOSTS, Asked, Behaviour, Loopback, Says
from .payloads import body, crossref

DOI = "10.5555/tide.1"
CITES = [DOI, "arXiv:2101.00001", "PMID: 11122233", "Ostrow v. Harbor Lines, 12 F.3d 345 (2d Cir. 1994)"]


def says(reply: object, status: int = 200, **headers: str) -> Behaviour:
    async def behave(_: Asked, writer: asyncio.StreamWriter) -> None:
        writer.write(Says(reply, status, {name.replace("_", "-"): value for name, value in headers.items()}).encode())
        await writer.drain()

    return behave


async def hang(_: Asked, writer: asyncio.StreamWriter) -> None:
    await asyncio.sleep(60)


async def drip(_: Asked, writer: asyncio.StreamWriter) -> None:
    writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n")
    while True:
        writer.write(b" ")
        await writer.drain()
        await asyncio.sleep(0.05)


async def hang_up(_: Asked, writer: asyncio.StreamWriter) -> None:
    writer.transport.abort()


async def cut_off(_: Asked, writer: asyncio.StreamWriter) -> None:
    text = body(crossref()).encode()
    writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n" % len(text) + text[: len(text) // 2])
    await writer.drain()


async def endless(_: Asked, writer: asyncio.StreamWriter) -> None:
    writer.write(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
    while True:
        writer.write(b"10000\r\n" + b" " * 65_536 + b"\r\n")
        await writer.drain()


FAULTS: dict[str, Behaviour] = {
    "slow": hang,
    "drip": drip,
    "hangs up": hang_up,
    "cut off": cut_off,
    "endless": endless,
    "500": says("oops", 500),
    "500 with a good body": says(crossref(), 500),
    "503 for an hour": says("", 503, Retry_After="3600"),
    "429": says("", 429),
    "429 for a day": says("", 429, Retry_After="86400"),
    "truncated json": says(body(crossref())[:300]),
    "html": says("<!doctype html><html><title>Sign in</title></html>"),
    "empty": says(""),
    "not json": says("null"),
    "403 html": says("<html>forbidden</html>", 403),
    "404 of a proxy": says("<html><title>404</title></html>", 404),
    "another registry's shape": says({"paperId": "x", "title": "Tidal mixing in a narrow estuary"}),
    "redirect inward": says("", 302, Location="http://169.254.169.254/latest"),
    "redirect to itself": says("", 302, Location="/loop"),
    "unasked encoding": says("x", 200, Content_Encoding="br"),
}


@pytest.mark.parametrize("fault", FAULTS)
async def test_each_fault_ends_unknown_within_the_deadline(fault: str) -> None:
    world = Loopback()
    world.behaviours = dict.fromkeys(HOSTS.values(), FAULTS[fault])
    policy = FetchPolicy(total_seconds=0.4, idle_seconds=0.3)
    async with world.serving():
        resolver = ReferenceResolver(world.references(policy=policy, deadline_seconds=1.0))
        async with asyncio.timeout(5.0):
            found = await resolver.resolve("t", CITES)
    assert {finding.state for finding in found} == {ExternalState.UNKNOWN}


async def test_names_that_do_not_resolve_end_unknown() -> None:
    world = Loopback()
    world.dns_fails = set(HOSTS.values())
    async with world.serving():
        found = await ReferenceResolver(world.references()).resolve("t", CITES)
    assert {(finding.state, finding.reason) for finding in found} == {(ExternalState.UNKNOWN, "fetch_unresolved")}


async def test_one_registry_down_does_not_hide_another_that_has_the_record() -> None:
    world = Loopback()
    world.behaviours[HOSTS["crossref"]] = FAULTS["500"]
    world.knows("doi.org", f"/{DOI}", {**crossref()["message"], "title": "Tidal mixing in a narrow estuary"})
    async with world.serving():
        assert (await world.references().resolve(DOI)).verdict == "match"


async def test_one_slow_reference_does_not_spoil_the_others() -> None:
    world = Loopback()
    world.behaviours[HOSTS["arxiv"]] = hang
    world.knows("crossref", f"/works/{DOI}", crossref())
    async with world.serving():
        resolver = ReferenceResolver(world.references(deadline_seconds=0.5))
        found = await resolver.resolve("t", [DOI, "arXiv:2101.00001"])
    assert [finding.state for finding in found] == [ExternalState.MATCH, ExternalState.UNKNOWN]


async def test_a_busy_registry_is_asked_again_when_it_says_so() -> None:
    world = Loopback()
    world.knows("crossref", f"/works/{DOI}", [Says("", 429, {"Retry-After": "1"}), Says("", 503), Says(crossref())])
    async with world.serving():
        assert (await world.references(registries=("crossref",)).resolve(DOI)).verdict == "match"
    assert len(world.asked) == 3


async def test_a_failure_is_not_remembered() -> None:
    world = Loopback()
    world.knows("crossref", f"/works/{DOI}", [Says("", 500), Says(crossref())])
    async with world.serving():
        references = world.references(registries=("crossref",))
        assert (await references.resolve(DOI)).verdict == "unknown"
        assert (await references.resolve(DOI)).verdict == "match"


async def test_a_registry_that_wants_an_hour_is_not_waited_for_again() -> None:
    world = Loopback()
    world.behaviours[HOSTS["crossref"]] = FAULTS["503 for an hour"]
    async with world.serving():
        references = world.references(registries=("crossref",), clock=Clock(), deadline_seconds=1.0)
        resolver = ReferenceResolver(references)
        async with asyncio.timeout(0.8):
            first = await resolver.resolve("t", [DOI])
            others = await resolver.resolve("t", [DOI, "10.5555/other"])
        await references.aclose()
    assert [(f.state, f.reason) for f in first] == [(ExternalState.UNKNOWN, "status_503")]
    assert [(f.state, f.reason) for f in others] == [(ExternalState.UNKNOWN, "paused")] * 2
    assert len(world.asked) == 1


async def test_a_bibliography_waits_for_as_long_as_the_registry_wants() -> None:
    world = Loopback()
    world.knows("crossref", f"/works/{DOI}", [Says("", 503, {"Retry-After": "600"}), Says(crossref())])
    async with world.serving():
        references = world.references(registries=("crossref",), deadline_seconds=None)
        assert (await references.resolve(DOI)).verdict == "match"
