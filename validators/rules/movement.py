"""Move units: floods over the board, zones of control, and the movement phases."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from builder.geometry.bits import members, pick, union
from builder.geometry.board import Board
from builder.model.moving import MovementMode
from validators.rules.changing import replace
from validators.rules.hooks import Hooks
from validators.rules.marching import march
from validators.rules.pieces import fortify, put
from validators.rules.procedure import Procedure
from validators.rules.protocol import Action, IllegalAction
from validators.rules.setting import Pace, Setting
from validators.rules.state import DISRUPTED, FORTIFIED, Begun, State

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
    board, number = setting.board, state.where[unit]
    start = 1 << number
    # 3.2 Friends may be passed. Where the limit is kept always, a move ends where there is room.
    empty = -1 if setting.gathers else ~setting.full(state, unit)
    if setting.game.rules.fire is not None:
        named = march(setting, state, unit, mode, attacking=False)
        return {taken: ends & empty for taken, ends in named.items() if ends & empty}
    field = field or Field.of(setting, state, setting.side_of[unit])
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
    if state.acted >> unit & 1 and unit in crowding(setting, state):
        found.append(Action("take-back", setting.units[unit]))
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
    """Return all moves of the phase, and its end, or the moves to take back before it can end."""
    field = Field.of(setting, state, setting.side(state))
    found: list[Action] = []
    units = movers(setting, state)
    for unit in units:
        found += moves_of(setting, state, unit, field)
    found += legal_forts(setting, state, units)
    # 3.2 The phase ends only when no hex holds more than one unit.
    found += legal_ends(setting, state)
    return found


END = Action("end")


def apply_move(setting: Setting, state: State, action: Action) -> State:
    """Return the state after a move."""
    assert action.unit is not None
    assert action.hex is not None
    unit = setting.number[action.unit]
    through, end = setting.board.bits(action.through), setting.board.index[action.hex]
    moved = put(setting, state, unit, end, through, state.acted | 1 << unit)
    if state.begun is not None and moved.owned is not state.owned:
        taken = (through | 1 << end) & ~state.owned[setting.side_of[unit]] & setting.places
        seized = dict(state.seized)
        seized[unit] = seized.get(unit, 0) | taken
        moved = replace(moved, seized=tuple(sorted(seized.items())))
    if setting.goes_further and too_far_to_attack(setting, state, unit, through, end):
        return replace(moved, barred=moved.barred | 1 << unit)
    return moved


def too_far_to_attack(setting: Setting, state: State, unit: int, through: int, end: int) -> bool:
    """Tell whether a unit that moves so far may not attack in the coming combat."""
    modes = [mode for mode, may in setting.phase_modes[state.phase] if may >> unit & 1]
    return not any(
        march(setting, state, unit, mode, attacking=True).get(through, 0) >> end & 1 for mode in modes
    )


# Too many in a hex ---------------------------------------------------------------------------------


def crowded(setting: Setting, state: State, side: int) -> int:
    """Return the hexes that hold more units of a side than may stay there."""
    return setting.holding(state, setting.of_side[side], setting.limit + 1) if setting.limit else 0


def settled(setting: Setting, state: State) -> int:
    """Return the hexes full of units of the phasing side that don't move in this phase, or have moved."""
    still = state.acted | ~setting.phase_units[state.phase]
    units = setting.of_side[setting.side(state)]
    return setting.holding(state, (unit for unit in units if still >> unit & 1), setting.limit)


def crowding(setting: Setting, state: State) -> list[int]:
    """Return the units that have moved and stand in a hex with too many: their moves may be taken back."""
    over = crowded(setting, state, setting.side(state)) if state.begun is not None else 0
    if not over:
        return []
    before, found = state.begun, []
    assert before is not None
    for unit in members(state.acted & setting.phase_units[state.phase]):
        here = state.where[unit]
        if here >= 0 and over >> here & 1 and here != before.where[unit]:
            found.append(unit)
    return found


def legal_ends(setting: Setting, state: State) -> list[Action]:
    """Return the end of the phase, or the moves that may be taken back while a hex holds too many units."""
    units = crowding(setting, state)
    return [Action("take-back", setting.units[unit]) for unit in units] if units else [END]


def take_back(setting: Setting, state: State, action: Action) -> State:
    """Return the state as if a unit hadn't moved in this phase; it may move anew.

    Places that it took are their former owner's again, but for those where a friend stands by now.
    """
    assert action.unit is not None
    unit, before = setting.number[action.unit], state.begun
    if before is None or unit not in crowding(setting, state):
        raise IllegalAction(f"{action.text}: its hex doesn't hold too many units")
    back = put(setting, state, unit, before.where[unit], acted=state.acted & ~(1 << unit))
    lost = dict(state.seized).get(unit, 0) & ~back.occupied[setting.side_of[unit]]
    return replace(
        back,
        owned=tuple(now & ~lost | then & lost for now, then in zip(back.owned, before.owned, strict=True)),
        fallen=back.fallen & ~lost | before.fallen & lost,
        conditions=back.conditions[:unit] + before.conditions[unit : unit + 1] + back.conditions[unit + 1 :],
        barred=back.barred & ~(1 << unit),
        seized=tuple(entry for entry in state.seized if entry[0] != unit),
    )


def end_moves(setting: Setting, state: State, action: Action) -> State:
    """Return the state with the phase over; raise IllegalAction while moves are to be taken back."""
    if crowding(setting, state):
        raise IllegalAction("end: a hex holds more units than may stay in it")
    return replace(state, stage="done", begun=None, seized=())


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
    begun = Begun(state.where, state.owned, state.fallen, state.conditions) if setting.gathers else None
    return replace(state, stage="move", barred=0, begun=begun)


PROCEDURE = Procedure(
    opens={"movement": begin_movement},
    legal={"move": legal_moves},
    apply={
        ("move", "move"): apply_move,
        ("move", "take-back"): take_back,
        ("move", "fortify"): apply_fort,
        ("move", "end"): end_moves,
    },
)
