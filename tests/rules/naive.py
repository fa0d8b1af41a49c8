"""A second list of legal actions, written from the rule text for the tests alone.

It shares nothing with the rules engine except the state: it reads units and cities from it by name, and
follows paths hex by hex over the printed map. It is slow on purpose.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

from hexwright.geometry.hexgrid import HexGrid
from hexwright.model.game import Game
from hexwright.model.ids import HexId, Hexside
from hexwright.rules.engine.game_state import State
from hexwright.rules.engine.rules_engine import RulesEngine
from tests.rules.positions import game

CITY_KINDS = ("capital", "city")
EDGES = {"german": "01", "soviet": "14"}
MOSCOW = HexId("1103")


@dataclass
class Printed:
    """The data printed on the map."""

    grid: HexGrid
    links: dict[HexId, set[HexId]]
    rivers: set[Hexside]
    forests: set[HexId]
    forts: set[HexId]


@cache
def printed() -> Printed:
    """Return the printed data of the map, read once."""
    hexmap = game().hexmap
    links: dict[HexId, set[HexId]] = {}
    for line in hexmap.lines[0].lines:
        for a, b in pairwise(line.path):
            links.setdefault(a, set()).add(b)
            links.setdefault(b, set()).add(a)
    return Printed(
        HexGrid.of(hexmap.grid),
        links,
        {Hexside.parse(side) for line in hexmap.hexsides[0].lines for side in line.hexsides},
        {h for terrain in hexmap.terrain if terrain.id == "forest" for h in terrain.hexes},
        {h for feature in hexmap.features if feature.id == "fortification" for h in feature.hexes},
    )


@dataclass
class Unit:
    """A unit as players see it."""

    id: str
    side: str
    kind: str
    strengths: tuple[int, ...]
    ma: int
    hex: HexId | None
    half: bool
    where: str
    used: bool


class Table:
    """A position as players see it."""

    def __init__(self, kernel: RulesEngine, state: State) -> None:
        setting = kernel.setting
        self.game: Game = setting.game
        self.options = setting.options
        self.turn = state.turn
        self.weather = next(
            t.weather
            for t in self.game.charts.timetable(setting.scenario.turn_track).turns
            if t.turn == state.turn
        )
        self.phase = setting.phases[state.phase].id
        self.side = "german" if state.phase < 4 else "soviet"
        self.stage = state.stage
        self.cold = setting.sides[state.attrition_roller] if state.attrition_roller >= 0 else ""
        self.points = sum(state.replacements_left)
        self.units: dict[str, Unit] = {}
        for number, unit in enumerate(setting.units):
            counter = self.game.counters.unit(unit)
            place = state.locations[number]
            self.units[unit] = Unit(
                id=unit,
                side=counter.side,
                kind=counter.unit_class,
                strengths=tuple(s.strength or 0 for s in counter.steps),
                ma=counter.steps[0].ma or 0,
                hex=setting.board.ids[place] if place >= 0 else None,
                half=state.steps[number] == 2,
                where={-1: "pool", -2: "aside", -3: "gone"}.get(place, "map"),
                used=bool(state.acted >> number & 1),
            )
        self.owners: dict[HexId, str] = {}
        for place_entry in self.game.hexmap.places:
            bit = 1 << setting.board.index[place_entry.hex]
            for side, hexes in zip(setting.sides, state.owned, strict=True):
                if hexes & bit:
                    self.owners[place_entry.hex] = side
        self.standing = {unit.hex: unit for unit in self.units.values() if unit.hex is not None}
        self.fight = state.fight
        self.names = setting.units
        self.declared = [(self.names[b.target_unit], b.attackers) for b in state.battles]
        self.ids = setting.board.ids
        self.printed = printed()
        self.grid = self.printed.grid

    def around(self, hex_id: HexId) -> list[HexId]:
        return list(self.grid.neighbours(hex_id).values())

    def enemy_in(self, hex_id: HexId, side: str) -> bool:
        return hex_id in self.standing and self.standing[hex_id].side != side

    def ezoc(self, hex_id: HexId, side: str) -> bool:
        return any(self.enemy_in(other, side) for other in self.around(hex_id))

    def forest(self, hex_id: HexId) -> bool:
        return hex_id in self.printed.forests

    # Movement -------------------------------------------------------------------------------------

    def allowance(self, unit: Unit) -> int:
        if self.weather == "mud":
            return 1 if self.options["mud-movement"] == "one-hex" else unit.ma - 1
        if self.weather == "snow":
            return unit.ma - (1 if unit.kind == "infantry" else 2)
        return unit.ma

    def cost(self, hex_id: HexId) -> int:
        if self.weather == "mud" and self.options["mud-movement"] == "one-hex":
            return 1
        return 2 if self.forest(hex_id) else 1

    def walks(self, unit: Unit) -> set[HexId]:
        """Return every hex to which a unit can move on foot."""
        assert unit.hex is not None
        seen: set[tuple[HexId, int]] = set()
        found: set[HexId] = set()

        def step(here: HexId, left: int) -> None:
            for there in self.around(here):
                rest = left - self.cost(there)
                if rest < 0 or self.enemy_in(there, unit.side) or (there, rest) in seen:
                    continue
                found.add(there)
                seen.add((there, rest))
                if not self.ezoc(there, unit.side):
                    step(there, rest)

        step(unit.hex, self.allowance(unit))
        return found - {unit.hex}

    def rides(self, unit: Unit) -> set[HexId]:
        """Return every hex that a unit can reach by rail."""
        assert unit.hex is not None
        found = {unit.hex}
        for _ in range(4):
            found |= {
                there
                for here in found
                for there in self.printed.links.get(here, ())
                if not self.enemy_in(there, unit.side) and not self.ezoc(there, unit.side)
            }
        return found - {unit.hex}

    def overfull(self) -> set[HexId]:
        """Return the hexes with more than one unit of the side."""
        hexes = [unit.hex for unit in self.units.values() if unit.side == self.side and unit.hex]
        return {hex_id for hex_id in hexes if hexes.count(hex_id) > 1}

    def moves(self, only: frozenset[str] | None = None) -> Iterator[str]:
        """Yield the moves of units that have not moved, and the moves to take back; `walking` covers further
        legs."""
        for unit in self.units.values():
            if only is not None and unit.id not in only:
                continue
            if unit.hex is None or unit.side != self.side:
                continue
            if unit.used:
                if unit.hex in self.overfull():
                    yield f"take-back {unit.id}"
                continue
            found: set[HexId] = set()
            if self.phase == "rail-movement":
                found |= self.rides(unit)
                if unit.kind == "tank":
                    found |= self.walks(unit)
            elif self.phase != "panzer-movement" or unit.kind == "panzer":
                found |= self.walks(unit)
            yield from (f"move {unit.id} {there}" for there in found)

    # Combat -----------------------------------------------------------------------------------------

    def attacks(self) -> Iterator[str]:
        for unit in self.units.values():
            if unit.side == self.side and unit.hex is not None and not unit.used:
                for there in self.around(unit.hex):
                    if self.enemy_in(there, unit.side):
                        yield f"attack {unit.id} on {self.standing[there].id}"

    @property
    def defender(self) -> str:
        assert self.fight is not None
        return self.names[self.fight.defenders.bit_length() - 1]

    def retreats(self) -> Iterator[str]:
        assert self.fight is not None
        unit = self.units[self.defender]
        assert unit.hex is not None
        start, grid = unit.hex, self.grid

        def allowed(there: HexId) -> bool:
            return not self.enemy_in(there, unit.side) and not self.ezoc(there, unit.side)

        paths = [
            (a, b)
            for a in self.around(start)
            if allowed(a)
            for b in self.around(a)
            if allowed(b) and grid.distance(start, b) == 2
        ]
        walked: list[tuple[HexId, ...]] = list(paths)
        while walked:
            free = [path for path in walked if path[-1] not in self.standing]
            if free:
                for path in free:
                    cities = {h for h in path[:-1] if self.owners.get(h, unit.side) != unit.side}
                    passed = sorted(cities - {path[-1]})
                    yield f"retreat {unit.id} {path[-1]}" + (f" via {','.join(passed)}" if passed else "")
                return
            been = {h for path in walked for h in path}
            walked = [
                (*path, there)
                for path in walked
                for there in self.around(path[-1])
                if allowed(there) and there not in been and grid.distance(start, there) >= 2
            ]

    # Replacements -------------------------------------------------------------------------------------

    def linked(self, start: HexId, side: str) -> bool:
        """Return whether a path leads from a hex to the side's edge."""
        seen, waiting = {start}, [start]
        while waiting:
            here = waiting.pop()
            if here.startswith(EDGES[side]):
                return True
            for there in self.around(here):
                if there not in seen and not self.enemy_in(there, side) and not self.ezoc(there, side):
                    seen.add(there)
                    waiting.append(there)
        return False

    def replacements(self) -> Iterator[str]:
        if self.points == 0:
            return
        places = [h for h in self.grid if h.startswith(EDGES[self.side]) and h not in self.standing]
        for city in self.game.hexmap.places:
            if city.kind not in CITY_KINDS or self.owners[city.hex] != self.side or city.hex in self.standing:
                continue
            moscow = city.hex == MOSCOW and self.side == "soviet"
            if (moscow or self.linked(city.hex, self.side)) and city.hex not in places:
                places.append(city.hex)
        for unit in self.units.values():
            if unit.side != self.side or unit.used:
                continue
            if unit.where == "pool":
                yield from (f"new {unit.id} {h}" for h in places)
            if unit.hex is None:
                continue
            linked = self.linked(unit.hex, self.side)
            if unit.half and (linked or (unit.hex == MOSCOW and self.side == "soviet")):
                yield f"restore {unit.id}"
            tank = self.units.get("soviet-tu")
            waiting = tank is not None and tank.where == "aside"
            if self.turn == 13 and self.side == "soviet" and linked and waiting:
                yield f"designate {unit.id}"

    # All --------------------------------------------------------------------------------------------

    def actions(self) -> set[str]:
        """Return the texts of all legal actions; empty for die rolls and at the end."""
        match self.stage:
            case "move":
                return {*self.moves(), *([] if self.overfull() else ["end"])}
            case "declare":
                return {*self.attacks(), "end"}
            case "replace":
                return {*self.replacements(), "end"}
            case "retreat":
                return set(self.retreats())
            case "resolve":
                return {f"resolve {target}" for target, _ in self.declared}
            case "attrition-loss":
                return {f"attrition {u.id}" for u in self.units.values() if u.side == self.cold and u.hex}
        if self.fight is None:
            return set()
        attackers = [n for i, n in enumerate(self.names) if self.fight.attackers >> i & 1]
        target = self.defender
        match self.stage:
            case "losses":
                return {f"lose {name}" for name in attackers}
            case "advance":
                return {
                    f"advance {name} {self.ids[self.fight.hexes.bit_length() - 1]}" for name in attackers
                } | {"hold"}
            case "stand":
                return {f"stand {target}", f"fall-back {target}"}
        return set()

    # Odds -------------------------------------------------------------------------------------------

    def level(self, target: str, attackers: list[str]) -> int:
        """Return n of the odds n:1 after all modifiers; 0 or less if the attack has no effect."""
        defender = self.units[target]
        assert defender.hex is not None
        total = sum(self._strength(self.units[name]) for name in attackers)
        if self.weather == "mud":
            total = total // 2
        level = total // self._strength(defender)
        if self.options["maximum-odds"] == "before-terrain":
            level = min(level, 6)
        if self.forest(defender.hex):
            level -= 1
        if defender.hex == MOSCOW:
            level -= 1
        if defender.side == "soviet" and defender.hex in self.printed.forts:
            level -= 1
        rivers = self.printed.rivers
        hexes = [self.units[name].hex for name in attackers]
        if all(h is not None and Hexside.between(h, defender.hex) in rivers for h in hexes):
            level -= 1
        if any(self.units[name].kind == "tank" for name in attackers):
            level += 1
        return min(level, 6)

    def _strength(self, unit: Unit) -> int:
        return unit.strengths[1 if unit.half else 0]
