"""The commands of the support stage, run as a user runs them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from citeward.evaluation import twins
from tests.cli.calling import call
from tests.cli.test_commands import citeward
from tests.entailment.tiny_onnx import write_model
from tests.world import SHARED, example

SOURCE = "The tower is 330 metres tall. It was built in 1889."
ALCE = SHARED / "data" / "cited_answers" / "alce_human_eval_sample.json"


class TestSupport:
    def test_rows_come_out_in_order_with_all_that_was_promised(self) -> None:
        rows = [
            {"id": "a", "source": SOURCE, "claim": "The tower is 330 metres tall."},
            {"id": "b", "source": SOURCE},
            {"id": "c", "source": SOURCE, "claim": "The tower is 350 metres tall.", "note": 1},
        ]
        done = citeward("support", "--jsonl", "-", stdin="\n".join(map(json.dumps, rows)))
        out = [json.loads(line) for line in done.stdout.splitlines()]
        assert [row["id"] for row in out] == ["a", "b", "c"]
        assert {"id", "score", "supported", "reason", "best_span"} <= set(out[0])
        assert (out[0]["supported"], out[2]["supported"]) == (True, False)
        start, end = out[0]["best_span"]
        assert SOURCE[start:end] == "The tower is 330 metres tall."
        assert out[1]["error"]["message"].startswith("claim")
        assert done.returncode == 1

    def test_one_pair_is_printed_and_its_refusal_is_status_1(self, tmp_path: Path) -> None:
        file = tmp_path / "source.txt"
        file.write_text(SOURCE, encoding="utf-8")
        good, bad = (citeward("support", file, f"The tower is {n} metres tall.") for n in (330, 350))
        assert good.returncode == 0
        assert good.stdout.startswith("supported")
        assert bad.returncode == 1
        assert "'330 metres'" in bad.stdout

    def test_the_passage_may_be_a_document(self, tmp_path: Path) -> None:
        file = tmp_path / "source.html"
        file.write_text(f"<p>{SOURCE}</p><script>The tower is 350 metres tall.</script>", encoding="utf-8")
        good, bad = (call("support", file, f"The tower is {n} metres tall.") for n in (330, 350))
        assert (good.status, bad.status) == (0, 1)

    def test_one_or_the_other(self) -> None:
        assert citeward("support").returncode == 2


@pytest.mark.parametrize(
    "command",
    [("support", "x", "A claim."), ("calibrate", "x"), ("evaluate", "x"), ("resolve", "--bib", "x"),
     ("lookalike", "a.example", "--brands", "x")],
)  # fmt: skip
def test_a_file_that_is_no_text_is_one_line(
    command: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("x").write_bytes(b"\x80\x81 no text\x00\xff")
    done = call(*command)
    assert done.status == 2
    assert done.err.startswith("citeward: x")
    assert "Traceback" not in done.err


def test_a_line_ends_where_json_lines_end(tmp_path: Path) -> None:
    """U+2028 ends a line of text and none of JSON."""
    row = {"id": "t", "principal": {"id": "p", "groups": []}, "chunks": [], "answer": "One.\u2028Two."}
    file = tmp_path / "turns.jsonl"
    file.write_text("\n".join(json.dumps(row, ensure_ascii=False) for _ in range(2)), encoding="utf-8")
    assert call("evaluate", file).status == 0


def test_a_shelf_without_models_says_so(tmp_path: Path) -> None:
    said = call("model", "list", "--models", tmp_path).out
    assert said.startswith(f"none in {tmp_path}; `citeward model add` adds one.")


class TestCalibrate:
    @pytest.fixture
    def labels(self, tmp_path: Path) -> Path:
        kept = twins("verbatim", 100)
        file = tmp_path / "labels.jsonl"
        rows = [{"source": pair.source, "claim": pair.claim, "supported": True} for pair in kept]
        for pair in kept:
            # Half of it stands in the source and no guard can tell that the rest does not.
            claim = " ".join(pair.claim.split()[:4]) + " pleased the visitors of the place very much"
            rows.append({"source": pair.source, "claim": claim, "supported": False})
        file.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
        return file

    def test_it_says_what_it_promises_and_the_calibrator_can_be_used(self, labels: Path, tmp_path: Path) -> None:
        done = citeward("calibrate", labels, "--base-rate", "0.7", cwd=tmp_path)
        assert done.returncode == 0, done.stderr
        for words in ("supported from", "unsupported below", "false pass", "95 %", "where 70% of the claims"):
            assert words in done.stdout
        assert (tmp_path / "calibrator.html").read_text(encoding="utf-8").count("<svg") == 2
        assert (tmp_path / "calibrator.png").read_bytes().startswith(b"\x89PNG")
        (tmp_path / "citeward.toml").write_text('[support]\ncalibrator = "calibrator.json"\n', encoding="utf-8")
        rows = labels.read_text(encoding="utf-8")
        scores = citeward("support", "--jsonl", "-", stdin=rows, cwd=tmp_path).stdout
        (tmp_path / "live.jsonl").write_text(scores, encoding="utf-8")
        same = citeward("calibrate", "--drift", "live.jsonl", cwd=tmp_path)
        assert same.returncode == 0, same.stdout
        (tmp_path / "odd.jsonl").write_text('{"score": 0.5}\n' * 200, encoding="utf-8")
        assert citeward("calibrate", "--drift", "odd.jsonl", cwd=tmp_path).returncode == 1

    def test_too_few_labels_are_refused_with_how_many_it_takes(self, labels: Path, tmp_path: Path) -> None:
        few = tmp_path / "few.jsonl"
        few.write_text("\n".join(labels.read_text(encoding="utf-8").splitlines()[70:130]), encoding="utf-8")
        done = citeward("calibrate", few, cwd=tmp_path)
        assert done.returncode == 2
        assert "are too few" in done.stderr
        assert not (tmp_path / "calibrator.json").exists()


class TestEvaluate:
    def test_turns_are_scored_both_ways(self, tmp_path: Path) -> None:
        turn = {
            "id": "t",
            "answer": "The tower is 330 metres tall [S1]. It was built in 1889 [S1][S7].",
            "chunks": [{"id": "d", "text": SOURCE, "trust": 3}],
        }
        file = tmp_path / "turns.jsonl"
        file.write_text(json.dumps(turn), encoding="utf-8")
        done = citeward("evaluate", file, "--json", "--samples", "100")
        found = json.loads(done.stdout)
        assert found["alce_recall"]["mean"] == 0.5
        assert found["alce_precision"]["mean"] == 1.0
        assert found["strict_precision"]["mean"] < found["alce_precision"]["mean"]
        assert "strict" in citeward("evaluate", file, "--samples", "100").stdout

    @pytest.mark.skipif(not ALCE.is_file(), reason="the rated sample is not beside the checkout")
    def test_the_stored_scores_of_rated_answers_are_recomputed(self) -> None:
        assert "recomputed from the ratings: 9 of 9" in citeward("evaluate", ALCE, "--samples", "100").stdout

    def test_a_file_of_something_else_is_named(self, tmp_path: Path) -> None:
        file = tmp_path / "x.json"
        file.write_text("[1]", encoding="utf-8")
        assert "holds no list of objects" in citeward("evaluate", file).stderr


class TestModel:
    def test_a_directory_is_added_listed_and_shown(self, tmp_path: Path) -> None:
        folder = write_model(tmp_path / "tiny", {"high": (0.0, 6.0)}, {"id2label": {"0": "no", "1": "yes"}})
        shelf = tmp_path / "shelf"
        done = citeward("model", "add", folder, "--models", shelf)
        assert done.returncode == 0, done.stderr
        for words in (
            "labels: no, yes",
            "means supported: yes",
            "window 512 tokens",
            "licence: not stated",
            'model = "tiny"',
        ):
            assert words in done.stdout
        assert citeward("model", "list", "--models", shelf).stdout.startswith("tiny  onnx")
        assert citeward("model", "show", "tiny", "--models", shelf).stdout == done.stdout

    def test_a_hub_has_to_be_named_and_a_commit_pinned(self, tmp_path: Path) -> None:
        assert "Name the hub" in citeward("model", "add", "acme/tiny", "--models", tmp_path).stderr
        unpinned = citeward("model", "add", "acme/tiny", "--hub", "https://hub.example", "--models", tmp_path)
        assert "pins no commit" in unpinned.stderr


class TestVerify:
    def test_a_row_has_its_alce_scores_and_what_was_judged(self) -> None:
        row = example("turns/laptop_policy.json") | {
            "answer": "Contractor laptops must use full-disk encryption [S1][S9]."
        }
        out = json.loads(citeward("verify", "--jsonl", "-", stdin=json.dumps(row)).stdout)
        assert out["alce"] == {"citation_recall": 0.0, "citation_precision": 0.0}
        assert out["strict"]["citation_precision"] == 0.0
        assert out["citations"][0]["support"]["claim"] == "Contractor laptops must use full-disk encryption."

    def test_where_the_policy_skips_support_there_is_no_score(self) -> None:
        row = example("turns/laptop_policy.json") | {"policy": "permissive"}
        out = json.loads(citeward("verify", "--jsonl", "-", stdin=json.dumps(row)).stdout)
        assert out["alce"] == {"citation_recall": None, "citation_precision": None}

    def test_a_support_table_that_cannot_be_is_one_line(self, tmp_path: Path) -> None:
        (tmp_path / "citeward.toml").write_text('[support]\nbackend = "magic"\n', encoding="utf-8")
        done = citeward("verify", "--jsonl", "-", stdin="{}", cwd=tmp_path)
        assert done.returncode == 2
        assert done.stderr.startswith("citeward: support.backend: 'magic' is unknown.")
