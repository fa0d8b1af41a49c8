"""A naive oracle for allocations of attacks: it tries all of them, from the rule text and the data alone.

It shares nothing with the rules engine except the position and the declared attacks: hexes are printed ids,
units are names. It is slow on purpose, and used with a handful of units.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, combinations, product

from hexwright.geometry.hexgrid import HexGrid
from hexwright.model.game import Game
from hexwright.model.ids import HexId, UnitId
from hexwright.model.rules.criteria_record import Criteria, Near, Unless
from hexwright.model.rules.mandatory_attack_record import AttackDuty, AttackOrigin
from hexwright.rules.engine.game_state import DISRUPTED, State
from hexwright.rules.engine.rules_engine import RulesEngine
from tests.rules.fronts import fronted
from tests.rules.grounds import situated
from tests.rules.map_reading import read_map
from tests.rules.supplying import Supply
from tests.rules.zoning import reaches

Division = Mapping[UnitId, frozenset[str]]
"""The targets of each unit: hexes, or one enemy unit; empty if the unit doesn't attack."""


@dataclass
class Judge:
    """The attacks of a phase: mandatory ones, and the fewest targets that an allocation leaves out."""

    kernel: RulesEngine
    state: State

    # The facts ------------------------------------------------------------------------------------

    @property
    def game(self) -> Game:
        return self.kernel.setting.game

    @cached_property
    def grid(self) -> HexGrid:
        return HexGrid.of(self.game.hexmap.grid)

    @cached_property
    def standing(self) -> dict[UnitId, HexId]:
        setting = self.kernel.setting
        return {
            unit: setting.board.ids[self.state.locations[number]]
            for number, unit in enumerate(setting.units)
            if self.state.locations[number] >= 0
        }

    @property
    def side(self) -> str:
        return str(self.game.rules.sequence[self.state.phase].side)

    @property
    def attacked(self) -> str:
        assert self.game.rules.combat is not None
        return self.game.rules.combat.target

    def side_of(self, unit: UnitId) -> str:
        return str(self.game.counters.unit(unit).side)

    def class_of(self, unit: UnitId) -> str:
        return self.game.counters.unit(unit).unit_class

    @cached_property
    def enemies(self) -> dict[str, list[UnitId]]:
        """Return the enemies at each target."""
        found: dict[str, list[UnitId]] = {}
        for unit, hex_id in self.standing.items():
            if self.side_of(unit) != self.side:
                found.setdefault(unit if self.attacked == "unit" else hex_id, []).append(unit)
        return found

    def touched(self, unit: UnitId) -> list[str]:
        """Return the adjacent targets that a unit may attack."""
        assert self.game.rules.combat is not None
        beside = self.grid.neighbours(self.standing[unit]).values()
        return [
            goal
            for goal, them in self.enemies.items()
            if self.standing[them[0]] in beside
            and not any(self.bars(entry, unit, goal) for entry in self.game.rules.combat.forbidden_attacks)
        ]

    def bars(self, entry: Criteria, unit: UnitId, goal: str) -> bool:
        """Return whether an entry of forbidden attacks applies to a unit and an adjacent target."""
        here, there = self.standing[unit], self.standing[self.enemies[goal][0]]
        met = any(
            (not entry.against or self.side_of(other) in entry.against)
            and (not entry.against_classes or self.class_of(other) in entry.against_classes)
            for other in self.defending(goal)
        )
        return met and self.means_from_afar(entry, unit, there) and self.crosses(entry, here, there)

    def defending(self, goal: str) -> list[UnitId]:
        """Return the defenders of a target, without defenders ignored because of others in their hex."""
        assert self.game.rules.combat is not None
        entry = self.game.rules.combat.ignored_defenders
        hidden = entry.classes if entry is not None else ()
        them = self.enemies[goal]
        return [unit for unit in them if self.class_of(unit) not in hidden] or list(them)

    def reached(self, unit: UnitId) -> list[str]:
        """Return the targets that a unit may attack: adjacent ones, and those that it may bombard."""
        assert self.game.rules.combat is not None
        afar = self.game.rules.combat.bombardment
        touched = self.touched(unit)
        return [
            goal
            for goal, them in self.enemies.items()
            if goal in touched
            or any(
                self.grid.distance(self.standing[unit], self.standing[them[0]]) <= entry.range
                and self.means_from_afar(entry, unit, self.standing[them[0]])
                for entry in (afar.ranges if afar is not None else ())
            )
        ]

    @cached_property
    def attackers(self) -> list[UnitId]:
        classes = self.game.rules.sequence[self.state.phase].classes
        return [
            unit
            for unit in self.standing
            if self.side_of(unit) == self.side
            and (not classes or self.class_of(unit) in classes)
            and (self.disrupted_attack or not self.shaken(unit))
            and self.reached(unit)
        ]

    @property
    def disrupted_attack(self) -> bool:
        told = self.game.rules.combat.disruption if self.game.rules.combat is not None else None
        return told is not None and told.may_attack

    def shaken(self, unit: UnitId) -> bool:
        return self.state.conditions[self.kernel.setting.unit_numbers[unit]] == DISRUPTED

    # Who is meant -----------------------------------------------------------------------------------

    def holds(self, here: HexId, ground: Criteria | AttackOrigin | Unless, *, every: bool) -> bool:
        """Return whether a hex has the given terrain and features: one of each kind given, or any of them."""
        hexmap = self.game.hexmap
        read = read_map(hexmap)
        places = read.places_in(here)
        asked: list[tuple[tuple[str, ...], set[str]]] = [
            (ground.terrain, {hexmap.terrain_of(here).id}),
            (ground.feature, {feature.id for feature in read.features_in(here)}),
            (ground.place, {place.id for place in places}),
            (ground.place_kinds, {place.kind for place in places}),
        ]
        so = [bool(there.intersection(wanted)) for wanted, there in asked if wanted]
        return all(so) if every else any(so)

    def crosses(self, entry: Criteria, here: HexId, there: HexId) -> bool:
        read = read_map(self.game.hexmap)
        across = not entry.across or any(read.parted(one, here, there) for one in entry.across)
        return across and (not entry.across_front or fronted(self.game, entry.across_front, here, there))

    def is_so(self, entry: Criteria, unit: UnitId, there: HexId) -> bool:
        """Return whether time, hex and unit meet an entry's criteria."""
        turns = self.game.charts.timetable(self.kernel.setting.scenario.turn_track).turns
        weather = next(turn.weather for turn in turns if turn.turn == self.state.turn)
        named = not entry.classes and not entry.units
        return (
            (not entry.weather or weather in entry.weather)
            and (not entry.turns or self.state.turn in entry.turns)
            and situated(self.kernel, self.state, entry)
            and (not entry.phases or self.game.rules.sequence[self.state.phase].id in entry.phases)
            and self.holds(there, entry, every=True)
            and (not entry.side or self.side in entry.side)
            and (named or self.class_of(unit) in entry.classes or unit in entry.units)
            and (entry.supply is None or self.supplied(unit, entry.supply))
            and (entry.condition is None or self.shaken(unit) == (entry.condition == "disrupted"))
            and (entry.near is None or self.accompanied(entry.near, unit) != entry.near.missing)
        )

    def means_from_afar(self, entry: Criteria, unit: UnitId, there: HexId) -> bool:
        """Return whether a bombardment entry applies to a unit and a hex."""
        held = entry.enemy_zoc is None or self.in_zone(unit) == (entry.enemy_zoc == "in")
        barred = entry.unless is not None and self.holds(there, entry.unless, every=False)
        return held and not barred and self.is_so(entry, unit, there)

    @property
    def zones_of_shaken(self) -> bool:
        disruption = self.game.rules.combat and self.game.rules.combat.disruption
        return not disruption or disruption.exerts_zoc

    def in_zone(self, unit: UnitId) -> bool:
        beside = self.grid.neighbours(self.standing[unit]).values()
        classes = self.game.rules.zoc.classes
        return any(
            there in beside
            and self.side_of(other) != self.side_of(unit)
            and (not classes or self.class_of(other) in classes)
            and reaches(self.game, self.side_of(other), self.standing[unit])
            and (self.zones_of_shaken or not self.shaken(other))
            for other, there in self.standing.items()
        )

    def means(self, entry: AttackDuty, unit: UnitId, goal: str) -> bool:
        here, them = self.standing[unit], self.enemies[goal]
        there = self.standing[them[0]]
        return (
            self.is_so(entry, unit, there)
            and self.crosses(entry, here, there)
            and (entry.attacking_from is None or self.holds(here, entry.attacking_from, every=False))
            and any(
                (not entry.against or self.side_of(other) in entry.against)
                and (not entry.against_classes or self.class_of(other) in entry.against_classes)
                for other in them
            )
        )

    def accompanied(self, near: Near, unit: UnitId) -> bool:
        return any(
            self.grid.distance(self.standing[unit], there) <= near.within
            for other, there in self.standing.items()
            if other != unit and self.side_of(other) == self.side_of(unit)
            if (not near.classes and not near.units)
            or self.class_of(other) in near.classes
            or other in near.units
        )

    def supplied(self, unit: UnitId, asked: str) -> bool:
        return self._supply.is_so(unit, asked)

    @cached_property
    def _supply(self) -> Supply:
        return Supply(self.kernel, self.state, self.side)

    def bound(self, unit: UnitId, goal: str, part: str) -> bool:
        assert self.game.rules.combat is not None
        duties = self.game.rules.combat.mandatory_attacks
        assert duties is not None
        if any(self.means(entry, unit, goal) for entry in duties.exceptions):
            return False
        return any(self.means(entry, unit, goal) for entry in getattr(duties, part))

    @cached_property
    def units_due(self) -> set[UnitId]:
        return {u for u in self.attackers if any(self.bound(u, g, "must_attack") for g in self.touched(u))}

    @cached_property
    def goals_due(self) -> set[str]:
        return {g for u in self.attackers for g in self.touched(u) if self.bound(u, g, "must_be_attacked")}

    # Divisions ----------------------------------------------------------------------------------------

    def divisions(self) -> Iterator[Division]:
        """Yield all possible allocations of attackers to battles."""
        offers = [self.offers(unit) for unit in self.attackers]
        for chosen in product(*offers):
            # Battles have no hex in common: those who attack any of the same hexes attack all of them.
            if all(one == other or not one & other for one, other in combinations(chosen, 2)):
                yield dict(zip(self.attackers, chosen, strict=True))

    def offers(self, unit: UnitId) -> list[frozenset[str]]:
        goals = self.reached(unit)
        most = len(goals) if self.attacked == "hexes" else 1
        sizes = (combinations(goals, size) for size in range(most + 1))
        return [frozenset(some) for some in chain.from_iterable(sizes)]

    def left_out(self, division: Division) -> tuple[int, int]:
        """Return the numbers of mandatory attackers and mandatory targets without an attack."""
        attacked = frozenset().union(*division.values())
        return sum(not division[unit] for unit in self.units_due), len(self.goals_due - attacked)

    @cached_property
    def fewest(self) -> int:
        """Return the fewest mandatory targets that any allocation leaves out if all mandatory attackers
        attack."""
        found = [goals for units, goals in map(self.left_out, self.divisions()) if not units]
        return min(found)

    def declared(self) -> Division:
        """Return the declared attacks."""
        setting = self.kernel.setting
        found: dict[UnitId, frozenset[str]] = dict.fromkeys(self.attackers, frozenset())
        for battle in self.state.battles:
            goals = (
                {setting.units[battle.target_unit]}
                if battle.target_unit >= 0
                else {h for n, h in enumerate(setting.board.ids) if battle.hexes >> n & 1}
            )
            for unit in self.attackers:
                if battle.attackers >> setting.unit_numbers[unit] & 1:
                    found[unit] = frozenset(goals)
        return found

    def may_end(self) -> bool:
        return self.left_out(self.declared()) == (0, self.fewest)
