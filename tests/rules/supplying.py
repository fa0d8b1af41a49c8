"""A naive tracer of supply: paths traced hex by hex from a unit, as rules.yaml says, by printed ids.

It shares nothing with the rules engine except the position, and is slow on purpose.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Any

from hexwright.geometry.hexgrid import HexGrid
from hexwright.model.game import Game
from hexwright.model.ids import HexId, SideId, UnitId
from hexwright.model.rules.criteria_record import Criteria, Degree
from hexwright.model.rules.movement_record import MovementMode
from hexwright.model.rules.supply_capacity_record import SupplyCapacity
from hexwright.model.rules.supply_record import SupplyLine, SupplyRange
from hexwright.rules.engine.game_state import DISRUPTED, State
from hexwright.rules.engine.rules_engine import RulesEngine
from tests.rules.lining import Lines
from tests.rules.map_reading import MapReading, read_map
from tests.rules.walking import Manner, Walker, points_of
from tests.rules.zoning import reaches


@dataclass(frozen=True)
class Standing:
    """A unit on the map."""

    side: SideId
    kind: str
    hex: HexId
    disrupted: bool


@dataclass
class Supply:
    """The supply lines of a side in a position."""

    kernel: RulesEngine
    state: State
    side: str
    absent: frozenset[UnitId] = frozenset()
    """Units that use no supply capacity."""

    @property
    def game(self) -> Game:
        return self.kernel.setting.game

    @cached_property
    def rule(self) -> SupplyLine:
        return next(rule for rule in self.game.rules.supply_lines if rule.side == self.side)

    @cached_property
    def grid(self) -> HexGrid:
        return HexGrid.of(self.game.hexmap.grid)

    @cached_property
    def units(self) -> list[Standing]:
        setting, found = self.kernel.setting, []
        for number, unit in enumerate(setting.units):
            if (place := self.state.locations[number]) >= 0:
                counter = self.game.counters.unit(unit)
                shaken = bool(self.state.conditions[number] & DISRUPTED)
                found.append(Standing(counter.side, counter.unit_class, setting.board.ids[place], shaken))
        return found

    @cached_property
    def read(self) -> MapReading:
        return read_map(self.game.hexmap)

    def beside(self, hex_id: HexId) -> list[HexId]:
        return self.read.beside(hex_id)

    @cached_property
    def by_hex(self) -> dict[HexId, list[Standing]]:
        found: dict[HexId, list[Standing]] = {}
        for unit in self.units:
            found.setdefault(unit.hex, []).append(unit)
        return found

    def inside(self, hex_id: HexId, *, own: bool) -> list[Standing]:
        return [unit for unit in self.by_hex.get(hex_id, ()) if (unit.side == self.side) == own]

    @cached_property
    def enemies_beside(self) -> dict[HexId, list[Standing]]:
        """Return the enemies adjacent to each hex that has any."""
        found: dict[HexId, list[Standing]] = {}
        for unit in self.units:
            for there in self.beside(unit.hex) if unit.side != self.side else ():
                found.setdefault(there, []).append(unit)
        return found

    # What is open ---------------------------------------------------------------------------------

    def zoned(self, hex_id: HexId) -> bool:
        zoc = self.game.rules.zoc
        if zoc.reach == "none" or (zoc.friendly_units_cancel and self.inside(hex_id, own=True)):
            return False
        near = self.enemies_beside.get(hex_id, ())
        if not near:
            return False
        told = self.game.rules.combat.disruption if self.game.rules.combat is not None else None
        shut = told is not None and not told.exerts_zoc
        return any(
            (not zoc.classes or unit.kind in zoc.classes)
            and not (shut and unit.disrupted)
            and reaches(self.game, unit.side, hex_id)
            for unit in near
        )

    @cached_property
    def closed(self) -> set[HexId]:
        """Return the hexes through which no supply line may run."""
        return {hex_id for hex_id in self.grid if self.shut(hex_id)}

    def shut(self, hex_id: HexId) -> bool:
        """Return whether no supply line may run through a hex."""
        rule, friends = self.rule, self.inside(hex_id, own=True)
        if self.inside(hex_id, own=False) or self.game.hexmap.terrain_of(hex_id).id in rule.not_into:
            return True
        if rule.ezoc == "forbidden" and self.zoned(hex_id):
            return True
        if rule.ezoc == "unless-friends" and self.zoned(hex_id) and not friends:
            return True
        closing = any(place.kind in rule.enemy_places for place in self.read.places_in(hex_id))
        if closing and self.owner(hex_id) not in (None, self.side):
            return True
        near = self.enemies_beside.get(hex_id, ())
        return not friends and any(unit.kind in rule.blocking_classes and not unit.disrupted for unit in near)

    @cached_property
    def owners(self) -> dict[HexId, SideId]:
        setting = self.kernel.setting
        return {
            hex_id: side
            for number, side in enumerate(setting.sides)
            for hex_id in setting.board.names(self.state.owned[number])
        }

    def owner(self, hex_id: HexId) -> str | None:
        return self.owners.get(hex_id)

    def onward(self, hex_id: HexId) -> list[HexId]:
        return self.read.onward(self.rule.not_across, hex_id)

    # Where it comes from --------------------------------------------------------------------------

    @cached_property
    def sources(self) -> set[HexId]:
        hexmap, rule = self.game.hexmap, self.rule
        found = set(rule.hexes)
        for name in rule.network:
            found |= Lines(self.kernel, self.state, self.side, name).usable
        found |= {hex_id for edge in hexmap.edges if edge.id in rule.edge for hex_id in edge.hexes}
        return found | {
            place.hex
            for place in hexmap.places
            if place.id in rule.places and self.owner(place.hex) == self.side
        }

    @cached_property
    def carried(self) -> set[HexId]:
        """Return the open sources, and the hexes reached from them along lines."""
        found = {hex_id for hex_id in self.sources if hex_id not in self.closed}
        pairs = [
            pair
            for feature in self.game.hexmap.lines
            if feature.id in self.rule.line
            for line in feature.lines
            for pair in zip(line.path, line.path[1:], strict=False)
        ]
        grown = True
        while grown:
            more = {b for a, b in pairs if a in found} | {a for a, b in pairs if b in found}
            more = {hex_id for hex_id in more - found if hex_id not in self.closed}
            found |= more
            grown = bool(more)
        return found

    @cached_property
    def passed_on(self) -> set[HexId]:
        """Return the open hexes of headquarters that have supply."""
        found: set[HexId] = set()
        grown = True
        while grown:
            more = {
                unit.hex
                for unit in self.units
                if unit.side == self.side
                and unit.kind in self.rule.headquarters
                and unit.hex not in found
                and unit.hex not in self.closed
                and self._reaches(unit.hex, self.carried | found)
            }
            found |= more
            grown = bool(more)
        return found

    def has(self, hex_id: HexId) -> bool:
        """Return whether a unit of the side has supply in a hex."""
        return self._reaches(hex_id, self.carried | self.passed_on)

    def runs(self, hex_id: HexId) -> bool:
        """Return whether a supply line runs through a hex."""
        if hex_id in self.closed:
            return False
        goals = self.carried | self.passed_on
        if self.rule.range_in_mp is not None or self.rule.range is None:
            return self.has(hex_id)
        return hex_id in goals or self._walks(hex_id, goals, self.rule.range - 1)

    def degree(self, unit: UnitId) -> Degree:
        """Return the degree of supply of a unit of the side on the map."""
        found = self.unrationed(unit)
        return "limited" if found == "isolated" and unit in self.rationed else found

    @cached_property
    def rationed(self) -> set[UnitId]:
        """Return the units that are isolated only because of supply capacity."""
        return {unit for asking in self.asking for unit, is_fed in asking.items() if is_fed}

    @cached_property
    def asking(self) -> list[dict[UnitId, bool]]:
        """Return, for each supply capacity, the units in need that it reaches, and whether it feeds each."""
        setting, fed, found = self.kernel.setting, set[UnitId](), list[dict[UnitId, bool]]()
        counters = self.game.counters
        own = [unit for n, unit in enumerate(setting.units) if self.state.locations[n] >= 0]
        own = [unit for unit in own if counters.unit(unit).side == self.side and unit not in self.absent]
        for ration in self.rule.supply_capacity:
            waiting = []
            for unit in own:
                if unit in fed or self.unrationed(unit) != "isolated":
                    continue
                far = self.brought_by(ration, unit)
                if far is not None:
                    waiting.append((-self.points(unit), far, unit))
            left = Fraction(ration.max)
            for lacking, _, unit in sorted(waiting):
                if -lacking <= left:
                    left += lacking
                    fed.add(unit)
            found.append({unit: unit in fed for *_, unit in waiting})
        return found

    def points(self, unit: UnitId) -> Fraction:
        """Return the defence strength on the face that a unit shows."""
        step = self.state.steps[self.kernel.setting.units.index(unit)]
        face = self.game.counters.unit(unit).steps[step - 1]
        return Fraction(face.defence if face.defence is not None else face.strength or 0)

    def brought_by(self, ration: SupplyCapacity, unit: UnitId) -> Fraction | None:
        """Return the points that supply from a capacity needs to reach a unit; None if it can't."""
        poorer = Supply(self.kernel, self.state, self.side)
        bare: dict[str, Any] = {
            "edge": (),
            "hexes": (),
            "places": (),
            "headquarters": (),
            "limited_network": (),
        }
        poorer.rule = replace(self.rule, network=ration.network, supply_capacity=(), exempt=(), **bare)
        if not (self.now(ration) and poorer.sources):
            return None
        setting = self.kernel.setting
        here = setting.board.ids[self.state.locations[setting.units.index(unit)]]
        if self.meant(ration, unit, here) and poorer.unrationed(unit) != "isolated":
            return poorer.farness(unit)
        beyond = any(self.meant(one, unit, here) for one in ration.also_supplies if self.now(one))
        return Fraction(10_000) if beyond else None

    def now(self, asked: Criteria) -> bool:
        """Return whether an entry applies now, to any unit."""
        return self.reader.counts(replace(asked, classes=(), units=()))

    def meant(self, asked: Criteria, unit: UnitId, here: HexId) -> bool:
        """Return whether an entry applies to a unit in its hex."""
        counter, hexmap = self.game.counters.unit(unit), self.game.hexmap
        named = unit in asked.units or counter.unit_class in asked.classes
        places = self.read.places_in(here)
        inside = [one.id for one in self.read.features_in(here)]
        return (
            (named or not (asked.units or asked.classes))
            and (not asked.terrain or hexmap.terrain_of(here).id in asked.terrain)
            and (not asked.feature or any(one in asked.feature for one in inside))
            and (not asked.place or any(place.id in asked.place for place in places))
            and (not asked.place_kinds or any(place.kind in asked.place_kinds for place in places))
        )

    def farness(self, unit: UnitId) -> Fraction:
        """Return the points that supply needs to reach a unit that isn't isolated."""
        here = self.kernel.setting.board.ids[self.state.locations[self.kernel.setting.units.index(unit)]]
        if here in self.sources or here in self.carried:
            return Fraction(0)
        assert self.rule.range_in_mp is not None
        return self._hauled(frozenset(self.carried), self.rule.range_in_mp, Fraction(10_000))[here]

    def unrationed(self, unit: UnitId) -> Degree:
        """Return a unit's degree of supply without supply capacities."""
        setting = self.kernel.setting
        number = setting.units.index(unit)
        here = setting.board.ids[self.state.locations[number]]
        if self.game.counters.unit(unit).unit_class in self.rule.exempt:
            return "in"
        reach = self.rule.range_in_mp
        if reach is None:
            return "in" if self.has(here) else "isolated"
        face = self.game.counters.unit(unit).steps[self.state.steps[number] - 1]
        near = self._far(reach, face.ma or 0)
        goals = self.carried | self.passed_on
        if self._reaches(here, goals, near):
            return "in"
        far = near * Fraction(reach.limited_multiplier) if reach.limited_multiplier is not None else near
        if self._reaches(here, goals, far):
            return "limited"
        if not self.rule.limited_network:
            return "isolated"
        poorer = Supply(self.kernel, self.state, self.side)
        poorer.rule = replace(
            self.rule,
            edge=(),
            hexes=(),
            places=(),
            network=self.rule.limited_network,
            limited_network=(),
            headquarters=(),
        )
        so_far = poorer.carried | poorer.passed_on
        return "limited" if poorer._reaches(here, so_far, far) else "isolated"

    def is_so(self, unit: UnitId, asked: str) -> bool:
        """Return whether a unit on the map has the degree of supply that a battle requires.

        The supply recorded for the unit is used, if there is a record.
        """
        if self.rule.fixed_in_movement:
            bit = 1 << self.kernel.setting.units.index(unit)
            told = (
                "isolated"
                if self.state.isolated_when_moved & bit
                else "limited"
                if self.state.out_of_supply_when_moved & bit
                else "in"
            )
        else:
            told = self.degree(unit)
        return told != "in" if asked == "out" else told == asked

    def _far(self, reach: SupplyRange, printed: int) -> Fraction:
        """Return the points within which a unit with a printed allowance is in supply."""
        found = Fraction(printed if reach.points is None else reach.points)
        for entry in reach.modifiers:
            if self.reader.counts(entry):
                found *= Fraction(entry.multiply)
        return found

    def _reaches(self, hex_id: HexId, goals: set[HexId], points: Fraction | None = None) -> bool:
        if hex_id in self.sources or hex_id in goals:
            return True
        reach = self.rule.range_in_mp
        if reach is not None:
            # Asked of a hex alone, each unit's own reach is nothing.
            most = self._far(reach, 0) if points is None else points
            return hex_id in self._hauled(frozenset(goals), reach, most)
        return self._walks(hex_id, goals, self.rule.range if self.rule.range is not None else 10_000)

    def _walks(self, hex_id: HexId, goals: set[HexId], length: int) -> bool:
        far = {hex_id: 0}
        waiting = [hex_id]
        for now in waiting:
            for there in self.onward(now):
                if there not in far and far[now] < length and there not in self.closed:
                    if there in goals:
                        return True
                    far[there] = far[now] + 1
                    waiting.append(there)
        return False

    # How far in points --------------------------------------------------------------------------------

    @cached_property
    def reader(self) -> Walker:
        """Return a walker of the side that has spent nothing; it only computes the costs of steps."""
        units = self.kernel.setting.units
        own = next(unit for unit in units if self.game.counters.unit(unit).side == self.side)
        return Walker(self.kernel, self.state, own)

    @cached_property
    def _brought(self) -> dict[tuple[frozenset[HexId], Fraction], dict[HexId, Fraction]]:
        return {}

    def _hauled(self, goals: frozenset[HexId], reach: SupplyRange, points: Fraction) -> dict[HexId, Fraction]:
        """Return the hexes within a number of points of some hexes, each with its lowest cost."""
        if (goals, points) in self._brought:
            return self._brought[goals, points]
        [mode] = [mode for mode in self.game.rules.movement if mode.id == reach.mode]
        best = dict.fromkeys(goals, Fraction(0))
        waiting = sorted(goals)
        for here in waiting:
            if here in self.closed:
                continue
            for there in self.beside(here):
                least = min((best[here] + more for more in self._prices(mode, here, there)), default=None)
                if least is not None and least <= points and least < best.get(there, least + 1):
                    best[there] = least
                    waiting.append(there)
        self._brought[goals, points] = best
        return best

    @cached_property
    def _steps(self) -> dict[tuple[str, HexId, HexId], list[Fraction]]:
        return {}

    def _prices(self, mode: MovementMode, here: HexId, there: HexId) -> list[Fraction]:
        """Return the possible costs of bringing supply from hex to hex; each step is read once."""
        step = mode.id, here, there
        if step not in self._steps:
            self._steps[step] = self._priced(mode, here, there)
        return self._steps[step]

    @cached_property
    def _bared(self) -> dict[str, Manner]:
        return {}

    def _bare(self, mode: MovementMode) -> Manner:
        """Return a mode without what changes allowances."""
        if mode.id not in self._bared:
            self._bared[mode.id] = Manner(replace(mode, allowance_modifiers=()), attacks=True)
        return self._bared[mode.id]

    def _priced(self, mode: MovementMode, here: HexId, there: HexId) -> list[Fraction]:
        zones = self.reader._zones(mode, here, there)
        if zones is None:
            return []
        found = [self.reader._plain(self._bare(mode), here, there)]
        if mode.along is not None and not self.reader.linked(mode.along, here, there):
            found = []
        last = {entry.line: points_of(entry.cost) for entry in mode.line_costs if self.reader.counts(entry)}
        found += [cost for line, cost in last.items() if self.reader.linked(line, here, there)]
        return [cost + zones for cost in found if cost is not None]
