"""A naive oracle for retreats: all paths that the rule text permits, hex by hex, by printed ids.

It shares nothing with the rules engine except the position, and is slow on purpose.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product
from typing import Literal, get_args

from hexwright.geometry.hex_board import Board
from hexwright.model.game import Game
from hexwright.model.hex_map import Place
from hexwright.model.ids import HexId, SideId, UnitId
from hexwright.model.rules.movement_record import EntryCost, LineCost
from hexwright.queries.retreat_paths import Retreat, ends_from, passages, retreat_from
from hexwright.rules.combat.battle_odds import (
    ezoc_rule_for_retreat,
    passable_enemy_hexes,
    retreat_destinations,
)
from hexwright.rules.engine.game_state import State
from hexwright.rules.engine.rules_engine import RulesEngine
from hexwright.rules.engine.state_builder import build_state
from hexwright.rules.movement.zone_barriers import unbarred_hexes
from tests.rules.walking import Walker
from tests.vassal.compile.games import game

Zones = Literal["forbidden", "unless-friends", "ignored"]
Full = Literal["continue", "eliminated"]
Way = tuple[HexId, ...]
Taken = frozenset[HexId]
KINDS = tuple(product(get_args(Zones), get_args(Full), (1, 2, 3)))
"""Kinds of retreats: whether zones block them, what happens to units without room, and how far they go."""


def changed(zones: Zones, full: Full, hexes: int) -> Game:
    """Return the toy with such retreats, towns in all hexes, and a river that only roads cross."""
    toy = game("toy-causeway")
    combat = toy.rules.combat
    assert combat is not None
    bold = () if zones == "ignored" else ("tank",)
    retreat = replace(
        combat.retreat,
        ezoc=zones,
        if_overstacked=full,
        hexes=hexes,
        passable_enemies=("staff", "tank"),
        ignores_ezoc=bold,
    )
    march = toy.rules.movement[0]
    ever = replace(
        march,
        costs=(*march.costs, EntryCost("never", across=("river",)), EntryCost("2", feature=("red-start",))),
        line_costs=(LineCost("road", "1/2", classes=("foot", "tank")),),
    )
    held = {place.hex for place in toy.hexmap.places}
    bare = [hex_id for hex_id in Board.of(toy.hexmap).index if hex_id not in held]
    towns = tuple(Place(f"town-{one}", f"Town {one}", one, "town", SideId("red")) for one in bare)
    return replace(
        toy,
        hexmap=replace(toy.hexmap, places=toy.hexmap.places + towns),
        rules=replace(
            toy.rules,
            movement=(ever, *toy.rules.movement[1:]),
            stacking=replace(toy.rules.stacking, limit=3 if hexes == 1 else 1, limits=()),
            combat=replace(combat, retreat=retreat),
        ),
    )


@dataclass
class Flight:
    """A unit that would have to retreat."""

    kernel: RulesEngine
    state: State
    unit: UnitId

    @cached_property
    def walker(self) -> Walker:
        return Walker(self.kernel, self.state, self.unit)

    @cached_property
    def far(self) -> int:
        return self.kernel.setting.combat.retreat.hexes

    def steps(self, here: HexId) -> list[HexId]:
        """Return the hexes into which a step isn't blocked."""
        beside = self.walker.grid.neighbours(here).values()
        return [there for there in beside if not self.shut(there) and self.walker.ever(here, there)]

    def quiet(self, there: HexId) -> bool:
        """Return whether all enemies in a hex let retreats pass through."""
        kinds = self.kernel.setting.combat.retreat.passable_enemies
        found = [
            kind
            for side, kind, here in self.walker.units.values()
            if here == there and side != self.walker.side
        ]
        return bool(found) and all(kind in kinds for kind in found)

    @cached_property
    def foreign(self) -> frozenset[HexId]:
        """Return the enemy places that the unit captures on the way."""
        return frozenset(one for one in self.walker.foreign if not self.quiet(one))

    def shut(self, there: HexId) -> bool:
        rule = self.kernel.setting.combat.retreat
        kind = self.walker.units[self.unit][1]
        zones = "ignored" if kind in rule.ignores_ezoc else rule.ezoc
        if self.walker.enemy_in(there) and not self.quiet(there):
            return True
        if zones == "ignored" or not self.walker.zone(there):
            return False
        return zones == "forbidden" or not self.walker.friend_in(there)

    def room(self, there: HexId) -> bool:
        friends = [
            unit
            for unit, (side, _, here) in self.walker.units.items()
            if side == self.walker.side and here == there and unit != self.unit
        ]
        return len(friends) < (self.kernel.setting.game.rules.stacking.limit or 99) and not self.quiet(there)

    @cached_property
    def ways(self) -> list[list[Way]]:
        """Return all paths by length, up to the first length at which any path ends.

        In the required part of a retreat, each hex is farther away than the last; beyond it, no hex is
        entered twice. If units without room are eliminated, only paths through passable enemies continue
        beyond it.
        """
        start = self.walker.here
        found: list[list[Way]] = [[(start,)]]
        entered = {start}
        while True:
            length = len(found)
            longer: list[Way] = [
                (*way, there)
                for way in found[-1]
                for there in self.steps(way[-1])
                if there not in entered and self._away(there) >= min(length, self.far)
            ]
            found.append(longer)
            if length >= self.far and (not longer or self._ended(longer)):
                return found
            if length >= self.far and self._ends_here:
                longer = [way for way in longer if self.quiet(way[-1])]
                if not longer:
                    return found
                found[-1] = longer
            entered |= {way[-1] for way in longer}

    @property
    def _ends_here(self) -> bool:
        return self.kernel.setting.combat.retreat.if_overstacked == "eliminated"

    def _away(self, there: HexId) -> int:
        return self.walker.grid.distance(self.walker.here, there)

    def _ended(self, ways: list[Way]) -> list[Way]:
        return [way for way in ways if self.room(way[-1])]

    @property
    def whole(self) -> list[Way]:
        """Return the complete paths."""
        return self._ended(self.ways[-1])

    def taken(self, hexes: Way) -> Taken:
        """Return the places among some hexes that are captured."""
        return frozenset(hexes) & self.foreign

    @property
    def retreats(self) -> dict[Taken, set[HexId]]:
        """Return the possible end hexes by the places captured before."""
        found: dict[Taken, set[HexId]] = {}
        for way in self.whole:
            found.setdefault(self.taken(way[1:-1]), set()).add(way[-1])
        return found

    def onward(self, here: HexId) -> set[HexId]:
        """Return the possible ends of a path that has reached a hex."""
        return {way[-1] for way in self.whole if here in way}

    def between(self, here: HexId, goal: HexId) -> set[Taken]:
        """Return the sets of places that paths between two hexes can capture."""
        return {
            self.taken(way[way.index(here) + 1 : -1])
            for ways in self.ways
            for way in ways
            if way[-1] == goal and here in way[:-1]
        }


@dataclass
class Positions:
    """Positions in which units of both sides stand close together."""

    kernel: RulesEngine
    chance: random.Random

    def crowd(self) -> State:
        """Return a position with as many units around one hex as have room there."""
        setting, chance = self.kernel.setting, self.chance
        middle = chance.choice(self._places)
        near = [middle, *setting.board.grid.neighbours(middle).values()][: chance.randint(2, 7)]
        standing: dict[UnitId, HexId] = {}
        for unit in chance.sample(list(setting.units), len(setting.units)):
            self._stand(standing, unit, chance.choice(near))
        return self._arranged(standing)

    def without_room(self) -> State:
        """Return a position in which friends or passable enemies fill the end hexes of a unit's retreat."""
        setting, chance = self.kernel.setting, self.chance
        middle, *enemies = chance.sample(list(setting.units), 3)
        standing = {middle: chance.choice(self._places)}
        near = list(setting.board.grid.neighbours(standing[middle]).values())
        for unit in enemies:
            if self._side(unit) != self._side(middle):
                self._stand(standing, unit, chance.choice(near))
        for unit in chance.sample(list(setting.units), len(setting.units)):
            ends = Flight(self.kernel, self._arranged(standing), middle).whole
            kind = self.kernel.setting.class_of[self.kernel.setting.unit_numbers[unit]]
            mate = self._side(unit) == self._side(middle)
            if (
                unit not in standing
                and (mate or kind in self.kernel.setting.combat.retreat.passable_enemies)
                and ends
            ):
                self._stand(standing, unit, min(way[-1] for way in ends))
        return self._arranged(standing)

    @property
    def _places(self) -> list[HexId]:
        board = self.kernel.setting.board
        return [hex_id for hex_id in board.ids if hex_id in board.grid]

    def _side(self, unit: UnitId) -> int:
        return self.kernel.setting.side_of[self.kernel.setting.unit_numbers[unit]]

    def _stand(self, standing: dict[UnitId, HexId], unit: UnitId, hex_id: HexId) -> None:
        """Place a unit in a hex if it may be there."""
        there = [one for one, place in standing.items() if place == hex_id]
        limit = self.kernel.setting.game.rules.stacking.limit or 99
        if all(self._side(one) == self._side(unit) for one in there) and len(there) < limit:
            standing[unit] = hex_id

    def _arranged(self, standing: Mapping[UnitId, HexId]) -> State:
        sides = self.kernel.setting.sides
        owners = {str(hex_id): str(self.chance.choice(sides)) for hex_id in self._places}
        lines = tuple(f"{place} {unit}" for unit, place in standing.items())
        return build_state(self.kernel, lines, phase="blue-combat", owners=owners)


def compared(zones: Zones, full: Full, hexes: int, number: int, seed: int = 0) -> set[bool]:
    """Compare retreats in some positions; return whether any was possible, and whether any was impossible."""
    kernel, chance = (
        RulesEngine(changed(zones, full, hexes), "the-week", {}),
        random.Random(f"{hexes}/{seed}"),
    )
    seen, made = set[bool](), Positions(kernel, chance)
    for turn in range(number):
        state = made.crowd() if turn % 2 else made.without_room()
        for unit, place in zip(kernel.setting.units, state.locations, strict=True):
            if place >= 0:
                flight = Flight(kernel, state, unit)
                _compare(flight, chance)
                seen.add(bool(flight.whole))
    return seen


def passing(full: Full, number: int) -> Counter[str]:
    """Count retreat paths through hexes of passable enemies, and those that continue because of them."""
    seen = Counter[str]()
    for hexes in (1, 2):
        kernel, chance = (
            RulesEngine(changed("forbidden", full, hexes), "the-week", {}),
            random.Random(f"{hexes}"),
        )
        made = Positions(kernel, chance)
        for _ in range(number):
            state = made.without_room()
            for unit, place in zip(kernel.setting.units, state.locations, strict=True):
                flight = Flight(kernel, state, unit) if place >= 0 else None
                for way in flight.whole if flight is not None else ():
                    assert flight is not None
                    through = any(map(flight.quiet, way[1:]))
                    seen["through"] += through
                    seen["beyond"] += through and len(way) - 1 > flight.far
    return seen


def _compare(flight: Flight, chance: random.Random) -> None:
    setting, where = flight.kernel.setting, f"{flight.unit} from {flight.walker.here}"
    number, board = setting.unit_numbers[flight.unit], setting.board
    found = retreat_destinations(setting, flight.state, number)
    told = {frozenset(board.names(taken)): set(board.names(ends)) for taken, ends in found.items()}
    assert told == flight.retreats, where
    way = _query(flight)
    layers = [{one[-1] for one in ways} for ways in flight.ways]
    assert [set(board.names(layer)) for layer in way.layers] == layers, where
    # What the module asks on the way, wherever the unit stands and is dragged to.
    known = sorted({one for layer in layers for one in layer}) + chance.sample(list(board.index), 2)
    foreign = board.bits(flight.foreign)
    for here, goal in zip(chance.choices(known, k=6), chance.choices(known, k=6), strict=True):
        said = f"{where} in {here} to {goal}"
        start, end = 1 << board.index[here], 1 << board.index[goal]
        assert set(board.names(ends_from(way, start))) == flight.onward(here), said
        ways = passages(way, start, end, foreign)
        assert all(reached == end for _, reached in ways), said
        assert len(ways) == len({taken for taken, _ in ways}), said
        assert {frozenset(board.names(taken)) for taken, _ in ways} == flight.between(here, goal), said


def _query(flight: Flight) -> Retreat:
    setting, state, rule = flight.kernel.setting, flight.state, flight.kernel.setting.combat.retreat
    unit = setting.unit_numbers[flight.unit]
    side, full = setting.side_of[unit], setting.full_hexes(state, unit)
    passed = passable_enemy_hexes(setting, state, side)
    free = unbarred_hexes(setting, state, side, ezoc_rule_for_retreat(setting, unit), passed)
    tread, start = setting.passable_steps(state, unit), 1 << state.locations[unit]
    return retreat_from(
        setting.board, tread, start, rule.hexes, free, full, passed, rule.if_overstacked == "continue"
    )
