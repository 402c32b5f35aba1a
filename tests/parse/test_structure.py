"""What Markdown becomes events, and what never does."""

from __future__ import annotations

import pytest

from citeward.parse import Break, Close, Code, Event, Fence, Html, Math, Open, Rule, Text, parse


def shape(answer: str) -> list[str]:
    """The structure of an answer, words left out."""
    names = []
    for event in parse(answer).events:
        if isinstance(event, Open):
            names.append(f"<{event.tag}>")
        elif isinstance(event, Close):
            names.append(f"</{event.tag}>")
    return names


def events(answer: str, kind: type[Event]) -> list[Event]:
    return [event for event in parse(answer).events if isinstance(event, kind)]


@pytest.mark.parametrize(
    ("answer", "tags"),
    [
        ("a", "<p> </p>"),
        ("# a", "<h> </h>"),
        ("a\n===", "<h> </h>"),
        ("- a\n- b", "<ul> <li> </li> <li> </li> </ul>"),
        ("3. a", "<ol> <li> </li> </ol>"),
        ("3. a [S1]", "<ul> <li> </li> </ul>"),
        ("> a", "<blockquote> <p> </p> </blockquote>"),
        ("*a* **b** ~~c~~", "<p> <em> </em> <strong> </strong> <del> </del> </p>"),
        ("[a](u) ![b](u)", "<p> <link> </link> <image> </image> </p>"),
        ("| a |\n|---|\n| b |", "<table> <thead> <th> </th> </thead> <tr> <td> </td> </tr> </table>"),
    ],
)
def test_markdown_becomes_structure(answer: str, tags: str) -> None:
    assert shape(answer) == tags.split()


def test_details_of_structure_are_kept() -> None:
    opened = [event for event in parse("### a\n\n1. b\n\n| l | r |\n|:--|--:|\n").events if isinstance(event, Open)]
    assert Open("h", 3) in opened
    assert Open("ol", 1) in opened
    assert [event.attr for event in opened if event.tag == "th"] == ["left", "right"]


def test_code_maths_rules_and_breaks() -> None:
    assert events("```python\nx = 1\n```", Fence) == [Fence("x = 1\n", "python")]
    assert events("    x = 1", Fence) == [Fence("x = 1", "")]
    assert [event.text for event in events("``x`y``", Code)] == ["x`y"]
    assert [(event.text, event.display) for event in events("$a$ and $$b$$", Math)] == [("a", False), ("b", True)]
    assert events("---", Rule) == [Rule()]
    assert [event.hard for event in events("a  \nb\nc\\\nd", Break)] == [True, False, True]


def test_a_price_is_not_a_formula() -> None:
    assert events("It costs $5 to $10.", Math) == []


def test_raw_html_is_characters() -> None:
    assert [event.text for event in events("a <b>x</b>", Html)] == ["<b>", "</b>"]
    assert "".join(event.text for event in events("<div>\n<script>alert(1)</script>\n</div>\n", Html)) == (
        "<div>\n<script>alert(1)</script>\n</div>\n"
    )


def test_task_boxes_footnotes_and_definition_lists_are_words() -> None:
    answer = "- [ ] todo\n- [x] done\n\nFact[^1].\n\n[^1]: note\n\nTerm\n: meaning\n"
    said = "".join(event.text for event in parse(answer).events if isinstance(event, Text))
    for words in ("[ ] todo", "[x] done", " note", ": meaning"):
        assert words in said


def test_a_colon_behind_a_bracket_comes_out_as_it_went_in() -> None:
    answer = "[a]: b `[c]: d` $[e]: f$ <x y=[g]:>\n\n```q]: r\n[h]: i\n```\n\n[j](k]:l)"
    parsed = parse(answer)
    said = "".join(getattr(event, "text", "") + getattr(event, "language", "") for event in parsed.events)
    for words in ("[a]: b", "[c]: d", "[e]: f", "[g]:", "[h]: i", "q]: r", "k]:l"):
        assert words in said
    assert "\x1f" not in said


@pytest.mark.parametrize(
    "answer", [">" * 400 + " a [S1]", "- " * 200 + "a [S1]", "\n".join(" " * 2 * i + "- a" for i in range(99))]
)
def test_structure_too_deep_for_a_browser_loses_tags_and_no_words(answer: str) -> None:
    depth = deepest = 0
    for event in parse(answer).events:
        depth += isinstance(event, Open) - isinstance(event, Close)
        deepest = max(deepest, depth)
    assert depth == 0
    assert deepest <= 64
    assert any(isinstance(event, Text) and "a" in event.text for event in parse(answer).events)


@pytest.mark.parametrize("inner", ["| a |\n|---|\n| b |", "- a", "1. a", "> a"])
@pytest.mark.parametrize("depth", [22, 23, 24, 25, 40])
def test_structure_at_the_deepest_level_is_still_whole(inner: str, depth: int) -> None:
    parents = {"li": {"ul", "ol"}, "thead": {"table"}, "tr": {"table"}, "th": {"thead"}, "td": {"tr"}}
    answer = "\n".join(">" * depth + " " + line for line in inner.split("\n"))
    stack: list[str] = []
    for event in parse(answer).events:
        if isinstance(event, Open):
            assert event.tag not in parents or (stack and stack[-1] in parents[event.tag]), (stack, event)
            assert not stack or stack[-1] not in {"ul", "ol"} or event.tag == "li", (stack, event)
            stack.append(event.tag)
        elif isinstance(event, Close):
            assert stack.pop() == event.tag
        elif isinstance(event, Text):
            assert not stack or stack[-1] not in {"ul", "ol", "table", "thead", "tr"}
    assert stack == []


def test_emphasis_too_deep_for_a_browser_loses_tags_and_no_words() -> None:
    answer = "*a " * 2000 + "b" + " c*" * 2000
    depth = deepest = 0
    for event in parse(answer).events:
        depth += isinstance(event, Open) - isinstance(event, Close)
        deepest = max(deepest, depth)
    assert (depth, deepest <= 64) == (0, True)


def test_a_table_too_wide_to_be_laid_out_keeps_its_words_and_not_its_columns() -> None:
    """A browser needs ten seconds for a table of six thousand columns, which is a denial of service in 18 kB."""
    answer = "|a" * 6_000 + "|\n" + "|-" * 6_000 + "|\n" + "|b" * 6_000 + "|\n"
    events = parse(answer).events
    assert sum(isinstance(event, Open) and event.tag == "th" for event in events) <= 256
    assert sum(event.text.count("b") for event in events if isinstance(event, Text)) == 6_000
