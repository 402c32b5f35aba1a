"""The traps of quotation, one by one: each says what is quoted, what the source says and why it is refused."""

from __future__ import annotations

import pytest

from citeward.text import QuoteReason, QuoteStatus, find

R = QuoteReason


def refused(source: str, quote: str) -> QuoteReason | None:
    match = find(source, quote)
    assert match.status is QuoteStatus.UNVERIFIED
    assert match.spans == ()
    return match.reason


def granted(source: str, quote: str) -> tuple[str, ...]:
    match = find(source, quote)
    assert match.granted, match.reason
    return match.excerpts


class TestDigits:
    """Never across a difference in a number, whatever stands between its digits."""

    def test_a_decimal_point_lost(self) -> None:
        assert refused("Section 1.2 limits liability for all.", "Section 12 limits liability") is R.DIGITS_DIFFER

    def test_a_decimal_point_added(self) -> None:
        assert refused("Section 12 limits liability for all.", "Section 1.2 limits liability") is R.DIGITS_DIFFER

    def test_a_minus_sign_lost(self) -> None:
        assert refused("Margin changed by -3.2% overall.", "Margin changed by 3.2% overall") is R.SIGN_DIFFERS

    def test_a_minus_sign_added(self) -> None:
        assert refused("Margin changed by 3.2% overall.", "Margin changed by -3.2% overall") is R.SIGN_DIFFERS

    def test_a_date_collapsed(self) -> None:
        assert refused("Signed on 1/2/2024 in Bern.", "Signed on 12/2024 in Bern") is R.DIGITS_DIFFER

    def test_a_version_collapsed(self) -> None:
        assert refused("Upgrade to v1.10.2 today.", "Upgrade to v1102 today") is R.DIGITS_DIFFER

    def test_a_range_collapsed(self) -> None:
        assert refused("See pages 10-12 for details.", "See pages 1012 for details") is R.DIGITS_DIFFER

    def test_a_range_broken_over_a_line_collapsed(self) -> None:
        assert refused("Values of 10-\n12 were seen.", "Values of 1012 were seen") is R.DIGITS_DIFFER

    def test_a_range_broken_over_a_line_kept(self) -> None:
        assert granted("Values of 10-\n12 were seen.", "Values of 10-12 were seen") == ("Values of 10-\n12 were seen",)

    def test_thousands_separators_dropped(self) -> None:
        assert refused("Fees are $1,000 per year.", "Fees are $1000 per year") is R.DIGITS_DIFFER

    def test_a_percent_sign_lost(self) -> None:
        assert refused("Growth was 5% last year.", "Growth was 5 last year") is R.SYMBOL_DIFFERS

    def test_a_currency_changed(self) -> None:
        assert refused("It costs $5 per month.", "It costs €5 per month") is R.SYMBOL_DIFFERS

    def test_a_degree_lost(self) -> None:
        assert refused("It was 5 °C overnight.", "It was 5 C overnight") is R.SYMBOL_DIFFERS

    def test_a_comparison_turned(self) -> None:
        assert refused("We found p < 0.05 throughout.", "We found p > 0.05 throughout") is R.SYMBOL_DIFFERS

    def test_an_inequality_made_an_equation(self) -> None:
        assert refused("We require x != 0 here.", "We require x = 0 here") is R.SYMBOL_DIFFERS

    def test_a_unit_that_differs_by_case(self) -> None:
        assert refused("The output is 5 mW at most.", "The output is 5 MW at most") is R.UNIT_DIFFERS

    def test_a_leading_decimal_point_lost(self) -> None:
        assert refused("A rate of .5 was used.", "A rate of 5 was used") is R.SIGN_DIFFERS

    def test_a_superscript_read_as_a_digit(self) -> None:
        assert refused("The area is 10² metres.", "The area is 102 metres") is R.DIGITS_DIFFER

    def test_a_superscript_written_with_a_caret(self) -> None:
        assert granted("The area is 10² metres.", "The area is 10^2 metres") == ("The area is 10² metres",)

    def test_a_fraction_sign_read_as_digits(self) -> None:
        refused("Use 2½ spoons of sugar.", "Use 21/2 spoons of sugar")

    def test_a_number_in_accounting_brackets(self) -> None:
        assert refused("A loss of (5) million was booked.", "A loss of 5 million was booked") is R.SIGN_DIFFERS

    def test_digits_of_another_script(self) -> None:
        assert granted("المادة ١٢ من القانون", "المادة 12 من القانون") == ("المادة ١٢ من القانون",)

    def test_an_arabic_decimal_separator_lost(self) -> None:
        assert refused("المادة ١٫٢ من القانون", "المادة 12 من القانون") is R.DIGITS_DIFFER


class TestEdges:
    """Exact characters are not enough: the edges hold in every tier."""

    @pytest.mark.parametrize(
        ("source", "quote", "reason"),
        [
            ("The agreement is unlawful in part.", "lawful in part", R.CUT_WORD),
            ("A non-negotiable instrument was issued.", "negotiable instrument was issued", R.CUT_WORD),
            ("The catalogue is open.", "The catalog", R.CUT_WORD),
            ("The inter-\nnational treaty holds.", "national treaty holds", R.CUT_WORD),
            ("Version 3.11.2 shipped early.", "Version 3.11", R.CUT_NUMBER),
            ("Fees are $1,000 per year.", "000 per year", R.CUT_NUMBER),
            ("It costs 15% more today.", "5% more today", R.CUT_NUMBER),
            ("Rates of 3–5 percent apply.", "5 percent apply", R.CUT_NUMBER),
            ("Under section 4.2.1(a) it ends.", "Under section 4.2.1", R.CUT_UNIT),
            ("Margin was -5 points lower.", "5 points lower", R.CUT_SIGN),
            ("The price was $1.2 million.", "1.2 million", R.CUT_SIGN),
            ("We saw p < 0.05 in both.", "0.05 in both", R.CUT_SIGN),
            ("The price was $1.2 million.", "The price was $1.2", R.CUT_UNIT),
            ("Growth was 5% in May.", "Growth was 5", R.CUT_UNIT),
            ("He paid five million dollars.", "He paid five", R.CUT_UNIT),
            ("Heat to 37 °C now please.", "Heat to 37", R.CUT_UNIT),
            ("अनुबंध वैध है अभी।", "अनुबंध वैध ह", R.NOT_FOUND),
        ],
    )
    def test_something_is_cut_off(self, source: str, quote: str, reason: QuoteReason) -> None:
        assert find(source, quote, diagnose=False).reason in (reason, R.NOT_FOUND)
        assert not find(source, quote).granted

    def test_a_combining_mark_is_never_left_outside(self) -> None:
        assert granted("Voici un cafe\u0301 noir.", "Voici un cafe") == ("Voici un cafe\u0301",)

    @pytest.mark.parametrize(
        ("source", "quote"),
        [
            ("The landlord is not permitted to terminate.", "permitted to terminate"),
            ("The seller shall not be liable for loss.", "liable for loss"),
            ("It has never yet been tested on people.", "been tested on people"),
            ("They cannot cancel the order.", "cancel the order"),
            ("It isn't covered by the policy.", "covered by the policy"),
            ("No pets are allowed in here.", "pets are allowed"),
            ("She failed to comply with the order.", "comply with the order"),
            ("There is no evidence that the drug works.", "the drug works"),
            ("双方不得擅自解除合同。", "擅自解除合同"),
            ("Договор не расторгнут судом.", "расторгнут судом"),
            ("Le bail n'est pas résilié ce jour.", "résilié ce jour"),
        ],
    )
    def test_directly_after_a_negator(self, source: str, quote: str) -> None:
        assert find(source, quote).reason is R.AFTER_NEGATOR

    @pytest.mark.parametrize(
        ("source", "quote"),
        [
            ("Der Mieter haftet nicht für Schäden.", "Der Mieter haftet"),
            ("임차인은 계약을 해지하지 않는다.", "임차인은 계약을 해지하지"),
            ("Kiracı bundan sorumlu değildir.", "Kiracı bundan sorumlu"),
            ("किरायेदार मकान खाली नहीं करेगा।", "किरायेदार मकान खाली"),
        ],
    )
    def test_directly_before_a_negator_that_follows_its_verb(self, source: str, quote: str) -> None:
        assert find(source, quote).reason is R.BEFORE_NEGATOR

    @pytest.mark.parametrize(
        ("source", "quote"),
        [
            ("The deposit is refundable, provided that the keys are back.", "The deposit is refundable"),
            ("The deposit is refundable, provided that the keys are back.", "The deposit is refundable."),
            ("The rule holds unless waived in writing.", "The rule holds"),
            ("Le locataire peut sous-louer, sauf accord contraire.", "Le locataire peut sous-louer"),
            ("Der Vertrag endet, sofern er gekündigt wird.", "Der Vertrag endet"),
        ],
    )
    def test_before_a_truncated_condition(self, source: str, quote: str) -> None:
        assert find(source, quote).reason is R.TRUNCATED_CONDITION

    def test_a_condition_in_the_next_sentence_is_no_truncation(self) -> None:
        assert granted("Dogs are allowed. If they bark, they leave.", "Dogs are allowed.") == ("Dogs are allowed.",)

    def test_a_sentence_break_ends_the_reach_of_a_negator(self) -> None:
        assert granted("I did not. Permitted uses are listed.", "Permitted uses are listed")

    def test_not_only_is_no_negation(self) -> None:
        assert granted("It is not only fast but also cheap.", "fast but also cheap")

    def test_an_elided_article_is_a_word_of_its_own(self) -> None:
        assert granted("Selon l’accord est signé ce jour.", "accord est signé ce jour")

    def test_a_question_without_its_mark(self) -> None:
        assert refused("Is the drug safe? Trials go on.", "Is the drug safe.") is R.QUESTION_DIFFERS


class TestEllipses:
    def test_an_ellipsis_over_a_negation(self) -> None:
        source = "The landlord is not permitted to terminate this lease."
        for mark in ("...", "…", "[...]", ". . .", "(...)", "....", "[…]"):
            assert refused(source, f"The landlord is {mark} permitted to terminate") is R.OMISSION_NEGATES

    def test_an_ellipsis_over_an_exception(self) -> None:
        source = "The deposit shall be returned in full except where the tenant is in breach."
        assert refused(source, "shall be returned in full ... the tenant is in breach") is R.OMISSION_NEGATES

    def test_a_leading_ellipsis_is_looked_around(self) -> None:
        source = "Under clause 9, the landlord is not permitted to terminate this lease."
        assert refused(source, "... permitted to terminate this lease") is R.OMISSION_NEGATES

    def test_a_trailing_ellipsis_is_looked_around(self) -> None:
        source = "The deposit shall be returned in full except where the tenant is in breach."
        assert refused(source, "The deposit shall be returned in full ...") is R.OMISSION_NEGATES

    def test_a_harmless_omission(self) -> None:
        source = "The tenant shall, at reasonable times, permit the landlord to inspect the premises."
        excerpts = granted(source, "The tenant shall ... permit the landlord to inspect")
        assert excerpts == ("The tenant shall", "permit the landlord to inspect")

    def test_segments_out_of_order(self) -> None:
        source = "The tenant pays the rent. The landlord repairs the roof."
        assert refused(source, "The landlord repairs ... The tenant pays") is R.OUT_OF_ORDER

    def test_segments_too_far_apart(self) -> None:
        source = "The tenant keeps the garden. " + "Filler stands here. " * 40 + "The landlord insures the house."
        assert refused(source, "The tenant keeps the garden ... The landlord insures") is R.OMISSION_TOO_LONG

    def test_segments_too_short_to_mean_anything(self) -> None:
        source = "The tenant shall permit the landlord to inspect a room."
        assert refused(source, "a ... the ... to") is R.SEGMENT_TOO_SHORT

    def test_halves_of_two_sentences(self) -> None:
        assert (
            refused("The patient recovered fully. The doctor died in May.", "The patient ... died in May") is R.SPLICE
        )

    def test_an_ellipsis_of_the_source_itself(self) -> None:
        assert granted("Well… I said that in court", "Well... I said that in court") == ("Well… I said that in court",)

    def test_every_segment_keeps_its_edges(self) -> None:
        source = "Section 1.2 of the deed, as amended, binds the heirs."
        refused(source, "Section 12 ... binds the heirs")
        refused(source, "Section 1 ... binds the heirs")

    def test_a_repeated_segment_is_chained_to_its_nearest_neighbour(self) -> None:
        source = "The tenant may leave. The tenant, in May, shall pay the rent."
        match = find(source, "The tenant ... shall pay the rent")
        assert match.spans[0][0] == source.rindex("The tenant")


class TestPageBreaks:
    FURNISHED = "\fDeed 7\nThe buyer must pay the\n1\n\fDeed 7\nfull price in ten days.\n2\n\fDeed 7\nThe end.\n3"

    def test_a_form_feed_inside_the_quote(self) -> None:
        assert granted("due on the first\fday of each month", "due on the first day of each month")

    def test_headers_and_page_numbers_between_pages(self) -> None:
        excerpts = granted(self.FURNISHED, "The buyer must pay the full price in ten days.")
        assert excerpts == ("The buyer must pay the", "full price in ten days.")

    def test_a_page_break_marker(self) -> None:
        excerpts = granted(self.FURNISHED, "The buyer must pay the[[PAGE_BREAK]]full price in ten days.")
        assert excerpts == ("The buyer must pay the", "full price in ten days.")

    def test_pages_in_the_wrong_order(self) -> None:
        assert (
            refused("alpha ends here\fbeta begins here", "beta begins here[[PAGE_BREAK]]alpha ends here")
            is R.OUT_OF_ORDER
        )

    def test_a_page_that_never_comes(self) -> None:
        refused("the first day of each month\fand more", "the first day of each month[[PAGE_BREAK]]never appears here")

    def test_a_negator_between_pages(self) -> None:
        source = "the tenant is\fnot\nallowed to keep pets"
        assert refused(source, "the tenant is[[PAGE_BREAK]]allowed to keep pets") is R.OMISSION_NEGATES

    def test_a_running_head_that_negates_is_text(self) -> None:
        source = "\fa b\nIt is\nnot\n\fnot\ntrue at all, he said\nnot\n\fnot\nend of it all"
        refused(source, "It is true at all, he said")

    def test_an_ellipsis_over_a_page_break_still_looks_for_negators(self) -> None:
        assert refused("They shall\f12\nnever pay the fee", "They shall ... pay the fee") is R.OMISSION_NEGATES


class TestBrackets:
    def test_a_one_letter_case_change(self) -> None:
        assert granted("The court held so.", "[t]he court held so") == ("The court held so",)

    def test_notes_are_dropped(self) -> None:
        source = "The right recieved by the people stands."
        for note in (" [sic]", " [emphasis added]", " [3]"):
            assert granted(source, f"The right recieved{note} by the people stands.") == (source,)

    def test_words_in_brackets_stand_for_a_short_stretch(self) -> None:
        source = "She told him that he must leave."
        assert granted(source, "She told [the defendant] that he must leave.") == (source,)

    def test_a_bracket_over_a_negator(self) -> None:
        source = "The seller shall not be liable for loss."
        assert not find(source, "The seller shall [always] be liable for loss.").granted

    def test_a_negator_in_a_bracket(self) -> None:
        assert refused("They did agree to it.", "They did [not] agree to it.") is R.BRACKET_HIDES_NEGATION

    def test_a_bracket_over_digits(self) -> None:
        source = "It ends in section 4 of the deed."
        assert refused(source, "It ends in [a part] of the deed") is R.BRACKET_HIDES_NUMBER

    def test_digits_in_a_bracket(self) -> None:
        assert not find("It ends in 30 days from now.", "It ends in [40 or so] days from now").granted

    def test_a_bracket_that_hides_too_much(self) -> None:
        source = "The seller " + "and all of the many friends of the buyer " * 3 + "must pay the price."
        assert refused(source, "The seller [and others] must pay the price.") is R.BRACKET_TOO_LONG

    def test_a_changed_word_ending(self) -> None:
        assert refused("They were pleading guilty.", "They were plead[ed] guilty.") is R.BRACKET_CHANGES_WORD

    def test_brackets_of_the_source_itself(self) -> None:
        assert granted("Costs rose [see Table 2] by half.", "Costs rose [see Table 2] by half.")


class TestNoSource:
    @pytest.mark.parametrize(
        "source",
        [
            "",
            "  \n",
            "—",
            "Document could not be read.",
            "Failed to load",
            "Error: could not extract text from PDF",
            "404 Not Found",
        ],
    )
    def test_an_unreadable_source_grants_nothing_not_even_its_own_words(self, source: str) -> None:
        assert refused(source, source.strip() or "anything at all") is R.NO_SOURCE

    def test_a_source_that_only_mentions_an_error(self) -> None:
        source = "The server failed to load the page, and staff rebooted it."
        assert granted(source, "staff rebooted it")


class TestMinimum:
    SOURCE = "Guilty.\nThe verdict came late.\n| Total | 42 |"

    @pytest.mark.parametrize("quote", ["the", "a", "verdict", "late.", "came"])
    def test_a_short_quote_proves_nothing(self, quote: str) -> None:
        assert not find(self.SOURCE, quote).granted

    @pytest.mark.parametrize("quote", ["Guilty.", "42", "Total"])
    def test_a_whole_sentence_or_cell_may_be_short(self, quote: str) -> None:
        assert granted(self.SOURCE, quote) == (quote,)

    def test_wide_characters_count_double(self) -> None:
        assert granted("本契約は直ちに終了する。", "直ちに終了")
        assert refused("本契約は直ちに終了する。", "直ちに") is R.TOO_SHORT


class TestRaisedNumbers:
    """Readers of PDF run a raised number on to what it stands behind; only a word may hold it."""

    def test_behind_a_word_or_a_stop_it_may_be_plain(self) -> None:
        assert find(
            "The archive is split into areas¹ by licence.", "The archive is split into areas1 by licence."
        ).granted
        assert find("One.\n¹ Internally it is an area.", "1 Internally it is an area.").granted
        assert not find("We found that r² = 0.81 in all.", "2 = 0.81 in all.").granted
        assert find("It helps in corner cases.⁹ Symbols do too.", "It helps in corner cases.9 Symbols do too.").granted

    def test_behind_a_number_it_would_be_another_number(self) -> None:
        assert not find("The price is 25¹ euros a unit.", "The price is 251 euros a unit.").granted
        assert not find("It was so in 1999.⁴ Prices rose.", "It was so in 1999.4 Prices rose.").granted
        assert not find("We found r² = 0.81 in it.", "We found r2 = 0.81 in it.").granted
        assert not find("The code x¹2 is set for all.", "The code x12 is set for all.").granted
