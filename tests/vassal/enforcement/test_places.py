"""A drag over several hexes costs the same as the rules engine's path: as little as possible."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from hexwright.conformance.running_module import EmulatedModule
from hexwright.geometry.bitsets import members
from hexwright.model.ids import HexId, UnitId
from hexwright.recording.saved_positions import SavedGameWriter
from hexwright.rules.engine.game_state import POOL, State
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.rules_protocol import Action
from hexwright.rules.engine.unit_placement import place_unit, remove_unit
from hexwright.rules.movement.move_legs import legs_of_state
from tests.vassal.compile.games import game, plan
from tests.vassal.enforcement.table import SLUG

CORPS, ARMY = UnitId("german-ix"), UnitId("soviet-20")


@pytest.fixture(scope="module")
def kernel() -> RulesEngine:
    return RulesEngine(game(SLUG), game(SLUG).scenarios[0].id)


def alone(kernel: RulesEngine, corps: HexId, army: HexId) -> State:
    """Return the German movement phase with one corps and one army on the map."""
    setting = kernel.setting
    state = kernel.set_up(1)
    for unit in setting.unit_numbers.values():
        state = remove_unit(setting, state, unit, POOL)
    phase = next(n for n, p in enumerate(setting.phases) if p.id == "german-movement")
    state = replace(state, turn=2, phase=phase, stage="move", acted=0, steps=bytes([1] * len(setting.units)))
    state = place_unit(setting, state, setting.unit_numbers[ARMY], setting.board.index[army])
    return place_unit(setting, state, setting.unit_numbers[CORPS], setting.board.index[corps])


def passages(kernel: RulesEngine) -> Iterator[tuple[State, HexId, HexId, int]]:
    """Yield moves past Vyazma and Kaluga: the position, start, goal, and the places on the way."""
    setting = kernel.setting
    for start, army in (
        ("0602", "0802"),
        ("0604", "0802"),
        ("0604", "0703"),
        ("0804", "0607"),
        ("0806", "0703"),
    ):
        state = alone(kernel, HexId(start), HexId(army))
        legs, unit = legs_of_state(setting, state), setting.unit_numbers[CORPS]
        for goal in members(legs.end_hexes(unit)):
            yield (
                state,
                HexId(start),
                setting.board.ids[goal],
                legs.leg_to(unit, goal).places_taken & ~(1 << goal),
            )


def test_a_drag_takes_the_places_that_the_leg_of_the_reference_takes(
    kernel: RulesEngine, module_file: Path, tmp_path: Path
) -> None:
    table = EmulatedModule(module_file)
    save = SavedGameWriter(game(SLUG), plan(SLUG))
    setting = kernel.setting
    cases = list(passages(kernel))
    forced = [case for case in cases if case[3]]
    assert forced
    for number, (state, start, goal, _) in enumerate([*forced[:6], *cases[::6][:6]]):
        file = tmp_path / f"{number}.vsav"
        file.write_bytes(save(kernel, state))
        table.load(file)
        assert table.get("Phase") == "german-movement"
        table.drag(CORPS, goal)
        held = {hex_id for hex_id, side in table.visible_state().owners.items() if side == "german"}
        side = setting.side_of[setting.unit_numbers[CORPS]]
        after = kernel.apply(state, Action("move", CORPS, goal))
        assert held == set(setting.hex_ids(after.owned[side])), (start, goal)
        assert table.where(CORPS).location == goal
