"""People: author lists read as written, names compared as persons."""

from __future__ import annotations

from citeward.references.people.compare import AuthorRelation, compare_authors, same_person
from citeward.references.people.listing import Authors, read_authors
from citeward.references.people.name import Name

__all__ = ["AuthorRelation", "Authors", "Name", "compare_authors", "read_authors", "same_person"]
