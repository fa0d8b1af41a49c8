"""Notes of territory points: gaps in fronts, and holdings whose points are permanent."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from hexwright.geometry.bitsets import members
from hexwright.model.rules.territory_points_record import paid_for_gaps
from hexwright.module_state.state_notes import Noted, Part, numbers, whole
from hexwright.rules.compiled.compiled_game import Setting
from hexwright.rules.engine.game_state import State
from hexwright.rules.victory import territory_points
from hexwright.vassal.module.property_names import GAP_POINTS, SECURED


class Ground(Part):
    """The notes of territory points."""

    compared = True
    saved = False

    def of_game(self, setting: Setting, state: State) -> Mapping[str, str]:
        """Return the points for gaps by side, and the permanent holdings."""
        sides = setting.sides
        gapped = paid_for_gaps([setting.victory], sides)
        found = {
            f"{GAP_POINTS}{side}": str(territory_points.gapped(state, sides.index(side))) for side in gapped
        }
        if any(holding.phases for holding in setting.victory.holdings):
            found[SECURED] = ",".join(map(str, members(state.secured)))
        return found

    def after(self, noted: Noted, state: State) -> Mapping[str, Any]:
        """Return the points and holdings that the game notes."""
        found: dict[str, Any] = {}
        gapped = tuple(whole(noted.value(f"{GAP_POINTS}{side}")) or 0 for side in noted.setting.sides)
        if any(gapped):
            found["gapped"] = gapped
        if secured := numbers(noted.value(SECURED)):
            found["secured"] = secured
        return found


PART: Final = Ground()
