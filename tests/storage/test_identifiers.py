"""Names that can be stored, many at once."""

from __future__ import annotations

from hypothesis import example, given
from hypothesis import strategies as st

from citeward.storage import identifiers, is_identifier

NAMES = st.one_of(
    st.text(max_size=4), st.sampled_from(["", "a", "x" * 500, "x" * 501, "a\x00b", "a\nb", "\u00e9", "\ud800", " "])
)


@given(st.lists(NAMES, max_size=5))
@example(["a", "x" * 501])
@example(["a", "a\nb"])
@example(["a", ""])
@example([])
def test_many_at_once_are_as_each_by_itself(names: list[str]) -> None:
    assert identifiers(names) == [name for name in names if is_identifier(name)]
