"""Say what a move in several drags may come to, by the reference's own floods.

The reference moves a unit once a phase. A player may go on with what is left of the allowance, and may
stop on a friend on the way; so a leg of a move is legal where a whole move through its hexes is. Of the
places on its way a leg takes the fewest that one of its cheapest ways enters.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations

from builder.model.ids import HexId
from builder.model.moving import MovementMode
from validators.rules.bits import members, union
from validators.rules.movement import Field, along, flood
from validators.rules.pieces import put
from validators.rules.setting import Pace, Setting
from validators.rules.state import State


@dataclass(frozen=True, slots=True)
class Spent:
    """What a unit has used of one way of moving."""

    points: int = 0
    stopped: bool = False


@dataclass(frozen=True, slots=True)
class Legs:
    """The move of one unit in this phase so far."""

    start: int
    """The hex where it began."""
    modes: Mapping[str, Spent]
    """The ways of moving by which it can have come."""
    taken: int = 0
    """The places that it has taken, as hexes."""


def begun(setting: Setting, state: State, unit: int) -> Legs:
    """Return the move of a unit that has not moved yet."""
    may = [mode for mode, units in setting.phase_modes[state.phase] if units >> unit & 1]
    return Legs(state.where[unit], {mode.id: Spent() for mode in may})


@dataclass(frozen=True, slots=True)
class _Way:
    """One way of moving on from where a unit stands."""

    setting: Setting
    mode: MovementMode
    start: int
    rest: Pace
    open_hexes: int
    stops: int

    @classmethod
    def of(cls, setting: Setting, state: State, unit: int, mode: MovementMode, spent: Spent) -> _Way:
        field = Field.of(setting, state, setting.side_of[unit])
        start = 1 << state.where[unit]
        open_hexes = setting.board.every & ~field.enemies
        if mode.ezoc == "forbidden":
            open_hexes &= ~field.ezoc
        if not mode.through_friends:
            open_hexes &= ~(field.friends & ~start)
        pace = setting.paces[mode.id, setting.weather[state.turn], unit, state.steps[unit]]
        left = 0 if spent.stopped else max(0, pace.allowance - spent.points)
        stops = field.ezoc if mode.ezoc == "stops" else 0
        return cls(setting, mode, start, Pace(left, pace.costs), open_hexes, stops)

    def levels(self, shut: int = 0) -> list[int]:
        """Return the flood, in which `shut` hexes are entered but not left."""
        board, line = self.setting.board, self.mode.along
        spread = board.around if line is None else along(board, line)
        return flood(spread, self.start, self.rest, self.stops | shut, self.open_hexes)

    def cost(self, goal: int, shut: int = 0) -> int:
        """Return the points to a hex, or -1."""
        return next((n for n, hexes in enumerate(self.levels(shut)) if n and hexes >> goal & 1), -1)

    def takes(self, goal: int, foreign: int) -> int:
        """Return the fewest foreign places that a cheapest way enters, the goal among them."""
        cost = self.cost(goal)
        passed = union(n for hexes in self.levels()[1:cost] for n in members(hexes))
        passed &= foreign & ~self.stops & ~(1 << goal)
        for number in range(passed.bit_count() + 1):
            for some in combinations(members(passed), number):
                if self.cost(goal, passed & ~union(some)) == cost:
                    return union(some) | foreign & 1 << goal
        return passed | foreign & 1 << goal


def leg(setting: Setting, state: State, unit: int, legs: Legs, goal: int) -> Legs | None:
    """Return the move with one more leg, or None where no way of moving leads there."""
    found: dict[str, Spent] = {}
    taken = 0
    foreign = setting.places & ~state.owned[setting.side_of[unit]]
    for name, spent in legs.modes.items():
        way = _Way.of(setting, state, unit, setting.modes[name], spent)
        cost = way.cost(goal)
        if cost < 0:
            continue
        takes = way.takes(goal, foreign)
        if not found:
            taken = takes
        elif takes != taken:
            continue  # A way that would take other places isn't the one that was gone.
        found[name] = Spent(spent.points + cost, bool(way.stops >> goal & 1))
    return Legs(legs.start, found, legs.taken | taken) if found else None


def ends(setting: Setting, state: State, unit: int, legs: Legs) -> int:
    """Return all hexes that a next leg may lead to."""
    found = 0
    for name, spent in legs.modes.items():
        for hexes in _Way.of(setting, state, unit, setting.modes[name], spent).levels()[1:]:
            found |= hexes
    return found


def after_leg(setting: Setting, state: State, unit: int, legs: Legs, goal: int) -> State:
    """Return the state after the last leg of a move, which took what `legs` says."""
    return put(setting, state, unit, goal, legs.taken)


def route(
    setting: Setting, state: State, unit: int, through: Sequence[HexId], goal: HexId
) -> tuple[HexId, ...]:
    """Return halts by which a move takes just these places on its way, the goal last.

    Raises ValueError when none do.
    """
    foreign = setting.places & ~state.owned[setting.side_of[unit]]
    wanted = setting.board.bits(through) | foreign & setting.board.bits([goal])
    first = begun(setting, state, unit)
    halts = setting.hexes(ends(setting, state, unit, first) & ~foreign)
    for stops in _halts(through, goal, halts):
        legs = legs_along(setting, state, unit, first, stops)
        if legs is not None and legs.taken == wanted:
            return stops
    raise ValueError(f"no halts lead to {goal} through {', '.join(through) or 'no place'}")


def _halts(through: Sequence[HexId], goal: HexId, others: Sequence[HexId]) -> Iterator[tuple[HexId, ...]]:
    """Yield ways to halt: at the places in any order, then at one other hex more, then at two."""
    for order in permutations(through):
        yield (*order, goal)
    for more in (1, 2):
        for some in combinations([h for h in others if h != goal], more):
            for order in permutations((*through, *some)):
                yield (*order, goal)


def legs_along(setting: Setting, state: State, unit: int, legs: Legs, stops: Sequence[HexId]) -> Legs | None:
    """Return the move with a leg to each of these hexes in turn, or None where one can't be."""
    for stop in stops:
        number = setting.board.index[stop]
        on = leg(setting, state, unit, legs, number)
        if on is None:
            return None
        legs, state = on, after_leg(setting, state, unit, on, number)
    return legs
