"""A page that shows an answer while it is being written: a small server on the loopback interface, and its stream.

``serve`` is given a function that answers a question with the gate's stream events; ``python examples/live.py --page
8000`` gives it a live model. The page is ``examples/reader``; nothing in it knows anything of the model.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

from citeward.streaming import StreamEvent, sse

__all__ = ["serve"]

READER = Path(__file__).parent / "reader"
FILES = {
    "/": ("index.html", "text/html"),
    "/reader.js": ("reader.js", "text/javascript"),
    "/style.css": ("style.css", "text/css"),
}
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'"
)
"""What a browser may load for this page even if everything else failed: its own three files and its stream."""


def serve(tell: Callable[[str], Iterable[StreamEvent]], port: int = 0) -> ThreadingHTTPServer:
    """A server for the page on 127.0.0.1, not yet running; ``server_port`` is its port.

    Args:
        tell: the events of the answer to a question, one after the other as they come.
        port: 0 for any that is free.
    """

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            where = urlsplit(self.path)
            if where.path == "/events":
                self._stream((parse_qs(where.query).get("question") or [""])[0])
            elif where.path in FILES:
                self._file(*FILES[where.path])
            else:
                self.send_error(HTTPStatus.NOT_FOUND)

        def _file(self, name: str, kind: str) -> None:
            self._begin(f"{kind}; charset=utf-8")
            self.wfile.write((READER / name).read_bytes())

        def _stream(self, question: str) -> None:
            self._begin("text/event-stream")
            try:
                for event in tell(question):
                    self.wfile.write(sse(event).encode())
                    self.wfile.flush()
            except ConnectionError:
                return  # the reader has gone

        def _begin(self, kind: str) -> None:
            self.send_response(HTTPStatus.OK)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Security-Policy", POLICY)
            self.send_header("X-Content-Type-Options", "nosniff")
            self.send_header("Referrer-Policy", "no-referrer")
            self.send_header("Cache-Control", "no-store")
            self.end_headers()

        def log_message(self, *_: object) -> None:
            """Quiet: the terminal belongs to the answer."""

    return ThreadingHTTPServer(("127.0.0.1", port), Handler)
