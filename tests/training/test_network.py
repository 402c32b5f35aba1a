"""Each kind of base is read, trained, exported and served; on tiny shapes."""

from __future__ import annotations

import json
import math
import time
from pathlib import Path

import pytest

pytest.importorskip("torch", reason="training/requirements.txt is not installed")
pytest.importorskip("onnx", reason="training/requirements.txt is not installed")
pytest.importorskip("onnxruntime")

import numpy as np
import torch
from onnxruntime import InferenceSession
from safetensors.torch import load_file, save_file

from citeward.entailment import OnnxBackend
from citeward.entailment import Pair as Question
from training import train
from training.bases import from_base
from training.data import MIXES, Pair
from training.encoding import Encoder, collate
from training.export import Served, export
from training.network import distance_buckets
from training.restore import restored

from .test_data import row, write
from .tiny_base import BASES, write_base

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::UserWarning", "ignore::FutureWarning")
LONG = Pair("the house is red and the door of the house is blue .", "the door is not red .", True, (), "a")
INPUTS = ("input_ids", "token_type_ids", "attention_mask")
SHORT = Pair("the house is low .", "the house is high .", False, ((13, 17),), "a")


@pytest.fixture(params=BASES)
def base(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    return write_base(tmp_path / "base", request.param)


def test_a_pair_is_written_as_the_base_writes_it(tmp_path: Path) -> None:
    for kind, between in (("bert", ["[SEP]"]), ("mpnet", ["</s>", "</s>"])):
        encoder = Encoder(write_base(tmp_path / kind, kind) / "tokenizer.json")
        made = encoder(SHORT, SHORT.source)
        words = [encoder.tokenizer.id_to_token(i) for i in made.ids]
        claim, source = SHORT.claim.split(), SHORT.source.split()
        ends = ["[CLS]", "[SEP]"] if kind == "bert" else ["<s>", "</s>"]
        assert words == [ends[0], *claim, *between, *source, ends[1]]
        served = encoder.tokenizer.encode(SHORT.claim, SHORT.source)
        segments = collate([made])[1][0].tolist()
        assert (served.ids, served.type_ids) == (made.ids, segments), "the product writes it likewise"
        assert made.marks[1 : 1 + len(claim)] == [0, 0, 0, 1, 0]


def test_padding_changes_nothing(base: Path) -> None:
    model, encoder = from_base(base).eval(), Encoder(base / "tokenizer.json")
    rows = [encoder(pair, pair.source) for pair in (LONG, SHORT)]
    with torch.no_grad():
        together = model(*collate(rows)[:3])
        alone = [model(*collate([one])[:3]) for one in rows]
    assert torch.allclose(together[0], torch.cat([out[0] for out in alone]), atol=1e-5)
    assert torch.allclose(together[2][1, : len(rows[1].ids)], alone[1][2][0], atol=1e-5)


@pytest.mark.parametrize(("kind", "first"), [("bert", 0), ("mpnet", 2)])
def test_places_count_from_behind_the_padding_word_where_the_base_does(tmp_path: Path, kind: str, first: int) -> None:
    base = write_base(tmp_path / "base", kind)
    model, encoder = from_base(base).eval(), Encoder(base / "tokenizer.json")
    seen: list[torch.Tensor] = []
    model.places.register_forward_hook(lambda _m, inputs, _out: seen.append(inputs[0]))
    made = encoder(SHORT, SHORT.source)
    with torch.no_grad():
        model(*collate([made])[:3])
    assert seen[0].tolist() == [*range(first, first + len(made.ids))]


def test_attention_is_what_the_definition_says(tmp_path: Path) -> None:
    """One layer of MPNet worked out head by head and pair by pair from the base's own weights."""
    base = write_base(tmp_path / "base", "mpnet")
    raw, model = load_file(str(base / "model.safetensors")), from_base(base).eval()
    seen: list[torch.Tensor] = []
    model.layers[0].register_forward_hook(lambda _m, inputs, out: seen.extend([*inputs, out]))
    ids = torch.randint(4, 16, (1, 40))
    with torch.no_grad():
        model(ids, torch.zeros_like(ids), torch.ones_like(ids))
    x, out = seen[0][0], seen[2][0]
    at = "encoder.layer.0.attention.attn"
    part = {p: x @ raw[f"{at}.{p}.weight"].T + raw[f"{at}.{p}.bias"] for p in "qkv"}
    table, heads = raw["encoder.relative_attention_bias.weight"], []
    for head in range(4):
        q, k, v = (part[p][:, 4 * head : 4 * head + 4] for p in "qkv")
        far = torch.tensor([[float(table[bucket(j - i), head]) for j in range(40)] for i in range(40)])
        scores = q @ k.T / 2 + far
        heads.append(torch.softmax(scores, 1) @ v)
    mixed = torch.cat(heads, 1) @ raw[f"{at}.o.weight"].T + raw[f"{at}.o.bias"]
    layer = model.layers[0]
    y = layer.attention_norm(x + mixed)
    expected = layer.output_norm(y + layer.down(torch.nn.functional.gelu(layer.up(y))))
    assert torch.allclose(out, expected, atol=1e-4)


def bucket(distance: int) -> int:
    """Raffel et al. 2020, as MPNet uses it: 16 kinds on each side, the first 8 exact, the last from 128 on."""
    side, apart = 16 * (distance > 0), abs(distance)
    grown = 8 + int(math.log(max(apart, 1) / 8) / math.log(16) * 8) if apart >= 8 else apart
    return side + min(grown, 15)


def test_distances_fall_into_their_buckets() -> None:
    table = distance_buckets(32, 400)
    assert table == [bucket(distance) for distance in range(-399, 400)]
    assert distance_buckets(32, 3) == [2, 1, 0, 17, 18]


def test_a_base_that_lacks_something_is_refused(base: Path) -> None:
    file = base / "model.safetensors"
    whole = load_file(str(file))
    for missing in ("embeddings.LayerNorm.weight", "encoder.layer.1.output.dense.bias"):
        save_file({name: value for name, value in whole.items() if name != missing}, str(file))
        with pytest.raises(ValueError, match=missing):
            from_base(base)
    config = json.loads((base / "config.json").read_text())
    (base / "config.json").write_text(json.dumps(config | {"model_type": "t5"}))
    with pytest.raises(ValueError, match="t5"):
        from_base(base)


@pytest.mark.parametrize("layers", [0, 2])
def test_frozen_parts_stay_and_the_others_learn(base: Path, layers: int) -> None:
    model, encoder = from_base(base, dropout=0.0), Encoder(base / "tokenizer.json")
    model.freeze(layers)
    before = {name: value.clone() for name, value in model.state_dict().items()}
    ids, segments, mask, marks, labels = collate([encoder(pair, pair.source) for pair in (LONG, SHORT)])
    optimizer = torch.optim.SGD([p for p in model.parameters() if p.requires_grad], lr=0.1)
    train.loss_of(model(ids, segments, mask), marks, labels)[0].backward()
    optimizer.step()
    below = ("words.", *(("places.", "norm.", "segments.", "layers.0.", "layers.1.") if layers else ()))
    moved = {name for name, value in model.state_dict().items() if not torch.equal(value, before[name])}
    assert not {name for name in moved if name.startswith(below)}
    assert {"layers.2.up.weight", "pair_head.weight", "token_head.weight"} <= moved
    assert ("layers.0.up.weight" in moved) is (layers == 0)
    assert ("distances.weight" in moved) is ("distances.weight" in before), "the layers above share it"


def test_what_is_exported_scores_as_the_network_and_comes_back_from_its_graph(base: Path, tmp_path: Path) -> None:
    model, encoder = from_base(base, dropout=0.0).eval(), Encoder(base / "tokenizer.json")
    state = {name: value for name, value in model.state_dict().items() if name != "words.weight"}
    whole, small = export(base, {"average": state, "seen": 3}, tmp_path / "out", reduce_range=False)
    net = Served(model, (encoder.start, encoder.stop)).eval()
    for pair in (LONG, SHORT):
        feeds = dict(zip(INPUTS, collate([encoder(pair, pair.source)]), strict=False))
        with torch.no_grad():
            wanted = net(*feeds.values())[0].numpy()
        arrays = {name: value.numpy() for name, value in feeds.items()}
        exact = InferenceSession(str(whole)).run(["logits"], arrays)[0]
        quantised = InferenceSession(str(small)).run(["logits"], arrays)[0]
        assert np.allclose(exact, wanted, atol=1e-4)
        assert np.allclose(quantised, wanted, atol=0.3)
    backend = OnnxBackend(tmp_path / "out")
    assert backend.manifest.window.startswith("300 tokens"), "of an MPNet table of 302 places two stay empty"
    score = backend.score([Question(SHORT.source, SHORT.claim)], time.monotonic() + 30)[0]
    assert score == pytest.approx(1 / (1 + math.exp(-float(quantised[0, 1]))), abs=1e-4)
    found = restored(small)
    assert set(found) == set(state)
    for name, value in state.items():
        assert torch.allclose(found[name], value, atol=float(value.abs().max()) / 100 + 1e-6), name


def test_a_run_learns_saves_goes_on_and_is_served(base: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rows = [
        row(f"the {thing} is {a} .", f"the {thing} is {b} .", supported=int(a == b), collection="18F/guides")
        for thing in ("house", "door")
        for a in ("red", "blue", "high", "low")
        for b in ("red", "blue", "high", "low")
    ]
    sets = dict.fromkeys(("authored", *MIXES["inference"]), rows)
    (tmp_path / "data").mkdir()
    data, run = write(tmp_path / "data", sets), tmp_path / "run"
    plain = ["train", "--base", str(base), "--data", str(data), "--run", str(run)]
    plain += ["--synthetic", "0", "--tokens", "600", "--rate", "3e-3", "--warm", "2", "--freeze", "1"]
    threads = torch.get_num_threads()
    monkeypatch.setattr("training.mixture._POOL", 48)
    try:
        monkeypatch.setattr("sys.argv", [*plain, "--mix", "inference", "--pairs", "40"])
        train.main()
        first = torch.load(run / "last.pt", weights_only=True)
        monkeypatch.setattr("sys.argv", [*plain, "--mix", "inference", "--pairs", "80"])
        train.main()
        second = torch.load(run / "last.pt", weights_only=True)
        start = run / f"average-{second['seen']:07d}.pt"
        other = [*plain, "--mix", "work", "--pairs", "40", "--start", str(start)]
        other[other.index(str(run))] = str(tmp_path / "other")
        monkeypatch.setattr("sys.argv", other)
        train.main()
    finally:
        torch.set_num_threads(threads)
    assert 40 <= first["seen"] < second["seen"]
    assert first["step"] < second["step"]
    last = torch.load(tmp_path / "other" / "last.pt", weights_only=True)
    assert last["step"] < second["step"], "a new run counts anew"
    export(base, last, tmp_path / "out", reduce_range=False)
    scores = OnnxBackend(tmp_path / "out").score([Question(LONG.source, LONG.claim)], time.monotonic() + 30)
    assert 0 < scores[0] < 1
