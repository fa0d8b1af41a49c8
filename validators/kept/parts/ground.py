"""Points for the ground: gaps in fronts, and what a side has for good."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from builder.geometry.bits import members
from builder.model.ground_points import paid_for_gaps
from builder.vassal.compile.properties import GAP_POINTS, SECURED
from validators.kept.part import Noted, Part, numbers, whole
from validators.rules import ground
from validators.rules.setting import Setting
from validators.rules.state import State


class Ground(Part):
    """The counts of ground."""

    compared = True
    saved = False

    def of_game(self, setting: Setting, state: State) -> Mapping[str, str]:
        """Return the points for gaps by side, and the holdings that are secured."""
        sides = setting.sides
        gapped = paid_for_gaps([setting.victory], sides)
        found = {f"{GAP_POINTS}{side}": str(ground.gapped(state, sides.index(side))) for side in gapped}
        if any(holding.phases for holding in setting.victory.holdings):
            found[SECURED] = ",".join(map(str, members(state.secured)))
        return found

    def after(self, noted: Noted, state: State) -> Mapping[str, Any]:
        """Return both as the game has them."""
        found: dict[str, Any] = {}
        gapped = tuple(whole(noted.value(f"{GAP_POINTS}{side}")) or 0 for side in noted.setting.sides)
        if any(gapped):
            found["gapped"] = gapped
        if secured := numbers(noted.value(SECURED)):
            found["secured"] = secured
        return found


PART: Final = Ground()
