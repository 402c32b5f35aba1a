"""What the guards refuse, what they let pass, and why."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citeward.entailment import GuardKind, guard, parts
from citeward.evaluation import KINDS, TWINS, flips, twins

CITIES = "| City | Leave | Hours |\n|---|---|---|\n| Berlin | 25 days | 40 |\n| Bonn | 30 days | 38 |\n"
FARES = "Adults: 3 euro\nChildren: 1 euro\n- Seniors: 2 euro"
ACROSS = "| | Berlin | Bonn |\n|---|---|---|\n| Leave | 25 days | 30 days |\n| Hours | 40 | 38 |"
PEOPLE = "| City | Manager | Parking |\n|---|---|---|\n| Berlin | Ms Kay | yes |\n| Bonn | Mr Lund | no |"
STAFF = "Berlin staff get 25 days of leave. Bonn staff get 30 days of leave."
LEAVE = "Employees receive 25 days of annual leave. Sick leave must be reported before 9 am."
RESET = "To reset the router, press the button for ten seconds. Then wait until the green light blinks."
REFUNDS = (
    "The refund is paid within 30 days of the return. Exchanges are made within 10 days. Gift cards cannot be "
    "refunded. The Basic plan costs 10 euros per month. The Pro plan costs 25 euros per month."
)
DOSES = "Adults take two tablets twice a day. Store the tablets below 25 degrees."
REFUSED = [
    ("number", "The survey covered 412 farms in the valley.", "The survey covered 421 farms in the valley."),
    ("number", "The survey covered farms in the valley.", "The survey covered 421 farms."),
    ("number", "Twelve people were hurt in the fire.", "Twenty people were hurt in the fire."),
    ("unit", "The cable is 60 metres long.", "The cable is 60 kilometres long."),
    ("unit", "The dose is 5 mg a day.", "The dose is 5 g a day."),
    ("percentage", "Sales rose by 12 percent.", "Sales rose by 21%."),
    ("currency", "The land cost $4.2 million.", "The land cost \u20ac4.2 million."),
    ("currency", "The land cost $4.2 million.", "The land cost $2.4 million."),
    ("date", "The act was passed on 3 May 1998.", "The act was passed on 3 May 1989."),
    ("date", "The act was passed on 3 May 1998.", "The act was passed on 13 May 1998."),
    ("date", "It was spoken until the early 20th century.", "It was spoken until the 19th century."),
    ("date", "Adeline Voss (3 May 1911 - 16 March 1993) was a botanist.", "Adeline Voss was born in 1993."),
    ("date", "Adeline Voss (1911\u20131993) was a botanist.", "Voss, a botanist, died in 1911."),
    ("date", "The meeting was moved to Tuesday.", "The meeting was moved to Thursday."),
    ("name", "The line was planned by Elena Castellan.", "The line was planned by Priya Raman."),
    ("name", "Norvale Energy bought Tarn Insurance in 2003.", "Tarn Insurance bought Norvale Energy in 2003."),
    ("name", "Plan B covers dental care.", "Plan A covers dental care."),
    ("name", "Drug A is safe for adults. Drug B causes liver failure.", "Drug A causes liver failure."),
    ("name", "Type II diabetes is treated with insulin.", "Type I diabetes is treated with insulin."),
    ("role", "The treasurer signed the letter to the bank.", "The chairman signed the letter to the bank."),
    ("negation", "The firm paid a dividend in 2019.", "The firm did not pay a dividend in 2019."),
    ("negation", "The firm didn't pay a dividend in 2019.", "The firm paid a dividend in 2019."),
    (
        "negation",
        "The bridge was declared unsafe by the inspectors.",
        "The bridge was declared safe by the inspectors.",
    ),
    ("quantifier", "Some of the pumps were replaced.", "All of the pumps were replaced."),
    ("quantifier", "The tank holds at least 500 litres.", "The tank holds exactly 500 litres."),
    ("quantifier", "No red stars were seen that night.", "No stars were seen that night."),
    ("quantifier", "No visitor read any of the old letters.", "No visitor read any of the letters."),
    ("quantifier", "The board can't afford a mill like this one.", "The board can't afford a mill."),
    ("quantifier", "She refused to sign the lease on Fridays.", "She refused to sign the lease."),
    ("quantifier", "The judge found no precise mention of the lease.", "The judge found no mention of the lease."),
    (
        "quantifier",
        "If the ferry is late this summer, fares are refunded.",
        "If the ferry is late, fares are refunded.",
    ),
    ("quantifier", "Exactly one tall chimney was saved.", "Exactly one chimney was saved."),
    ("quantifier", "Only 12 crates of dried fruit were lost.", "Only 12 crates were lost."),
    ("quantifier", "Only five crates of dried fruit were lost.", "Only five crates were lost."),
    ("quantifier", "The fare covers all meals except cold breakfasts.", "The fare covers all meals except breakfasts."),
    ("quantifier", "The passengers are in no danger with me.", "The passengers are in no danger."),
    (
        "quantifier",
        "The members do not admit guests who arrive without a written invitation.",
        "The members do not admit guests.",
    ),
    ("modality", "Visitors may leave bags at the entrance.", "Visitors must leave bags at the entrance."),
    ("modality", "The drug may cause drowsiness in older patients.", "The drug causes drowsiness in older patients."),
    (
        "comparison",
        "Rents in the town are higher than in the capital.",
        "Rents in the town are lower than in the capital.",
    ),
    ("comparison", "Oak is heavier than pine.", "Pine is heavier than oak."),
    ("comparison", "The tank holds at least 500 litres.", "The tank holds at most 500 litres."),
    (
        "condition",
        "The fee is refunded if the item is returned within a month.",
        "The fee is refunded.",
    ),
    ("role", "The supplier delivers. The customer shall pay the duty.", "The supplier shall pay the duty."),
    ("role", "The buyer shall insure the seller.", "The seller shall insure the buyer."),
    ("comparison", "Part-time staff get 20 days of leave.", "Full-time staff get 20 days of leave."),
    ("comparison", "Items may be returned within 30 days.", "Items may be returned after 30 days."),
    ("comparison", "Items may be returned within 30 days.", "After 30 days, items may be returned."),
    ("comparison", "The pass is valid until 3 May.", "The pass is valid from 3 May."),
    ("comparison", "Cancel before 3 May to get a refund.", "Cancel after 3 May to get a refund."),
    ("comparison", "Profit was $412 million, up from $365 million.", "Profit fell from $412 million to $365 million."),
    ("negation", "Items may be returned within a month.", "Items may be returned within a month - not!"),
    ("negation", "Items may be returned within a month.", "Items may be returned within a month NOT!"),
    ("negation", "Items may be returned within a month.", "Items may be returned within a month. Not!"),
    (
        "negation",
        "Items may be returned within a month.",
        "Items may be returned within a month; this no longer applies.",
    ),
    ("negation", "Items may be returned within a month.", "It is not true that items may be returned within a month."),
    (
        "negation",
        "Items may be returned within a month.",
        "None of this is true: items may be returned within a month.",
    ),
    ("negation", "Items may be returned within a month.", "Items may be returned within a month, just kidding."),
    ("negation", "Items may be returned within a month.", "Items may no longer be returned within a month."),
    ("negation", "Bicycles are kept in the cellar.", "Formerly, bicycles were kept in the cellar."),
    ("negation", "Bicycles are kept in the cellar.", "Bicycles used to be kept in the cellar."),
    ("negation", "Bicycles are no longer kept in the cellar.", "Bicycles are kept in the cellar."),
    ("negation", "Formerly, bicycles were kept in the cellar.", "Bicycles are kept in the cellar."),
    ("number", "The fare is 3 euro for adults and 1 euro for children.", "The fare for adults is 1 euro."),
    ("number", "Adults pay 3 euro and children 1 euro.", "Children pay 3 euro and adults 1 euro."),
    ("number", "Sales were $14 million in 2022 and $18 million in 2023.", "Sales were $18 million in 2022."),
    ("number", "In spring 40 boats were sold and 60 in autumn.", "60 boats were sold in spring."),
    ("number", "The call lasted 2.5 hours.", "The call lasted three and a half hours."),
    ("number", "The shift lasted from 9 am to 5 pm.", "The shift lasted ten hours."),
    ("number", CITIES, "Berlin, leave: 30 days"),
    ("number", CITIES, "Staff in Berlin get 30 days of leave."),
    ("number", CITIES, "Berlin, hours: 38"),
    ("number", ACROSS, "Leave in Bonn is 25 days."),
    ("currency", FARES, "Adults: 1 euro"),
    ("currency", FARES, "Children pay 3 euro."),
    ("number", PEOPLE, "Bonn, manager: Ms Kay"),
    ("number", PEOPLE, "The manager in Bonn is Ms Kay."),
    ("number", PEOPLE, "Bonn, parking: yes"),
    ("number", STAFF, "Berlin, days of leave: 30"),
    ("number", "Refunds are paid within 10 days.", "Refund: 12 days"),
    ("silence", "The orchestra rehearses in a former warehouse.", "Vaccination lowers the risk of severe measles."),
]
REFUSED += [
    ("name", LEAVE, "Employees receive 25 days of sick leave."),
    ("name", REFUNDS, "The exchange is paid within 30 days of the return."),
    ("name", "The red gate leads to the yard. The green gate is locked.", "The green gate leads to the yard."),
    ("number", DOSES, "Adults take two tablets a day."),
    ("unit", DOSES, "Store the tablets below 25 degrees Fahrenheit."),
    ("condition", RESET, "Press the button until the green light blinks."),
    ("condition", "Stir the sauce. Boil the rice until the water is gone.", "Stir the sauce until the water is gone."),
    ("quantifier", "Dogs are allowed in the garden.", "Only dogs are allowed in the garden."),
    ("quantifier", "Dogs are allowed in the garden.", "Dogs are allowed only in the garden."),
    ("silence", "Dogs are allowed in the garden. The pool is open.", "Dogs are allowed in the garden and the pool."),
    ("silence", REFUNDS, "Cash and gift cards cannot be refunded."),
    ("silence", REFUNDS, "Refunds and exchanges are made within 10 days."),
    ("silence", REFUNDS, "The refund, which covers gift cards, is paid within 30 days of the return."),
    ("currency", REFUNDS, "The Basic plan costs $10 per month."),
    ("comparison", "Leave expires in March of the following year.", "Leave expires in March of the same year."),
    ("number", REFUNDS, "The Basic and Pro plans cost 25 and 10 euros per month, respectively."),
]
KEPT = [
    ("same kind in another sentence", LEAVE, "Sick leave must be reported before 9 am."),
    ("another word for it", "Staff receive 25 days of annual leave.", "Staff receive 25 days of yearly leave."),
    ("frequency with all else left out", DOSES, "Adults take two tablets."),
    (
        "scale the source names",
        "Keep it below 25 degrees. Use degrees Celsius: 25 degrees Celsius.",
        "Keep it below 25 degrees Celsius.",
    ),
    ("end of the same thing", RESET, "Wait until the green light blinks."),
    ("only, told otherwise", "Nothing but dogs is allowed in the garden.", "Only dogs are allowed in the garden."),
    (
        "one more that the source says it of",
        "Vouchers cannot be refunded. Gift cards cannot be refunded.",
        "Vouchers and gift cards cannot be refunded.",
    ),
    (
        "a second statement",
        "The mill was sold in May. It was old and in bad repair.",
        "The mill was sold in May and in bad repair.",
    ),
    ("same currency", REFUNDS, "The Basic plan costs 10 EUR per month."),
    ("in order", REFUNDS, "The Basic and Pro plans cost 10 and 25 euros per month, respectively."),
    ("number words", "The council counted one thousand visitors.", "The council counted 1,000 visitors."),
    ("separators", "The council counted 1000 visitors.", "The council counted 1,000 visitors."),
    ("rounding stated", "The council counted 1,043 visitors.", "The council counted about 1,000 visitors."),
    ("rounding by scale word", "The fund holds $1,234,567.", "The fund holds $1.2 million."),
    ("bound that holds", "The council counted 1,043 visitors.", "The council counted more than 1,000 visitors."),
    ("conversion", "The mast is 330 feet high.", "The mast is about 100 metres high."),
    ("temperature", "The oven reached 212 degrees Fahrenheit.", "The oven reached 100 degrees Celsius."),
    ("hours and minutes", "The crossing takes two hours.", "The crossing takes 120 minutes."),
    ("share in words", "Half of the seats are reserved.", "50% of the seats are reserved."),
    ("share of two figures", "Of 200 seats, 50 are reserved.", "25% of the seats are reserved."),
    ("difference of years", "She was born in 1950 and died in 1990.", "She died at 40."),
    ("relative date", "The mill opened in 1911 and closed two years later.", "The mill closed in 1913."),
    ("year within a range", "He led the firm from 1989 to 1995.", "He led the firm in 1992."),
    ("life", "Adeline Voss (1911\u20131993) was a botanist.", "Adeline Voss was born in 1911 and died in 1993."),
    ("lives", "Voss (1911-1993) taught Lind (1993-2020).", "Lind was born in 1993."),
    ("reign", "Elizabeth II (1952-2022) was crowned when her father died.", "Her father died in 1952."),
    ("state", "The Soviet Union (1922\u20131991) broke up.", "Modern Russia was born in 1991."),
    ("office", "Dr. Lee (head 1998-2004) had a daughter.", "The daughter of Lee was born in 2004."),
    ("somebody else's birth", "Lady Jane (1508-1537) died at the birth of Edward.", "Jane's son was born in 1537."),
    ("years of play", "Lind (1990-2001 with the Reds) made a team.", "The team of Lind was born in 2001."),
    ("definite object of a refusal", "She refused to sign the revised contract.", "She refused to sign the contract."),
    ("place of a refusal", "She refused to get up on a city bus in 1955.", "She refused to get up on a bus in 1955."),
    ("denial", "Smith denied the charges at a hearing on Monday.", "Smith denied the charges."),
    ("two events of a year", "Voss (1911-1993) won in 1993; Lind was born in 1993.", "Lind was born in 1993."),
    ("end of a century", "The mill closed in 1900.", "The mill closed in the 19th century."),
    ("decade", "The mill opened in 1984.", "The mill opened in the 1980s."),
    ("date form", "It was signed on 3 May 1998.", "It was signed on May 3, 1998."),
    ("short name", "Adeline Voss led the survey.", "Voss led the survey."),
    ("looser word that opens", "Adeline Voss found a new orchid in 2003.", "Scientists found a new orchid in 2003."),
    ("short name that opens", "Borealis Energy bought the dam in 2003.", "Borealis bought the dam in 2003."),
    ("initials", "The World Trade Forum met in spring.", "The WTF met in spring."),
    ("label of a list", "Plans A, B and C cover dental care.", "Plan B covers dental care."),
    ("label of a range", "Plans A to D cover dental care.", "Plan B covers dental care."),
    ("label beside another", "Drug A, unlike Drug B, causes liver failure.", "Drug A causes liver failure."),
    ("article that looks like a label", "A plan covers dental care.", "Plan B covers dental care."),
    ("same negation", "The firm did not pay a dividend.", "The firm didn't pay a dividend."),
    ("negation in other words", "The firm failed to pay a dividend.", "The firm did not pay a dividend."),
    ("negation elsewhere", "Although it was not cheap, the mast was raised in May.", "The mast was raised in May."),
    ("weaker quantifier", "All of the pumps were replaced.", "Some of the pumps were replaced."),
    ("doubt kept in other words", "The drug may cause drowsiness.", "The drug could cause drowsiness."),
    ("dropped detail", "A big red barn stood by the river.", "A barn stood by the river."),
    ("dropped detail beside a negation", "It was not cheap, but the red barn was sold.", "The barn was sold."),
    ("dropped alternative", "The ferry carries cars or bicycles on deck.", "The ferry carries cars on deck."),
    ("dropped alternative, denied", "It has no roof or windows today.", "It has no windows today."),
    ("hollow word dropped", "The clinic does not really treat children.", "The clinic does not treat children."),
    ("a few", "A few large crates from the depot were lost.", "A few crates were lost."),
    ("twice turned", "Nobody denied that no red barn was sold.", "Nobody denied that no barn was sold."),
    ("half in words", "The call lasted 2.5 hours.", "The call lasted two and a half hours."),
    ("unit and a half", "The trip takes 90 minutes.", "The trip takes an hour and a half."),
    ("part of a unit", "The trip takes 30 minutes.", "The trip takes half an hour."),
    ("two units", "The trip takes 2.5 hours.", "The trip takes 2 hours and 30 minutes."),
    ("times of day", "The outage lasted from 09:12 to 11:47.", "The outage lasted about two and a half hours."),
    ("times of day in halves", "The shift lasted from 9 am to 5 pm.", "The shift lasted eight hours."),
    ("two days", "The fair ran from 3 May to 10 May.", "The fair lasted a week and was open eight days."),
    ("range that shares a sign", "Sales of $2.40 billion to $2.46 billion.", "Sales of $2.40\u20132.46 billion."),
    ("range written out", "Sales of $2.40\u20132.46 billion.", "Sales of between $2.40 billion and $2.46 billion."),
    ("range of shares", "Growth was 10-15%.", "Growth was between 10% and 15%."),
    (
        "change told forwards",
        "Profit was $412 million, compared with $365 million.",
        "Profit grew from $365m to $412m.",
    ),
    ("case of a bound", "Book economy for flights under six hours.", "For a four-hour flight, book economy."),
    (
        "one of several, in lines",
        "By segment, home\nrevenue rose 14% from $16B to $53B this year, foreign revenue grew 9% from\n$18B to $31B.",
        "Foreign revenue grew 9% from $18B to $31B.",
    ),
    ("own value", "The fare is 3 euro for adults and 1 euro for children.", "The fare for children is 1 euro."),
    (
        "own value in other words",
        "The fare is 3 euro for adults and 1 euro for children.",
        "Kids pay a fare of 1 euro.",
    ),
    ("shared subject", "The band made six albums and sold 100 million records.", "The band sold 100 million copies."),
    ("limit denied", "Items may be returned within 30 days.", "Items may not be returned after 30 days."),
    ("answer to a question", "Dogs are not allowed in the park.", "Are dogs allowed in the park? Absolutely not!"),
    ("denied verb at the end", "Cats may enter, dogs may not.", "Cats may enter, dogs may not."),
    ("untrue in other words", "Coffee does not cause cancer.", "It is not true that coffee causes cancer."),
    ("former, both", "Bicycles are no longer kept in the cellar.", "Bicycles were formerly kept in the cellar."),
    ("former in the past", "The mill was a school.", "The mill was formerly a school."),
    ("former name", "The Asia Cup (formerly the Trade Cup) is held in May.", "The Asia Cup is held in May."),
    ("same role", "The vendor shall pay the duty.", "The supplier shall pay the duty."),
    ("roles in the passive", "The customer pays the supplier.", "The supplier is paid by the customer."),
    ("cell", CITIES, "Berlin, leave: 25 days"),
    ("cell in a sentence", CITIES, "Staff in Berlin work 40 hours and get 25 days of leave."),
    ("cell of a column", ACROSS, "Leave in Bonn is 30 days."),
    ("cell beside a year", "| Year | Sales |\n|---|---|\n| 2022 | $14m |\n| 2023 | $18m |", "Sales in 2023 were $18m."),
    ("figure also outside the table", CITIES + "\nWe get 30 days in all.", "Staff in Berlin get 30 days."),
    ("cell of words", PEOPLE, "Bonn, manager: Mr Lund"),
    ("cell of words in a sentence", PEOPLE, "The manager in Berlin is Ms Kay."),
    ("yes or no", PEOPLE, "Berlin, parking: yes"),
    ("label and value", FARES, "Seniors: 2 euro"),
    ("label and value of a sentence", STAFF, "Berlin, days of leave: 25"),
    ("label and value of a rule", "Refunds are paid within 10 days.", "Refund: 10 days"),
    ("condition kept", "The fee is refunded if the item is returned.", "If the item is returned, the fee is refunded."),
    (
        "other language",
        "Le pont mesure trois cents m\u00e8tres de long.",
        "El puente se cerr\u00f3 por obras durante el invierno.",
    ),
]


@pytest.mark.parametrize(("kind", "source", "claim"), REFUSED)
def test_a_claim_that_differs_in_one_thing_is_refused_for_that_thing(kind: str, source: str, claim: str) -> None:
    found = guard(source, claim)
    assert found is not None
    assert found.kind == kind
    assert found.reason
    low, high = found.claim_span
    assert 0 <= low < high <= len(claim)
    if found.source_span is not None:
        assert 0 <= found.source_span[0] < found.source_span[1] <= len(source)


@pytest.mark.parametrize(("what", "source", "claim"), KEPT)
def test_a_claim_that_says_the_same_otherwise_is_not_refused(what: str, source: str, claim: str) -> None:
    assert guard(source, claim) is None


def test_the_reason_names_both_sides() -> None:
    found = guard("The mast is 330 metres high.", "The mast is 350 metres high.")
    assert found is not None
    assert found.kind is GuardKind.NUMBER
    assert "350 metres" in found.reason
    assert "330 metres" in found.reason


def test_a_sentence_elsewhere_that_says_the_same_clears_the_claim() -> None:
    source = "In spring 40 boats were sold. In autumn 60 boats were sold."
    assert guard(source, "In autumn 60 boats were sold.") is None
    assert guard(source, "In spring 60 boats were sold.") is not None


@pytest.mark.parametrize("kind", KINDS)
def test_at_least_95_of_100_flips_are_refused_by_guards_alone(kind: str) -> None:
    pairs = flips(kind, 200)
    assert len(pairs) == 200
    assert sum(guard(p.source, p.claim) is not None for p in pairs) >= 0.95 * len(pairs)


@pytest.mark.parametrize("kind", TWINS)
def test_at_most_5_of_100_twins_are_refused(kind: str) -> None:
    pairs = twins(kind, 100)
    assert sum(guard(p.source, p.claim) is not None for p in pairs) <= 0.05 * len(pairs)


@given(st.text(max_size=300))
def test_a_sentence_is_never_refused_against_itself(text: str) -> None:
    assert guard(text, text) is None


@given(st.text(max_size=200), st.text(max_size=80))
def test_any_text_is_read_and_spans_lie_in_it(source: str, claim: str) -> None:
    found = guard(source, claim)
    if found is not None:
        assert 0 <= found.claim_span[0] <= found.claim_span[1] <= len(claim)


@pytest.mark.parametrize(
    "source",
    [
        "a " * 60_000,
        "1 " * 60_000,
        "not " * 40_000,
        "A. " * 40_000,
        "1,000,000,000" * 9_000,
        "(" * 100_000,
        "x" * 100_000,
        "in 1990 to 1991 " * 8_000,
    ],
)
def test_hostile_sources_are_read_in_linear_time(source: str) -> None:
    guard(source, "The tower is not 330 metres tall in 1990.")


@pytest.mark.parametrize(
    "text",
    [
        "1 " * 30_000,
        "in 1990. " * 8_000,
        "The mast is high; and it is red, but it is tall. " * 1_500,
        "Adeline Voss " * 10_000,
    ],
)
def test_a_hostile_claim_against_a_hostile_source_stays_affordable(text: str) -> None:
    guard(text, text + " 7")
    parts(text)
