"""The recorded URLs whose server misbehaves: each is played on loopback, and ends as recorded."""

from __future__ import annotations

import asyncio
import gzip
import zlib
from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
import trustme

from citeward.fetch import Decision, FetchError
from citeward.hosts import check_address

from . import test_fetch_limits as limits
from .fetch_world import OTHER_PUBLIC, PUBLIC, Behaviour, Visit, World, lenient
from .test_url_vectors import OWN, SHARED, redirects, start_answers

SECRETS = ("cookie", "authorization", "proxy-authorization", "referer", "origin")
PATIENCE = {"total_seconds": 1.0, "idle_seconds": 0.8}
"""Seconds: as long as it takes to tell what is late from what is merely slow."""


def rows(path: Path) -> list[dict[str, Any]]:
    import json

    if not path.exists():
        return []
    return [row for row in map(json.loads, path.read_text(encoding="utf-8").splitlines()) if "server" in row]


# -- what servers do -----------------------------------------------------------------------------------------


def answering(status: str, body: bytes = b"", **headers: str) -> Behaviour:
    async def serve(visit: Visit) -> None:
        await visit.reply(body, status, **headers)

    return serve


def bodiless(status: str) -> Behaviour:
    async def serve(visit: Visit) -> None:
        await visit.send(f"HTTP/1.1 {status}\r\n\r\n".encode())

    return serve


def leading_away(**headers: str) -> Behaviour:
    """To another host, where the page is; with whatever a careless client would carry along."""

    async def serve(visit: Visit) -> None:
        if visit.headers["host"] == "a.example.com":
            await visit.redirect("https://b.example.com/", **headers)
        else:
            await visit.reply(b"hello")

    return serve


def wrapped(times: int) -> Behaviour:
    body = b"x" * 1_000
    for _ in range(times):
        body = gzip.compress(body)
    return answering("200 OK", body, Content_Encoding=", ".join(["gzip"] * times))


async def hangs_up(visit: Visit) -> None:
    visit.writer.close()


async def an_enormous_line(visit: Visit) -> None:
    await visit.send(b"HTTP/1.1 200 " + b"O" * 1_000_000)


async def a_slow_start(visit: Visit) -> None:
    await asyncio.sleep(60)


async def deflated(visit: Visit) -> None:
    await visit.reply(zlib.compress(bytes(64_000_000)), Content_Encoding="deflate")


BEHAVIOURS: Mapping[str, Behaviour] = {
    "infinite_chunked": limits.infinite_chunks,
    "content_length_lie_big": limits.a_long_announced_body,
    "content_length_lie_small": limits.a_cut_body,
    "gzip_bomb": limits.gzip_bomb,
    "gzip_bomb_members": limits.gzip_bomb_of_many_members,
    "br_bomb": limits.brotli,
    "deflate_bomb": deflated,
    "zstd_bomb": answering("200 OK", b"\x28\xb5\x2f\xfd", Content_Encoding="zstd"),
    "nested_gzip": wrapped(3),
    "unknown_encoding": limits.unknown_encoding,
    "bad_gzip": limits.not_gzip,
    "drip_body": limits.drip_body,
    "drip_headers": limits.drip_headers,
    "never_respond": limits.silence,
    "slow_start": a_slow_start,
    "huge_headers": limits.a_huge_header,
    "huge_status_line": an_enormous_line,
    "many_headers": limits.many_headers,
    "trailer_flood": limits.trailer_flood,
    "endless_103": limits.endless_early_hints,
    "endless_100": limits.endless_early_hints,
    "infinite_1xx": limits.endless_early_hints,
    "upgrade": limits.leaving_http,
    "not_http": limits.not_http,
    "reset": hangs_up,
    "gzip_small": limits.small_gzip,
    "chunked_small": limits.chunked,
    "plain_small": answering("200 OK", b"hello"),
    "no_length_close": limits.until_close,
    "204": bodiless("204 No Content"),
    "304": bodiless("304 Not Modified"),
    "404": answering("404 Not Found", b"no"),
    "one_early_hint": limits.one_early_hint,
    "slow_but_ok": limits.slow_but_in_time,
    "env_http_proxy": answering("200 OK", b"hello"),
    "env_no_proxy": answering("200 OK", b"hello"),
    "env_netrc": answering("200 OK", b"hello"),
    "h2_coalesce": answering("200 OK", b"hello"),
    "keepalive_reuse": answering("200 OK", b"hello", Connection="keep-alive"),
    "set_cookie_then_redirect": leading_away(Set_Cookie="session=secret; Domain=example.com"),
    "auth_header_cross_origin": leading_away(WWW_Authenticate='Basic realm="x"'),
    "referer_leak": leading_away(Referrer_Policy="unsafe-url"),
    "wrong_cert": answering("200 OK", b"hello"),
    "self_signed": answering("200 OK", b"hello"),
    "expired_cert": answering("200 OK", b"hello"),
}
"""By the word a row uses. ``redirect_loop`` and ``close`` follow the row's own redirects."""

HARMLESS = frozenset({"plain_small", "404", "env_netrc", "keepalive_reuse"})
"""Of those no recorded row uses, the ones that end in a page."""


def all_rows() -> list[dict[str, Any]]:
    """The recorded rows, and one for every behaviour that none of them uses."""
    found = {row["id"]: row for row in rows(SHARED) + rows(OWN)}
    missing = sorted(BEHAVIOURS.keys() - {row["server"] for row in found.values()})
    for server in missing:
        expect = "allow" if server in HARMLESS else "block"
        base = {"url": "https://a.example.com/", "resolves_to": [PUBLIC], "reason": server}
        found[f"own-{server}"] = {"id": f"own-{server}", "server": server, "expect": expect, **base}
    return list(found.values())


ROWS = all_rows()
_EXPIRED = (datetime(2020, 1, 1, tzinfo=UTC), datetime(2020, 1, 1, tzinfo=UTC) + timedelta(days=1))


def leaf(server: str, authority: trustme.CA) -> Callable[[str], trustme.LeafCert] | None:
    """The certificate a server shows where it is not an honest one."""
    if server == "wrong_cert":
        return lambda name: authority.issue_cert("other.example.com")
    if server == "self_signed":
        stranger = trustme.CA()
        return stranger.issue_cert
    if server == "expired_cert":
        return lambda name: authority.issue_cert(name, not_before=_EXPIRED[0], not_after=_EXPIRED[1])
    if server == "h2_coalesce":
        return lambda name: authority.issue_cert("a.example.com", "b.example.com")
    return None


def behaviour(row: dict[str, Any]) -> Behaviour:
    targets = redirects(row)

    async def follow(visit: Visit) -> None:
        await visit.redirect(targets[0])

    if targets:
        return follow
    assert row["server"] in BEHAVIOURS, f"{row['id']}: add what the server {row['server']!r} does"
    return BEHAVIOURS[row["server"]]


# -- what is asked of the fetch ------------------------------------------------------------------------------


def hostile_environment(monkeypatch: pytest.MonkeyPatch, port: int, folder: Path) -> None:
    """Variables that would lead another client astray, to somebody who would notice."""
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "https_proxy", "all_proxy"):
        monkeypatch.setenv(name, f"http://user:secret@127.0.0.1:{port}")
    monkeypatch.setenv("NO_PROXY", "a.example.com")
    netrc = folder / "netrc"
    netrc.write_text("machine a.example.com login user password secret\ndefault login user password secret\n")
    monkeypatch.setenv("NETRC", str(netrc))
    monkeypatch.setenv("HOME", str(folder))


@pytest.mark.parametrize("row", ROWS, ids=[row["id"] for row in ROWS])
async def test_a_row_ends_as_recorded_and_leaks_nothing(
    row: dict[str, Any], world: World, authority: trustme.CA, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    strangers: list[str] = []

    async def notice(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        strangers.append("dialled")
        writer.close()

    host = row["url"].split("/")[2]
    world.leaf = leaf(row["server"], authority)
    world.answers = {host: list(start_answers(row)), "b.example.com": [[OTHER_PUBLIC]]}
    proxy = await asyncio.start_server(notice, "127.0.0.1", 0)
    async with proxy, world.serving(behaviour(row)):
        port = proxy.sockets[0].getsockname()[1]
        hostile_environment(monkeypatch, port, tmp_path)
        decision = Decision.ALLOW
        try:
            await world.get(row["url"], lenient(**PATIENCE))
        except FetchError:
            decision = Decision.BLOCK
        if row["server"] == "h2_coalesce":
            await world.get("https://b.example.com/", lenient(**PATIENCE))
    assert decision.value == row["expect"], row["reason"]
    assert strangers == [], "a proxy variable was obeyed"
    assert all(check_address(address) is None for address in world.dialled)
    for visit in world.visits:
        assert not set(SECRETS) & set(visit.headers), f"{row['id']}: {visit.headers}"
        assert "secret" not in str(visit.headers)
        assert visit.request.endswith(" HTTP/1.1")
    if row["server"] == "h2_coalesce":
        assert world.connections == 2, "two names shared a connection"


async def test_what_is_dialled_is_what_was_checked_hop_by_hop(world: World) -> None:
    """Rebinding at every lookup: the address of a hop is that of its own, checked lookup and of no other."""
    world.answers = {"a.example.com": [[PUBLIC], [OTHER_PUBLIC], ["10.0.0.1"]]}
    steps = iter(("/one", "/two"))

    async def serve(visit: Visit) -> None:
        await visit.redirect(next(steps))

    async with world.serving(serve):
        with pytest.raises(FetchError, match=r"private: 10\.0\.0\.1"):
            await world.get("https://a.example.com/")
    assert world.dialled == [PUBLIC, OTHER_PUBLIC]
    assert len(world.lookups) == 3
