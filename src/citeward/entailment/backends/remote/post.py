"""One JSON POST with a deadline that also holds against the slowest drip of bytes.

Standard library only. A name lookup cannot be interrupted from here; whoever waits for a batch has a deadline of their
own for that. Redirects are not followed, proxies from the environment are not used, and a reply is read up to
a bound.
"""

from __future__ import annotations

import http.client
import json
import socket
import threading
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

from citeward.entailment.probability import in_time
from citeward.errors import CheckFailed, ConfigError

__all__ = ["Endpoint"]

_LONGEST_REPLY = 1 << 20
"""Bytes. A score is short; more is a service that wants our memory."""


class Endpoint:
    """Where requests go, with the headers they carry."""

    def __init__(self, url: str, headers: Mapping[str, str] | None = None) -> None:
        """Takes an ``http`` or ``https`` URL.

        Raises:
            ConfigError: it is no such URL, or names a user.
        """
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.hostname or parts.username is not None:
            raise ConfigError("support.url", "is not the URL of a service", "Write https://host/path.")
        self.name = f"{parts.scheme}://{parts.hostname}" + (f":{parts.port}" if parts.port else "") + parts.path
        self._https = parts.scheme == "https"
        self._host, self._port = parts.hostname, parts.port
        self._path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        self._headers = {"content-type": "application/json", "accept": "application/json", **(headers or {})}

    def post(self, body: Any, deadline: float) -> Any:
        """The JSON reply to a JSON body.

        Args:
            body: what :func:`json.dumps` takes.
            deadline: time of :func:`time.monotonic` (seconds) after which the connection is cut.

        Raises:
            CheckFailed: no reply in time, a status other than 200, or no JSON.
        """
        left = in_time(deadline, self.name)
        kind = http.client.HTTPSConnection if self._https else http.client.HTTPConnection
        connection = kind(self._host, self._port, timeout=left)
        timer: threading.Timer | None = None
        try:
            connection.connect()
            timer = threading.Timer(in_time(deadline, self.name), _cut, (connection.sock,))
            timer.daemon = True
            timer.start()
            connection.request("POST", self._path, json.dumps(body).encode(), self._headers)
            response = connection.getresponse()
            data = response.read(_LONGEST_REPLY + 1)
            status = response.status
        except (OSError, http.client.HTTPException, ValueError, AttributeError) as problem:
            raise CheckFailed(f"{self.name} did not answer: {type(problem).__name__}") from problem
        finally:
            if timer is not None:
                timer.cancel()
            connection.close()
        in_time(deadline, self.name)  # a reply that was cut short must not be read as a whole one
        if status != http.client.OK:
            raise CheckFailed(f"{self.name} answered with status {status}")
        if len(data) > _LONGEST_REPLY:
            raise CheckFailed(f"{self.name} answered at too great length")
        try:
            return json.loads(data)
        except (ValueError, RecursionError) as problem:
            raise CheckFailed(f"{self.name} answered with something that is not JSON") from problem


def _cut(sock: socket.socket) -> None:
    """Ends a connection from outside: a socket timeout starts anew with every byte, this does not."""
    try:
        sock.shutdown(socket.SHUT_RDWR)
    except OSError:
        return  # it is gone already
