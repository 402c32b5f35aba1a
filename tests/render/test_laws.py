"""Laws of rendering, for every answer over every ledger."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from citeward import BALANCED, PERMISSIVE, STRICT, CheckedAnswer, Chunk, Gate, Ledger, Policy, Principal, Turn, Verdict
from citeward.hosts import UnsafeUrl, parse_url
from citeward.model import CitationAction, ProposalKind
from tests.strategies import LAW, READERS, answers, chunk_lists

from .pages import Page, links_in_markdown, links_in_text

POLICIES = st.sampled_from([STRICT, BALANCED, PERMISSIVE])
_URL = re.compile(r"(?i)\b[a-z][a-z0-9+.-]*:[/\\]{2}[^\s<>\"'()\[\]\u27e6\u27e7]+|\bwww\.[^\s<>\"'()\[\]]+")


def checked(answer: str, chunks: list[Chunk], policy: Policy) -> CheckedAnswer:
    turn = Turn(Ledger.of(chunks), Principal("reader", READERS))
    return Gate.in_memory(chunks, policy=policy).check(answer, turn)


def addresses(chunks: list[Chunk]) -> set[str]:
    """Every address of the ledger that may be linked, in the spellings a link may have."""
    found = set()
    for chunk in chunks:
        try:
            url = parse_url(chunk.url or "")
        except UnsafeUrl:
            continue
        found |= {url.url, f"{url.url}#{url.fragment.partition(':~:')[0]}".rstrip("#"), chunk.url or ""}
    return found


@LAW
@given(answers(), chunk_lists(), POLICIES)
def test_no_output_links_to_anything_but_the_ledger(answer: str, chunks: list[Chunk], policy: Policy) -> None:
    result = checked(answer, chunks, policy)
    ledger = addresses(chunks)
    assert set(Page(result.html).hrefs) <= ledger
    assert set(links_in_markdown(result.markdown)) <= ledger
    text = result.text
    for url in ledger:
        text = text.replace(f"<{url}>", "")
    assert links_in_text(text) == []


@LAW
@given(answers(), chunk_lists(), POLICIES)
def test_no_html_outside_code_holds_a_url_that_is_not_in_the_ledger(
    answer: str, chunks: list[Chunk], policy: Policy
) -> None:
    page = Page(checked(answer, chunks, policy).html)
    written = {chunk.url for chunk in chunks if chunk.url}
    said = page.text(code=False, sources=False)
    strange = [
        url for url in _URL.findall(said) if not any(url.startswith(one) or one.startswith(url) for one in written)
    ]
    assert strange == []


@LAW
@given(answers(), chunk_lists(), POLICIES)
def test_every_granted_marker_and_nothing_else_carries_data_sid(
    answer: str, chunks: list[Chunk], policy: Policy
) -> None:
    result = checked(answer, chunks, policy)
    page = Page(result.html)
    granted: dict[str, int] = {}
    if not result.shown.blocked:
        for judgement, action in zip(result.judgements, result.decisions.citations, strict=True):
            if action is CitationAction.KEEP:
                assert judgement.verdict is Verdict.OK
                handle = judgement.evidence.handle if judgement.evidence else judgement.proposal.target or ""
                granted[handle] = granted.get(handle, 0) + 1
    assert set(page.sids) <= set(granted)
    assert all(page.sids[handle] <= granted[handle] for handle in page.sids)
    assert {e.get("role") for e in page if e.get("data-sid")} <= {"doc-noteref"}
    kept = [j for j in result.judgements if j.proposal.kind is ProposalKind.MARKER and j.verdict is Verdict.OK]
    fates = result.decisions.claims
    if not result.shown.blocked and all(fates[j.proposal.claim].value != "drop" for j in kept):
        assert page.sids == granted


@LAW
@given(answers(), chunk_lists(), POLICIES)
def test_the_page_is_whole_and_its_ids_are_unique(answer: str, chunks: list[Chunk], policy: Policy) -> None:
    page = Page(checked(answer, chunks, policy).html)
    ids = [element.get("id") for element in page if element.get("id")]
    assert len(ids) == len(set(ids))
    for element in page:
        href = element.get("href") or ""
        assert not href.startswith("#") or href.removeprefix("#") in ids
        assert not any(name.startswith("on") or name in {"style", "src", "srcset"} for name in element.keys())  # noqa: SIM118
    assert not page.tags & {
        "script",
        "style",
        "form",
        "img",
        "iframe",
        "input",
        "button",
        "svg",
        "math",
        "link",
        "meta",
        "base",
    }


@LAW
@given(answers(), chunk_lists(), POLICIES)
def test_display_numbers_are_dense_and_every_source_is_cited(answer: str, chunks: list[Chunk], policy: Policy) -> None:
    shown = checked(answer, chunks, policy).shown
    assert [source.number for source in shown.sources] == list(range(1, len(shown.sources) + 1))
    assert all(source.citations > 0 for source in shown.sources)


@LAW
@given(answers(), chunk_lists())
def test_a_reader_who_may_see_nothing_gets_the_one_notice_or_an_answer_without_sources(
    answer: str, chunks: list[Chunk]
) -> None:
    turn = Turn(Ledger.of(chunks), Principal("stranger", frozenset({"others"})))
    result = Gate.in_memory(chunks, policy=BALANCED).check(answer, turn)
    assert Page(result.html).sids == {}
    assert result.shown.sources == ()


@LAW
@given(answers(), chunk_lists(), POLICIES)
def test_every_format_can_be_sent(answer: str, chunks: list[Chunk], policy: Policy) -> None:
    result = checked(answer, chunks, policy)
    for form in (result.html, result.markdown, result.text):
        form.encode("utf-8")
    assert all(form.endswith("\n") for form in (result.markdown, result.text))
