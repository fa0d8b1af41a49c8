"""Front repair: move reserves to hexes that close gaps in a front whose gaps give the enemy points."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from hexwright.geometry.bitsets import members, union_of
from hexwright.geometry.hex_board import Hex, Hexes
from hexwright.geometry.territory_hexes import front_end_hexes
from hexwright.queries.front_gaps import missing_hexes
from hexwright.rules.compiled.compiled_game import CompiledGame
from hexwright.rules.engine.game_state import State
from hexwright.rules.movement.move_legs import legs_of_state
from hexwright.rules.movement.movement_phase import units_yet_to_move


class FrontRepair:
    """The fronts of a side that must have no gaps."""

    def __init__(self, setting: CompiledGame, side: int) -> None:
        self.setting, self.side = setting, side
        self.fronts = [
            front_end_hexes(setting.board, gap)
            for gap in setting.victory.gaps
            if setting.sides[side] in gap.side
        ]

    def missing(self, held: Hexes, ends: tuple[Hexes, Hexes]) -> Hexes:
        """Return the hexes of a front that units in `held` don't cover."""
        around = self.setting.board.around
        return missing_hexes(around, held | around(held), *ends)

    def closing_move(self, state: State, reserves: Collection[int], busy: Hexes) -> tuple[int, Hex] | None:
        """Return the move of a reserve that closes most of a gap without contact with enemies; None if there
        is none.

        Units that stand in the hexes `busy` stay there.
        """
        for ends in self.fronts:
            held = state.occupied[self.side]
            gap = self.missing(held, ends)
            if gap and (found := self._best_closing(state, reserves, busy, ends, gap)) is not None:
                return found
        return None

    def _best_closing(
        self, state: State, reserves: Collection[int], busy: Hexes, ends: tuple[Hexes, Hexes], gap: Hexes
    ) -> tuple[int, Hex] | None:
        setting, board = self.setting, self.setting.board
        held, missing = state.occupied[self.side], gap.bit_count()
        enemies = setting.enemy_hexes(state, self.side)
        near = (gap | board.around(gap)) & ~(enemies | board.around(enemies) | held)
        gains = {n: missing - self.missing(held | 1 << n, ends).bit_count() for n in members(near)}
        useful = sorted((n for n, gain in gains.items() if gain > 0), key=lambda n: (-gains[n], n))
        if not useful:
            return None
        for unit, reach in self._reserves_in_reach(state, reserves, busy, useful):
            here = state.locations[unit]
            rest = held if state.locations.count(here) > 1 else held & ~(1 << here)
            full = setting.full_hexes(state, unit)
            for number in useful:
                if not (reach & ~full) >> number & 1:
                    continue
                if rest == held or self.missing(rest | 1 << number, ends).bit_count() < missing:
                    return unit, number
        return None

    def _reserves_in_reach(
        self, state: State, reserves: Collection[int], busy: Hexes, useful: list[Hex]
    ) -> Iterator[tuple[int, Hexes]]:
        """Yield the reserves that reach a useful hex, weakest first, with the hexes in reach."""
        setting, legs = self.setting, legs_of_state(self.setting, state)
        wanted = 0
        for number in useful:
            wanted |= 1 << number
        for unit in sorted(reserves, key=lambda one: (setting.strengths[one][state.steps[one]], one)):
            if (here := state.locations[unit]) < 0 or busy >> here & 1:
                continue
            reach = legs.end_hexes(unit)
            if reach & wanted:
                yield unit, reach


def avoidable_gap(
    setting: CompiledGame, start: State, end: State, side: int, guarded: Hexes
) -> tuple[int, Hex] | None:
    """Return a unit that could have made a gap in its side's front smaller, with the hex, or None.

    `start` and `end` are the positions as a movement phase begins and ends. Hexes in contact with enemies
    don't count. Units there, units in the hexes `guarded`, in overruns or repairing lines are excused.
    """
    repair, held = FrontRepair(setting, side), end.occupied[side]
    enemies = setting.enemy_hexes(end, side)
    contact = setting.board.around(enemies)
    busy = union_of(one.repair_units for one in setting.changeable_networks)
    busy |= union_of(battle.attackers for battle in end.battles)
    for ends in repair.fronts:
        gap = repair.missing(held, ends)
        if not gap:
            continue
        closing = (gap | setting.board.around(gap)) & ~contact & ~enemies
        legs = legs_of_state(setting, start)
        for unit in units_yet_to_move(setting, start):
            here = end.locations[unit]
            if here < 0 or (contact | guarded) >> here & 1 or busy >> unit & 1:
                continue
            rest = held if end.locations.count(here) > 1 else held & ~(1 << here)
            reach = (legs.end_hexes(unit) | 1 << start.locations[unit]) & closing
            for number in members(reach & ~setting.full_hexes(end, unit)):
                if repair.missing(rest | 1 << number, ends).bit_count() < gap.bit_count():
                    return unit, number
    return None
