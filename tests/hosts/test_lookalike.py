"""Hosts that dress up as ours: rule A blocks, rule B warns, honest names pass."""

from __future__ import annotations

import json
import unicodedata
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citeward.hosts import LookalikeReason as Why
from citeward.hosts import LookalikeVerdict as Verdict
from citeward.hosts import UnsafeUrl, Watchlist, lookalike
from citeward.hosts.confusables import CONFUSABLE
from citeward.hosts.skeleton import plain_letters

VECTORS = Path(__file__).resolve().parents[1] / "vectors" / "lookalikes.jsonl"
SHARED = Path(__file__).resolve().parents[2].parent / "shared" / "vectors" / "lookalikes.jsonl"


@pytest.mark.parametrize(
    ("domain", "brand", "reason"),
    [
        ("natúré.com", "nature.com", Why.HOMOGLYPH),
        ("p\u0430ypal.com", "paypal.com", Why.HOMOGLYPH),
        ("\u0440\u0430\u0443\u0440\u0430\u04cf.net", "paypal.com", Why.HOMOGLYPH),
        ("go0g1e.com", "google.com", Why.HOMOGLYPH),
        ("rnicrosoft.com", "microsoft.com", Why.HOMOGLYPH),
        ("vvikipedia.org", "wikipedia.org", Why.HOMOGLYPH),
        ("covrtiistener.com", "courtlistener.com", Why.HOMOGLYPH),
        ("d0i.org", "doi.org", Why.HOMOGLYPH),
        ("đoï.org", "doi.org", Why.HOMOGLYPH),
        ("nautre.com", "nature.com", Why.TYPO),
        ("natre.com", "nature.com", Why.TYPO),
        ("natures.com", "nature.com", Why.TYPO),
        ("na-tu-re.com", "nature.com", Why.HYPHENATED),
        ("d-oi.org", "doi.org", Why.HYPHENATED),
        ("arxiv-org.com", "arxiv.org", Why.GLUED_SUFFIX),
        ("doiorg.com", "doi.org", Why.GLUED_SUFFIX),
    ],
)
def test_rule_a_blocks(domain: str, brand: str, reason: Why) -> None:
    found = lookalike(domain, [brand])
    assert (found.verdict, found.brand, found.reason) == (Verdict.BLOCK, brand, reason)


@pytest.mark.parametrize(
    ("domain", "brand", "reason"),
    [
        ("nature.org", "nature.com", Why.OTHER_SUFFIX),
        ("doi.info", "doi.org", Why.OTHER_SUFFIX),
        ("naturé.net", "nature.com", Why.HOMOGLYPH),
        ("news-nature.com", "nature.com", Why.BRAND_WORD),
        ("elephantnaturepark.org", "nature.com", Why.BRAND_WORD),
        ("doi-login.org", "doi.org", Why.BRAND_WORD),
        ("nature.evil.org", "nature.com", Why.BRAND_SUBDOMAIN),
        ("doi.org.ezproxy.example.edu", "doi.org", Why.BRAND_SUBDOMAIN),
        ("arxiv.org.evil.example", "arxiv.org", Why.BRAND_SUBDOMAIN),
        ("natu.re.com", "nature.com", Why.SPLIT_BRAND),
    ],
)
def test_rule_b_warns(domain: str, brand: str, reason: Why) -> None:
    found = lookalike(domain, [brand])
    assert (found.verdict, found.brand, found.reason) == (Verdict.WARN, brand, reason)


@pytest.mark.parametrize(
    ("domain", "brand"),
    [
        ("www.nature.com", "nature.com"),
        ("NATURE.com.", "nature.com"),
        ("google.de", "google.com"),
        ("commons.wikimedia.org", "wikipedia.org"),
    ],
)
def test_the_brand_its_subdomains_and_its_aliases_are_its_own(domain: str, brand: str) -> None:
    assert lookalike(domain, [brand]).reason is Why.OWN


@pytest.mark.parametrize(
    ("domain", "brand"),
    [
        ("dol.gov", "doi.org"),
        ("oi.org", "doi.org"),
        ("abc.com", "bbc.com"),
        ("natura.com.br", "nature.com"),
        ("münchen.de", "nature.com"),
        ("почта.рф", "nature.com"),
        ("xcom.com", "x.com"),
        ("whois.com", "who.int"),
    ],
)
def test_honest_neighbours_pass(domain: str, brand: str) -> None:
    assert lookalike(domain, [brand]).verdict is Verdict.OK


def test_a_word_spelled_with_a_country_code_is_not_a_glued_suffix() -> None:
    assert lookalike("telegraph.co.uk", ["telegra.ph"]).verdict is Verdict.WARN


def test_an_alias_set_is_configuration() -> None:
    assert lookalike("nature.asia", ["nature.com"]).verdict is Verdict.WARN
    assert lookalike("nature.asia", ["nature.com"], {"nature.com": ["nature.asia"]}).reason is Why.OWN
    assert lookalike("google.de", ["google.com"], {}).verdict is Verdict.WARN
    assert lookalike("google.de", ["goggle.com"]).reason is not Why.OWN, "the alias of a brand that is not watched"


def test_the_gravest_finding_over_all_brands_counts() -> None:
    watchlist = Watchlist(["nature.org", "nature.com", "springer.com"])
    assert watchlist.judge("natúre.com").verdict is Verdict.BLOCK
    assert watchlist.judge("nature.net").verdict is Verdict.WARN


def test_no_valid_host_is_no_honest_host() -> None:
    found = lookalike("na ture.com", ["nature.com"])
    assert (found.verdict, found.reason) == (Verdict.BLOCK, Why.UNREADABLE)
    with pytest.raises(UnsafeUrl):
        Watchlist(["not a host"])


LABELS = st.text(st.sampled_from("abcdefghijklmnopqrstuvwxyz"), min_size=5, max_size=20)


@given(LABELS, st.data())
def test_one_slip_under_the_same_suffix_never_passes(label: str, data: st.DataObject) -> None:
    i = data.draw(st.integers(0, len(label) - 1))
    letter = data.draw(st.sampled_from("abcdefghijklmnopqrstuvwxyz"))
    for slip in (label[:i] + label[i + 1 :], label[:i] + letter + label[i:], label[:i] + letter + label[i + 1 :]):
        expected = Verdict.OK if slip == label else Verdict.BLOCK
        assert lookalike(f"{slip}.com", [f"{label}.com"], {}).verdict is expected


@given(st.text(max_size=70))
def test_any_text_gets_a_verdict(text: str) -> None:
    assert lookalike(text, ["nature.com"]).verdict in Verdict


@pytest.mark.parametrize("path", [VECTORS, SHARED], ids=["own", "shared"])
def test_the_vectors(path: Path) -> None:
    if not path.exists():
        pytest.skip("the shared vectors are not beside this checkout")
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    watchlist = Watchlist(sorted({row["brand"] for row in rows if row.get("brand")}))
    blocked, total = Counter[str](), Counter[str]()
    for row in rows:
        kind = row.get("kind") or row["fuzzer"]
        finding = watchlist.judge(row["domain"])
        if row["expect"] == "not_lookalike":
            assert finding.verdict is not Verdict.BLOCK, row["domain"]
            continue
        total[kind] += 1
        blocked[kind] += finding.verdict is Verdict.BLOCK
    assert blocked["homoglyph"] >= 0.9 * total["homoglyph"]
    assert blocked.total() >= 0.6 * total.total()


def test_the_table_lists_base_characters_only() -> None:
    for character, letter in CONFUSABLE.items():
        assert len(character) == 1 and not character.isascii()
        assert unicodedata.normalize("NFKD", character) == character, "marks are stripped before the table is asked"
        assert letter.isascii() and letter == letter.lower()


@pytest.mark.parametrize(
    ("label", "plain"),
    [
        ("đŧɇʉ", "dteu"),
        ("ʀɪɡ", "rig"),
        ("æœꜩ", "aeoetz"),
        ("қҙ", "k3"),
        ("०", "o"),
        ("२", "2"),
        ("例", "例"),
        ("n1h", "n1h"),
    ],
)
def test_letters_are_read_by_shape_name_or_value(label: str, plain: str) -> None:
    assert plain_letters(label) == plain
