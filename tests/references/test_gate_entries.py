"""References written out in an answer: the entry is compared with the record, and the registry sees the identifier."""

from __future__ import annotations

from dataclasses import replace

import pytest

from citeward import Verdict
from citeward.references import ReferenceResolver
from citeward.streaming import AnswerEnded
from citeward.verify import InMemoryResolver
from tests.world import gate, seen, verdicts

from .payloads import crossref
from .shelf import Shelf

DOI = "10.5555/tide.1"
TITLE = "Tidal mixing in a narrow estuary"
ENTRIES = [
    "1. Brandt, A., Halim, N., & Ferreira, T. (2019). *{title}*. J Coast Meas. https://doi.org/{doi}",
    "- Brandt A, Halim N, Ferreira T. {title}. J Coast Meas. 2019;3:1-9. doi:{doi}.",
    '[3] A. Brandt, N. Halim, and T. Ferreira, "{title}," J. Coast. Meas., 2019, doi: {doi}.',
    "Brandt, A., Halim, N. and Ferreira, T. (2019) ‘{title}’, J Coast Meas, 3. doi:{doi}",
    "Ada Brandt, Noor Halim, and Tomás Ferreira. {title}. Journal of Coastal Measurements, 2019. {doi}",
    "Brandt, Ada, et al. “{title}.” J Coast Meas, 2019, https://doi.org/{doi}.",
]
MENTIONS = [
    "Mixing was measured in 2019 (doi:{doi}).",
    "Brandt, A. (2019) showed that tides mix the estuaries of the north (doi:{doi}).",
    "Brandt, A. (2019) showed that tides mix the estuaries of the north https://doi.org/{doi}",
    "Brandt, A., & Halim, N. (2019), who measured it twice, agree: doi:{doi}",
    "Brandt, Ada, et al. in 2019 showed that tides mix. doi:{doi}",
    "As Brandt A, Halim N. wrote in 2019, tides mix estuaries, doi:{doi}.",
    "Brandt, A. (2019). They mix. See doi:{doi}, which says more than that.",
]


async def judged(answer: str, world: Shelf | None = None) -> list[tuple[str, Verdict]]:
    world = world or Shelf({f"/works/{DOI}": crossref()})
    asking = replace(gate(), resolver=ReferenceResolver(world.references()))
    return verdicts(await asking.acheck(answer, seen()))


@pytest.mark.parametrize("entry", ENTRIES)
async def test_an_entry_that_is_right_is_granted(entry: str) -> None:
    assert (await judged(entry.format(title=TITLE, doi=DOI)))[-1][1] is Verdict.OK


@pytest.mark.parametrize("entry", ENTRIES)
async def test_an_invented_title_on_a_real_doi_is_a_mismatch(entry: str) -> None:
    found = await judged(entry.format(title="Deep learning for sediment transport", doi=DOI))
    assert found[-1][1] is Verdict.REFERENCE_MISMATCH
    assert Verdict.OK not in {verdict for _, verdict in found}


@pytest.mark.parametrize("entry", ENTRIES)
async def test_other_authors_or_another_year_are_a_mismatch(entry: str) -> None:
    right = entry.format(title=TITLE, doi=DOI)
    for wrong in (right.replace("Brandt", "Okafor").replace("Halim", "Doe"), right.replace("2019", "2011")):
        assert (await judged(wrong))[-1][1] is Verdict.REFERENCE_MISMATCH


@pytest.mark.parametrize(
    ("title", "verdict"), [(TITLE, Verdict.OK), ("Deep learning for sediments", Verdict.REFERENCE_MISMATCH)]
)
async def test_the_words_of_an_entry_stand_or_fall_with_its_identifier(title: str, verdict: Verdict) -> None:
    found = await judged(ENTRIES[0].format(title=title, doi=DOI))
    assert [each for _, each in found] == [verdict, verdict]


@pytest.mark.parametrize("mention", MENTIONS)
async def test_a_sentence_that_mentions_an_identifier_is_no_entry(mention: str) -> None:
    resolver = InMemoryResolver()
    await replace(gate(), resolver=resolver).acheck(mention.format(doi=DOI), seen())
    assert [text for asked in resolver.asked for text in asked if DOI in text] == [DOI]
    assert (await judged(mention.format(doi=DOI)))[-1][1] is Verdict.OK


async def test_the_registry_is_sent_the_identifier_alone() -> None:
    world = Shelf({f"/works/{DOI}": crossref()})
    await judged(ENTRIES[0].format(title=TITLE, doi=DOI), world)
    assert [request.url.partition("/works/")[2] for request in world.asked] == ["10.5555%2Ftide.1"]


async def test_each_entry_of_a_list_stands_for_itself() -> None:
    other = "10.5555/tide.2"
    world = Shelf({f"/works/{DOI}": crossref(), f"/works/{other}": crossref(other, title="Storms of the north")})
    right = ENTRIES[1].format(title=TITLE, doi=DOI)
    wrong = ENTRIES[1].format(title="Words of nobody at all", doi=other)
    asking = replace(gate(), resolver=ReferenceResolver(world.references()))
    found = verdicts(await asking.acheck(f"# References\n\n{right}\n{wrong}\n", seen()))
    assert [verdict for _, verdict in found] == [Verdict.OK, Verdict.REFERENCE_MISMATCH]


@pytest.mark.parametrize("title", [TITLE, "Deep learning for sediment transport"])
async def test_a_stream_says_the_same(title: str) -> None:
    answer = f"Tides mix [S1].\n\n{ENTRIES[1].format(title=title, doi=DOI)}\n\nMore text.\n"
    world = Shelf({f"/works/{DOI}": crossref()})
    asking = replace(gate(), resolver=ReferenceResolver(world.references()))
    stream = asking.astream(seen(), keep=True)
    for start in range(0, len(answer), 5):
        async for _ in stream.feed(answer[start : start + 5]):
            pass
    ended = [event async for event in stream.finish()][-1]
    assert isinstance(ended, AnswerEnded)
    assert ended.checked is not None
    assert verdicts(ended.checked) == verdicts(await asking.acheck(answer, seen()))
    assert (title == TITLE) is (verdicts(ended.checked)[1][1] is Verdict.OK)
