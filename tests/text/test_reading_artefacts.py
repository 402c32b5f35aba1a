"""What reading a page or Markdown leaves in a text, and a quote does not show: granted, in the source's characters."""

from __future__ import annotations

import pytest

from citeward.text import QuoteStatus, find


class TestBrokenWords:
    @pytest.mark.parametrize(
        ("source", "quote"),
        [
            ("The treat- ment plan was approved.", "The treatment plan was approved."),
            ("The treat -ment plan was approved.", "The treatment plan was approved."),
            ("The treat\u00ac\nment plan was approved.", "The treatment plan was approved."),
            ("The treat\u00ad ment plan was approved.", "The treatment plan was approved."),
            ("The tag was removedfrom the long list.", "The tag was removed from the long list."),
            ("The head ofthe office signed it.", "The head of the office signed it."),
            ("Henri Poincar´e proved the theorem.", "Henri Poincaré proved the theorem."),
            ("Die Br¨ucke in Köln wurde gesperrt.", "Die Brücke in Köln wurde gesperrt."),
            ("قرارداد سازمان ملي كشور", "قرارداد سازمان ملی کشور"),
            ("The hall has 90 m² of floor.", "The hall has 90 m2 of floor."),
            ("Payment of the rent\nIf it is late, interest accrues.", "Payment of the rent"),
            ("| Basic | 10 | 25 |\n|---|---|---|\n| Pro | 30 | 45 |", "Pro 30 45"),
        ],
    )
    def test_it_is_repaired(self, source: str, quote: str) -> None:
        match = find(source, quote)
        assert match.granted, match.reason
        assert match.excerpts == tuple(source[start:end] for start, end in match.spans)

    @pytest.mark.parametrize(
        ("source", "quote"),
        [
            ("The pre- and post-war years were calm.", "The preand post-war years were calm."),
            ("Pay 5- 7 euros for the boat.", "Pay 57 euros for the boat."),
            ("He met the therapist yesterday at noon.", "He met the rapist yesterday at noon."),
            ("The notable fee is due at once.", "The not able fee is due at once."),
            ("The shaft is 10² metres deep here.", "The shaft is 102 metres deep here."),
            ("| Pro | 30 | 450 |", "Pro 30 450"),
            ("THE RENT IS DUE NOW\nIF THE TENANT AGREES.", "THE RENT IS DUE NOW"),
            ("the rent is due now\nif the tenant agrees.", "the rent is due now"),
            ("Il va a l´eau du lac.", "Il va a léau du lac de."),
        ],
    )
    def test_what_is_another_word_or_number_is_not(self, source: str, quote: str) -> None:
        assert not find(source, quote).granted


class TestNoteNumbers:
    @pytest.mark.parametrize(
        ("source", "quote", "excerpt"),
        [
            ("The plan was approved¹ in May.", "The plan was approved in May.", "The plan was approved¹ in May."),
            ("The plan was approved.[4] It holds.", "The plan was approved. It holds.", None),
            ("The plan [12, 13] was approved.", "The plan was approved.", "unverified"),
            ("The plan [12, 13]. It was approved.", "The plan. It was approved.", None),
            ("The plan was approved.3 It holds.", "The plan was approved. It holds.", None),
            ("The plan was approved4 by all.\n4 See the minutes.", "The plan was approved by all.", None),
            ("The plan was approved[^1] by all.", "The plan was approved by all.", None),
            ("He said “it holds”.12 It rained.", "He said “it holds”. It rained.", None),
        ],
    )
    def test_a_number_that_points_to_a_note_may_be_left_out(self, source: str, quote: str, excerpt: str | None) -> None:
        match = find(source, quote)
        if excerpt == "unverified":
            assert not match.granted
            return
        assert match.status is QuoteStatus.REPAIRED, match.reason
        assert match.excerpts == (excerpt or source[: len(match.excerpts[0])],)
        assert any(char.isnumeric() for char in match.excerpts[0])

    @pytest.mark.parametrize(
        ("source", "quote"),
        [
            ("We use python3 for all tools.", "We use python for all tools."),
            ("Section A.3 The rooms are open.", "Section A. The rooms are open."),
            ("See fig.3 The rooms are open.", "See fig. The rooms are open."),
            ("It costs 25¹ euros in the shop.", "It costs 25 euros in the shop."),
            ("The hall has 90 m² of floor space.", "The hall has 90 m of floor space."),
            ("We pay [5] euros for the boat.", "We pay euros for the boat."),
        ],
    )
    def test_a_digit_that_may_belong_to_the_text_may_not(self, source: str, quote: str) -> None:
        assert not find(source, quote).granted

    @pytest.mark.parametrize("number", ["4", "¹", "12", "[^4]"])
    @pytest.mark.parametrize("source", ["The plan was approved. All went home.", "The *plan* was approved. All went."])
    def test_a_number_of_the_quotation_alone_is_never_left_out(self, source: str, number: str) -> None:
        assert find(source, "The plan was approved. All went").granted
        assert not find(source, f"The plan was approved.{number} All went").granted
        assert not find(source, f"The <b>plan</b> was approved.{number} All went").granted

    @pytest.mark.parametrize("number", ["4", "¹", "12", "[^4]"])
    def test_a_number_that_both_have_is_told_across_markup(self, number: str) -> None:
        source = f"The [plan](plan.html) was approved.{number} All went home."
        match = find(source, f"The plan was approved.{number} All went home.")
        assert match.granted and match.excerpts == (source,)


class TestMarkdown:
    @pytest.mark.parametrize(
        ("source", "quote"),
        [
            (r"The v8\_inspector port is open for all.", "The v8_inspector port is open for all."),
            (r"The napi\_get\_\*() call fails for all.", "The napi_get_*() call fails for all."),
            ("See <https://v8.dev/blog/78> for the notes.", "See https://v8.dev/blog/78 for the notes."),
            ("The limits [are checked on start][limits] here.", "The limits are checked on start here."),
            ("The limits [are checked on start][4711] here.", "The limits are checked on start here."),
            ("It was raised to `90000` (90 seconds) for all.", "It was raised to 90000 (90 seconds) for all."),
            ("Moved to 3.1.0 [[`3a1b2c`](https://x.example/7)] today.", "Moved to 3.1.0 [3a1b2c] today."),
            ("- [Opening](https://x.example)\n- [Hours](https://y.example)", "Opening"),
            (r"Rule 7\-b holds for \_all\_ rooms.", "Rule 7-b holds for _all_ rooms."),
        ],
    )
    def test_what_markdown_renders_is_what_it_says(self, source: str, quote: str) -> None:
        match = find(source, quote)
        assert match.status is QuoteStatus.REPAIRED, match.reason
        assert match.excerpts == tuple(source[start:end] for start, end in match.spans)

    def test_an_underscore_that_is_shown_is_part_of_the_name(self) -> None:
        assert not find("The name test_runner is fixed.", "The name testrunner is fixed.").granted

    def test_ruby_is_no_text(self) -> None:
        source = "<ruby>契約<rp>(</rp><rt>けいやく</rt><rp>)</rp></ruby>は有効であるとする。"
        assert find(source, "契約は有効であるとする。").granted
