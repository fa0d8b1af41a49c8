"""A naive oracle for criteria about hexes and situations, key by key, by printed ids."""

from __future__ import annotations

from hexwright.model.game import Game
from hexwright.model.ids import HexId
from hexwright.model.rules.criteria_record import Criteria, Unless
from hexwright.rules.engine.game_state import State
from hexwright.rules.engine.rules_engine import RulesEngine
from tests.rules.map_reading import read_map


def on_ground(game: Game, when: Criteria, here: HexId) -> bool:
    """Return whether a hex meets the criteria and none of the exceptions."""
    named = _named(game, when, here)
    spared = when.unless is not None and any(
        asked and found for asked, found in _named(game, when.unless, here)
    )
    return all(found for asked, found in named if asked) and not spared


def _named(game: Game, keys: Criteria | Unless, here: HexId) -> list[tuple[bool, bool]]:
    """Return, for each key about hexes, whether it is given and whether the hex meets it."""
    hexmap, read = game.hexmap, read_map(game.hexmap)
    places = read.places_in(here)
    return [
        (bool(keys.terrain), hexmap.terrain_of(here).id in keys.terrain),
        (bool(keys.feature), any(one.id in keys.feature for one in read.features_in(here))),
        (bool(keys.place), any(place.id in keys.place for place in places)),
        (bool(keys.place_kinds), any(place.kind in keys.place_kinds for place in places)),
    ]


def situated(kernel: RulesEngine, state: State, when: Criteria) -> bool:
    """Return whether any situation of the criteria held at its last test."""
    known = [one.id for one in kernel.setting.game.rules.situations]
    so = [one for one, count in zip(known, state.situation_counts, strict=False) if count]
    return not when.situation or any(one in when.situation for one in so)
