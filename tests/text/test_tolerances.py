"""What a quote may differ in, each under its name, with the source's own words substituted."""

from __future__ import annotations

import unicodedata

import pytest

from citeward.text import QuoteStatus, Tolerance, find

T = Tolerance


@pytest.mark.parametrize(
    ("source", "quote", "tolerances"),
    [
        ("The rent\n  is due\u00a0now.", "The rent is due now.", {T.WHITESPACE}),
        ("THE RENT IS DUE NOW.", "The rent is due now.", {T.CASE}),
        ("“It’s due now,” he said.", '"It\'s due now," he said.', {T.QUOTE_MARKS}),
        ("The rent – all of it – is due.", "The rent - all of it - is due.", {T.DASHES}),
        ("The ofﬁce is open now.", "The office is open now.", {T.COMPATIBILITY}),
        ("Ｆｕｌｌ ｗｉｄｔｈ text here", "Full width text here", {T.COMPATIBILITY}),
        ("The con\u00adtract is void.", "The contract is void.", {T.IGNORABLE}),
        ("The con\u200btract is void.", "The contract is void.", {T.IGNORABLE}),
        ("The inter-\nnational treaty.", "The international treaty.", {T.HYPHENATION}),
        ("Sellers, buyers and agents signed.", "Sellers buyers, and agents signed.", {T.PUNCTUATION}),
        ("Bold **terms** apply here.", "Bold terms apply here.", {T.MARKUP}),
        ("Bold <b>terms</b> apply &amp; bind.", "Bold terms apply & bind.", {T.MARKUP}),
        ("Un café crème à la carte.", "Un cafe creme a la carte.", {T.DIACRITICS}),
        ("The U.S. court met today.", "The US court met today.", {T.PUNCTUATION}),
        (unicodedata.normalize("NFD", "café society in Paris"), "café society in Paris", {T.COMPOSITION}),
    ],
)
def test_a_named_tolerance(source: str, quote: str, tolerances: set[Tolerance]) -> None:
    match = find(source, quote)
    assert match.status is QuoteStatus.REPAIRED
    assert match.excerpts == (source,)
    assert match.spans == ((0, len(source)),)
    assert set(match.tolerances) == tolerances


@pytest.mark.parametrize(
    ("source", "quote"),
    [
        ("He met the therapist yesterday at noon.", "He met the rapist yesterday at noon."),
        ("We were told to resign the lease today.", "We were told to re-sign the lease today."),
        ("You can't sign; it's the tenants' form.", "You cant sign; its the tenants' form."),
        ("Write C++ code, not C code.", "Write C code, not C code."),
        ("Tiene un año de antigüedad.", "Tiene un ano de antigüedad."),
        ("Die Mutter zählte die Käufer.", "Die Mütter zählte die Käufer."),
        ("раураl account details", "paypal account details"),
        ("pre- and post-war laws", "pre and postwar laws"),
        ("Step ① then step ② follow.", "Step 1 then step 2 follow."),
        ("A dose of 5 mg was given.", "A dose of 5mg was given."),
    ],
)
def test_no_tolerance_covers_it(source: str, quote: str) -> None:
    assert not find(source, quote).granted


def test_closing_punctuation_of_the_source_is_part_of_the_excerpt() -> None:
    assert find("The end. He wept.", '"The end."').excerpts == ("The end.",)
    assert find("He wept: the end! So be it.", "“He wept, the end.”").excerpts == ("He wept: the end!",)


def test_a_sign_of_the_source_is_part_of_the_excerpt() -> None:
    assert find("margin −5 points lower", "-5 points lower").excerpts == ("−5 points lower",)


class TestScripts:
    def test_a_line_break_inside_cjk(self) -> None:
        assert find("当事者の合意により延\n長することができる。", "当事者の合意により延長することができる").granted

    def test_hangul_composed_and_decomposed(self) -> None:
        composed = "계약은 2년간 유효하다."
        decomposed = unicodedata.normalize("NFD", composed)
        assert find(decomposed, composed).excerpts == (decomposed,)
        assert find(composed, decomposed).excerpts == (composed,)

    def test_a_final_consonant_is_part_of_its_syllable(self) -> None:
        assert not find(unicodedata.normalize("NFD", "그는 책을 읽었다고 한다"), "그는 채을 읽었다고 한다").granted

    def test_vowel_points_may_be_missing(self) -> None:
        assert find("הַשּׂוֹכֵר רַשַּׁאי לְהַשְׂכִּיר", "השוכר רשאי להשכיר").granted
        assert find("قالَ المُديرُ كلاماً طويلاً", "قال المدير كلاما طويلا").granted

    def test_a_hamza_may_not(self) -> None:
        assert not find("قال المدير إن العقد صالح", "قال المدير ان العقد صالح").granted

    def test_an_indic_vowel_sign_may_not(self) -> None:
        assert not find("अनुबंध दो वर्ष तक वैध है", "अनुबंध दो वर्ष तक वध है").granted

    def test_a_thai_vowel_sign_may_not(self) -> None:
        assert not find("สัญญานี้มีผลบังคับใช้ทันที", "สัญญานมีผลบังคับใช้ทันที").granted

    def test_kana_voicing_may_not(self) -> None:
        assert not find("ガス代は毎月支払う", "カス代は毎月支払う").granted
        assert find("ガス代は毎月支払う", "ｶﾞｽ代は毎月支払う").granted

    def test_astral_characters_do_not_shift_offsets(self) -> None:
        source = "😀😀 𝐁𝐨𝐥𝐝 text, then the rent is due."
        match = find(source, "then the rent is due")
        start, end = match.spans[0]
        assert source[start:end] == "then the rent is due"

    def test_a_letter_that_grows_when_lowered_does_not_shift_offsets(self) -> None:
        source = "İİİİ Şirketi İstanbul'da kuruldu ve büyüdü."
        assert find(source, "kuruldu ve büyüdü").excerpts == ("kuruldu ve büyüdü",)

    def test_half_a_ligature_is_a_cut_word(self) -> None:
        assert not find("The proﬁle of the firm grew.", "le of the firm grew").granted
