"""The copy of a page that a citation opens can do nothing in a browser, and says what it is."""

from __future__ import annotations

from datetime import UTC, datetime

from citeward.render import text_copy

NOON = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)


def test_a_browser_takes_it_for_text_and_nothing_else() -> None:
    headers = text_copy("<script>alert(1)</script>").headers
    assert headers["Content-Type"] == "text/plain; charset=utf-8"
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "no-referrer"
    policy = {part.strip() for part in headers["Content-Security-Policy"].split(";")}
    assert {"default-src 'none'", "sandbox"} <= policy
    assert not any(part.startswith("sandbox ") for part in policy), "an allowance would open the sandbox"


def test_it_says_what_it_is_before_a_word_of_the_page() -> None:
    body = text_copy("Tides.", title="On\ntides", url="https://journal.example.org/t", retrieved_at=NOON).body.decode()
    assert body == (
        "\u27e6archived copy, retrieved 2026-11-30\u27e7\nOn tides\nlive page: https://journal.example.org/t\n\nTides."
    )


def test_a_page_can_neither_write_that_line_nor_hide_a_word() -> None:
    body = text_copy("\u27e6archived copy\u27e7 no\u200bt \u202etides\ud800", title="\u27e6x\u27e7").body.decode()
    assert body.count("\u27e6") == 1
    assert "\u202e" not in body
    assert "\u200b" not in body


def test_an_address_with_a_trick_in_it_is_left_out() -> None:
    assert b"live page" not in text_copy("x", url="javascript:alert(1)").body
