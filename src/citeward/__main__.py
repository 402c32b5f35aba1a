"""``python -m citeward``: the same as ``citeward``."""

from __future__ import annotations

from citeward.cli import main

if __name__ == "__main__":
    main()
