"""Bounds: a clear error or a bounded result, never a traceback, and never more than linear work.

Nothing here is measured: a child process is given far more time than linear work takes and far less than quadratic
work would.
"""

from __future__ import annotations

import subprocess
import sys

import pytest

from citeward.errors import LimitExceeded, UsageError
from citeward.parse import LONGEST_ANSWER, MOST_PROPOSALS, Parser, parse

HOSTILE = {
    "markers never closed": "'[S1' * {n}",
    "lists of handles never closed": "'[S1, ' * {n}",
    "opening brackets": "'[' * {n}",
    "nested brackets": "'[' * {n} + ']' * {n}",
    "links never closed": "'[a](b' * {n}",
    "images never closed": "'![](' * {n}",
    "nested images": "'![' * {n} + 'a' + '](u)' * {n}",
    "emphasis never closed": "'*a ' * {n}",
    "nested emphasis": "'*a ' * {n} + 'b* ' * {n}",
    "underscores": "'a_' * {n}",
    "block quotes": "'>' * {n} + ' a'",
    "backticks": "'`a``b```c````' * {n}",
    "dollars": "'$a' * {n}",
    "html never closed": "'<a ' * {n}",
    "comments never closed": "'<!--' * {n}",
    "declarations never closed": "'<!' * {n}",
    "cdata never closed": "'<![CDATA[' * {n}",
    "entities": "'&' * {n}",
    "backslashes": "'\\\\' * {n}",
    "schemes": "'http://' * {n}",
    "empty schemes": "'://' * {n}",
    "hosts": "'www.' * {n}",
    "identifiers": "'10.1234/' * {n}",
    "closing brackets behind a url": "'http://' + ')' * {n}",
    "zero widths": "'a\\u200b' * {n}",
    "combining marks": "'a' + '\\u0301' * {n}",
    "joiners": "'\\u200d' * {n}",
    "flags nobody has": "'\\U0001f3f4\\U000e0067' * {n}",
    "surrogates": "'\\ud800' * {n}",
    "quotation marks in pairs": "'\"aa bb cc dd\" ' * {n} + '[S1]'",
    "curly quotation marks in pairs": "'\\u201caa bb cc dd\\u201d ' * {n} + '[S1]'",
    "nested quotation marks": "'\\u201caa bb cc dd ' * {n} + '\\u201d' * {n} + '[S1]'",
    "apostrophes": "\" 'a\" * {n} + ' [S1]'",
    "quoted letters": "\" 'a'a\" * {n} + ' [S1]'",
    "sentences": "'Ab c. ' * {n} + '[S1]'",
    "chinese sentences": "'\\u7b2c\\u4e00\\u6761\\u3002' * {n} + '[S1]'",
    "question marks of declarations": "'\\u00e9? <! ' * {n}",
    "abbreviations": "'e.g. ' * {n} + '[S1]'",
    "full stops": "'. ' * {n} + '[S1]'",
    "white space": "'a.' + ' ' * {n} + 'b [S1]'",
    "brackets that stay open": "'(a. B ' * {n} + '[S1]'",
    "list items": "'- a [S1]\\n' * ({n} // 8)",
    "table rows": "'|a|b|\\n|-|-|\\n' + '|x [S1]|y|\\n' * ({n} // 8)",
    "headings": "'# a\\n' * {n}",
    "definitions": "'[S1]: http://x\\n' * ({n} // 8)",
    "line breaks": "'a\\n' * {n}",
    "returns": "'a\\r' * {n}",
    "parties of cases": "'Smith v. A v. In re B ' * ({n} // 22)",
    "places in reporters": "'10 U.S. 1, 2020 A ' * ({n} // 18)",
    "authors": "'Smith, A and de la B et al. ' * ({n} // 28)",
    "years in parentheses": "'(Smith, 2020; Doe (2020' * ({n} // 23)",
    "reports": '"according to A\'s 2020 report (2020), " * ({n} // 36)',
    "numbers of papers": "'arXiv:1234.5678/1234567 PMC pmid ' * ({n} // 33)",
    "keys": "'[@a; \\\\cite[' * ({n} // 11)",
}
DANGEROUS = (
    "images never closed",
    "quotation marks in pairs",
    "curly quotation marks in pairs",
    "quoted letters",
    "sentences",
    "chinese sentences",
    "question marks of declarations",
    "returns",
    "parties of cases",
    "authors",
)
"""Shapes for which the obvious way of doing it is quadratic, here or in the libraries below."""
_CHILD = """
import sys
from citeward.errors import LimitExceeded
from citeward.parse import parse
for shape in sys.argv[2:]:
    try:
        parse(eval(shape.replace("{n}", sys.argv[1])))
    except LimitExceeded:
        pass
"""


def run(n: int, shapes: list[str], seconds: int) -> None:
    """Parses hostile answers of ``n`` units each in a child process, within a bound that only linear work meets."""
    subprocess.run([sys.executable, "-c", _CHILD, str(n), *shapes], check=True, timeout=seconds)


def test_every_hostile_shape_is_parsed() -> None:
    run(6_000, list(HOSTILE.values()), 120)


@pytest.mark.parametrize("name", DANGEROUS)
def test_a_shape_that_invites_quadratic_work(name: str) -> None:
    run(100_000, [HOSTILE[name]], 120)


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(set(HOSTILE) - set(DANGEROUS)))
def test_every_hostile_shape_at_a_size_quadratic_work_would_not_survive(name: str) -> None:
    run(200_000, [HOSTILE[name]], 60)


def test_an_answer_that_is_too_long_is_refused_by_name() -> None:
    with pytest.raises(LimitExceeded, match=r"^answer: longer than 2,000,000 code points\. "):
        parse("a" * (LONGEST_ANSWER + 1))


def test_ten_megabytes_are_refused_before_they_are_parsed() -> None:
    with pytest.raises(LimitExceeded):
        parse("[S1] \u4e2d " * 2_000_000)


def test_an_answer_that_grows_too_long_is_refused_while_it_is_fed() -> None:
    parser = Parser()
    with pytest.raises(LimitExceeded):
        for _ in range(30):
            parser.feed("a" * 100_000)


def test_too_many_references_are_refused_by_name() -> None:
    with pytest.raises(LimitExceeded, match=r"^answer: makes more than 20,000 references\. "):
        parse("[S1]" * (MOST_PROPOSALS + 1))


def test_ranges_do_not_multiply_past_the_bound() -> None:
    with pytest.raises(LimitExceeded):
        parse("[S1-S60] " * 1_000)


def test_ten_thousand_markers_are_fine() -> None:
    parsed = parse("A claim [S1]. " * 10_000)
    assert len(parsed.proposals) == 10_000
    assert len({p.claim for p in parsed.proposals}) == 10_000


def test_five_thousand_nested_quotations_are_fine() -> None:
    parsed = parse("\u201ca b c d " * 5_000 + "\u201d" * 5_000 + " [S1].")
    assert len(parsed.proposals) == 1


def test_a_finished_parser_takes_nothing_more() -> None:
    parser = Parser()
    parser.finish("a")
    with pytest.raises(UsageError):
        parser.feed("b")
    with pytest.raises(UsageError):
        parser.finish()


@pytest.mark.parametrize(
    "answer", ["", " ", "\n", "\n\n\n", "\u200b", "\x00", "\ud800", "\r", "[", "`", "<", "&", "\\", "|", "$"]
)
def test_an_answer_of_next_to_nothing_parses(answer: str) -> None:
    parsed = parse(answer)
    assert parsed.answer == answer
    assert parsed.proposals == ()
