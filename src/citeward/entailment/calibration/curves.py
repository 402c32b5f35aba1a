"""The two pictures of a calibrator: do probabilities hold (reliability), and what does a threshold cost (trade-off)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path

from citeward.entailment.calibration.thresholds import Labelled, Thresholds, rates_at
from citeward.errors import ConfigError

__all__ = ["Curves", "curves", "write_html", "write_png"]

_BINS = 10
_STEPS = 50
_STYLE = (
    "svg{width:22rem;margin:1rem}text{font:9px sans-serif}.f{fill:none;stroke:#888}.a{fill:none;stroke:#1f77b4}"
    ".b{fill:none;stroke:#ff7f0e}.d{fill:none;stroke:#aaa;stroke-dasharray:3}circle{fill:#1f77b4}"
)


@dataclass(frozen=True, slots=True)
class Curves:
    """Points to draw. All values are shares from 0 to 1."""

    reliability: tuple[tuple[float, float, int], ...]
    """(mean predicted, share supported, pairs) per bin of about the same number of pairs."""
    trade_off: tuple[tuple[float, float, float], ...]
    """(threshold, false pass, kept), ascending."""


def curves(rows: Sequence[Labelled]) -> Curves:
    """The points of both pictures."""
    ordered = sorted(rows, key=lambda row: row.score)
    bins = []
    for k in range(_BINS):
        chosen = ordered[k * len(ordered) // _BINS : (k + 1) * len(ordered) // _BINS]
        if chosen:
            bins.append(
                (
                    sum(r.score for r in chosen) / len(chosen),
                    sum(r.supported for r in chosen) / len(chosen),
                    len(chosen),
                )
            )
    steps = []
    for k in range(_STEPS + 1):
        passed, kept = rates_at(rows, k / _STEPS)
        steps.append((k / _STEPS, passed.value, kept.value))
    return Curves(tuple(bins), tuple(steps))


def write_html(file: Path, points: Curves, thresholds: Thresholds, title: str) -> None:
    """One page with both pictures as SVG; no script, nothing loaded."""
    left = _frame(
        "predicted",
        "supported",
        [
            _path([(x, y) for x, y, _ in points.reliability], "a"),
            _path([(0, 0), (1, 1)], "d"),
            *(_dot(x, y) for x, y, _ in points.reliability),
        ],
    )
    marks = [_path([(t, 0), (t, 1)], "d") for t in (thresholds.supported_from, thresholds.unsupported_below)]
    right = _frame(
        "threshold",
        "false pass (orange), kept (blue)",
        [
            _path([(t, p) for t, p, _ in points.trade_off], "b"),
            _path([(t, k) for t, _, k in points.trade_off], "a"),
            *marks,
        ],
    )
    head = f"<meta charset=utf-8><title>{escape(title)}</title><style>{_STYLE}</style>"
    page = f"<!doctype html><html lang=en>{head}<h1>{escape(title)}</h1>{left}{right}</html>\n"
    file.write_text(page, encoding="utf-8")


def _frame(x_name: str, y_name: str, shapes: Sequence[str]) -> str:
    ticks = "".join(
        f"<text x={_x(v):.0f} y=214>{v:g}</text><text x=4 y={_y(v):.0f}>{v:g}</text>" for v in (0.0, 0.5, 1.0)
    )
    names = f"<text x=110 y=226>{escape(x_name)}</text><text x=24 y=10>{escape(y_name)}</text>"
    label = f"{escape(y_name)} by {escape(x_name)}"
    frame = "<rect class=f x=24 y=16 width=200 height=186 />"
    opened = f'<svg viewBox="0 0 240 230" role=img aria-label="{label}">'
    return f"{opened}{frame}{ticks}{names}{''.join(shapes)}</svg>"


def _x(value: float) -> float:
    return 24 + 200 * value


def _y(value: float) -> float:
    return 202 - 186 * value


def _path(points: Sequence[tuple[float, float]], kind: str) -> str:
    return f'<polyline class={kind} points="{" ".join(f"{_x(x):.1f},{_y(y):.1f}" for x, y in points)}" />'


def _dot(x: float, y: float) -> str:
    return f"<circle cx={_x(x):.1f} cy={_y(y):.1f} r=2.5 />"


def write_png(file: Path, points: Curves, thresholds: Thresholds, title: str) -> None:
    """The same two pictures as a PNG.

    Raises:
        ConfigError: matplotlib is not installed.
    """
    try:
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure
    except ImportError as problem:
        raise ConfigError(
            "calibrate", "needs matplotlib for PNG", "Install citeward[charts], or ask for HTML."
        ) from problem
    figure = Figure(figsize=(9, 4), layout="constrained")
    FigureCanvasAgg(figure)
    figure.suptitle(title)
    left, right = figure.subplots(1, 2)
    left.plot([0, 1], [0, 1], "--", color="0.7")
    left.plot([x for x, _, _ in points.reliability], [y for _, y, _ in points.reliability], "o-")
    left.set(xlabel="predicted", ylabel="supported", xlim=(0, 1), ylim=(0, 1))
    right.plot(
        [t for t, _, _ in points.trade_off], [p for _, p, _ in points.trade_off], label="false pass", color="tab:orange"
    )
    right.plot([t for t, _, _ in points.trade_off], [k for _, _, k in points.trade_off], label="kept", color="tab:blue")
    for threshold in (thresholds.supported_from, thresholds.unsupported_below):
        right.axvline(threshold, linestyle="--", color="0.7")
    right.set(xlabel="threshold", xlim=(0, 1), ylim=(0, 1))
    right.legend()
    figure.savefig(file, dpi=120)
