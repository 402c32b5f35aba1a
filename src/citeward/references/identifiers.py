"""Names that registries resolve, as the parse reads them in an answer."""

from __future__ import annotations

from citeward.parse import Identifier, IdentifierKind, canonical_doi, find_identifiers, parse_identifier

__all__ = ["Identifier", "IdentifierKind", "canonical_doi", "find_identifiers", "parse_identifier"]
