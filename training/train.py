"""Train the cross-encoder. Resumable; every figure goes to the run's log.jsonl and to standard output.

    python -m training.train --base DIR --data DIR --run DIR --pairs 400000 [--synthetic 0.5] [--start FILE]

The learning rate warms up, stays, and falls linearly over the last part (Hu et al. 2024), so that a run can be
prolonged by resuming it with more pairs. Weights are averaged exponentially; the average is what is exported.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn.functional import binary_cross_entropy_with_logits as cross_entropy

from training.bases import from_base
from training.data import MIXES, load
from training.encoding import Encoder, collate
from training.mixture import Mixture
from training.overlap import Blocks
from training.precision import bf16_is_faster
from training.threads import Threads

_SMOOTH = 0.03
"""Labels are kept this far from 0 and 1: annotators err about as often."""
_TOKEN_SHARE, _INSTANCE_SHARE = 0.5, 0.2
_SUSPICIOUS = 2.0
"""How much more an unsupported token weighs than a supported one; there are few."""
_NOTE_S = 30.0


def loss_of(out: tuple[Tensor, Tensor, Tensor], marks: Tensor, labels: Tensor) -> tuple[Tensor, Tensor]:
    """(the loss to minimise, its pair part).

    To the smoothed pair loss come the token loss where tokens are labelled, and the loss of the most suspicious token
    as a judge of the whole claim (multiple-instance learning).
    """
    logit, worst, tokens = out
    pair = cross_entropy(logit, labels * (1 - 2 * _SMOOTH) + _SMOOTH)
    weight = (marks >= 0).float() * (1 + _SUSPICIOUS * marks.clamp(min=0))
    token = (cross_entropy(tokens, marks.clamp(min=0), reduction="none") * weight).sum() / weight.sum().clamp(min=1)
    return pair + _TOKEN_SHARE * token + _INSTANCE_SHARE * cross_entropy(worst, 1 - labels), pair


def rate(step: int, seen: int, args: argparse.Namespace, left: float | None) -> float:
    """The learning rate's factor. With a deadline it falls with the seconds ``left``, else with the pairs."""
    if step < args.warm:
        return float((step + 1) / args.warm)
    if left is not None:
        return float(max(0.02, min(1.0, left / (60 * args.cool_minutes))))
    start = (1 - args.cool) * args.pairs
    return 1.0 if seen < start else float(max(0.02, 1 - (seen - start) / (args.pairs - start)))


class Run:
    """Network, optimiser, average and counts of a run, and its checkpoints."""

    def __init__(self, args: argparse.Namespace) -> None:
        self.args = args
        self.device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
        self.half = bf16_is_faster(self.device)
        self.model = from_base(args.base, dropout=0.1).to(self.device)
        self.model.freeze(args.freeze)
        named = [(name, p) for name, p in self.model.named_parameters() if p.requires_grad]
        heads = [p for name, p in named if name.startswith(("token_head", "pair_"))]
        body = [p for name, p in named if not name.startswith(("token_head", "pair_"))]
        self.parameters = body + heads
        self.optimizer = torch.optim.AdamW(
            [
                {"params": body, "lr": args.rate, "top": args.rate},
                {"params": heads, "lr": 5 * args.rate, "top": 5 * args.rate},
            ],
            weight_decay=0.02,
            betas=(0.9, 0.98),
            fused=True,
        )
        self.step = self.seen = 0
        self.average = self._state()
        self._restore()

    def _state(self) -> dict[str, Tensor]:
        return {name: value.clone() for name, value in self.model.state_dict().items() if name != "words.weight"}

    def _restore(self) -> None:
        last = self.args.run / "last.pt"
        if last.exists():
            saved = torch.load(last, map_location=self.device, weights_only=True)
            self.model.load_state_dict(saved["model"], strict=False)
            self.optimizer.load_state_dict(saved["optimizer"])
            self.average, self.step, self.seen = saved["average"], saved["step"], saved["seen"]
        elif self.args.start:
            started = torch.load(self.args.start, map_location=self.device, weights_only=True)
            self.average = started["average"]
            self.model.load_state_dict(self.average, strict=False)

    def save(self) -> None:
        """A checkpoint to go on from, and the average by the number of pairs seen."""
        counts = {"step": self.step, "seen": self.seen}
        pack = {"model": self._state(), "optimizer": self.optimizer.state_dict(), "average": self.average, **counts}
        writing = self.args.run / "writing.pt"
        torch.save(pack, writing)
        writing.replace(self.args.run / "last.pt")
        torch.save({"average": self.average, "seen": self.seen}, self.args.run / f"average-{self.seen:07d}.pt")

    def learn(self, batch: tuple[Tensor, Tensor, Tensor, Tensor, Tensor], factor: float) -> tuple[float, float]:
        """One step; (loss, pair loss)."""
        ids, segments, mask, marks, labels = (item.to(self.device) for item in batch)
        for group in self.optimizer.param_groups:
            group["lr"] = group["top"] * factor
        with torch.autocast(self.device.type, torch.bfloat16, enabled=self.half):
            out = self.model(ids, segments, mask)
        loss, pair = loss_of(out, marks, labels)
        loss.backward()  # type: ignore[no-untyped-call]  # torch does not type it
        nn.utils.clip_grad_norm_(self.parameters, 1.0)
        self.optimizer.step()
        self.optimizer.zero_grad(set_to_none=True)
        self.step += 1
        self.seen += len(ids)
        keep = min(0.999, (1 + self.step) / (10 + self.step))
        with torch.no_grad():
            state = self.model.state_dict()
            for name, mean in self.average.items():
                mean.lerp_(state[name], 1 - keep)
        return loss.item(), pair.item()


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--base", type=Path, required=True)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--run", type=Path, required=True)
    parser.add_argument("--pairs", type=int, default=400_000)
    parser.add_argument("--synthetic", type=float, default=0.5)
    parser.add_argument("--mix", choices=MIXES, default="general")
    parser.add_argument("--avoid", type=Path, help="folder of measuring sets; sources that share text are left out")
    parser.add_argument("--varied", type=float, default=0.0, help="share of real pairs in other surroundings")
    parser.add_argument("--freeze", type=int, default=0, help="lowest layers that stay as they are")
    parser.add_argument("--rate", type=float, default=8e-5)
    parser.add_argument("--cool", type=float, default=0.3, help="last share of the pairs over which the rate falls")
    parser.add_argument("--tokens", type=int, default=4096, help="padded tokens per batch")
    parser.add_argument("--until", type=float, help="end at this Unix time, cooling over the last --cool-minutes")
    parser.add_argument("--cool-minutes", type=float, default=25.0)
    parser.add_argument("--warm", type=int, default=150, help="steps")
    parser.add_argument("--seed", type=int, default=17)
    parser.add_argument("--save-every", type=float, default=420.0, help="seconds")
    parser.add_argument("--start", type=Path, help="checkpoint whose average to start from, with a fresh optimiser")
    return parser.parse_args()


def main() -> None:
    args = arguments()
    torch.set_flush_denormal(True)
    torch.manual_seed(args.seed)
    args.run.mkdir(parents=True, exist_ok=True)
    run, threads = Run(args), Threads()
    train, _ = load(args.data, args.mix, Blocks.of(args.avoid) if args.avoid else None)
    mixture = Mixture(train, args.synthetic, args.seed + run.seen, args.varied, args.mix)
    run.model.train()
    begun = saved = noted = time.monotonic()
    losses: list[tuple[float, float]] = []
    since = run.seen
    for rows in mixture.batches(Encoder(args.base / "tokenizer.json"), args.tokens):
        batch = collate(rows)
        left = args.until - time.time() if args.until else None
        factor = rate(run.step, run.seen, args, left)
        threads.choose()
        started = time.monotonic()
        losses.append(run.learn(batch, factor))
        now = time.monotonic()
        threads.note(batch[0].numel(), now - started)
        if now - noted > _NOTE_S:
            mean, pair = (sum(values) / len(losses) for values in zip(*losses, strict=True))
            _note(
                args.run,
                {
                    "seen": run.seen,
                    "step": run.step,
                    "loss": round(mean, 4),
                    "pair": round(pair, 4),
                    "rate": factor,
                    "pairs_s": round((run.seen - since) / (now - noted), 1),
                    "minutes": round((now - begun) / 60, 1),
                    "threads": threads.now,
                },
            )
            noted, since = now, run.seen
            losses.clear()
        done = run.seen >= args.pairs or (left is not None and left <= 0) or (args.run / "stop").exists()
        if done or now - saved > args.save_every:
            run.save()
            saved = time.monotonic()
        if done:
            return


def _note(folder: Path, line: dict[str, Any]) -> None:
    with (folder / "log.jsonl").open("a", encoding="utf-8") as log:
        log.write(json.dumps(line) + "\n")
    print(json.dumps(line), flush=True)


if __name__ == "__main__":
    main()
