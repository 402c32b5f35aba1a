"""Adapters of other packages, found by an entry point."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.metadata import EntryPoint
from typing import ClassVar

import pytest

from citeward.errors import PayloadError
from citeward.providers import Adapter, ProviderAnswer, providers, read, registry
from citeward.providers.draft import Draft


class Theirs(Adapter):
    """A service nobody here has heard of."""

    providers: ClassVar[tuple[str, ...]] = ("Acme Answers", "openai")
    api = "acme"

    def recognises(self, payload: object) -> bool:
        return isinstance(payload, dict) and ("said" in payload or "output" in payload)

    def read(self, payload: object, request: object) -> ProviderAnswer:
        assert isinstance(payload, dict)
        draft = Draft(self)
        draft.text("/said", str(payload.get("said")))
        return draft.finish()


ADAPTERS = (Theirs(),)
NOT_ADAPTERS = ("acme",)


@pytest.fixture
def installed(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    point = EntryPoint("acme", f"{__name__}:{request.param}", "citeward.providers")
    monkeypatch.setattr(registry, "entry_points", lambda group: [point] if group == point.group else [])
    registry._table.cache_clear()
    yield
    registry._table.cache_clear()


@pytest.mark.parametrize("installed", ["ADAPTERS"], indirect=True)
@pytest.mark.usefixtures("installed")
def test_an_adapter_of_another_package_is_found_and_ours_are_asked_first() -> None:
    assert "acme_answers" in providers()
    assert read("acme-answers", {"said": "Yes."}).answer == "Yes."
    ours = read("openai", {"output": [{"type": "message", "content": [{"type": "output_text", "text": "No."}]}]})
    assert (ours.answer, ours.api) == ("No.", "responses")


@pytest.mark.parametrize("installed", ["NOT_ADAPTERS", "MISSING"], indirect=True)
@pytest.mark.usefixtures("installed")
def test_one_that_cannot_be_loaded_says_so_instead_of_reading_without_it() -> None:
    with pytest.raises(PayloadError, match="acme"):
        read("openai", {"output": []})
