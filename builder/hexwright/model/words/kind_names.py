"""Write the names of kinds of terrain, hexsides, lines and weather as they stand inside a sentence."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from hexwright.model.game import Game
from hexwright.support.message_wording import join_with_and

_OF_WEATHER: Final = frozenset(("bad", "clear", "cold", "dry", "fair", "fine", "good", "normal", "wet"))
"""Names of weather that need a noun: "in fair weather"."""


def kind_text(game: Game, name: str) -> str:
    """Return the name of a kind inside a sentence: "forest", "half fort"; proper names keep their capital.

    Proper are names with a capital further on, such as "Moscow Road", and those that begin as a place or a
    side of the game does.
    """
    first, *others = name.split() or [""]
    rest = first[1:]
    if not rest or rest != rest.lower() or any(word[:1] != word[:1].lower() for word in others):
        return name
    sides = (word for side in game.info.sides for word in (side.name, side.plural))
    places = (place.name.split()[0] for place in game.hexmap.places if place.name)
    return name if first in {*sides, *places} else f"{name[:1].lower()}{name[1:]}"


def weather_text(game: Game, ids: Iterable[str]) -> str:
    """Return kinds of weather joined by "or": "good weather, mud or hard frost"."""
    names = {entry.id: entry.name for entry in game.charts.weather}
    told = [names.get(one, one).lower() for one in ids]
    return join_with_and([f"{one} weather" if one in _OF_WEATHER else one for one in told], "or")
