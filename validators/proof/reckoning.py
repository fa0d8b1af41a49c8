"""Say what a move in several drags may come to, by the reference's own floods.

The reference moves a unit once a phase. A player may go on with what is left of the allowance, and may
stop on a friend on the way; so a leg of a move is legal where a whole move through its hexes is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations

from builder.model.ids import HexId
from builder.model.rules import MovementMode
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


def begun(setting: Setting, state: State, unit: int) -> Legs:
    """Return the move of a unit that has not moved yet."""
    may = [mode for mode, units in setting.phase_modes[state.phase] if units >> unit & 1]
    return Legs(state.where[unit], {mode.id: Spent() for mode in may})


def levels(setting: Setting, state: State, unit: int, mode: MovementMode, spent: Spent) -> list[int]:
    """Return, by points spent more, the hexes that a unit may go on to; the first are where it stands."""
    board = setting.board
    start = 1 << state.where[unit]
    field = Field.of(setting, state, setting.side_of[unit])
    open_hexes = board.every & ~field.enemies
    stops = 0
    if mode.ezoc == "stops":
        stops = field.ezoc
    elif mode.ezoc == "forbidden":
        open_hexes &= ~field.ezoc
    if not mode.through_friends:
        open_hexes &= ~(field.friends & ~start)
    if spent.stopped:
        return [start]
    pace = setting.paces[mode.id, setting.weather[state.turn], unit, state.steps[unit]]
    spread = board.around if mode.along is None else along(board, mode.along)
    rest = Pace(max(0, pace.allowance - spent.points), pace.costs)
    return flood(spread, start, rest, stops, open_hexes)


def leg(setting: Setting, state: State, unit: int, legs: Legs, goal: int) -> Legs | None:
    """Return the move with one more leg, or None where no way of moving leads there."""
    found: dict[str, Spent] = {}
    ezoc = setting.ezoc(state, setting.side_of[unit])
    for name, spent in legs.modes.items():
        mode = setting.modes[name]
        for more, hexes in enumerate(levels(setting, state, unit, mode, spent)):
            if more and hexes >> goal & 1:
                stopped = mode.ezoc == "stops" and bool(ezoc >> goal & 1)
                found[name] = Spent(spent.points + more, stopped)
                break
    return Legs(legs.start, found) if found else None


def ends(setting: Setting, state: State, unit: int, legs: Legs) -> int:
    """Return all hexes that a next leg may lead to."""
    found = 0
    for name, spent in legs.modes.items():
        for hexes in levels(setting, state, unit, setting.modes[name], spent)[1:]:
            found |= hexes
    return found


def route(
    setting: Setting, state: State, unit: int, through: Sequence[HexId], goal: HexId
) -> tuple[HexId, ...]:
    """Return the places to be taken on the way, in an order in which the legs add up, and the goal.

    Raises ValueError when no order does.
    """
    for order in permutations(through):
        stops = (*order, goal)
        if legs_along(setting, state, unit, begun(setting, state, unit), stops) is not None:
            return stops
    raise ValueError(f"no order of {', '.join(through)} leads to {goal}")


def legs_along(setting: Setting, state: State, unit: int, legs: Legs, stops: Sequence[HexId]) -> Legs | None:
    """Return the move with a leg to each of these hexes in turn, or None where one can't be."""
    for stop in stops:
        number = setting.board.index[stop]
        on = leg(setting, state, unit, legs, number)
        if on is None:
            return None
        legs, state = on, put(setting, state, unit, number)
    return legs


def crowded(setting: Setting, state: State, unit: int) -> bool:
    """Tell whether another unit of the side stands where a unit stands."""
    here = state.where[unit]
    return any(o != unit and state.where[o] == here for o in setting.of_side[setting.side_of[unit]])
