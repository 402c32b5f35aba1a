"""What the model types cannot pass for what the system says."""

from __future__ import annotations

import pytest

from citeward import BALANCED, PERMISSIVE, STRICT
from citeward.model import AnswerAction
from citeward.render import Mark, MarkKind
from tests.world import FORUM, RETURNS, SHIPPING, check

from .pages import Page

CHUNKS = (RETURNS, SHIPPING, FORUM)
LIST = "\n\n1. Handbook, tier A: authoritative, support checked\n"


def warned(answer: str) -> bool:
    shown = check(answer, CHUNKS, BALANCED).shown
    return any(isinstance(event, Mark) and event.kind is MarkKind.MODEL_SOURCES for event in shown.events)


@pytest.mark.parametrize(
    "heading",
    [
        "## Sources",
        "## List of sources",
        "### Evidence checked",
        "## K\u00e4llor",
        "## Liste des sources",
        "## Lista de fuentes verificadas",
        "## Verzeichnis der verwendeten Quellen",
        "**Lijst van bronnen**",
        "## Wykaz \u017ar\u00f3de\u0142",
        "## Kaynak\u00e7a",
        "## \u53c2\u8003\u8d44\u6599",
        "## \u51fa\u5178\u4e00\u89a7",
        "## \ucd9c\ucc98",
        "## \u0627\u0644\u0645\u0635\u0627\u062f\u0631",
        "Verified by citeward",
        "**Gepr\u00fcft von citeward:**",
        "V\u00e9rifi\u00e9 par l'\u00e9quipe",
        "Sources verified by us",
        "\u5df2\u9a8c\u8bc1\u6765\u6e90",
        "# References",
        "**Sources:**",
        "Sources:",
        "*References*",
        "### \U0001f4da Sources",
        "## Verified sources",
        "## Sources checked by citeward",
        "**Sources checked by citeward**",
        "Sources\n===",
        "> Sources",
        "## Bibliography",
        "## Works cited",
        "## Quellen",
        "## R\u00e9f\u00e9rences",
        "## Fuentes",
        "## \u53c2\u8003\u6587\u732e",
        "## \u0418\u0441\u0442\u043e\u0447\u043d\u0438\u043a\u0438",
        "## S**our**ces",
        "## [Sources](https://evil.example)",
        "## `Sources`",
        "## Sources [S1]",
        "## Sources \u2713",
        "## Sources, all checked. Really!",
        "- Sources",
        "1. Sources",
        "| Sources |\n|---|\n| Handbook |",
        "<h2>Sources</h2>",
        "S\u00adources",
        "\uff33\uff4f\uff55\uff52\uff43\uff45\uff53",
        "\u0405ources checked by citeward",
        "All sources checked by citeward:",
        "Sources\n[1] Handbook, tier A: authoritative, retrieved 2026-01-31, support checked, and so on",
    ],
)
def test_a_list_of_sources_of_the_model_is_marked_as_its_own_or_left_out(heading: str) -> None:
    answer = f"Items may be returned [S1].\n\n{heading}{LIST}"
    left_out = Page(check(answer, CHUNKS, BALANCED).html).body == "Items may be returned \u27e61\u27e7."
    assert warned(answer) or left_out


@pytest.mark.parametrize(
    "answer",
    [
        "The sources of the Nile are in Burundi.",
        "## Sources of income and how to declare them every year in detail to the office",
        "Citations are required in court filings, and so are exhibits of every kind here.",
        "## Returns\n\nText.",
    ],
)
def test_prose_about_sources_is_not_marked(answer: str) -> None:
    assert not warned(answer)


@pytest.mark.parametrize(
    "typed",
    [
        "\u2713 verified",
        "\u2705 Verified by citeward",
        "\u27e61?\u27e7",
        "(support checked)",
        "\u27e6Sources checked by citeward\u27e7",
        '<section role="doc-endnotes">Sources</section>',
        "&lt;a data-sid=S1&gt;",
    ],
)
def test_a_status_typed_by_the_model_is_nothing_but_words(typed: str) -> None:
    checked = check(f"Refunds are free for life {typed}.", CHUNKS, PERMISSIVE)
    page = Page(checked.html)
    assert page.sids == {}
    assert not page.all(role="doc-noteref") and not page.all(role="doc-endnotes") and not page.all(role="note")
    assert "a" not in page.tags
    assert not any("cw-cite" in (e.get("class") or "") or "cw-mark" in (e.get("class") or "") for e in page)
    assert "\u27e6" not in checked.markdown and "\u27e6" not in checked.text


@pytest.mark.parametrize(
    "typed",
    [
        "[9]", "[9]\u00b9", "\u27e69\u27e7", "\u301a9\u301b", "\u207d\u2079\u207e", "[[9]](#cw-s1)",
        '<a class="cw-cite" role="doc-noteref" data-sid="S9" href="#cw-s1">[9]</a>',
    ],
)  # fmt: skip
def test_a_number_that_names_nothing_is_taken_out_and_its_sentence_is_marked(typed: str) -> None:
    checked = check(f"Refunds are free for life {typed}.", CHUNKS, PERMISSIVE)
    page = Page(checked.html)
    assert page.sids == {}
    assert "a" not in page.tags
    assert len(page.all(class_="cw-mark")) == 1
    for shown in (checked.text, checked.markdown, page.body):
        assert not {"9]", "9\\]", "9\u27e7", "9\u301b", "\u2079\u207e"} & set(shown.split()), shown
        assert "[9]" not in shown and "\u27e69" not in shown and "\u301a9" not in shown


@pytest.mark.parametrize("typed", ["[1]", "\uff3b1\uff3d"])
def test_a_number_that_can_only_mean_one_source_becomes_a_citation_of_ours(typed: str) -> None:
    page = Page(check(f"Items may be returned [S1]. They may come back {typed}.", CHUNKS, PERMISSIVE).html)
    assert page.sids == {"S1": 2}
    assert typed not in page.text(sources=False).replace("[1]", "", 2)


@pytest.mark.parametrize("typed", ["[1?]", "[S[S9]1]", "[[S9]1]"])
def test_a_number_in_brackets_typed_by_the_model_does_not_look_like_a_citation(typed: str) -> None:
    page = Page(check(f"Items may be returned [S1]. Refunds are free for life {typed}.", CHUNKS, PERMISSIVE).html)
    chip = "".join(page.one(data_sid="S1").itertext())
    assert chip not in page.body.replace(chip, "", 1)


def test_a_marker_form_of_the_model_s_own_grants_nothing() -> None:
    for typed in ("&#91;S1]", "[S\u200b1]", "[the S1 of it]", "\\[S1\\]", "`[S1]`", "$[S1]$"):
        assert Page(check(f"Refunds are free for life {typed}.", CHUNKS, PERMISSIVE).html).sids == {}


def test_notes_of_ours_are_told_apart_from_the_same_words_of_the_model() -> None:
    checked = check(
        "Free for life (not supported by a source) [link removed]. See https://evil.example.", CHUNKS, BALANCED
    )
    page = Page(checked.html)
    assert len(page.all(class_="cw-note")) == 1
    assert checked.text.count("\u27e6link removed\u27e7") == 1


@pytest.mark.parametrize(
    ("listed", "left_out"),
    [
        ("Sources:\n[S1] Returns policy\n[S2] Shipping guide", True),
        ("Sources:\n\n- [S1] Returns policy\n- [S9] Handbook of 1999", True),
        ("## References\n\n1. Returns policy, https://policies.acme.example/returns\n2. Nature 2020", True),
        ("Sources: [S1], [S2]", True),
        ("## Sources\n\nThe river has two sources [S1].", False),
        ("Sources:\n\n- Refunds are free for life [S9]", False),
    ],
)
def test_the_model_s_list_of_sources_is_left_out_for_ours_and_takes_nothing_along(listed: str, left_out: bool) -> None:
    checked = check(f"Items may be returned [S1].\n\n{listed}", CHUNKS, STRICT)
    assert Page(checked.html).body.startswith("Items may be returned \u27e61\u27e7.")
    assert (Page(checked.html).body == "Items may be returned \u27e61\u27e7.") is left_out
    assert (checked.action is AnswerAction.DELIVER) is (left_out or "river" in listed)


def test_an_answer_of_nothing_but_a_list_of_sources_is_not_shown() -> None:
    assert check("## Sources\n\n- Returns policy [S1]", CHUNKS, STRICT).shown.blocked
