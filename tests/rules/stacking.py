"""Stacking from the data alone, with units counted one after another."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from hexwright.model.game import Game
from hexwright.model.ids import HexId, UnitId
from hexwright.model.rules.stacking_record import StackLimit
from hexwright.rules.engine.game_state import State
from hexwright.rules.engine.rules_engine import RulesEngine


def stacks(rules: RulesEngine, state: State) -> Mapping[HexId, list[UnitId]]:
    """Return the units on the map by hex."""
    found: dict[HexId, list[UnitId]] = {}
    for number, unit in enumerate(rules.setting.units):
        if state.locations[number] >= 0:
            found.setdefault(rules.setting.board.ids[state.locations[number]], []).append(unit)
    return found


def may_stay(game: Game, hex_id: HexId, units: Iterable[UnitId]) -> bool:
    """Return whether units may stay together in a hex."""
    there = [game.counters.unit(unit) for unit in units]
    stacking = game.rules.stacking
    for side in {unit.side for unit in there}:
        own = [unit for unit in there if unit.side == side]
        if stacking.limit is not None and len(own) > stacking.limit:
            return False
        for limit in stacking.limits:
            points = 0
            for unit in own:
                if counts(limit, unit.id, unit.unit_class, unit.side):
                    points += limit.points.get(unit.unit_class, 1)
            if points > limit.max and is_there(game, limit, hex_id):
                return False
    return True


def counts(limit: StackLimit, unit: str, unit_class: str, side: str) -> bool:
    """Return whether a limit applies to a unit."""
    if limit.side and side not in limit.side:
        return False
    if limit.classes or limit.units:
        return unit_class in limit.classes or unit in limit.units
    return True


def is_there(game: Game, limit: StackLimit, hex_id: HexId) -> bool:
    """Return whether a limit applies to a hex."""
    ground = {"terrain": set[str](), "feature": set[str](), "place": set[str](), "place_kinds": set[str]()}
    named = [kind.id for kind in game.hexmap.terrain if hex_id in kind.hexes]
    rest = [kind.id for kind in game.hexmap.terrain if not kind.hexes]
    ground["terrain"] |= set((named or rest)[:1])
    for feature in game.hexmap.features:
        for group in feature.groups:
            if hex_id in group.hexes:
                ground["feature"].add(feature.id)
    for place in game.hexmap.places:
        if place.hex == hex_id:
            ground["place"].add(place.id)
            ground["place_kinds"].add(place.kind)
    for key, here in ground.items():
        asked = set(getattr(limit, key))
        if asked and not asked & here:
            return False
        if limit.unless is not None and set(getattr(limit.unless, key)) & here:
            return False
    return True
