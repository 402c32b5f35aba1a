"""What passes between a process and its isolated worker: an order there, an extraction or its error back.

The worker has parsed a hostile file, so its answer is checked like any other input.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import Any, BinaryIO, NoReturn

from .document import Extracted, Page
from .errors import ERRORS_BY_CODE, ExtractionError, TimedOutError
from .limits import ExtractLimits


@dataclass(frozen=True, slots=True)
class Order:
    """What to extract, without the bytes: they follow it.

    Attributes:
        name: how errors call the document.
        media_type: as declared, or ``None``.
        max_answer: bytes the answer may have.
        limits: the bounds the worker confines itself to.
    """

    name: str
    media_type: str | None
    max_answer: int
    limits: ExtractLimits


def write_order(stream: BinaryIO, order: Order, data: bytes) -> None:
    """Write ``order`` as one line of JSON, then ``data``."""
    stream.write(json.dumps(asdict(order)).encode("ascii") + b"\n")
    stream.write(data)
    stream.flush()


def read_order(stream: BinaryIO) -> tuple[Order, bytes]:
    """Inverse of :func:`write_order`."""
    fields = json.loads(stream.readline())
    fields["limits"] = ExtractLimits(**fields["limits"])
    return Order(**fields), stream.read()


def pack(result: Extracted | ExtractionError) -> bytes:
    """Encode an outcome. Inverse of :func:`unpack`."""
    if isinstance(result, ExtractionError):
        value: dict[str, Any] = {
            "error": result.code, "field": result.field, "problem": result.problem, "remedy": result.remedy
        }  # fmt: skip
    else:
        value = {
            "text": result.text,
            "media_type": result.media_type,
            "title": result.title,
            "pages": [[page.label, page.start, page.end] for page in result.pages],
            "extractor": result.extractor,
            "warnings": list(result.warnings),
        }
    return json.dumps(value, ensure_ascii=True, separators=(",", ":")).encode("ascii")


def unpack(data: bytes, document: str) -> Extracted:
    """Decode an outcome: return the extraction or raise the error it was.

    Raises:
        ExtractionError: the error that was packed.
        TimedOutError: ``data`` is no outcome; the worker was ended or went astray.
    """
    try:
        value = json.loads(data)
        if "error" in value:
            error = ERRORS_BY_CODE[value["error"]](str(value["field"]), str(value["problem"]), str(value["remedy"]))
        else:
            return Extracted(
                text=_string(value["text"]),
                media_type=_string(value["media_type"]),
                title=None if value["title"] is None else _string(value["title"]),
                pages=tuple(
                    Page(number, _string(label), int(start), int(end))
                    for number, (label, start, end) in enumerate(value["pages"], start=1)
                ),
                extractor=_string(value["extractor"]),
                warnings=tuple(map(_string, value["warnings"])),
            )
    except (ValueError, KeyError, TypeError, RecursionError):
        _lost(document)
    raise error


def _string(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError(f"expected a string, got {type(value).__name__}")
    return value


def _lost(document: str) -> NoReturn:
    raise TimedOutError(
        document,
        "the isolated process ended without an answer: the file exhausted its seconds or memory, or crashed its parser",
        "Open the file and save it again, or raise ExtractLimits.seconds or memory_bytes for a source you trust",
    ) from None
