"""The live example against a server of its own kind: what a model writes comes through the gate token by token."""

from __future__ import annotations

import importlib
import importlib.util
import json
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from types import ModuleType
from typing import ClassVar

import pytest

from citeward.streaming import AnswerEnded, BlockReleased, StreamEvent
from tests.world import EXAMPLES

TOKENS = [
    "Items may be ", "returned within 30 days of delivery [", "{0}", "].", "\n\n", "Free for life [S9-zzzz", "].\n\n",
    "See https://evil.example/", "?q=secret and \x1b[2J", " labels are free within the EU [", "{1}", "].",
]  # fmt: skip


class Model(BaseHTTPRequestHandler):
    """Streams chat completion chunks; copies two handles out of the prompt and invents a third."""

    asked: ClassVar[list[dict[str, object]]] = []

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.asked.append({"path": self.path, **body})
        evidence = body["messages"][-1]["content"]
        handles = [line[1 : line.index("]")] for line in evidence.splitlines() if line.startswith("[S")]
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.end_headers()
        for token in ["", *TOKENS]:
            chunk = {
                "choices": [
                    {"index": 0, "delta": {"content": token.replace("{0}", handles[0]).replace("{1}", handles[1])}}
                ]
            }
            self.wfile.write(f"data: {json.dumps(chunk)}\n\n".encode())
        self.wfile.write(b'data: {"choices": []}\n\ndata: [DONE]\n\n')

    def log_message(self, *_: object) -> None:
        """Quiet."""


@pytest.fixture
def endpoint() -> Iterator[str]:
    server = HTTPServer(("127.0.0.1", 0), Model)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/v1"
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture
def live() -> ModuleType:
    spec = importlib.util.spec_from_file_location("live_example", EXAMPLES / "live.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("mode", ["hold", "plain_first"])
def test_what_a_reader_sees_with_and_without_the_gate(
    mode: str,
    endpoint: str,
    live: ModuleType,
    tmp_path: object,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(live, "PAGE", tmp_path / "out" / "live.html")
    live.main(["--base-url", endpoint, "--mode", mode, "--question", "How long, and who pays?"])
    printed = capsys.readouterr().out
    gated, _, bare = printed.partition("--- without the gate")
    assert "\u27e61\u27e7" in gated
    for invented in ("Free for life", "S9", "evil.example", "secret"):
        assert invented not in gated
        assert invented in bare
    assert "\x1b" not in printed
    page = (tmp_path / "out" / "live.html").read_text(encoding="utf-8")
    assert page.count("cw-cite") >= 2
    assert Model.asked[-1]["path"] == "/v1/chat/completions"
    assert Model.asked[-1]["stream"] is True


def test_a_page_can_be_served_that_is_told_each_answer(
    endpoint: str, live: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.syspath_prepend(str(EXAMPLES))
    module = importlib.import_module("serve")
    real, told = module.serve, []

    def once(tell: Callable[[str], Iterator[StreamEvent]], port: int) -> object:
        told.extend(tell(""))
        server = real(tell, port)
        monkeypatch.setattr(server, "serve_forever", lambda: (_ for _ in ()).throw(KeyboardInterrupt))
        return server

    monkeypatch.setattr(module, "serve", once)
    live.main(["--base-url", endpoint, "--mode", "hold", "--page", "0"])
    assert "Open http://127.0.0.1:" in capsys.readouterr().out
    assert isinstance(told[-1], AnswerEnded)
    assert any(isinstance(event, BlockReleased) and "cw-cite" in event.html for event in told)


def test_a_server_that_is_not_there_is_a_message_and_not_a_traceback(live: ModuleType) -> None:
    with pytest.raises(SystemExit, match="Is the server running"):
        live.main(["--base-url", "http://127.0.0.1:9/v1", "--question", "?"])


def test_an_address_that_is_none_says_what_to_give(live: ModuleType) -> None:
    with pytest.raises(SystemExit, match="OpenAI-compatible"):
        live.main(["--base-url", "localhost", "--question", "?"])
