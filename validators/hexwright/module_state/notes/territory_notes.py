"""Stored properties of territory points: points for gaps in fronts, and holdings whose points are
permanent.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from hexwright.geometry.bitsets import members
from hexwright.model.rules.territory_points_record import sides_scoring_gaps
from hexwright.module_state.state_notes import NotedGame, StateNotes, number_set, whole_number
from hexwright.rules.compiled.compiled_game import CompiledGame
from hexwright.rules.engine.game_state import State
from hexwright.rules.victory import territory_points
from hexwright.vassal.module.property_names import GAP_POINTS, SECURED


class TerritoryNotes(StateNotes):
    """The stored properties of territory points."""

    is_compared = True
    is_saved = False

    def game_properties(self, setting: CompiledGame, state: State) -> Mapping[str, str]:
        """Return the points for gaps by side, and the holdings whose points are permanent."""
        sides = setting.sides
        gapped = sides_scoring_gaps([setting.victory], sides)
        found = {
            f"{GAP_POINTS}{side}": str(territory_points.front_gap_points(state, sides.index(side)))
            for side in gapped
        }
        if any(holding.phases for holding in setting.victory.holdings):
            found[SECURED] = ",".join(map(str, members(state.secured_holdings)))
        return found

    def fields_after_phase(self, noted: NotedGame, state: State) -> Mapping[str, Any]:
        """Return the points and holdings as stored."""
        found: dict[str, Any] = {}
        gapped = tuple(whole_number(noted.value(f"{GAP_POINTS}{side}")) or 0 for side in noted.setting.sides)
        if any(gapped):
            found["front_gap_points"] = gapped
        if secured := number_set(noted.value(SECURED)):
            found["secured_holdings"] = secured
        return found


NOTES: Final = TerritoryNotes()
