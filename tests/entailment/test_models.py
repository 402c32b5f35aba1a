"""Models somebody brings: from a directory, and from a hub on this machine that speaks as hubs do."""

from __future__ import annotations

import hashlib
import itertools
import json
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from citeward.entailment import (
    BackendKind,
    EmbeddedBackend,
    Hub,
    HubModel,
    SupportSettings,
    add_model,
    default_support,
    describe_model,
    find_model,
    list_models,
    support_from,
)
from citeward.errors import CheckFailed, ConfigError
from citeward.evaluation import Judged
from tests.cli.calling import call
from tests.entailment.tiny_onnx import write_model

CONFIG = {
    "architectures": ["TinyForSequenceClassification"],
    "id2label": {"0": "contradiction", "1": "entailment"},
    "max_position_embeddings": 128,
}
SAYS = {"high": (0.0, 6.0), "low": (6.0, 0.0)}
COMMIT = "0123456789abcdef0123456789abcdef01234567"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = write_model(tmp_path / "tiny", SAYS, CONFIG)
    (made / "README.md").write_text("---\nlicense: apache-2.0\n---\n# Tiny\n", encoding="utf-8")
    return made


class TestDescribe:
    def test_what_a_directory_says_of_itself(self, folder: Path) -> None:
        found = describe_model(folder)
        assert found.labels == ("contradiction", "entailment")
        assert (found.positive, found.per_token, found.window, found.licence) == (
            "entailment",
            False,
            128,
            "apache-2.0",
        )
        assert found.sha256 == hashlib.sha256((folder / "model.onnx").read_bytes()).hexdigest()

    def test_labels_are_made_safe_before_they_are_printed(self, tmp_path: Path) -> None:
        labels = {"0": "no\x1b[2J\n\u202e", "1": "entailment"}
        made = write_model(tmp_path / "odd", SAYS, CONFIG | {"id2label": labels})
        done = call("model", "add", str(made), "--models", str(tmp_path / "kept"))
        assert done.status == 0
        assert not set(done.out) & {"\x1b", "\u202e"}
        assert "labels: no[2J , entailment" in done.out

    def test_labels_that_do_not_tell_are_not_guessed(self, folder: Path) -> None:
        (folder / "config.json").write_text('{"id2label": {"0": "LABEL_0", "1": "LABEL_1"}}', encoding="utf-8")
        assert describe_model(folder).positive is None

    def test_a_pickle_is_no_model(self, folder: Path) -> None:
        (folder / "model.onnx").rename(folder / "pytorch_model.bin")
        with pytest.raises(ConfigError, match="no weights that can be used"):
            describe_model(folder)

    def test_safetensors_are_one(self, folder: Path) -> None:
        (folder / "model.onnx").rename(folder / "model.safetensors")
        assert describe_model(folder).format == "safetensors"

    @pytest.mark.parametrize("missing", ["config.json", "tokenizer.json"])
    def test_it_needs_a_configuration_and_a_tokenizer(self, folder: Path, missing: str) -> None:
        (folder / missing).unlink()
        with pytest.raises(ConfigError, match=missing):
            describe_model(folder)


class TestShelf:
    def test_a_directory_is_copied_without_what_could_run(self, folder: Path, tmp_path: Path) -> None:
        (folder / "modeling_tiny.py").write_text("raise SystemExit", encoding="utf-8")
        (folder / "pytorch_model.bin").write_bytes(b"\x80\x04.")
        shelf = tmp_path / "shelf"
        facts = add_model(folder, "tiny", shelf)
        assert list_models(shelf) == [facts]
        kept = {file.name for file in find_model("tiny", shelf).iterdir()}
        assert kept == {"model.onnx", "config.json", "tokenizer.json", "README.md", "citeward-model.json"}

    def test_an_added_model_judges_under_its_name(self, folder: Path, tmp_path: Path) -> None:
        pytest.importorskip("onnxruntime")
        shelf = tmp_path / "shelf"
        add_model(folder, "tiny", shelf)
        support = support_from(SupportSettings(BackendKind.ONNX, model="tiny", models=str(shelf)))
        scores = [
            v.score for v in support.judge_now([Judged("The mast is high.", c) for c in ("It is high.", "It is low.")])
        ]
        assert scores[0] > 0.9 > scores[1]

    @pytest.mark.parametrize("name", ["", "..", "../x", "a/b", ".hidden", "x" * 101])
    def test_a_name_leads_nowhere_else(self, folder: Path, tmp_path: Path, name: str) -> None:
        with pytest.raises(ConfigError, match="name"):
            add_model(folder, name, tmp_path / "shelf")
        with pytest.raises(ConfigError, match="was not added"):
            find_model(name, tmp_path / "shelf")

    def test_nothing_is_overwritten_and_nothing_half_stays(self, folder: Path, tmp_path: Path) -> None:
        shelf = tmp_path / "shelf"
        add_model(folder, "tiny", shelf)
        with pytest.raises(ConfigError, match="is taken"):
            add_model(folder, "tiny", shelf)
        with pytest.raises(ConfigError, match="hash to"):
            add_model(folder, "other", shelf, sha256="0" * 64)
        assert [file.name for file in shelf.iterdir()] == ["tiny"]


class FakeHub:
    """A hub's listing and files, with whatever is wrong with them."""

    def __init__(self, folder: Path) -> None:
        self.files = {file.name: file.read_bytes() for file in folder.iterdir()}
        self.commit = COMMIT
        self.asked: list[tuple[str, str | None]] = []
        self.elsewhere = ""
        """Address that large files are redirected to."""

    def listing(self) -> dict[str, Any]:
        return {"sha": self.commit, "siblings": [self.entry(name, data) for name, data in self.files.items()]}

    @staticmethod
    def entry(name: str, data: bytes) -> dict[str, Any]:
        if name.endswith(".onnx"):
            return {"rfilename": name, "size": len(data), "lfs": {"sha256": hashlib.sha256(data).hexdigest()}}
        blob = hashlib.sha1(b"blob %d\0" % len(data) + data).hexdigest()
        return {"rfilename": name, "size": len(data), "blobId": blob}

    @contextmanager
    def served(self) -> Iterator[str]:
        hub = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                hub.asked.append((self.path, self.headers.get("authorization")))
                name = self.path.rpartition("/")[2]
                if self.path == f"/api/models/acme/tiny/revision/{COMMIT}?blobs=true":
                    self.reply(200, json.dumps(hub.listing()).encode())
                elif hub.elsewhere and name.endswith(".onnx") and "/resolve/" in self.path:
                    self.reply(302, b"", hub.elsewhere + "/stored/" + name)
                elif self.path in (f"/acme/tiny/resolve/{COMMIT}/{name}", f"/stored/{name}") and name in hub.files:
                    self.reply(200, hub.files[name])
                else:
                    self.reply(404, b"")

            def reply(self, status: int, body: bytes, location: str = "") -> None:
                self.send_response(status)
                if location:
                    self.send_header("location", location)
                self.send_header("content-length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *args: object) -> None:
                pass

        server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        thread = Thread(target=server.serve_forever, daemon=True)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()
            server.server_close()
            thread.join()


MODEL = HubModel("acme/tiny", COMMIT)


class TestHub:
    def test_what_is_fetched_is_the_model(self, folder: Path, tmp_path: Path) -> None:
        (folder / "modeling_tiny.py").write_text("raise SystemExit", encoding="utf-8")
        hub, target, seen = FakeHub(folder), tmp_path / "fetched", []
        target.mkdir()
        with hub.served() as url:
            origin = Hub(url).fetch(MODEL, target, lambda done, total: seen.append((done, total)))
        assert origin == f"{url}/acme/tiny@{COMMIT}"
        assert (target / "model.onnx").read_bytes() == hub.files["model.onnx"]
        assert not (target / "modeling_tiny.py").exists()
        assert (
            seen[-1][0] == seen[-1][1] == sum(len(data) for name, data in hub.files.items() if not name.endswith(".py"))
        )
        assert describe_model(target).positive == "entailment"

    def test_a_token_goes_to_the_hub_and_not_where_it_redirects(self, folder: Path, tmp_path: Path) -> None:
        hub, store = FakeHub(folder), FakeHub(folder)
        (tmp_path / "fetched").mkdir()
        with hub.served() as url, store.served() as hub.elsewhere:
            Hub(url, "secret").fetch(MODEL, tmp_path / "fetched")
        assert {token for _, token in hub.asked} == {"Bearer secret"}
        assert [token for _, token in store.asked] == [None]

    @pytest.mark.parametrize("name", ["model.onnx", "config.json"])
    def test_a_file_that_is_not_what_its_hash_says_is_refused(self, folder: Path, tmp_path: Path, name: str) -> None:
        hub = FakeHub(folder)
        told = hub.listing()
        hub.listing = lambda: told  # type: ignore[method-assign]
        hub.files[name] = hub.files[name][:-1] + b"?"
        (tmp_path / "fetched").mkdir()
        with hub.served() as url, pytest.raises(CheckFailed, match="not what its hash says"):
            Hub(url).fetch(MODEL, tmp_path / "fetched")
        assert not (tmp_path / "fetched" / name).exists()

    def test_a_file_without_a_hash_is_refused(self, folder: Path, tmp_path: Path) -> None:
        hub = FakeHub(folder)
        told = {"sha": COMMIT, "siblings": [{"rfilename": "config.json"}]}
        hub.listing = lambda: told  # type: ignore[method-assign]
        with hub.served() as url, pytest.raises(CheckFailed, match="no hash"):
            Hub(url).fetch(MODEL, tmp_path)

    @pytest.mark.parametrize("name", ["model.onnx", "config.json"])
    def test_a_hub_that_sends_more_than_it_listed_is_cut(self, folder: Path, tmp_path: Path, name: str) -> None:
        hub = FakeHub(folder)
        told = hub.listing()
        hub.listing = lambda: told  # type: ignore[method-assign]
        hub.files[name] += b" " * 5_000_000
        (tmp_path / "fetched").mkdir()
        with hub.served() as url, pytest.raises(CheckFailed, match="larger than"):
            Hub(url).fetch(MODEL, tmp_path / "fetched")

    def test_a_hub_that_never_ends_is_cut(self, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """By a clock that runs an hour between two pieces: nothing here waits."""
        hours = itertools.count(step=3_600.0)
        monkeypatch.setattr("citeward.entailment.models.hub.time", SimpleNamespace(monotonic=lambda: next(hours)))
        hub = FakeHub(folder)
        with hub.served() as url, pytest.raises(CheckFailed, match="does not come to an end"):
            Hub(url).fetch(MODEL, tmp_path)

    @pytest.mark.parametrize("size", [None, -1, True, "12", 5 << 30])
    def test_a_file_whose_size_is_not_listed_is_refused(self, folder: Path, tmp_path: Path, size: object) -> None:
        hub = FakeHub(folder)
        told = hub.listing()
        for entry in told["siblings"]:
            entry["size"] = size
        hub.listing = lambda: told  # type: ignore[method-assign]
        with hub.served() as url, pytest.raises(CheckFailed, match=r"no size|no hash"):
            Hub(url).fetch(MODEL, tmp_path)

    def test_another_commit_is_refused(self, folder: Path, tmp_path: Path) -> None:
        hub = FakeHub(folder)
        hub.commit = COMMIT[::-1]
        with hub.served() as url, pytest.raises(ConfigError, match="the hub's commit is"):
            Hub(url).fetch(MODEL, tmp_path)

    @pytest.mark.parametrize(
        "text", ["acme/tiny", "acme/tiny@main", "acme/tiny@", f"../tiny@{COMMIT}", f"a/b/c@{COMMIT}"]
    )
    def test_a_model_is_pinned_to_a_commit(self, text: str) -> None:
        with pytest.raises(ConfigError, match="model"):
            HubModel.read(text)

    @pytest.mark.parametrize(
        "url", ["http://hub.example", "ftp://hub.example", "https://user@hub.example", "hub.example"]
    )
    def test_a_hub_is_asked_over_https_alone(self, url: str) -> None:
        with pytest.raises(ConfigError, match="https"):
            Hub(url)

    @pytest.mark.parametrize(
        "elsewhere", ["http://models.example", "ftp://models.example", "https://[::1", "https://hub.example:99999"]
    )
    def test_nor_does_it_redirect_to_anything_else(self, folder: Path, tmp_path: Path, elsewhere: str) -> None:
        hub = FakeHub(folder)
        hub.elsewhere = elsewhere
        with hub.served() as url, pytest.raises((ConfigError, CheckFailed), match=r"redirect|did not answer"):
            Hub(url).fetch(MODEL, tmp_path)

    def test_a_hub_elsewhere_does_not_lead_to_this_machine(self, monkeypatch: pytest.MonkeyPatch) -> None:
        class Elsewhere:
            status = 302

            def __init__(self, *args: object, **kwargs: object) -> None: ...

            def request(self, *args: object) -> None: ...

            def getresponse(self) -> Elsewhere:
                return self

            def getheader(self, name: str) -> str:
                return "http://127.0.0.1:8080/admin"

            def close(self) -> None: ...

        monkeypatch.setattr("http.client.HTTPSConnection", Elsewhere)
        with pytest.raises(ConfigError, match="redirect"):
            Hub("https://hub.example").fetch(MODEL, Path())

    def test_a_hub_that_is_not_there_or_answers_nonsense_is_no_hub(self, tmp_path: Path, folder: Path) -> None:
        with pytest.raises(CheckFailed, match="did not answer"):
            Hub("http://127.0.0.1:1").fetch(MODEL, tmp_path)
        hub = FakeHub(folder)
        hub.listing = list  # type: ignore[method-assign,assignment,return-value]
        with hub.served() as url, pytest.raises(CheckFailed, match="listing"):
            Hub(url).fetch(MODEL, tmp_path)


class TestSettings:
    def test_nothing_said_is_the_model_of_the_process(self) -> None:
        assert support_from(SupportSettings()) is default_support()

    @pytest.mark.parametrize(
        ("settings", "field"),
        [
            (SupportSettings(BackendKind.ONNX), "support.model"),
            (SupportSettings(BackendKind.ONNX, model="nobody"), "support.model"),
            (SupportSettings(BackendKind.PREDICT, model="m", url="https://tei.example/predict"), "support.labels"),
            (SupportSettings(BackendKind.JUDGE, model="m"), "support.url"),
            (
                SupportSettings(BackendKind.JUDGE, model="m", url="https://x.example", token_env="NONE"),
                "support.token_env",
            ),
            (SupportSettings(calibrator="/nowhere.json"), "/nowhere.json"),
        ],
    )
    def test_what_is_missing_is_named(self, settings: SupportSettings, field: str, tmp_path: Path) -> None:
        with pytest.raises(ConfigError) as caught:
            support_from(settings, {})
        assert caught.value.field == field

    def test_a_service_is_set_up_with_its_token(self) -> None:
        settings = SupportSettings(
            BackendKind.PREDICT, model="m@1", url="https://tei.example/predict", labels=("no", "yes"), token_env="TOKEN"
        )
        assert support_from(settings, {"TOKEN": "t"}).manifest.backend == "tei"

    def test_weights_of_ones_own_take_the_place_of_the_packages(self, tmp_path: Path) -> None:
        (tmp_path / "empty").mkdir()
        settings = SupportSettings(model=str(tmp_path / "empty"))
        assert support_from(settings).manifest.model == EmbeddedBackend(tmp_path / "empty").manifest.model
        shutil.rmtree(tmp_path / "empty")

    def test_a_cross_encoder_is_loaded_from_here_and_without_its_code(
        self, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        loaded: list[tuple[str, dict[str, Any]]] = []

        class CrossEncoder:
            def __init__(self, name: str, **options: Any) -> None:
                loaded.append((name, options))
                self.config = SimpleNamespace(id2label={0: "contradiction", 1: "entailment", 2: "neutral"})

            def predict(self, sentences: list[tuple[str, str]], **options: Any) -> Any:
                return [[0.0, 9.0, 0.0] for _ in sentences]

        module = ModuleType("sentence_transformers")
        module.CrossEncoder = CrossEncoder  # type: ignore[attr-defined]
        monkeypatch.setitem(sys.modules, "sentence_transformers", module)
        (folder / "model.safetensors").write_bytes(b"weights")
        add_model(folder, "tiny", tmp_path / "shelf")
        settings = SupportSettings(BackendKind.CROSS_ENCODER, model="tiny", models=str(tmp_path / "shelf"))
        support = support_from(settings)
        assert loaded == [(str(tmp_path / "shelf" / "tiny"), {"local_files_only": True, "trust_remote_code": False})]
        assert support.manifest.model == "tiny@" + hashlib.sha256(b"weights").hexdigest()
        assert support.manifest.labels == ("contradiction", "entailment", "neutral")
        (verdict,) = support.judge_now([Judged("The mast is 330 metres high.", "The mast is 330 metres high.")])
        assert verdict.score > 0.99

    def test_a_cross_encoder_that_cannot_be_loaded_is_no_setting(
        self, folder: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setitem(sys.modules, "sentence_transformers", None)
        settings = SupportSettings(BackendKind.CROSS_ENCODER, model=str(folder))
        with pytest.raises(ConfigError, match=r"no model\.safetensors"):
            support_from(settings)
        (folder / "model.safetensors").write_bytes(b"weights")
        with pytest.raises(ConfigError, match="pip install sentence-transformers"):
            support_from(settings)

        class CrossEncoder:
            def __init__(self, name: str, **options: Any) -> None:
                raise OSError("no such file")

        module = ModuleType("sentence_transformers")
        module.CrossEncoder = CrossEncoder  # type: ignore[attr-defined]
        monkeypatch.setitem(sys.modules, "sentence_transformers", module)
        with pytest.raises(ConfigError, match="cannot be loaded"):
            support_from(settings)
