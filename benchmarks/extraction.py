"""One PDF reader's text quoted against another's: the share of sentences that are found, and what a page costs.

A model that was shown a document through one library quotes it as that library spelt it; the gate looks the quotation
up in citeward's text. So sentences are taken from the text of pypdf and pdfminer.six, and of bare PDFium for the price
of looking at the page, and searched in the text of ``citeward.extract``: literally, with white space folded, and with
``citeward.text.find``. Poppler's ``pdftotext`` and PyMuPDF are measured where they are installed.

    python benchmarks/extraction.py [FILE.pdf ...] [--pages 16] [--sentences 100]

Without files, PDFs that packages installed under /usr/share/doc are read. Every reader gets the same pages of the same
file, turn by turn in one process, so times are to be read as ratios.
"""

from __future__ import annotations

import argparse
import io
import json
import re
import shutil
import subprocess
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path

import pypdfium2
from pdfminer.high_level import extract_text as pdfminer_text
from pypdf import PdfReader
from sentencex import segment

from citeward.extract import extract
from citeward.text import SourceIndex, find_many

RESULTS = Path(__file__).parent / "results" / "extraction.json"
SHORTEST, LONGEST = 40, 300
"""Sentences quoted, in code points: long enough to mean one place, short enough to be quoted."""


def pdfium_text(data: bytes) -> str:
    """PDFium's own text, hidden or not."""
    document = pypdfium2.PdfDocument(data)
    return "\f".join(page.get_textpage().get_text_range() for page in document)


def pypdf_text(data: bytes) -> str:
    """pypdf's text."""
    return "\f".join(page.extract_text() for page in PdfReader(io.BytesIO(data)).pages)


def poppler_text(data: bytes) -> str:
    """The text of poppler's ``pdftotext``."""
    done = subprocess.run(["pdftotext", "-", "-"], input=data, capture_output=True, check=True)
    return done.stdout.decode()


def pymupdf_text(data: bytes) -> str:
    """PyMuPDF's text. Its licence keeps it out of this project's dependencies."""
    import pymupdf

    return "\f".join(page.get_text() for page in pymupdf.open(stream=data, filetype="pdf"))


READERS: dict[str, Callable[[bytes], str]] = {
    "citeward": lambda data: extract(data, name="sample.pdf").text,
    "pdfium": pdfium_text,
    "pypdf": pypdf_text,
    "pdfminer.six": lambda data: pdfminer_text(io.BytesIO(data)),
    **({"poppler": poppler_text} if shutil.which("pdftotext") else {}),
    **({"PyMuPDF": pymupdf_text} if find_spec("pymupdf") else {}),
}


def sample(path: Path, pages: int) -> tuple[bytes, int]:
    """A PDF of ``pages`` pages spread evenly over the file, and how many they are."""
    source = pypdfium2.PdfDocument(path)
    step = max(1, len(source) // pages)
    chosen = list(range(0, len(source), step))[:pages]
    target = pypdfium2.PdfDocument.new()
    target.import_pages(source, chosen)
    buffer = io.BytesIO()
    target.save(buffer)
    return buffer.getvalue(), len(chosen)


def sentences(text: str, count: int) -> list[str]:
    """Up to ``count`` whole sentences of ``text``, evenly spread, as the reader spelt them."""
    found = []
    for page in re.split(r"\f", text):
        for block in re.split(r"\n\s*\n", page):
            found += [one.strip() for one in segment("en", " ".join(block.split()))]
    fitting = [one for one in found if SHORTEST <= len(one) <= LONGEST and re.search(r"[.!?][\"”’)]*$", one)]
    step = max(1, len(fitting) // count)
    return fitting[::step][:count]


def installed() -> Iterator[Path]:
    """PDFs that packages brought along."""
    yield from sorted(path for path in Path("/usr/share/doc").rglob("*.pdf") if path.is_file())


def main() -> None:
    """Run the comparison, print a table, write the figures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--pages", type=int, default=16)
    parser.add_argument("--sentences", type=int, default=100)
    options = parser.parse_args()

    seconds: dict[str, float] = defaultdict(float)
    shares: dict[str, Counter[str]] = defaultdict(Counter)
    reasons: dict[str, Counter[str]] = defaultdict(Counter)
    documents: dict[str, dict[str, float]] = {}
    pages = 0
    files = options.files or list(installed())
    for path in files:
        data, count = sample(path, options.pages)
        pages += count
        texts = {}
        for name, read in READERS.items():
            began = time.process_time()
            texts[name] = read(data)
            seconds[name] += time.process_time() - began
        ours = texts.pop("citeward")
        folded = " ".join(ours.split())
        index = SourceIndex(ours)
        documents[path.name] = {}
        for name, text in texts.items():
            quotes = sentences(text, options.sentences)
            granted = shares[name]["found"]
            for quote, match in zip(quotes, find_many(index, quotes, diagnose=False), strict=True):
                shares[name]["sentences"] += 1
                shares[name]["literal"] += quote in ours
                shares[name]["folded"] += " ".join(quote.split()) in folded
                shares[name]["found"] += match.granted
                if match.reason is not None:
                    reasons[name][match.reason.value] += 1
            documents[path.name][name] = round((shares[name]["found"] - granted) / max(1, len(quotes)), 3)
        print(path.name, *(f"{name} {share:.0%}" for name, share in documents[path.name].items()))
    rows = []
    print(f"{len(files)} files, {pages} pages")
    print(f"{'reader':14}{'ms/page':>9}{'ratio':>7}{'sentences':>11}{'literal':>9}{'folded':>8}{'found':>7}")
    for name in READERS:
        figures = shares[name]
        total = max(1, figures["sentences"])
        row = {
            "reader": name,
            "ms_per_page": round(seconds[name] / pages * 1000, 1),
            "ratio": round(seconds[name] / seconds["citeward"], 2),
            "sentences": figures["sentences"],
            **{key: round(figures[key] / total, 3) for key in ("literal", "folded", "found")},
            "refused": dict(reasons[name].most_common()),
        }
        rows.append(row)
        print(f"{name:14}{row['ms_per_page']:>9}{row['ratio']:>7}{row['sentences']:>11}", end="")
        print("" if name == "citeward" else f"{row['literal']:>9.1%}{row['folded']:>8.1%}{row['found']:>7.1%}")
    RESULTS.parent.mkdir(exist_ok=True)
    RESULTS.write_text(
        json.dumps({"files": len(files), "pages": pages, "readers": rows, "documents": documents}, indent=2) + "\n"
    )


if __name__ == "__main__":
    main()
