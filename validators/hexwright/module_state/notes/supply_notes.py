"""Stored properties of supply: units out of supply when a movement phase began, and numbers of phases spent
without supply.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from hexwright.geometry.bitsets import select, union
from hexwright.model.ids import UnitId
from hexwright.module_state.state_notes import NotedGame, StateNotes, phase_of, whole_number
from hexwright.rules.compiled.compiled_game import CompiledGame
from hexwright.rules.engine.game_state import State
from hexwright.rules.supply.supply_range import units_with_noted_supply as counts_for
from hexwright.vassal.enforcement.names import CUT_OFF, HUNGRY


class SupplyNotes(StateNotes):
    """The stored properties of supply."""

    def game_properties(self, setting: CompiledGame, state: State) -> Mapping[str, str]:
        """Return the units that were out of supply when the movement phase began.

        The mapping is empty if no rule depends on these units.
        """
        moves = state.stage == "move" and setting.moves_by_supply[state.phase]
        if not moves and not setting.sides_with_fixed_supply:
            return {}
        out, isolated = (
            "".join(f"{unit}," for unit in select(setting.units, units))
            for units in (state.out_of_supply_when_moved, state.isolated_when_moved)
        )
        return {CUT_OFF: f"{phase_of(setting, state)} ,{out} ,{isolated}"}

    def unit_properties(self, setting: CompiledGame, state: State) -> Iterator[tuple[int, str, str]]:
        """Yield, for each unit, the number of consecutive supply phases that it survived without supply."""
        for unit, count in state.phases_without_supply:
            yield unit, HUNGRY, str(count)

    def fields_after_phase(self, noted: NotedGame, state: State) -> Mapping[str, Any]:
        """Return the units out of supply when the movement phase began, and the numbers of phases spent
        without supply.

        Units whose supply is not stored for this phase keep their value in the given state.
        """
        setting = noted.setting
        when, *told = noted.value(CUT_OFF).split(" ")
        out, isolated = (
            union(
                setting.unit_numbers[UnitId(one)] for one in units.split(",") if one in setting.unit_numbers
            )
            for units in (*told, "", "")[:2]
        )
        own = setting.unit_sets_by_side[setting.side(state)] if state.stage == "move" else 0
        anew = own if when != phase_of(setting, state) else 0
        read = (counts_for(setting) | own) & ~anew
        rules = setting.game.rules.out_of_supply
        most = rules.grace if rules is not None else 0
        hungry = ((unit, min(whole_number(count) or 0, most)) for unit, count in noted.on_units(HUNGRY))
        return {
            "out_of_supply_when_moved": out & read | state.out_of_supply_when_moved & anew,
            "isolated_when_moved": isolated & read | state.isolated_when_moved & anew,
            "phases_without_supply": tuple(
                sorted((unit, count) for unit, count in hungry if count and state.locations[unit] >= 0)
            ),
        }


NOTES: Final = SupplyNotes()
