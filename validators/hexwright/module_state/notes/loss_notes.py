"""Stored properties of losses: each side's losses, the enemy's points for them, and bonuses earned."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from hexwright.model.rules.victory_record import sides_scoring_losses
from hexwright.module_state.state_notes import NotedGame, StateNotes, whole_number
from hexwright.rules.compiled.compiled_game import CompiledGame
from hexwright.rules.engine.game_state import State
from hexwright.rules.victory import unit_points
from hexwright.vassal.module.property_names import BONUS, ELIMINATED, LOSS_POINTS, UNITS_LOST


class LossNotes(StateNotes):
    """The stored properties that count losses."""

    is_compared = True
    is_saved = False

    def game_properties(self, setting: CompiledGame, state: State) -> Mapping[str, str]:
        """Return the number of losses, the points and the bonus of each side."""
        sides = setting.sides
        paid = sides_scoring_losses([setting.victory], sides)
        lost = {
            f"{LOSS_POINTS}{side}": str(unit_points.loss_points(state, sides.index(side))) for side in paid
        }
        if len(sides) != 2:
            lost |= {f"{ELIMINATED}{side}": str(state.destroyed[n]) for n, side in enumerate(sides)}
        else:
            # The module counts each side's own losses, the rules engine the enemy units it has eliminated.
            lost |= {f"{UNITS_LOST}{side}": str(state.destroyed[1 - n]) for n, side in enumerate(sides)}
        if setting.victory.hold is not None:
            return lost  # If a place decides the game, bonuses aren't shown.
        return lost | {f"{BONUS}{side}": str(state.bonus_earned[n]).lower() for n, side in enumerate(sides)}

    def fields_after_phase(self, noted: NotedGame, state: State) -> Mapping[str, Any]:
        """Return the losses, points and bonuses as stored."""
        sides = noted.setting.sides
        told = {name: noted.value(name) for name in self.game_properties(noted.setting, state)}
        found: dict[str, Any] = {}
        if any(bled := tuple(whole_number(told.get(f"{LOSS_POINTS}{side}", "")) or 0 for side in sides)):
            found["loss_points"] = bled
        counted = [
            whole_number(told[f"{UNITS_LOST if len(sides) == 2 else ELIMINATED}{side}"]) for side in sides
        ]
        if len(sides) != 2:
            found["destroyed"] = tuple(count or 0 for count in counted)
        elif None not in counted:
            found["destroyed"] = tuple(reversed(counted))
        return found | {"bonus_earned": tuple(told.get(f"{BONUS}{side}") == "true" for side in sides)}


NOTES: Final = LossNotes()
