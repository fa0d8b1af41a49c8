"""The umpire follows retreats through enemies who are passed, and finds who stops among them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from hexwright.geometry.bitsets import union_of
from hexwright.model.ids import HexId
from hexwright.rules.combat.battle_odds import passable_enemy_hexes, retreat_destinations
from tests.conformance.games_with_passing import passing
from tests.umpire.changed import field_of
from tests.umpire.planting import Field

STANDING = ("0304 blue-1", "0304 blue-tank", "0404 red-3", "0504 blue-staff")

BEHIND = HexId("0604")
"""To where nothing leads but a hex of those who are passed."""


@pytest.fixture
def field() -> Iterator[Field]:
    with field_of(passing(), STANDING, "blue-combat") as found:
        found.do("attack blue-1 0404", "attack blue-tank 0404", "end", "resolve 0404")
        red = 1 << found.number("red-3")
        for fall, _ in found.kernel.chance_outcomes(found.state):
            fight = found.kernel.apply(found.state, fall).fight
            if fight is not None and fight.retreating == red:
                found.do(fall.text)
                break
        yield found


def test_retreats_lead_through_passed_enemies(field: Field) -> None:
    setting, unit = field.kernel.setting, field.number("red-3")
    ends = set(setting.hex_ids(union_of(retreat_destinations(setting, field.state, unit).values())))
    assert BEHIND in ends
    near = (
        setting.board.around(1 << setting.board.index[BEHIND])
        & setting.board.near[field.state.locations[unit]]
    )
    assert near == passable_enemy_hexes(setting, field.state, setting.side_of[unit])


@pytest.mark.parametrize("told", [True, False])
def test_a_retreat_through_them_is_followed(told: bool, field: Field) -> None:
    field.do(f"retreat red-3 {BEHIND}")
    assert field.found(told=told) == ()


def test_a_retreat_that_ends_among_passed_units_is_found(field: Field) -> None:
    field.plant(field.drag("red-3", "0504"))
    assert [one for one in field.found() if one.kind == "offence"]
