"""Stored properties of supply attrition: the units of a group that were chosen as its losses."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from hexwright.geometry.bitsets import members, union
from hexwright.module_state.state_notes import NotedGame, StateNotes, phase_of
from hexwright.rules.compiled.compiled_game import CompiledGame
from hexwright.rules.engine.game_state import State
from hexwright.vassal.enforcement.names import WASTED


class SupplyAttritionNotes(StateNotes):
    """The stored properties of group losses, which are kept until the end of the phase."""

    def unit_properties(self, setting: CompiledGame, state: State) -> Iterator[tuple[int, str, str]]:
        """Yield the units chosen as losses in this phase."""
        if state.stage == "isolation" and setting.game.rules.group_losses is not None:
            for unit in members(state.acted):
                yield unit, WASTED, phase_of(setting, state)

    def fields_after_phase(self, noted: NotedGame, state: State) -> Mapping[str, Any]:
        """Return the units chosen as losses in this phase, as stored."""
        if state.stage != "isolation":
            return {}
        now = phase_of(noted.setting, state)
        chosen = union(u for u, when in noted.on_units(WASTED) if when == now and state.locations[u] >= 0)
        return {"acted": state.acted | chosen}


NOTES: Final = SupplyAttritionNotes()
