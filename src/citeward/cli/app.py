"""The command line: one file per command, this one joins them."""

from __future__ import annotations

import sys
from typing import Annotated

import typer
from rich.console import Console

from citeward import __version__
from citeward.cli import (
    calibrate,
    cited,
    document,
    erase,
    evaluate,
    extract,
    ingest,
    log,
    lookalike,
    model,
    notices,
    parse,
    principal,
    quote,
    recheck,
    reference,
    render,
    replay,
    resolve,
    resolver,
    share,
    show,
    source,
    states,
    support,
    url,
    verify,
    why,
)
from citeward.errors import CitewardError

__all__ = ["app", "main"]

app = typer.Typer(
    name="citeward",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
app.command("verify")(verify.command)
app.command("why")(why.command)
app.command("render")(render.command)
app.command("quote")(quote.command)
app.command("extract")(extract.command)
app.command("parse")(parse.command)
app.command("url")(url.command)
app.command("recheck")(recheck.command)
app.command("resolver")(resolver.command)
app.command("lookalike")(lookalike.command)
app.command("support")(support.command)
app.command("calibrate")(calibrate.command)
app.command("evaluate")(evaluate.command)
app.add_typer(model.app, name="model")
app.command("reference")(reference.command)
app.command("resolve")(resolve.command)
app.add_typer(source.app, name="source")
app.add_typer(document.app, name="document")
app.add_typer(principal.app, name="principal")
app.command("ingest")(ingest.command)
app.command("cited")(cited.command)
app.command("show")(show.command)
app.command("share")(share.command)
app.command("states")(states.command)
app.command("erase")(erase.command)
app.add_typer(notices.app, name="notices")
app.add_typer(log.app, name="log")
app.command("replay")(replay.command)


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"citeward {__version__}")
        raise typer.Exit


@app.callback(help="The model proposes citations, the system grants them.")
def _options(
    version: Annotated[
        bool, typer.Option("--version", help="Print the version and stop.", callback=_print_version, is_eager=True)
    ] = False,
) -> None:
    """Take what stands before the command."""


def main() -> None:
    """Runs the command line: an error of ours is one line on standard error and status 2, never a traceback."""
    try:
        app()
    except CitewardError as error:
        _say(str(error))
        sys.exit(2)
    except OSError as error:
        _say(f"{error.filename}: {error.strerror}")
        sys.exit(2)


def _say(error: str) -> None:
    """One line, however narrow the terminal: it is read by programs too."""
    Console(stderr=True).print(f"citeward: {error}", style="bold red", markup=False, highlight=False, soft_wrap=True)
