"""Where added models lie: one directory each, with what was found out about it beside it."""

from __future__ import annotations

import json
import re
import shutil
import tempfile
from dataclasses import replace
from pathlib import Path

from citeward.entailment.backends.onnx import GRAPHS
from citeward.entailment.models.describe import Format, ModelFacts, describe_model
from citeward.errors import ConfigError

__all__ = ["FILES", "MODELS", "add_model", "find_model", "list_models"]

MODELS = Path.home() / ".local" / "share" / "citeward" / "models"
"""Where they lie where nothing else is said."""
FILES = (*GRAPHS, "model.safetensors", "config.json", "tokenizer.json", "README.md")
"""What is taken of a model. Pickles and Python files are not among them: reading either runs somebody's code."""
_FACTS = "citeward-model.json"
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}")


def add_model(
    folder: Path, name: str, shelf: Path = MODELS, *, origin: str = "", sha256: str | None = None
) -> ModelFacts:
    """Copies a model directory under a name, and returns what was found. All of it is there, or none.

    Args:
        folder: holds weights, ``config.json`` and ``tokenizer.json``.
        name: what it is called from now on.
        shelf: where added models lie.
        origin: where it came from; the directory itself where nothing is said.
        sha256: what the weights must hash to.

    Raises:
        ConfigError: the name cannot be one, is taken, or the directory holds no model that can be used.
    """
    if not _NAME.fullmatch(name):
        raise ConfigError("name", f"{name!r} is no name", "Use letters, digits, dots, hyphens and underscores.")
    target = shelf / name
    if target.exists():
        raise ConfigError("name", f"{name!r} is taken", "Choose another with --name, or remove that directory.")
    facts = describe_model(folder, name, origin or str(folder.resolve()))
    if sha256 is not None and sha256.strip().lower() != facts.sha256:
        raise ConfigError("sha256", f"the weights hash to {facts.sha256}", "Ask whoever gave you the hash.")
    shelf.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=shelf, prefix=".adding-") as made:
        unfinished = Path(made) / name
        unfinished.mkdir()
        for file in FILES:
            if (folder / file).is_file():
                (unfinished / file).parent.mkdir(exist_ok=True)
                shutil.copyfile(folder / file, unfinished / file)
        if describe_model(unfinished, name).sha256 != facts.sha256:
            raise ConfigError(str(folder), "changed while it was copied", "Add it again.")
        (unfinished / _FACTS).write_text(json.dumps(facts.as_json(), indent=1) + "\n", encoding="utf-8")
        unfinished.rename(target)
    return facts


def find_model(name: str, shelf: Path = MODELS) -> Path:
    """The directory of an added model.

    Raises:
        ConfigError: there is none of that name.
    """
    folder = shelf / name
    if not _NAME.fullmatch(name) or not (folder / _FACTS).is_file():
        known = ", ".join(each.name for each in list_models(shelf)) or "none"
        raise ConfigError("support.model", f"{name!r} was not added", f"citeward model add; there: {known}.")
    return folder


def list_models(shelf: Path = MODELS) -> list[ModelFacts]:
    """The added models, by name.

    Raises:
        ConfigError: what is kept of one cannot be read.
    """
    return [_read(file) for file in sorted(shelf.glob(f"*/{_FACTS}"))]


def _read(file: Path) -> ModelFacts:
    try:
        raw = json.loads(file.read_text(encoding="utf-8"))
        facts = ModelFacts(**raw)
        return replace(facts, format=Format(facts.format), labels=tuple(facts.labels))
    except (OSError, ValueError, TypeError, RecursionError) as problem:
        remedy = "Remove the directory and add it again."
        raise ConfigError(str(file), f"cannot be read ({problem})", remedy) from problem
