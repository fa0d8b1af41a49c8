"""Supply read plainly from the game's text: states, what cities feed, and groups, on printed ids."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from heapq import heappop, heappush
from math import ceil
from typing import Final

from hexwright.model.ids import HexId, SideId, UnitId
from tests.battle_of_moscow.game import forts, grid, played

GERMAN, RUSSIAN = SideId("german"), SideId("russian")
CITIES: Final = ((HexId("0507"), 20), (HexId("2324"), 40))
"""Leningrad and Moscow, with the factors that they feed: Leningrad first."""
SHORE: Final = ("0108", "0207", "0308", "0407")
GULF: Final = ("0105", "0106", "0107", "0206", "0307", "0406")
ROUGH: Final = ("swamp", "forest", "hills")
NEED_NONE: Final = ("fortress", "workers", "partisans", "dropped")
NO_ZONE: Final = ("partisans", "workers", "dropped")


@dataclass(frozen=True)
class Plain:
    """A position: where units stand, who owns the cities, and the weather."""

    standing: dict[UnitId, HexId]
    russian: frozenset[HexId]
    """The cities that are Russian."""
    weather: str

    def side(self, unit: UnitId) -> SideId:
        return played().counters.unit(unit).side

    def kind(self, unit: UnitId) -> str:
        return played().counters.unit(unit).unit_class

    def factors(self, unit: UnitId) -> Fraction:
        """Return its factors in defence."""
        face = played().counters.unit(unit).steps[0]
        return Fraction(face.strength or 0 if face.defence is None else face.defence)

    def enemies(self, side: SideId) -> set[HexId]:
        return {here for unit, here in self.standing.items() if self.side(unit) != side}

    def zones(self, side: SideId) -> set[HexId]:
        """Return the enemy zones of a side; Russians in a hex that is fortified on all sides ignore them."""
        found: set[HexId] = set()
        for unit, here in self.standing.items():
            if self.side(unit) != side and self.kind(unit) not in NO_ZONE:
                found |= {here, *grid().neighbours(here).values()}
        return found - forts() if side == RUSSIAN else found

    def railway(self, side: SideId, begun: Iterable[HexId]) -> set[HexId]:
        """Return the railways that lead to some hexes, free of enemies and their zones."""
        shut, rails = self.zones(side) | self.enemies(side), lines("rail")
        return spread({*begun} & rails.keys() - shut, rails, shut)

    def far(self, side: SideId, rails: set[HexId]) -> dict[HexId, int]:
        """Return how far each hex is from a friendly railway, or a road that leads to one."""
        barred, roads = self.enemies(side) | self.zones(side), lines("road")
        spent = dict.fromkeys(rails | spread(rails & roads.keys(), roads, barred), 0)
        waiting = [(0, here) for here in sorted(spent)]
        while waiting:
            so_far, here = heappop(waiting)
            # Supplies don't come out of a hex with an enemy or in an enemy zone.
            if so_far > spent[here] or here in barred:
                continue
            for near in grid().neighbours(here).values():
                more = self.cost(side, near)
                if more and so_far + more < spent.get(near, 99):
                    spent[near] = so_far + more
                    heappush(waiting, (spent[near], near))
        return spent

    def cost(self, side: SideId, here: HexId) -> int:
        """Return what a hex counts for supplies; 0 where none come."""
        terrain = ground().get(here, "clear")
        if terrain == "lake":
            return int(side == RUSSIAN and self.weather == "snow" and here not in GULF)
        frozen = terrain == "swamp" and self.weather == "hardfrost"
        # In mud and snow their line is cut in half instead, and rough ground doesn't get any rougher.
        hampered = side == GERMAN and self.weather in ("fair", "hardfrost")
        return 2 if hampered and terrain in ROUGH and not frozen else 1

    @cached_property
    def degrees(self) -> dict[UnitId, str]:
        """Return how each unit is supplied."""
        found: dict[UnitId, str] = {}
        for side, edge in ((GERMAN, "west"), (RUSSIAN, "east")):
            own = [unit for unit in self.standing if self.side(unit) == side]
            begun = next(one.hexes for one in played().hexmap.edges if one.id == edge)
            spent = self.far(side, self.railway(side, begun))
            for unit in own:
                far, reach = Fraction(spent.get(self.standing[unit], 99)), self.reach(unit)
                found[unit] = "in" if far <= reach else "limited" if far <= 2 * reach else "isolated"
                if self.kind(unit) in NEED_NONE:
                    found[unit] = "in"
            if side == RUSSIAN:
                for unit in self.fed([unit for unit in own if found[unit] == "isolated"]):
                    found[unit] = "limited"
        return found

    def reach(self, unit: UnitId) -> Fraction:
        """Return how far supplies come to it: its own movement factor."""
        printed = Fraction(played().counters.unit(unit).steps[0].ma or 0)
        halved = self.side(unit) == GERMAN and self.weather in ("mud", "snow")
        return printed / 2 if halved else printed

    def fed(self, isolated: list[UnitId]) -> list[UnitId]:
        """Return whom the cities feed of those whom nothing else does: the strongest, then the nearest."""
        found: list[UnitId] = []
        for city, most in CITIES:
            rails = self.railway(RUSSIAN, {city} & self.russian)
            spent, left = self.far(RUSSIAN, rails), Fraction(most)
            near: list[tuple[Fraction, int, UnitId]] = []
            for unit in isolated if rails else ():
                far = spent.get(self.standing[unit], 99)
                if unit in found:
                    continue
                if far <= 2 * self.reach(unit):
                    near.append((-self.factors(unit), far, unit))
                elif unit == "russian-army-8" and city == "0507" and self.standing[unit] in SHORE:
                    near.append((-self.factors(unit), 99, unit))
            for minus, _, unit in sorted(near):
                if -minus <= left:
                    left += minus
                    found.append(unit)
        return found

    def groups(self, side: SideId) -> dict[frozenset[UnitId], int]:
        """Return the groups of isolated units of a side, with the factors that each loses."""
        left = {
            unit: here
            for unit, here in self.standing.items()
            if self.side(unit) == side and self.degrees[unit] == "isolated"
        }
        left = {unit: here for unit, here in left.items() if self.kind(unit) != "finnish"}
        found: dict[frozenset[UnitId], int] = {}
        while left:
            hexes = {next(iter(left.values()))}
            while more := {h for h in left.values() if {*grid().neighbours(h).values()} & hexes} - hexes:
                hexes |= more
            own = frozenset(unit for unit, here in left.items() if here in hexes)
            left = {unit: here for unit, here in left.items() if unit not in own}
            found[own] = ceil(sum(map(self.factors, own), Fraction(0)) / 3)
        return found


@cache
def ground() -> dict[HexId, str]:
    """Return the terrain of each hex that isn't clear."""
    return {here: kind.id for kind in played().hexmap.terrain for here in kind.hexes}


@cache
def lines(name: str) -> dict[HexId, set[HexId]]:
    """Return, by hex, those to which a kind of line leads."""
    found: dict[HexId, set[HexId]] = {}
    for line in next(line for line in played().hexmap.lines if line.id == name).lines:
        for here, there in zip(line.path, line.path[1:], strict=False):
            found.setdefault(here, set()).add(there)
            found.setdefault(there, set()).add(here)
    return found


def spread(begun: set[HexId], along: dict[HexId, set[HexId]], shut: set[HexId]) -> set[HexId]:
    """Return the hexes to which lines lead from some, except those that are shut."""
    seen, waiting = set(begun), list(begun)
    while waiting:
        for near in along.get(waiting.pop(), set()) - shut - seen:
            seen.add(near)
            waiting.append(near)
    return seen
