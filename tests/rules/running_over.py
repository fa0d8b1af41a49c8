"""A naive oracle for overruns: attackers, defenders and further moves, read from the data each time.

It shares nothing with the rules engine except the position. The odds come from `battling`; the rest of a
unit's move is added up from its legs by `walking`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from hexwright.model.ids import UnitId
from hexwright.model.rules.overrun_record import Overrun
from hexwright.rules.engine.game_state import State
from tests.rules.battling import Battle
from tests.rules.walking import DONE, Label, Walker

Purse = Mapping[int, list[Label]]
"""By the number of a movement mode: the points that a unit has spent, and whether an EZOC stopped it."""


@dataclass
class RunningOver(Battle):
    """Attackers that would overrun targets together in a movement phase."""

    purses: Mapping[UnitId, Purse] = field(default_factory=dict)
    """The points spent by each attacker that has moved or overrun before."""
    stopped: Collection[UnitId] = ()
    """The units stopped by an enemy zone of control."""

    def walker(self, unit: UnitId) -> Walker:
        return Walker(self.kernel, self.state, unit)

    def paid(self, entry: Overrun, unit: UnitId) -> dict[int, list[Label]]:
        """Return, by movement mode, the points that a unit has spent after paying for the overrun; empty if
        it can't."""
        walker = self.walker(unit)
        needs_none = not entry.cost and entry.afterwards == "stop" and entry.resolved == "phase-end"
        found: dict[int, list[Label]] = {}
        for number, labels in self.purses.get(unit, walker.labels).items():
            manner = walker.manners[number]
            if not entry.modes or manner.mode.id in entry.modes:
                enough = [
                    (used, spent + entry.cost)
                    for used, spent in labels
                    if spent + entry.cost <= walker.allowance(manner) or needs_none
                ]
                if enough:
                    found[number] = enough
        return found

    def entering(self, unit: UnitId) -> Walker:
        """Return a unit that would move into the hex of the targets as if they weren't there."""
        begun = self.walker(unit)
        labels = {
            number: [
                (used, DONE if unit in self.stopped and begun.manners[number].mode.ezoc == "stops" else spent)
                for used, spent in some
            ]
            for number, some in self.purses.get(unit, begun.labels).items()
        }
        found = Walker(self.kernel, self.state, unit, labels, moved=unit in self.purses)
        found.enemies = found.enemies - {self.units[self.targets[0]].hex}
        return found

    def timely(self, entry: Overrun) -> bool:
        phase = self.game.rules.sequence[self.state.phase]
        return self.now(entry) and (not entry.phases or phase.id in entry.phases)

    def may(self, entry: Overrun) -> bool:
        """Return whether all attackers may take part, whatever the odds."""
        us, them = [self.units[u] for u in self.attackers], [self.units[u] for u in self.targets]
        phase = self.game.rules.sequence[self.state.phase]
        return (
            self.timely(entry)
            and all(one.side == phase.side and (not phase.classes or one.kind in phase.classes) for one in us)
            and all(other.hex in self.beside(one.hex) for one in us for other in them)
            and (entry.attackers == "any" or len({one.hex for one in us}) == 1)
            and all(self.own(entry, one) for one in us)
            and all(self.enemy(entry, other) and self.ground(entry, other.hex) for other in them)
            and all(self.step(entry, one, other.hex) for one in us for other in them)
            and self.able(entry)
        )

    def able(self, entry: Overrun) -> bool:
        """Return whether all attackers have enough left of their moves."""
        if entry.afterwards == "enter":
            goal = self.units[self.targets[0]].hex
            return len(self.attackers) == 1 and self.entering(self.attackers[0]).leg(goal) is not None
        return all(self.paid(entry, unit) for unit in self.attackers)

    def enough(self, entry: Overrun) -> bool:
        """Return whether the odds are high enough."""
        if not self.defence():
            return entry.zero_strength
        heads = self.heads()

        def place(ratio: Fraction) -> int:
            found = sum(head <= ratio for head in heads)
            return found + int(ratio) - int(heads[-1]) if found == len(heads) else found

        over, under = entry.odds.replace("-", ":").split(":")
        least = place(Fraction(int(over), int(under)))
        return (
            place(self.attack() / self.defence()) + self.moved("column_shift", self.rules.max_column_shift)
            >= least
        )

    def admitted(self) -> bool:
        """Return whether the attackers may declare the overrun together."""
        return any(self.may(entry) for entry in self.rules.overruns)

    def by(self) -> Overrun | None:
        """Return the first entry by which the overrun can be resolved."""
        return next((one for one in self.rules.overruns if self.may(one) and self.enough(one)), None)

    def walks_on(self, entry: Overrun, unit: UnitId, after: State) -> Walker:
        """Return the walker of a unit after an overrun; `after` is the position then."""
        if entry.afterwards == "enter":
            leg = self.entering(unit).leg(self.units[self.targets[0]].hex)
            assert leg is not None
            return Walker(self.kernel, after, unit, leg[1], moved=True)
        walker = Walker(self.kernel, after, unit)
        left: dict[int, list[Label]] = {}
        for number, labels in self.paid(entry, unit).items():
            caught = walker.manners[number].mode.ezoc == "stops" and walker.zone(walker.here)
            over = entry.afterwards == "stop" or (unit in self.stopped and caught)
            left[number] = [(used, DONE if over else spent) for used, spent in labels]
        return Walker(self.kernel, after, unit, left, moved=True)
