"""The umpire follows dice that are thrown for overruns."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.rules.dicing import dicing
from tests.umpire.changed import field_of
from tests.umpire.overrun_positions import STANDING
from tests.umpire.planting import Field


@pytest.fixture
def field() -> Iterator[Field]:
    """Return the toy with dice for overruns: scouts beside a stack and a single unit."""
    with field_of(dicing(), STANDING, "amber-movement") as found:
        yield found


@pytest.mark.parametrize("told", [True, False])
def test_dice_and_advances_are_followed(field: Field, told: bool) -> None:
    field.do("attack amber-1 0303", "resolve 0303", "attack amber-3 0303", "end")
    field.do("resolve 0303", "roll 6", "advance amber-1 0303", "hold")
    assert field.found(told=told) == ()


def test_losses_for_the_die_are_followed(field: Field) -> None:
    field.do("attack amber-1 0303", "attack amber-2 0303", "resolve 0303", "end")
    field.do("resolve 0303", "roll 3", "lose amber-1")
    assert field.found() == ()


def test_a_move_after_an_overrun_that_ends_it_is_found(field: Field) -> None:
    field.do("attack amber-1 0303", "resolve 0303")
    field.plant(field.drag("amber-1", "0303"))
    assert [one.kind for one in field.found()] == ["offence"]
