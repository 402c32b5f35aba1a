"""The harness itself: what a careless renderer lets through must be seen, or the other tests say nothing."""

from __future__ import annotations

import pytest

from .reader import Reader

pytestmark = pytest.mark.browser


@pytest.mark.parametrize(
    "html",
    [
        '<img src="https://evil.example/i">',
        '<img srcset="https://evil.example/i 1x">',
        '<link rel="stylesheet" href="https://evil.example/s.css">',
        '<p style="background:url(https://evil.example/b)">x</p>',
        "<style>p{background:url(https://evil.example/b)}</style><p>x</p>",
        '<script src="https://evil.example/s.js"></script>',
        '<iframe src="https://evil.example/f"></iframe>',
        '<svg><image href="https://evil.example/i" /></svg>',
    ],
)
def test_a_request_is_seen(reader: Reader, html: str) -> None:
    assert any("evil.example" in request for request in reader.read(html).requests)


@pytest.mark.parametrize(
    "html", ["<script>alert(1)</script>", '<img src="x" onerror="alert(1)">', '<b onmouseover="alert(1)">x</b>']
)
def test_a_script_is_seen(reader: Reader, html: str) -> None:
    seen = reader.read(html)
    assert seen.acts == ["alert 1"] or seen.dialogs == ["1"]


def test_what_stands_in_the_page_is_seen(reader: Reader) -> None:
    seen = reader.read('<a href="https://evil.example/" data-sid="S1" id="x" onclick="y()">a</a><form></form></main>')
    assert seen.links == ["https://evil.example/"]
    assert seen.sids == {"S1": 1}
    assert seen.ids == ["x"]
    assert seen.active == ["a@onclick"]
    assert {"a", "form"} <= set(seen.names)


def test_breaking_out_of_the_answer_is_seen(reader: Reader) -> None:
    assert not reader.read("</main><p>").whole
    assert reader.read("<p>fine</p>").whole


def test_one_answer_leaves_nothing_for_the_next(reader: Reader) -> None:
    reader.read('<script>alert(1)</script><img src="https://evil.example/i">')
    seen = reader.read("<p>fine</p>")
    assert (seen.requests, seen.acts, seen.dialogs, seen.names) == ([], [], [], ["p"])
