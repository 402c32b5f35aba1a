"""An answer through the stream, token by token, against the bare parser and the gate fed once; and how soon words come.

Every way is timed in one interleaved run over the same answer. ``bare parser`` parses the whole answer with pyromark
each time a token comes, as a client does that renders Markdown while it streams; ``fed parser`` is ours without checks.
Run it with ``python benchmarks/streaming.py``.
"""

from __future__ import annotations

import json
import re
import statistics
import time
from collections.abc import Callable
from pathlib import Path

import pyromark
from rich.console import Console
from rich.table import Table
from timing import interleaved

from citeward import Chunk, Gate, Principal
from citeward.parse import OPTIONS, Parser, UnitParser
from citeward.render import html
from citeward.streaming import BlockReleased, Mode, TailChanged

ROUNDS = 15
RESULT = Path(__file__).parent / "results" / "streaming.json"
STAFF = frozenset({"staff"})
SENTENCES = (
    "The standard requires that every contractor laptop uses full-disk encryption with keys in the vault [S{a}].",
    "Exceptions need written approval from the security office and expire after ninety days [S{b}].",
    "Employees who travel should read the guidance on **border crossings** before they leave the country.",
    "The help desk can rotate a key within one working day; a lost device must be reported at once.",
)
PASSAGE = "Every contractor laptop uses full-disk encryption with keys escrowed in the corporate vault. " * 6
_TOKEN = re.compile(r"\s?\w{1,5}|\s+|[^\w\s]")


def answer(paragraphs: int, *, heading: bool = True) -> str:
    """Paragraphs with two citations each, a heading, a list."""
    blocks = ["# Laptop policy"] if heading else []
    for number in range(paragraphs):
        blocks.append(" ".join(SENTENCES).format(a=number % 8 + 1, b=(number + 3) % 8 + 1))
        if number % 3 == 2:
            blocks.append("- Ask the help desk [S1].\n- Use the *portal*.\n- Keep `state.json`.")
    return "\n\n".join(blocks)


def main() -> None:
    """Measures, prints and stores ratios."""
    chunks = [
        Chunk(f"d{n}", PASSAGE, "1", f"Document {n}", f"https://acme.example/{n}", STAFF, 3, handle=f"S{n}")
        for n in range(1, 9)
    ]
    gate = Gate.in_memory(chunks)
    turn = gate.open(Principal("ana", STAFF), chunks)
    handles = turn.ledger.handles
    text = answer(12)
    tokens = _TOKEN.findall(text)
    assert "".join(tokens) == text

    def bare() -> None:
        for _ in pyromark.events_with_range(text, options=OPTIONS):
            pass

    def bare_each_token() -> None:
        held = ""
        for token in tokens:
            held += token
            for _ in pyromark.events_with_range(held, options=OPTIONS):
                pass

    def fed() -> None:
        parser = Parser(handles)
        for token in tokens:
            parser.feed(token)
        parser.finish()

    def units() -> None:
        parser = UnitParser(handles)
        for token in tokens:
            parser.units(token)
        parser.last_units()

    def streamed(mode: Mode) -> Callable[[], None]:
        def run() -> None:
            stream = gate.stream(turn, mode=mode)
            for token in tokens:
                stream.feed(token)
            stream.finish()

        return run

    def batch() -> None:
        html(gate.check(text, turn).shown)

    steps: dict[str, Callable[[], None]] = {
        "bare parser, once": bare,
        "bare parser, at every token": bare_each_token,
        "fed parser": fed,
        "fed parser, in units": units,
        "gate, fed once": batch,
        "stream, hold": streamed(Mode.HOLD),
        "stream, plain first": streamed(Mode.PLAIN_FIRST),
    }
    times = interleaved(steps, ROUNDS)
    medians = {name: statistics.median(found) for name, found in times.items()}
    floor = medians["bare parser, at every token"]
    table = Table(title=f"{len(text):,} characters in {len(tokens):,} tokens, {ROUNDS} interleaved rounds, CPU time")
    for column in ("way", "x bare at every token", "tokens/s", "characters/s"):
        table.add_column(column, justify="left" if column == "way" else "right")
    for name, median in medians.items():
        rates = f"{len(tokens) / median:,.0f}", f"{len(text) / median:,.0f}"
        table.add_row(name, f"{median / floor:.2f}", *rates)
    Console().print(table)
    plain = _TOKEN.findall(answer(12, heading=False))
    first = {mode.value: _first(gate, turn, plain, mode) for mode in Mode}
    longer = _growth(gate, turn)
    for mode, found in first.items():
        print(
            f"{mode}: first words after {found['words']} of {found['paragraph']} tokens of the first paragraph "
            f"({found['words_ms']} ms of work), first judged block after {found['block']}"
        )
    print(f"ten times the answer takes {longer:.1f} times as long")
    RESULT.parent.mkdir(exist_ok=True)
    result = {
        "what": {"characters": len(text), "tokens": len(tokens), "rounds": ROUNDS},
        "ratio_to_bare_at_every_token": {name: round(median / floor, 3) for name, median in medians.items()},
        "tokens_per_s_on_a_shared_machine": {name: round(len(tokens) / median) for name, median in medians.items()},
        "tokens_before_the_first": first,
        "ten_times_the_answer": round(longer, 1),
    }
    RESULT.write_text(json.dumps(result, indent=2) + "\n", encoding="utf-8")


def _first(gate: Gate, turn: object, tokens: list[str], mode: Mode) -> dict[str, float | None]:
    """How soon the first words, and the first judged block, are there to be shown.

    In tokens, because what a reader waits for is the model; in milliseconds the CPU time the stream itself has taken by
    then. The answer begins with a paragraph: that is what there is to wait for.
    """
    stream = gate.stream(turn, mode=mode)  # type: ignore[arg-type]
    found: dict[str, float | None] = {"words": None, "words_ms": None, "block": None}
    found["paragraph"] = next(number for number, token in enumerate(tokens) if "\n\n" in token)
    began = time.process_time()
    for number, token in enumerate(tokens, 1):
        for event in stream.feed(token):
            judged = not isinstance(event, TailChanged) and not (isinstance(event, BlockReleased) and not event.checked)
            if found["words"] is None:
                found |= {"words": number, "words_ms": round((time.process_time() - began) * 1e3, 2)}
            if judged and found["block"] is None:
                found["block"] = number
        if found["block"] is not None:
            break
    return found


def _growth(gate: Gate, turn: object) -> float:
    """How much longer ten times the answer takes."""
    found = []
    for paragraphs in (12, 120):
        tokens = _TOKEN.findall(answer(paragraphs))
        began = time.process_time()
        stream = gate.stream(turn)  # type: ignore[arg-type]
        for token in tokens:
            stream.feed(token)
        stream.finish()
        found.append(time.process_time() - began)
    return found[1] / found[0]


if __name__ == "__main__":
    main()
