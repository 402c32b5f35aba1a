"""``citeward model``: models of your own for the support stage, from a directory or from a hub you have."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import Annotated
from urllib.parse import urlsplit

import typer
from rich.console import Console
from rich.progress import Progress

from citeward.cli.report import safe
from citeward.entailment import MODELS, Hub, HubModel, ModelFacts, add_model, find_model, list_models
from citeward.errors import ConfigError

__all__ = ["app"]

app = typer.Typer(help="Models of your own for the support stage.", no_args_is_help=True)
Shelf = Annotated[Path, typer.Option("--models", help="Where added models lie.")]


@app.command("add")
def add(
    model: Annotated[
        str, typer.Argument(help="A directory; owner/name@commit with --hub; or https://hub/owner/name@commit.")
    ],
    *,
    name: Annotated[str | None, typer.Option(help="What to call it here; its own name where absent.")] = None,
    hub: Annotated[str | None, typer.Option(help="Address of the hub.")] = None,
    sha256: Annotated[str | None, typer.Option(help="What the weights must hash to.")] = None,
    token_env: Annotated[str | None, typer.Option(help="Environment variable with a token for the hub.")] = None,
    models: Shelf = MODELS,
) -> None:
    """Add a model and report what was found: labels, window, size, licence. None of its code is run."""
    folder = Path(model)
    if folder.is_dir():
        found = add_model(folder, name or folder.resolve().name, models, sha256=sha256)
    else:
        place, wanted = _on_hub(model, hub)
        token = os.environ.get(token_env, "") if token_env else ""
        console = Console(stderr=True)
        with (
            tempfile.TemporaryDirectory(prefix="citeward-model-") as made,
            Progress(console=console, transient=True, disable=not console.is_terminal) as progress,
        ):
            task = progress.add_task(wanted.repository, total=None)
            origin = Hub(place, token).fetch(
                wanted, Path(made), lambda done, total: progress.update(task, completed=done, total=total or None)
            )
            called = name or wanted.repository.replace("/", "--")
            found = add_model(Path(made), called, models, origin=origin, sha256=sha256)
    _print(found)


@app.command("list")
def show_all(models: Shelf = MODELS) -> None:
    """The models that were added."""
    added = list_models(models)
    if not added:
        typer.echo(f"none in {models}; `citeward model add` adds one. Without one the embedded default judges.")
    for found in added:
        typer.echo(f"{found.name}  {found.format.value}  {found.bytes / 1e6:,.1f} MB  {_shown(found.origin)}")


@app.command("show")
def show(name: Annotated[str, typer.Argument(help="What it is called here.")], models: Shelf = MODELS) -> None:
    """What is known of one."""
    find_model(name, models)
    _print(next(found for found in list_models(models) if found.name == name))


def _on_hub(model: str, hub: str | None) -> tuple[str, HubModel]:
    """The hub's address, and what is wanted from it."""
    parts = urlsplit(model)
    if parts.scheme and parts.netloc:
        return f"{parts.scheme}://{parts.netloc}", HubModel.read(parts.path.strip("/"))
    if hub is None:
        raise ConfigError("model", f"{model!r} is no directory", "Name the hub with --hub https://..., or a directory.")
    return hub, HubModel.read(model)


def _shown(text: str) -> str:
    """Words of a model's own files: one line, without escapes."""
    return str(safe(text, 240))


def _print(found: ModelFacts) -> None:
    typer.echo(f"{found.name}: {found.format.value}, {found.bytes / 1e6:,.1f} MB, window {found.window} tokens")
    typer.echo(f"labels: {_shown(', '.join(found.labels)) or 'none named; say them in the [support] table'}")
    typer.echo(f"means supported: {_shown(found.positive or '') or 'not told by the labels; set positive'}")
    typer.echo(f"judges: {'tokens' if found.per_token else 'pairs'}")
    typer.echo(f"licence: {found.licence or 'not stated'}")
    typer.echo(f"sha256: {found.sha256}")
    typer.echo(f"from: {_shown(found.origin)}")
    backend = "tokens" if found.per_token else "onnx" if found.format == "onnx" else "cross-encoder"
    typer.echo(f'\n[support]\nbackend = "{backend}"\nmodel = "{found.name}"')
