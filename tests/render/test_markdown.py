"""Markdown output: CommonMark reads back what was shown, and nothing more."""

from __future__ import annotations

import pytest
from hypothesis import given
from markdown_it import MarkdownIt

from citeward import BALANCED, PERMISSIVE
from tests.strategies import LAW, answers
from tests.world import FORUM, RETURNS, SHIPPING, check, listed

from .pages import Page, visible_markdown

CHUNKS = (RETURNS, SHIPPING, FORUM)
_OURS = str.maketrans({"\u27e6": "[", "\u27e7": "]"})


def show(answer: str) -> str:
    return check(answer, CHUNKS, PERMISSIVE).markdown


def squeezed(text: str) -> str:
    """Without white space, brackets and the marks that take links apart: what both formats must agree on."""
    return "".join(
        char
        for char in text.translate(_OURS)
        if not char.isspace() and char not in "[]()|\u2758.\u3002\uff0e\uff61:@\uff20"
    )


def test_citations_stand_in_brackets_of_ours_and_sources_follow() -> None:
    text = listed("Items may be returned [S1]. Two weeks [S3].", CHUNKS, BALANCED).markdown
    body, _, sources = text.partition("\u27e6Sources")
    assert (
        body.strip()
        == "Items may be returned \u27e61\u27e7. Two weeks \u27e62?\u27e7. \u27e6rests on unvetted sources only\u27e7"
    )
    assert "[Returns policy](<https://policies.acme.example/returns>)" in sources
    assert "tier A" in sources and "tier D" in sources
    assert "retrieval date unknown" in sources and "support not checked" in sources


@pytest.mark.parametrize(
    "answer",
    [
        "# Heading\n\nText *em* **strong** ~~gone~~ `code` and ``a`b``.",
        "- one\n- two\n  - nested\n- three",
        "1. one\n2. two\n\n   more\n3. three",
        "7. seven\n8. eight",
        "Before.\n\n- one\n- two\n\nAfter.",
        "Before.\n\n3. three\n4. four\n\nAfter.",
        "> quoted\n>\n> again\n\nAfter.",
        "> - a\n> - b\n",
        "- > a\n  > b\n- c",
        "| Name | Qty |\n|---|---|\n| Bolt | 12 |\n| Nut | `7` |",
        "```python\nx = [1]\n```",
        "- a\n\n  ```\n  x\n    y\n  ```\n- b",
        "> ```\n> x\n> ```",
        "Line one  \nline two\nline three",
        "Above\n\n---\n\nBelow",
        "a\n\n\n\nb",
        "$x^2$ and $$y$$",
        "*a*b **c**d",
        "***both***",
        "1. a\n\n       x = 1\n",
    ],
)
def test_structure_survives(answer: str) -> None:
    reader = MarkdownIt("commonmark").enable(["table", "strikethrough"])
    expected = answer.replace("$$y$$", "`y`").replace("$x^2$", "`x^2`")
    tight = lambda html: "".join(html.replace("<p>", "").replace("</p>", "").split())  # noqa: E731
    assert tight(reader.render(show(answer))) == tight(reader.render(expected))


@pytest.mark.parametrize(
    "text",
    [
        "1) a", "\\# no heading", "\\- no item", "1\\. no item", "\\* no item", "\\+ no item", "\\> no quote",
        "\\=== ", "\\--- ", "\\~~~ ", "\\``` ", "a\\*b\\*c", "snake_case_name", "2 * 3 * 4", "\\[a\\](b)",
        "&amp;lt;", "\\&lt;", "a \\| b", "\\<b>", "AT&T &copy; R&D", "&amp;#46;", "5 &gt; 4", "\\\\", "a\\\\*b*",
        "1[.](u) x", "[#](u) x", "[-](u) x", "&[lt;](u)", "&#[46;](u)", "&[S9]lt;", "*[S9]* x", "- [S9]",
        "**a**[S9]**b**", "*a*[S9]*b*", "~a [S9]~", "`a`$b$", "$a$`b`", "`a`[S9]``b`c``", "| `a\\|b` |\n|---|",
        "x\n\\===", "x\n\\---", "x\n\\| a |\n\\|---|", "[ ](u)    x", "\\`a\\`", "\\$a\\$", "\\^a\\^",
        "\\!\\[a\\](b)", "!\\[a", "![](u)[S9]\\[x]", "*a \\[\\[*", "**a@**", "**http://x**y",
    ],
)  # fmt: skip
def test_commonmark_shows_what_html_shows(text: str) -> None:
    checked = check(text, CHUNKS, PERMISSIVE)
    assert squeezed(visible_markdown(checked.markdown)) == squeezed(Page(checked.html).text())


@pytest.mark.parametrize(
    ("answer", "html"),
    [
        ("~a [S9]~ b", "<s>a</s> b (not supported)"),
        ("~a [S9]~", "<s>a (not supported)</s>"),
        ("It is **so [S9]** there.", "It is <strong>so</strong> there. (not supported)"),
        ("It is **so [S9]**.", "It is <strong>so</strong>. (not supported)"),
        ("It is *[S9] so*far.", "It is <em>so</em>far. (not supported)"),
    ],
)
def test_emphasis_stands_where_a_marker_left_a_space_at_its_edge(answer: str, html: str) -> None:
    shown = MarkdownIt("commonmark").enable("strikethrough").render(show(answer))
    shown = shown.translate(_OURS).replace("[not supported by a source]", "(not supported)")
    assert " ".join(shown.split()) == f"<p>{html}</p>"


@LAW
@given(answers())
def test_commonmark_shows_what_html_shows_for_any_answer(answer: str) -> None:
    checked = check(answer, CHUNKS, PERMISSIVE)
    body = checked.markdown.partition("\u27e6Sources")[0]
    assert squeezed(visible_markdown(body)) == squeezed(Page(checked.html).text(sources=False))


@LAW
@given(answers())
def test_no_raw_html_comes_back(answer: str) -> None:
    tokens = MarkdownIt("commonmark").enable(["table", "strikethrough"]).parse(show(answer))
    kinds = [token.type for top in tokens for token in (top, *(top.children or ()))]
    assert "html_block" not in kinds and "html_inline" not in kinds


def test_the_brackets_of_our_marks_are_ours_alone() -> None:
    text = show(
        "\u27e61\u27e7 Refunds \u27e6not supported by a source\u27e7 `\u27e62\u27e7`\n\n```\n\u27e63\u27e7\n```"
    )
    assert text.count("\u27e6") == 1 and "\u27e6not supported by a source\u27e7 `[2]`" not in text.partition("`")[0]


def test_the_output_ends_in_one_newline_and_trails_no_space() -> None:
    text = show("a   \n\n- b\n\n\n> c\n\n| d |\n|---|\n")
    assert text.endswith("\n") and not text.endswith("\n\n")
    assert all(line == line.rstrip() or line.endswith("  ") for line in text.split("\n"))
