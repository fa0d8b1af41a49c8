"""The umpire follows who entrains, rides and detrains, and finds what wasn't to be had."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from hexwright.rules.engine.game_state import ENTRAINED
from tests.conformance.games_with_trains import COSTLY, railed
from tests.umpire.changed import field_of
from tests.umpire.planting import Field

STANDING = ("0904 red-1", "0804 red-2", "0101 blue-1")


@pytest.fixture
def field() -> Iterator[Field]:
    """Return the toy with trains, two units beside their line."""
    with field_of(railed(COSTLY), STANDING, "red-movement") as found:
        yield found


@pytest.mark.parametrize("told", [True, False])
def test_a_ride_is_followed(field: Field, told: bool) -> None:
    field.do("entrain red-1", "move red-1 0604", "detrain red-1")
    assert field.found(told=told) == ()


def test_entraining_off_the_line_is_found(field: Field) -> None:
    field.do("move red-1 0903")
    field.plant(field.condition("red-1", ENTRAINED))
    [found] = field.found()
    assert found.kind == "offence"
    assert "isn't on a line that may be used" in str(found)


def test_a_train_ride_by_a_unit_on_foot_is_found(field: Field) -> None:
    field.plant(field.drag("red-1", "0106"))
    assert [one.kind for one in field.found()] == ["offence"]
