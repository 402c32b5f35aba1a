"""What the extractor takes for hidden and for shown, held against the pixels of a real browser."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.extract.style_tricks import TRICKS, Trick

from .reader import Reader

_BLANK = """() => {
  for (const element of document.querySelectorAll('*'))
    element.style.setProperty('-webkit-text-fill-color', 'transparent', 'important');
}"""


@pytest.mark.parametrize("trick", TRICKS, ids=lambda trick: trick.name)
def test_a_trick_hides_from_a_browser_what_it_hides_from_us(reader: Reader, trick: Trick) -> None:
    def leaves_ink(page: Page) -> bool:
        page.set_content(trick.page)
        drawn = page.screenshot()
        page.evaluate(_BLANK)
        return drawn != page.screenshot()

    assert reader.do(leaves_ink) is trick.shown
