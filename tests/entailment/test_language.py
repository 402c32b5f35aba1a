"""Which texts the embedded model and the guards take for English."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citeward.entailment.language import is_english

ENGLISH = [
    "The mill above the weir was sold in 1998.",
    "Norvale Energy",
    "Hourglass is singer-songwriter James Taylor 's fourteenth studio album .",
    "Adeline Voss acted alongside Marcus Okafor.",
    "No alien read any magazines.",
    "Former heads of the mill: Adeline Voss, Marcus Okafor, Theodor K\u00f6rner, Priya Raman and Elena Castellan.",
    "1998 - 2003",
]
OTHER = [
    "Der Turm ist 330 Meter hoch.",
    "La torre mide 330 metros.",
    "La tour mesure trois cent trente m\u00e8tres de haut.",
    "El puente se cerr\u00f3 por obras durante el invierno.",
    "A ponte foi fechada por obras durante o inverno e reabriu em maio.",
    "Il ponte fu chiuso per lavori durante l'inverno.",
    "De brug is gesloten en wordt in mei weer geopend, zegt het bestuur van de stad.",
    "Bron st\u00e4ngdes f\u00f6r arbeten under vintern och \u00f6ppnades i maj.",
    "Silta suljettiin talveksi ja avattiin uudelleen toukokuussa.",
    "Jembatan itu ditutup untuk perbaikan dan dibuka kembali pada bulan Mei.",
    "\u041c\u043e\u0441\u0442 \u0431\u044b\u043b \u0437\u0430\u043a\u0440\u044b\u0442.",
    "\u8fd9\u5ea7\u6865\u5728\u51ac\u5929\u5173\u95ed\u3002",
]


@pytest.mark.parametrize("text", ENGLISH)
def test_english_is_english(text: str) -> None:
    assert is_english(text)


@pytest.mark.parametrize("text", OTHER)
def test_other_languages_are_not(text: str) -> None:
    assert not is_english(text)


def test_a_long_text_without_english_grammar_is_not_english() -> None:
    assert not is_english("Lorem ipsum dolor sit amet consectetur adipiscing elit sed eiusmod tempor " * 5)


@given(st.text(max_size=200))
def test_any_text_has_an_answer(text: str) -> None:
    assert is_english(text) in (True, False)
