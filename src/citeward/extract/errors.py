"""The errors of extraction. A file that cannot be read raises one of them; it never becomes text.

::

    ExtractionError               every error below: names the document, what is wrong, and the remedy
    ├── UnsupportedFormatError    no extractor reads this kind of file
    ├── TypeMismatchError         the content is not what the name or the media type says
    ├── MissingExtraError         the format is known, its library is not installed
    ├── CharsetError              text whose encoding is neither declared nor evident
    ├── EncryptedError            a password or a rights server stands before the text
    ├── BrokenFileError           damaged, truncated, or not well-formed
    ├── TooLargeError             beyond a limit (also a :class:`citeward.errors.LimitExceeded`)
    ├── TimedOutError             the time limit passed, or the isolated process had to be ended
    └── NoTextError               a sound file in which a reader sees no text
        └── ScannedError          ... because its pages are pictures
"""

from __future__ import annotations

from typing import ClassVar

from citeward.errors import InputError, LimitExceeded


class ExtractionError(InputError):
    """A file did not become text. ``field`` is the document's name, ``code`` a stable word for machines."""

    code: ClassVar[str] = "extraction_failed"


class UnsupportedFormatError(ExtractionError):
    """No extractor reads this kind of file."""

    code = "unsupported"


class TypeMismatchError(ExtractionError):
    """The content contradicts the declared type, e.g. an HTML error page saved as ``report.pdf``."""

    code = "type_mismatch"


class MissingExtraError(ExtractionError):
    """The library that reads this format is not installed."""

    code = "missing_extra"


class CharsetError(ExtractionError):
    """The bytes are not text in the declared encoding, or none is declared and they are not UTF-8."""

    code = "charset"


class EncryptedError(ExtractionError):
    """The file is encrypted."""

    code = "encrypted"


class BrokenFileError(ExtractionError):
    """The file is damaged, truncated or malformed."""

    code = "broken"


class TooLargeError(ExtractionError, LimitExceeded):
    """The file, or what it unpacks to, is beyond a limit of :class:`~citeward.extract.ExtractLimits`."""

    code = "too_large"


class TimedOutError(ExtractionError):
    """Extraction did not end within its seconds or its memory."""

    code = "timed_out"


class NoTextError(ExtractionError):
    """The file is sound, but a reader sees no text in it."""

    code = "no_text"


class ScannedError(NoTextError):
    """The pages are pictures: there is something to read, but no text to quote."""

    code = "scanned"


ERRORS_BY_CODE: dict[str, type[ExtractionError]] = {
    error.code: error
    for error in (
        ExtractionError,
        UnsupportedFormatError,
        TypeMismatchError,
        MissingExtraError,
        CharsetError,
        EncryptedError,
        BrokenFileError,
        TooLargeError,
        TimedOutError,
        NoTextError,
        ScannedError,
    )
}
"""How an error crosses a process boundary: by its code."""
