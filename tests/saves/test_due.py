"""A saved game says from which turn on units may come: a reserve that was hurried, and units that return."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from hexwright.inspect.analysis.log_position import LogPosition
from hexwright.module_state.notes.arrival_notes import NOTES
from hexwright.rules.engine.game_state import NOT_IN_PLAY, POOL, State
from hexwright.rules.engine.rules_protocol import Action
from hexwright.rules.engine.state_builder import build_state
from hexwright.rules.engine.unit_placement import eliminate_unit, set_return_turn
from hexwright.saves.hexwright_saves import ReadPosition
from tests.saves.own_games import ours
from tests.umpire.planting import EMBATTLED, Field

CAMPAIGN, FIRST, SECOND, RETURNS, FLIES = 1, "russian-1s", "russian-4s", "russian-16", "russian-vvs"


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
    assert field.state.locations[field.number(SECOND)] == NOT_IN_PLAY
    return Field(field.kernel, field.state, slug=EMBATTLED)


def _changed(here: State) -> Callable[[Field], bool]:
    return lambda field: field.state is not here


def read(field: Field) -> State:
    return ReadPosition.of(ours(EMBATTLED), LogPosition(field.log())).state(opened=True)


def test_a_log_that_begins_after_a_reserve_was_hurried_lets_the_rest_of_it_come() -> None:
    field = hurried()
    number = field.number(SECOND)
    assert field.state.return_turns[number] == read(field).return_turns[number] == 3
    assert read(field).return_turns[field.number(FIRST)] == 0
    field.act(arrivals(field, SECOND)[0])
    assert field.found() == ()


def test_a_unit_that_returns_turns_after_its_loss_keeps_the_turn_in_a_saved_game() -> None:
    field = Field.begun(EMBATTLED, CAMPAIGN).at("russian-movement")
    unit = field.number(RETURNS)
    lost = eliminate_unit(field.kernel.setting, field.state, unit)
    assert lost.locations[unit] == POOL
    assert lost.return_turns[unit] == 3
    assert read(Field(field.kernel, lost, slug=EMBATTLED)).return_turns[unit] == 3


@pytest.mark.parametrize(
    ("phase", "turn", "waits"),
    [
        ("german-air", 2, 3),
        ("russian-replacement", 2, 3),
        ("german-air", 3, 3),
        ("russian-air", 3, 0),
        ("german-air", 4, 0),
    ],
)
def test_an_air_unit_that_was_put_out_returns_as_it_would_have(phase: str, turn: int, waits: int) -> None:
    field = Field.begun(EMBATTLED, CAMPAIGN)
    setting, unit = field.kernel.setting, field.number(FLIES)
    assert setting.air_units.rules[setting.side_of[unit]].returns == "replacement"
    out = set_return_turn(field.state, unit, 3)
    note = {name: value for number, name, value in NOTES.unit_properties(setting, out) if number == unit}
    assert note == {"BackOn": "3"}
    back = bytes(3 if number == unit else 0 for number in range(len(setting.units)))
    state = build_state(field.kernel, [], turn=turn, phase=phase, based=[FLIES], return_turns=back)
    assert state.return_turns[unit] == waits


def test_an_air_unit_that_is_out_is_out_in_a_saved_game() -> None:
    field = Field.begun(EMBATTLED, CAMPAIGN)
    unit = field.number(FLIES)
    out = set_return_turn(field.state, unit, 2)
    assert read(Field(field.kernel, out, slug=EMBATTLED)).return_turns[unit] == 2
