"""A saved game says from which turn on units may come: a reserve that was hurried, and units that return."""

from __future__ import annotations

from collections.abc import Callable

from tests.saves.own_games import ours
from tests.umpire.planting import EMBATTLED, Field
from validators.rules.placing import eliminate
from validators.rules.protocol import Action
from validators.rules.state import ASIDE, POOL, State
from validators.saves.ours import Reading
from validators.saves.position import Position

CAMPAIGN, FIRST, SECOND, RETURNS = 1, "russian-1s", "russian-4s", "russian-16"


def arrivals(field: Field, unit: str) -> list[Action]:
    return [one for one in field.kernel.legal_actions(field.state) if one.kind == "new" and one.unit == unit]


def hurried() -> Field:
    """Return a game in which the first of the reserve came on turn 2, as the second is due."""
    field = Field.begun(EMBATTLED, CAMPAIGN, seed=1).at("russian-replacement", 2)
    field.act(arrivals(field, FIRST)[0])
    while (field.state.turn, field.kernel.phase(field.state)) != (3, "russian-replacement"):
        if field.state.stage == "event-roll":
            field.do("roll 5")
        else:
            field.play(_changed(field.state))
    assert field.state.where[field.number(SECOND)] == ASIDE
    return Field(field.kernel, field.state, slug=EMBATTLED)


def _changed(here: State) -> Callable[[Field], bool]:
    return lambda field: field.state is not here


def read(field: Field) -> State:
    return Reading.of(ours(EMBATTLED), Position(field.log())).state(opened=True)


def test_a_log_that_begins_after_a_reserve_was_hurried_lets_the_rest_of_it_come() -> None:
    field = hurried()
    number = field.number(SECOND)
    assert field.state.back[number] == read(field).back[number] == 3
    assert read(field).back[field.number(FIRST)] == 0
    field.act(arrivals(field, SECOND)[0])
    assert field.found() == ()


def test_a_unit_that_returns_turns_after_its_loss_keeps_the_turn_in_a_saved_game() -> None:
    field = Field.begun(EMBATTLED, CAMPAIGN).at("russian-movement")
    unit = field.number(RETURNS)
    lost = eliminate(field.kernel.setting, field.state, unit)
    assert lost.where[unit] == POOL
    assert lost.back[unit] == 3
    assert read(Field(field.kernel, lost, slug=EMBATTLED)).back[unit] == 3
