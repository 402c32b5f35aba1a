"""What is held out of training: whole collections, and no passage on both sides."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from training import twins
from training.data import DEVELOPMENT, FILES, MIXES, held_out, load
from training.overlap import Blocks, rows_of

REAL = Path(__file__).parents[2].parent / "shared" / "data" / "training"


@pytest.fixture(autouse=True)
def _no_twins(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """The sets of a test are those that it writes."""
    if "tmp_path" in request.fixturenames:
        monkeypatch.setattr(twins, "rows", lambda: iter(()))


def row(source: str, claim: str = "It is so.", **more: object) -> dict[str, Any]:
    return {"source": source, "claim": claim, "supported": 1, "label_raw": "", "lang": "en"} | more


def write(folder: Path, rows: Mapping[str, Sequence[dict[str, Any]]]) -> Path:
    """Every set of the mix "work", with ``rows`` where they are given."""
    for name in MIXES["work"]:
        for file in FILES.get(name, (name,)):
            lines = rows.get(file, [])
            (folder / f"{file}.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    return folder


def source_of(prefix: str, *, held: bool) -> str:
    return next(s for s in (f"Passage {n}." for n in range(1000)) if held_out(prefix + s) is held)


def test_a_collection_that_is_kept_back_is_a_slice_of_its_shape(tmp_path: Path) -> None:
    rows = [row(f"{name} {n}", collection=name) for names in DEVELOPMENT.values() for name in names for n in range(3)]
    train, kept = load(write(tmp_path, {"authored": rows}), "work")
    assert train == {}
    assert {name: len(pairs) for name, pairs in kept.items()} == {
        f"authored: {shape}": 3 * len(names) for shape, names in DEVELOPMENT.items()
    }


def test_an_authored_pair_over_a_passage_that_its_own_set_holds_out_is_not_trained_on(tmp_path: Path) -> None:
    held, free = source_of("fm2", held=True), source_of("fm2", held=False)
    rows = [row(held, collection="fm2"), row(free, collection="fm2"), row("Any.", collection="wice_oracle")]
    train, kept = load(write(tmp_path, {"authored": rows, "fm2": [row(held), row(free)]}), "work")
    assert [pair.source for pair in train["authored"]] == [free]
    assert [pair.source for pair in kept["fm2"]] == [held]
    learnt, apart = ({pair.source for pairs in side.values() for pair in pairs} for side in (train, kept))
    assert not learnt & apart


def test_a_source_that_is_measured_with_is_not_read(tmp_path: Path) -> None:
    measured = "The quick brown fox jumps over the lazy dog, and the dog, being lazy, lets it jump over it once more."
    assert not held_out("fm2" + measured[:200])
    rows = [row(f"Title. {measured.upper()}"), row("Free to learn from."), row("Marked.", overlaps_dev=1)]
    train, kept = load(write(tmp_path, {"fm2": rows}), "work", Blocks([measured]))
    assert [pair.source for pairs in (*train.values(), *kept.values()) for pair in pairs] == ["Free to learn from."]


@given(st.text("abcdefgh ,.", min_size=120, max_size=200), st.data())
def test_a_shared_run_of_79_letters_is_always_found(text: str, data: st.DataObject) -> None:
    plain = [at for at, character in enumerate(text) if character.isalnum()]
    if len(plain) < 79:
        assert Blocks([text]).touch(text) is (len(plain) >= 40)
        return
    first = data.draw(st.integers(0, len(plain) - 79))
    part = text[plain[first] : plain[first + 78] + 1]
    assert Blocks([text]).touch(f"99 {part} 99")


@given(st.text("abcdefgh ", max_size=200), st.text("stuvwxyz ", max_size=200))
def test_texts_that_share_no_letter_do_not_touch(one: str, other: str) -> None:
    assert not Blocks([one]).touch(other)


def test_the_mixes_name_sets_that_are_documented() -> None:
    documented = (Path(__file__).parents[2] / "training" / "DATA.md").read_text()
    assert all(f"| {name}" in documented for mix in MIXES.values() for name in mix)


@pytest.mark.skipif(not (REAL / "authored.jsonl").is_file(), reason="the data are not here")
def test_the_development_pairs_are_many_and_apart() -> None:
    rows = list(rows_of(REAL / "authored.jsonl"))
    collections = {name for names in DEVELOPMENT.values() for name in names}
    kept = [r for r in rows if r["collection"] in collections]
    assert len(kept) >= 400
    assert {r["collection"] for r in kept} == collections
    assert not {r["source"] for r in kept} & {r["source"] for r in rows if r["collection"] not in collections}
