"""The umpire follows overruns, told or not, and finds those that weren't to be had."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from hexwright.model.rules.overrun_record import Overrun
from tests.conformance.games_with_overruns import changed
from tests.umpire.changed import field_of
from tests.umpire.overrun_positions import STANDING
from tests.umpire.planting import Field


@pytest.fixture
def field() -> Iterator[Field]:
    """Return the toy with overruns: scouts beside a stack and a single unit."""
    with field_of(
        changed("toy-redoubt", Overrun(odds="5:1", cost=1, rule="1")), STANDING, "amber-movement"
    ) as found:
        yield found


def overrun(field: Field, *units: str) -> None:
    """Overrun the scouts with units."""
    field.do(*(f"attack {unit} 0303" for unit in units), "resolve 0303")


def test_an_overrun_is_followed_and_its_units_go_on(field: Field) -> None:
    overrun(field, "amber-1")
    field.do("move amber-1 0303", "move amber-2 0303", "move amber-3 0303")
    assert field.found() == ()


def test_an_overrun_that_nobody_declared_is_followed(field: Field) -> None:
    overrun(field, "amber-2", "amber-1")
    field.do("move amber-1 0303", "move amber-3 0304")
    assert field.found(told=False) == ()


def test_a_unit_gone_at_lower_odds_was_not_overrun(field: Field) -> None:
    field.plant(field.off("slate-1"), said="1st Slate Foot is gone.")
    [found] = field.found()
    assert (found.kind, found.phase) == ("offence", "Amber movement")


def test_an_overrun_reduces_the_movement_left(field: Field) -> None:
    overrun(field, "amber-1")
    assert field.state.movement_left
    field.plant(field.drag("amber-1", "0605"))
    assert [one.kind for one in field.found()] == ["offence"]


@pytest.mark.parametrize("told", [True, False])
def test_an_overrun_whose_attacker_moves_in_is_followed(told: bool) -> None:
    found = changed("toy-redoubt", Overrun(odds="5:1", afterwards="enter", rule="1"), attacked="hex")
    with field_of(found, STANDING, "amber-movement") as field:
        overrun(field, "amber-1")
        field.do("move amber-2 0304")
        assert field.found(told=told) == ()
