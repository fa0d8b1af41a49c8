"""Say what a move in several drags may come to, by the reference's own floods.

The reference moves a unit once a phase. A player may go on with what is left of the allowance, and may
stop on a friend on the way; so a leg of a move is legal where a whole move through its hexes is. Of the
enemy places on its way a move takes the fewest that its allowance lets it, reckoned with each leg for all
its legs so far; of several sets as small, the first by the numbers of the hexes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise, permutations

from builder.geometry.bits import members, union
from builder.model.ids import HexId
from builder.model.moving import MovementMode
from validators.rules.changing import replace
from validators.rules.movement import Field, Spread, along, flood, moves_of
from validators.rules.pieces import put
from validators.rules.protocol import Action
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
    halts: tuple[int, ...] = ()
    """Where its legs so far have ended."""
    taken: int = 0
    """The places that it has taken, as hexes."""


def begun(setting: Setting, state: State, unit: int) -> Legs:
    """Return the move of a unit that has not moved yet."""
    may = [mode for mode, units in setting.phase_modes[state.phase] if units >> unit & 1]
    return Legs(state.where[unit], {mode.id: Spent() for mode in may})


@dataclass(frozen=True, slots=True)
class _Way:
    """One way of moving of a unit."""

    mode: MovementMode
    spread: Spread
    pace: Pace
    open_hexes: int
    stops: int

    @classmethod
    def of(cls, setting: Setting, state: State, unit: int, mode: MovementMode) -> _Way:
        field = Field.of(setting, state, setting.side_of[unit])
        board = setting.board
        open_hexes = board.every & ~field.enemies
        if mode.ezoc == "forbidden":
            open_hexes &= ~field.ezoc
        if not mode.through_friends:
            open_hexes &= ~(field.friends & ~(1 << state.where[unit]))
        pace = setting.paces[mode.id, setting.weather_now(state), unit, state.steps[unit]]
        spread = board.around if mode.along is None else along(board, mode.along)
        return cls(mode, spread, pace, open_hexes, field.ezoc if mode.ezoc == "stops" else 0)

    def levels(self, here: int, points: int, shut: int = 0) -> list[int]:
        """Return the flood from a hex by so many points, in which `shut` hexes are entered but not left."""
        rest = Pace(max(0, points), self.pace.costs)
        return flood(self.spread, 1 << here, rest, self.stops | shut, self.open_hexes)

    def on(self, here: int, spent: Spent) -> list[int]:
        """Return the flood by what is left."""
        return self.levels(here, 0 if spent.stopped else self.pace.allowance - spent.points)

    def takes(self, points: Sequence[int], foreign: int) -> int:
        """Return the foreign places that a whole move through these hexes takes: as few as it can."""
        goal = foreign & 1 << points[-1]
        met = 0
        for here in points[:-1]:
            met |= union(n for hexes in self.levels(here, self.pace.allowance)[1:] for n in members(hexes))
        met &= foreign & ~self.stops & ~goal
        for number in range(met.bit_count() + 1):
            for some in map(union, combinations(members(met), number)):
                if self._holds(points, met & ~some):
                    return some | goal
        return goal  # Friends who have moved since shut a way that it had.

    def _holds(self, points: Sequence[int], shut: int) -> bool:
        """Tell whether the allowance is enough for a whole move that goes on from no hex of `shut`."""
        left = self.pace.allowance
        for here, there in pairwise(points):
            cost = _cost(self.levels(here, left, shut), there)
            if cost < 0:
                return False
            left -= cost
        return True


def _cost(levels: Sequence[int], goal: int) -> int:
    """Return the points with which a flood enters a hex, or -1."""
    return next((n for n, hexes in enumerate(levels) if n and hexes >> goal & 1), -1)


def leg(setting: Setting, state: State, unit: int, legs: Legs, goal: int) -> Legs | None:
    """Return the move with one more leg, or None where no way of moving leads there."""
    found: dict[str, Spent] = {}
    taken = 0
    here = state.where[unit]
    foreign = setting.places & ~state.owned[setting.side_of[unit]]
    halts = (*legs.halts, goal)
    for name, spent in legs.modes.items():
        way = _Way.of(setting, state, unit, setting.modes[name])
        cost = _cost(way.on(here, spent), goal)
        if cost < 0:
            continue
        takes = way.takes((legs.start, *halts), foreign)
        if not found:
            taken = takes
        elif takes != taken:
            continue  # A way that would take other places isn't the one that was gone.
        found[name] = Spent(spent.points + cost, bool(way.stops >> goal & 1))
    return Legs(legs.start, found, halts, legs.taken | taken) if found else None


def ends(setting: Setting, state: State, unit: int, legs: Legs) -> int:
    """Return all hexes that a next leg may lead to."""
    found = 0
    for name, spent in legs.modes.items():
        for hexes in _Way.of(setting, state, unit, setting.modes[name]).on(state.where[unit], spent)[1:]:
            found |= hexes
    return found


def after_leg(setting: Setting, state: State, unit: int, legs: Legs, goal: int) -> State:
    """Return the state after the last leg of a move, which took what `legs` says."""
    return put(setting, state, unit, goal, legs.taken)


def listed(setting: Setting, state: State, unit: int, legs: Legs, goal: int) -> bool:
    """Tell whether the reference lists the whole move, with all the places that its legs have taken.

    A move that ends where it began is no move of the reference's; and where friends can't be passed, those
    who have moved since the first leg may shut the way that it had.
    """
    if goal == legs.start or not all(setting.modes[name].through_friends for name in legs.modes):
        return True
    side = setting.side_of[unit]
    still = put(setting, state, unit, legs.start, acted=state.acted & ~(1 << unit))
    owned = tuple(
        places & ~legs.taken if number == side else places for number, places in enumerate(still.owned)
    )
    through = setting.hexes(legs.taken & ~(1 << goal))
    move = Action("move", setting.units[unit], setting.board.ids[goal], through=through)
    return move in moves_of(setting, replace(still, owned=owned), unit)


def route(
    setting: Setting, state: State, unit: int, through: Sequence[HexId], goal: HexId
) -> tuple[HexId, ...]:
    """Return halts by which a move takes just these places on its way, the goal last.

    Raises ValueError when none do.
    """
    foreign = setting.places & ~state.owned[setting.side_of[unit]]
    wanted = setting.board.bits(through) | foreign & setting.board.bits([goal])
    first = begun(setting, state, unit)
    full = 0 if setting.gathers else setting.full(state, unit)
    halts = setting.hexes(ends(setting, state, unit, first) & ~foreign & ~full)
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
