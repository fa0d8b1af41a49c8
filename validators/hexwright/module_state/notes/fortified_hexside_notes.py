"""Notes of fortified hexsides that were destroyed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from hexwright.geometry.bitsets import members
from hexwright.module_state.state_notes import Noted, Part, numbers
from hexwright.rules.compiled.compiled_game import Setting
from hexwright.rules.engine.game_state import State
from hexwright.vassal.module.property_names import BREACHED


class Works(Part):
    """The note of destroyed fortified hexsides."""

    compared = True
    saved = False

    def of_game(self, setting: Setting, state: State) -> Mapping[str, str]:
        """Return the numbers of the destroyed hexsides."""
        return {BREACHED: ",".join(map(str, members(state.breached)))} if setting.works else {}

    def after(self, noted: Noted, state: State) -> Mapping[str, Any]:
        """Return the destroyed hexsides that the game notes."""
        found = numbers(noted.value(BREACHED))
        return {"breached": found} if found else {}


PART: Final = Works()
