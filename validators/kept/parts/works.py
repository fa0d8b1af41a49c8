"""Which hexsides with a front have fallen."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from builder.geometry.bits import members
from builder.vassal.compile.properties import BREACHED
from validators.kept.part import Noted, Part, numbers
from validators.rules.setting import Setting
from validators.rules.state import State


class Works(Part):
    """The note of hexsides that fell."""

    compared = True
    saved = False

    def of_game(self, setting: Setting, state: State) -> Mapping[str, str]:
        """Return their numbers."""
        return {BREACHED: ",".join(map(str, members(state.breached)))} if setting.works else {}

    def after(self, noted: Noted, state: State) -> Mapping[str, Any]:
        """Return them as the game has them."""
        found = numbers(noted.value(BREACHED))
        return {"breached": found} if found else {}


PART: Final = Works()
