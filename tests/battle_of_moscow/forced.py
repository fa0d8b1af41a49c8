"""A plain reading of mandatory attacks in Battle of Moscow, by its text alone.

"All of the player's units adjacent to the enemy attack something", "both the defending units are attacked by
something", each unit once; a unit without a zone of control needs no attack, and Russians in a fortified hex
need not attack. Hexes are printed ids here, units their names; all divisions are tried.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from hexwright.model.ids import HexId, SideId, UnitId
from hexwright.players.random_stream import RandomStream
from hexwright.rules.combat import attack_obligations
from hexwright.rules.engine.game_state import State
from hexwright.rules.engine.rules_protocol import END
from hexwright.rules.engine.state_builder import build_state
from tests.battle_of_moscow.game import forts, grid, kernel, played
from tests.battle_of_moscow.plain_supply import GERMAN, RUSSIAN, Plain

REGULARS = ("infantry", "guards", "paratroops", "armour", "motorised", "cavalry")
HIDDEN = ("partisans", "dropped")
"""Ignored where others stand with them."""
ZONELESS = (*HIDDEN, "workers")


def kind_of(unit: UnitId) -> str:
    """Return the kind of a unit."""
    return played().counters.unit(unit).unit_class


@dataclass
class Forced:
    """What must be fought in a combat phase."""

    state: State

    @cached_property
    def standing(self) -> dict[UnitId, HexId]:
        """Return where all units stand."""
        setting = kernel().setting
        return {
            unit: setting.board.ids[place]
            for unit, place in zip(setting.units, self.state.locations, strict=True)
            if place >= 0
        }

    @property
    def side(self) -> SideId:
        """Return whose battles they are."""
        side = played().rules.sequence[self.state.phase].side
        assert isinstance(side, str)
        return SideId(side)

    @cached_property
    def enemies(self) -> dict[HexId, list[str]]:
        """Return by hex the kinds of the enemies who defend there."""
        found: dict[HexId, list[str]] = {}
        for unit, here in self.standing.items():
            if played().counters.unit(unit).side != self.side:
                found.setdefault(here, []).append(kind_of(unit))
        return {
            here: [kind for kind in kinds if kind not in HIDDEN] or kinds for here, kinds in found.items()
        }

    @cached_property
    def offers(self) -> dict[UnitId, set[HexId]]:
        """Return by attacker the hexes that it may attack."""
        found = {}
        for unit, here in self.standing.items():
            if played().counters.unit(unit).side == self.side:
                beside = {*grid().neighbours(here).values()} & self.enemies.keys()
                if may := {there for there in beside if self.may(unit, self.enemies[there])}:
                    found[unit] = may
        return found

    def may(self, unit: UnitId, them: Sequence[str]) -> bool:
        """Return whether a unit may attack such enemies."""
        match kind_of(unit):
            case "security":
                return all(kind in HIDDEN for kind in them)
            case "finnish":
                return self.supplied(unit)
            case kind:
                return kind in REGULARS

    def supplied(self, unit: UnitId) -> bool:
        """Return whether a unit is supplied in full, as it was when the impulse began: no unit has moved."""
        return self.degrees[unit] == "in"

    @cached_property
    def degrees(self) -> Mapping[UnitId, str]:
        """Return how all units are supplied."""
        setting = kernel().setting
        russian = setting.board.names(self.state.owned[setting.sides.index(RUSSIAN)])
        return Plain(self.standing, frozenset(russian), setting.weather_now(self.state)).degrees

    def fights(self, unit: UnitId, there: HexId) -> bool:
        """Return whether a battle is forced between a unit and a hex that it may attack."""
        behind_walls = self.side != GERMAN and self.standing[unit] in forts()
        zone = any(kind not in ZONELESS for kind in self.enemies[there])
        return zone and kind_of(unit) != "security" and not behind_walls

    @cached_property
    def units(self) -> set[UnitId]:
        """Return the units that must attack."""
        return {unit for unit, may in self.offers.items() if any(self.fights(unit, there) for there in may)}

    @cached_property
    def hexes(self) -> set[HexId]:
        """Return the hexes that must be attacked."""
        return {there for unit, may in self.offers.items() for there in may if self.fights(unit, there)}

    @cached_property
    def most(self) -> int:
        """Return how many of them can be attacked at once: of all divisions there are, the best."""
        reached: set[frozenset[HexId]] = {frozenset()}
        for may in self.offers.values():
            useful = may & self.hexes
            reached |= {done | {there} for done in reached for there in useful - done}
        return max(map(len, reached))

    def declared(self) -> dict[UnitId, HexId]:
        """Return by attacker what it attacks."""
        setting = kernel().setting
        return {
            unit: setting.board.ids[battle.goal]
            for battle in self.state.battles
            for number, unit in enumerate(setting.units)
            if battle.attackers >> number & 1
        }

    def owed(self) -> tuple[set[UnitId], set[HexId], int]:
        """Return the units that must still attack, the hexes still to be attacked, and how many hexes no
        unit can attack.
        """
        done = self.declared()
        missing = self.hexes - {*done.values()}
        return self.units - done.keys(), missing, len(self.hexes) - self.most if missing else 0

    def may_end(self) -> bool:
        """Return whether the battles may begin."""
        units, hexes, spare = self.owed()
        return not units and len(hexes) <= spare


# Positions ----------------------------------------------------------------------------------------


PHASES = ("german-movement", "german-second-movement", "russian-movement", "russian-second-movement")
AROUND = ("2324", "2119", "0507", "1724", "0101")
"""Moscow, open country, Leningrad, half forts, and the corner of the map."""


def scattered(chance: RandomStream, hexes: int, units: int) -> State:
    """Return a position with some units of both sides close together, as a phase of battles begins.

    How they are supplied is judged as the impulse begins, so it is reached by way of its movement.
    """
    while True:
        state = build_state(kernel(), _lines(chance, hexes, units), phase=chance.choice(PHASES))
        if kernel().is_legal(state, END):
            return kernel().apply(state, END)


def _lines(chance: RandomStream, hexes: int, units: int) -> list[str]:
    middle = HexId(chance.choice(AROUND))
    near = sorted(grid(), key=lambda here: (grid().distance(middle, here), here))[:hexes]
    held: dict[HexId, str] = {}
    lines: list[str] = []
    for unit in chance.shuffled(kernel().setting.units):
        kind = kind_of(unit)
        # A few of the line, and all others.
        if (kind in REGULARS and chance.integer_below(4)) or kind == "replacement":
            continue
        side, here = played().counters.unit(unit).side, chance.choice(near)
        stacked = sum(line.startswith(here) for line in lines)
        if stacked < 2 and held.setdefault(here, side) == side:
            lines.append(f"{here} {unit}")
        if len(lines) == units:
            break
    return lines


def every(*units: str) -> list[State]:
    """Return all positions of some units in a hex and those around it, the first of them in the middle."""
    middle = HexId("2119")
    rings = [middle, *sorted(grid().neighbours(middle).values())]
    found: list[list[tuple[HexId, str]]] = [[(middle, units[0])]]
    for unit in units[1:]:
        found = [[*lines, (here, unit)] for lines in found for here in rings]
    apart = [
        lines
        for lines in found
        if all(a[0] != b[0] or a[1].partition("-")[0] == b[1].partition("-")[0] for a in lines for b in lines)
    ]
    return [
        build_state(kernel(), [f"{here} {unit}" for here, unit in lines], phase=phase)
        for lines in apart
        for phase in ("german-combat", "russian-combat")
    ]


def compared(state: State) -> bool:
    """Compare what is owed in a position, and tell whether anything is; fail where the readings part."""
    setting, forced = kernel().setting, Forced(state)
    owed = attack_obligations.outstanding_attacks(setting, state)
    told = (
        {unit for number, unit in enumerate(setting.units) if owed.units >> number & 1},
        {setting.board.ids[goal] for goal in owed.goals},
        owed.unattackable,
    )
    assert told == forced.owed(), kernel().show(state)
    may = kernel().is_legal(state, END)
    assert may == forced.may_end(), kernel().show(state)
    return not may


def wandered(state: State, chance: RandomStream, most: int = 6) -> int:
    """Compare as attacks are declared and taken back, and on to the end; return how often one was owed."""
    rules, found = kernel(), int(compared(state))
    for _ in range(chance.integer_below(most)):
        offers = [action for action in rules.legal_actions(state) if action != END]
        if not offers:
            break
        state = rules.apply(state, chance.choice(offers))
        found += compared(state)
    for _ in range(60):
        [step] = rules.phase_end_actions(state)
        if step == END:
            assert Forced(state).may_end()
            return found
        state = rules.apply(state, step)
    raise AssertionError("it goes on and on")
