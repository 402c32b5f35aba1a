"""``citeward calibrate``: thresholds for your own material, from pairs that you have labelled."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import Progress

from citeward.cli.reading import read_lines
from citeward.config import load
from citeward.entailment import backend_of
from citeward.entailment.calibration import Calibrator, Rate, curves, drift, write_html, write_png
from citeward.errors import InputError
from citeward.evaluation import Calibration, calibrate, read_labels, read_scores

__all__ = ["command"]


def command(
    labels: Annotated[
        Path | None, typer.Argument(help="Lines of source, claim and supported; a dataset or group if any.")
    ] = None,
    *,
    out: Annotated[Path, typer.Option(help="The calibrator; pictures go beside it.")] = Path("calibrator.json"),
    wanted: Annotated[float, typer.Option(help="Highest share of unsupported claims that may pass.")] = 0.05,
    base_rate: Annotated[float, typer.Option(help="Share of supported claims where it will be used.")] = 0.5,
    live: Annotated[
        Path | None, typer.Option("--drift", help="Lines of live scores to compare with the calibrator in --out.")
    ] = None,
    pictures: Annotated[bool, typer.Option(help="Whether reliability and trade-off are drawn (HTML and PNG).")] = True,
    config: Annotated[Path | None, typer.Option(help="A citeward.toml; ./citeward.toml if it exists.")] = None,
) -> None:
    """Fit a calibrator on labelled pairs and say what it promises. With --drift: status 1 where scores have drifted."""
    if live is not None and labels is None:
        raise typer.Exit(_drift(out, live))
    if labels is None or live is not None:
        raise typer.BadParameter("give either LABELS or --drift SCORES")
    backend = backend_of(load(config).support)
    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task("pairs", total=None)
        made = calibrate(
            backend,
            read_labels(read_lines(labels)),
            wanted=wanted,
            base_rate=base_rate,
            progress=lambda done, total: progress.update(task, completed=done, total=total),
        )
    made.calibrator.write(out)
    _draw(made, out, pictures=pictures)
    _report(made, wanted, out)


def _report(made: Calibration, wanted: float, out: Path) -> None:
    found = made.calibrator
    typer.echo(f"{found.scale.method.value} on {found.labels} pairs (log loss {_losses(made)})")
    typer.echo(f"supported from {found.thresholds.supported_from:.4f}")
    typer.echo(f"unsupported below {found.thresholds.unsupported_below:.4f}")
    typer.echo(f"false pass {_rate(made.false_pass)}, wanted {wanted:.1%}")
    typer.echo(f"kept {_rate(made.kept)}")
    typer.echo(f"precision {found.precision:.1%} where {found.base_rate:.0%} of the claims are supported")
    typer.echo(f"wrote {out} (version {found.version}); name it as calibrator in the [support] table")


def _rate(rate: Rate) -> str:
    return f"{rate.value:.1%} (95 %: {rate.low:.1%} to {rate.high:.1%}, {rate.count} pairs)"


def _losses(made: Calibration) -> str:
    return ", ".join(f"{method} {loss:.4f}" for method, loss in sorted(made.losses.items()))


def _draw(made: Calibration, out: Path, *, pictures: bool) -> None:
    if not pictures:
        return
    points, thresholds = curves(made.rows), made.calibrator.thresholds
    title = f"Calibrator {made.calibrator.version}"
    write_html(out.with_suffix(".html"), points, thresholds, title)
    try:
        write_png(out.with_suffix(".png"), points, thresholds, title)
    except InputError as missing:  # the picture needs an extra, the calibrator does not
        Console(stderr=True).print(f"no PNG: {missing}", markup=False)


def _drift(calibrator: Path, scores: Path) -> int:
    found = drift(Calibrator.read(calibrator).quantiles, read_scores(read_lines(scores)))
    typer.echo(
        f"population stability index {found.index:.3f} over {found.count} scores: "
        + ("drifted; label some of these and calibrate again" if found.drifted else "no drift")
    )
    return int(found.drifted)
