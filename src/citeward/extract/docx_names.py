"""WordprocessingML names, in the transitional and the strict namespace alike."""

from __future__ import annotations

from collections.abc import Mapping

_NAMESPACES = (
    "http://schemas.openxmlformats.org/wordprocessingml/2006/main ",
    "http://purl.oclc.org/ooxml/wordprocessingml/main ",
)
_MATH = (
    "http://schemas.openxmlformats.org/officeDocument/2006/math ",
    "http://purl.oclc.org/ooxml/officeDocument/math ",
)
_COMPATIBILITY = "http://schemas.openxmlformats.org/markup-compatibility/2006 "


def local(name: str) -> str:
    """``p`` for ``w:p``, ``m:t`` for maths, ``mc:Fallback`` for compatibility, empty for every other namespace."""
    for namespace in _NAMESPACES:
        if name.startswith(namespace):
            return name[len(namespace) :]
    for namespace in _MATH:
        if name.startswith(namespace):
            return "m:" + name[len(namespace) :]
    return "mc:" + name[len(_COMPATIBILITY) :] if name.startswith(_COMPATIBILITY) else ""


def attribute(attributes: Mapping[str, str], key: str) -> str | None:
    """The value of ``w:key``."""
    for namespace in _NAMESPACES:
        if namespace + key in attributes:
            return attributes[namespace + key]
    return None


def is_on(attributes: Mapping[str, str]) -> bool:
    """Whether a toggle such as ``w:vanish`` is on: present means on unless it says no (ECMA-376 part 1, 17.17.4)."""
    return attribute(attributes, "val") not in {"0", "false", "off"}
