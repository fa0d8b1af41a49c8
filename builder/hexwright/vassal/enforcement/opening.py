"""The properties from which a module reports to a returning player what has changed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from hexwright.model.game import Game
from hexwright.vassal.codec.buildfile.components import GlobalProperty

_LAST_SEEN: Final = "LastSeen"


def global_properties(game: Game) -> Iterator[GlobalProperty]:
    """Yield for each side the property with the positions of all units after its player last had to act."""
    for side in game.info.sides:
        yield GlobalProperty.new(
            name=f"{_LAST_SEEN}_{side.id}",
            initial_value="",
            description=f"Where units stood after the {side.plural} last had to act",
        )
