"""A naive reckoner: what a battle by odds comes to, read from the data for each unit anew.

It shares nothing with the kernel but the position that it is asked about: hexes are printed ids, strengths
are fractions from the beginning, supply is the naive tracer's. It is slow on purpose.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from math import ceil, floor

from builder.geometry.hexgrid import HexGrid
from builder.model.circumstances import Near, When
from builder.model.game import Game
from builder.model.ids import HexId, Hexside, UnitId
from builder.model.modifying import Modifier
from builder.model.rules import CombatRules
from tests.rules.fronts import fronted
from tests.rules.supplying import Supply
from validators.rules.kernel import Kernel
from validators.rules.state import DISRUPTED, State


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


@lru_cache(maxsize=2)
def traced(kernel: Kernel, state: State, side: str) -> Supply:
    """Return the naive tracer of a side in a position, whose ways are walked once for all that ask."""
    return Supply(kernel, state, side)


@dataclass
class Battle:
    """An attack on a unit, or on several that defend as one."""

    kernel: Kernel
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
            place, counter = self.state.where[number], self.game.counters.unit(unit)
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
        turns = self.game.charts.timetable(self.kernel.setting.scenario.timetable).turns
        return next(turn.weather for turn in turns if turn.turn == self.state.turn)

    def beside(self, hex_id: HexId) -> list[HexId]:
        return list(self.grid.neighbours(hex_id).values())

    def enemy_in(self, hex_id: HexId, side: str) -> bool:
        return any(unit.hex == hex_id and unit.side != side for unit in self.units.values())

    def in_zone(self, hex_id: HexId, side: str) -> bool:
        return any(self.enemy_in(other, side) for other in self.beside(hex_id))

    def supplied(self, unit: Standing, asked: str) -> bool:
        return traced(self.kernel, self.state, unit.side).is_so(unit.id, asked)

    # Who and where --------------------------------------------------------------------------------

    def now(self, entry: When) -> bool:
        chosen = self.kernel.setting.options
        return (
            (not entry.weather or self.weather in entry.weather)
            and (not entry.turns or self.state.turn in entry.turns)
            and all(chosen[option] == choice for option, choice in entry.under.items())
        )

    def ground(self, entry: When, here: HexId) -> bool:
        hexmap = self.game.hexmap
        places = [place for place in hexmap.places if place.hex == here]
        features = [feature.id for feature in hexmap.features if here in feature.hexes]
        return (
            (not entry.terrain or hexmap.terrain_of(here).id in entry.terrain)
            and (not entry.feature or any(one in entry.feature for one in features))
            and (not entry.into or any(one in entry.into for one in features))
            and (not entry.place or any(place.id in entry.place for place in places))
            and (not entry.place_kinds or any(place.kind in entry.place_kinds for place in places))
        )

    def step(self, entry: When, attacker: Standing, here: HexId) -> bool:
        sides = {
            Hexside.parse(text)
            for feature in self.game.hexmap.hexsides
            if feature.id in entry.across
            for line in feature.lines
            for text in line.sides
        }
        inside = [feature.hexes for feature in self.game.hexmap.features if feature.id in entry.into]
        across = not entry.across or Hexside.between(attacker.hex, here) in sides
        facing = not entry.facing or fronted(self.game, entry.facing, attacker.hex, here)
        return across and facing and not any(attacker.hex in hexes for hexes in inside)

    def own(self, entry: When, unit: Standing) -> bool:
        named = not entry.classes and not entry.units
        return (
            (not entry.side or unit.side in entry.side)
            and (named or unit.kind in entry.classes or unit.id in entry.units)
            and (entry.supply is None or self.supplied(unit, entry.supply))
            and (entry.zone is None or self.in_zone(unit.hex, unit.side) == (entry.zone == "in"))
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

    def enemy(self, entry: When, unit: Standing) -> bool:
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
        so = {
            entry.id: [self.attacks_as(entry, self.units[name]) for name in self.attackers]
            for entry in self.counting
        }
        found = []
        for number, name in enumerate(self.attackers):
            strength = Fraction(self.units[name].strength)
            for entry in self.counting:
                each = entry.attackers in (None, "each")
                if entry.attack is not None and (
                    so[entry.id][number] if each else self.together(entry, so[entry.id])
                ):
                    strength *= Fraction(entry.attack)
            found.append(strength)
        return self.total(found, self.rules.fractions.attack)

    def defence(self) -> Fraction:
        return self.total(
            [self.defender(self.units[name]) for name in self.targets], self.rules.fractions.defence
        )

    def defender(self, target: Standing) -> Fraction:
        strength = target.defence
        for entry in self.counting:
            them = [self.units[name] for name in self.attackers]
            so = [self.enemy(entry, one) and self.step(entry, one, target.hex) for one in them]
            met = self.ground(entry, target.hex) and self.own(entry, target) and self.together(entry, so)
            if entry.defence is not None and met:
                strength *= Fraction(entry.defence)
        return strength

    def total(self, strengths: list[Fraction], how: str) -> Fraction:
        def even(number: Fraction) -> Fraction:
            ways = {"kept": number, "dropped": Fraction(floor(number)), "raised": Fraction(ceil(number))}
            return ways[how]

        if self.rules.fractions.each:
            return sum(map(even, strengths), Fraction(0))
        return even(sum(strengths, Fraction(0)))

    def moved(self, what: str, most: int | None) -> int:
        found = 0
        for entry in self.counting:
            so = [self.attacks_as(entry, self.units[name]) for name in self.attackers]
            found += getattr(entry, what) if self.together(entry, so) else 0
        return found if most is None else max(-most, min(most, found))

    def table(self) -> str:
        """Return the id of the combat table that is read, "" for the usual one."""
        for entry in self.counting:
            so = [self.attacks_as(entry, self.units[name]) for name in self.attackers]
            if entry.table is not None and self.together(entry, so):
                return entry.table
        return ""

    def heads(self) -> list[Fraction]:
        usual = self.game.charts.combat
        assert usual is not None
        columns = {"": usual.columns, **{one.id: one.columns for one in usual.others}}
        return [Fraction(*map(int, head.split(":"))) for head in columns[self.table()]]

    def result(self, shown: int) -> str:
        """Return the letters in the row of a die, changed as modifiers say, and the column."""
        usual = self.game.charts.combat
        assert usual is not None
        rows = {"": usual.rows, **{one.id: one.rows for one in usual.others}}[self.table()]
        ordered = sorted(rows, key=int)
        wanted = min(max(shown + self.die(), int(ordered[0])), int(ordered[-1]))
        return rows[str(wanted)][self.column() - 1]

    def column(self) -> int:
        """Return the column of the table, counted from 1; 0 or less has no effect."""
        heads = self.heads()
        column = len(heads)
        if self.defence():
            ratio = self.attack() / self.defence()
            column = sum(head <= ratio for head in heads)
            if column == len(heads):
                column += floor(ratio) - floor(heads[-1])
        column = min(column + self.moved("columns", self.rules.most_columns), len(heads))
        for entry in self.counting:
            so = [self.attacks_as(entry, self.units[name]) for name in self.attackers]
            if entry.most is not None and self.together(entry, so):
                column = min(
                    column, sum(head <= Fraction(*map(int, entry.most.split(":"))) for head in heads)
                )
        return column

    def die(self) -> int:
        return self.moved("die", self.rules.most_die)
