"""What a program that uses little of citeward does not pay for."""

from __future__ import annotations

import subprocess
import sys

import citeward

HEAVY = ("numpy", "onnxruntime", "tokenizers", "rapidfuzz", "httpcore2", "sqlalchemy", "pyromark", "typer", "rich")


def _loaded_by(statement: str) -> set[str]:
    """The modules a fresh interpreter holds after ``statement``."""
    code = f"{statement}\nimport sys\nprint('\\n'.join(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return set(done.stdout.splitlines())


def test_the_package_alone_loads_nothing_heavy() -> None:
    assert not _loaded_by("import citeward").intersection(HEAVY)


def test_the_nouns_load_no_pipeline() -> None:
    loaded = _loaded_by("from citeward import Chunk")
    assert not loaded.intersection(HEAVY)
    assert "citeward.gate" not in loaded


def test_every_public_name_can_be_had_and_is_listed() -> None:
    for name in citeward.__all__:
        assert getattr(citeward, name) is not None
        assert name in dir(citeward)
    assert not hasattr(citeward, "Nonsense")
