"""The configuration on the page on streaming does what it says; its Python is run with that of the other pages."""

from __future__ import annotations

import re
import tomllib

from citeward.config import parse_settings
from tests.world import ROOT

PAGE = (ROOT / "docs" / "streaming.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)


def test_its_configuration_is_valid_and_holds_the_answer_back() -> None:
    [block] = blocks("toml")
    policy = parse_settings(tomllib.loads(block)).policies["legal"]
    assert policy.shows_whole("filing", None)
    assert policy.shows_whole(None, "mail")
    assert not policy.shows_whole(None, "web")
