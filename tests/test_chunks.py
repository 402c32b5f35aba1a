"""Chunks out of what frameworks retrieve."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from citeward import Chunk

STAFF = frozenset({"staff"})
SAYS = {"title": "Returns", "source": "https://acme.example/r", "acl": ["everyone"], "trust": 3}


@dataclass
class LangChainDocument:
    page_content: str
    metadata: dict[str, Any]
    id: str | None = None


@dataclass
class LlamaNode:
    text: str
    metadata: dict[str, Any]
    node_id: str = "n1"
    ref_doc_id: str | None = "returns"

    def get_content(self) -> str:
        return self.text


@dataclass
class Scored:
    node: LlamaNode
    score: float = 1.0


@dataclass
class HaystackDocument:
    content: str | None
    id: str = "returns"
    meta: dict[str, Any] = field(default_factory=dict)


def test_text_id_title_and_address_are_taken_and_who_may_read_it_is_not() -> None:
    expected = Chunk("returns", "Text.", title="Returns", url="https://acme.example/r")
    made = [
        Chunk.from_langchain(LangChainDocument("Text.", SAYS, "returns")),
        Chunk.from_llamaindex(LlamaNode("Text.", SAYS)),
        Chunk.from_llamaindex(Scored(LlamaNode("Text.", SAYS))),
        Chunk.from_haystack(HaystackDocument("Text.", meta=SAYS)),
    ]
    assert made == [expected] * 4
    assert (expected.acl, expected.trust) == (None, 0)


def test_what_the_caller_knows_goes_before_what_the_document_says() -> None:
    chunk = Chunk.from_langchain(LangChainDocument("Text.", SAYS), id="r#1", acl=STAFF, trust=2)
    assert (chunk.id, chunk.acl, chunk.trust) == ("r#1", STAFF, 2)


def test_a_document_without_an_id_is_known_by_where_it_lies() -> None:
    assert Chunk.from_langchain(LangChainDocument("Text.", {"source": "files/r.txt"})).id == "files/r.txt"
    assert Chunk.from_langchain(LangChainDocument("Text.", {"source": "files/r.txt"})).url is None
    assert Chunk.from_llamaindex(LlamaNode("Text.", {}, ref_doc_id=None)).id == "n1"
