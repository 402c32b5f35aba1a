"""Bytes to text, strictly: an encoding is evident or declared, never guessed.

A guessed encoding turns one letter into another and a quotation into a forgery, so bytes that are not UTF-8 need a byte
order mark or a declaration. The labels honoured are those of the WHATWG Encoding Standard that Python can decode;
UTF-7 and the escape codecs are not among them, because they hide markup from a reader of the bytes.
"""

from __future__ import annotations

import codecs
import re

from .errors import CharsetError, UnsupportedFormatError

_BYTE_ORDER_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    # The UTF-32 mark begins with the UTF-16 mark, so it is asked first.
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)

_DECLARABLE = frozenset(
    codecs.lookup(label).name
    for label in (
        *("utf-8", "utf-16-le", "utf-16-be", "utf-16", "ascii", "koi8-r", "koi8-u", "mac-roman", "mac-cyrillic"),
        *(f"iso-8859-{part}" for part in (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 13, 14, 15, 16)),
        *(f"cp{page}" for page in (874, 1250, 1251, 1252, 1253, 1254, 1255, 1256, 1257, 1258)),
        *(
            "gb2312",
            "gbk",
            "gb18030",
            "big5",
            "big5hkscs",
            "euc-jp",
            "shift_jis",
            "cp932",
            "iso-2022-jp",
            "euc-kr",
            "cp949",
        ),
    )
)

# The WHATWG Encoding Standard reads these labels as windows-1252, and so does every browser that shows the page.
_READ_AS_WINDOWS_1252 = frozenset({"ascii", "iso8859-1"})

_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1f\x7f]")
_CONTROLS_PER_TEXT = 100
"""One control character in a hundred characters is still text (a stray escape); more is a binary file."""


def has_byte_order_mark(data: bytes) -> bool:
    """Whether ``data`` begins with the byte order mark of UTF-8, UTF-16 or UTF-32."""
    return any(data.startswith(mark) for mark, _ in _BYTE_ORDER_MARKS)


def decode(data: bytes, declared: str | None, document: str) -> tuple[str, str]:
    r"""Decode ``data`` strictly and return the text, line ends as ``\n``, with the codec's name.

    A byte order mark outranks ``declared``, which outranks UTF-8.

    Raises:
        CharsetError: the bytes are not text in that encoding, or ``declared`` names none that is honoured.
        UnsupportedFormatError: the text holds control characters no text file holds: it is a binary file.
    """
    codec, body = _choose(data, declared, document)
    try:
        text = body.decode(codec, "strict")
    except (UnicodeDecodeError, UnicodeError) as error:
        raise CharsetError(
            document,
            f"byte {_position(error) + len(data) - len(body):,} is not {codec}",
            "Convert the file to UTF-8, or declare its encoding: media_type='text/plain; charset=windows-1252'",
        ) from None
    controls = len(_CONTROL.findall(text))
    if "\x00" in text or controls * _CONTROLS_PER_TEXT > len(text):
        raise UnsupportedFormatError(
            document, "it is a binary file, not text", "Convert it to PDF, DOCX, HTML, Markdown or plain text"
        )
    return text.replace("\r\n", "\n").replace("\r", "\n"), codec


def _choose(data: bytes, declared: str | None, document: str) -> tuple[str, bytes]:
    for mark, codec in _BYTE_ORDER_MARKS:
        if data.startswith(mark):
            return codec, data[len(mark) :]
    if declared is None:
        return "utf-8", data
    try:
        codec = codecs.lookup(declared.strip()).name
    except (LookupError, ValueError):
        codec = ""
    if codec not in _DECLARABLE:
        raise CharsetError(
            document, f"the declared encoding {declared[:40]!r} is not one that is read", "Convert the file to UTF-8"
        )
    return ("cp1252" if codec in _READ_AS_WINDOWS_1252 else codec), data


def _position(error: UnicodeError) -> int:
    return error.start if isinstance(error, UnicodeDecodeError) else 0
