"""A game in which a die decides the weather of the first turn."""

from __future__ import annotations

from dataclasses import replace

from hexwright.model.game import Game
from tests.rules.adjacent_elimination.games import toy as plain

FACES = {"1": "fair", "2": "fair", "3": "rain", "4": "rain", "5": "rain", "6": "fair"}


def toy(faces: dict[str, str] | None = None) -> Game:
    """Return the toy in which a die is thrown for the weather of the first turn."""
    found = plain(())
    (week,) = found.charts.turn_tracks
    turns = (replace(week.turns[0], weather_roll=faces or FACES), *week.turns[1:])
    charts = replace(found.charts, turn_tracks=(replace(week, turns=turns),))
    return replace(found, charts=charts)
