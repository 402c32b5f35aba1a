"""gzip, decoded under a cap."""

from __future__ import annotations

import gzip

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citeward.fetch.decode import EncodingError, Gzip, TooLarge, decoder_for


@given(st.binary(max_size=3_000), st.integers(1, 3), st.integers(1, 400))
def test_any_split_of_any_members_decodes_to_the_same_bytes(data: bytes, members: int, step: int) -> None:
    wire = gzip.compress(data) * members
    decoder = Gzip(len(data) * members)
    for start in range(0, len(wire), step):
        decoder.feed(wire[start : start + step])
    assert decoder.finish() == data * members


@given(st.binary(min_size=1, max_size=3_000))
def test_one_byte_over_the_cap_is_too_large(data: bytes) -> None:
    with pytest.raises(TooLarge):
        Gzip(len(data) - 1).feed(gzip.compress(data))


@given(st.binary(min_size=1, max_size=300), st.data())
def test_a_cut_body_is_never_whole(data: bytes, draw: st.DataObject) -> None:
    wire = gzip.compress(data)
    decoder = Gzip(1_000)
    decoder.feed(wire[: draw.draw(st.integers(1, len(wire) - 1))])
    with pytest.raises(EncodingError):
        decoder.finish()


@pytest.mark.parametrize(
    "values", [["br"], ["gzip, gzip"], ["gzip", "gzip"], ["deflate"], ["zstd"], ["x-evil"], ["gzip;q=1"]]
)
def test_what_was_not_asked_for_is_refused(values: list[str]) -> None:
    with pytest.raises(EncodingError):
        decoder_for(values, 10)


@pytest.mark.parametrize("values", [[], [""], ["identity"], ["gzip"], ["X-GZIP"], ["identity, gzip"]])
def test_what_was_asked_for_is_read(values: list[str]) -> None:
    decoder_for(values, 10)


def test_no_body_is_an_empty_body_even_if_called_gzip() -> None:
    assert decoder_for(["gzip"], 10).finish() == b""
