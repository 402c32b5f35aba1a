"""Quotations that turn their source round, and honest ones that look like them: each by name."""

from __future__ import annotations

import pytest

from citeward.text import QuoteReason, find

R = QuoteReason


def reason(source: str, quote: str) -> QuoteReason | None:
    return find(source, quote, diagnose=False).reason


class TestUnderANegation:
    @pytest.mark.parametrize(
        ("source", "quote"),
        [
            ("You must not:\n- share your password\n- reuse an old one", "reuse an old one"),
            ("You must not:\n\n1. share your password;\n2. reuse an old password.", "share your password"),
            ("You must not: share your password.", "share your password"),
            ("You must not — share your password.", "share your password"),
            ("You must not: (a) share your password; (b) reuse an old one.", "reuse an old one"),
            ("You must not share your password or reuse an old one.", "reuse an old one"),
            ("You must not share your password,\nlend your card, or reuse an old one.", "reuse an old one"),
            ("You must not:\n- do any of these:\n  - share your password", "share your password"),
            ("The following are not covered:\n• flood damage\n• theft by employees", "theft by employees"),
            ("## Exclusions\n\n- flood damage to the house\n- theft by employees", "theft by employees"),
            ("| Never | share your password |", "share your password"),
            ("| Allowed | Not allowed |\n|---|---|\n| tea and cakes | smoking in rooms |", "smoking in rooms"),
            ("It is not true that: the vaccine causes autism.", "the vaccine causes autism"),
            ("It is a myth that the vaccine causes autism.", "the vaccine causes autism"),
            ("In no event shall the supplier be liable for lost profits.", "the supplier be liable for lost profits"),
            ("Under no circumstances, however small, may staff open the door.", "staff open the door"),
            ("Neither party shall be liable for indirect loss.", "shall be liable for indirect loss"),
            ("Nobody believes that tenants pay for repairs.", "tenants pay for repairs"),
            ("Few tenants have ever paid for the repairs.", "tenants have ever paid for the repairs"),
            ("The court did not find, in the end, that tenants pay.", "that tenants pay"),
            ("The driver refused to stop or give his name.", "give his name"),
            ("Staff are prohibited from smoking or eating in the rooms.", "eating in the rooms"),
            ("Niemand hat behauptet, dass die Brücke gesperrt wird.", "die Brücke gesperrt wird"),
            ("Der Mieter darf nicht rauchen, die Wände streichen oder Hunde halten.", "die Wände streichen"),
            ("Sont exclus de la garantie :\n- les dommages du gel\n- l'usure", "les dommages du gel"),
            ("Personne ne croit que les locataires paient.", "les locataires paient"),
            ("El inquilino no debe:\n- subarrendar el piso", "subarrendar el piso"),
            ("Запрещается:\n— курить в помещениях склада", "курить в помещениях склада"),
            ("承租人不得：\n1. 将房屋转租给第三人\n2. 改变房屋结构", "改变房屋结构"),
            ("承租人不得将房屋转租给第三人、改变房屋结构。", "改变房屋结构"),
            ("次の行為は禁止する：\n・館内で喫煙すること\n・犬を入れること", "犬を入れること"),
        ],
    )
    def test_a_negation_in_front_governs_it(self, source: str, quote: str) -> None:
        assert reason(source, quote) is R.AFTER_NEGATOR

    @pytest.mark.parametrize(
        ("source", "quote"),
        [
            ("Parking is not free. You may:\n- leave bicycles in the yard", "leave bicycles in the yard"),
            ("No fee is charged. The tenants pay for the repairs.", "The tenants pay for the repairs."),
            ("It is not a toy, but it runs on batteries.", "it runs on batteries"),
            ("The manager, who was not present, signed the contract.", "signed the contract"),
            ("The firm (not listed in Bern) was fined in May.", "was fined in May"),
            ("Because he did not pay, the landlord terminated the lease.", "the landlord terminated the lease"),
            ("He did not pay, and the landlord has terminated the lease.", "the landlord has terminated the lease"),
            ("You must not smoke and must close the windows.", "must close the windows"),
            ("Users who do not pay must leave the rooms by noon.", "must leave the rooms by noon"),
            ("It has no engine, which makes it light to carry.", "which makes it light to carry"),
            ("Duties include but are not limited to:\n- cleaning the rooms", "cleaning the rooms"),
            ("Do not forget that the office closes at noon.", "the office closes at noon"),
            ("Without doubt the rent is due in May.", "the rent is due in May"),
            ("Kein Problem: Die Räume sind hell.", "Die Räume sind hell"),
            ("不仅会员可以进入，访客也可以进入会场。", "访客也可以进入会场"),
            ("Er kam nicht, weil der Zug am Abend ausfiel.", "der Zug am Abend ausfiel"),
        ],
    )
    def test_a_negation_nearby_does_not(self, source: str, quote: str) -> None:
        assert find(source, quote).granted


class TestUnderACondition:
    @pytest.mark.parametrize(
        ("source", "quote"),
        [
            ("If the tenant pays late, the landlord may terminate.", "the landlord may terminate"),
            ("If the tenant pays late and leaves, the landlord may terminate.", "the tenant pays late"),
            ("Unless agreed otherwise, the tenant pays the fees.", "the tenant pays the fees"),
            ("Subject to clause 4, the tenant may sublet.", "the tenant may sublet"),
            ("Until 2020, smoking was allowed in the rooms.", "smoking was allowed in the rooms"),
            ("Only if the board agrees may the director sell.", "may the director sell"),
            ("Should the tenant pay late, the landlord may terminate.", "the landlord may terminate"),
            ("When the alarm rings, staff must leave the rooms.", "staff must leave the rooms"),
            ("With the consent of the owner, the tenant may sublet.", "the tenant may sublet"),
            ("The tenant may sublet if:\n- the landlord agrees in writing", "the landlord agrees in writing"),
            ("If the tenant pays late, the landlord may:\n- terminate the lease", "terminate the lease"),
            ("Wenn der Mieter zustimmt, darf der Vermieter eintreten.", "darf der Vermieter eintreten"),
            ("Si le locataire paie en retard, le bailleur peut résilier.", "le bailleur peut résilier"),
            ("Si el inquilino paga tarde, el dueño puede rescindir.", "el dueño puede rescindir"),
            ("如果承租人迟付租金，房东可以解除合同。", "房东可以解除合同"),
            ("家賃の支払いが遅れた場合は、大家は契約を解除できる。", "大家は契約を解除できる"),
        ],
    )
    def test_a_condition_in_front_restricts_it(self, source: str, quote: str) -> None:
        assert reason(source, quote) is R.FRONT_CONDITION

    @pytest.mark.parametrize(
        ("source", "quote"),
        [
            ("The rent is due monthly. The landlord may terminate.", "The landlord may terminate."),
            ("As every year, the garden is opened to all.", "the garden is opened to all."),
            ("When the war ended, the city rebuilt its bridges.", "the city rebuilt its bridges"),
            ("If you are unsure, please do the following:\n- call the office", "call the office"),
            ("In addition to the rent, the tenant pays the fees.", "the tenant pays the fees"),
            ("Si tratta di una decisione della corte di Roma.", "una decisione della corte di Roma"),
        ],
    )
    def test_what_restricts_nothing_is_no_reason(self, source: str, quote: str) -> None:
        assert find(source, quote).granted


class TestWhatFollows:
    @pytest.mark.parametrize(
        ("source", "quote", "why"),
        [
            (
                "Der Mieter zahlt die Reparaturen der Wohnung nicht.",
                "Der Mieter zahlt die Reparaturen",
                R.BEFORE_NEGATOR,
            ),
            ("Der Mieter haftet für Schäden in keinem Fall.", "Der Mieter haftet für Schäden", R.BEFORE_NEGATOR),
            ("借主は家賃を支払う必要はない。", "借主は家賃を支払う", R.BEFORE_NEGATOR),
            ("大家は部屋に入ることができません。", "大家は部屋に入る", R.BEFORE_NEGATOR),
            ("That the tenants pay for repairs is a myth.", "the tenants pay for repairs", R.BEFORE_NEGATOR),
            ("The owner may enter the flat at no time.", "The owner may enter the flat", R.BEFORE_NEGATOR),
            ("家賃の支払いが遅れた場合は、解除できる。", "家賃の支払いが遅れた", R.TRUNCATED_CONDITION),
            ("The tenant may sublet to students if the owner agrees.", "The tenant may sublet", R.TRUNCATED_CONDITION),
            (
                "He may sublet the flat in May, provided that all agree.",
                "He may sublet the flat",
                R.TRUNCATED_CONDITION,
            ),
        ],
    )
    def test_a_late_negation_or_condition(self, source: str, quote: str, why: QuoteReason) -> None:
        assert reason(source, quote) is why

    @pytest.mark.parametrize(
        ("source", "quote"),
        [
            ("Der Mieter zahlt die Miete und haftet nicht.", "Der Mieter zahlt die Miete"),
            ("借主は家賃を支払うが、修理費は支払わない。", "借主は家賃を支払う"),
            ("The tenant pays the rent and may sublet if all agree.", "The tenant pays the rent"),
            ("The owner pays for repairs. If not, call us.", "The owner pays for repairs."),
        ],
    )
    def test_one_of_the_next_clause_does_not_matter(self, source: str, quote: str) -> None:
        assert find(source, quote).granted


class TestPairs:
    @pytest.mark.parametrize(
        ("source", "quote"),
        [
            ("The firm (advised by Smith and Partners) was fined.", "Smith and Partners) was fined"),
            ("The firm [advised by Smith and Partners](https://x.example) was fined.", "Smith and Partners was fined"),
            ("The firm — advised by Smith and Partners — was fined.", "Smith and Partners was fined"),
            ("The firm, advised by Smith and Partners, was fined.", "Smith and Partners, was fined"),
            ("The friend of Otto, a man of means, resigned early.", "man of means resigned early"),
            ("She said “he left at noon” and was fined.", "left at noon and was fined"),
            ("Der Zeuge »der Bruder von Keller« wurde verurteilt.", "Bruder von Keller wurde verurteilt"),
            ("公司（由王伟担任顾问）被判犯有欺诈罪。", "王伟担任顾问被判犯有欺诈罪"),
            ("彼は「犬は入れる」と思って失敗した。", "犬は入れると思って失敗した"),
        ],
    )
    def test_an_aside_that_is_left_but_was_not_entered(self, source: str, quote: str) -> None:
        assert reason(source, quote) is R.HALF_A_PAIR

    def test_the_other_half_directly_beside_is_taken_along(self) -> None:
        assert find("The (revised) plan, passed.", "revised) plan").excerpts == ("(revised) plan",)
        assert find("It holds (see below). More text.", "It holds (see below").excerpts == ("It holds (see below)",)

    def test_half_a_pair_at_the_very_edge_is_left_off(self) -> None:
        assert find("She said “he left at noon, in May” to me.", "“he left at noon").excerpts == ("he left at noon",)

    @pytest.mark.parametrize(
        ("source", "quote"),
        [
            ("The mayor (a friend of Otto Brandt) resigned.", "a friend of Otto Brandt"),
            ("The mayor, a friend of Otto Brandt, resigned.", "The mayor, a friend of Otto Brandt, resigned"),
            ("Pick a) the red door or b) the blue door.", "a) the red door or b) the blue door"),
            ('Screens of 24" and more are offered here.', 'Screens of 24" and more'),
            ("« La porte est ouverte », dit-elle hier.", "« La porte est ouverte », dit-elle"),
        ],
    )
    def test_whole_pairs_are_no_reason(self, source: str, quote: str) -> None:
        assert find(source, quote).granted


class TestEnds:
    @pytest.mark.parametrize(
        ("source", "quote"),
        [
            ("The fee is waived for members. Only guests pay.", "The fee is waived for members only"),
            ("The fee is waived for members. Only guests pay.", "waived for members, only guests pay"),
            ("## Fees waived for members\n\nOnly guests pay.", "Fees waived for members only"),
            ("## Fees waived for members\nonly guests pay.", "Fees waived for members only"),
            ("Weber was acquitted! Of fraud there was plenty.", "Weber was acquitted of fraud"),
            ("会员免费。只有访客付费并登记。", "会员免费只有访客"),
            ("Basic plan\t$10 per month\nPro plan\t$25 per month", "$10 per month Pro plan"),
            ("- Entry is free\n- for children half price", "Entry is free for children"),
            ("| Fees waived for members | Only guests pay |", "Fees waived for members only"),
            ("<li>Entry is free</li><li>for children half price</li>", "Entry is free for children"),
        ],
    )
    def test_an_end_the_quote_does_not_show(self, source: str, quote: str) -> None:
        assert reason(source, quote) is R.CROSSES_END

    @pytest.mark.parametrize(
        ("source", "quote"),
        [
            ("The fee is waived\nfor members only.", "The fee is waived for members only"),
            ("Dr. Weber was acquitted of fraud.", "Dr Weber was acquitted of fraud"),
            ("Am 3. Mai wurde er freigesprochen.", "Am 3 Mai wurde er freigesprochen"),
            ("The fee is waived. Guests pay.", "The fee is waived; guests pay"),
            ("| Basic plan | 10 EUR per month |", "Basic plan 10 EUR per month"),
            ("It was no. 5 of the list we kept.", "It was no 5 of the list"),
        ],
    )
    def test_what_ends_nothing_is_no_reason(self, source: str, quote: str) -> None:
        assert find(source, quote).granted


class TestReferenceSigns:
    @pytest.mark.parametrize(
        ("source", "quote"),
        [
            ("All plans* are refundable within 30 days.", "All plans are refundable within 30 days."),
            ("All plans are refundable*. * Except Basic.", "All plans are refundable"),
            ("All plans are refundable.† † Except Basic.", "All plans are refundable."),
            ("**All** plans are refundable*. * Except Basic.", "plans are refundable"),
            ("Lebenslange Garantie‡ auf alle Geräte.", "Lebenslange Garantie auf alle Geräte"),
        ],
    )
    def test_a_sign_that_carries_an_exception_is_not_dropped(self, source: str, quote: str) -> None:
        assert not find(source, quote).granted

    @pytest.mark.parametrize(
        ("source", "quote"),
        [
            ("All plans* are refundable.", "All plans* are refundable."),
            ("*All plans* are refundable.", "All plans are refundable."),
            ("All plans **are refundable** now.", "plans are refundable"),
            ("* All plans are refundable.", "All plans are refundable."),
        ],
    )
    def test_a_sign_that_is_quoted_and_emphasis_are_no_reason(self, source: str, quote: str) -> None:
        assert find(source, quote).granted


class TestStruckOut:
    @pytest.mark.parametrize(
        "source",
        [
            "~~The limit is ten days for members.~~ It is five.",
            "<del>The limit is ten days for members.</del> It is five.",
            "<s class='x'>The limit is ten days for members.</s> It is five.",
            "The limit is ~~ten days for members~~ five days.",
        ],
    )
    def test_what_is_crossed_out_is_no_longer_said(self, source: str) -> None:
        assert not find(source, "ten days for members").granted

    @pytest.mark.parametrize(
        "source",
        [
            "~~The limit is ten days.~~ The limit is five days for members.",
            "It costs ~~ 5 or so. The limit is five days for members.",
            "<del>ten</del><ins>The limit is five days for members.</ins>",
        ],
    )
    def test_the_text_in_force_is_said(self, source: str) -> None:
        assert find(source, "The limit is five days for members.").granted
