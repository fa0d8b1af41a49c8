"""What is carried over reads as if it was written by hand, and each line knows where it comes from."""

from __future__ import annotations

from hexwright.vassal.queries.translating import translated

SOURCE = '''\
"""Look at hexes."""


class Toll(NamedTuple):
    """What some hexes cost."""

    parts: int
    some_hexes: Hexes


def _cheapest(tolls: Sequence[Toll], goal: Hexes) -> int:
    """Return the least that `goal` costs; -1 for none."""
    found = -1
    for cost, some_hexes in tolls:
        # The dearer ones lead nowhere new.
        if some_hexes & goal and (found < 0 or cost < found):
            found = cost
    return found
'''
WRITTEN = """\
// Look at hexes.

// What some hexes cost.
TOLL_PARTS = 0;
TOLL_SOME_HEXES = 1;

// Return the least that `goal` costs; -1 for none.
int cheapest(Object[] tolls, BigInteger goal) {
  int found = -1;
  for (Object toll : tolls) {
    int cost = toll[TOLL_PARTS];
    BigInteger someHexes = toll[TOLL_SOME_HEXES];
    // The dearer ones lead nowhere new.
    if (someHexes.and(goal).signum() != 0 && (found < 0 || cost < found)) {
      found = cost;
    }
  }
  return found;
}
"""


def test_a_query_reads_as_if_it_was_written_by_hand() -> None:
    lines = translated({"some.py": SOURCE})["some.py"]
    assert "\n".join(line.text for line in lines) == WRITTEN


def test_each_line_knows_where_it_comes_from() -> None:
    source = SOURCE.splitlines()
    found = {
        line.text.strip(): source[line.source - 1].strip()
        for line in translated({"some.py": SOURCE})["some.py"]
    }
    assert found["found = cost;"] == "found = cost"
    assert found["// The dearer ones lead nowhere new."] == "# The dearer ones lead nowhere new."
    assert found["int cost = toll[TOLL_PARTS];"] == "for cost, some_hexes in tolls:"


def test_a_record_of_numbers_alone_holds_them_as_they_are() -> None:
    source = '''\
class Share(NamedTuple):
    """A part of something."""

    part: int
    whole: int


def _half(one: Share, others: Sequence[Share]) -> Share:
    """Return a half of one, if all others are less."""
    for part, whole in others:
        if part * one.whole >= one.part * whole:
            return one
    return Share(one.part, 2 * one.whole)
'''
    wanted = """\
// A part of something.
SHARE_PART = 0;
SHARE_WHOLE = 1;

// Return a half of one, if all others are less.
int[] half(int[] one, Object[] others) {
  for (Object share : others) {
    int part = share[SHARE_PART];
    int whole = share[SHARE_WHOLE];
    if (part * one[SHARE_WHOLE] >= one[SHARE_PART] * whole) {
      return one;
    }
  }
  return new int[] {one[SHARE_PART], 2 * one[SHARE_WHOLE]};
}
"""
    lines = translated({"some.py": source})["some.py"]
    assert "\n".join(line.text for line in lines) == wanted
