"""What a hostile model could write and what a hostile source could hold, as Hypothesis strategies.

Answers are put together from the pieces that have meaning somewhere on the way (hygiene, Markdown, markers, links,
sentences, linkifiers) and so meet each other far more often than random characters would.
"""

from __future__ import annotations

from datetime import UTC, datetime
from itertools import pairwise

from hypothesis import settings
from hypothesis import strategies as st

from citeward import Chunk

__all__ = ["LAW", "READERS", "answers", "chunk_lists", "cuts", "foreign_lines", "pieces_of", "urls"]

LAW = settings()
"""How long a law is tried: as the profile says that the run was started with (tests/conftest.py)."""
READERS = frozenset({"reader"})

MARKERS = (
    "[S1]", "[S2]", "[S9]", "[S1][S2]", "[S1, S3]", "[S1; S9]", "[S1-S3]", "[S1\u2013S3]", "[[S1]]", "[see [S1]]",
    "[S1", "S1]", "[S", "[", "]", "[^S1]", "\\[S1\\]", "&#91;S1&#93;", "[S\u200b1]", "[S1](u)", "![S1]", "[S1]: ",
    "[2020]", "arr[1]", "[S1-k7f]", "[@S1]", "[see @S2, p. 3; @S9]", "\\cite{S1}", "\\citep[p. 4]{S3,S9}", "\\cite{",
)  # fmt: skip
LINKS = (
    "[a](https://evil.example/p)", "![a](https://evil.example/p.png)", "<https://evil.example/x>",
    "<a@evil.example>", "https://evil.example/x", "https://", "http:", "://", "//evil.example", "www.evil.example",
    "www.", "evil.example", "evil", ".example", ".", "com", ".com", "[r]: https://evil.example/r\n", "[a][r]",
    "](u)", "](https://evil.example)", "10.1234/abc", "https://doi.org/10.1234/abc", "javascript:alert(1)",
    "mailto:a@evil.example", "a@evil.example", "@", "https://docs.acme.example/one", "1.2.3.4", "localhost/x", "/x",
    ":80",
)  # fmt: skip
MARKUP = (
    "*", "**", "_", "~~", "~", "`", "``", "```", "```\n", "$", "$$", "# ", "- ", "1. ", "> ",
    "| a | b |\n|---|---|\n", "|", "---\n", "===\n", "\n", "\n\n", "  \n", "\\\n", "\\", "    ", "\t", "!", "<", ">",
    "<b>", "</b>", "<div>\n", "<script>alert(1)</script>", "<img src=https://evil.example/i>", "<!-- ", "-->",
    "&amp;", "&lt;", "&#46;", "&", "&colon;", "lt;", "#46;", "- [ ] ", "+", "-", "=", "(", ")",
)  # fmt: skip
WORDS = (
    "Refunds are accepted within 30 days", " the policy says ", ". ", "? ", "! ", " Mr. ", " e.g. ", " 3.5 ", " v. ",
    " \u201c", "\u201d ", '"', "'", " \u00ab", "\u00bb ", "\u7b2c\u4e00\u6761\u3002", "\u5f15\u7528\uff1a\u300c",
    "\u300d", "\u05e2\u05d1\u05e8\u05d9\u05ea", " word", "S1", "Sources", "\u2713 verified", "@channel",
    "<!channel>", "[[wiki]]", "\u27e61\u27e7", "\u27e6", "\u27e7", "e\u0301", "\U0001f469\u200d\U0001f469", "\ufffc",
)  # fmt: skip
UNSEEN = (
    "\u200b", "\u200d", "\u200c", "\u2060", "\ufeff", "\u00ad", "\u202e", "\u2066", "\u2069", "\u200f", "\x00",
    "\x1b[31m", "\x1f", "\x85", "\u2028", "\r", "\r\n", "\U000e0041", "\ufe0f", "\U000e0101", "\ud800", "\udc00",
    "\u0301", "\u180e", "\uffff",
)  # fmt: skip

WORKS = (
    "Smith et al. (2023)", "(Doe & Lee, 2020; Roe, 2019a)", " et al.", "arXiv:2301.12345v2", "hep-th/9901001",
    "Mata v. Avianca", ", 678 F. Supp. 3d 443 (S.D.N.Y. 2023)", "*In re Gault* (1967)", "PMID: 11122233",
    "according to the 2023 Smith report", " (2020)", "2020", "Doe, J. (2020). On tides. ",
)  # fmt: skip
_pieces = st.sampled_from(MARKERS) | st.sampled_from(LINKS) | st.sampled_from(MARKUP)
_pieces = _pieces | st.sampled_from(WORDS) | st.sampled_from(WORKS)
_anything = _pieces | st.sampled_from(UNSEEN) | st.text(max_size=6) | st.characters(codec=None)


def answers(most: int = 30) -> st.SearchStrategy[str]:
    """Answers of up to ``most`` pieces."""
    return st.lists(_anything, max_size=most).map("".join)


def foreign_lines() -> st.SearchStrategy[str]:
    """Titles, passages and versions that their author wrote with our output in mind."""
    return st.lists(_anything | st.sampled_from(['">', "'>", "\u00b7 tier A: authoritative"]), max_size=12).map("".join)


def urls() -> st.SearchStrategy[str | None]:
    """Addresses a document store could hand over, usable and not."""
    return st.sampled_from(
        [
            None,
            "",
            "https://docs.acme.example/one",
            "https://docs.acme.example/a(b)c?x=1&y=2#z",
            "https://docs.acme.example/<script>",
            'https://docs.acme.example/"onmouseover="x',
            "https://docs.acme.example/ space",
            "https://docs.acme.example/#:~:text=steal",
            "https://user:pass@docs.acme.example/",
            "https://docs.acme.example\\@evil.example/",
            "javascript:alert(1)",
            "data:text/html,<script>alert(1)</script>",
            "//evil.example/x",
            "/relative",
            "https://b\u00fccher.example/",
            "https://\u0440\u0430ypal.example/",
            "http://127.0.0.1/x",
            "https://docs.acme.example/\u202egnp",
        ]
    )


@st.composite
def chunk_lists(draw: st.DrawFn) -> list[Chunk]:
    """One to three chunks, S1 to S3, readable, of any tier."""
    return [
        Chunk(
            id=f"doc-{number}",
            handle=f"S{number}",
            version=draw(foreign_lines()),
            title=draw(foreign_lines()),
            text=draw(foreign_lines()) or "Nothing.",
            url=draw(urls()),
            acl=READERS,
            trust=draw(st.integers(0, 3)),
            retrieved_at=draw(st.sampled_from([None, datetime(2026, 1, 31, tzinfo=UTC)])),
        )
        for number in range(1, draw(st.integers(1, 3)) + 1)
    ]


def cuts(text: str) -> st.SearchStrategy[list[int]]:
    """Places to cut a text at, ascending; every place is as likely as another."""
    return st.lists(st.integers(0, len(text)), max_size=12).map(sorted)


def pieces_of(text: str, places: list[int]) -> list[str]:
    """The pieces of a text cut at ``places``."""
    edges = [0, *places, len(text)]
    return [text[low:high] for low, high in pairwise(edges)]
