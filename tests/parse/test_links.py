"""Links, images, autolinks, raw HTML, bare URLs and DOIs: found so that they can be refused."""

from __future__ import annotations

import pytest

from citeward.parse import parse

from .reading import handles, kinds, proposals, words


@pytest.mark.parametrize(
    ("answer", "kind", "target"),
    [
        ("[a](https://e.test/x)", "link", "https://e.test/x"),
        ("[a](<https://e.test/x y>)", "link", "https://e.test/x y"),
        ('[a](https://e.test/x "title")', "link", "https://e.test/x"),
        ("[a](/relative)", "link", "/relative"),
        ("[a](javascript:alert(1))", "link", "javascript:alert(1)"),
        ("![a](https://e.test/i.png)", "image", "https://e.test/i.png"),
        ("![](//e.test/i.png)", "image", "//e.test/i.png"),
        ("<https://e.test/x>", "autolink", "https://e.test/x"),
        ("<a@e.test>", "autolink", "a@e.test"),
        ("https://e.test/x", "url", "https://e.test/x"),
        ("HTTPS://E.TEST/x", "url", "HTTPS://E.TEST/x"),
        ("ftp://e.test/x", "url", "ftp://e.test/x"),
        ("slack://e.test/x", "url", "slack://e.test/x"),
        ("http:\\\\\\\\e.test/x", "url", "http:\\\\e.test/x"),
        ("http:/\\e.test/x", "url", "http:/\\e.test/x"),
        ("http&#58;//e.test/x", "url", "http://e.test/x"),
        ("http:\\//e.test/x", "url", "http://e.test/x"),
        ("www.e.test/x", "url", "www.e.test/x"),
        ("-www.e.test/x", "url", "www.e.test/x"),
        ("_www.e.test", "url", "www.e.test"),
        ("WWW.e.test", "url", "WWW.e.test"),
        ("https://e.test/a_(b)", "url", "https://e.test/a_(b)"),
        ("https://e.test/?a=1&amp;b=2", "url", "https://e.test/?a=1&b=2"),
        ("https://\u4f8b\u3048.test/", "url", "https://\u4f8b\u3048.test/"),
        ("10.1000/182", "doi", "10.1000/182"),
        ("doi:10.1000/182", "doi", "10.1000/182"),
        ("https://doi.org/10.1000/182", "doi", "10.1000/182"),
        ("http://dx.doi.org/10.1000/182", "doi", "10.1000/182"),
        ("10.1016/S0140-6736(05)71081-8", "doi", "10.1016/S0140-6736(05)71081-8"),
        (
            "10.1002/(SICI)1097-4571(199806)49:8<693::AID-ASI4>3.0.CO;2-O",
            "doi",
            "10.1002/(SICI)1097-4571(199806)49:8<693::AID-ASI4>3.0.CO;2-O",
        ),
    ],
)
def test_what_is_found(answer: str, kind: str, target: str) -> None:
    (found, *_) = proposals(f"See {answer} now.")
    assert (found.kind.value, found.target) == (kind, target)


@pytest.mark.parametrize(
    "html",
    [
        "<img src=https://e.test/i>",
        '<a href="https://e.test/">x</a>',
        "<a href=//e.test/>x</a>",
        '<a href="javascript:alert(1)">x</a>',
        "<form action=https://e.test/f>",
        '<p style="background:url(x)">',
        "<iframe src=data:text/html,x>",
    ],
)
def test_raw_html_that_carries_a_url_is_a_proposal(html: str) -> None:
    assert proposals(f"See {html} now.")[0].kind.value == "html"


def test_raw_html_without_one_is_only_text() -> None:
    assert kinds("a <b>bold</b> word and <br> too") == []
    assert words("a <b>bold</b> word") == "a <b>bold</b> word"


@pytest.mark.parametrize(
    ("answer", "reference"),
    [
        ("(see https://e.test/a)", "https://e.test/a"),
        ("See https://e.test/a.", "https://e.test/a"),
        ("See https://e.test/a, then", "https://e.test/a"),
        ("See https://e.test/a; then", "https://e.test/a"),
        ("See https://e.test/a!", "https://e.test/a"),
        ("See https://e.test/a?!", "https://e.test/a"),
        ('"https://e.test/a"', "https://e.test/a"),
        ("\u201chttps://e.test/a\u201d", "https://e.test/a"),
        ("**https://e.test/a**", "https://e.test/a"),
        ("[https://e.test/a]", "https://e.test/a"),
        ("{https://e.test/a}", "https://e.test/a"),
        ("(https://e.test/a_(b))", "https://e.test/a_(b)"),
        ("((https://e.test/a))).", "https://e.test/a"),
        ("https://e.test/a\u3002", "https://e.test/a"),
        ("https://e.test/a\uff0c\u540e", "https://e.test/a"),
        ("(10.1016/S0140-6736(05)71081-8).", "10.1016/S0140-6736(05)71081-8"),
        ("doi:10.1000/182.", "10.1000/182"),
        ("10.1000/abc.def, and", "10.1000/abc.def"),
    ],
)
def test_the_sentences_own_punctuation_is_no_part_of_a_reference(answer: str, reference: str) -> None:
    assert [p.reference for p in proposals(answer)] == [reference]


@pytest.mark.parametrize(
    "answer",
    ["and//or", "a: b", "10.5/3", "v10.1234/5x", "2026:10.1/x", "www", "www.", "http:", "C:/x", "1:2", "12:30"],
)
def test_characters_that_only_look_like_a_reference(answer: str) -> None:
    assert kinds(f"x {answer} y") == []


@pytest.mark.parametrize(
    "answer",
    [
        "://https://evil.example/x",
        "\u00e9://https://evil.example/x",
        "1://https://evil.example/x",
        "_://https://evil.example/x",
        "-://www.evil.example/x",
        "a" * 40 + "://https://evil.example/x",
        "]://https://evil.example/x",
    ],
)
def test_a_broken_scheme_does_not_hide_the_url_behind_it(answer: str) -> None:
    assert any("evil.example" in (p.target or "") for p in proposals(answer))


@pytest.mark.parametrize(
    "answer",
    [
        "ht**tps://evil.example/x**",
        "https:**//evil.example/x**",
        "https:~~//evil.example/x~~",
    ],
)
def test_formatting_inside_a_url_does_not_hide_it(answer: str) -> None:
    assert any("evil.example" in (p.target or "") for p in proposals(f"See {answer} now."))


def test_a_url_behind_a_stop_that_has_no_space_is_found() -> None:
    (found,) = proposals("It ends.https://e.test/a")
    assert (found.target or "").endswith("https://e.test/a")


def test_two_urls_in_a_row_are_two() -> None:
    assert [p.target for p in proposals("https://e.test/a https://e.test/b")] == [
        "https://e.test/a",
        "https://e.test/b",
    ]


@pytest.mark.parametrize("answer", ["`https://e.test/a`", "```\nhttps://e.test/a\n```", "    https://e.test/a"])
def test_code_is_text(answer: str) -> None:
    assert kinds(f"x\n\n{answer}") == []


def test_a_url_in_a_link_s_label_is_part_of_the_link() -> None:
    assert kinds("[https://e.test/a](https://evil.example/)") == [("link", "[https://e.test/a](https://evil.example/)")]


def test_a_link_inside_an_image_and_an_image_inside_a_link_are_both_seen() -> None:
    assert [kind for kind, _ in kinds("[![a](https://e.test/i)](https://e.test/l)")] == ["link", "image"]


def test_reference_links_do_not_exist() -> None:
    answer = "[a][r] ![b][r] [r] [r][]\n\n[r]: https://evil.example/x 'title'\n"
    assert [kind for kind, _ in kinds(answer)] == ["url"]


@pytest.mark.parametrize("definition", ["[r]:https://evil.example/x", "[r]: <https://evil.example/x>", "> [r]: /x"])
def test_no_spelling_of_a_definition_hides_a_url(definition: str) -> None:
    answer = f"[a][r]\n\n{definition}\n"
    assert all(kind != "link" for kind, _ in kinds(answer))
    assert "[a][r]" in words(answer)


def test_labels_and_alternative_texts_stay_as_words() -> None:
    assert (
        words("[the portal](https://evil.example) and ![a chart](https://evil.example/i)") == "the portal and a chart"
    )


def test_a_link_says_nothing_about_the_markers_beside_it() -> None:
    assert handles("[the portal](https://evil.example) [S1]") == ["S1"]


def test_every_reference_is_what_stands_in_the_answer() -> None:
    answer = "\u200b\u05e2 [a](https://e.test) \U0001f469 10.1000/182 <https://e.test/b> https://e.test/?a&amp;b ."
    assert all(answer[p.start : p.end] == p.reference for p in parse(answer).proposals)
    assert [p.reference for p in parse(answer).proposals][-1] == "https://e.test/?a&amp;b"


def test_a_url_that_grows_out_of_a_word_is_one_all_the_same() -> None:
    for glued in (".examplehttps://evil.example/x", "9https://evil.example/x"):
        found = [(each.kind.value, each.target) for each in parse(f"See {glued} now.").proposals]
        assert [kind for kind, _ in found] == ["url"]
        assert found[0][1].endswith("https://evil.example/x")
