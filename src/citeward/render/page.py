"""A whole page around rendered answers: a stylesheet for our classes, and a policy that lets nothing else load."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterable
from functools import cache
from importlib.resources import files

from citeward.render.html import escape

__all__ = ["page", "stylesheet"]

_BASE = (
    "body{font:16px/1.5 system-ui,sans-serif;max-width:46em;margin:2em auto;padding:0 1em;color:#222}"
    "h2.cw-page{margin-top:2.5em;border-bottom:2px solid #222}"
    "table{border-collapse:collapse}td,th{border:1px solid #ccc;padding:.2em .6em}"
    "pre{background:#f5f5f5;padding:.6em;overflow:auto}"
    "@media (prefers-color-scheme:dark){body{background:#1b1b1b;color:#e6e6e6}a{color:#8ab8ff}"
    "h2.cw-page{border-color:#e6e6e6}td,th{border-color:#555}pre{background:#2a2a2a}}"
)


@cache
def stylesheet() -> str:
    """The stylesheet for the classes of :func:`citeward.render.html`. Restyle as you like, but keep tier D apart."""
    return files("citeward.render").joinpath("style.css").read_text(encoding="utf-8")


def page(title: str, answers: Iterable[tuple[str, str]]) -> str:
    """A standalone page.

    Args:
        title: of the page; escaped.
        answers: a heading, escaped, and a fragment of :func:`citeward.render.html`, taken as it is.

    The page carries a Content Security Policy (W3C CSP3) that allows its own stylesheet and nothing else, by hash.
    """
    css = _BASE + stylesheet()
    digest = base64.b64encode(hashlib.sha256(css.encode()).digest()).decode()
    body = "".join(f'<section><h2 class="cw-page">{escape(head)}</h2>\n{body}</section>\n' for head, body in answers)
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">\n'
        f"<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'sha256-{digest}'; "
        "base-uri 'none'; form-action 'none'\">\n"
        '<meta name="referrer" content="no-referrer"><meta name="viewport" content="width=device-width">\n'
        f"<title>{escape(title)}</title><style>{css}</style></head>\n<body><h1>{escape(title)}</h1>\n{body}</body></html>\n"
    )
