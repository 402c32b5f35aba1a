"""A server on this machine that answers every provider's client with the payload a test gives it, whole or streamed."""

from __future__ import annotations

import json
import struct
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from zlib import crc32

__all__ = ["Reply", "aws_events", "json_reply", "lines", "serving", "sse"]

Reply = tuple[str, bytes]
"""A content type and a body."""


def json_reply(payload: Any) -> Reply:
    """A whole reply."""
    return "application/json", json.dumps(payload).encode()


def sse(events: Sequence[Any], *, done: bool = True, named: bool = False) -> Reply:
    """Server-sent events; ``named``: each under its type, as Anthropic and OpenAI's Responses send them."""
    body = "".join(
        (f"event: {event['type']}\n" if named else "") + f"data: {json.dumps(event)}\n\n" for event in events
    )
    return "text/event-stream", (body + ("data: [DONE]\n\n" if done else "")).encode()


def lines(events: Sequence[Any]) -> Reply:
    """One JSON object a line, as Ollama streams."""
    return "application/x-ndjson", "".join(json.dumps(event) + "\n" for event in events).encode()


def aws_events(events: Sequence[dict[str, Any]]) -> Reply:
    """The event stream encoding of AWS (smithy.io, ``application/vnd.amazon.eventstream``)."""
    return "application/vnd.amazon.eventstream", b"".join(_frame(*next(iter(event.items()))) for event in events)


def _frame(name: str, value: Any) -> bytes:
    said = {":message-type": "event", ":event-type": name, ":content-type": "application/json"}
    headers = b"".join(
        bytes([len(key)]) + key.encode() + b"\x07" + struct.pack(">H", len(text)) + text.encode()
        for key, text in said.items()
    )
    body = json.dumps(value).encode()
    prelude = struct.pack(">II", 16 + len(headers) + len(body), len(headers))
    message = prelude + struct.pack(">I", crc32(prelude)) + headers + body
    return message + struct.pack(">I", crc32(message))


@contextmanager
def serving(reply: Reply) -> Iterator[str]:
    """The address of a server that gives this reply to whatever it is asked."""
    kind, body = reply

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            self.rfile.read(int(self.headers.get("content-length") or 0))
            self.send_response(200)
            self.send_header("content-type", kind)
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        do_GET = do_POST  # noqa: N815 - as http.server names it

        def log_message(self, format: str, *args: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        server.server_close()
