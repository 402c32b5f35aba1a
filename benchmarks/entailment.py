"""Support, measured: quality on labelled sets and on the flip suite, false alarms of the guards, speed, memory.

    python benchmarks/entailment.py quality   --sets DIR [--lexical | --weights DIR]
    python benchmarks/entailment.py calibrate --sets DIR [--lexical | --weights DIR]
    python benchmarks/entailment.py authored  [--sets DIR] [--lexical | --weights DIR]
    python benchmarks/entailment.py flips     [--lexical | --weights DIR] [--each 400]
    python benchmarks/entailment.py alarms    --sets DIR
    python benchmarks/entailment.py speed     [--lexical | --weights DIR]

``DIR`` holds ``<set>.jsonl`` files of ``{source, claim, supported}``. DEVELOPMENT sets may choose thresholds; UNSEEN
sets are only reported. ``authored`` measures on pairs in the shape of the work, written by a language model over whole
collections of texts that training never sees (``training/authored.json``). ``--lexical`` is the default as it answers
where onnxruntime is not installed. ``calibrate`` writes a calibrator beside those that ship. Every command prints a
table and writes ``benchmarks/results/entailment-<command>.json``; ratios come from runs interleaved in one process.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from citeward import Chunk, Gate, Ledger, Principal, Turn
from citeward.entailment import (
    UNCALIBRATED,
    EmbeddedBackend,
    LexicalBackend,
    OnnxBackend,
    Pair,
    Support,
    embedded_weights,
    guard,
)
from citeward.entailment.calibration import shipped_calibrator
from citeward.entailment.calibration.packaged import SHIPPED
from citeward.entailment.lexical import features
from citeward.evaluation import KINDS, TWINS, Judged, Label, auroc, calibrate, flips, kept_at, twins

DEVELOPMENT = ["gensearch", "faithdial_audit", "fever", "qags_xsum", "summedits_news", "summedits_sales_email", "med"]
UNSEEN = [
    *(
        "attributedqa",
        "begin",
        "covidfact",
        "expertqa",
        "fever_symmetric",
        "lfqa_attr",
        "qags_cnndm",
        "scifact",
        "sick",
    ),
    *("summedits_ectsum", "summedits_qmsumm", "summedits_scitldr"),
]
COLUMNS = ("coverage", "auroc", "balanced", "false pass", "false strip", "struck", "uncertain")
"""False strip: supported pairs that do not pass. Struck: those among them that are called unsupported."""
RELATED = ["wice", "wice_long"]
"""Other documents of a collection that training read."""
RESULTS = Path(__file__).parent / "results"
_ROOT = Path(__file__).parents[1]
_TRAINING_SETS = _ROOT.parent / "shared" / "data" / "training"


def read(folder: Path, name: str) -> list[Label]:
    rows = [json.loads(line) for line in (folder / f"{name}.jsonl").open(encoding="utf-8")]
    return [Label(row["source"], row["claim"], bool(row["supported"]), name) for row in rows]


def backend_of(args: argparse.Namespace) -> EmbeddedBackend:
    return EmbeddedBackend(args.weights, cross_encoder=not args.lexical)


def support_of(args: argparse.Namespace) -> Support:
    backend = backend_of(args)
    return Support(backend, calibrator=shipped_calibrator(backend.manifest))


def quality(args: argparse.Namespace) -> dict[str, Any]:
    support = support_of(args)
    low, high = support.thresholds.unsupported_below, support.thresholds.supported_from
    print(f"model {support.manifest.model[:40]}, supported from {high:.3f}, unsupported below {low:.3f}")
    print(f"{'set':22} {'n':>5} " + " ".join(f"{key:>{len(key) + 1}}" for key in COLUMNS))
    table: dict[str, dict[str, float]] = {}
    for name in (*DEVELOPMENT, *UNSEEN, *RELATED):
        labels = read(args.sets, name)
        truth = [label.supported for label in labels]
        verdicts = support.judge_now([Judged(x.source, x.claim) for x in labels], time.monotonic() + 3600)
        scores = [v.score for v in verdicts]
        passed = sum(s >= high for s, y in zip(scores, truth, strict=True) if not y) / (len(truth) - sum(truth))
        kept = sum(s >= high for s, y in zip(scores, truth, strict=True) if y) / sum(truth)
        table[name] = {
            "n": len(labels),
            "coverage": auroc([features(x.source, x.claim)[0] for x in labels], truth),
            "auroc": auroc(scores, truth),
            "balanced": (kept + 1 - passed) / 2,
            "false pass": passed,
            "false strip": 1 - kept,
            "struck": sum(s < low for s, y in zip(scores, truth, strict=True) if y) / sum(truth),
            "uncertain": sum(low <= s < high for s in scores) / len(scores),
        }
        show(name, table[name])
    for title, names in (("DEVELOPMENT", DEVELOPMENT), ("UNSEEN", UNSEEN), ("RELATED", RELATED)):
        table[title] = {k: statistics.mean(table[n][k] for n in names) for k in table[names[0]]}
        show(title, table[title])
    groups = {"DEVELOPMENT": DEVELOPMENT, "UNSEEN": UNSEEN, "RELATED": RELATED}
    return {"manifest": support.manifest.digest(), "thresholds": [low, high], "groups": groups, "sets": table}


def authored(args: argparse.Namespace) -> dict[str, Any]:
    """By shape of the text: how the model ranks, and what the shipped thresholds do."""
    file = (args.sets or _TRAINING_SETS) / "authored.jsonl"
    if not file.is_file():
        raise SystemExit(f"{file} is not there; --sets names the folder that holds it.")
    shapes = json.loads((_ROOT / "training" / "authored.json").read_text(encoding="utf-8"))
    rows = [json.loads(line) for line in file.open(encoding="utf-8")]
    support = support_of(args)
    table: dict[str, dict[str, float]] = {}
    judged: list[tuple[float, str, bool]] = []
    for shape, collections in shapes.items():
        chosen = [row for row in rows if row["collection"] in collections]
        asked = [Judged(row["source"], row["claim"]) for row in chosen]
        verdicts = support.judge_now(asked, time.monotonic() + 3600)
        found = [(v.score, str(v.state), bool(row["supported"])) for v, row in zip(verdicts, chosen, strict=True)]
        table[shape] = ranked(found)
        judged += found
    table["ALL"] = ranked(judged)
    print(f"{'shape':22} {'n':>5} " + " ".join(f"{key:>{len(key) + 1}}" for key in list(table["ALL"])[1:]))
    for name, row in table.items():
        shares = " ".join(f"{row[key]:{len(key) + 1}.3f}" for key in list(row)[1:])
        print(f"{name:22} {row['n']:5.0f} {shares}")
    return {"manifest": support.manifest.digest(), "shapes": table}


def ranked(found: Sequence[tuple[float, str, bool]]) -> dict[str, float]:
    """Of (score, state, truth): what does not depend on thresholds, then what those that ship do."""
    scores, truth = [score for score, _, _ in found], [true for _, _, true in found]
    good = [state for _, state, true in found if true]
    bad = [state for _, state, true in found if not true]
    return {
        "n": len(found),
        "auroc": auroc(scores, truth),
        "kept at 5 %": kept_at(scores, truth),
        "kept": good.count("supported") / len(good),
        "false pass": bad.count("supported") / len(bad),
        "struck": good.count("unsupported") / len(good),
        "uncertain": (good + bad).count("uncertain") / len(found),
    }


def show(name: str, row: dict[str, float]) -> None:
    shares = " ".join(f"{row[key]:{len(key) + 1}.3f}" for key in COLUMNS)
    print(f"{name:22} {row['n']:5.0f} {shares}", flush=True)


class Remembered:
    """A backend that scores each pair once, however often it is calibrated."""

    def __init__(self, backend: EmbeddedBackend) -> None:
        self.backend, self.manifest, self.english_only = backend, backend.manifest, backend.english_only
        self.known: dict[Pair, float] = {}

    def score(self, pairs: Sequence[Pair], deadline: float) -> list[float]:
        fresh = list(dict.fromkeys(pair for pair in pairs if pair not in self.known))
        self.known |= dict(zip(fresh, self.backend.score(fresh, deadline), strict=True))
        return [self.known[pair] for pair in pairs]


def run_calibrate(args: argparse.Namespace) -> dict[str, Any]:
    """Thresholds whose false-pass rate keeps to the wanted one also on pairs that did not choose them."""
    backend = Remembered(backend_of(args))
    labels = [label for name in DEVELOPMENT for label in read(args.sets, name)]
    aimed = args.wanted
    while (result := calibrate(backend, labels, wanted=aimed, certain=False)).false_pass.value > args.wanted:
        aimed -= 0.001
    SHIPPED.mkdir(exist_ok=True)
    result.calibrator.write(SHIPPED / f"{'lexical' if args.lexical else 'default'}.json")
    print(f"aimed at {aimed:.3f}, {result.calibrator.scale.method}, losses {result.losses}")
    print(f"thresholds {result.calibrator.thresholds}, false pass {result.false_pass}, kept {result.kept}")
    return {
        "thresholds": vars_of(result.calibrator.thresholds),
        "false pass": result.false_pass.value,
        "kept": result.kept.value,
        "losses": result.losses,
    }


def vars_of(item: Any) -> dict[str, Any]:
    return {name: getattr(item, name) for name in item.__slots__}


def run_flips(args: argparse.Namespace) -> dict[str, Any]:
    """Refused by guards alone, and not passed as supported by the whole; twins kept by both."""
    support = support_of(args)
    out: dict[str, Any] = {}
    print(f"{'kind':24} {'n':>4} guards refuse refused supported uncertain")
    for kind, pairs in [(k, flips(k, args.each)) for k in KINDS] + [(f"twin: {k}", twins(k, args.each)) for k in TWINS]:
        verdicts = support.judge_now([Judged(p.source, p.claim) for p in pairs], time.monotonic() + 3600)
        count = len(pairs)
        row = {
            "n": count,
            "guards refuse": sum(v.finding is not None for v in verdicts) / count,
            "refused": sum(v.state == "unsupported" for v in verdicts) / count,
            "supported": sum(v.state == "supported" for v in verdicts) / count,
            "uncertain": sum(v.state == "uncertain" for v in verdicts) / count,
        }
        out[kind] = row
        shares = " ".join(f"{row[key]:{len(key)}.3f}" for key in row if key != "n")
        print(f"{kind:24} {count:4} {shares}", flush=True)
    return out


def alarms(args: argparse.Namespace) -> dict[str, Any]:
    out: dict[str, Any] = {}
    print(f"{'set':22} {'false alarms':>14} {'unsupported refused':>20}")
    for name in (*DEVELOPMENT, *UNSEEN, *RELATED):
        counts = {True: [0, 0], False: [0, 0]}
        for label in read(args.sets, name):
            counts[label.supported][0] += guard(label.source, label.claim) is not None
            counts[label.supported][1] += 1
        out[name] = {"false alarms": counts[True][0] / counts[True][1], "refused": counts[False][0] / counts[False][1]}
        (a, b), (c, d) = counts[True], counts[False]
        print(f"{name:22} {a:5}/{b:4} {a / b:.3f} {c:9}/{d:4} {c / d:.3f}", flush=True)
    return out


def speed(args: argparse.Namespace) -> dict[str, Any]:
    pairs = [
        Pair(p.source + " " + q.source, p.claim)
        for kind in KINDS
        for p, q in zip(flips(kind, 40, 1), flips(kind, 40, 2), strict=True)
    ]
    out: dict[str, Any] = {"pairs": len(pairs)}
    lexical = LexicalBackend()
    backend = backend_of(args)
    support = Support(backend)
    asked = [Judged(p.source, p.claim) for p in pairs]
    out["guards, ms a pair"] = 1e3 * timed(lambda: [guard(p.source, p.claim) for p in pairs]) / len(pairs)
    out["lexical, ms a pair"] = 1e3 * timed(lambda: lexical.score(pairs, time.monotonic() + 600)) / len(pairs)
    out["whole, ms a pair (first time)"] = (
        1e3 * once(lambda: support.judge_now(asked, time.monotonic() + 600)) / len(pairs)
    )
    out["whole, ms a pair (cached)"] = (
        1e3 * timed(lambda: support.judge_now(asked, time.monotonic() + 600)) / len(pairs)
    )
    answers = [asked[i : i + 10] for i in range(0, len(asked), 10)]
    times = sorted(once(partial(Support(backend).judge_now, answer)) for answer in answers)
    out["answer of 10 sentences, ms p50"] = 1e3 * times[len(times) // 2]
    out["answer of 10 sentences, ms p95"] = 1e3 * times[int(0.95 * len(times))]
    out |= gate_times(backend)
    out["32 answers at once, ms p99"] = 1e3 * asyncio.run(full_queue(backend, answers))
    if not args.lexical:
        out |= onnx_ratio(args.weights or embedded_weights(), pairs)
    out["cold start, s"] = cold(args.weights)
    out["peak memory, MB"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    for name, value in out.items():
        print(f"{name:36} {value:10.3f}")
    return out


def gate_times(backend: EmbeddedBackend) -> dict[str, float]:
    """A whole gate with a model that has seen nothing: ten cited sentences of ten sources in, HTML out."""
    staff = frozenset({"staff"})
    times, cached = [], []
    for seed in range(20):
        pairs = [pair for kind in list(TWINS)[:5] for pair in twins(kind, 2, seed)]
        chunks = [Chunk(f"d{n}", p.source, acl=staff, trust=3, handle=f"S{n}") for n, p in enumerate(pairs, 1)]
        answer = " ".join(f"{p.claim.rstrip('.')} [S{n}]." for n, p in enumerate(pairs, 1))
        gate = Gate.in_memory(chunks, support=Support(backend, calibrator=UNCALIBRATED))
        turn = Turn(Ledger.of(chunks), Principal("ana", staff))
        times.append(once(lambda gate=gate, turn=turn, answer=answer: gate.check(answer, turn).html))  # type: ignore[misc]
        cached.append(once(lambda gate=gate, turn=turn, answer=answer: gate.check(answer, turn).html))  # type: ignore[misc]
    p95 = int(0.95 * (len(times) - 1))
    return {
        "gate, 10 cited sentences, ms p50": 1e3 * statistics.median(times),
        "gate, 10 cited sentences, ms p95": 1e3 * sorted(times)[p95],
        "gate, the same again, ms p50": 1e3 * statistics.median(cached),
    }


async def full_queue(backend: EmbeddedBackend, answers: Sequence[Sequence[Judged]]) -> float:
    """Seconds until the slowest but one in a hundred of 32 answers, all asked at once, is judged."""
    support = Support(backend, deadline_s=120)

    async def one(answer: Sequence[Judged]) -> float:
        began = time.perf_counter()
        await support.judge(answer)
        return time.perf_counter() - began

    times = sorted(await asyncio.gather(*(one(answer) for answer in answers[:32])))
    return times[int(0.99 * (len(times) - 1))]


def onnx_ratio(weights: Path, pairs: Sequence[Pair]) -> dict[str, float]:
    """Throughput of the backend against a bare loop over the same rows with all cores a run, interleaved."""
    import numpy as np
    from onnxruntime import InferenceSession

    from citeward.entailment.backends.onnx.rows import rows_of

    backend = OnnxBackend(weights, budget=160)
    feeds = [
        {
            "input_ids": np.array([row.encoding.ids]),
            "attention_mask": np.array([row.encoding.attention_mask]),
            "token_type_ids": np.array([row.encoding.type_ids]),
        }
        for row in rows_of(backend._model, pairs, 160)
    ]
    session = InferenceSession(str(weights / "model.int8.onnx"), providers=["CPUExecutionProvider"])
    ours, bare = [], []
    for _ in range(5):
        ours.append(once(lambda: backend.score(pairs, time.monotonic() + 600)))
        bare.append(once(lambda: [session.run(["logits"], feed) for feed in feeds]))
    return {
        "onnx, ms a pair": 1e3 * min(ours) / len(pairs),
        "throughput, share of the bare loop": min(bare) / min(ours),
    }


_COLD = """
import sys
from pathlib import Path
from citeward.entailment import Support
from citeward.evaluation import support_row
row = {"source": "The tower is 330 metres tall.", "claim": "The tower is tall."}
support_row(row, Support.default(Path(sys.argv[1]) if len(sys.argv) > 1 else None))
"""


def cold(weights: Path | None) -> float:
    """Seconds from starting Python to the first verdict."""
    command = [sys.executable, "-c", _COLD, *([str(weights)] if weights else [])]
    return min(once(lambda: subprocess.run(command, check=True)) for _ in range(3))


def once(work: Callable[[], object]) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def timed(work: Callable[[], object]) -> float:
    return min(once(work) for _ in range(3))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = {
        "quality": quality,
        "calibrate": run_calibrate,
        "authored": authored,
        "flips": run_flips,
        "alarms": alarms,
        "speed": speed,
    }
    parser.add_argument("command", choices=commands)
    parser.add_argument("--sets", type=Path)
    parser.add_argument("--weights", type=Path)
    parser.add_argument("--lexical", action="store_true")
    parser.add_argument("--wanted", type=float, default=0.05)
    parser.add_argument("--each", type=int, default=400)
    args = parser.parse_args()
    result = commands[args.command](args)
    RESULTS.mkdir(exist_ok=True)
    name = f"entailment-{args.command}{'-lexical' if args.lexical else ''}.json"
    (RESULTS / name).write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
