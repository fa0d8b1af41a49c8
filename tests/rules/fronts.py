"""A naive test of steps across the front of a hexside."""

from __future__ import annotations

from collections.abc import Iterable

from hexwright.model.game import Game
from hexwright.model.ids import HexId
from tests.rules.map_reading import read_map


def fronted(game: Game, features: Iterable[str], start: HexId, goal: HexId) -> bool:
    """Return whether a step crosses the front of a hexside of some features."""
    read = read_map(game.hexmap)
    return any(read.written(feature, f"{goal}/{start}") for feature in features)
