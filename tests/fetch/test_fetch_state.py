"""Nothing leaks from one hop, host or environment to another, and the certificate proves the name."""

from __future__ import annotations

import ssl
from pathlib import Path

import pytest
import trustme

from citeward.fetch import Fetcher, FetchReason, FetchRefused, client_context

from .fetch_world import OTHER_PUBLIC, PUBLIC, Visit, World, lenient

pytestmark = pytest.mark.asyncio


async def test_a_redirect_carries_no_cookie_credential_or_referrer(world: World) -> None:
    world.knows(a=PUBLIC, b=OTHER_PUBLIC)

    async def serve(visit: Visit) -> None:
        if visit.headers["host"] == "a.example.com":
            await visit.redirect("https://b.example.com/x?y", Set_Cookie="id=1; Domain=example.com")
        else:
            await visit.reply()

    async with world.serving(serve):
        snapshot = await world.get("https://a.example.com/start?token=secret")
    assert snapshot.final_url == "https://b.example.com/x?y"
    assert snapshot.passed_urls == ("https://a.example.com/start?token=secret",)
    for visit in world.visits:
        assert set(visit.headers) == {"host", "user-agent", "accept", "accept-encoding", "connection"}
    assert (world.connections, world.dialled) == (2, [PUBLIC, OTHER_PUBLIC])


async def test_two_hosts_at_one_address_share_no_connection(world: World) -> None:
    world.knows(a=PUBLIC, b=PUBLIC)

    async def serve(visit: Visit) -> None:
        await (visit.redirect("https://b.example.com/") if "a." in visit.headers["host"] else visit.reply())

    async with world.serving(serve):
        await world.get("https://a.example.com/")
    assert world.connections == 2


async def test_http_2_is_not_spoken_even_when_the_server_offers_it(world: World) -> None:
    world.knows(a=PUBLIC)

    async def serve(visit: Visit) -> None:
        await visit.reply()

    async with world.serving(serve):
        await world.get("https://a.example.com/")
    assert world.visits[0].request == "GET / HTTP/1.1"
    assert world.visits[0].writer.get_extra_info("ssl_object").selected_alpn_protocol() == "http/1.1"


async def test_the_environment_changes_nothing(world: World, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "https_proxy", "all_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:9/")
    monkeypatch.setenv("NO_PROXY", "*")
    monkeypatch.setenv("SSLKEYLOGFILE", str(tmp_path / "keys"))
    world.knows(a=PUBLIC)

    async def serve(visit: Visit) -> None:
        await visit.reply()

    async with world.serving(serve):
        await world.get("https://a.example.com/")
    assert world.dialled == [PUBLIC]
    assert client_context().keylog_filename is None
    before = {tuple(sorted(str(pair) for pair in anchor.items())) for anchor in client_context().get_ca_certs()}
    world.authority.cert_pem.write_to_path(str(tmp_path / "ca.pem"))
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "ca.pem"))
    after = {tuple(sorted(str(pair) for pair in anchor.items())) for anchor in client_context().get_ca_certs()}
    assert before == after


@pytest.mark.parametrize("kind", ["another name", "self-signed", "another authority"])
async def test_a_certificate_that_does_not_prove_the_name_is_refused(world: World, kind: str) -> None:
    world.knows(bad=PUBLIC)
    stranger = trustme.CA()
    world.leaf = {
        "another name": lambda _: world.authority.issue_cert("good.example.com", PUBLIC),
        "self-signed": lambda name: trustme.CA().issue_cert(name),
        "another authority": stranger.issue_cert,
    }[kind]

    async def serve(visit: Visit) -> None:
        await visit.reply()

    async with world.serving(serve):
        with pytest.raises(FetchRefused) as refused:
            await world.get("https://bad.example.com/")
    assert refused.value.reason is FetchReason.TLS
    assert world.visits == []


async def test_a_context_that_does_not_verify_is_not_accepted() -> None:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    with pytest.raises(ValueError, match="verify"):
        Fetcher(lenient(), tls=context)


async def test_the_built_in_context_verifies() -> None:
    context = client_context()
    assert context.verify_mode is ssl.CERT_REQUIRED
    assert context.check_hostname
    assert context.minimum_version >= ssl.TLSVersion.TLSv1_2
    assert context.get_ca_certs() or ssl.get_default_verify_paths().openssl_capath, "anchors, or a directory of them"
