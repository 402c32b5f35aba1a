"""Markdown and plain text leave our control: whatever their receiver makes of them, only ledger links come of it.

Four independent readers judge: two linkifiers of plain text, and two Markdown renderers that make links of bare hosts.
"""

from __future__ import annotations

import re

import pytest

from citeward import BALANCED, PERMISSIVE
from citeward.render import defang
from tests.world import FORUM, RETURNS, SHIPPING, check

from .pages import links_in_markdown, links_in_text

CHUNKS = (RETURNS, SHIPPING, FORUM)
LEDGER = {RETURNS.url, SHIPPING.url}
HOSTS = """
evil.com www.evil.com WWW.EVIL.COM evil.co.uk sub.evil.com evil.zip evil.md evil.xn--p1ai evil.example evil.test
evil.com. evil.com/ evil.com/x evil.com:8080 evil.com?x=1 evil.com#x (evil.com) "evil.com" <evil.com> [evil.com]
{evil.com} 'evil.com' *evil.com* -evil.com _evil.com .evil.com ..evil.com evil.com- evil.com_ evil.com__ --evil.com
~evil.com +evil.com =evil.com /evil.com \\evil.com |evil.com :evil.com ;evil.com ,evil.com !evil.com x=evil.com
x:evil.com x,evil.com x/evil.com evil_x.com evil-x.com e-.com evil.com.0 0.evil.com evil.com\u30020
evil\u3002com evil\uff0ecom evil\uff61com \u00e9vil.com \u0440\u0444.\u0440\u0444
\u4f8b\u3048.\u30c6\u30b9\u30c8 \u4f8b\u3048.com
\U0001f469.com \U0001f469\u200d\U0001f469.com i\u2764.ws \u00adevil.com ev\u00adil.com evil.c\u00adom evil\u00ad.com
http://evil.com https://evil.com HTTPS://evil.com http:/evil.com http:evil.com http:\\\\evil.com //evil.com //evil
//localhost //1.2.3.4 \\\\evil.com ftp://evil.com file:///etc slack://x zoommtg://evil.com x-y+z.1://evil
http://1 http://2130706433/x http://0x7f.1 http://[::1]/ http://localhost localhost:8080/x 1.2.3.4 1.2.3.4/x 1.2.3.4:80
1.2.3.4x 1.2.3.4\u00e9 x1.2.3.4 1.2.3.4\u30020 user:pw@evil.com a@b.co a.b+c@d.org a@localhost a@1.2.3.4 .com@.com
mailto:a@b.co mailto:a tel:+123 sms:+123 xmpp:a@b.co javascript:alert(1) data:text/html,x magnet:?x vbscript:x
<https://evil.com> <https://evil.com|label> <a@b.co> <mailto:a@b.co|label> [x](evil) [x](//evil) ![x](//evil) ![](/x)
<img/src=//2130706433> <a/href=//evil> www.0 www.x www.\u201cx www.> www.# www._
evil`.com evil$.com evil~~.com evil*.com evil.com\u3000 \u3000evil.com evil.com\u2028x evil.com\u00a0x
""".split()  # noqa: SIM905
HALVES = [
    "ev**il**.com", "evil**.**com", "evil.**com**", "**evil**.com", "ev*il*.co*m*", "evil.`com`", "`evil`.com",
    "evil`.`com", "evil.$com$", "evil~~.~~com", "evil.<b>com</b>", "evil[.](u)com", "evil.[com](u)", "[evil](u).com",
    "evil![.](u)com", "evil&#46;com", "evil&period;com", "evil\\.com", "evil[S9].com", "evil.[S9]com",
    "evil.c[S9]om", "http:**//evil**", "http:[S9]//evil/", "http[S9]://evil/", "http:/[S9]/evil/",
    "https&colon;//evil/", "https&#58;//evil/", "https:\\/\\/evil/", "www&period;evil.com", "ww[S9]w.evil.com",
    "www[S9].x", "a&#64;b.co", "a@[S9]b.co", "a[S9]@b.co", "a&commat;b.co", "evil&#[46;](u)com",
    "evil&[period;](u)com", "evil&**#46;**com", "evil&#4[6](u);com", "http&[colon;](u)//2130706433/",
    "http&#5[8](u);//2130706433/", "evil&#x2[e](u);com", "evil&[amp;](u)#46;com", "a&[commat;](u)b.co",
    "evil&[S9]#46;com", "evil&#[S9]46;com", "evil&`#46;`com",
]  # fmt: skip
MENTIONS = [
    "@channel", "@here", "@everyone", "@user", "@org/team", "(@channel)", "**@**channel", "@**channel**",
    "@[S9]channel", "&#64;channel", "&commat;channel", "&[commat;](u)channel", "&#[64;](u)channel",
    "&#6[4](u);channel", "\uff20channel", "<!channel>", "<!here|x>", "<@U123>", "<#C123>", "<!subteam^S1>",
    "&lt;!channel&gt;", "\\<!channel>", "<[!](u)channel>", "&[lt;](u)!channel>", "<[S9]!channel>", "<**!**channel>",
    "[[wiki]]", "[[S9][wiki]]", "\\[\\[wiki\\]\\]", "&#91;[wiki]]", "[[](u)[wiki]]", "&[#91;](u)[wiki]]",
    "[**[**wiki]]",
]  # fmt: skip
PLACES = [
    "{}", "Go to {} now.", "({})", "\u201c{}\u201d", "x{}", "{}x", "- {}", "1. {}", "# {}", "> {}",
    "| h |\n|---|\n| {} |", "**{}**", "*{}*", "~~{}~~", "`{}`", "``{} ` ``", "${}$", "```\n{}\n```", "    {}",
    "<div>\n{}\n</div>", "[{}](u)", "{}\n===", "a [S1]{}[S1] b", "$a$`{}`", "$a$`` ` {} ``", "`a`[S9]``{}``",
]  # fmt: skip
# Raw HTML in a Markdown text is loaded by clients that allow it.
LOADS = ["<img src=//2130706433/x>", "![x](//2130706433/x)", "[x](//2130706433/x)", "<script>alert(1)</script>"]
BREAKOUTS = [
    "`a`{math}", "$a$``b`{load}``", "$a$`b```{load}`", "`a`[S9]``b`{load}``", "`a``b`{load}``", "$a`b$`{load}`",
    "``a`$b${load}``", "$```$\n{load}\n", "`\\`{load}", "\\`{load}`", "| `a\\|{load}` |\n|---|\n",
    "```x`\n{load}\n```", "- ```\n{load}\n", "> ```\n{load}\n", "~~~`\n{load}\n~~~\n", "$$\n```\n{load}\n$$",
    "*[S9]* {load}", "&[lt;](u)x{load}", "<[S9]{load}", "\\{load}", "\\\\{load}", "!{load}", "[{load}",
    "[a](b {load}", "$a$`x`$`{load}`$`y`", "-\n\n    {load}", "x\n\n- a\n\n      {load}", "1[.](u)\n\n    {load}",
    "`a`[x](u)``b`{load}``", "`a`![](u)``b`{load}``", "`a`[](u)``b`{load}``",
]  # fmt: skip


def strange(links: list[str]) -> list[str]:
    """Links that do not lead to a source of the ledger."""
    return [link for link in links if link not in LEDGER]


def visible_links(text: str) -> list[str]:
    """What linkifiers make of a text, our own links aside; their angle brackets end them for no linkifier but ours."""
    for url in LEDGER:
        text = text.replace(f"<{url}>", "")
    return strange(links_in_text(text))


def exports(answer: str, chunks: tuple = CHUNKS) -> list[tuple[str, str]]:
    """The Markdown and text of an answer under the policies that keep most of it."""
    both = [check(answer, chunks, policy) for policy in (PERMISSIVE, BALANCED)]
    return [("markdown", c.markdown) for c in both] + [("text", c.text) for c in both]


def assert_no_strange_link(answer: str) -> None:
    for kind, text in exports(answer):
        assert visible_links(text) == [], (kind, text)
        if kind == "markdown":
            assert strange(links_in_markdown(text)) == [], text


@pytest.mark.parametrize("host", HOSTS)
def test_nothing_the_model_writes_becomes_a_link(host: str) -> None:
    for place in PLACES:
        assert_no_strange_link(place.replace("{}", host))


@pytest.mark.parametrize("host", HALVES)
def test_nothing_the_model_writes_in_pieces_becomes_a_link(host: str) -> None:
    for place in PLACES:
        assert_no_strange_link(place.replace("{}", host))


@pytest.mark.parametrize("mention", MENTIONS)
def test_nobody_is_mentioned_and_no_page_is_named(mention: str) -> None:
    for place in ("{}", "Hello {} all.", "({})", "- {}", "> {}", "| h |\n|---|\n| {} |", "**{}**", "[{}](u)"):
        for kind, text in exports(place.replace("{}", mention)):
            seen = re.sub(r"\\([^\w\s])", r"\1", text) if kind == "markdown" else text
            assert not re.search(r"[@\uff20](?:channel|here|everyone|user|org)|<[!@#]|\[\[", seen), text
            assert not re.search(r"&#?\w+;", re.sub(r"\\&", "", text)) if kind == "markdown" else True, text


@pytest.mark.parametrize("breakout", BREAKOUTS)
def test_nothing_the_model_writes_breaks_out_of_its_markdown(breakout: str) -> None:
    for load in LOADS:
        for kind, text in exports(breakout.replace("{load}", load)):
            if kind == "markdown":
                assert strange(links_in_markdown(text)) == [], text
                assert "<script" not in _rendered(text), text


def _rendered(text: str) -> str:
    from markdown_it import MarkdownIt

    return MarkdownIt("gfm-like", {"linkify": False, "html": True}).render(text)


def test_a_defanged_text_can_still_be_read() -> None:
    assert defang("See https://evil.example/x, a@b.org, 1.2.3.4 and www.x.") == (
        "See https[:][/]/evil[.]example/x, a[@]b[.]org, 1[.]2[.]3[.]4 and www[.]x."
    )


@pytest.mark.parametrize(
    ("host", "apart"),
    [
        ("evil.\u092d\u093e\u0930\u0924", "evil[.]\u092d\u093e\u0930\u0924"),
        ("bank.\u0dbd\u0d82\u0d9a\u0dcf/x", "bank[.]\u0dbd\u0d82\u0d9a\u0dcf/x"),
        ("\u0e41\u0e21\u0e48.\u0e44\u0e17\u0e22", "\u0e41\u0e21\u0e48[.]\u0e44\u0e17\u0e22"),
        ("evil\u3002com", "evil[.]com"),
        ("shop\u3002\u4e2d\u56fd", "shop[.]\u4e2d\u56fd"),
        ("shop.\u4e2d\u56fd and shop.co.in", "shop[.]\u4e2d\u56fd and shop[.]co[.]in"),
        ("\u4f8b\u5b50\uff0e\u516c\u53f8", "\u4f8b\u5b50[.]\u516c\u53f8"),
    ],
)
def test_a_host_of_any_script_is_taken_apart(host: str, apart: str) -> None:
    assert defang(f"Open {host} now") == f"Open {apart} now"


@pytest.mark.parametrize(
    "text",
    [
        "It is 3.5 m, e.g. 20:30 and 1:2.",
        "a: b",
        "i.e. this",
        "etc.",
        "Dr. Smith",
        "x = y.z1",
        "\u4e2d\u6587\u3002\u4e2d",
        "\u652f\u4ed8\u3002\u4e0d\u63a5\u53d7\u6362\u8d27\u3002",
        "\u3067\u3059\u3002\u4ea4\u63db\u306f\u4e0d\u53ef\uff0e\u9589\u9928\uff61\u516d\u6642",
        "He left at nine.She stayed.",
        "50 % \u2026",
        "C#",
    ],
)
def test_ordinary_prose_is_left_alone(text: str) -> None:
    assert defang(text) == text
    assert links_in_text(text) == []


def test_the_only_links_of_an_export_are_those_of_tier_1_and_better() -> None:
    checked = check("Items may be returned [S1]. Labels are free [S2]. Two weeks [S3].", CHUNKS, BALANCED)
    assert set(links_in_markdown(checked.markdown)) == LEDGER
    assert {link for link in links_in_text(checked.text) if link.startswith("https:")} == LEDGER
    assert "forum[.]example" not in checked.text.replace("\\", "") or f"<{FORUM.url}>" not in checked.text
    assert FORUM.url not in checked.markdown
