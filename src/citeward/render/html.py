"""HTML from events: one escape function, a fixed table of tags, nothing parsed again and nothing cleaned afterwards.

The output is a fragment without style, script or form. It makes no request and holds no link but the ones of the
source list and the jumps to it. Roles follow DPUB-ARIA 1.1: ``doc-noteref`` for a citation, a plain list in a section
with ``doc-endnotes``, ``doc-backlink`` for the way back.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from citeward.parse import Break, Close, Code, Fence, Html, Math, Open, Rule, Text
from citeward.render import labels
from citeward.render.shown import Chip, Mark, Note, Shown, ShownEvent, ShownSource

__all__ = ["escape", "html", "html_body", "html_end"]

_ESCAPES = {ord("&"): "&amp;", ord("<"): "&lt;", ord(">"): "&gt;", ord('"'): "&quot;", ord("'"): "&#39;"}
_SPECIAL = re.compile("[&<>\"']")
_OPEN = {
    "p": "<p>", "ul": "<ul>", "li": "<li>", "blockquote": "<blockquote>", "table": "<table>", "thead": "<thead><tr>",
    "tr": "<tr>", "em": "<em>", "strong": "<strong>", "del": "<del>",
    "link": '<span class="cw-delinked" title="Link removed">',
    "image": '<span class="cw-delinked" title="Image removed">',
}  # fmt: skip
_CLOSE = {
    "p": "</p>\n", "ul": "</ul>\n", "ol": "</ol>\n", "li": "</li>\n", "blockquote": "</blockquote>\n",
    "table": "</table>\n", "thead": "</tr></thead>\n", "tr": "</tr>\n", "th": "</th>", "td": "</td>", "em": "</em>",
    "strong": "</strong>", "del": "</del>", "link": "</span>", "image": "</span>",
}  # fmt: skip
_ALIGN = {"left": ' class="cw-left"', "right": ' class="cw-right"', "center": ' class="cw-center"'}
_LANGUAGE = re.compile(r"[A-Za-z0-9_+#-]{1,24}")
_PREFIX = re.compile(r"[a-z][a-z0-9-]{0,63}")
_LARGEST_START = 999_999_999


def escape(text: str) -> str:
    """``text`` as HTML text or as the value of a double-quoted attribute. The only way text enters the output."""
    return text.translate(_ESCAPES) if _SPECIAL.search(text) else text


def html(shown: Shown, *, prefix: str = "cw") -> str:
    """The answer as an HTML fragment.

    Args:
        shown: what the reader gets.
        prefix: begins every id, so that several answers share a page: lower-case letters, digits and hyphens.

    Raises:
        ValueError: the prefix is not of that form.
    """
    if not _PREFIX.fullmatch(prefix):
        raise ValueError(f"prefix: {prefix!r} is no id prefix. Use lower-case letters, digits and hyphens.")
    if shown.blocked:
        return f'<p class="cw-blocked" role="note">{labels.BLOCKED}</p>\n'
    return html_body(shown.events, prefix) + html_end(shown, prefix)


def html_body(events: Iterable[ShownEvent], prefix: str) -> str:
    """The events alone, as they stand: the HTML of a stretch of events is a stretch of the HTML of all of them."""
    out: list[str] = []
    body = _Body(out, prefix)
    for event in events:
        body.write(event)
    return "".join(out)


def html_end(shown: Shown, prefix: str) -> str:
    """What stands below the answer: how many sentences were left out, and the sources."""
    out: list[str] = []
    if shown.dropped:
        out.append(f'<p class="cw-dropped" role="note">{labels.dropped(shown.dropped)}</p>\n')
    if shown.sources:
        title = labels.sources(shown.unmarked)
        out.append(
            f'<section class="cw-sources" role="doc-endnotes" aria-label="{title}">'
            f'<p class="cw-sources-title">{title}</p><ol>\n'
        )
        out.extend(_source(source, prefix) for source in shown.sources)
        out.append("</ol></section>\n")
    return "".join(out)


def _text(event: Text) -> str:
    # "www." and the label of a link behind it read as one address, which nothing else takes apart here.
    return escape(f"{event.text[:-1]}[.]" if event.text[-4:].lower() == "www." else event.text)


class _Body:
    """Writes events; knows only which heading levels are open."""

    __slots__ = ("_levels", "_out", "_prefix", "_writers")

    def __init__(self, out: list[str], prefix: str) -> None:
        self._out, self._prefix = out, prefix
        self._levels: list[int] = []
        self._writers: dict[type, Callable[..., str]] = {
            Text: _text,
            Open: self._open,
            Close: self._close,
            Chip: self._chip,
            Break: lambda event: "<br>\n" if event.hard else "\n",
            Code: lambda event: f"<code>{escape(event.text)}</code>",
            Math: _math,
            Html: lambda event: escape(event.text),
            Fence: _fence,
            Rule: lambda event: "<hr>\n",
            Note: lambda event: f'<span class="cw-note">[{escape(event.text)}]</span>',
            Mark: lambda event: f' <span class="cw-mark cw-{event.kind}" role="note">({event.text})</span>',
        }

    def write(self, event: ShownEvent) -> None:
        self._out.append(self._writers[type(event)](event))

    def _open(self, event: Open) -> str:
        tag, attr = event
        if tag in _OPEN:
            return _OPEN[tag]
        if tag == "h":
            level = min(max(int(attr or 1), 1), 6)
            self._levels.append(level)
            return f"<h{level}>"
        if tag == "ol":
            start = int(attr or 0)
            return "<ol>" if start == 1 or start > _LARGEST_START else f'<ol start="{start}">'
        return f"<{'th' if tag == 'th' else 'td'}{_ALIGN.get(str(attr), '')}>"

    def _close(self, event: Close) -> str:
        return _CLOSE[event.tag] if event.tag != "h" else f"</h{self._levels.pop()}>\n"

    def _chip(self, event: Chip) -> str:
        label = escape(event.label)
        record = f' data-citation="{escape(event.citation)}"' if event.citation else ""
        return (
            f'<a class="cw-cite cw-tier-{event.tier.name.lower()}" role="doc-noteref" '
            f'href="#{self._prefix}-s{event.number}" id="{self._prefix}-r{event.number}-{event.occurrence}" '
            f'data-sid="{escape(event.handle)}"{record} title="{label}" '
            f'aria-label="{label}">{labels.ours(event.shown)}</a>'
        )


def _source(source: ShownSource, prefix: str) -> str:
    title = f"<bdi>{escape(source.title)}</bdi>"
    if source.copy is not None:
        title = _copy(source, title)
    elif source.href is not None:
        title = (
            f'<a class="cw-link" href="{escape(source.href)}" rel="noopener noreferrer nofollow" '
            f'referrerpolicy="no-referrer">{title}</a> <span class="cw-host">({escape(source.host)})</span>'
        )
    about = " \u00b7 ".join(map(escape, source.about))
    snippets = "".join(f'<q class="cw-snippet">{escape(snippet)}</q> ' for snippet in source.snippets)
    back = "".join(
        f'<a role="doc-backlink" class="cw-back" href="#{prefix}-r{source.number}-{n}" '
        f'aria-label="Back to citation {n} of source {source.number}">\u21a9</a>'
        for n in range(1, min(source.citations, 20) + 1)
    )
    again = "".join(
        f'<a class="cw-permalink" href="{escape(href)}" rel="noopener noreferrer nofollow" '
        f'referrerpolicy="no-referrer" aria-label="{labels.CHECK_AGAIN} citation {n} of source {source.number}">'
        f"\u21bb{n}</a>"
        for n, href in source.permalinks
    )
    return (
        f'<li class="cw-source cw-tier-{source.tier.name.lower()}" id="{prefix}-s{source.number}">{title} '
        f'<span class="cw-meta">{about}</span> {snippets}{back}{again}</li>\n'
    )


def _copy(source: ShownSource, title: str) -> str:
    """The copy first, where something serves it, then the page as it is now."""
    if source.copy is not None and source.copy.href is not None:
        title = (
            f'<a class="cw-link cw-copy" href="{escape(source.copy.href)}" rel="noopener noreferrer nofollow" '
            f'referrerpolicy="no-referrer">{title}</a>'
        )
    if source.href is None:
        return title
    return (
        f'{title} <span class="cw-live">{labels.LIVE_PAGE} <a class="cw-link" href="{escape(source.href)}" '
        f'rel="noopener noreferrer nofollow" referrerpolicy="no-referrer">{escape(source.host)}</a></span>'
    )


def _math(event: Math) -> str:
    kind = "cw-math cw-display" if event.display else "cw-math"
    return f'<code class="{kind}">{escape(event.text)}</code>'


def _fence(event: Fence) -> str:
    language = _LANGUAGE.match(event.language)
    css = f' class="language-{escape(language.group())}"' if language else ""
    return f"<pre><code{css}>{escape(event.text)}</code></pre>\n"
