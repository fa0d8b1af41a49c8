"""Move units: floods over the board, zones of control, and the movement phases."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from builder.model.moving import MovementMode
from validators.rules.bits import members, pick, union
from validators.rules.board import Board
from validators.rules.changing import replace
from validators.rules.hooks import Hooks
from validators.rules.marching import march
from validators.rules.pieces import fortify, put
from validators.rules.procedure import Procedure, done
from validators.rules.protocol import Action
from validators.rules.setting import Pace, Setting
from validators.rules.state import DISRUPTED, FORTIFIED, State

Spread = Callable[[int], int]
Reach = Mapping[int, int]
"""Places taken on the way, as a set of hexes → the hexes where the unit may end."""


def flood(spread: Spread, start: int, pace: Pace, stops: int, open_hexes: int) -> list[int]:
    """Return, by points spent, the hexes first entered with that many; entry 0 is the start.

    A hex in `stops` is entered but not left, unless it is the start; only `open_hexes` are entered.
    """
    limit, costs = pace.allowance, pace.costs
    levels = [0] * (limit + 1)
    levels[0] = front = start
    fresh = open_hexes & ~start
    for spent in range(limit):
        if spent:
            front = levels[spent] & ~stops
        if front:
            # A hex costs the same from every side, so the first entry is the cheapest.
            entered = spread(front) & fresh
            fresh ^= entered
            for cost, hexes in costs:
                if spent + cost <= limit:
                    levels[spent + cost] |= entered & hexes
    return levels


def along(board: Board, line: str) -> Spread:
    """Return the way of spreading along the links of a line feature."""
    links = board.links[line]

    def spread(hexes: int) -> int:
        linked = 0
        for number in members(hexes):
            linked |= links[number]
        return linked

    return spread


@dataclass(frozen=True, slots=True)
class Field:
    """What all moving units of a side meet: sets of hexes."""

    enemies: int
    ezoc: int
    friends: int
    foreign: int
    """Places that the side doesn't own."""

    @classmethod
    def of(cls, setting: Setting, state: State, side: int) -> Field:
        """Survey a position."""
        enemies = setting.enemies(state, side)
        foreign = setting.places & ~state.owned[side]
        return cls(enemies, setting.ezoc(state, side), state.occupied[side], foreign)


def reach(setting: Setting, state: State, unit: int, mode: MovementMode, field: Field | None = None) -> Reach:
    """Return where a unit may end a move, by the enemy places it takes on the way.

    The unit must be on the map. Paths that take the same places count once.
    """
    if mode.bonus or mode.road is not None:
        return march(setting, state, unit, mode, attacking=False)
    board, number = setting.board, state.where[unit]
    field = field or Field.of(setting, state, setting.side_of[unit])
    start = 1 << number
    # 3.2 A hex with an enemy unit is never entered.
    open_hexes = board.every & ~field.enemies
    stops = 0
    if mode.ezoc == "stops":
        stops = field.ezoc
    elif mode.ezoc == "forbidden":
        open_hexes &= ~field.ezoc  # 3.2 By rail no EZOC is entered, even where a friend stands.
    friends = field.friends & ~start
    if not mode.through_friends:
        open_hexes &= ~friends
    # 3.2 Friends may be passed, but a move ends in a hex without another unit.
    empty = ~friends if setting.limited else -1
    pace = setting.paces[mode.id, setting.weather_now(state), unit, state.steps[unit]]
    spread: Spread = board.around
    if mode.along is not None:
        if not board.links[mode.along][number]:
            return {}  # 3.2 Rail movement starts on a railway.
        spread = along(board, mode.along)
    # 3.7 Entering an enemy place takes it, so a path through one is another move than a path around.
    foreign = field.foreign & open_hexes
    levels = flood(spread, start, pace, stops | foreign, open_hexes)
    ends = 0
    for level in levels:
        ends |= level
    ends &= empty & ~start
    if not ends & foreign & ~stops:
        return {0: ends} if ends else {}
    found = {0: ends}
    _take_places(found, spread, levels, pace, stops, open_hexes, foreign, empty, 0)
    return {taken: hexes for taken, hexes in found.items() if hexes}


def _take_places(
    found: dict[int, int],
    spread: Spread,
    levels: list[int],
    pace: Pace,
    stops: int,
    open_hexes: int,
    foreign: int,
    empty: int,
    taken: int,
) -> None:
    """Go on from each enemy place that a flood has entered, and add what is reached from there."""
    for spent, level in enumerate(levels):
        if spent == 0 or spent == pace.allowance:
            continue
        for number in members(level & foreign & ~stops):
            here = 1 << number
            now = taken | here
            rest = Pace(pace.allowance - spent, pace.costs)
            onward = flood(spread, here, rest, stops | foreign & ~now, open_hexes)
            ends = 0
            for reached in onward:
                ends |= reached
            ends &= ~here & empty
            found[now] = found.get(now, 0) | ends & ~now
            for end in members(ends & now):  # back in a place taken before: it is named as the end
                passed = now & ~(1 << end)
                found[passed] = found.get(passed, 0) | 1 << end
            _take_places(found, spread, onward, rest, stops, open_hexes, foreign & ~now, empty, now)


def moves_of(setting: Setting, state: State, unit: int, field: Field | None = None) -> list[Action]:
    """Return the moves of a unit in the movement phase that is being played."""
    if state.where[unit] < 0 or state.acted >> unit & 1 or state.conditions[unit] & DISRUPTED:
        return []
    total: dict[int, int] = {}
    for mode, may in setting.phase_modes[state.phase]:
        if may >> unit & 1:
            for taken, ends in reach(setting, state, unit, mode, field).items():
                total[taken] = total.get(taken, 0) | ends
    plain = pick(setting.moves[unit], total.pop(0, 0))
    for taken in sorted(total):
        through = setting.hexes(taken)
        plain += [
            Action("move", setting.units[unit], end, through=through) for end in setting.hexes(total[taken])
        ]
    return plain


def actions_of(setting: Setting, state: State, unit: int) -> list[Action]:
    """Return all that a unit may do in the movement phase that is being played."""
    found = moves_of(setting, state, unit)
    if setting.diggers >> unit & 1 and unit in movers(setting, state):
        found += legal_forts(setting, state, (unit,))
    return found


def movers(setting: Setting, state: State) -> list[int]:
    """Return the units that have not moved in this phase and may."""
    may = setting.phase_units[state.phase] & ~state.acted
    if any(state.conditions):
        may &= ~union(unit for unit, now in enumerate(state.conditions) if now & DISRUPTED)
    return [unit for unit in members(may) if state.where[unit] >= 0]


def legal_moves(setting: Setting, state: State) -> list[Action]:
    """Return all moves of the phase, and its end."""
    field = Field.of(setting, state, setting.side(state))
    found: list[Action] = []
    units = movers(setting, state)
    for unit in units:
        found += moves_of(setting, state, unit, field)
    found += legal_forts(setting, state, units)
    found.append(END)
    return found


END = Action("end")


def apply_move(setting: Setting, state: State, action: Action) -> State:
    """Return the state after a move."""
    assert action.unit is not None
    assert action.hex is not None
    unit = setting.number[action.unit]
    through, end = setting.board.bits(action.through), setting.board.index[action.hex]
    moved = put(setting, state, unit, end, through, state.acted | 1 << unit)
    if setting.goes_further and too_far_to_attack(setting, state, unit, through, end):
        return replace(moved, barred=moved.barred | 1 << unit)
    return moved


def too_far_to_attack(setting: Setting, state: State, unit: int, through: int, end: int) -> bool:
    """Tell whether a unit that moves so far may not attack in the coming combat."""
    modes = [mode for mode, may in setting.phase_modes[state.phase] if may >> unit & 1]
    return not any(
        march(setting, state, unit, mode, attacking=True).get(through, 0) >> end & 1 for mode in modes
    )


# Digging in ---------------------------------------------------------------------------------------


def legal_forts(setting: Setting, state: State, units: Iterable[int]) -> list[Action]:
    """Return the units of these, which have not moved, that may dig in."""
    if not setting.diggers:
        return []
    return [
        Action("fortify", setting.units[unit])
        for unit in units
        if setting.diggers >> unit & 1 and not state.conditions[unit] & FORTIFIED
    ]


def apply_fort(setting: Setting, state: State, action: Action) -> State:
    """Return the state with a unit dug in: it has given up its move, and under an option its attack."""
    assert action.unit is not None
    unit = setting.number[action.unit]
    bit = 1 << unit
    barred = state.barred | bit if digging_bars_attack(setting) else state.barred
    return replace(fortify(state, unit), acted=state.acted | bit, barred=barred)


def digging_bars_attack(setting: Setting) -> bool:
    """Tell whether a unit that digs in gives up its attack in the coming combat."""
    rule = setting.game.rules.fortification
    return rule is not None and bool(rule.bars_attack) and setting.under(rule.bars_attack)


def begin_movement(setting: Setting, hooks: Hooks, state: State) -> State:
    """Return the state as a movement phase begins."""
    return replace(state, stage="move", barred=0)


PROCEDURE = Procedure(
    opens={"movement": begin_movement},
    legal={"move": legal_moves},
    apply={("move", "move"): apply_move, ("move", "fortify"): apply_fort, ("move", "end"): done},
)
