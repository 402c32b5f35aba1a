"""Selection: what a reader gets of an answer, once policy has decided."""

from __future__ import annotations

from dataclasses import replace

import pytest

from citeward import BALANCED, PERMISSIVE, STRICT, AnswerAction, CheckedAnswer, Policy
from citeward.policy import Surface
from citeward.render import Chip, Mark, MarkKind, Note
from tests.world import FORUM, RETURNS, SHIPPING, check, gate, seen

from .pages import Page

CHUNKS = (RETURNS, SHIPPING, FORUM)


def show(answer: str, policy: Policy = STRICT) -> CheckedAnswer:
    return check(answer, CHUNKS, policy)


def body(answer: str, policy: Policy = STRICT) -> str:
    return Page(show(answer, policy).html).body


def chips(checked: CheckedAnswer) -> list[tuple[int, str]]:
    return [(event.number, event.handle) for event in checked.shown.events if isinstance(event, Chip)]


def marks(checked: CheckedAnswer) -> list[MarkKind]:
    return [event.kind for event in checked.shown.events if isinstance(event, Mark)]


# -- sentences ----------------------------------------------------------------------------------------------------


def test_a_sentence_whose_only_citation_failed_is_dropped_and_counted() -> None:
    checked = show("Items may be returned [S1]. Refunds are free for life [S9]. Labels are free [S2].")
    assert checked.action is AnswerAction.REDACT
    assert checked.shown.dropped == 1
    assert Page(checked.html).body == (
        "Items may be returned ⟦1⟧. […] Labels are free ⟦2⟧. "
        "1 sentence was left out because no source could be confirmed."
    )


def test_a_sentence_that_keeps_another_citation_stays_and_says_so() -> None:
    checked = show("Items may be returned [S1][S9].")
    assert (chips(checked), marks(checked)) == ([(1, "S1")], [MarkKind.PARTLY])
    assert "only partly cited" in Page(checked.html).body


def test_a_sentence_the_model_gave_no_source_stays_without_a_mark() -> None:
    assert body("Hello. Items may be returned [S1].") == "Hello. Items may be returned ⟦1⟧."


def test_a_link_of_the_model_drops_no_sentence() -> None:
    checked = show("Items may be returned [S1], see [the portal](https://evil.example/) or https://evil.example/x.")
    assert marks(checked) == []
    assert Page(checked.html).body == "Items may be returned ⟦1⟧, see the portal or [link removed]."


def test_a_failing_sentence_that_policy_keeps_is_marked() -> None:
    checked = show("Refunds are free for life [S9]. Items may be returned [S1].", PERMISSIVE)
    assert marks(checked) == [MarkKind.UNSUPPORTED]
    assert Page(checked.html).body.startswith("Refunds are free for life. (not supported by a source) Items")


def test_the_mark_stands_at_the_end_of_its_own_sentence() -> None:
    shown = body("First is *fine* [S1]. Second is **wrong** [S9]. Third is fine [S2].", PERMISSIVE)
    assert shown == "First is fine ⟦1⟧. Second is wrong. (not supported by a source) Third is fine ⟦2⟧."


def test_a_sentence_resting_on_tier_0_alone_says_so() -> None:
    checked = show("Refunds take two weeks [S3]. Items may be returned [S1][S3].", BALANCED)
    assert marks(checked) == [MarkKind.UNVETTED]
    assert "Refunds take two weeks ⟦1?⟧. (rests on unvetted sources only)" in Page(checked.html).body


def test_strict_drops_what_rests_on_tier_0() -> None:
    assert "two weeks" not in show("Refunds take two weeks [S3]. Items may be returned [S1].").html


def test_nothing_of_an_answer_is_left_when_every_sentence_is_dropped() -> None:
    checked = show("Refunds are free for life [S9].")
    assert checked.shown.blocked
    assert "life" not in checked.html + checked.markdown + checked.text


# -- markers ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("answer", "shown"),
    [
        ("Items may be returned [S9].", "Items may be returned."),
        ("Items [S9] may be returned.", "Items may be returned."),
        ("Items may be returned. [S9]", "Items may be returned."),
        ("[S9] Items may be returned.", "Items may be returned."),
        ("Items may be returned [S9][S8], or not.", "Items may be returned, or not."),
        ("Items (see [S9]) may be returned.", "Items (see) may be returned."),
        ("Items **may [S9]** be returned.", "Items may be returned."),
        ("\u7b2c\u4e00\u6761[S9]\u3002", "\u7b2c\u4e00\u6761\u3002"),
    ],
)
def test_a_stripped_marker_leaves_no_gap(answer: str, shown: str) -> None:
    assert body(answer, PERMISSIVE).replace(" (not supported by a source)", "") == shown


@pytest.mark.parametrize(
    "answer", ["Items **[S9]** may be returned [S1].", "Items *[S9]* ~~[S9]~~ may be returned [S1]."]
)
def test_formatting_around_nothing_goes_with_it(answer: str) -> None:
    checked = show(answer)
    assert Page(checked.html).tags & {"strong", "em", "del"} == set()


def test_display_numbers_are_dense_in_the_order_of_first_use() -> None:
    checked = show("Labels are free [S2]. Gold is free [S7]. Items may be returned [S1]. Labels are free again [S2].")
    assert chips(checked) == [(1, "S2"), (2, "S1"), (1, "S2")]
    assert [source.number for source in checked.shown.sources] == [1, 2]


def test_a_source_that_only_dropped_sentences_cite_is_not_listed() -> None:
    checked = show("Wrong [S3]. Items may be returned [S1].")
    assert [source.handle for source in checked.shown.sources] == ["S1"]
    assert "Forum" not in checked.html + checked.markdown + checked.text


def test_a_group_of_markers_becomes_a_group_of_chips() -> None:
    assert chips(show("Items may be returned [S1, S2].")) == [(1, "S1"), (2, "S2")]


def test_a_range_shows_only_what_was_granted() -> None:
    assert chips(show("Items may be returned [S1-S4].", replace(BALANCED, drop_failed=False))) == [
        (1, "S1"),
        (2, "S2"),
        (3, "S3"),
    ]


# -- structure ----------------------------------------------------------------------------------------------------


def test_a_gap_stands_where_an_item_was_and_the_others_keep_their_numbers() -> None:
    checked = show("1. Items may be returned [S1]\n2. Gold is free [S9]\n3. Labels are free [S2]\n")
    assert checked.text.startswith("1. Items may be returned ⟦1⟧\n2. ⟦…⟧\n3. Labels are free ⟦2⟧\n")
    assert checked.markdown.startswith("1. Items may be returned ⟦1⟧\n2. ⟦…⟧\n3. Labels are free ⟦2⟧\n")
    assert Page(checked.html).body.startswith("Items may be returned ⟦1⟧ […] Labels are free ⟦2⟧")


def test_one_gap_stands_for_sentences_left_out_in_a_row() -> None:
    assert body("Wrong [S9]. Wrong too [S8]. Items may be returned [S1].").startswith("[…] Items may be returned ⟦1⟧.")


def test_one_gap_stands_for_a_list_that_lost_every_item() -> None:
    page = Page(show("Items may be returned [S1].\n\n- Wrong [S9]\n- Wrong too [S8]\n").html)
    assert "ul" not in page.tags
    assert page.body.count("[…]") == 1


@pytest.mark.parametrize(
    ("answer", "shown"),
    [
        ("Wrong [S9]. Yes, absolutely! Items may be returned [S1].", "[…] Items may be returned ⟦1⟧."),
        ("Wrong [S9]. It is safe. Items may be returned [S1].", "[…] Items may be returned ⟦1⟧."),
        ("Wrong. Source: [S9]\n\nItems may be returned [S1].", "[…] Items may be returned ⟦1⟧."),
        ("Refund:\n\n- Wrong [S9]\n\nItems may be returned [S1].", "[…] […] Items may be returned ⟦1⟧."),
        ("Rules [S9]:\n\n- of mine\n\nItems may be returned [S1].", "[…] […] Items may be returned ⟦1⟧."),
        ("Is it wrong? Yes. [S9] Items may be returned [S1].", "[…] Items may be returned ⟦1⟧."),
        ("Right. Items may be returned [S1]. It is safe.", "Right. Items may be returned ⟦1⟧. It is safe."),
    ],
)
def test_what_leans_on_a_sentence_that_was_left_out_goes_with_it(answer: str, shown: str) -> None:
    assert body(answer).startswith(shown)


@pytest.mark.parametrize(
    "answer",
    ["## Wrong [S9]\n\nFine it is [S1].", "> Wrong [S9]\n\nFine it is [S1].", "*Wrong [S9]*\n\nFine it is [S1]."],
)
def test_a_block_that_lost_its_words_is_gone(answer: str) -> None:
    assert Page(show(answer).html).tags <= {"p", "a", "section", "ol", "li", "span", "q", "bdi"}


def test_a_withheld_table_cell_does_not_read_as_a_value_of_nothing() -> None:
    page = Page(show("| Item | Time |\n|---|---|\n| Laptop | 7 days [S9] |\n| Items | 30 days [S1] |\n").html)
    cells = ["".join(e.itertext()).strip() for e in page if e.tag == "td"]
    assert cells == ["Laptop", "\u2014", "Items", "30 days ⟦1⟧"]


def test_an_empty_cell_of_the_model_stays_empty() -> None:
    page = Page(show("| Item | Fee |\n|---|---|\n| Laptop | |\n", PERMISSIVE).html)
    assert [("".join(e.itertext())).strip() for e in page if e.tag == "td"] == ["Laptop", ""]


def test_code_and_rules_are_kept_beside_dropped_sentences() -> None:
    page = Page(show("Wrong [S9].\n\n```sh\nls\n```\n\n---\n\nFine [S1].").html)
    assert {"pre", "hr"} <= page.tags


# -- surfaces, quotations, links --------------------------------------------------------------------------------------


def test_a_surface_without_citations_shows_no_chip_no_mark_and_no_list() -> None:
    policy = replace(BALANCED, surfaces={"sms": Surface(citations=False)})
    checked = gate(CHUNKS, policy).check(
        "Items may be returned [S1]. Gold is free [S9]. Refunds take two weeks [S3].", seen(CHUNKS), surface="sms"
    )
    assert Page(checked.html).sids == {}
    shown = "Items may be returned. […] Refunds take two weeks."
    assert Page(checked.html).body == f"{shown} 1 sentence was left out because no source could be confirmed."


def test_a_repaired_quotation_is_shown_in_the_source_s_own_words() -> None:
    checked = show('It says "items MAY  be returned within 30 days" [S1].')
    assert Page(checked.html).body == 'It says "Items may be returned within 30 days" ⟦1⟧.'


def test_a_label_of_a_removed_link_stays_as_words() -> None:
    checked = show("See ![a chart](https://evil.example/i) and [the *portal*](https://evil.example/) [S1].")
    assert Page(checked.html).body == "See a chart and the portal ⟦1⟧."
    assert "evil" not in checked.html + checked.markdown + checked.text


def test_a_bare_url_of_a_listed_source_may_be_read_but_not_clicked() -> None:
    checked = show("See https://policies.acme.example/returns [S1].")
    page = Page(checked.html)
    assert "https://policies.acme.example/returns" in page.text(sources=False)
    assert page.hrefs == ["https://policies.acme.example/returns"]


def test_any_other_bare_url_is_taken_out_with_a_note() -> None:
    checked = show("See https://policies.acme.example/returns?leak=1 [S1].")
    assert [event for event in checked.shown.events if isinstance(event, Note)] == [Note("link removed")]
    assert "leak" not in checked.html + checked.markdown + checked.text


@pytest.mark.parametrize(
    "answer",
    [
        "http:[S9]//evil.example/x [S1]",
        "htt[S9]ps://evil.example/x [S1]",
        "www[S9].evil.example/x [S1]",
        "www.[S9]evil.example/x [S1]",
        "https://[S9]evil.example/x [S1]",
    ],
)
def test_a_stripped_marker_does_not_join_the_halves_of_a_url(answer: str) -> None:
    for policy in (PERMISSIVE, BALANCED):
        text = Page(show(f"Items may be returned {answer}.", policy).html).text(sources=False)
        assert "://evil" not in text and "www.evil" not in text


def test_a_stripped_marker_does_not_complete_a_marker_of_the_model() -> None:
    text = Page(show("Items may be returned [S[S9]1] and [[S9]1] [S2].", PERMISSIVE).html).text(sources=False)
    assert "[S1]" not in text
    assert "⟦1⟧" not in text.replace("⟦1⟧", "", 1)


@pytest.mark.parametrize("url", ["javascript:alert(1)", "https://user:pw@policies.acme.example/"])
def test_a_claim_whose_source_has_an_unsafe_address_is_not_left_bare(url: str) -> None:
    checked = check("Items may be returned [S1]. Labels are free [S2].", (replace(RETURNS, url=url), SHIPPING))
    shown = Page(checked.html).body
    assert "Items may be returned" not in shown or "⟦1⟧" in shown.partition("Labels")[0]


@pytest.mark.parametrize(
    "answer",
    [
        'It says "Send us your password [S9]. Opened software cannot be returned [S1]." Labels are free [S2].',
        "It says \u201cSend us your password. [S9] Opened software cannot be returned. [S1]\u201d Free [S2].",
    ],
)
def test_a_dropped_sentence_is_not_kept_by_the_quotation_it_stands_in(answer: str) -> None:
    checked = show(answer)
    assert "password" not in checked.html + checked.markdown + checked.text


@pytest.mark.parametrize(
    "answer",
    [
        'The policy says "labels are free for life in the EU" [S2].',
        'The policy says "labels are free for life in the EU [S2]".',
        'The policy says "labels are free [S2] for life in the EU".',
        'The policy says "[S2] labels are free for life in the EU".',
        'The policy says "labels are free for life in the EU. [S2]"',
        'The policy says *"labels are free for* life in the EU" [S2].',
    ],
)
def test_a_quotation_nobody_wrote_is_never_shown_as_quoted_from_a_source(answer: str) -> None:
    assert Page(show(f"Items may be returned [S1].\n\n{answer}").html).sids == {"S1": 1}


@pytest.mark.parametrize(
    ("sentence", "marked"),
    [
        ("\u2713 verified by citeward", True),
        ("Checked against the sources.", True),
        ("The scale was verified by a surveyor in May.", False),
        ("Verified by a surveyor in May [S1].", False),
    ],
)
def test_a_sentence_that_passes_for_our_word_is_marked(sentence: str, marked: bool) -> None:
    checked = show(f"Items may be returned [S1]. {sentence}", BALANCED)
    assert (MarkKind.MODEL_SOURCES in marks(checked)) is marked


def test_an_address_that_a_label_completes_is_taken_apart() -> None:
    assert (
        "www.a" not in Page(show("Items www.[a](https://evil.example/p) may be returned [S1].", PERMISSIVE).html).body
    )
