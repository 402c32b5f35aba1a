"""References resolved at registries on loopback, in their real shapes."""

from __future__ import annotations

import json
import ssl
from pathlib import Path
from typing import Any

import pytest
import trustme

from citeward.errors import ConfigError
from citeward.references import ReferenceResolver, RegistrySettings, audit, build_registries, read_bibliography
from citeward.verify import ExternalState

from .loopback import HOSTS, Loopback, Says
from .payloads import atom, courtlistener, crossref, csl, datacite, esummary, openalex, retraction

SHARED = Path(__file__).resolve().parents[2].parent / "shared" / "vectors" / "registry"
DOI = "10.5555/tide.1"
GOOD = f"Brandt A, Halim N, Ferreira T (2019). Tidal mixing in a narrow estuary. J Coast Meas. doi:{DOI}"


async def verdict(world: Loopback, cite: str, **options: Any) -> tuple[str, str, str]:
    async with world.serving():
        finding = await world.references(**options).resolve(cite)
    return finding.verdict, finding.reason, finding.registry


def paths(world: Loopback) -> list[tuple[str, str]]:
    return [(asked.host, asked.path) for asked in world.asked]


async def test_a_reference_in_prose_matches_its_record() -> None:
    world = Loopback()
    world.knows("crossref", f"/works/{DOI}", crossref())
    assert await verdict(world, GOOD) == ("match", "same_work", "crossref")


@pytest.mark.parametrize(
    "text",
    [
        "Brandt, A., Halim, N., & Ferreira, T. (2019). Tidal mixing in a narrow estuary. *J Coast Meas*, 3(2), 1-9. {}",
        'A. Brandt, N. Halim and T. Ferreira, "Tidal mixing in a narrow estuary," J. Coast. Meas., 2019, doi: {}.',
        "Ada Brandt, Noor Halim, and Tomás Ferreira. Tidal mixing in a narrow estuary. Journal, 2019. URL {}",
        "Brandt A, Halim N, Ferreira T. Tidal mixing in a narrow estuary. J Coast Meas. 2019;3:1-9. doi:{}",
        "Brandt A, Halim N, Ferreira T: Tidal mixing in a narrow estuary. J Coast Meas 2019, 3:1-9. doi:{}",
        "[12] Brandt A, et al. Tidal mixing in a narrow estuary. J Coast Meas 2019;3:1–9. {}",
    ],
)
async def test_every_common_style_is_read(text: str) -> None:
    world = Loopback()
    world.knows("crossref", f"/works/{DOI}", crossref())
    assert (await verdict(world, text.format(f"https://doi.org/{DOI}")))[0] == "match"


@pytest.mark.parametrize(
    "text",
    [
        f"Brandt A, Halim N, Ferreira T. Deep learning for sediment transport. J Coast Meas 2019. doi:{DOI}",
        f"Doe J, Smith R. Tidal mixing in a narrow estuary. J Coast Meas 2019. doi:{DOI}",
        f"Brandt A, Halim N, Ferreira T. Tidal mixing in a wide estuary. J Coast Meas 2019. doi:{DOI}",
        f"Okafor C. Tidal mixing in a narrow estuary: A Second Look. J Coast Meas 2019. doi:{DOI}",
    ],
)
async def test_a_doi_that_leads_to_another_paper_is_a_mismatch(text: str) -> None:
    world = Loopback()
    world.knows("crossref", f"/works/{DOI}", crossref())
    assert (await verdict(world, text))[0] == "mismatch"


async def test_only_the_identifier_is_sent() -> None:
    world = Loopback()
    await verdict(world, GOOD)
    assert {asked.path for asked in world.asked} == {f"/works/{DOI}", f"/dois/{DOI}", f"/{DOI}"}
    assert not any("Brandt" in asked.target or asked.form or "cookie" in asked.headers for asked in world.asked)


async def test_a_doi_cannot_walk_up_the_registrys_path() -> None:
    world = Loopback()
    await verdict(world, "10.5555/../../members")
    assert world.asked[0].target == "/works/10.5555%2F..%2F..%2Fmembers"


async def test_not_found_takes_the_word_of_the_handle_system() -> None:
    assert await verdict(Loopback(), DOI) == ("not_found", "not_registered", "doi.org")


async def test_without_the_handle_system_another_agency_may_have_it() -> None:
    world = Loopback()
    assert (await verdict(world, DOI, registries=("crossref", "datacite")))[:2] == ("unknown", "other_agency")


async def test_datacite_answers_for_what_crossref_does_not_have() -> None:
    world = Loopback()
    world.knows("datacite", "/dois/10.5555/data.7", datacite())
    assert await verdict(world, "10.5555/data.7") == ("match", "identifier_only", "datacite")


async def test_doi_org_sends_on_to_the_agency_that_registered() -> None:
    world = Loopback()
    world.knows("doi.org", f"/{DOI}", Says("", 302, {"Location": "http://data.medra.org/there"}))
    world.known["data.medra.org", "/there"] = Says(csl())
    assert await verdict(world, GOOD) == ("match", "same_work", "doi.org")
    assert world.asked[-1].headers["accept"] == "application/vnd.citationstyles.csl+json"


async def test_a_redirect_to_a_landing_page_confirms_nothing() -> None:
    world = Loopback()
    world.knows("doi.org", f"/{DOI}", Says("", 302, {"Location": "http://publisher.example.com/paper"}))
    assert (await verdict(world, GOOD))[:2] == ("unknown", "fetch_host_not_allowed")
    assert all(asked.host != "publisher.example.com" for asked in world.asked)


async def test_arxiv_pubmed_and_cases() -> None:
    world = Loopback()
    world.knows("arxiv", "/api/query", atom())
    world.knows("pubmed", "/esummary.fcgi", esummary())
    world.knows("courtlistener", "/api/rest/v4/citation-lookup/", courtlistener(200, "Ostrow v. Harbor Lines, Inc."))
    async with world.serving():
        references = world.references()
        assert (await references.resolve("arXiv:2101.00001v1")).verdict == "match"
        assert (await references.resolve("PMID: 11122233")).verdict == "match"
        assert (await references.resolve("Ostrow v. Harbor Lines, 12 F.3d 345 (2d Cir. 1994)")).verdict == "match"
        assert (await references.resolve("Petrov v. Delta, 12 F.3d 345 (2d Cir. 1994)")).verdict == "mismatch"
    assert world.asked[-1].form == "volume=12&reporter=F.3d&page=345"
    assert len(world.asked) == 3, "the second case is at the same slot and was remembered"


async def test_vendor_numbers_are_nobodys_to_confirm() -> None:
    world = Loopback()
    assert (await verdict(world, "Ostrow v. Lund, 2019 WL 4639462 (Tex. App. 2019)"))[:2] == ("unknown", "no_registry")
    assert not world.asked


async def test_a_retraction_comes_with_its_notice() -> None:
    world = Loopback()
    world.knows("crossref", f"/works/{DOI}", crossref(**{"updated-by": [retraction()]}))
    async with world.serving():
        finding = await world.references().resolve(GOOD)
    assert (finding.verdict, finding.reason) == ("retracted", "retraction")
    assert finding.retraction is not None
    assert finding.retraction.notice == "10.5555/notice.1"


async def test_another_paper_stays_another_paper_when_it_was_retracted() -> None:
    world = Loopback()
    world.knows("crossref", f"/works/{DOI}", crossref(title="Something else", **{"updated-by": [retraction()]}))
    assert (await verdict(world, GOOD))[0] == "mismatch"


class TestSecondOpinion:
    settings = {"openalex": RegistrySettings(base_url=f"http://{HOSTS['openalex']}", key="k1")}  # noqa: RUF012

    async def test_can_find_a_retraction(self) -> None:
        world = Loopback()
        world.knows("crossref", f"/works/{DOI}", crossref())
        world.knows("openalex", f"/works/doi:{DOI}", openalex(is_retracted=True))
        assert (await verdict(world, GOOD, settings=self.settings))[0] == "retracted"

    async def test_cannot_confirm(self) -> None:
        world = Loopback()
        world.dns_fails = {HOSTS[name] for name in ("crossref", "datacite", "doi.org")}
        world.knows("openalex", f"/works/doi:{DOI}", openalex())
        assert (await verdict(world, GOOD, settings=self.settings))[0] == "unknown"

    async def test_its_silence_costs_nothing(self) -> None:
        world = Loopback()
        world.knows("crossref", f"/works/{DOI}", crossref())
        assert (await verdict(world, GOOD, settings=self.settings))[0] == "match"


async def test_a_reply_for_another_doi_confirms_nothing() -> None:
    world = Loopback()
    world.knows("crossref", f"/works/{DOI}", crossref("10.5555/other"))
    assert (await verdict(world, DOI, registries=("crossref",)))[:2] == ("unknown", "answered_for_another")


async def test_a_search_hit_confirms_nothing() -> None:
    world = Loopback()
    listed = {"status": "ok", "message-type": "work-list", "message": {"items": [crossref()["message"]]}}
    world.knows("crossref", f"/works/{DOI}", listed)
    assert (await verdict(world, GOOD, registries=("crossref",)))[0] == "unknown"


async def test_prose_without_an_identifier_is_unknown_and_costs_no_request() -> None:
    world = Loopback()
    assert (await verdict(world, "Brandt A. Tidal mixing in a narrow estuary. 2019."))[:2] == (
        "unknown",
        "no_identifier",
    )
    assert not world.asked


async def test_the_same_question_is_asked_once() -> None:
    world = Loopback()
    world.knows("crossref", f"/works/{DOI}", crossref())
    async with world.serving():
        resolver = ReferenceResolver(world.references())
        await resolver.resolve("t", [DOI, f"https://doi.org/{DOI}", GOOD])
        await resolver.resolve("t", [DOI])
        assert len(world.asked) == 1
        await resolver.resolve("another tenant", [DOI])
        assert len(world.asked) == 2


async def test_keys_go_to_the_configured_host_over_tls_and_no_further() -> None:
    authority = trustme.CA()
    server = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority.issue_cert("api.crossref.org", "data.medra.org").configure_cert(server)
    client = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    authority.configure_trust(client)
    world = Loopback()
    world.knows("crossref", f"/works/{DOI}", Says("", 302, {"Location": "https://data.medra.org/there"}))
    world.known["data.medra.org", "/there"] = Says(crossref())
    settings = {"crossref": RegistrySettings(key="sesame", mailto="ops@example.org")}
    async with world.serving(server):
        references = world.references(settings=settings, registries=("crossref", "doi.org"), tls=client)
        assert (await references.resolve(GOOD)).verdict == "match"
    first, second = world.asked
    assert "sesame" in first.headers["crossref-plus-api-token"]
    assert "mailto=ops%40example.org" in first.target
    assert "crossref-plus-api-token" not in second.headers
    assert "sesame" not in repr(settings)


async def test_what_was_posted_is_not_sent_on_to_where_a_redirect_leads() -> None:
    world = Loopback()
    lookup = "/api/rest/v4/citation-lookup/"
    world.knows("courtlistener", lookup, Says("", 302, {"Location": "/elsewhere"}))
    world.knows("courtlistener", "/elsewhere", courtlistener(200, "Ostrow v. Harbor Lines, Inc."))
    assert (await verdict(world, "Ostrow v. Harbor Lines, 12 F.3d 345 (2d Cir. 1994)"))[0] == "unknown"
    assert [path for _, path in paths(world)] == [lookup]


async def test_a_bibliography_is_audited_in_order() -> None:
    world = Loopback()
    world.knows("crossref", f"/works/{DOI}", crossref())
    listed = f"1. {GOOD}\n2. A book. 2001.\n3. Doe J. Invented words here. 2020. doi:10.5555/none\n"
    async with world.serving():
        results = [r async for r in audit(read_bibliography(listed), world.references(deadline_seconds=None))]
    assert [(r.entry.key, r.finding.verdict) for r in results] == [("1", "match"), ("2", "unknown"), ("3", "not_found")]


async def test_the_gate_gets_its_own_words() -> None:
    world = Loopback()
    world.knows("crossref", f"/works/{DOI}", crossref())
    async with world.serving():
        resolver = ReferenceResolver(world.references(), max_references=3)
        wrong_year = GOOD.replace("2019", "2010")
        found = await resolver.resolve("t", [GOOD, wrong_year, "10.5555/none", "10.5555/fourth"])
    assert [(f.state, f.reason) for f in found] == [
        (ExternalState.MATCH, "same_work"),
        (ExternalState.MISMATCH, "partial_year"),
        (ExternalState.NOT_FOUND, "not_registered"),
        (ExternalState.UNKNOWN, "too_many_references"),
    ]


@pytest.mark.skipif(not SHARED.is_dir(), reason="recorded registry replies are not beside the checkout")
async def test_recorded_replies_served_under_their_own_addresses() -> None:
    world = Loopback()
    expected = {}
    for item in json.loads((SHARED / "MANIFEST.json").read_text(encoding="utf-8")):
        crossref_work = item["file"].startswith("crossref_work_")
        registry, prefix = ("crossref", "/works/") if crossref_work else ("datacite", "/dois/")
        doi = item["request"].partition(prefix)[2]
        if (crossref_work or item["file"].startswith("datacite_")) and doi:
            text = (SHARED / item["file"]).read_text(encoding="utf-8")
            world.knows(registry, prefix + doi, Says(text, int(item["status"]), item["headers"]))
            expected[doi] = "retracted" if "retracted" in item["file"] or "dual_source" in item["file"] else "match"
    async with world.serving():
        references = world.references()
        found = {doi: (await references.resolve(doi)).verdict for doi in expected}
    assert len(found) > 15
    assert found == expected


def test_registries_are_named() -> None:
    assert [r.name for r in build_registries()] == ["crossref", "datacite", "doi.org", "arxiv", "pubmed"]
    with pytest.raises(ConfigError):
        build_registries(["scopus"])
