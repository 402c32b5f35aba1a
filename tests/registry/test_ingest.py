"""Ingest: documents become versions, sources vouch for them, and nothing is taken at its word."""

from __future__ import annotations

from dataclasses import replace

import pytest

from citeward.access import Acl, Directory, GroupAccess
from citeward.errors import InputError
from citeward.model import Principal, Tier
from citeward.registry import Document, IngestWarning, PageMark, Passage, Registry, Source
from citeward.storage import Database, find_tenant, verify_log
from citeward.verify import AccessObject, AccessScope, Decision

STAFF = Acl.of_groups(["staff"])
URL = "https://hr.example.com/policy"
POLICY = Document("policy", "hr", "Leave is 30 days.", title="HR Policy v3", url=URL, acl=STAFF)


@pytest.fixture
async def registry(database: Database) -> Registry:
    opened = Registry(database)
    await opened.register(Source("hr", Tier.A, "sharepoint", "HR", ("*.example.com",)))
    await opened.register(Source("drive", Tier.C, "shared drive"))
    return opened


def edited(document: Document, **fields: object) -> Document:
    return replace(document, **fields)  # type: ignore[arg-type]


async def test_versions_are_counted_and_named(registry: Registry) -> None:
    (first,) = await registry.ingest("default", POLICY)
    (second,) = await registry.ingest("default", edited(POLICY, text="Leave is 28 days.", version="2026-03"))
    assert (first.version, first.number, first.new) == ("1", 1, True)
    assert (second.version, second.number, second.new) == ("2026-03", 2, True)
    current = await registry.current("default", "policy")
    assert current is not None
    assert (current.text, current.label, current.title) == ("Leave is 28 days.", "2026-03", "HR Policy v3")


async def test_an_unchanged_document_makes_no_version(registry: Registry, database: Database) -> None:
    await registry.ingest("default", POLICY)
    async with database.read() as connection:
        before = await find_tenant(connection, "default")
    (again,) = await registry.ingest("default", edited(POLICY, version="another name"))
    assert (again.version, again.number, again.new) == ("1", 1, False)
    async with database.read() as connection:
        assert await find_tenant(connection, "default") == before


async def test_a_rewrapped_document_is_a_version_with_offsets_of_its_own(registry: Registry) -> None:
    await registry.ingest("default", POLICY)
    (again,) = await registry.ingest("default", edited(POLICY, text="Leave is\n30 days."))
    assert again.new


async def test_an_earlier_text_that_comes_back_is_a_new_version(registry: Registry) -> None:
    for text in ("a", "b", "a"):
        (done,) = await registry.ingest("default", edited(POLICY, text=text))
    assert (done.number, done.new) == (3, True)


async def test_the_tier_is_the_sources_whatever_the_document_says(registry: Registry) -> None:
    await registry.ingest("default", edited(POLICY, id="copy", source="drive", title="HR Policy v3 (authoritative)"))
    (chunk,) = await registry.chunks("default", [Passage("copy")])
    assert (chunk.trust, chunk.source) == (Tier.C, "drive")
    await registry.register(Source("drive", Tier.D))
    (chunk,) = await registry.chunks("default", [Passage("copy")])
    assert chunk.trust == Tier.D


async def test_another_source_cannot_take_a_document_over(registry: Registry) -> None:
    await registry.ingest("default", POLICY)
    with pytest.raises(InputError, match="belongs to source"):
        await registry.ingest("default", edited(POLICY, source="drive", text="Leave is 300 days."))


async def test_an_unregistered_source_is_refused(registry: Registry) -> None:
    with pytest.raises(InputError, match="not registered"):
        await registry.ingest("default", edited(POLICY, source="unknown"))


async def test_one_bad_document_stops_the_batch(registry: Registry, database: Database) -> None:
    with pytest.raises(InputError):
        await registry.ingest("default", POLICY, edited(POLICY, id="bad\0id"))
    assert await registry.current("default", "policy") is None
    async with database.read() as connection:
        assert (await verify_log(connection, "default")).entries == 2  # the sources


@pytest.mark.parametrize(
    "link", ["https://evil.example.net/policy", "javascript:alert(1)", "https://user@hr.example.com/"]
)
async def test_a_url_the_source_cannot_vouch_for_is_left_out(registry: Registry, link: str) -> None:
    (done,) = await registry.ingest("default", edited(POLICY, url=link))
    assert done.warnings == (IngestWarning.URL_REFUSED,)
    (chunk,) = await registry.chunks("default", [Passage("policy")])
    assert chunk.url is None


async def test_the_url_is_kept_in_its_one_spelling(registry: Registry) -> None:
    await registry.ingest("default", edited(POLICY, url="HTTPS://HR.Example.COM:443/policy#leave"))
    (chunk,) = await registry.chunks("default", [Passage("policy")])
    assert chunk.url == "https://hr.example.com/policy#leave"


async def test_a_new_title_needs_no_new_version(registry: Registry) -> None:
    await registry.ingest("default", POLICY)
    (again,) = await registry.ingest("default", edited(POLICY, title="Leave policy"))
    assert not again.new
    (chunk,) = await registry.chunks("default", [Passage("policy")])
    assert (chunk.title, chunk.version) == ("Leave policy", "1")


async def test_passages_are_cut_in_code_points(registry: Registry) -> None:
    await registry.ingest("default", edited(POLICY, text="🌍 Leave is 30 days."))
    (chunk,) = await registry.chunks("default", [Passage("policy", 2, 7)])
    assert chunk.text == "Leave"
    with pytest.raises(InputError, match="outside"):
        await registry.chunks("default", [Passage("policy", 0, 99)])


async def test_pages_are_kept_and_checked(registry: Registry) -> None:
    pages = (PageMark(1, "i", 0, 5), PageMark(2, "1", 6, 17))
    await registry.ingest("default", edited(POLICY, pages=pages))
    current = await registry.current("default", "policy")
    assert current is not None and current.pages == pages
    with pytest.raises(InputError, match="outside the text"):
        await registry.ingest("default", edited(POLICY, id="other", pages=(PageMark(1, "1", 0, 99),)))


async def test_access_comes_with_the_document_and_stays_without(registry: Registry, database: Database) -> None:
    await registry.ingest("default", POLICY)
    await Directory(database).set_groups("default", "ann", ["staff"])
    asked = AccessObject("default", "policy", "1", AccessScope.PASSAGE, None)
    access = GroupAccess(database)
    assert (await access.decide(Principal("ann"), [asked])).decisions == (Decision.ALLOW,)
    epoch = await access.epoch("default")
    await registry.ingest("default", edited(POLICY, text="Leave is 28 days.", acl=None))
    await registry.ingest("default", edited(POLICY, text="Leave is 27 days."))
    assert await access.epoch("default") == epoch
    assert (await access.decide(Principal("ann"), [asked])).decisions == (Decision.ALLOW,)
    await registry.set_acl("default", "policy", Acl.of_groups(["legal"]))
    assert (await access.decide(Principal("ann"), [asked])).decisions == (Decision.DENY,)


async def test_a_document_without_an_access_list_is_read_by_nobody(registry: Registry, database: Database) -> None:
    await registry.ingest("default", edited(POLICY, acl=None))
    await Directory(database).set_groups("default", "ann", ["staff"])
    asked = AccessObject("default", "policy", "1", AccessScope.PASSAGE, None)
    assert (await GroupAccess(database).decide(Principal("ann"), [asked])).decisions == (Decision.DENY,)


async def test_tenants_share_nothing(registry: Registry) -> None:
    await registry.ingest("default", POLICY)
    await registry.register(Source("hr", Tier.D, tenant="acme"))
    await registry.ingest("acme", edited(POLICY, text="Something else."))
    ours, theirs = await registry.current("default", "policy"), await registry.current("acme", "policy")
    assert ours is not None and theirs is not None
    assert (ours.text, theirs.text) == ("Leave is 30 days.", "Something else.")


async def test_many_documents_are_a_handful_of_statements(registry: Registry) -> None:
    documents = [edited(POLICY, id=f"d{n}", text=f"Text {n}.", acl=None) for n in range(2_000)]
    done = await registry.ingest("default", *documents)
    assert len(done) == 2_000
    assert all(each.new for each in done)
    again = await registry.ingest("default", *documents)
    assert not any(each.new for each in again)


async def test_a_hostile_title_becomes_one_storable_line(registry: Registry) -> None:
    await registry.ingest("default", edited(POLICY, title="Policy\0\ud800\n\u2028v3" + "x" * 9_000))
    (chunk,) = await registry.chunks("default", [Passage("policy")])
    assert chunk.title.startswith("Policy v3x")
    assert len(chunk.title) == 500


@pytest.mark.parametrize("name", ["", "nul\0", "\ud800"])
async def test_impossible_names_are_input_errors_everywhere(registry: Registry, name: str) -> None:
    for call in (
        registry.chunks("default", [Passage(name)]),
        registry.retire("default", name),
        registry.poison_source("default", name),
        registry.set_acl("default", name, STAFF),
        registry.ingest("default", edited(POLICY, id=name)),
    ):
        with pytest.raises(InputError):
            await call


async def test_any_text_comes_back_as_it_was(registry: Registry) -> None:
    text = "nul \0, lone \ud800, wide 日本 🌍\r\n\f"
    await registry.ingest("default", edited(POLICY, text=text))
    current = await registry.current("default", "policy")
    assert current is not None and current.text == text
