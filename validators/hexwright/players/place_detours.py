"""Find enemy places that a unit can take during its move."""

from __future__ import annotations

from hexwright.geometry.bitsets import members
from hexwright.geometry.hex_board import Hex
from hexwright.rules.compiled.compiled_game import CompiledGame
from hexwright.rules.engine.game_state import State
from hexwright.rules.engine.rules_protocol import Action
from hexwright.rules.movement.move_legs import legs_of_state
from hexwright.rules.movement.movement_phase import apply_move


def moves_via_places(setting: CompiledGame, state: State, unit: int, goal: Hex) -> list[Action]:
    """Return the legs of a unit's move to a hex through enemy places that it can take on the way.

    The places are taken in the order of their hex numbers. The goal may be the unit's own hex. The result is
    empty if there is no such place.
    """
    found: list[Action] = []
    here = state
    while True:
        legs = legs_of_state(setting, here)
        if not legs.field.unowned_places:
            return []
        tried = members(legs.field.unowned_places & legs.end_hexes(unit) & ~(1 << goal))
        for place in tried:
            (leg,) = setting.moves_to(unit, 1 << place)
            after = apply_move(setting, here, leg)
            if legs_of_state(setting, after).end_hexes(unit) >> goal & 1:
                found.append(leg)
                here = after
                break
        else:
            return [*found, *setting.moves_to(unit, 1 << goal)] if found else []
