"""Minutes of structure-aware fuzzing: parse and render take whatever a model writes without an exception.

``CITEWARD_FUZZ_SECONDS`` says for how long (120 by default). A failing answer is printed with its seed.
"""

from __future__ import annotations

import os
import random
import time

import pytest

from citeward import BALANCED, PERMISSIVE, STRICT, Chunk, Gate, Ledger, Principal, Turn
from citeward.errors import LimitExceeded
from citeward.parse import Parser, parse
from tests import strategies
from tests.strategies import READERS

from .pages import Page, links_in_markdown

SECONDS = float(os.environ.get("CITEWARD_FUZZ_SECONDS", "120"))
_PIECES = (*strategies.MARKERS, *strategies.LINKS, *strategies.MARKUP, *strategies.WORDS, *strategies.UNSEEN)


def written(dice: random.Random) -> str:
    """An answer of pieces, now and then with one of them very often, or with a stretch of it again."""
    pieces = dice.choices(_PIECES, k=dice.randrange(1, 40))
    if dice.random() < 0.2:
        pieces[dice.randrange(len(pieces))] *= dice.randrange(2, 200)
    if dice.random() < 0.2:
        pieces += pieces[dice.randrange(len(pieces)) :]
    if dice.random() < 0.1:
        pieces = [piece + dice.choice(("\n", "\n\n", " ", "")) for piece in pieces]
    return "".join(pieces)


def chunks(dice: random.Random) -> list[Chunk]:
    return [
        Chunk(
            id=f"doc-{number}",
            handle=f"S{number}",
            version=written(dice)[:50],
            title=written(dice),
            text=written(dice),
            url=dice.choice((None, "https://docs.acme.example/one", written(dice))),
            acl=READERS,
            trust=dice.randrange(4),
        )
        for number in range(1, dice.randrange(2, 5))
    ]


@pytest.mark.fuzz
def test_parse_and_render_take_anything() -> None:
    began, seed = time.monotonic(), random.SystemRandom().randrange(2**32)
    while time.monotonic() - began < SECONDS:
        seed += 1
        dice = random.Random(seed)
        answer = written(dice)
        try:
            parsed = parse(answer)
            parser, at = Parser(), 0
            while at < len(answer):
                step = dice.randrange(1, 20)
                parser.feed(answer[at : at + step])
                at += step
            assert parser.finish() == parsed
            evidence = chunks(dice)
            turn = Turn(Ledger.of(evidence), Principal("reader", READERS))
            for policy in (STRICT, BALANCED, PERMISSIVE):
                checked = Gate.in_memory(evidence, policy=policy).check(answer, turn)
                Page(checked.html)
                links_in_markdown(checked.markdown)
                checked.text.encode("utf-8")
        except LimitExceeded:
            continue
        except BaseException as error:
            raise AssertionError(f"seed {seed}: {answer!r}") from error
