"""The umpire follows who is dropped, and finds who may not be, or may not move."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from hexwright.umpire.log_umpire import Finding
from tests.rules.games_with_drops import ARRIVING, TANKS, toy
from tests.umpire.changed import field_of
from tests.umpire.planting import Field

STANDING = ("0404 red-1", "0604 red-staff", "0104 blue-1")


@pytest.fixture
def field() -> Iterator[Field]:
    """Return the toy as Red units may be dropped beside two others."""
    with field_of(toy(), STANDING, ARRIVING) as found:
        yield found


def offence(field: Field) -> Finding:
    [found] = [one for one in field.found() if one.kind == "offence"]
    return found


@pytest.mark.parametrize("told", [True, False])
def test_drops_by_the_rules_are_followed(field: Field, told: bool) -> None:
    field.do("new red-chute-1 0504", "new red-chute-2 0603", "end", "move red-1 0504")
    assert field.found(told=told) == ()


def test_a_drop_too_far_away_is_found(field: Field) -> None:
    field.plant(field.drag("red-chute-1", "0907"))
    assert "can't be airdropped there" in str(offence(field))


def test_a_drop_beside_an_enemy_is_found(field: Field) -> None:
    field.do("new red-chute-1 0504")
    field.plant(field.drag("red-chute-2", "0204"))
    assert "can't be airdropped there" in str(offence(field))


def test_more_than_may_be_dropped_are_found(field: Field) -> None:
    field.do("new red-chute-1 0504")
    field.plant(field.drag("red-chute-3", "0504"))
    assert "the limit is 1 per turn" in str(offence(field))


def test_a_move_in_the_turn_of_a_drop_is_found(field: Field) -> None:
    field.do("new red-chute-1 0504", "end")
    field.plant(field.drag("red-chute-1", "0505"))
    assert "was airdropped on this turn" in str(offence(field))


def test_a_whole_unit_that_arrives_after_its_parts_is_found(field: Field) -> None:
    field.do("new red-chute-1 0504")
    field.plant(field.drag(TANKS, "0904"))
    assert "is out of the game" in str(offence(field))
