"""Heads are signed with Ed25519, dated, and believed with the right key alone."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from joserfc import jws
from joserfc.jwk import ECKey, OKPKey

from citeward.errors import InputError
from citeward.storage import Head, HeadKey, SignedHead

KEY = HeadKey.generate()
HEAD = Head(7, "ab" * 32)
AT = datetime(2026, 5, 1, 12, tzinfo=UTC)
TOKEN = KEY.sign("default", HEAD, AT)


def test_what_was_signed_comes_back_with_the_public_key() -> None:
    public = HeadKey.read(KEY.write(private=False))
    assert not public.is_private
    assert public.check(TOKEN) == SignedHead("default", HEAD, AT)
    assert HeadKey.read(KEY.write(private=True)).sign("default", HEAD, AT) == TOKEN
    with pytest.raises(InputError, match="public key"):
        public.sign("default", HEAD, AT)


@given(st.integers(0, len(TOKEN) - 1), st.sampled_from("AbZ9.-_ é"))
@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_no_letter_of_it_can_be_changed(at: int, letter: str) -> None:
    changed = TOKEN[:at] + letter + TOKEN[at + 1 :]
    try:
        assert KEY.check(changed) == SignedHead("default", HEAD, AT)  # the last letter of base64 may hold spare bits
        assert changed == TOKEN or at == len(TOKEN) - 1
    except InputError:
        pass


@pytest.mark.parametrize("token", ["", "..", "a.b.c", "\ud800", TOKEN.rsplit(".", 1)[0] + ".", "x" * 100_000])
def test_what_is_no_token_is_refused(token: str) -> None:
    with pytest.raises(InputError, match="not signed with this key"):
        KEY.check(token)


def test_another_key_another_purpose_and_no_signature_are_refused() -> None:
    with pytest.raises(InputError, match="not signed with this key"):
        HeadKey.generate().check(TOKEN)
    own = OKPKey.generate_key("Ed25519")
    checker = HeadKey(own)
    body = b'{"tenant": "default", "seq": 7, "hash": "' + b"ab" * 32 + b'", "at": 1}'
    for header in ({"alg": "Ed25519"}, {"alg": "Ed25519", "typ": "JWT"}):
        with pytest.raises(InputError, match="not signed with this key"):
            checker.check(jws.serialize_compact(header, body, own, algorithms=["Ed25519"]))
    for wrong in (
        b"[]",
        b"{}",
        b"null",
        b'{"tenant": "d", "seq": 1e400, "hash": "", "at": 1}',
        body.replace(b"7", b"-7"),
    ):
        signed = jws.serialize_compact({"alg": "Ed25519", "typ": "citeward-head"}, wrong, own, algorithms=["Ed25519"])
        with pytest.raises(InputError, match="not signed with this key"):
            checker.check(signed)


@pytest.mark.parametrize(
    "key",
    [
        "", "{}", "[]", "nothing of the kind", '{"kty": "OKP"}', '{"kty":"oct","k":"c2VjcmV0"}',
        str(ECKey.generate_key("P-256").as_dict(private=True)).replace("'", '"'),
        str(OKPKey.generate_key("X25519").as_dict(private=True)).replace("'", '"'),
    ],
)  # fmt: skip
def test_only_keys_of_the_kind_are_read_and_none_is_repeated(key: str) -> None:
    with pytest.raises(InputError) as error:
        HeadKey.read(key)
    assert not key[4:] or key[4:] not in str(error.value)
