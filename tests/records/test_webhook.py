"""The webhook on the wire: one signed POST to one checked address, and what a receiver can tell from it."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import hmac
import json
import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta

import httpcore2
import pytest
import trustme
from hypothesis import given
from hypothesis import strategies as st

from citeward.errors import CheckFailed, ConfigError
from citeward.hosts import parse_url
from citeward.records.notices import Notice, NotTaken, Secret, SignatureError, WebhookTransport, verify_notice

NOW = datetime(2026, 5, 1, 12, tzinfo=UTC)
KEY = b"k" * 32
SECRET = Secret.read("whsec_" + base64.b64encode(KEY).decode())
NOTICE = Notice("0197", "default", "a", "max", NOW, {"a.1": "unavailable"})
PUBLIC, PRIVATE = "93.184.215.14", "10.0.0.7"


class TestSignature:
    def test_it_is_that_of_standard_webhooks(self) -> None:
        body = NOTICE.body()
        headers = SECRET.sign("0197", NOW, body)
        signed = b"0197." + str(int(NOW.timestamp())).encode() + b"." + body
        expected = base64.b64encode(hmac.new(KEY, signed, hashlib.sha256).digest()).decode()
        assert headers == {
            "webhook-id": "0197", "webhook-timestamp": str(int(NOW.timestamp())), "webhook-signature": f"v1,{expected}",
        }  # fmt: skip
        assert verify_notice({name.title(): value for name, value in headers.items()}, body, SECRET, NOW) == "0197"

    @pytest.mark.parametrize("late", [timedelta(seconds=301), -timedelta(seconds=301), timedelta(days=300)])
    def test_a_recording_is_refused(self, late: timedelta) -> None:
        headers = SECRET.sign("0197", NOW, b"{}")
        with pytest.raises(SignatureError, match="is not now"):
            verify_notice(headers, b"{}", SECRET, NOW + late)

    @pytest.mark.parametrize("header", ["webhook-id", "webhook-timestamp", "webhook-signature"])
    def test_nothing_of_it_can_be_changed_or_left_out(self, header: str) -> None:
        headers = SECRET.sign("0197", NOW, b"{}")
        changed = headers | {header: str(int(NOW.timestamp()) + 1) if header == "webhook-timestamp" else "v1,x"}
        without = {name: value for name, value in headers.items() if name != header}
        for wrong in (changed, without):
            with pytest.raises(SignatureError):
                verify_notice(wrong, b"{}", SECRET, NOW)
        with pytest.raises(SignatureError):
            verify_notice(headers, b"{ }", SECRET, NOW)

    @pytest.mark.parametrize("seconds", ["9" * 400, "9" * 5_000, "-1", "1e9", "٣", "", " 1", "1_0", "\ud800"])
    def test_a_time_that_is_none_is_no_signature(self, seconds: str) -> None:
        headers = SECRET.sign("0197", NOW, b"{}") | {"webhook-timestamp": seconds}
        with pytest.raises(SignatureError, match="no signature"):
            verify_notice(headers, b"{}", SECRET, NOW)

    @pytest.mark.parametrize("key", ["", " ", "short", "whsec_" + "A" * 31, "whsec_é" + "A" * 43, "k" * 30 + "\udcff"])
    def test_what_is_no_key_is_said_without_repeating_it(self, key: str) -> None:
        """An environment variable may hold any bytes; those that are no text arrive as lone surrogates."""
        with pytest.raises(ConfigError) as error:
            Secret.from_environment("WEBHOOK_SECRET", {"WEBHOOK_SECRET": key})
        said = "WEBHOOK_SECRET: holds no key of 24 bytes or more. Set it to whsec_ and 32 bytes in base64."
        assert str(error.value) == said

    @given(st.binary(max_size=64), st.binary(min_size=24, max_size=40), st.binary(min_size=24, max_size=40))
    def test_only_the_shared_key_fits(self, body: bytes, one: bytes, other: bytes) -> None:
        headers = Secret((one,)).sign("0197", NOW, body)
        assert verify_notice(headers, body, Secret((one,)), NOW) == "0197"
        if one != other:
            with pytest.raises(SignatureError):
                verify_notice(headers, body, Secret((other,)), NOW)

    @pytest.mark.parametrize(
        "odd",
        [
            {"webhook-timestamp": "9" * 400}, {"webhook-timestamp": "9" * 5_000}, {"webhook-timestamp": "inf"},
            {"webhook-timestamp": "\u0661\u0662"}, {"webhook-timestamp": 1}, {"webhook-timestamp": ""},
            {"webhook-id": "\ud800"}, {"webhook-id": b"0197"}, {"webhook-id": "\u00e9"}, {"webhook-id": None},
            {"webhook-signature": "v1,\udcff"}, {"webhook-signature": b"v1,x"}, {"webhook-signature": ["v1,x"]},
            {7: "x", b"webhook-id": "0197", "webhook-id": None},
        ],
    )  # fmt: skip
    def test_odd_headers_are_a_signature_that_does_not_fit(self, odd: dict[str, object]) -> None:
        headers = SECRET.sign("0197", NOW, b"{}") | odd
        with pytest.raises(SignatureError):
            verify_notice(headers, b"{}", SECRET, NOW)  # type: ignore[arg-type]

    def test_a_key_is_replaced_without_a_gap(self) -> None:
        old, new = Secret((b"o" * 32,)), Secret((b"n" * 32,))
        both = Secret((*old.keys, *new.keys))
        headers = both.sign("0197", NOW, b"{}")
        assert verify_notice(headers, b"{}", old, NOW) == verify_notice(headers, b"{}", new, NOW) == "0197"

    @pytest.mark.parametrize("text", ["", "short", "whsec_", "whsec_c2hvcnQ=", "whsec_not base64", "whsec_!!!!"])
    def test_a_key_that_is_none_is_refused_and_not_repeated(self, text: str) -> None:
        with pytest.raises(ConfigError) as raised:
            Secret.from_environment("HOOK", {"HOOK": text})
        assert str(raised.value).startswith("HOOK: holds no key")
        assert "short" not in str(raised.value).replace("too short", "")
        with pytest.raises(ConfigError, match="HOOK"):
            Secret.from_environment("HOOK", {})

    def test_a_key_never_shows(self) -> None:
        assert "kkk" not in repr(SECRET)


class Net:
    """Names, addresses, and a receiver on loopback behind all of them."""

    def __init__(self, *addresses: str) -> None:
        self.addresses = addresses
        self.authority = trustme.CA()
        self.requests: list[tuple[str, dict[str, str], bytes]] = []
        self.reply = b"HTTP/1.1 204 Fine\r\nContent-Length: 0\r\n\r\n"
        self.port = 0

    async def resolve(self, host: str) -> tuple[str, ...]:
        return self.addresses

    async def dial(self, address: str, port: int, seconds: float) -> httpcore2.AsyncNetworkStream:
        assert address == PUBLIC
        return await httpcore2.AnyIOBackend().connect_tcp("127.0.0.1", self.port, timeout=seconds)

    def transport(self, url: str = "https://hooks.example.com/in?t=1", seconds: float = 5.0) -> WebhookTransport:
        trust = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        self.authority.configure_trust(trust)
        return WebhookTransport(parse_url(url), total_seconds=seconds, resolver=self, dialler=self, tls=trust)

    @asynccontextmanager
    async def serving(self) -> AsyncIterator[None]:
        tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self.authority.issue_cert("hooks.example.com").configure_cert(tls)

        async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            try:
                head = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
                headers = dict(line.split(": ", 1) for line in head[1:] if line)
                body = await reader.readexactly(int(headers["Content-Length"]))
                self.requests.append((head[0], headers, body))
                if self.reply:
                    writer.write(self.reply)
                    await writer.drain()
                else:
                    await asyncio.sleep(30)
            except (OSError, asyncio.CancelledError):
                pass
            finally:
                writer.close()

        server = await asyncio.start_server(serve, "127.0.0.1", 0, ssl=tls)
        self.port = server.sockets[0].getsockname()[1]
        try:
            yield
        finally:
            server.close()


class TestTransport:
    async def test_one_signed_post_and_nothing_that_names_us_besides(self) -> None:
        net = Net(PUBLIC)
        body = NOTICE.body()
        async with net.serving():
            await net.transport().post(SECRET.sign(NOTICE.id, datetime.now(UTC), body), body)
        ((line, headers, received),) = net.requests
        assert line == "POST /in?t=1 HTTP/1.1"
        assert verify_notice(headers, received, SECRET) == NOTICE.id
        assert json.loads(received)["data"]["citations"] == [
            {"id": "a.1", "state": "unavailable", "next": "retrieve_again"}
        ]
        assert {name.lower() for name in headers} == {
            "host", "user-agent", "accept", "accept-encoding", "connection", "content-type", "content-length",
            "webhook-id", "webhook-timestamp", "webhook-signature",
        }  # fmt: skip

    @pytest.mark.parametrize(
        "reply",
        [
            b"HTTP/1.1 500 No\r\nContent-Length: 0\r\n\r\n",
            b"HTTP/1.1 410 Gone\r\nContent-Length: 0\r\n\r\n",
            b"HTTP/1.1 307 There\r\nLocation: https://hooks.example.com/other\r\nContent-Length: 0\r\n\r\n",
            b"HTTP/1.1 302 There\r\nLocation: http://169.254.169.254/\r\nContent-Length: 0\r\n\r\n",
            b"what?\r\n\r\n",
            b"",
        ],
    )
    async def test_anything_but_a_plain_yes_is_a_failure_and_no_redirect_is_followed(self, reply: bytes) -> None:
        net = Net(PUBLIC)
        net.reply = reply
        async with net.serving():
            with pytest.raises(CheckFailed, match=r"webhook\.url"):
                await net.transport(seconds=1.0 if not reply else 5.0).post({}, b"{}")
        assert len(net.requests) == 1

    @pytest.mark.parametrize(
        "body",
        [
            b"Content-Length: 9999999\r\n\r\n", b"Content-Length: 100\r\n\r\ncut", b"\r\nuntil the end",
            b"Content-Encoding: br\r\nContent-Length: 3\r\n\r\n???", b"Transfer-Encoding: chunked\r\n\r\nnot hex",
        ],
    )  # fmt: skip
    @pytest.mark.parametrize("status", [b"200 OK", b"202 Taken", b"204 Fine", b"299 Well"])
    async def test_any_2xx_settles_it_whatever_the_body_is(self, status: bytes, body: bytes) -> None:
        net = Net(PUBLIC)
        net.reply = b"HTTP/1.1 " + status + b"\r\n" + body
        async with net.serving():
            await net.transport().post({}, b"{}")
        assert len(net.requests) == 1

    @pytest.mark.parametrize(("header", "seconds"), [("120", 120.0), ("", None), ("soon", None), ("9" * 30, None)])
    async def test_a_receiver_says_when_to_come_back(self, header: str, seconds: float | None) -> None:
        net = Net(PUBLIC)
        net.reply = f"HTTP/1.1 503 Later\r\nRetry-After: {header}\r\nContent-Length: 0\r\n\r\n".encode()
        async with net.serving():
            with pytest.raises(NotTaken) as refused:
                await net.transport().post({}, b"{}")
        assert refused.value.retry_after_s == seconds

    @pytest.mark.parametrize("addresses", [(), (PRIVATE,), (PUBLIC, PRIVATE), ("127.0.0.1",), ("169.254.169.254",)])
    async def test_a_name_that_leads_inside_is_not_dialled(self, addresses: tuple[str, ...]) -> None:
        net = Net(*addresses)
        async with net.serving():
            with pytest.raises(CheckFailed):
                await net.transport().post({}, b"{}")
        assert net.requests == []

    async def test_a_receiver_that_cannot_prove_its_name_gets_nothing(self) -> None:
        net = Net(PUBLIC)
        async with net.serving():
            with pytest.raises(CheckFailed):
                await net.transport("https://other.example.com/").post({}, b"{}")
        assert net.requests == []
