"""Small hostile and honest files, built in memory for the tests of extraction."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping

W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
MC = 'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"'
MAIN = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"

CONTENT_TYPES = (
    '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
    f'<Override PartName="/word/document.xml" ContentType="{MAIN}"/></Types>'
)


def pdf(
    *pages: str, labels: str = "", rotate: int = 0, box: str = "0 0 612 792", info: str = "", extra: str = ""
) -> bytes:
    """A PDF (ISO 32000) whose pages have the given content streams, ``/F1`` Helvetica and ``/GS`` fully transparent.

    ``extra`` adds resources to every page. The cross-reference table is written by hand and is right.
    """
    count = len(pages)
    kids = " ".join(f"{4 + 2 * index} 0 R" for index in range(count))
    objects = [
        f"<< /Type /Catalog /Pages 2 0 R {labels} >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {count} >>",
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
    ]
    for index, content in enumerate(pages):
        resources = f"<< /Font << /F1 3 0 R >> /ExtGState << /GS << /ca 0 /CA 0 >> >> {extra} >>"
        objects.append(
            f"<< /Type /Page /Parent 2 0 R /MediaBox [{box}] /Rotate {rotate} /Resources {resources} "
            f"/Contents {5 + 2 * index} 0 R >>"
        )
        objects.append(f"<< /Length {len(content.encode('latin-1'))} >>\nstream\n{content}\nendstream")
    objects.append(f"<< {info} >>")
    out = bytearray(b"%PDF-1.7\n")
    offsets = []
    for number, body in enumerate(objects, start=1):
        offsets.append(len(out))
        out += f"{number} 0 obj\n{body}\nendobj\n".encode("latin-1")
    start = len(out)
    out += f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n".encode()
    out += "".join(f"{offset:010d} 00000 n \n" for offset in offsets).encode()
    out += f"trailer << /Size {len(objects) + 1} /Root 1 0 R /Info {len(objects)} 0 R >>\n".encode()
    out += f"startxref\n{start}\n%%EOF\n".encode()
    return bytes(out)


def line(text: str, y: int, *, x: int = 72, size: float = 12, before: str = "") -> str:
    """Operators that show one line of text, in a graphics state of its own."""
    return f"q {before} BT /F1 {size} Tf {x} {y} Td ({text}) Tj ET Q\n"


def docx(body: str, *, parts: Mapping[str, str | bytes] | None = None, namespaces: str = W) -> bytes:
    """A DOCX whose ``w:body`` is ``body``; ``parts`` adds or replaces entries."""
    entries: dict[str, str | bytes] = {
        "[Content_Types].xml": CONTENT_TYPES,
        "word/document.xml": f"<w:document {namespaces}><w:body>{body}</w:body></w:document>",
        **(parts or {}),
    }
    return zipped(entries)


def zipped(entries: Mapping[str, str | bytes]) -> bytes:
    """A zip archive of the given entries."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in entries.items():
            # The mimetype entry of EPUB and OpenDocument is stored, so that it can be read in place.
            archive.writestr(name, content, zipfile.ZIP_STORED if name == "mimetype" else zipfile.ZIP_DEFLATED)
    return buffer.getvalue()


def paragraph(*runs: str, properties: str = "") -> str:
    """A paragraph of runs; a run that is not markup becomes plain text."""
    made = "".join(run if run.startswith("<") else text_run(run) for run in runs)
    return f"<w:p>{f'<w:pPr>{properties}</w:pPr>' if properties else ''}{made}</w:p>"


def text_run(text: str, properties: str = "") -> str:
    """A run with run properties."""
    return f'<w:r><w:rPr>{properties}</w:rPr><w:t xml:space="preserve">{text}</w:t></w:r>'


def lying_zip(name: str, honest: Mapping[str, str | bytes], size: int) -> bytes:
    """A DOCX in which entry ``name`` unpacks to ``size`` bytes, while its headers promise one hundred."""
    archive = bytearray(zipped({**honest, name: b" " * size}))
    for signature, offset in ((b"PK\x03\x04", 22), (b"PK\x01\x02", 24)):
        position = archive.find(signature)
        while position >= 0:
            name_at = position + (30 if signature == b"PK\x03\x04" else 46)
            if archive[name_at : name_at + len(name)] == name.encode():
                archive[position + offset : position + offset + 4] = (100).to_bytes(4, "little")
            position = archive.find(signature, position + 4)
    return bytes(archive)
