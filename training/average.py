"""The mean of several checkpoints' averaged weights (Wortsman et al. 2022), for runs that started from one another.

    python -m training.average --out MEAN.pt RUN2/average-NNNNNNN.pt RUN3/average-NNNNNNN.pt

``seen`` is that of the last checkpoint.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import torch


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("checkpoints", type=Path, nargs="+")
    args = parser.parse_args()
    packs = [torch.load(file, map_location="cpu", weights_only=True) for file in args.checkpoints]
    share = 1 / len(packs)
    average = {name: sum(share * pack["average"][name] for pack in packs) for name in packs[0]["average"]}
    torch.save({"average": average, "seen": packs[-1]["seen"]}, args.out)


if __name__ == "__main__":
    main()
