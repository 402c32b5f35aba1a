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
    "test_vectors_in_browser.py::test_vector[context-26]": "that row wants lenticular brackets to cite nothing",
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
