"""Markers: every form that counts, and every form that a careful reader takes for something else."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from citeward.model import ProposalKind
from citeward.parse import LONGEST, Cite, Fence, Names, parse

from .reading import claims_of, handles, kinds, proposals, text_of, words


@pytest.mark.parametrize(
    ("marker", "named"),
    [
        ("[S1]", ["S1"]),
        ("[S1][S2]", ["S1", "S2"]),
        ("[S1] [S2]", ["S1", "S2"]),
        ("[S1, S3]", ["S1", "S3"]),
        ("[S1,S3]", ["S1", "S3"]),
        ("[S1; S3]", ["S1", "S3"]),
        ("[S1-S3]", ["S1", "S2", "S3"]),
        ("[S1\u2013S3]", ["S1", "S2", "S3"]),
        ("[S2-S3, S7]", ["S2", "S3", "S7"]),
        ("[S1-k7f]", ["S1-k7f"]),
        ("[S1-k7f, S3-k7f]", ["S1-k7f", "S3-k7f"]),
        ("[S1-k7f-S3-k7f]", ["S1-k7f", "S2-k7f", "S3-k7f"]),
        ("[S1-k7f\u2013S3-k7f]", ["S1-k7f", "S2-k7f", "S3-k7f"]),
        ("[ S1 ]", ["S1"]),
        ("[[S1]]", ["S1"]),
        ("[S12]", ["S12"]),
    ],
)
def test_forms_that_are_markers(marker: str, named: list[str]) -> None:
    assert handles(f"Refunds take 30 days {marker}.") == named


@pytest.mark.parametrize(
    "text",
    [
        "`[S1]`",
        "``x [S1] y``",
        "```\n[S1]\n```",
        "~~~python\nx = a[S1]  # [S1]\n~~~",
        "```\nnever closed [S1]\n\nstill code [S1]",
        "    indented [S1]",
        "$x_{[S1]}$",
        "$$[S1]$$",
        "<!-- [S1] -->",
        '<img alt="[S1]">',
        "arr[1]",
        "[2020]",
        "[0, 1]",
        "[sic]",
        "- [ ] todo",
        "- [x] done",
        "![S1](https://example.test/i.png)",
        "![S1]",
        "[see [S1]](https://example.test/)",
        "[**x** [S1]](https://example.test/)",
        "![alt [S1]](https://example.test/i.png)",
        "[S1]: https://example.test/",
        "[S1]: <https://example.test/>",
        "[S1\n]",
        "[S1",
        "S1]",
        "[S]",
        "[S" + "1" * 9 + "]",
        "Galaxy S7",
        "the line S7",
    ],
)
def test_forms_that_are_text(text: str) -> None:
    assert handles(f"Refunds take 30 days.\n\n{text}") == []


UNREADABLE = ["&#91;S1&#93;", "&lbrack;S1&rsqb;", "[&#83;1]"]
HIDDEN = ["\u200b", "\u2060", "\ufeff", "\u00ad", "\u202e", "\x00", "\U000e0041", "\ud800"]
UNSEEN = [shape.format(hidden) for shape in ("[{}S1]", "[S{}1]", "[S1{}]") for hidden in HIDDEN]


@pytest.mark.parametrize("written", ["\\[S1\\]", "\\[S1]", "[S1\\]"])
def test_an_escaped_marker_is_words_that_cite_nothing(written: str) -> None:
    (proposal,) = proposals(f"Refunds take 30 days {written}.")
    assert (proposal.kind, proposal.handle) == (ProposalKind.UNREAD, None)
    assert claims_of(f"Refunds take 30 days {written}.") == []
    assert [claim.text for claim in parse(f"Refunds take 30 days {written}.").claims] == ["Refunds take 30 days [S1]."]


@pytest.mark.parametrize("written", [*UNREADABLE, *UNSEEN])
def test_what_was_not_sent_as_it_reads_is_seen_and_names_nothing(written: str) -> None:
    (proposal,) = proposals(f"Refunds take 30 days {written}.")
    assert (proposal.kind, proposal.handle) == (ProposalKind.UNREAD, None)
    assert words(f"Refunds take 30 days {written}.") == "Refunds take 30 days ."


@pytest.mark.parametrize("hidden", ["\u200b", "\u202e"])
def test_something_unseen_beside_a_marker_leaves_it_a_marker(hidden: str) -> None:
    assert handles(f"Refunds take 30 days {hidden}[S1]{hidden}.") == ["S1"]


def test_a_bracket_around_a_marker_and_words_is_text_around_a_marker() -> None:
    assert claims_of("Refunds take 30 days [see [S1]].") == [("S1", "Refunds take 30 days [see].")]


def test_a_marker_before_a_colon_in_a_sentence_is_a_marker() -> None:
    assert handles("According to [S1]: refunds take 30 days.") == ["S1"]
    assert handles("[S1]: not a definition of anything") == ["S1"]


@pytest.mark.parametrize(
    "text", ["Done![S1]", "Done! [S1]", "a[S1]b", "(see [S1])", "x[S1].", "**bold [S1]**", "~~a [S1]~~"]
)
def test_a_marker_counts_in_running_text_of_any_kind(text: str) -> None:
    assert handles(text) == ["S1"]


@pytest.mark.parametrize(
    "text",
    ["## Refunds [S1]", "> quoted [S1]", "- item [S1]", "1. item [S1]", "- [x] done [S1]", "| a |\n|---|\n| x [S1] |"],
)
def test_a_marker_counts_in_every_block_of_words(text: str) -> None:
    assert handles(text) == ["S1"]


def test_brackets_around_raw_html_and_after_a_reference_are_still_markers() -> None:
    assert handles("<b>[S1]</b> raw") == ["S1"]
    assert handles("Fact [S1][ref] and [ref][S2].") == ["S1", "S2"]


def test_a_marker_ends_a_url() -> None:
    (url, marker) = parse("See https://example.test/a[S1].").proposals
    assert (url.reference, marker.handle) == ("https://example.test/a", "S1")


def test_the_same_handle_twice_is_two_proposals() -> None:
    assert handles("a[S1]b[S1]c") == ["S1", "S1"]


def test_adjoining_markers_share_a_group_and_words_between_them_end_it() -> None:
    groups = [p.group for p in parse("One [S1][S2], two [S3].").proposals]
    assert groups[0] == groups[1] != groups[2]


def test_a_marker_of_the_longest_kind_counts_and_a_longer_one_names_nothing() -> None:
    fits = "[" + ", ".join(["S11"] * 24) + ", S1]"
    assert LONGEST - 4 <= len(fits) <= LONGEST
    assert len(handles(fits)) == 25
    longer = fits.replace("S1]", "S11, S11, S1]")
    assert handles(longer) == []
    assert [p.kind for p in proposals(longer)] == [ProposalKind.UNREAD]


def test_a_range_names_every_handle_between_its_ends() -> None:
    assert handles("All of it [S1-S5].") == ["S1", "S2", "S3", "S4", "S5"]


@pytest.mark.parametrize("wide", ["[S1-S999999]", "[S1-S66]", "[S1\u2013S100]"])
def test_a_range_too_wide_to_be_written_out_never_stands_for_its_ends_alone(wide: str) -> None:
    named = handles(f"All of it {wide}.")
    assert len(named) <= 66
    assert set(named) != {"S1", wide.strip("[]").replace("\u2013", "-").split("-")[1]}


@pytest.mark.parametrize("backwards", ["[S3-S1]", "[S1-k7f-S3-xyz]", "[S1-S3-k7f]"])
def test_a_range_whose_ends_do_not_belong_together_names_nothing_between_them(backwards: str) -> None:
    assert "S2" not in handles(f"All of it {backwards}.")


def test_handles_of_another_shape_count_only_where_the_ledger_has_them() -> None:
    assert handles("Said so [doc-a].", ("doc-a",)) == ["doc-a"]
    assert handles("Said so [doc-a][S1].", ("doc-a",)) == ["doc-a", "S1"]
    assert handles("Said so [memo].", ("doc-a",)) == []
    assert handles("Said so [a.b*c].", ("a.b*c",)) == ["a.b*c"]
    assert handles("Said so [axbbc].", ("a.b*c",)) == []


def test_a_longer_handle_is_not_read_as_a_shorter_one() -> None:
    assert handles("x [ab].", ("a", "ab")) == ["ab"]


def test_an_invented_handle_is_seen() -> None:
    assert handles("Refunds are free [S99] [S7-zzz].") == ["S99", "S7-zzz"]


def test_the_reference_is_the_marker_as_it_was_sent() -> None:
    answer = "\u200bCaf\u00e9 \U0001f469 [S1, S3]."
    assert {p.reference for p in parse(answer).proposals} == {"[S1, S3]"}
    assert all(answer[p.start : p.end] == p.reference for p in parse(answer).proposals)


def test_a_marker_shows_nothing_by_itself() -> None:
    assert words("Refunds [S1] take 30 days [[S2]].") == "Refunds  take 30 days ."


def test_a_text_that_only_looks_like_a_marker_keeps_its_characters() -> None:
    assert words("arr[1] [2020] [sic] [S] `[S1]`") == "arr[1] [2020] [sic] [S] [S1]"


def test_a_link_elsewhere_with_a_handle_for_a_label_cites_nothing() -> None:
    written = "[S1](https://example.test/x)"
    assert kinds(written) == [("unread", written), ("link", written)]
    assert words("So it is [S1](https://example.test/x).") == "So it is ."
    assert handles("[S1](https://example.test/x) [[S2]](#frag)") == []


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ("It opens at nine. ([a.example](https://a.example/x)) It closes.", "It opens at nine."),
        ("It opens at nine.[[1]](https://a.example/x) It closes.", "It opens at nine."),
        ("It opens at nine ([Doe, 2025](https://a.example/x)). It closes.", "It opens at nine."),
        ("It opens at nine.\uff08[a.example](https://a.example/x)\uff09 It closes.", "It opens at nine."),
    ],
)
def test_a_link_in_the_place_of_a_marker_stands_for_the_sentence_before_it(answer: str, said: str) -> None:
    source = Source("S1", "doc", "A page", "https://a.example/x")
    parsed = parse(answer, Names([source]))
    assert [(p.kind, parsed.claims[p.claim].text) for p in parsed.proposals] == [(ProposalKind.LINK, said)]
    assert [claim.text for claim in parsed.claims] == [said, "It closes."]


def test_a_link_among_words_keeps_its_words() -> None:
    source = Source("S1", "doc", "A page", "https://a.example/x")
    for answer in ("The [opening hours](https://a.example/x) are long.", "It is open ([daily](https://b.example/y))."):
        assert "".join(answer.split("](")[0].split("[")[1]) in text_of(parse(answer, Names([source])))


class Source(NamedTuple):
    handle: str
    id: str
    title: str
    url: str | None


def test_a_definition_defines_nothing() -> None:
    answer = "See [r] and [S1][r].\n\n[r]: https://evil.example/late\n"
    assert handles(answer) == ["S1"]
    assert [p.kind for p in proposals(answer)] == [ProposalKind.URL]
    assert "[r]:" in words(answer)


def test_a_footnote_defines_nothing() -> None:
    answer = "Fact[^1].\n\n[^1]: The note text."
    assert words(answer) == "Fact. The note text."
    assert handles(answer) == ["1"]


def test_code_after_an_unterminated_fence_is_code_to_the_end() -> None:
    events = parse("```\n[S1]\n\n# [S2]\n").events
    assert [type(event) for event in events] == [Fence]
    assert not any(isinstance(event, Cite) for event in events)


@pytest.mark.parametrize("marker", ["[S9, p. 3]", "[S9: p. 3]", "[S9 p. 3]", "[S9, \u00a7 2]", "[S9, S1 p. 3]"])
def test_an_invented_handle_with_a_page_behind_it_is_seen(marker: str) -> None:
    assert "S9" in handles(f"Refunds are free {marker}.")


def test_a_marker_in_a_block_of_raw_html_is_seen_like_one_in_a_line_of_it() -> None:
    assert handles("<div>\nRefunds are free [S9].\n</div>") == handles("<b>Refunds are free [S9].</b>") == ["S9"]


class TestKeys:
    @pytest.mark.parametrize(
        ("answer", "expected"),
        [
            ("Tides turn [@doe2020].", ["doe2020"]),
            ("Tides turn [see @doe2020, p. 33; -@lee99, ch. 2].", ["doe2020", "lee99"]),
            ("Tides turn [@{doe 2020}].", []),
            ("Tides turn [@S1].", ["S1"]),
            ("Tides turn \\cite{doe2020}.", ["doe2020"]),
            ("Tides turn \\citep[p. 4]{doe2020, lee99}.", ["doe2020", "lee99"]),
            ("Tides turn \\parencite[see][4]{doe2020}.", ["doe2020"]),
        ],
    )
    def test_the_keys_of_pandoc_and_latex_are_markers(self, answer: str, expected: list[str]) -> None:
        assert handles(answer) == expected

    @pytest.mark.parametrize(
        "answer",
        [
            "Mail [a@b.org] to me.", "Take //a[@href] or x[@id='y'].", "`[@doe]` is code.", "$\\cite{a}$ is maths.",
            "\\[@doe] is text.", "[@doe](https://x.example) is a link.", "![@doe] is an image.", "@doe said so.",
            "\\citation{a}", "\\cite{}", "[@]", "[@" + "a" * 70 + "]", "[@doe]: https://x.example",
        ],
    )  # fmt: skip
    def test_what_only_looks_like_one_is_none(self, answer: str) -> None:
        assert handles(answer) == []

    def test_it_leaves_the_words_of_its_sentence(self) -> None:
        assert claims_of("Tides turn \\cite{S1}. So it is.") == [("S1", "Tides turn.")]
