"""Programs at random give the same in Python and in both engines; `python -m tests.queries` tries more."""

from __future__ import annotations

import os

import pytest

from tests.queries.__main__ import tried
from tests.queries.programs import Program
from tests.queries.running import in_python, in_virtual_engine, script_of

PLANTED = [
    ("Math.floorMod", "Math.floorDiv"),
    (".andNot(", ".and("),
    ("signum() == 0", "signum() != 0"),
    (".shiftLeft(", ".shiftRight("),
    ("BigInteger ", ""),
    ("[SHARE_WHOLE]", "[SHARE_PART]"),
    ("new int[] {", "new Object[] {"),
]
"""What a translator may do wrong."""
CHANGING = '''"""A program made at random, once, and cut to what told the two apart."""


def main(board: Board, spread: Spread) -> list[Hexes]:
    """Answer all."""
    told: list[Hexes] = []
    some: Row[int] = [1, 2, 3]
    for here in some:
        told.append(1 << here)
        some[2] = 7
        some[here % 2] = 5
    return told
'''


@pytest.mark.parametrize("part", range(2))
def test_programs_give_the_same_in_the_virtual_engine(part: int) -> None:
    assert not tried(range(6 * part, 6 * part + 6), real=False)


def test_a_row_that_changes_while_a_loop_runs_over_it_is_the_same_in_the_virtual_engine() -> None:
    assert in_virtual_engine(script_of(CHANGING)) == in_python(CHANGING)


@pytest.mark.engine
@pytest.mark.skipif("VASSAL_CLASSPATH" not in os.environ, reason="VASSAL_CLASSPATH isn't set")
def test_programs_give_the_same_in_the_engine() -> None:
    assert not tried(range(100, 140), real=True)


@pytest.mark.parametrize(("right", "wrong"), PLANTED)
def test_programs_find_what_is_carried_over_wrongly(right: str, wrong: str) -> None:
    for seed in range(200, 260):
        source = Program(seed).write()
        script = script_of(source)
        begins = script.index("// A program made at random")
        damaged = script[:begins] + script[begins:].replace(right, wrong)
        if damaged != script and in_virtual_engine(damaged) != in_python(source):
            return
    pytest.fail("no program tells")
