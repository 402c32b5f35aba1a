"""Every character that is shown for a claim is judged with it, but for what is struck out; and nothing else is."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citeward import Verdict
from citeward.model import ProposalKind
from citeward.parse import Html, Text, parse
from citeward.verify import Case
from citeward.verify.clauses import clauses_of
from citeward.verify.wording import Wording
from tests.verify.test_pages import NOON
from tests.world import ANA, RETURNS, check, seen

SAID = "Items may be returned within 30 days"
PLACED = st.sampled_from(
    ["<or ten years later>", "<!-- never -->", "<![CDATA[ or never ]]>", "<?or never?>", "<!NEVER>", "</never>",
     "<b>", "<br>", "`not`", "$x+1$", "(never.for.you)", "(policies.acme.example)", "[not](https://evil.example)"]
)  # fmt: skip


def judged(answer: str) -> str:
    """The words that the first citation is judged for."""
    parsed = parse(answer)
    evidence = {item.handle: item for item in seen().ledger}
    case = Case(parsed, evidence, ANA, "default", NOON)
    first = next(p.index for p in parsed.proposals if p.handle == "S1")
    return Wording(case, clauses_of(parsed)).of(first)


@given(PLACED, st.integers(1, 6), st.booleans())
def test_law_what_is_shown_inside_a_sentence_is_judged_unless_it_is_struck_out(placed: str, at: int, out: bool) -> None:
    words = SAID.split()
    written = f"~~so {placed} on~~" if out else placed
    shown = placed.strip("`$").removeprefix("[").split("](")[0]
    said = " ".join([*words[:at], *([] if out else [shown]), *words[at:]]) + "."
    assert "".join(judged(" ".join([*words[:at], written, *words[at:]]) + " [S1].").split()) == "".join(said.split())


@pytest.mark.parametrize(
    "answer",
    [
        "Items may be ~~not~~ returned within 30 days [S1].",
        "Items may be ~~**not** `never`~~ returned within 30 days [S1].",
        "Items may be ~~not [here](https://evil.example)~~ returned within 30 days [S1].",
    ],
)
def test_struck_words_are_unsaid_and_shown_as_struck_everywhere(answer: str) -> None:
    assert judged(answer) == "Items may be returned within 30 days."
    checked = check(answer, (RETURNS,))
    assert [j.verdict for j in checked.judgements if j.proposal.handle] == [Verdict.OK]
    assert "<del>" in checked.html
    assert checked.markdown.count("~~") == checked.text.count("~~") == 2


def test_words_struck_at_an_edge_where_markdown_cannot_strike_are_not_shown_as_said() -> None:
    checked = check("Items may be returned ~~https://evil.example/x not~~now [S1].", (RETURNS,))
    assert checked.markdown.replace("\\~", "~").count("~~") == 2


def test_a_piece_that_is_shown_whole_belongs_to_one_sentence() -> None:
    for whole in ("<!-- It ends. Never -->", "`It ends. Never`", "$It=1. Never$"):
        parsed = parse(f"Items {whole} may be returned [S1]. Labels are free [S2].")
        assert [whole.strip("`$") in claim.text for claim in parsed.claims] == [True, False]


def test_a_block_of_tags_is_words_too() -> None:
    parsed = parse("<div>or never</div>\n\nItems may be returned [S1].")
    html = next(event for event in parsed.events if isinstance(event, Html))
    assert parsed.claims[html.claim].text == "<div>or never</div>"
    assert next(event.claim for event in parsed.events if isinstance(event, Text)) == html.claim + 1


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (f"{SAID} ([policies.acme.example]({RETURNS.url})) [S1].", f"{SAID}."),
        (f"{SAID} (policies.acme.example) [S1].", f"{SAID} (policies.acme.example)."),
        (f"{SAID} ([never.for.you](https://never.for.you/)) [S1].", f"{SAID}."),
        (f"{SAID} ([never.for.you]({RETURNS.url})) [S1].", f"{SAID}."),
    ],
)
def test_a_host_in_brackets_is_words_unless_it_is_a_link_and_so_a_marker(answer: str, words: str) -> None:
    assert judged(answer) == words
    assert ("never" in check(answer, (RETURNS,)).text) == ("never" in words)


@pytest.mark.parametrize(
    "html",
    [
        "<img src=//evil.example/i.png>",
        "<img src='/\\evil.example/i.png'>",
        "<img src=&#47;&#47;evil.example/i.png>",
        '<a href="&#x2f;&#x2f;evil.example">here</a>',
        "<svg onload=alert(1)>",
        "<table background=i.png>",
    ],
)
def test_raw_html_is_a_proposal_however_its_address_is_spelt(html: str) -> None:
    for answer in (f"Items {html} may be returned [S1].", f"Items may be returned [S1].\n\n{html}\n"):
        checked = check(answer, (RETURNS,))
        (found,) = [j for j in checked.judgements if j.proposal.kind is ProposalKind.HTML]
        assert (found.verdict, found.reason) == (Verdict.MODEL_URL_STRIPPED, "raw_html")
        assert "//evil" not in checked.html
        assert "//evil" not in checked.text


@pytest.mark.parametrize(
    ("target", "verdict", "reason"),
    [
        ("//evil.example/x", Verdict.MODEL_URL_STRIPPED, "url_not_in_ledger"),
        ("/local/page", Verdict.MODEL_URL_STRIPPED, "relative_url"),
        ("//user@evil.example/", Verdict.UNSAFE_URL, "userinfo"),
        ("/\\\\evil.example/x", Verdict.UNSAFE_URL, "backslash"),
    ],
)
def test_an_address_without_a_scheme_is_told_from_one_on_this_site(target: str, verdict: Verdict, reason: str) -> None:
    (found,) = check(f"Sign in [here]({target}).", (RETURNS,)).judgements
    assert (found.verdict, found.reason) == (verdict, reason)
