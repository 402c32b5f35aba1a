"""Six replies from a client's own object to the page a reader sees, streamed ones too."""

from __future__ import annotations

import pytest

from citeward.providers import read
from tests.sdks.clients import ROWS, Row
from tests.sdks.payloads import CLAIM
from tests.sdks.test_clients import asked, name, opened

from .reader import Reader

pytestmark = [pytest.mark.browser, pytest.mark.filterwarnings("ignore")]  # of libraries about themselves

FORMS = {
    "anthropic": ("messages.create", "messages.create(stream=True)"),
    "openai": ("responses.create", "responses.create(stream=True)", "chat.completions.create"),
    "groq": ("chat.completions.create",),
}
SIX = [row for row in ROWS if row.form in FORMS.get(row.package, ())]


@pytest.mark.parametrize("row", SIX, ids=name)
def test_a_reader_sees_the_sentence_and_its_citation_and_no_address_of_the_models(reader: Reader, row: Row) -> None:
    guard, turn = opened()
    with asked(row) as reply:
        checked = guard.check(read(row.provider, reply), turn)
    audit = reader.read(checked.html)
    assert CLAIM.rstrip(".") in audit.text
    assert set(audit.sids) == {"S1"}
    assert "utm_source" not in audit.content
    assert not any("utm_source" in link for link in audit.links)
    assert (audit.requests, audit.active, audit.acts) == ([], [], [])
    assert audit.visible and audit.whole
