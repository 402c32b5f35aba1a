"""The venue of a reference in prose: found where it is the registered one, told where another, else left alone."""

from __future__ import annotations

import pytest

from citeward.references.prose_venue import read_venue
from citeward.references.venues import same_venue

JOURNAL = ("Journal of Coastal Measurements", "J. Coast. Meas.")
VISION = ("IEEE/CVF Conference on Computer Vision and Pattern Recognition",)


@pytest.mark.parametrize(
    ("rest", "recorded"),
    [
        (". J Coast Meas. 2019;3:1-9.", JOURNAL),
        (". *Journal of Coastal Measurements*, 3(2), 1-9.", JOURNAL),
        (', " J. Coast. Meas., vol. 3, no. 2, pp. 1-9, Mar. 2019.', JOURNAL),
        (". J Coast Meas 2019, 3:1-9. Published online 4 March.", JOURNAL),
        (". Oxford: Journal of Coastal Measurements (in German), 2019", JOURNAL),
        (". In Proceedings of CVPR, pages 1-9, 2019. IEEE.", VISION),
        (
            ". In IEEE Conference on Computer Vision and Pattern Recognition (CVPR), Long Beach, CA, USA, June 2019",
            VISION,
        ),
        (". In: Lund B, Okafor C (eds) Handbook of Tides, 2nd edn. Springer, Berlin, pp 1-9", ("Handbook of Tides",)),
    ],
)
def test_the_registered_venue_is_found_in_the_loosest_company(rest: str, recorded: tuple[str, ...]) -> None:
    assert same_venue(read_venue(rest, recorded), recorded)


@pytest.mark.parametrize(
    "rest",
    [
        ". Nature 2019;3:1-9.",
        ". *Annals of River Engineering*, 3(2), 1-9.",
        ". In Proceedings of the Workshop on Tidal Learning, pages 1-9, 2019.",
        ', " in NeurIPS, 2019, pp. 1-9.',
    ],
)
def test_another_venue_is_told(rest: str) -> None:
    assert same_venue(read_venue(rest, JOURNAL), JOURNAL) is False


@pytest.mark.parametrize(
    "rest",
    [
        "",
        ". 2019;3:1-9.",
        ". 2019. Available online:",
        ". Journal, 2019. URL",
        ". Springer, Berlin, 2019.",
        ". Cambridge University Press, 2019",
        ". PhD thesis, 2019.",
        ". Accessed 3 May 2020.",
        ". Vol. 3, No. 2, pp. 1-9, March 2019.",
    ],
)
def test_publishers_places_dates_and_pages_name_no_venue(rest: str) -> None:
    assert read_venue(rest, JOURNAL) == ""


def test_a_preprint_server_is_no_conflict() -> None:
    assert read_venue(". arXiv preprint, 2019.", JOURNAL) == "preprint"


def test_where_no_venue_is_registered_none_is_read() -> None:
    assert read_venue(". Nature 2019;3:1-9.", ()) == ""


@pytest.mark.parametrize("rest", ["." * 200_000, "a, " * 100_000, "(" * 100_000, "J. " * 50_000])
def test_hostile_text_ends(rest: str) -> None:
    read_venue(rest, JOURNAL)
