"""A naive test of steps across the front of a hexside."""

from __future__ import annotations

from collections.abc import Iterable

from hexwright.model.game import Game
from hexwright.model.ids import HexId


def fronted(game: Game, features: Iterable[str], start: HexId, goal: HexId) -> bool:
    """Return whether a step crosses the front of a hexside of some features."""
    return any(
        f"{goal}/{start}" == text.replace(" ", "")
        for feature in game.hexmap.hexsides
        if feature.id in features
        for line in feature.lines
        for text in line.hexsides
    )
