"""Pages of the web in the registry: kept as documents, cited, revalidated, and looked at again."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from citeward import Gate, Ledger, Turn
from citeward.access import GroupAccess
from citeward.errors import CheckFailed, InputError
from citeward.fetch import AnswerBudget, FetchError, FetchFailed, FetchReason, FetchRefused, Snapshot
from citeward.model import Principal, Tier, Verdict
from citeward.policy import STRICT
from citeward.records import RecordBook, State, open_copy
from citeward.registry import (
    Document,
    LiveState,
    Passage,
    Registry,
    Source,
    StoredDocuments,
    WebArchive,
    web_sources,
)
from citeward.storage import Database, verify_log
from citeward.verify import AccessObject, AccessScope, Decision, InMemorySupport, Lookups, Requirements, Web

NOON = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)
PAGE = "https://journal.example.org/tides"
TEXT = "Tides are caused by the Moon. The Sun raises smaller ones."
ANA, BOB = Principal("ana"), Principal("bob")
OPEN = replace(STRICT, requirements=Requirements(min_tier=Tier.D, lookups=Lookups.ANY))


def snapshot(text: str = TEXT, url: str = PAGE, **changes: Any) -> Snapshot:
    body = text.encode()
    digest = hashlib.sha256(body).hexdigest()
    headers = (("etag", '"1"'),)
    made = Snapshot(url, url, (), 200, headers, NOON, digest, "text/html", body, text, "On tides", "html 1")
    return replace(made, **changes)


class Live:
    """A web of one page."""

    def __init__(self, found: Snapshot | FetchError) -> None:
        self.found = found

    def answer_budget(self) -> AnswerBudget:
        return AnswerBudget(9)

    async def fetch(self, url: str, *, tenant: str, answer: AnswerBudget, **_: Any) -> Snapshot:
        if isinstance(self.found, FetchError):
            raise self.found
        return self.found


@pytest.fixture
def archive(database: Database) -> WebArchive:
    return WebArchive(database)


async def test_a_page_is_found_as_it_was_kept_but_for_its_bytes(archive: WebArchive) -> None:
    kept = snapshot(passed_urls=("https://doi.org/10.1/x",))
    await archive.store("default", kept)
    assert await archive.find("default", kept.document) == replace(kept, body=b"")
    assert await archive.find("other", kept.document) is None
    assert await archive.find("default", "web:unknown") is None


async def test_its_id_holds_no_url(archive: WebArchive, database: Database) -> None:
    secret = snapshot(url=f"{PAGE}?token=secret")
    assert secret.document.startswith("web:")
    assert "secret" not in secret.document
    assert secret.document != snapshot().document


async def test_a_page_that_reads_the_same_makes_no_version_and_an_old_text_keeps_its_name(
    archive: WebArchive, database: Database
) -> None:
    registry = Registry(database)
    labels = []
    for text in (TEXT, TEXT, "Cheese.", TEXT):
        await archive.store("default", snapshot(text))
        current = await registry.current("default", snapshot().document)
        assert current is not None
        labels.append((current.number, current.label))
    first, again, cheese, back = labels
    assert first == again
    assert [number for number, _ in labels] == [1, 1, 2, 3]
    assert back[1] == first[1] != cheese[1]
    async with database.read() as connection:
        assert (await verify_log(connection, "default")).ok


async def test_a_page_belongs_to_the_source_that_names_its_host_and_else_to_the_web(
    archive: WebArchive, database: Database
) -> None:
    registry = Registry(database)
    await registry.register(Source("journal", Tier.B, hosts=(".example.org",)))
    await archive.store("default", snapshot())
    await archive.store("default", snapshot(url="https://blog.example/"))
    await archive.store("default", snapshot(url="https://led.example.org/", passed_urls=("https://blog.example/",)))
    sources = {source.id: source.tier for source in await registry.sources("default")}
    assert sources == {"journal": Tier.B, "web": Tier.D}
    chunks = {}
    for url in (PAGE, "https://blog.example/", "https://led.example.org/"):
        (chunk,) = await registry.chunks("default", [Passage(snapshot(url=url).document)])
        chunks[url] = (chunk.source, chunk.trust)
    assert list(chunks.values()) == [("journal", 2), ("web", 0), ("web", 0)]


async def test_planted_text_does_not_come_back_by_being_read_again(archive: WebArchive, database: Database) -> None:
    registry = Registry(database)
    await archive.store("default", snapshot())
    await registry.poison("default", snapshot().document)
    with pytest.raises(CheckFailed, match="poisoned"):
        await archive.store("default", snapshot("Innocent."))
    assert await archive.find("default", snapshot().document) is None
    await registry.poison_source("default", "web")
    with pytest.raises(CheckFailed, match="its source 'web' is poisoned"):
        await archive.store("default", snapshot(url="https://blog.example/"))


async def test_no_file_can_be_there_in_a_pages_place(archive: WebArchive, database: Database) -> None:
    """It would lend the page the tier of the folder it lay in."""
    registry = Registry(database)
    await registry.register(Source("drive", Tier.B))
    with pytest.raises(InputError, match="page of the web"):
        await registry.ingest("default", Document(snapshot().document, "drive", "Planted."))
    await archive.store("default", snapshot())


async def test_a_page_without_text_is_not_kept(archive: WebArchive) -> None:
    with pytest.raises(InputError, match="text"):
        await archive.store("default", replace(snapshot(), text=None))


HOLDS = InMemorySupport(default=0.99)
"""What a claim says is not what these tests are about."""


class TestStoredCitations:
    """A citation of a page is a stored citation like any other."""

    async def answer(
        self, database: Database, live: Live, *, streamed: bool = False, said: str = ""
    ) -> tuple[RecordBook, str, str]:
        """An answer that quotes the page, kept by the gate itself."""
        registry, archive, access = Registry(database), WebArchive(database), GroupAccess(database)
        web = Web(web_sources(await registry.sources("default")), archive)
        web = replace(web, copies="https://cite.example.com/copies/")
        book = RecordBook(database, access, web=web)
        gate = Gate(
            access, StoredDocuments(database), OPEN, pages=live, web=web, sink=book, clock=lambda: NOON, support=HOLDS
        )
        turn = Turn(Ledger.of(()), ANA)
        said = said or f"\u201ccaused by the Moon\u201d ({PAGE})."
        if streamed:
            stream = gate.astream(turn, keep=True)
            events = [event async for event in stream.feed(said)] + [event async for event in stream.finish()]
            checked = events[-1].checked
        else:
            checked = await gate.acheck(said, turn)
        assert {j.verdict for j in checked.judgements} == {Verdict.OK}
        return book, checked.id, checked.records[0].id

    async def test_a_streamed_one_is_kept_like_any_other(self, database: Database) -> None:
        book, answer, citation = await self.answer(database, Live(snapshot()), streamed=True)
        (state,) = await book.revalidate([citation], ANA)
        assert state.state is State.CURRENT
        assert "archived copy" in (await book.show(answer, ANA)).html

    async def test_it_is_current_and_shown_as_the_archived_copy_it_is(self, database: Database) -> None:
        book, answer, citation = await self.answer(database, Live(snapshot()))
        (state,) = await book.revalidate([citation], ANA)
        assert state.state is State.CURRENT
        view = await book.show(answer, ANA)
        assert "archived copy, retrieved 2026-11-30" in view.html
        assert "live page:" in view.html
        page = snapshot()
        assert f'href="https://cite.example.com/copies/{page.document}/{page.version}"' in view.html
        assert view.json["citations"][0]["excerpt"] == "caused by the Moon"

    async def test_when_the_live_page_changes_under_its_words_it_has_changed(self, database: Database) -> None:
        live = Live(snapshot())
        book, _, citation = await self.answer(database, live)
        archive = WebArchive(database)
        live.found = snapshot("Tides are caused by cheese.")
        found = await archive.recheck("default", snapshot().document, live)
        assert (found.state, found.reason) == (LiveState.CHANGED, "text_changed")
        (state,) = await book.revalidate([citation], ANA)
        assert state.state is State.SOURCE_CHANGED

    async def test_when_it_changes_elsewhere_it_is_relocated_and_stands(self, database: Database) -> None:
        live = Live(snapshot())
        book, _, citation = await self.answer(database, live)
        live.found = snapshot(f"New: a map. {TEXT}")
        await WebArchive(database).recheck("default", snapshot().document, live)
        (state,) = await book.revalidate([citation], ANA)
        assert (state.state, state.reason.value) == (State.CURRENT, "relocated")

    async def test_the_copy_opens_for_whoever_may_read_it_and_only_while_it_stands(self, database: Database) -> None:
        await self.answer(database, Live(snapshot()))
        page, access = snapshot(), GroupAccess(database)
        await WebArchive(database).store("default", snapshot("Cheese."))
        copy = await open_copy(database, access, BOB, page.document, page.version)
        assert copy is not None
        assert copy.body.decode().endswith(TEXT), "the version that was cited, not the latest"
        assert copy.body.decode().startswith("\u27e6archived copy, retrieved 2026-11-30\u27e7")
        stranger = Principal("bob", tenant="other")
        for viewer, document, version in (
            (stranger, page.document, page.version),
            (BOB, page.document, "0" * 16),
            (BOB, "web:unknown", page.version),
            (BOB, "hr-policy", "1"),
        ):
            assert await open_copy(database, access, viewer, document, version) is None
        handed = snapshot(handed_by="openai", reader="ana")
        await WebArchive(database).store("default", handed)
        assert await open_copy(database, access, ANA, handed.document, handed.version) is not None
        assert await open_copy(database, access, BOB, handed.document, handed.version) is None
        await Registry(database).poison("default", page.document)
        assert await open_copy(database, access, BOB, page.document, page.version) is None

    async def test_a_sentence_of_two_links_goes_as_a_whole_and_leaves_neither(self, database: Database) -> None:
        class Both(Live):
            async def fetch(self, url: str, *, tenant: str, answer: AnswerBudget, **_: Any) -> Snapshot:
                return snapshot(url=url)

        other = "https://blog.example/"
        said = f"The [Moon]({PAGE}) and the [Sun]({other}) raise them. Tides are old ({PAGE})."
        book, answer, _ = await self.answer(database, Both(snapshot()), said=said)
        assert (await book.show(answer, ANA)).html.count("data-sid=") == 3
        await Registry(database).poison("default", snapshot(url=other).document)
        html = (await book.show(answer, ANA)).html
        assert html.count("data-sid=") == 1
        assert "Sun" not in html
        assert "Tides are old" in html

    async def test_poison_makes_it_unavailable(self, database: Database) -> None:
        book, _, citation = await self.answer(database, Live(snapshot()))
        affected = await Registry(database).poison("default", snapshot().document)
        assert len(affected.answers) == 1
        (state,) = await book.revalidate([citation], ANA)
        assert state.state is State.UNAVAILABLE


class TestRecheck:
    @pytest.mark.parametrize(
        ("now", "state", "reason"),
        [
            (snapshot(TEXT.replace(" ", "\n")), LiveState.SAME, "same_text"),
            (snapshot("Cheese."), LiveState.CHANGED, "text_changed"),
            (snapshot(status=404), LiveState.GONE, "status_404"),
            (snapshot(final_url="https://parked.example/"), LiveState.GONE, "leads_elsewhere"),
            (snapshot(status=503), LiveState.UNKNOWN, "status_503"),
            (snapshot(" "), LiveState.UNKNOWN, "no_text"),
            (snapshot("\u200b\n\u00ad"), LiveState.UNKNOWN, "no_text"),
            (snapshot(final_url=PAGE.replace("https:", "http:")), LiveState.GONE, "leads_elsewhere"),
            (FetchFailed(FetchReason.DEADLINE, "", PAGE), LiveState.UNKNOWN, "deadline"),
            (FetchRefused(FetchReason.ADDRESS, "", PAGE), LiveState.UNKNOWN, "refused_address"),
        ],
        ids=lambda value: getattr(value, "value", None),
    )
    async def test_what_a_page_is_now(
        self, archive: WebArchive, now: Snapshot | FetchError, state: LiveState, reason: str
    ) -> None:
        await archive.store("default", snapshot())
        found = await archive.recheck("default", snapshot().document, Live(now))
        assert (found.state, found.reason) == (state, reason)
        kept = await archive.find("default", snapshot().document)
        assert kept is not None
        assert kept.text == ("Cheese." if state is LiveState.CHANGED else TEXT)

    @pytest.mark.parametrize(("text", "state"), [(TEXT, LiveState.SAME), ("Cheese.", LiveState.CHANGED)])
    async def test_a_page_that_moved_to_https_is_followed_and_compared(
        self, archive: WebArchive, database: Database, text: str, state: LiveState
    ) -> None:
        plain = PAGE.replace("https:", "http:")
        kept = snapshot(url=plain)
        book, _, citation = await TestStoredCitations().answer(
            database, Live(kept), said=f"\u201ccaused by the Moon\u201d ({plain})."
        )
        moved = snapshot(text, requested_url=plain, final_url=PAGE, passed_urls=(plain,))
        assert (await archive.recheck("default", kept.document, Live(moved))).state is state
        again = await archive.recheck("default", kept.document, Live(moved))
        assert again.state is LiveState.SAME, "also once it is kept under its new URL"
        (now,) = await book.revalidate([citation], ANA)
        assert now.state is (State.CURRENT if text == TEXT else State.SOURCE_CHANGED)

    async def test_what_a_provider_handed_over_has_no_live_page_of_its_own(self, archive: WebArchive) -> None:
        handed = snapshot(handed_by="openai", reader="ana")
        await archive.store("default", handed)
        found = await archive.recheck("default", handed.document, Live(snapshot()))
        assert (found.state, found.reason) == (LiveState.UNKNOWN, "handed_over")

    async def test_there_must_be_a_page(self, archive: WebArchive) -> None:
        with pytest.raises(InputError, match="no page"):
            await archive.recheck("default", "web:unknown", Live(snapshot()))


async def test_only_its_reader_may_read_what_was_handed_over(archive: WebArchive, database: Database) -> None:
    await archive.store("default", snapshot())
    handed = snapshot(handed_by="openai", reader="ana")
    await archive.store("default", handed)
    access = GroupAccess(database)
    for document, principal, decision in (
        (snapshot().document, BOB, Decision.ALLOW),
        (handed.document, ANA, Decision.ALLOW),
        (handed.document, BOB, Decision.DENY),
    ):
        answer = await access.decide(principal, [AccessObject("default", document, "", AccessScope.PASSAGE, None)])
        assert answer.decisions == (decision,)
