"""The table of forms: each of them is a citation wherever words stand, and what only looks like one is none."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citeward.model import ProposalKind
from citeward.parse import BRACKETS, FORMS, Defused, Form, Grammar, Names, Parsed, UnitParser, parse
from tests.strategies import LAW, pieces_of

from .reading import text_of

HANDLES = ("S1", "S2")
BY_HANDLE, BY_NUMBER = Names(handles=HANDLES), Names(handles=HANDLES, first=1)
FROM_ZERO = Names(handles=HANDLES, first=0)
SURROUNDINGS = (
    "Refunds take a month {}.", "Refunds take a month. {} They are paid in cash.", "Refunds take a month.{}",
    "Refunds take a month{}", "- Refunds take a month {}\n- Shipping is free {}",
    "1. Refunds take a month {}", "> Refunds take a month {}", "## Refunds {}", "**Refunds take a month {}.**",
    "| Refunds | a month {} |\n|---|---|\n| Shipping | free {} |", "Refunds take a month\n{}\nShipping is free.",
    "\u9000\u6b3e\u5728\u4e09\u5341\u5929\u5185\u652f\u4ed8{}\u3002", "\u064a\u0648\u0645\u0627{}.",
    "\ud658\ubd88\uc740 30\uc77c\uc785\ub2c8\ub2e4{}.", "It costs 30{} or (see {}) more.",
)  # fmt: skip
OTHERS = (
    "Set dp[i][0] = 1 here.", "The matrix is [[1, 2], [1, 2]].", "The list x = [1, 2] is sorted.",
    "Call max([2, 1]) for the larger one.", "print([1])", "arr[1] and row[2] and a[0]", "In the year [2004] it closed.",
    "R (Jackson) v AG [2005] UKHL 56 [9]", "as the court said at [45] and [46]", "a value in [0, 1]",
    "The range [1, 5] is closed.", "my_list[3] is the last", "items[2].name", "the Galaxy S7", "The train S7 stops.",
    "It has (1) a lift and (2) a ramp.", "(S1) The first case.", "[sic]", "[x] done", "`[S1]` and `[1]`",
    "```\n[S1] [1]\n```", "$x_{[1]}$",
    "[emphasis added]", "version [3.2]", "at [12:30]", "(see page 3)", "(file 3)", "[...]", "[the buyer] pays",
    "matrix[1][2]", "10 m\u00b2 and 5 km\u00b2", "Sets {a, b} and {1, 2}.", "\u2460 Open the lid. \u2461 Close it.",
    "x^2", "[1..5]",
)  # fmt: skip


def markers(parsed: Parsed) -> list[str]:
    return [p.handle or "" for p in parsed.proposals if p.kind is ProposalKind.MARKER]


@pytest.mark.parametrize("names", [BY_HANDLE, BY_NUMBER], ids=["handles", "numbers"])
@pytest.mark.parametrize("form", FORMS, ids=[form.about for form in FORMS])
class TestEveryForm:
    def test_it_names_what_the_table_says(self, form: Form, names: Names) -> None:
        assert markers(parse(f"Refunds take a month {form.example}.", names)) == list(form.names)

    @pytest.mark.parametrize("around", SURROUNDINGS)
    def test_it_is_seen_and_none_of_it_is_shown_wherever_words_stand(
        self, form: Form, names: Names, around: str
    ) -> None:
        parsed = parse(around.replace("{}", form.example), names)
        assert markers(parsed) == list(form.names) * around.count("{}")
        assert text_of(parsed).strip() == text_of(parse(around.replace("{}", ""), names)).strip() or (
            "".join(text_of(parsed).split()) == "".join(text_of(parse(around.replace("{}", ""), names)).split())
        )

    def test_one_that_nobody_was_given_is_seen_as_well(self, form: Form, names: Names) -> None:
        invented = form.example.replace("2", "8").replace("1", "7").replace("\u00b9", "\u2077")
        found = markers(parse(f"Refunds take a month {invented}.", names))
        assert found
        assert not set(found) & names.handles

    def test_a_passage_that_holds_it_cites_nothing(self, form: Form, names: Names) -> None:
        assert not markers(parse(f"Refunds take {Defused(names).text(form.example)} a month.", names))

    @pytest.mark.parametrize("cut", range(1, 12))
    def test_it_is_the_same_however_it_arrives(self, form: Form, names: Names, cut: int) -> None:
        answer = f"Refunds take a month {form.example}.\n\nShipping is free {form.example}."
        parser = UnitParser(names)
        units = [unit for piece in pieces_of(answer, [cut + 20, cut + 30]) for unit in parser.units(piece)]
        units += parser.last_units()
        assert [name for unit in units for name in markers(unit.parsed)] == markers(parse(answer, names))


@pytest.mark.parametrize("names", [BY_HANDLE, BY_NUMBER], ids=["handles", "numbers"])
@pytest.mark.parametrize("answer", OTHERS)
def test_what_only_looks_like_a_citation_is_left_as_it_is(answer: str, names: Names) -> None:
    parsed = parse(answer, names)
    assert not [p for p in parsed.proposals if p.kind in (ProposalKind.MARKER, ProposalKind.UNREAD)]
    assert text_of(parsed) == text_of(parse(answer, Names()))


@pytest.mark.parametrize(
    ("written", "named"),
    [
        ("[fees.pdf]", ["c1", "c2"]),
        ("[Fee list]", ["c1"]),
        ("[FEE LIST]", ["c1"]),
        ("[fees.pdf#page=7]", ["c1", "c2"]),
        ("[fees.pdf, p. 7]", ["c1", "c2"]),
        ("(fees.pdf)", ["c1", "c2"]),
        ("[doc-17]", ["c1"]),
        ("[doc-99]", ["doc-99"]),
        ("[other.pdf]", ["other.pdf"]),
        ("[c2]", ["c2"]),
        ("[C2]", ["c2"]),
        ("[c9]", ["c9"]),
        ("[fees.pdf; c9]", ["c1", "c2", "c9"]),
        ("[the fees]", []),
    ],
)
def test_ids_titles_and_files_are_names(written: str, named: list[str]) -> None:
    names = Names(
        [Chunk("c1", "doc-17", "Fee list", "https://a.example/x/fees.pdf"), Chunk("c2", "doc-18", "fees.pdf")]
    )
    assert markers(parse(f"It is three euros {written}.", names)) == named


def test_a_number_never_stands_for_a_handle_with_a_tag() -> None:
    names = Names(handles=("S1-k7fd", "S2-k7fd"))
    for written in ("[1]", "[S1]", "[Source 1]", "\u30101\u3011"):
        assert not set(markers(parse(f"Refunds take a month {written}.", names))) & names.handles


def test_numbers_can_begin_at_nought() -> None:
    assert markers(parse("Refunds take a month [0]. Shipping is free [1][2].", FROM_ZERO)) == ["S1", "S2", "2"]


@pytest.mark.parametrize("typed", ["\u27e61\u27e7", "\u301a1\u301b", "\u27e62\u27e7"])
def test_a_number_in_brackets_of_ours_names_nothing(typed: str) -> None:
    parsed = parse(f"Refunds take a month {typed}.", BY_NUMBER)
    assert [name in HANDLES for name in markers(parsed)] == [False]
    assert text_of(parsed) == "Refunds take a month ."


@pytest.mark.parametrize("written", ["^S1", "^S1^", "\u00b9", "\u2460", "\u2776"])
def test_a_raised_or_circled_reference_needs_no_brackets(written: str) -> None:
    assert markers(parse(f"Refunds take a month{written}.", BY_HANDLE)) == ["S1"]


@pytest.mark.parametrize("written", ["[S1", "citeturn0search0"])
def test_what_cannot_be_made_out_is_seen_and_never_bound(written: str) -> None:
    parsed = parse(f"Refunds take a month {written}.", BY_HANDLE)
    assert [p.handle in HANDLES for p in parsed.proposals] == [False]
    assert text_of(parsed) == "Refunds take a month ."


@pytest.mark.parametrize("noise", ["[cite_start]", "[cite_end]"])
def test_a_mark_that_stands_for_nothing_goes_and_cites_nothing(noise: str) -> None:
    parsed = parse(f"{noise}Refunds take a month.", BY_NUMBER)
    assert (text_of(parsed), parsed.proposals) == ("Refunds take a month.", ())


@LAW
@given(st.text(alphabet="[]()\u3010\u3011Ss12 ,;-:#^.*abp\u2020", max_size=60))
def test_no_text_that_went_through_defusing_holds_a_citation(text: str) -> None:
    grammar, defused = Grammar(BY_HANDLE), Defused(BY_HANDLE).text(text)
    for at, char in enumerate(defused):
        found = grammar.match(defused, at, line_start=False) if char in BRACKETS else None
        assert found is None or not {handle for named in found.named for handle in named} & BY_HANDLE.handles


class Chunk:
    def __init__(self, handle: str, id: str, title: str, url: str | None = None) -> None:
        self.handle, self.id, self.title, self.url = handle, id, title, url
