"""The resolver over real HTTP on loopback: who may ask, what it costs, and what its client makes of the answers."""

from __future__ import annotations

import asyncio
import json
import ssl
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
import trustme

from citeward import Verdict
from citeward.errors import CheckFailed, ConfigError
from citeward.fetch import FetchError, FetchFailed, FetchReason, FetchRefused, ResultCache, Snapshot
from citeward.hosts import HostPolicy
from citeward.model import Tier
from citeward.policy import STRICT
from citeward.resolver import Channel, RemoteFetcher, RemoteResolver, ResolverService, ServiceLimits, serving, wire
from citeward.verify import ExternalFinding, ExternalState, InMemoryResolver, Lookups, Need, Requirements, Resolver
from tests.fetch.fetch_world import PUBLIC, Visit, World
from tests.verify.test_pages import NOON, PAGE, TEXT, Pages, snapshot
from tests.world import gate, seen

pytestmark = pytest.mark.asyncio
TOKEN = "0123456789abcdef0123456789abcdef"
DOI = "10.1000/182"


@asynccontextmanager
async def running(
    pages: Any = None, references: Resolver | None = None, limits: ServiceLimits | None = None
) -> AsyncIterator[tuple[str, int]]:
    service = ResolverService(TOKEN, pages or Pages({PAGE: TEXT}), references)
    async with serving(service, "127.0.0.1", 0, limits) as address:
        yield address


def channel(address: tuple[str, int], token: str = TOKEN, **changes: Any) -> Channel:
    return Channel(f"http://{address[0]}:{address[1]}", token, **({"seconds": 5.0} | changes))


def remote(way: Channel, **changes: Any) -> RemoteFetcher:
    return RemoteFetcher(way, **({"clock": lambda: NOON} | changes))


async def send(address: tuple[str, int], raw: bytes) -> tuple[int, dict[str, str], bytes]:
    """One request as it stands, and the whole reply."""
    reader, writer = await asyncio.open_connection(*address)
    try:
        writer.write(raw)
        async with asyncio.timeout(10):
            reply = await reader.read()
    finally:
        writer.close()
    head, _, body = reply.partition(b"\r\n\r\n")
    lines = head.decode().split("\r\n")
    headers = dict(line.lower().split(": ", 1) for line in lines[1:])
    return int(lines[0].split(" ")[1]) if lines[0] else 0, headers, body


def request(
    path: str = "/v1/fetch",
    body: bytes | None = None,
    method: str = "POST",
    token: str | None = TOKEN,
    kind: str = "application/json",
    more: Sequence[str] = (),
) -> bytes:
    content = json.dumps({"tenant": "default", "url": PAGE}).encode() if body is None else body
    lines = [f"{method} {path} HTTP/1.1", "Host: resolver", f"Content-Length: {len(content)}", f"Content-Type: {kind}"]
    lines += [f"Authorization: Bearer {token}"] if token is not None else []
    return "\r\n".join([*lines, *more, "", ""]).encode() + content


class TestWhoMayAsk:
    @pytest.mark.parametrize("token", [None, "", "wrong", TOKEN[:-1], TOKEN + "0", TOKEN.upper(), "\xe9" * 32])
    @pytest.mark.parametrize("path", ["/v1/fetch", "/v1/references", "/v1/nothing", "/"])
    async def test_without_the_token_nobody_and_nothing_is_said_of_what_there_is(
        self, token: str | None, path: str
    ) -> None:
        pages = Pages({PAGE: TEXT})
        async with running(pages) as address:
            status, headers, body = await send(address, request(path, token=token))
        assert (status, json.loads(body)) == (401, {"error": "unauthorised"})
        assert headers["www-authenticate"].startswith("bearer")
        assert pages.asked == []

    async def test_a_token_given_twice_is_none(self) -> None:
        async with running() as address:
            status, _, _ = await send(address, request(more=[f"Authorization: Bearer {TOKEN}"]))
        assert status == 401

    async def test_its_health_is_no_secret(self) -> None:
        async with running() as address:
            status, _, body = await send(address, request("/healthz", b"", "GET", token=None))
        assert (status, body) == (200, b'{"status":"ok"}')

    @pytest.mark.parametrize("token", ["", "short", "x" * 31, "x" * 513, "x" * 31 + "\n", "x" * 31 + " ", "é" * 32])
    async def test_a_token_that_could_be_guessed_is_none(self, token: str) -> None:
        with pytest.raises(ConfigError, match="openssl rand"):
            ResolverService(token, Pages({}))

    async def test_a_client_with_another_token_learns_why(self) -> None:
        async with running() as address:
            fetcher = remote(channel(address, "f" * 32))
            with pytest.raises(FetchFailed, match="refuses the token"):
                await fetcher.fetch(PAGE, tenant="t", answer=fetcher.answer_budget())


class TestWhatMayBeAsked:
    @pytest.mark.parametrize(
        ("changes", "status"),
        [
            ({"method": "GET"}, 405),
            ({"path": "/v1/nothing"}, 404),
            ({"path": "/v1/fetch?x=1"}, 404),
            ({"kind": "text/plain"}, 415),
            ({"body": b""}, 400),
            ({"body": b"[]"}, 400),
            ({"body": b"{"}, 400),
            ({"body": b'{"url": "https://a.example.org/"}'}, 400),
            ({"body": b'{"tenant": "t", "url": 1}'}, 400),
            ({"body": b'{"tenant": "t", "url": "u", "headers": {}}'}, 400),
            ({"body": b'{"tenant": "t", "url": "u", "url": "v"}'}, 400),
            ({"body": b'{"tenant": "t", "url": "' + b"x" * 9_000 + b'"}'}, 400),
            ({"body": b'{"tenant": "t", "url": "u", "within": {}}'}, 400),
            ({"body": b'{"tenant": "t", "url": "u", "within": [{"allow": ["*.com"], "deny": []}]}'}, 400),
            ({"body": b'{"tenant": "t", "url": "u", "within": [{"allow": "a.example", "deny": []}]}'}, 400),
            ({"body": b'{"tenant": "t", "url": "u", "within": [{"deny": []}]}'}, 400),
            ({"body": b"\xff\xfe"}, 400),
            ({"body": b"[" * 100_000}, 400),
            ({"body": b" " * 600_000}, 413),
            ({"more": ["X-Big: " + "x" * 40_000]}, 431),
            ({"path": "/v1/references", "body": b'{"tenant": "t", "cites": ["a"]}'}, 501),
        ],
    )
    async def test_anything_else_is_refused_by_its_status(self, changes: dict[str, Any], status: int) -> None:
        pages = Pages({PAGE: TEXT})
        async with running(pages) as address:
            got, headers, body = await send(address, request(**changes))
        assert got == status
        assert "error" in json.loads(body)
        assert headers["x-content-type-options"] == "nosniff"
        assert pages.asked == []

    async def test_cites_are_bounded_in_number_and_length(self) -> None:
        async with running(references=InMemoryResolver()) as address:
            for cites in (["x"] * 101, ["x" * 4_001], [""], [1], "x"):
                body = json.dumps({"tenant": "t", "cites": cites}).encode()
                assert (await send(address, request("/v1/references", body)))[0] == 400

    async def test_what_is_not_http_is_hung_up_on(self) -> None:
        async with running() as address:
            status, _, _ = await send(address, b"SSH-2.0-x\r\n\r\n")
            assert status in (0, 400)
            assert (await send(address, request()))[0] == 200

    async def test_a_drip_feed_ends(self) -> None:
        async with running(limits=ServiceLimits(head_seconds=0.2)) as address:
            reader, writer = await asyncio.open_connection(*address)
            writer.write(b"POST /v1/fetch HTTP/1.1\r\n")
            async with asyncio.timeout(5):
                assert await reader.read() == b""
            writer.close()

    async def test_a_page_that_takes_too_long_is_not_waited_for(self) -> None:
        class Slow(Pages):
            async def fetch(self, *args: Any, **kwargs: Any) -> Snapshot:
                await asyncio.sleep(60)
                raise AssertionError

        async with running(Slow({}), limits=ServiceLimits(answer_seconds=0.1)) as address:
            assert (await send(address, request()))[0] == 504

    async def test_past_the_number_of_callers_they_are_told_to_come_back(self) -> None:
        arrived, go_on = asyncio.Event(), asyncio.Event()

        class Busy(Pages):
            async def fetch(self, *args: Any, **kwargs: Any) -> Snapshot:
                arrived.set()
                await go_on.wait()
                return snapshot(PAGE)

        async with running(Busy({}), limits=ServiceLimits(max_connections=1)) as address:
            first = asyncio.create_task(send(address, request()))
            await arrived.wait()
            status, headers, _ = await send(address, request())
            assert (status, headers["retry-after"]) == (503, "1")
            go_on.set()
            assert (await first)[0] == 200
            assert (await send(address, request()))[0] == 200

    async def test_strangers_who_say_nothing_starve_no_caller(self) -> None:
        limits = ServiceLimits(max_connections=1, max_strangers=4, head_seconds=60)
        async with running(limits=limits) as address:
            idle = [await asyncio.open_connection(*address) for _ in range(20)]
            assert (await send(address, request()))[0] == 200
            async with asyncio.timeout(10):  # the oldest have been hung up on, so what they hold is bounded
                with suppress(ConnectionError):
                    assert await idle[0][0].read() == b""
            for _, writer in idle:
                writer.close()

    async def test_a_caller_who_never_reads_is_hung_up_on(self) -> None:
        """Its socket does not outlive the limit, however much the system would still hold for it."""
        wide = snapshot(PAGE, "x" * 4_000_000)
        async with running(Pages({PAGE: wide}), limits=ServiceLimits(send_seconds=0.3)) as address:
            reader, writer = await asyncio.open_connection(*address, limit=1_024)
            writer.write(request())
            await asyncio.sleep(1.0)
            received = b""
            with suppress(ConnectionError):
                async with asyncio.timeout(10):
                    received = await reader.read()
            writer.close()
        assert len(received) < 4_000_000

    async def test_head_gets_the_head_of_a_reply(self) -> None:
        async with running() as address:
            status, headers, body = await send(address, request("/healthz", b"", "HEAD", token=None))
            assert (status, body) == (200, b"")
            status, headers, body = await send(address, request("/v1/fetch", b"", "HEAD", token=None))
            assert (status, body) == (401, b"")
            assert int(headers["content-length"]) > 0

    async def test_a_caller_who_expects_to_be_asked_is_asked(self) -> None:
        """RFC 9110, 10.1.1; and nobody without the token is."""
        content = json.dumps({"tenant": "default", "url": PAGE}).encode()
        for token, first in ((TOKEN, b"HTTP/1.1 100 "), (None, b"HTTP/1.1 401 ")):
            async with running() as address:
                reader, writer = await asyncio.open_connection(*address)
                head, _, _ = request(token=token, more=["Expect: 100-continue"]).partition(b"\r\n\r\n")
                writer.write(head + b"\r\n\r\n")
                async with asyncio.timeout(10):
                    assert (await reader.readline()).startswith(first)
                    writer.write(content if token else b"")
                    rest = await reader.read()
                writer.close()
            assert (b"HTTP/1.1 200" in rest) is (token is not None)

    async def test_what_breaks_costs_one_answer_and_tells_nothing(self) -> None:
        async with running(Pages({PAGE: RuntimeError("secret path")})) as address:
            status, _, body = await send(address, request())
            assert (status, body) == (500, b'{"error":"failed"}')
            assert (await send(address, request("/healthz", b"", "GET")))[0] == 200

    async def test_no_limit_can_be_switched_off(self) -> None:
        with pytest.raises(ValueError, match="max_body_bytes"):
            ServiceLimits(max_body_bytes=0)


class TestTheFetcher:
    async def test_a_page_comes_over_whole_but_for_its_bytes(self) -> None:
        page = snapshot(PAGE, headers=(("etag", '"1"'),), extractor="html 1")
        led_on = replace(page, final_url="https://other.example.org/", passed_urls=(PAGE,))
        for found in (page, led_on, replace(page, text=None), replace(page, status=404)):
            async with running(Pages({PAGE: found})) as address:
                fetcher = remote(channel(address))
                got = await fetcher.fetch(f"{PAGE}#part", tenant="t", answer=fetcher.answer_budget())
            assert got == replace(found, body=b"")

    @pytest.mark.parametrize(
        "error",
        [
            FetchRefused(FetchReason.ADDRESS, "private: 10.0.0.1", PAGE),
            FetchRefused(FetchReason.BUDGET, "used up", PAGE),
            FetchFailed(FetchReason.UNRESOLVED, "no address", PAGE),
        ],
        ids=lambda error: error.reason,
    )
    async def test_a_refusal_is_a_refusal_and_a_failure_a_failure(self, error: FetchError) -> None:
        async with running(Pages({PAGE: error})) as address:
            fetcher = remote(channel(address))
            with pytest.raises(type(error)) as raised:
                await fetcher.fetch(PAGE, tenant="t", answer=fetcher.answer_budget())
        assert (raised.value.reason, raised.value.detail) == (error.reason, error.detail)
        assert type(raised.value) is type(error)

    async def test_what_is_no_url_is_never_sent(self) -> None:
        pages = Pages({})
        async with running(pages) as address:
            fetcher = remote(channel(address))
            with pytest.raises(FetchRefused):
                await fetcher.fetch("https://a@b.example/", tenant="t", answer=fetcher.answer_budget())
        assert pages.asked == []

    async def test_the_hosts_an_answer_may_look_at_bind_the_resolver_too(self, world: World) -> None:
        """Of a redirect as well: nothing is sent there, and the client believes no reply that went there."""

        async def serve(visit: Visit) -> None:
            await visit.redirect("https://evil.example.com/?secret")

        world.knows(a=PUBLIC, evil=PUBLIC)
        within = (
            HostPolicy.of(("a.example.com", "*.b.example.com", ".c.example.com", "[2606:4700::1]"), ("x.example",)),
        )
        async with world.serving(serve), running(world.fetcher()) as address:
            fetcher = remote(channel(address))
            for url in ("https://a.example.com/", "https://evil.example.com/"):
                with pytest.raises(FetchRefused) as refused:
                    await fetcher.fetch(url, tenant="t", answer=fetcher.answer_budget(), within=within)
                assert refused.value.reason is FetchReason.HOST_NOT_ALLOWED
        assert world.lookups == ["a.example.com"]
        assert wire.read_fetch(wire.dump_fetch("t", PAGE, within)) == ("t", PAGE, within)

    async def test_an_answer_pays_here_too_redirects_included(self) -> None:
        led_on = replace(snapshot(PAGE), final_url="https://other.example.org/", passed_urls=(PAGE,))
        async with running(Pages({PAGE: led_on})) as address:
            fetcher = remote(channel(address))
            budget = fetcher.answer_budget()
            before = budget.left
            await fetcher.fetch(PAGE, tenant="t", answer=budget)
            assert budget.left == before - 2

    async def test_what_was_asked_before_is_remembered_for_its_tenant(self) -> None:
        pages = Pages({PAGE: TEXT})
        async with running(pages) as address:
            fetcher = remote(channel(address), cache=ResultCache())
            for tenant in ("a", "a", "b"):
                await fetcher.fetch(PAGE, tenant=tenant, answer=fetcher.answer_budget())
        assert [tenant for tenant, _ in pages.asked] == ["a", "b"]

    async def test_a_resolver_that_is_not_there_is_a_failure(self) -> None:
        async with running() as address:
            pass
        fetcher = remote(channel(address))
        with pytest.raises(FetchFailed) as failed:
            await fetcher.fetch(PAGE, tenant="t", answer=fetcher.answer_budget())
        assert failed.value.reason is FetchReason.NETWORK


def reply(**changes: Any) -> dict[str, Any]:
    return {"snapshot": wire.dump_snapshot(snapshot(PAGE))["snapshot"] | changes}


def without(name: str) -> dict[str, Any]:
    whole = reply()["snapshot"]
    return {"snapshot": {key: value for key, value in whole.items() if key != name}}


MANY_HOPS = [f"https://h{n}.example.org/" for n in range(4)]
FUTURE = (NOON + timedelta(minutes=6)).isoformat()


@asynccontextmanager
async def answering(
    body: bytes, status: str = "200 OK", seconds: float = 0.0, tls: ssl.SSLContext | None = None
) -> AsyncIterator[tuple[str, int]]:
    """Something that stands where a resolver should."""
    tasks: set[asyncio.Task[None]] = set()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        tasks.add(task)
        try:
            await reader.readuntil(b"\r\n\r\n")
            writer.write(f"HTTP/1.1 {status}\r\nContent-Type: application/json\r\n\r\n".encode())
            for start in range(0, len(body), 4_096):
                writer.write(body[start : start + 4_096])
                await writer.drain()
                await asyncio.sleep(seconds)
        except (OSError, asyncio.IncompleteReadError):
            pass  # the client hung up
        finally:
            writer.close()
            with suppress(OSError):
                await writer.wait_closed()

    server = await asyncio.start_server(serve, "127.0.0.1", 0, ssl=tls)
    try:
        yield server.sockets[0].getsockname()
    finally:
        server.close()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


class TestWhatTheClientChecks:
    @pytest.mark.parametrize(
        "message",
        [
            reply(requested_url="https://other.example.org/"),
            reply(final_url="https://other.example.org/"),
            reply(final_url="http://journal.example.org/tides", passed_urls=[PAGE]),
            reply(final_url="https://a@journal.example.org/", passed_urls=[PAGE]),
            reply(final_url="HTTPS://Journal.example.org/x", passed_urls=[PAGE]),
            reply(passed_urls=["https://other.example.org/"]),
            reply(
                final_url="https://a.example.org/",
                passed_urls=[PAGE, *(f"https://h{n}.example.org/" for n in range(4))],
            ),
            reply(final_url="https://169.254.169.254/latest", passed_urls=[PAGE]),
            reply(final_url="https://10.0.0.7/", passed_urls=[PAGE]),
            reply(final_url="https://intranet/", passed_urls=[PAGE]),
            reply(final_url="https://printer.local/", passed_urls=[PAGE]),
            reply(final_url="https://journal.example.org:8443/", passed_urls=[PAGE]),
            reply(final_url=PAGE, passed_urls=[PAGE, "https://[::1]/"]),
            reply(final_url=PAGE, passed_urls=[PAGE, "http://journal.example.org/"]),
            reply(status=206),
            reply(status=100),
            reply(retrieved_at="0001-01-01T00:00:00+14:00"),
            reply(retrieved_at=(NOON - timedelta(hours=2)).isoformat()),
            reply(passed_urls=PAGE),
            reply(status=True),
            reply(status=20),
            reply(status="200"),
            reply(headers=[["a", "b", "c"]]),
            reply(headers=[["a", 1]]),
            reply(headers=[["a", "b"]] * 17),
            reply(headers={"a": "b"}),
            reply(retrieved_at="yesterday"),
            reply(retrieved_at="2026-11-30T12:00:00"),
            reply(retrieved_at=FUTURE),
            reply(sha256="x" * 64),
            reply(sha256=None),
            reply(content_type=""),
            reply(text=1),
            reply(title=None),
            reply(body="aGk="),
            without("text"),
            without("sha256"),
            {"snapshot": []},
            {"snapshot": {}, "refused": {}},
            {"granted": {}},
            {},
            {"refused": {"reason": "address", "detail": "x"}},
            {"failed": {"reason": 1, "detail": "x", "url": PAGE}},
        ],
        ids=lambda value: json.dumps(value)[:60] if isinstance(value, dict) else None,
    )
    async def test_another_shape_is_no_page(self, message: dict[str, Any]) -> None:
        async with answering(json.dumps(message).encode()) as address:
            fetcher = remote(channel(address))
            with pytest.raises(FetchFailed) as failed:
                await fetcher.fetch(PAGE, tenant="t", answer=fetcher.answer_budget())
        assert failed.value.reason is FetchReason.NETWORK

    async def test_a_reason_nobody_knows_is_a_failure(self) -> None:
        message = {"refused": {"reason": "new_reason", "detail": "", "url": PAGE}}
        async with answering(json.dumps(message).encode()) as address:
            fetcher = remote(channel(address))
            with pytest.raises(FetchFailed, match="does not know"):
                await fetcher.fetch(PAGE, tenant="t", answer=fetcher.answer_budget())

    @pytest.mark.parametrize(
        ("body", "status"),
        [
            (b"<html>", "200 OK"),
            (b'{"snapshot": NaN}', "200 OK"),
            (json.dumps(reply()).encode()[:-9], "200 OK"),
            (json.dumps(reply()).encode(), "201 Created"),
            (json.dumps(reply()).encode(), "302 Found\r\nLocation: https://evil.example/"),
            (json.dumps(reply()).encode(), "500 Oops"),
            (b'{"x": "' + b"y" * 2_000_000 + b'"}', "200 OK"),
        ],
        ids=["html", "nan", "cut", "201", "redirect", "500", "large"],
    )
    async def test_another_answer_is_no_page(self, body: bytes, status: str) -> None:
        async with answering(body, status) as address:
            fetcher = remote(channel(address, max_reply_bytes=1_000_000))
            with pytest.raises(FetchFailed):
                await fetcher.fetch(PAGE, tenant="t", answer=fetcher.answer_budget())

    async def test_a_drip_feed_ends_within_the_deadline(self) -> None:
        async with answering(b"x" * 10_000_000, seconds=0.05) as address:
            fetcher = remote(channel(address, seconds=0.3))
            with pytest.raises(FetchFailed, match=r"no answer in 0\.3 seconds"):
                await fetcher.fetch(PAGE, tenant="t", answer=fetcher.answer_budget())

    @pytest.mark.parametrize(
        ("url", "remedy"),
        [
            ("http://resolver.internal:8098", "plain_http"),
            ("http://10.0.0.7:8098", "plain_http"),
            ("ftp://resolver.internal", "https://resolver"),
            ("https://user:pw@resolver.internal", "https://resolver"),
            ("https://resolver.internal/path", "https://resolver"),
        ],
    )
    async def test_evidence_does_not_cross_a_network_in_the_open(self, url: str, remedy: str) -> None:
        with pytest.raises(ConfigError, match=remedy):
            Channel(url, TOKEN)

    async def test_over_tls_the_resolver_proves_its_name(self, authority: trustme.CA) -> None:
        server_tls, trust = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER), ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        authority.issue_cert("localhost").configure_cert(server_tls)
        async with answering(json.dumps(reply()).encode(), tls=server_tls) as (_, port):
            url = f"https://localhost:{port}"
            with pytest.raises(CheckFailed):
                await Channel(url, TOKEN, tls=trust).post("/v1/fetch", {})
            authority.configure_trust(trust)
            assert await Channel(url, TOKEN, tls=trust).post("/v1/fetch", {}) == reply()
            with pytest.raises(CheckFailed):
                await Channel(f"https://127.0.0.1:{port}", TOKEN, tls=trust).post("/v1/fetch", {})

    async def test_a_context_that_does_not_verify_is_not_accepted(self) -> None:
        lax = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        lax.check_hostname, lax.verify_mode = False, ssl.CERT_NONE
        with pytest.raises(ValueError, match="verify"):
            Channel("https://resolver.internal", TOKEN, tls=lax)


class TestReferences:
    async def test_cites_are_answered_in_order_and_nothing_else_is_sent(self) -> None:
        table = InMemoryResolver({DOI: ExternalFinding(ExternalState.MATCH, "same_title")})
        async with running(references=table) as address:
            found = await RemoteResolver(channel(address)).resolve("t", [f"{n}" for n in range(120)] + [DOI])
        assert found[-1] == ExternalFinding(ExternalState.MATCH, "same_title")
        assert {finding.state for finding in found[:-1]} == {ExternalState.UNKNOWN}
        assert [len(batch) for batch in table.asked] == [100, 21]

    @pytest.mark.parametrize(
        "message",
        [
            {"findings": []},
            {"findings": [{"state": "match", "reason": ""}] * 2},
            {"findings": [{"state": "match"}]},
            {"findings": ["match"]},
            {"findings": [{"state": "match", "reason": "<script>"}]},
            {"found": []},
        ],
    )
    async def test_another_shape_is_no_finding(self, message: dict[str, Any]) -> None:
        async with answering(json.dumps(message).encode()) as address:
            with pytest.raises(CheckFailed):
                await RemoteResolver(channel(address)).resolve("t", [DOI])

    async def test_one_answer_asks_about_so_many_however_many_blocks_it_is_released_in(self) -> None:
        known = {f"10.1000/{n}": ExternalFinding(ExternalState.MATCH) for n in range(60)}
        resolver = InMemoryResolver(known | {"Doe": ExternalFinding(ExternalState.UNKNOWN, "no_identifier")})
        async with running(references=resolver) as address:
            answer = RemoteResolver(channel(address), max_references=25).for_answer()
            found = [*await answer.resolve("t", ["Doe", *list(known)[:10]]), *await answer.resolve("t", list(known))]
            again = await answer.resolve("t", list(known)[:5])
        assert [f.state for f in found[1:11]] == [ExternalState.MATCH] * 10
        assert sum(f.state is ExternalState.MATCH for f in found[11:]) == 25
        assert found[-1] == ExternalFinding(ExternalState.UNKNOWN, "too_many_references")
        assert [f.state for f in again] == [ExternalState.MATCH] * 5
        assert sum(map(len, resolver.asked)) == 26

    async def test_a_state_nobody_knows_confirms_nothing(self) -> None:
        for state in ("certainly", None, [], {}):
            async with answering(json.dumps({"findings": [{"state": state, "reason": ""}]}).encode()) as address:
                (found,) = await RemoteResolver(channel(address)).resolve("t", [DOI])
            assert found.state is ExternalState.UNKNOWN


class TestTheGateWithoutARoute:
    """A gate, a resolver and the web: the gate dials the resolver and nothing else."""

    async def test_end_to_end(self, world: World) -> None:
        async def serve(visit: Visit) -> None:
            await visit.reply(TEXT.encode(), Content_Type="text/plain")

        world.knows(journal=PUBLIC, inward="127.0.0.1")
        rules = replace(STRICT, requirements=Requirements(min_tier=Tier.D, support=Need.SKIP, lookups=Lookups.ANY))
        references = InMemoryResolver({DOI: ExternalFinding(ExternalState.MATCH)})
        answer = (
            "“Tides are caused by the Moon” (https://journal.example.com/). Cheese (https://inward.example.com/). "
            f"And see {DOI}."
        )
        async with world.serving(serve), running(world.fetcher(), references) as address:
            way = channel(address)
            guard = replace(gate(policy=rules), pages=RemoteFetcher(way), resolver=RemoteResolver(way), support=None)
            checked = await guard.acheck(answer, seen())
        assert [j.verdict for j in checked.judgements] == [Verdict.OK, Verdict.UNSAFE_URL, Verdict.OK]
        assert world.dialled == [PUBLIC]
        assert "Cheese" not in checked.html

    async def test_with_the_resolver_down_nothing_is_confirmed_and_the_rest_is_shown(self) -> None:
        async with running() as address:
            pass
        rules = replace(STRICT, requirements=Requirements(min_tier=Tier.D, lookups=Lookups.ANY))
        way = channel(address)
        guard = replace(gate(policy=rules), pages=remote(way), resolver=RemoteResolver(way))
        checked = await guard.acheck(f"Tides ({PAGE}). See {DOI}. Items may be returned [S1].", seen())
        assert checked.counts == {"ok": 1, "unconfirmed": 2}
        assert "Items may be returned" in checked.html
