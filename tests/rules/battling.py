"""A naive calculator of battles by odds, which reads the data for each unit separately.

It shares nothing with the rules engine except the position: hexes are printed ids, strengths are fractions
from the beginning, and supply comes from the naive tracer. It is slow on purpose.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import ceil, floor, prod

from hexwright.geometry.hexgrid import HexGrid
from hexwright.model.game import Game
from hexwright.model.ids import HexId, UnitId
from hexwright.model.rules.combat_modifier_record import Modifier
from hexwright.model.rules.criteria_record import Criteria, Near
from hexwright.model.rules.rules_record import CombatRules
from hexwright.rules.engine.game_state import DISRUPTED, State
from hexwright.rules.engine.rules_engine import RulesEngine
from tests.rules.fronts import fronted
from tests.rules.grounds import situated
from tests.rules.map_reading import read_map
from tests.rules.supplying import Supply


@dataclass(frozen=True)
class Standing:
    """A unit on the map."""

    id: UnitId
    side: str
    kind: str
    hex: HexId
    strength: int
    defence: Fraction
    shaken: bool


_TRACED: list[Supply] = []
"""The tracers used last."""


def traced(kernel: RulesEngine, state: State, side: str) -> Supply:
    """Return the naive supply tracer of a side in a position; all callers share its traced paths."""
    for known in _TRACED:
        if known.kernel is kernel and known.state is state and known.side == side:
            return known
    _TRACED[:] = [Supply(kernel, state, side), *_TRACED[:1]]
    return _TRACED[0]


@dataclass
class Battle:
    """An attack on a unit, or on several units that defend together."""

    kernel: RulesEngine
    state: State
    targets: tuple[UnitId, ...]
    attackers: tuple[UnitId, ...]

    # The facts ------------------------------------------------------------------------------------

    @property
    def game(self) -> Game:
        return self.kernel.setting.game

    @property
    def rules(self) -> CombatRules:
        assert self.game.rules.combat is not None
        return self.game.rules.combat

    @cached_property
    def grid(self) -> HexGrid:
        return HexGrid.of(self.game.hexmap.grid)

    @cached_property
    def units(self) -> dict[UnitId, Standing]:
        setting = self.kernel.setting
        found = {}
        for number, unit in enumerate(setting.units):
            place, counter = self.state.locations[number], self.game.counters.unit(unit)
            if place >= 0:
                face = counter.steps[self.state.steps[number] - 1]
                strength = face.strength or 0
                defence = Fraction(strength if face.defence is None else face.defence)
                hex_id = setting.board.ids[place]
                shaken = self.state.conditions[number] == DISRUPTED
                kind = counter.unit_class
                found[unit] = Standing(unit, str(counter.side), kind, hex_id, strength, defence, shaken)
        return found

    @cached_property
    def weather(self) -> str:
        turns = self.game.charts.timetable(self.kernel.setting.scenario.turn_track).turns
        return next(turn.weather for turn in turns if turn.turn == self.state.turn)

    def beside(self, hex_id: HexId) -> list[HexId]:
        return read_map(self.game.hexmap).beside(hex_id)

    def in_zone(self, hex_id: HexId, side: str) -> bool:
        classes, near = self.game.rules.zoc.classes, self.beside(hex_id)
        return any(
            unit.hex in near and unit.side != side and (not classes or unit.kind in classes)
            for unit in self.units.values()
        )

    def supplied(self, unit: Standing, asked: str) -> bool:
        return traced(self.kernel, self.state, unit.side).is_so(unit.id, asked)

    # Who and where --------------------------------------------------------------------------------

    def now(self, entry: Criteria) -> bool:
        chosen = self.kernel.setting.options
        return (
            (not entry.weather or self.weather in entry.weather)
            and (not entry.turns or self.state.turn in entry.turns)
            and situated(self.kernel, self.state, entry)
            and all(chosen[option] == choice for option, choice in entry.option.items())
        )

    def ground(self, entry: Criteria, here: HexId) -> bool:
        hexmap, read = self.game.hexmap, read_map(self.game.hexmap)
        places = read.places_in(here)
        features = [feature.id for feature in read.features_in(here)]
        return (
            (not entry.terrain or hexmap.terrain_of(here).id in entry.terrain)
            and (not entry.feature or any(one in entry.feature for one in features))
            and (not entry.into or any(one in entry.into for one in features))
            and (not entry.place or any(place.id in entry.place for place in places))
            and (not entry.place_kinds or any(place.kind in entry.place_kinds for place in places))
        )

    def step(self, entry: Criteria, attacker: Standing, here: HexId) -> bool:
        read = read_map(self.game.hexmap)
        across = not entry.across or any(read.parted(one, attacker.hex, here) for one in entry.across)
        facing = not entry.across_front or fronted(self.game, entry.across_front, attacker.hex, here)
        return across and facing and not any(one.id in entry.into for one in read.features_in(attacker.hex))

    def own(self, entry: Criteria, unit: Standing) -> bool:
        named = not entry.classes and not entry.units
        return (
            (not entry.side or unit.side in entry.side)
            and (named or unit.kind in entry.classes or unit.id in entry.units)
            and (entry.supply is None or self.supplied(unit, entry.supply))
            and (entry.enemy_zoc is None or self.in_zone(unit.hex, unit.side) == (entry.enemy_zoc == "in"))
            and (entry.condition is None or unit.shaken == (entry.condition == "disrupted"))
            and (entry.near is None or self.accompanied(entry.near, unit) != entry.near.missing)
        )

    def accompanied(self, near: Near, unit: Standing) -> bool:
        return any(
            self.grid.distance(unit.hex, other.hex) <= near.within
            for other in self.units.values()
            if other.id != unit.id and other.side == unit.side
            if (not near.classes and not near.units) or other.kind in near.classes or other.id in near.units
        )

    def enemy(self, entry: Criteria, unit: Standing) -> bool:
        return (not entry.against or unit.side in entry.against) and (
            not entry.against_classes or unit.kind in entry.against_classes
        )

    def attacks_as(self, entry: Modifier, attacker: Standing) -> bool:
        so = [
            self.ground(entry, target.hex)
            and self.enemy(entry, target)
            and self.step(entry, attacker, target.hex)
            for target in (self.units[name] for name in self.targets)
        ]
        return self.own(entry, attacker) and (any(so) if entry.defenders == "one" else all(so))

    def together(self, entry: Modifier, so: list[bool]) -> bool:
        return any(so) if entry.attackers == "one" else all(so)

    # What it comes to -----------------------------------------------------------------------------

    @cached_property
    def counting(self) -> list[Modifier]:
        return [entry for entry in self.rules.modifiers if self.now(entry)]

    def attack(self) -> Fraction:
        found = []
        for name in self.attackers:
            strength = Fraction(self.units[name].strength)
            for entry in self.counting:
                if entry.attack is not None and name in self.weighed(entry):
                    strength *= Fraction(entry.attack)
            found.append(strength)
        return self.total(found, self.rules.rounding.attack)

    def defence(self) -> Fraction:
        return self.total([self.defender(name) for name in self.targets], self.rules.rounding.defence)

    def defender(self, name: UnitId) -> Fraction:
        raised, lowered = self.times(name)
        most = self.rules.max_defence_factor
        return self.units[name].defence * (raised if most is None else min(raised, Fraction(most))) * lowered

    def times(self, name: UnitId) -> tuple[Fraction, Fraction]:
        """Return by how much a defender's strength is raised without a maximum, and by how much lowered."""
        found = [
            Fraction(entry.defence)
            for entry in self.counting
            if entry.defence is not None and self.guards(entry, name)
        ]
        raised = prod((one for one in found if one > 1), start=Fraction(1))
        return raised, prod((one for one in found if one < 1), start=Fraction(1))

    def defence_limited(self) -> bool:
        """Return whether a defender is raised only by the maximum."""
        most = self.rules.max_defence_factor
        return most is not None and any(self.times(name)[0] > most for name in self.targets)

    def total(self, strengths: list[Fraction], how: str) -> Fraction:
        def even(number: Fraction) -> Fraction:
            ways = {"kept": number, "down": Fraction(floor(number)), "up": Fraction(ceil(number))}
            return ways[how]

        if self.rules.rounding.per_unit:
            return sum(map(even, strengths), Fraction(0))
        return even(sum(strengths, Fraction(0)))

    def counts(self, entry: Modifier) -> bool:
        """Return whether a modifier applies to the battle as a whole."""
        return self.together(entry, [self.attacks_as(entry, self.units[name]) for name in self.attackers])

    def all_moved(self, what: str) -> int:
        return sum(getattr(entry, what) for entry in self.counting if self.counts(entry))

    def moved(self, what: str, most: int | None) -> int:
        found = self.all_moved(what)
        return found if most is None else max(-most, min(most, found))

    def weighed(self, entry: Modifier) -> list[UnitId]:
        """Return the attackers whose strength a modifier multiplies."""
        if entry.attack is None:
            return []
        if entry.attackers in (None, "each"):
            return [name for name in self.attackers if self.attacks_as(entry, self.units[name])]
        return list(self.attackers) if self.counts(entry) else []

    def guarded(self, entry: Modifier) -> list[UnitId]:
        """Return the defenders whose strength a modifier multiplies."""
        return [name for name in self.targets if entry.defence is not None and self.guards(entry, name)]

    def guards(self, entry: Modifier, name: UnitId) -> bool:
        target, them = self.units[name], [self.units[one] for one in self.attackers]
        so = [self.enemy(entry, one) and self.step(entry, one, target.hex) for one in them]
        return self.ground(entry, target.hex) and self.own(entry, target) and self.together(entry, so)

    def told(self) -> list[tuple[str, str, tuple[str, ...]]]:
        """Return the modifiers that apply, in order: the modifier, the part that it changes, and the units
        concerned."""
        found: list[tuple[str, str, tuple[str, ...]]] = []
        named = False
        for entry in self.counting:
            for part, some, all_of in (
                ("attack", self.weighed(entry), self.attackers),
                ("defence", self.guarded(entry), self.targets),
            ):
                if some:
                    names = [self.game.counters.unit(unit).name for unit in all_of if unit in some]
                    found.append((entry.id, part, () if len(some) == len(all_of) else tuple(names)))
            if self.counts(entry):
                parts = {"table": entry.table is not None and not named, "columns": entry.column_shift != 0}
                parts |= {"die": entry.drm != 0, "most": entry.max_column is not None}
                found += [(entry.id, part, ()) for part, so in parts.items() if so]
                named = named or entry.table is not None
        return found

    def worth(self) -> dict[UnitId, Fraction]:
        """Return the factor of each unit's strength, without factors of 1."""
        found = {}
        for name in (*self.attackers, *self.targets):
            times = Fraction(1)
            for entry in self.counting:
                times *= Fraction(entry.attack or 1) if name in self.weighed(entry) else 1
            if name in self.targets:
                most, (raised, lowered) = self.rules.max_defence_factor, self.times(name)
                times *= (raised if most is None else min(raised, Fraction(most))) * lowered
            if times != 1:
                found[name] = times
        return found

    def table(self) -> str:
        """Return the id of the combat table in use; "" for the default table."""
        for entry in self.counting:
            if entry.table is not None and self.counts(entry):
                return entry.table
        return ""

    @property
    def differs(self) -> bool:
        usual = self.game.charts.combat
        assert usual is not None
        return usual.kind == "differential"

    def heads(self) -> list[Fraction]:
        usual = self.game.charts.combat
        assert usual is not None
        columns = {"": usual.columns, **{one.id: one.columns for one in usual.alternate_tables}}
        return [Fraction(head.replace(":", "/")) for head in columns[self.table()]]

    def result(self, shown: int) -> str:
        """Return the result for a die roll after the DRM, in the battle's column."""
        if self.helpless():
            assert self.rules.zero_defence_result is not None
            return self.rules.zero_defence_result
        usual = self.game.charts.combat
        assert usual is not None
        rows = {"": usual.rows, **{one.id: one.rows for one in usual.alternate_tables}}[self.table()]
        ordered = sorted(rows, key=int)
        wanted = min(max(shown + self.die(), int(ordered[0])), int(ordered[-1]))
        return rows[str(wanted)][self.column() - 1]

    def printed(self) -> int:
        """Return the column before any shift; 0 is below the first column."""
        heads, attack, defence = self.heads(), self.attack(), self.defence()
        if self.differs:
            return sum(head <= attack - defence for head in heads)
        if not defence:
            return len(heads)
        column = sum(head <= attack / defence for head in heads)
        return column + (floor(attack / defence) - floor(heads[-1]) if column == len(heads) else 0)

    def reached(self) -> int:
        """Return the column after all shifts, even if the table has no such column."""
        return self.printed() + self.moved("column_shift", self.rules.max_column_shift)

    def helpless(self) -> bool:
        """Return whether the result of the battle is certain."""
        return self.rules.zero_defence_result is not None and not self.defence()

    def column(self) -> int:
        """Return the column of the table, counted from 1; an attack in column 0 or below has no effect."""
        heads, chosen, cut = self.heads(), self.kernel.setting.options, self.rules.cap_odds_before_shifts
        if self.helpless():
            return len(heads)
        column = self.printed()
        if cut is not None and all(chosen[option] == choice for option, choice in cut.items()):
            least = 1 if self.rules.below_minimum_odds == "first-column" else column
            column = max(min(column, len(heads)), least)
        column = min(column + self.moved("column_shift", self.rules.max_column_shift), len(heads))
        for entry in self.counting:
            if entry.max_column is not None and self.counts(entry):
                column = min(
                    column, sum(head <= Fraction(entry.max_column.replace(":", "/")) for head in heads)
                )
        return max(column, 1) if self.rules.below_minimum_odds == "first-column" else column

    def die(self) -> int:
        return self.moved("drm", self.rules.max_drm)
