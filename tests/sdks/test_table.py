"""The page says what is tested, no more and no less."""

from __future__ import annotations

from tests.sdks.clients import ROWS
from tests.sdks.table import ROOT, table, versions, written


def test_the_table_in_the_docs_is_the_one_of_the_rows() -> None:
    page = (ROOT / "docs" / "providers.md").read_text("utf-8")
    assert table() in page, "run `make test-sdks`, or `python -m tests.sdks.table docs/providers.md`"
    assert written(page) == page


def test_every_library_that_is_driven_is_pinned() -> None:
    assert {row.package for row in ROWS} <= versions().keys()
