"""Bibliographic search: it leads to an identifier, and confirms nothing by itself."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citeward.references import Cite, Clock, Rate, ReferenceResolver, read_claimed
from citeward.references.registries.crossref import Crossref
from citeward.references.registries.openalex import OpenAlex
from citeward.verify import ExternalState

from .payloads import crossref, openalex, retraction
from .shelf import Shelf

DOI = "10.5555/tide.1"
TITLE = "Tidal mixing in a narrow estuary"
GOOD = "Brandt A, Halim N, Ferreira T (2019). Tidal mixing in a narrow estuary. J Coast Meas."
OTHERS = "Doe J, Roe R (2019). Tidal mixing in a narrow estuary of the north. J Coast Meas."


def hits(*works: dict[str, Any]) -> dict[str, Any]:
    """``GET /works?query.bibliographic=``: items without an envelope of their own."""
    items = [work["message"] for work in works]
    return {"status": "ok", "message-type": "work-list", "message": {"total-results": len(items), "items": items}}


def shelf(*found: dict[str, Any], record: object = None) -> Shelf:
    """A Crossref that finds these works, and has this record of the first."""
    return Shelf({"/works": hits(*found), f"/works/{DOI}": record or (404, "Resource not found.")})


async def verdict(world: Shelf, cite: str | Cite, *names: str) -> tuple[str, str]:
    finding = await world.references(*names, search=True).resolve(cite)
    return finding.verdict, finding.reason


async def test_a_hit_that_agrees_and_whose_identifier_leads_to_the_same_work_is_a_match() -> None:
    world = shelf(crossref(), record=crossref())
    assert await verdict(world, GOOD) == ("match", "found_by_search")
    assert len(world.asked) == 2


async def test_fields_of_a_bibliography_are_searched_as_well() -> None:
    people = "Brandt, A. and Halim, N. and Ferreira, T."
    claimed = read_claimed({"title": TITLE, "author": people, "year": 2019, "journal": "J Coast Meas"})
    world = shelf(crossref(), record=crossref())
    assert await verdict(world, Cite("", None, claimed)) == ("match", "found_by_search")
    assert world.searched == ["Tidal mixing in a narrow estuary Brandt Halim Ferreira 2019"]


async def test_without_being_asked_nothing_is_searched() -> None:
    world = shelf(crossref(), record=crossref())
    finding = await world.references().resolve(GOOD)
    assert (finding.verdict, finding.reason) == ("unknown", "no_identifier")
    assert not world.asked


async def test_the_cite_is_sent_and_nothing_else() -> None:
    world = shelf()
    await verdict(world, GOOD)
    assert world.searched == [GOOD]


async def test_half_a_page_of_authors_is_searched_by_title_first_authors_and_year() -> None:
    people = [(f"A{n}", f"Author{chr(97 + n // 26)}{chr(97 + n % 26)}") for n in range(60)]
    authors = ", ".join(f"{family} {given[0]}" for given, family in people)
    work = crossref(authors=people)
    world = shelf(work, record=work)
    assert await verdict(world, f"{authors}. {TITLE}. J Coast Meas. 2019;3:1-9.") == ("match", "found_by_search")
    assert world.searched == [f"{TITLE} Authoraa A Authorab A Authorac A 2019"]


class TestAHitAloneNeverConfirms:
    async def test_whose_identifier_leads_nowhere(self) -> None:
        world = shelf(crossref())
        world.replies[f"/{DOI}"] = (404, "<html><head><title>Error: DOI Not Found</title></head></html>")
        assert await verdict(world, GOOD) == ("unknown", "hit_not_registered")

    async def test_whose_registry_is_down(self) -> None:
        world = shelf(crossref(), record=(500, "oops"))
        assert (await verdict(world, GOOD))[0] == "unknown"

    async def test_whose_identifier_leads_to_another_work(self) -> None:
        world = shelf(crossref(), record=crossref(title="Deep learning for sediment transport"))
        assert await verdict(world, GOOD) == ("unknown", "no_search_hit")

    async def test_without_an_identifier(self) -> None:
        work = crossref()
        del work["message"]["DOI"]
        assert await verdict(shelf(work), GOOD) == ("unknown", "no_search_hit")

    @pytest.mark.parametrize(
        "cite",
        [
            "Tidal mixing in a narrow estuary. Journal of Coastal Measurements, 2019.",
            "Brandt A, Halim N, Ferreira T. Tidal mixing in a narrow estuary. J Coast Meas.",
        ],
    )
    async def test_where_the_reference_names_no_authors_or_no_year(self, cite: str) -> None:
        assert await verdict(shelf(crossref(), record=crossref()), cite) == ("partial", "search_hit_only")

    @given(st.sampled_from(["title", "authors", "year"]), st.text(max_size=30))
    def test_whatever_is_claimed_and_whatever_is_found(self, changed: str, to: str) -> None:
        fields: dict[str, Any] = {
            "title": "Tidal mixing in a narrow estuary",
            "authors": "Brandt A, Halim N, Ferreira T",
        }
        claimed = read_claimed({**fields, "year": 2019, changed: to})
        world = Shelf({"/works": hits(crossref(), crossref("10.5555/2", title=to or "x"))})
        found = asyncio.run(world.references(search=True).resolve(Cite("", None, claimed)))
        assert found.verdict == "unknown"


class TestWhatAHitLeadsTo:
    async def test_the_same_title_under_other_people_is_a_mismatch(self) -> None:
        cite = "Doe J, Roe R (2019). Tidal mixing in a narrow estuary. J Coast Meas."
        work = crossref(title="Tidal mixing in a narrow northern estuary")
        assert await verdict(shelf(work, record=work), cite.replace("narrow", "narrow northern")) == (
            "mismatch",
            "authors",
        )

    async def test_a_short_title_is_shared_by_many_works(self) -> None:
        work = crossref(title="Estuaries")
        cite = "Doe J, Roe R, Lund B, Okafor C (2019). Estuaries. J Coast Meas."
        assert (await verdict(shelf(work, record=work), cite))[0] == "unknown"

    async def test_a_title_nearly_right_is_no_match(self) -> None:
        cite = GOOD.replace("narrow", "wide")
        assert (await verdict(shelf(crossref(), record=crossref()), cite))[0] in ("partial", "unknown")

    async def test_a_wrong_year_is_partial(self) -> None:
        cite = GOOD.replace("2019", "2011")
        assert await verdict(shelf(crossref(), record=crossref()), cite) == ("partial", "year")

    async def test_a_retraction_is_told_with_its_notice(self) -> None:
        record = crossref(**{"updated-by": [retraction()]})
        finding = await shelf(crossref(), record=record).references(search=True).resolve(GOOD)
        assert finding.verdict == "retracted"
        assert finding.retraction is not None
        assert finding.retraction.notice == "10.5555/notice.1"

    async def test_the_best_hit_counts_and_not_the_first(self) -> None:
        other = crossref("10.5555/other", title="Tidal mixing in a narrow estuary: a reply")
        assert await verdict(shelf(other, crossref(), record=crossref()), GOOD) == ("match", "found_by_search")


class TestNothingFound:
    async def test_is_no_finding(self) -> None:
        assert await verdict(shelf(), OTHERS) == ("unknown", "no_search_hit")
        assert await verdict(shelf(crossref(title="Something else")), OTHERS) == ("unknown", "no_search_hit")

    @pytest.mark.parametrize(
        "reply",
        [(500, "oops"), (200, "<html><title>Sign in</title></html>"), (200, '{"status": "ok", "mess'), crossref(),
         {"meta": {}, "results": [openalex()]}],
    )  # fmt: skip
    async def test_is_told_from_a_search_that_failed(self, reply: object) -> None:
        found, reason = await verdict(Shelf({"/works": reply}), GOOD)
        assert found == "unknown"
        assert reason != "no_search_hit"

    @pytest.mark.parametrize(
        "cite",
        [
            "Smith et al. (2023)",
            "(Smith & Jones, 2021)",
            "the 2023 Smith report",
            "2001",
            "",
            "Mixing in estuaries is driven by the tides of spring. " * 20,
            "word " * 700,
        ],
    )
    async def test_too_little_or_too_much_costs_no_request(self, cite: str) -> None:
        world = shelf(crossref())
        assert await verdict(world, cite) == ("unknown", "too_little_to_search")
        assert not world.asked


class TestOpenAlex:
    async def test_leads_where_crossref_has_no_hit_and_crossref_confirms(self) -> None:
        work = {**openalex(), "authorships": [{"raw_author_name": n} for n in ("A. Brandt", "N. Halim", "T. Ferreira")]}

        class Both(Shelf):
            async def send(self, tenant: str, request: Any) -> Any:
                self.replies["/works"] = hits() if "crossref" in request.url else {"meta": {}, "results": [work]}
                return await super().send(tenant, request)

        world = Both({f"/works/{DOI}": crossref(), f"/works/doi:{DOI}": work})
        assert await verdict(world, GOOD, "crossref", "openalex") == ("match", "found_by_search")
        assert len(world.searched) == 2
        alone = Both({f"/works/doi:{DOI}": work})
        assert await verdict(alone, GOOD, "openalex") == ("unknown", "no_registry")


async def test_searches_keep_their_own_limit_and_that_of_their_host() -> None:
    assert Crossref().search_rate == Rate(1, 1.0, concurrent=1)
    assert OpenAlex().search_rate == Rate(1, 1.0, concurrent=1)
    time = 0.0
    sent: list[float] = []

    async def sleep(seconds: float) -> None:
        nonlocal time
        time += seconds
        await asyncio.sleep(0)

    class Watched(Shelf):
        async def send(self, tenant: str, request: Any) -> Any:
            sent.append(round(time, 2))
            return await super().send(tenant, request)

    world = Watched({"/works": hits()})
    references = world.references("crossref", clock=Clock(lambda: time, sleep), search=True, deadline_seconds=None)
    cites = [f"Brandt A. Tidal mixing in narrow estuary number {index}. 2019." for index in range(3)]
    await asyncio.gather(*(references.resolve(cite) for cite in cites))
    assert sent == [0.0, 1.0, 2.0]


async def test_the_gate_searches_only_when_it_was_set_up_to() -> None:
    world = shelf(crossref(), record=crossref())
    asked = await ReferenceResolver(world.references(search=True)).resolve("t", [GOOD, "Smith et al. (2023)"])
    assert [finding.state for finding in asked] == [ExternalState.MATCH, ExternalState.UNKNOWN]
    never = await ReferenceResolver(world.references()).resolve("t", [GOOD])
    assert [finding.state for finding in never] == [ExternalState.UNKNOWN]
