"""Plain text output, for mail, tickets and terminals."""

from __future__ import annotations

import pytest
from hypothesis import given

from citeward import BALANCED, PERMISSIVE
from tests.strategies import LAW, answers
from tests.world import FORUM, RETURNS, SHIPPING, check, listed

from .pages import Page

CHUNKS = (RETURNS, SHIPPING, FORUM)


def show(answer: str) -> str:
    return check(answer, CHUNKS, PERMISSIVE).text


def test_an_answer_with_its_sources() -> None:
    text = listed(
        "# Returns\n\nItems may be returned [S1]. Refunds take two weeks [S3].\n\n- a\n- b\n", CHUNKS, BALANCED
    ).text
    assert text.startswith(
        "Returns\n\nItems may be returned \u27e61\u27e7. "
        "Refunds take two weeks \u27e62?\u27e7. \u27e6rests on unvetted sources only\u27e7\n\n"
        "- a \u27e6no source cited\u27e7\n- b \u27e6no source cited\u27e7\n"
    )
    assert "<https://policies.acme.example/returns>" in text
    assert "(policies[.]acme[.]example)" in text
    assert "tier A" in text and "retrieval date unknown" in text and "support not checked" in text


@pytest.mark.parametrize(
    ("answer", "shown"),
    [
        ("*a* **b** ~~c~~ `d` $e$", "a b ~~c~~ d e"),
        ("a  \nb\nc", "a\nb\nc"),
        ("3. a\n4. b", "3. a\n4. b"),
        ("- a\n  - b\n    - c", "- a\n  - b\n    - c"),
        ("> a\n> b", "> a\n> b"),
        ("| a | b |\n|---|---|\n| c | d |", "a | b\nc | d"),
        ("```\nx\n  y\n```", "    x\n      y"),
        ("[a](https://evil.example) ![b](https://evil.example/i)", "a b"),
        ("a < b & c", "a < b & c"),
    ],
)
def test_formatting_becomes_plain(answer: str, shown: str) -> None:
    assert "\n".join(line.rstrip() for line in show(answer).rstrip("\n").split("\n")) == shown


@LAW
@given(answers())
def test_a_terminal_is_never_driven(answer: str) -> None:
    text = show(answer)
    assert not any(char != "\n" and char != "\t" and (ord(char) < 32 or 0x7F <= ord(char) < 0xA0) for char in text)


@LAW
@given(answers())
def test_no_word_is_lost(answer: str) -> None:
    checked = check(answer, CHUNKS, PERMISSIVE)
    letters = lambda text: [char for char in text if char.isalnum()]  # noqa: E731
    body = checked.text.partition("\u27e6Sources")[0]
    # Ordered lists write their numbers, which HTML leaves to the browser.
    if "<ol" not in checked.html.partition("<section")[0]:
        assert letters(body) == letters(Page(checked.html).text(sources=False))
